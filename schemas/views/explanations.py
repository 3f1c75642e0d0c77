"""Views that explain a place and a pairing: see `schemas.views.clubs`."""

from typing import Any

from marshmallow import INCLUDE, fields

from core.tournament.model import explanation as values
from schemas.dump import Moment, dumper
from schemas.fields import Strict
from schemas.views.base import integer, listed, maybe_integer, maybe_text, one, person_name, text, yes
from schemas.views.brackets import From
from schemas.views.tournaments import PairedMatch, Seated

_VALUE = {"description": "A number, a list of numbers, or null if not asked."}


class ExplainedOperand(Strict):
    """Operand of a tie-break: the part of one meeting or round. `dropped` ones are not in the sum."""

    opponent = maybe_text(description="A player id; null in a round without an opponent.")
    name = maybe_text()
    round = maybe_integer()
    match = maybe_text()
    kind = maybe_text(description="How the match came about: `played`, `bye`, `walkover`, `absent`, `penalty`, …")
    numbers = fields.List(fields.Integer(), required=True)


class ExplainedTieBreak(Strict):
    """A tie-break with its official name: the value is the sum or the average of its operands, as the sentence says."""

    code = text(example="buchholz_cut1")
    name = text()
    value = fields.Raw(required=True, allow_none=True, metadata=_VALUE)
    tied = integer(description="How many were equal before it was asked, the player included.")
    operands = listed(ExplainedOperand)
    dropped = listed(ExplainedOperand)
    sentence = text(example="Buchholz cut 1 9 = 4 + 3 + 2; dropped 1 (Bo)")


class Neighbour(Strict):
    """The next player of another rank, and the first tie-break that tells the two apart."""

    player = text()
    name = text()
    rank = integer()
    decided_by = text(description="The code of the tie-break; `annulled` if one of the two left early (RR9).")
    mine = fields.Raw(required=True, allow_none=True, metadata=_VALUE)
    theirs = fields.Raw(required=True, allow_none=True, metadata=_VALUE)
    sentence = text()


class Place(Strict):
    """A player's place in the standings. A player without a rank is not in them."""

    rank = maybe_integer()
    shared_with = listed(Seated)
    points = integer()
    tie_breaks = listed(ExplainedTieBreak)
    above = one(Neighbour, allow_none=True)
    below = one(Neighbour, allow_none=True)


class _Named(Strict):
    name = text()


class _About(Strict):
    tournament = text()
    version = integer()
    status = text()
    player = text()
    name = text()


class PlaceInSection(Place, _Named):
    """A player's place in the table of a group."""


class ExplainedPlace(Place, _About):
    """Explanation of a player's place, in the overall standings and in those of their groups."""

    sections = listed(PlaceInSection)


class Why(Strict):
    """The reason why these two meet, or this one sits out: words for people, and what the format says besides."""

    class Meta:
        unknown = INCLUDE

    text = text()


class GroupWhy(Why):
    """The reason of a match in a group."""

    group = text()


class BoardWhy(Why):
    """The reason of a match on a board of two teams' meeting."""

    home = text()
    away = text()
    board = integer()


class WeighedPlayer(Strict):
    """A player with the score and the place by which a Swiss pairs them."""

    player = text()
    name = text()
    score = integer()
    place = integer(description="Among the players of that score.")
    of = integer(description="How many have that score, with what is added.")
    float = text(description="`up`, `down` or `none`.")
    added = integer(description="What the score counts more in the pairing of this round.")
    seats = fields.List(
        fields.String(), required=True, metadata={"description": "In the rounds before, the last one last."}
    )


class Cost(Strict):
    """The cost of a pair by one criterion."""

    criterion = text()
    cost = integer()
    text = text()


class Passed(Strict):
    """A player who was passed over."""

    player = text()
    why = text()


class SwissWhy(Why):
    """The reason of a match or a bye in a Swiss."""

    players = listed(WeighedPlayer)
    costs = listed(Cost)
    instead = listed(Passed)


class FilledSeat(Strict):
    """A seat of a slot, and whence its player comes."""

    player = maybe_text()
    source = one(From, data_key="from")


class Lot(Strict):
    """The lot that decided a shared place in a group."""

    place = text()
    player = text()
    lot = text()


class BracketWhy(Why):
    """The reason of a match in a bracket."""

    slot = text()
    seats = listed(FilledSeat)
    lots = fields.List(fields.Nested(Lot))


_OF: dict[type[values.Why], type[Why]] = {
    values.Why: Why,
    values.GroupWhy: GroupWhy,
    values.BoardWhy: BoardWhy,
    values.SwissWhy: SwissWhy,
    values.BracketWhy: BracketWhy,
}
"""The schema of each kind of reason."""


def why_json(value: values.Why) -> Any:
    """The JSON of a reason, with what its kind has besides the text."""
    return dumper(_OF[type(value)])(value)


class WhyField(fields.Nested):
    """A reason of any kind."""

    def to_json(self, value: values.Why) -> Any:
        """See `why_json`."""
        return why_json(value)


class PairedAfterwards(Strict):
    """A pairing made after its round was drawn: by whom and when, and the reason that was given."""

    by_hand = yes(description="True if a director paired it, false if the service did, such as for a late player.")
    recorded_by = text()
    recorded_by_name = person_name()
    recorded_at = Moment(required=True)
    reason = text(example="they came together")


class ExplainedMatch(PairedMatch):
    """A match and why it was paired."""

    why = WhyField(Why, required=True)
    anew = one(PairedAfterwards, allow_none=True)


class ExplainedBye(Strict):
    """Explanation of a bye."""

    player = one(Seated)
    why = WhyField(Why, required=True)
    anew = one(PairedAfterwards, allow_none=True)


class ExplainedRound(Strict):
    """The explanation of a paired round."""

    tournament = text()
    version = integer()
    round = integer()
    stage = text()
    draft = yes()
    format = text()
    rule = text(description="The format in one sentence.")
    bye = one(ExplainedBye, allow_none=True)
    matches = listed(ExplainedMatch)
