"""The primaries of a cluster, and which of them has a slot."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from threading import Lock
from typing import Any

from redis import Redis
from redis.exceptions import BusyLoadingError, ClusterDownError, RedisError
from redis.exceptions import ConnectionError as StoreUnreachable
from redis.exceptions import TimeoutError as StoreSilent

from service.store.cluster.addresses import Address

SLOTS = 16384
_PAUSE_SECONDS = 0.5
_REFRESH_SECONDS = 0.1
_KNOWN_SECONDS = 1.0


Connect = Callable[[Address, float], Redis]
"""A plain client of a server, whose answers may take so many seconds."""


class Node:
    """A server of the cluster. While it is silent, one caller at a time waits for it, and all others are told at once.

    A server that hangs would else hold every thread of a process for as long as an answer may take.
    """

    def __init__(self, address: Address, client: Redis, answer_seconds: float) -> None:
        self.address, self.client = address, client
        self._seconds = answer_seconds
        self._lock = Lock()
        self._fails = False
        self._until = 0.0

    @contextmanager
    def guarded(self) -> Iterator[Redis]:
        """The client, for one question. Raises `StoreSilent` while the server is known to give no answer."""
        with self._lock:
            now = time.monotonic()
            if self._fails and now < self._until:
                raise StoreSilent(f"{self.address} does not answer")
            self._until = now + self._seconds
        try:
            yield self.client
        except (StoreSilent, StoreUnreachable):
            with self._lock:
                self._fails, self._until = True, time.monotonic() + _PAUSE_SECONDS
            raise
        self._fails = False

    @property
    def is_silent(self) -> bool:
        """True if it did not answer the last question."""
        return self._fails


class Topology:
    """The slots of a cluster and their primaries, as one of its servers tells. Safe to share between threads."""

    def __init__(self, seeds: Sequence[Address], connect: Connect, answer_seconds: float) -> None:
        self._seeds, self._connect, self._seconds = tuple(seeds), connect, answer_seconds
        self._nodes: dict[Address, Node] = {}
        self._probes: dict[Address, Redis] = {}
        self._slots: list[Address | None] = [None] * SLOTS
        self._lock, self._refreshing = Lock(), Lock()
        self._expired = True
        self._refreshed = 0.0

    def node(self, slot: int) -> Node:
        """The primary of a slot. Raises `ClusterDownError` if no server has it, `StoreUnreachable` if none answers."""
        self._refresh()
        address = self._slots[slot]
        if address is None:
            self.expire()
            raise ClusterDownError(f"no server has slot {slot}")
        return self._node(address)

    def primaries(self) -> list[Node]:
        """All primaries that have slots, in one order for everybody. Raises `StoreUnreachable`."""
        if time.monotonic() - self._refreshed > _KNOWN_SECONDS:  # those who ask servers themselves notice no new one
            self.expire()
        self._refresh()
        return [self._node(address) for address in sorted({slot for slot in self._slots if slot})]

    def expire(self) -> None:
        """Ask again before the next use which server has what."""
        self._expired = True

    def record_move(self, slot: int, host: str, port: int, told_by: Node) -> None:
        """Take the word of a server that another one has a slot."""
        self._slots[slot] = Address(host or told_by.address.host, port)
        self.expire()

    def node_at(self, host: str, port: int, told_by: Node) -> Node:
        """A server that another one named."""
        return self._node(Address(host or told_by.address.host, port))

    def close(self) -> None:
        """Close all connections."""
        for client in [*(node.client for node in self._nodes.values()), *self._probes.values()]:
            client.close()

    def _node(self, address: Address) -> Node:
        node = self._nodes.get(address)
        if node is None:
            with self._lock:
                client = self._connect(address, self._seconds)
                node = self._nodes.setdefault(address, Node(address, client, self._seconds))
        return node

    def _refresh(self) -> None:
        if self._refreshed and (not self._expired or time.monotonic() - self._refreshed < _REFRESH_SECONDS):
            return
        with self._refreshing:
            if self._refreshed and time.monotonic() - self._refreshed < _REFRESH_SECONDS:
                return  # another thread has asked meanwhile
            self._expired = False
            try:
                self._slots = self._fetch_slots()
            except RedisError:
                self._expired = True
                if not self._refreshed:
                    raise
            self._refreshed = time.monotonic()

    def _fetch_slots(self) -> list[Address | None]:
        """The slots, as the first server says that answers; those that gave no answer a moment ago are asked last."""
        known = sorted(self._nodes.values(), key=lambda node: node.is_silent)
        error: RedisError = StoreUnreachable("no server of the cluster is known")
        for address in dict.fromkeys([*(node.address for node in known), *self._seeds]):
            probe = self._probes.get(address) or self._probes.setdefault(address, self._connect(address, 1.0))
            try:
                answer = probe.execute_command("CLUSTER SLOTS")
            except BusyLoadingError as other:
                error = other
                continue
            except RedisError as other:
                error = other
                continue
            if slots := _parse_slots(answer, address):
                return slots
        raise error


def _parse_slots(answer: list[Any], told_by: Address) -> list[Address | None]:
    """The address of each slot's primary."""
    slots: list[Address | None] = [None] * SLOTS
    for first, last, (host, port, *_), *_replicas in answer:
        name = host.decode() if isinstance(host, bytes) else str(host or "")
        slots[first : last + 1] = [Address(name or told_by.host, int(port))] * (last + 1 - first)
    return slots if any(slots) else []
