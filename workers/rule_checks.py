"""A match's new facts, one by one: the verdict on each and the next state, by the rules in `core`."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from core.errors import UnknownEvent
from core.events import MatchOpened, Recorded
from core.match import judge, opened, resettled
from core.settlement import Settlement
from core.sheet import ACCEPTED, Match, Verdict

Earlier = Callable[[], Iterable[Recorded]]


class Sheet(NamedTuple):
    """A match, and how many times it has been settled, settled anew or reopened so far."""

    match: Match
    changes: int

    @property
    def version(self) -> int:
        """The last fact that was judged."""
        return self.match.version


class Change(NamedTuple):
    """The settlement of a match changed with the fact `version`: the `number`-th time. `None`: it was taken back."""

    version: int
    number: int
    match: Match

    @property
    def settlement(self) -> Settlement | None:
        """What the match came to; `None` if a ruling reopened it."""
        return self.match.settled


def open_sheet(stream: str, recorded: Recorded) -> tuple[Sheet, Verdict, Change | None]:
    """The sheet of a match before its first fact. Raises `UnknownEvent`, and `Unknown` for an unknown game."""
    if not isinstance(recorded.event, MatchOpened):
        raise UnknownEvent(f"{stream} does not begin with MatchOpened")
    return Sheet(opened(stream, recorded.event), 0), Verdict(0, ACCEPTED), None


def check(sheet: Sheet, recorded: Recorded, earlier: Earlier) -> tuple[Sheet, Verdict, Change | None]:
    """The sheet after one more fact, the verdict on it, and what it changed in the settlement.

    `earlier` reads the match's log from its opening up to this fact; only a ruling asks for it.
    """
    before, (after, verdict) = sheet.match, judge(sheet.match, recorded, earlier)
    if not resettled(before, after):
        return Sheet(after, sheet.changes), verdict, None
    number = sheet.changes + 1
    return Sheet(after, number), verdict, Change(recorded.version, number, after)


def is_plain(verdict: Verdict) -> bool:
    """Whether a verdict says no more than that the fact counts; such verdicts are not kept one by one."""
    return verdict[1:] == _PLAIN


_PLAIN = Verdict(0, ACCEPTED)[1:]
