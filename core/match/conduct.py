"""The state of a match beside the play, as values: interruptions, flags, calls, warnings, penalties, appeals."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from core.match.clock import Clock

OPEN, CONFIRMED, REJECTED, UPHELD, DISMISSED = "open", "confirmed", "rejected", "upheld", "dismissed"


class Suspension(NamedTuple):
    """The match is interrupted since the time `at` (Unix ms), by the fact `version`."""

    version: int
    at: int
    reason: str


class Break(NamedTuple):
    """A player's break, from one time (Unix ms) until another; `None` while it lasts."""

    version: int
    by: str
    since: int
    until: int | None = None


class Flag(NamedTuple):
    """A claim that the time of `seat` is up. `fallen` and `over` (ms beyond nothing) are what the log's times say."""

    version: int
    by: str
    seat: str
    at: int
    fallen: bool
    over: int
    status: str = OPEN


class Call(NamedTuple):
    """A player asked for the referee, who `came` at a time (Unix ms); `None`: not yet. `cause` as of the call.

    `laid_out` is the board that they are asked to confirm, until they came or play went on without it.
    """

    version: int
    by: str
    reason: str
    at: int
    came: int | None = None
    cause: str | None = None
    laid_out: Mapping[str, Any] | None = None

    @property
    def board(self) -> Mapping[str, Any] | None:
        """The board that waits for a referee."""
        return self.laid_out if self.came is None else None


class SetOut(NamedTuple):
    """The referee `by`, as recorded, is on the way to the board since the time `at` (Unix ms)."""

    version: int
    at: int
    by: str


class MendedTurns(NamedTuple):
    """A scorer took back several turns at once or one by one, last by the fact `version` at the time `at` (Unix ms).

    No referee has seen it yet. `turns` is the most that were taken back so since a referee looked.
    """

    version: int
    at: int
    turns: int


class Warned(NamedTuple):
    """A warning, with the clause that the referee named."""

    version: int
    seat: str
    reason: str
    rule: str | None


class Penalty(NamedTuple):
    """Penalty points, which are no part of the score."""

    version: int
    seat: str
    points: int
    reason: str
    rule: str | None


class Appeal(NamedTuple):
    """An appeal against the ruling of the fact `ruling`; the fact `decided` answers it."""

    version: int
    by: str
    ruling: int
    reason: str
    status: str = OPEN
    decided: int | None = None
    answer: str | None = None


class Conduct(NamedTuple):
    """The whole conduct state. `rulings` are the facts that can be appealed against, including voided ones."""

    suspended: Suspension | None = None
    clock: Clock | None = None
    flags: tuple[Flag, ...] = ()
    breaks: tuple[Break, ...] = ()
    calls: tuple[Call, ...] = ()
    warnings: tuple[Warned, ...] = ()
    penalties: tuple[Penalty, ...] = ()
    appeals: tuple[Appeal, ...] = ()
    rulings: tuple[int, ...] = ()

    @property
    def break_(self) -> Break | None:
        """The break that is not over."""
        return self.breaks[-1] if self.breaks and self.breaks[-1].until is None else None

    @property
    def waits(self) -> bool:
        """True if a call, a claim or an appeal waits for the referee."""
        called = any(call.came is None for call in self.calls)
        return called or self.claim is not None or any(appeal.status == OPEN for appeal in self.appeals)

    @property
    def claim(self) -> Flag | None:
        """The claim that waits for the referee."""
        return self.flags[-1] if self.flags and self.flags[-1].status == OPEN else None


NONE = Conduct()
"""A match of which nothing but play was recorded."""
