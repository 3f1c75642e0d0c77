"""Seats: the bound of viewers at the same time in one process, and the choice of the viewer who gives way.

Callers without rights have the open seats, callers with rights also the reserved ones. A share bounds one holder: an
address, or a person, token or link. Without a free seat the newest viewer of a lower visibility gives way. If there is
none, the newest viewer of a club with more viewers of the same kind gives way.
"""

from collections import Counter
from collections.abc import Hashable, Sequence
from typing import Generic, NamedTuple, TypeVar

from core.messages import say
from core.names.shown_names import ALL, MEMBER, PUBLIC
from service.live.grant import StreamGrant

VIEWERS = 2000
_RANKS: Sequence[str] = (PUBLIC, MEMBER, ALL)
Guest = TypeVar("Guest", bound=Hashable)


class Full(Exception):
    """There is no seat; the message says why."""


class Claim(NamedTuple):
    """Claim of a seat: the visibility, the watched club, and the owner of the share."""

    rank: int
    club: str
    holder: str


def claim(grant: StreamGrant, address: str) -> Claim:
    """The claim of a grant for a viewer at an address."""
    rank = _RANKS.index(grant.sight)
    return Claim(rank, grant.club, f"{grant.club}/{grant.holder}" if rank else address)


class Seats(Generic[Guest]):
    """The seats of one event loop: `viewers` open ones, and a quarter more that are kept; a share is a quarter, too."""

    def __init__(self, viewers: int = VIEWERS) -> None:
        self._open, self._kept, self._share = viewers, viewers // 4, max(1, viewers // 4)
        self._rows: dict[tuple[int, str], dict[Guest, Claim]] = {}  # by rank and club; the newest last
        self._claims: dict[Guest, Claim] = {}
        self._of_rank: Counter[int] = Counter()
        self._of_holder: Counter[tuple[int, str]] = Counter()

    def __len__(self) -> int:
        return len(self._claims)

    def ensure_share(self, address: str) -> None:
        """Raises `Full` where strangers at this address have their share."""
        self._ensure_share(Claim(0, "", address))

    def take(self, guest: Guest, asked: Claim) -> Guest | None:
        """Seat a guest; who lost the seat for it, if anyone. Raises `Full`."""
        self._ensure_share(asked)
        before = None
        if len(self) >= self._open + self._kept or (not asked.rank and self._of_rank[0] >= self._open):
            before = self._who_gives_way(asked)
            self.leave(before)
        self._claims[guest] = asked
        self._rows.setdefault(asked[:2], {})[guest] = asked
        self._of_rank[asked.rank] += 1
        self._of_holder[asked.rank, asked.holder] += 1
        return before

    def leave(self, guest: Guest) -> None:
        """Free the seat of a guest; harmless without one."""
        had = self._claims.pop(guest, None)
        if had is None:
            return
        row = self._rows[had[:2]]
        del row[guest]
        if not row:
            del self._rows[had[:2]]
        self._of_rank[had.rank] -= 1
        self._of_holder[had.rank, had.holder] -= 1
        if not self._of_holder[had.rank, had.holder]:
            del self._of_holder[had.rank, had.holder]

    def _ensure_share(self, asked: Claim) -> None:
        if self._of_holder[asked.rank, asked.holder] >= self._share:
            if asked.rank:
                sentence = say("{count} streams for this person, token or link are open already", count=self._share)
            else:
                sentence = say("{count} streams for this address are open already", count=self._share)
            raise Full(say("{said}; that is the most", said=sentence))

    def _who_gives_way(self, asked: Claim) -> Guest:
        for rank in range(asked.rank):
            if row := self._largest_row(rank):
                return next(reversed(row))
        row = self._largest_row(asked.rank)
        if len(row) > len(self._rows.get(asked[:2], ())) + 1:
            return next(reversed(row))
        raise Full(say("{count} viewers watch already", count=len(self)))

    def _largest_row(self, rank: int) -> dict[Guest, Claim]:
        """The viewers of a rank in the club that has most of them."""
        return max((row for (of, _), row in self._rows.items() if of == rank), key=len, default={})
