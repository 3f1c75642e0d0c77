"""Facts of a match beside its play: see `core.events.conduct`."""

from collections.abc import Mapping
from typing import Any

from marshmallow import ValidationError, post_load

from core.eventlog.codec import result_json
from core.events import (
    CALL_CAUSES,
    AppealDecided,
    AppealMade,
    BreakEnded,
    BreakStarted,
    ClockSet,
    ClockStarted,
    ClockStopped,
    FlagClaimed,
    FlagConfirmed,
    FlagRejected,
    MatchResumed,
    MatchSuspended,
    MendedTurnsSeen,
    NameErased,
    PenaltyGiven,
    RecorderChanged,
    RefereeCalled,
    RefereeCame,
    RefereeSetOut,
    WarningGiven,
)
from core.match.conduct import DISMISSED, UPHELD
from core.messages import either, say, terms, together
from schemas.facts.parts import OUTCOMES, SEATINGS, SEATS, Board, Fact, fact_schemas
from schemas.fields import Json, Many, Text, Wanted, WholeNumber, Word, nested

LAST_VERSION = 2**53 - 1
LONGEST_MS = 24 * 60 * 60 * 1000
REASON, RULE, PENALTY_POINTS = 500, 100, 99
_PAIRS = tuple(dict.fromkeys(seats[:2] for seats, _ in SEATINGS))


class Reserve(Wanted):
    """Milliseconds for each of the two seats."""

    wanted = say("an object with 0 to {longest_ms} milliseconds for each of the two seats", longest_ms=LONGEST_MS)
    _time = WholeNumber(0, LONGEST_MS)

    def json_schema(self) -> Json:
        """See `Wanted.json_schema`."""
        time = self._time.json_schema()
        shapes = [
            {"required": list(pair), "properties": dict.fromkeys(pair, time), "additionalProperties": False}
            for pair in _PAIRS
        ]
        return {"type": "object", "oneOf": shapes}

    def read(self, value: Any) -> Any:
        """See `Wanted.read`."""
        if not isinstance(value, Mapping):
            raise self.wrong(value)
        pair = next((each for each in _PAIRS if set(each) & set(value)), None)
        if pair is None:
            seats = either(together(terms(each)) for each in _PAIRS)
            raise ValidationError(say("missing: the milliseconds of both seats, {seats}", seats=seats))
        wrong = {
            seat: [say("missing: {wanted}, in milliseconds", wanted=self._time.wanted)]
            for seat in pair
            if seat not in value
        }
        wrong |= {
            str(seat): [say("no such seat; known are {pair}", pair=terms(pair))] for seat in value if seat not in pair
        }
        times = {}
        for seat in set(pair) & set(value):
            try:
                times[seat] = self._time.read(value[seat])
            except ValidationError as error:
                wrong[seat] = list(error.messages)
        if wrong:
            raise ValidationError(wrong)
        return {seat: times[seat] for seat in value}


class MatchSuspendedFact(Fact):
    """A referee interrupts the match. Until it is resumed no player acts and no clock runs."""

    event = MatchSuspended
    reason = Text(REASON, required=True)


class MatchResumedFact(Fact):
    """The match goes on where it was suspended: position, turn, dice and clock as they were."""

    event = MatchResumed


class BreakStartedFact(Fact):
    """A player takes a break."""

    event = BreakStarted
    by = Word(SEATS, required=True)


class BreakEndedFact(Fact):
    """The break is over; the clock that ran before it runs again."""

    event = BreakEnded


class ClockSetFact(Fact):
    """A clock with simple delay is set, or what is left is adjusted; all in milliseconds."""

    event = ClockSet
    reserve = Reserve(required=True, metadata={"example": {"white": 600_000, "black": 600_000}})
    delay = WholeNumber(0, LONGEST_MS, required=True, metadata={"example": 12_000})


class ClockStartedFact(Fact):
    """The clock of this player runs from now on, and not the other's."""

    event = ClockStarted
    by = Word(SEATS, required=True)


class ClockStoppedFact(Fact):
    """Stops the clock of both players."""

    event = ClockStopped


class FlagClaimedFact(Fact):
    """This player says that the opponent's time is up; play waits until a referee has looked."""

    event = FlagClaimed
    by = Word(SEATS, required=True)


class FlagConfirmedFact(Fact):
    """The flag had fallen: whose it is loses the match, or a game at the value of `outcome` (the smallest without)."""

    event = FlagConfirmed
    loses = Word(("match", "game"), load_default="match")
    outcome = Word(OUTCOMES, allow_none=True)


class FlagRejectedFact(Fact):
    """The flag had not fallen, or the referee let it pass: the match goes on."""

    event = FlagRejected
    reason = Text(REASON, required=True)


class BoardToConfirm(Board):
    """A board that a referee is asked to confirm, in the words in which a log keeps it."""

    @post_load
    def _in_words(self, data: dict[str, Any], **_: Any) -> dict[str, Any]:
        dice, results = data.get("dice"), data.get("results")
        words = {"dice": dice and list(dice), "results": results and [result_json(result) for result in results]}
        return data | {name: value for name, value in words.items() if name in data}


class RefereeCalledFact(Fact):
    """A player asks for the referee, and for their word on a board that was laid out, if there is one."""

    event = RefereeCalled
    by = Word(SEATS, required=True)
    reason = Text(REASON, required=True)
    cause = Word(CALL_CAUSES, allow_none=True)
    laid_out = nested(BoardToConfirm, allow_none=True)


class RefereeSetOutFact(Fact):
    """A referee is on the way to the board, where a call, a flag, an appeal or an illegal play waits for them."""

    event = RefereeSetOut


class MendedTurnsSeenFact(Fact):
    """A referee has seen that a scorer mended more than the last turn."""

    event = MendedTurnsSeen


class RefereeCameFact(Fact):
    """The referee is at the board: every open call is answered."""

    event = RefereeCame


class NameErasedFact(Fact):
    """The names at the seats `erased` were erased from the log. The service records it; it is never posted.

    Where a name itself had been hashed, the events from `first` on have other hashes, and the last of them had `head`.
    """

    event = NameErased
    is_posted = False
    erased = Many(Word(SEATS), 0, len(SEATS), required=True)
    first = WholeNumber(0, LAST_VERSION)
    head = Text(64)


class RecorderChangedFact(Fact):
    """From here on another phone or computer records the match. The play is as it was."""

    event = RecorderChanged


class WarningGivenFact(Fact):
    """A referee warns a player; `rule` is the clause, as the organiser's rules number it."""

    event = WarningGiven
    seat = Word(SEATS, required=True)
    reason = Text(REASON, required=True)
    rule = Text(RULE, allow_none=True)


class PenaltyGivenFact(Fact):
    """A referee gives a player penalty points. They are kept with the match and are no part of its score."""

    event = PenaltyGiven
    seat = Word(SEATS, required=True)
    points = WholeNumber(1, PENALTY_POINTS, required=True)
    reason = Text(REASON, required=True)
    rule = Text(RULE, allow_none=True)


class AppealMadeFact(Fact):
    """A player appeals against the ruling, warning, penalty or decision on a flag of the fact `ruling`."""

    event = AppealMade
    by = Word(SEATS, required=True)
    ruling = WholeNumber(1, LAST_VERSION, required=True)
    reason = Text(REASON, required=True)


class AppealDecidedFact(Fact):
    """The answer to the appeal of the fact `appeal`. What follows from it is a ruling of its own."""

    event = AppealDecided
    appeal = WholeNumber(1, LAST_VERSION, required=True)
    decision = Word((UPHELD, DISMISSED), required=True)
    reason = Text(REASON, required=True)


OF_CONDUCT = fact_schemas(vars())
