"""Terms: another length, check or stop for the matches of a stage, a round, or that meet other conditions."""

from typing import Any

from marshmallow import ValidationError, pre_load, validates_schema

from core.messages import say
from core.tournament.terms import MEMBERS
from schemas.fields import Strict, Text, WholeNumber, Word, nested
from schemas.requests.matches import CHECKS, STOPS, Length

MOST_RULES = 50
"""Rules of one tournament."""
_STAGE, _NUMBER = 40, 1000


class TermsRule(Strict):
    """Terms of the matches that meet all conditions. They replace the terms of the tournament."""

    stage = Text(_STAGE, metadata={"description": "A stage of rounds or a bracket, as the format names it."})
    round = WholeNumber(1, _NUMBER, metadata={"description": "The number of the round in the tournament."})
    from_end = WholeNumber(1, _NUMBER, metadata={"description": "A bracket's last round is 1, the one before it 2."})
    losses = WholeNumber(0, _NUMBER, metadata={"description": "Of the two players, the most matches lost before."})
    players_left = WholeNumber(1, _NUMBER, metadata={"description": "At most so many play or sit out in the round."})
    length = nested(Length)
    check = Word(CHECKS)
    stop = Word(STOPS)

    @pre_load
    def _nothing_is_left_out(self, data: Any, **_: Any) -> Any:
        return {name: value for name, value in data.items() if value is not None} if isinstance(data, dict) else data

    @validates_schema
    def _says_something(self, data: dict[str, Any], **_: Any) -> None:
        if not any(name in data for name in MEMBERS):
            raise ValidationError(say("says nothing: one of {members} is expected", members=MEMBERS))
