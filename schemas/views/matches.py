"""Views of matches: see `schemas.views.clubs`."""

from copy import deepcopy
from typing import Any

from marshmallow import INCLUDE, fields
from marshmallow.validate import OneOf

from core.match.results.settlement import LENGTHS
from schemas.dump import AsIs, Maybe, MaybeDict, MaybeList
from schemas.facts.facts import AnyRecordedFact
from schemas.facts.facts import OneOf as OneOfTypes
from schemas.fields import Strict
from schemas.messages import message
from schemas.requests.imported_logs import OpeningLine
from schemas.requests.matches import CHECKS, STOPS
from schemas.views.base import Ids, Listed, by_seat, integer, listed, maybe_text, moment, one, person_name, text, yes
from schemas.views.conduct import (
    AppealView,
    BreakView,
    CallView,
    ClockView,
    FlagView,
    InTournament,
    MendedTurnsView,
    PenaltyView,
    SetOutView,
    StoredSetOut,
    SuspensionView,
    WarningView,
)
from schemas.views.games import position


class ComparedGame(Strict):
    """One side's next best game in a tie-break."""

    game = integer()
    outcome = text()
    rank = integer()


def decided_by(**options: Any) -> fields.String:
    """The field of what decided a settled match."""
    known = OneOf(["points", "highest_game", "awarded", None])
    return fields.String(required=True, allow_none=True, validate=known, **options)


def comparison(**options: Any) -> MaybeList:
    """The field of the comparison that decided equal totals."""
    row = fields.Dict(keys=fields.String(), values=fields.Nested(ComparedGame, allow_none=True))
    description = "Row by row each tied seat's next best game, or null if it has none to show."
    return MaybeList(row, required=True, allow_none=True, metadata={"description": description}, **options)


class Settlement(Strict):
    """A match as it stands."""

    score = by_seat(fields.Integer())
    winner = maybe_text()
    decided_by = decided_by()
    clinched = yes(description="Games remained, and none of them could change the winner.")
    comparison = comparison()


class FinishedGame(Strict):
    """A finished game of a match. A void game has no winner and is played again."""

    winner = Maybe(attribute="result.winner", required=True, allow_none=True)
    outcome = fields.String(attribute="result.outcome", required=True)
    cube = fields.Integer(
        attribute="result.doubled_cube", metadata={"description": "Its value, if the stake was doubled."}
    )
    placings = fields.List(
        fields.String(),
        attribute="result.placings",
        metadata={"description": "All seats from first to last, if it has them."},
    )
    points = integer(description="Those of the outcome, times the cube.")


class Verdict(Strict):
    """The judgement on a fact, and what the fact ended."""

    version = integer()
    verdict = fields.String(required=True, validate=OneOf(["accepted", "refused", "faulted"]))
    rule = fields.String(metadata={"example": "S4"})
    explanation = fields.String()
    message = message()
    game_finished = fields.Nested(FinishedGame)
    match_settled = fields.Nested(Settlement)


class Envelope(Strict):
    """Fields of every recorded event beside its own."""

    stream = text()
    version = integer()
    schema = integer(description="The number of the shape of this type's fields.")
    recorded_at = text(format="date-time")
    recorded_by = text(
        description="`role:id` of a member, `role:name` in what was recorded earlier, `club.token`, or brade itself.",
        example="referee:u_k3wq2d7xk2",
    )


class Recorded(Envelope):
    """An event of a log: hash and `prev_hash` prove that nothing before it was altered."""

    prev_hash = text(pattern="^[0-9a-f]{64}$")
    hash = text(pattern="^[0-9a-f]{64}$")
    verdict = fields.Nested(Verdict, required=True, allow_none=True)


def _in_envelope(name: str, fact: Strict, envelope: type[Strict]) -> Strict:
    kind = type(fact)
    own = {each: deepcopy(field) for each, field in fact.declared_fields.items()}
    if name.startswith("CheckersMoved"):
        own["text"] = fields.String(metadata={"description": "The turn in the game's notation.", "example": "8/5 6/5*"})
    made: type[Strict] = type(name, (envelope,), {**own, "__doc__": kind.__doc__, "json_schema": kind.json_schema})
    return made()


class NewerFact(Recorded):
    """An event of a type, with a schema number or a field, that this version of brade does not know. It is not judged.

    Its further fields are those with which it was recorded.
    """

    class Meta:
        unknown = INCLUDE

    type = text(example="MatchPaused")
    newer = yes(const=True)


class RecordedFact(OneOfTypes):
    """An event of a match as its log shows it; `MatchOpened` is version 0."""

    type_schemas = {
        "NewerEvent": NewerFact(),
        **{
            name: _in_envelope(f"{name}Recorded", fact, Recorded)
            for name, fact in {**AnyRecordedFact.type_schemas, "MatchOpened": OpeningLine()}.items()
        },
    }


class WrittenFact(OneOfTypes):
    """A fact as it was just written."""

    type_schemas = {
        name: _in_envelope(f"{name}Written", fact, Envelope) for name, fact in AnyRecordedFact.type_schemas.items()
    }


class Recording(Strict):
    """Versions that were written, and the verdicts that arrived within the wait."""

    events = fields.List(AsIs(WrittenFact), required=True)
    verdicts = fields.List(AsIs(Verdict), required=True)


class Facts(Strict):
    """A page of a match's log, each fact with its verdict once it is judged."""

    events = fields.List(AsIs(RecordedFact), required=True)


class LengthView(Strict):
    """Length of a match: a number of games, or of points."""

    games = fields.Integer(validate=OneOf(LENGTHS))
    points = fields.Integer()


class CubeView(Strict):
    """The doubling cube of the game."""

    value = integer()
    owner = maybe_text(description="The seat that may double next; null: either.")
    crawford = yes(description="It rests in this game.")


class Fault(Strict):
    """An illegal play that stands on the board."""

    version = integer()
    by = text()
    rule = text()
    explanation = text()
    message = message()
    status = fields.String(required=True, validate=OneOf(["open", "accepted"]))


class ImportedView(Strict):
    """Import of a match from a file: by whom and when. Events up to `version` come from the file."""

    by = text()
    by_name = person_name()
    at = moment()
    version = integer()


class _Play(Strict):
    id = text()
    version = integer()
    judged_version = integer()
    club = fields.String(attribute="opened.club", required=True)
    tournament = Maybe(attribute="opened.tournament", required=True, allow_none=True)
    round = fields.Integer(attribute="opened.round", required=True, allow_none=True, strict=True)
    game = fields.String(attribute="opened.game", required=True)
    length = AsIs(LengthView, attribute="opened.length", required=True)
    players = by_seat(fields.String(), attribute="opened.players")
    player_ids = MaybeDict(
        attribute="opened.player_ids", required=True, allow_none=True, keys=fields.String(), values=fields.String()
    )
    check = fields.String(attribute="opened.check", required=True, validate=OneOf(CHECKS))
    stop = fields.String(attribute="opened.stop", required=True, validate=OneOf(STOPS))
    options = fields.Dict(attribute="opened.options", required=True)
    game_number = integer()
    games = listed(FinishedGame)
    score = by_seat(fields.Integer())
    position = position(attribute="written_position")
    phase = fields.String(required=True, validate=OneOf(["opening", "roll", "move", "double_offered", "settled"]))
    to_move = maybe_text()
    dice = fields.List(fields.Integer(), required=True, allow_none=True)
    cube = one(CubeView, allow_none=True)
    faults = listed(Fault)
    voided = fields.List(fields.List(fields.Integer()), required=True)
    settled = one(Settlement, allow_none=True)


class ServiceDiceView(Strict):
    """The dice of a match that the service rolls."""

    commitment = maybe_text(description="SHA-256 of the seed; null until it is published.")
    salts = by_seat(fields.String())
    rolls = integer(description="The number of rolls so far.")
    seed = maybe_text(description="The seed, at the end of the match.")
    withdrawn = yes(description="A referee decided that people throw the dice from here on.")


class BesidePlay(Strict):
    """The state of a match beside its play."""

    suspended = one(SuspensionView, attribute="conduct.suspended", allow_none=True)
    clock = one(ClockView, attribute="conduct.clock", allow_none=True)
    flags = listed(FlagView, attribute="conduct.flags")
    breaks = listed(BreakView, attribute="conduct.breaks")
    calls = listed(CallView, attribute="conduct.calls")
    warnings = listed(WarningView, attribute="conduct.warnings")
    penalties = listed(PenaltyView, attribute="conduct.penalties")
    appeals = listed(AppealView, attribute="conduct.appeals")


class JudgedMatch(BesidePlay, _Play):
    """A match as the rules see it. The workers store its JSON."""

    start = fields.Dict(
        attribute="opened.start",
        keys=fields.String(),
        values=fields.Integer(),
        metadata={"description": "Only with a handicap: the points with which a seat began. They are in `score`."},
    )
    service_dice = fields.Nested(
        ServiceDiceView,
        attribute="service_dice",
        metadata={"description": "Only of a match whose dice the service rolls."},
    )
    on_the_way = fields.Nested(
        StoredSetOut,
        attribute="set_out",
        metadata={"description": "Only while a referee is on the way to what waits for them."},
    )
    mended = fields.Nested(
        MendedTurnsView,
        attribute="mended",
        metadata={"description": "Only from a taking back of more than the last turn until a referee has seen it."},
    )


class MatchState(JudgedMatch):
    """A match as far as it is judged (`judged_version`); `version` is that of the last fact in its log."""

    in_tournament = one(InTournament, allow_none=True)
    on_the_way = AsIs(
        SetOutView, metadata={"description": "Only while a referee is on the way to what waits for them."}
    )
    imported = fields.Nested(ImportedView, metadata={"description": "Only of a match that came in from a file."})
    ids = AsIs(Ids, metadata={"description": "Only in games that other programs know."})


class Matches(Listed):
    """A club's friendly matches."""

    matches = fields.List(AsIs(MatchState), required=True)


class TermsRuleView(Strict):
    """Terms of the matches that meet all conditions. They replace the terms of the tournament."""

    stage = fields.String()
    round = fields.Integer()
    from_end = fields.Integer(metadata={"description": "A bracket's last round is 1, the one before it 2."})
    losses = fields.Integer(metadata={"description": "Of the two players, the most matches lost before."})
    players_left = fields.Integer(metadata={"description": "At most so many play or sit out in the round."})
    length = fields.Nested(LengthView)
    check = fields.String(validate=OneOf(CHECKS))
    stop = fields.String(validate=OneOf(STOPS))
