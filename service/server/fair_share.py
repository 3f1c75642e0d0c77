"""The share that each address has of the requests and the threads of a process."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field

from core.messages import say
from service.server.problems import RequestRefused

_FEW = 2


@dataclass
class _Share:
    """Share of one address: requests without an answer, of which some hold a thread and some wait for one."""

    requests: int = 0
    threads: int = 0
    waiting: deque[asyncio.Future[None]] = field(default_factory=deque)


class FairShare:
    """Shares `threads` between addresses; each has at most half of them, and `requests` open, of `total` in all.

    A thread that becomes free goes to the address that has the fewest. The last quarter is for addresses that have none
    or one, so that those who ask much leave some for those who ask little. Belongs to one event loop.
    """

    def __init__(self, requests: int, threads: int, total: int) -> None:
        self._requests, self._left = requests, total
        self._free = threads
        self._each, self._reserved = max(1, threads // 2), threads // 4
        self._shares: dict[str, _Share] = {}

    @contextmanager
    def request(self, address: str) -> Iterator[None]:
        """Count one more request of an address until it is answered. Raises `RequestRefused`."""
        share = self._shares.setdefault(address, _Share())
        if share.requests >= self._requests:
            detail = say("{requests} requests from this address wait for an answer already.", requests=self._requests)
            raise RequestRefused("too-many-requests", detail, retry_after=1, close=True)
        if not self._left:
            self._forget(address)
            raise RequestRefused("busy", say("More wait than can be answered soon."), retry_after=1, close=True)
        self._left -= 1
        share.requests += 1
        try:
            yield
        finally:
            self._left += 1
            share.requests -= 1
            self._forget(address)

    def _forget(self, address: str) -> None:
        if not self._shares[address].requests:
            del self._shares[address]

    @asynccontextmanager
    async def thread(self, address: str) -> AsyncIterator[None]:
        """Hold one of the threads, for a request of an address that is counted."""
        share = self._shares[address]
        turn = asyncio.get_running_loop().create_future()
        share.waiting.append(turn)
        self._grant()
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():
                self._give_back(share)
            elif turn in share.waiting:
                share.waiting.remove(turn)
            raise
        try:
            yield
        finally:
            self._give_back(share)

    def _give_back(self, share: _Share) -> None:
        share.threads -= 1
        self._free += 1
        self._grant()

    def _grant(self) -> None:
        """Give the free threads to those who wait and may have one."""
        while waiting_shares := [share for share in self._shares.values() if share.waiting and self._may(share)]:
            share = min(waiting_shares, key=lambda waiting_share: waiting_share.threads)
            turn = share.waiting.popleft()
            if not turn.cancelled():
                share.threads += 1
                self._free -= 1
                turn.set_result(None)

    def _may(self, share: _Share) -> bool:
        left = self._free if share.threads < _FEW else self._free - self._reserved
        return left > 0 and share.threads < self._each
