"""Facts of a match, and how a test writes them to any log."""

from collections.abc import Sequence

from core.eventlog.log import Appended, ListLog, Log
from core.events import (
    CheckersMoved,
    DiceRolled,
    Event,
    MatchOpened,
    Recorded,
    TurnPassed,
)

MATCH = "m_abcdefghij"
OPENED = MatchOpened("huk", "swedish", {"games": 5}, {"white": "Åsa", "black": "Örjan"}, options={"x": [1, None]})
ROLL = DiceRolled("white", (6, 2))
MOVE = CheckersMoved("white", ((1, 7), ("bar", 2), (23, "off")))
PASS = TurnPassed("black")


def write(log: Log, *events: Event, stream: str = MATCH, **how: object) -> Appended:
    return log.append(stream, events, **{"by": "st_huk.1", "at": 1_700_000_000_000, **how})


def chain(stream: str, events: Sequence[Event]) -> list[Recorded]:
    source = ListLog()
    for at, event in enumerate(events):
        source.append(stream, [event], by=f"by {at}", at=at, expected=at - 1)
    return list(source.read(stream))
