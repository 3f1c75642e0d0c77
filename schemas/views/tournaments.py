"""Views of tournaments: see `schemas.views.clubs`."""

from marshmallow import INCLUDE, fields
from marshmallow.validate import OneOf

from core.tournament.model.match_status import STATUS as BOARD_STATUS
from core.tournament.model.state import STATUS
from core.tournament.time_up import RULES as TIME_UP_RULES
from schemas.dump import AsIs, AtSeat, Moment
from schemas.fields import Strict
from schemas.requests.matches import CHECKS, STOPS
from schemas.views.base import Listed, by_seat, integer, listed, maybe_text, one, text, yes
from schemas.views.details import DetailsView
from schemas.views.entries import Entry, Member
from schemas.views.matches import LengthView, TermsRuleView


class Seated(Strict):
    """Player at a seat."""

    id = text()
    name = text()
    team = fields.String(metadata={"description": "The name of the player's team, in an event of teams."})


class WonGame(Strict):
    """A game of a settled match."""

    winner = text()
    outcome = text()
    cube = fields.Integer(attribute="doubled_cube", metadata={"description": "Its value, if the stake was doubled."})
    placings = fields.List(fields.String(), metadata={"description": "All seats from first to last, if it has them."})


class Result(Strict):
    """Result of a match."""

    kind = text(description="`played`, `adjudicated` (awarded at the table), `bye`, or what a director decided.")
    reason = text()
    winner = maybe_text(description="A seat; null where both lost.")
    score = by_seat(fields.Integer())
    decided_by = maybe_text()
    games = listed(WonGame)


class PairedMatch(Strict):
    """A match of a round: who sits at its two seats, which the game names."""

    id = text()
    white = AtSeat(Seated, allow_none=True)
    black = AtSeat(Seated, allow_none=True)
    seat1 = AtSeat(Seated, allow_none=True)
    seat2 = AtSeat(Seated, allow_none=True)
    slot = text(description="The place in the bracket or group that the match fills, if the format has one.")
    table = maybe_text()
    status = fields.String(
        required=True,
        validate=OneOf(BOARD_STATUS),
        metadata={"description": "How far it is by the tournament's own log; what is played is told by the match."},
    )
    result = one(Result, allow_none=True)


class Resting(Strict):
    """Player who sits out a round on request."""

    player = text()
    kind = text(description="`zero_bye`, `half_bye` or `full_bye`.")


class RoundTimeView(Strict):
    """Start of a round, and the time at which its matches should be over."""

    starts = Moment(required=True, metadata={"format": "date-time"})
    ends = Moment(required=True, metadata={"format": "date-time"})


class Round(Strict):
    """A round: its matches, who sits it out, and its time, if that was set."""

    round = integer()
    stage = text(description="The part of the tournament that the round belongs to.")
    draft = yes(description="Paired and not yet published.")
    bye = maybe_text()
    requested_byes = listed(Resting)
    matches = listed(PairedMatch)
    time = fields.Nested(RoundTimeView)


class _Announced(Strict):
    id = text()
    version = integer()
    club = text()
    name = text()
    game = text()
    length = AsIs(LengthView, required=True)
    format = text()
    tie_breaks = fields.List(fields.String(), required=True)
    check = fields.String(required=True, validate=OneOf(CHECKS))
    stop = fields.String(required=True, validate=OneOf(STOPS))
    options = fields.Dict(required=True)
    published = yes()
    status = fields.String(required=True, validate=OneOf(STATUS))
    called_off = maybe_text(description="Why it does not take place; null while it does.")


class _Seed(Strict):
    seed = maybe_text(description="The published seed of every drawing of lots.")


class AmendmentView(Strict):
    """A change of how it is played, after its start."""

    version = integer(description="The version of the event that changed it.")
    after_round = integer(description="So many rounds were paired then.")
    changed = fields.List(
        fields.String(), required=True, metadata={"description": "The fields, such as `settings.rounds`."}
    )
    sentences = fields.List(fields.String(), required=True, metadata={"description": "What holds from then on."})
    reason = text()


class _Rules(Strict):
    settings = fields.Dict(required=True, metadata={"description": "The format's own, with those not named."})
    scoring = fields.Dict(
        keys=fields.String(),
        values=fields.Integer(),
        required=True,
        metadata={"description": "What a match counts, by how it came about."},
    )
    terms = fields.List(AsIs(TermsRuleView), required=True)
    check_in = yes(description="Only those who checked in start.")
    drafts = yes(description="A paired round is seen and played once it is published.")
    confirm = yes(description="A result counts after a second person or a referee has confirmed it.")
    time_up = fields.String(
        required=True,
        allow_none=True,
        validate=OneOf(TIME_UP_RULES),
        metadata={
            "description": "The worth of a match that is unfinished when the time of its round is up; null: a referee"
            " decides, and it is not offered."
        },
    )
    handicap = fields.Dict(
        metadata={"description": "The rule of the points with which the weaker player begins, as it was announced."}
    )
    details = AsIs(DetailsView, required=True)
    advice = fields.List(
        fields.String(), required=True, metadata={"description": "What its director should consider, in sentences."}
    )


class TournamentRow(_Seed, _Rules, _Announced):
    """A tournament as announced."""


class ExchangeView(Strict):
    """Two players who changed places in the draw, so that others meet later."""

    player = text()
    other = text()
    apart_from = maybe_text(description="Whom `player` meets later; null where only organisers see who is kept apart.")
    before = integer(description="The round of the bracket in which these two could have met.")
    after = integer(description="The round in which they could meet then.")


class Seeds(Strict):
    """The order of the entries, best first, and how it came about."""

    method = text(description="`entry` (as they entered), `rating`, `hand` or `lots`.")
    seed = maybe_text(description="What the lots were drawn with: the SHA-256 of `<seed>:<player id>`, lowest first.")
    players = fields.List(fields.String(), required=True)
    seeded = fields.Integer(metadata={"description": "The first so many were seeded, and the others drawn by lots."})
    words = fields.List(
        fields.String(),
        metadata={"description": "Those said for a draw in public. The SHA-256 of them, one to a line, is its `seed`."},
    )
    exchanges = fields.List(
        fields.Nested(ExchangeView), metadata={"description": "Those in the draw of a bracket, one after the other."}
    )


class TournamentView(_Rules, _Seed, _Announced):
    """A tournament as announced, who entered, and every round with its results."""

    amendments = listed(AmendmentView)
    seeding = one(Seeds)
    entries = listed(Entry)
    alternates = listed(Member)
    rounds = listed(Round)


class Tournaments(Listed):
    """A club's tournaments."""

    tournaments = listed(TournamentRow)


class NumberedMatch(PairedMatch):
    """A match and the number of its round."""

    round = integer()


class TournamentMatches(Listed):
    """The matches of a tournament."""

    matches = listed(NumberedMatch)


class Operand(Strict):
    """Operand of a tie-break: the part of one meeting."""

    opponent = maybe_text()
    numbers = fields.List(fields.Integer(), required=True)


class TieBreak(Strict):
    """Value of a tie-break for a player, with its operands."""

    code = text()
    value = fields.Raw(
        required=True, allow_none=True, metadata={"description": "A number, a list of numbers, or null if not asked."}
    )
    operands = listed(Operand)
    dropped = fields.List(fields.Nested(Operand), metadata={"description": "What a cut left out of the value."})


class Standing(Strict):
    """A line of the table; `points` by the tournament's scoring, `points_won` and `points_lost` those of the games."""

    rank = integer()
    shared = yes(description="Others have the same rank.")
    player_id = text()
    name = text()
    played = integer(description="Matches with a result.")
    wins = integer()
    losses = integer()
    games_won = integer()
    games_lost = integer()
    points_won = integer()
    points_lost = integer()
    withdrawn = yes()
    tie_breaks = listed(TieBreak)
    byes = integer(description="Rounds without an opponent.")
    walkovers = integer(description="Matches with a result that were decided without play, won or lost.")
    points = integer()
    penalty = fields.Integer(metadata={"description": "What penalties took off `points`, where the table counts them."})


class Section(Strict):
    """The table of a part of the tournament, such as a group."""

    name = text()
    standings = listed(Standing)


class AcrossRow(Strict):
    """A player in a comparison across the groups, with the sums over the matches that count in it."""

    player = text()
    name = text()
    group = text()
    matches = integer()
    points = integer()
    game_difference = integer()
    point_difference = integer()
    shared = yes(description="Another one has won as much per match.")
    goes_on = yes(description="The player is in the knock-out.")


class Across(Strict):
    """The players in one place of all groups, best first by what they won per match."""

    place = integer()
    players = listed(AcrossRow)


class Standings(Strict):
    """The table as it stands, best first, and those of its groups, if it has any.

    `across` is there once the groups are over, where the announcement compares players of different groups.
    """

    tournament = text()
    version = integer()
    status = text()
    standings = listed(Standing)
    sections = listed(Section)
    across = fields.List(fields.Nested(Across))


_HASH = "^[0-9a-f]{64}$"
_GUESSED = "Left out after a withheld event of an old log, which could be guessed by it."


class TournamentEvent(Strict):
    """An event of a tournament's log; further fields depend on its type. One that is withheld has its version alone."""

    class Meta:
        unknown = INCLUDE

    stream = text()
    version = integer()
    type = fields.String(metadata={"example": "RoundPaired"})
    schema = fields.Integer(strict=True, metadata={"description": "The number of the shape of this type's fields."})
    recorded_at = fields.String(metadata={"format": "date-time"})
    recorded_by = fields.String(metadata={"example": "referee:u_k3wq2d7xk2", "description": "As of a match's events."})
    prev_hash = fields.String(metadata={"pattern": _HASH, "description": _GUESSED})
    hash = fields.String(metadata={"pattern": _HASH, "description": _GUESSED})
    salt = fields.String(
        metadata={"description": "Random, so that the hash of a withheld event does not reveal its content."}
    )
    newer = fields.Boolean(metadata={"description": "True where this version of brade does not know what it means."})
    withheld = fields.Boolean(metadata={"description": "True where what it says is not for you, or not yet."})


class TournamentEvents(Strict):
    """A page of a tournament's log."""

    events = fields.List(AsIs(TournamentEvent), required=True)
