"""The share that each address has of the requests and the threads of a process."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

from service.server.problems import RequestRefused


class AddressShare:
    """What one address has open: requests that are not answered yet, and places for those that need a thread."""

    def __init__(self, threads: int) -> None:
        self.requests = 0
        self.threads = asyncio.Semaphore(threads)


class FairShare:
    """Counts by address; each has at most `requests` open, of which `threads` have a thread. For one event loop."""

    def __init__(self, requests: int, threads: int) -> None:
        self._requests, self._threads = requests, threads
        self._shares: dict[str, AddressShare] = {}

    @contextmanager
    def request(self, address: str) -> Iterator[AddressShare]:
        """Count one more request of an address until it is answered. Raises `RequestRefused`."""
        share = self._shares.get(address)
        if share is None:
            share = self._shares[address] = AddressShare(self._threads)
        if share.requests >= self._requests:
            detail = f"{self._requests} requests from this address wait for an answer already."
            raise RequestRefused("too-many-requests", detail, retry_after=1, close=True)
        share.requests += 1
        try:
            yield share
        finally:
            share.requests -= 1
            if not share.requests:
                del self._shares[address]
