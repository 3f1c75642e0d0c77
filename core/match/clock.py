"""A clock with simple delay: of each turn the first so many milliseconds cost nothing, the rest is taken off a reserve.

What a clock shows follows from the times at which facts were recorded, and from nothing else. A turn is the time that
a player's clock runs until the opponent's is started or a game is over; stopped and started again, the turn goes on.
"""

from collections.abc import Mapping
from typing import NamedTuple


class Clock(NamedTuple):
    """The time that two players have (all in milliseconds).

    `left` is the reserve of each seat as of `since`, or as of now if no clock runs; below nothing its flag has fallen.
    `turn` is the seat whose clock was started last, in the `game` of that number; `used` what that turn had taken
    before `since`. `since` is the Unix time from which the clock runs, `None` while it stands. `held`: it ran when the
    match was interrupted, and runs again when that is over.
    """

    delay: int
    remaining: Mapping[str, int]
    turn: str | None = None
    game: int = 0
    used: int = 0
    since: int | None = None
    held: bool = False

    @property
    def running(self) -> str | None:
        """The seat whose clock runs."""
        return None if self.since is None else self.turn

    def started(self, seat: str, game: int, at: int) -> "Clock":
        """The clock with this seat's time running; that of the other is stopped."""
        clock = self.stopped(at)
        same = clock.turn == seat and clock.game == game
        return clock._replace(turn=seat, game=game, used=clock.used if same else 0, since=at, held=False)

    def stopped(self, at: int) -> "Clock":
        """The clock stopped, with the time used since its start taken off.

        >>> clock = Clock(12_000, {"white": 60_000, "black": 60_000}).started("white", 0, 0)
        >>> clock.stopped(15_000).remaining["white"], clock.stopped(11_000).remaining["white"]
        (57000, 60000)
        """
        if self.since is None or self.turn is None:
            return self._replace(held=False)
        used = self.used + max(0, at - self.since)
        cost = max(0, used - self.delay) - max(0, self.used - self.delay)
        remaining = {**self.remaining, self.turn: self.remaining[self.turn] - cost}
        return self._replace(remaining=remaining, used=used, since=None, held=False)

    def halted(self, at: int) -> "Clock":
        """The clock stopped for an interruption, after which it goes on as it was."""
        return self.stopped(at)._replace(held=self.held or self.since is not None)

    def gone_on(self, at: int) -> "Clock":
        """The clock after an interruption: it runs again if it ran before."""
        return self._replace(since=at, held=False) if self.held else self

    @property
    def shown(self) -> dict[str, int]:
        """The reserve of each seat as a clock shows it: never below nothing. Of what runs as of `since`."""
        return {seat: max(0, ms) for seat, ms in self.remaining.items()}

    @property
    def delay_left(self) -> int:
        """The part of the delay that the turn has not taken. Of what runs as of `since`."""
        return max(0, self.delay - self.used)

    @property
    def fallen(self) -> list[str]:
        """The seats that had used more time than they had."""
        return [seat for seat, ms in self.remaining.items() if ms < 0]
