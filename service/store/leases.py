"""The leases under which pumps write: one owner for each shard, and the detection of an owner that is gone.

The fence is a token that lies in the store, without an expiry: a commit (`service.store.read_models.states`) is
refused unless the shard's lease holds the token of the pump that commits. So no clock and no silence can ever let two
pumps write.

Connections tell which pumps live. The store keeps nothing of them, neither in its file nor through its own end:

- A pump subscribes to a channel of its token. A lease whose token has no subscriber is free at once: its pump ended,
  was killed, or the store was started again since.
- An owner publishes its token every moment. A waiting pump that hears nothing of it for `LEASE_MS`, by its own elapsed
  time, takes the lease: the owner hangs, or its machine is out of reach.

So the time of day decides nothing, and a pump that has nothing to do writes nothing.

Pumps share the shards by a roll call. Each publishes its token, with the shards that it asks for. All that were heard
lately, in the order of their tokens, have the shards in turn: one of two has every other one. An owner gives up a shard
that is another pump's turn as soon as that one asks for it. A free shard is left to the pump whose turn it is, for
`LEASE_MS` at most.
"""

import time
from collections.abc import Iterable, Mapping, Sequence, Set
from contextlib import suppress
from typing import Any, NamedTuple

from redis import Redis
from redis.client import PubSub
from redis.exceptions import MovedError, RedisError
from redis.exceptions import TimeoutError as StoreSilent

from service.store import keys
from service.store.cluster.servers import servers, shards_at
from service.store.lua import Lua

LEASE_MS = 1500
_ANSWER_SECONDS = 5.0

_HOLD = Lua(
    """
local owner = redis.call('GET', KEYS[1])
if owner == ARGV[1] then return 1 end
if owner then
  local silent = false
  for i = 4, #ARGV do silent = silent or owner == ARGV[i] end
  if not silent and redis.call('PUBSUB', 'NUMSUB', ARGV[2] .. owner)[2] > 0 then return owner end
end
if ARGV[3] == '' then return 0 end
redis.call('SET', KEYS[1], ARGV[1])
return 2
"""
)
_FREE, _OURS, _TAKEN = 0, 1, 2

_GIVE_UP = Lua("if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0")


class Held(NamedTuple):
    """The shards that are ours now, and those of them that were not ours a moment ago."""

    all: set[int]
    taken: set[int]


class Leases:
    """The leases of one pump, whose `token` is unique. For one thread at a time."""

    def __init__(self, client: Redis, token: str) -> None:
        self._client, self.token = client, token
        self._subscription: PubSub | None = None
        self._roll = ""
        self._heard: dict[str, float] = {}
        self._asked: dict[str, set[int]] = {}
        self._free_since: dict[int, float] = {}

    def hold(self, shards: Iterable[int] | None = None) -> Held:
        """Keep the leases that are ours, take those that are free and our turn, and let the others hear that we live.

        What another pump asks for and has its turn is given up. Raises `RedisError`; then it is as if we had never
        listened.
        """
        wanted = sorted(keys.all_shards() if shards is None else shards)
        try:
            self._listen()
            now = time.monotonic()
            silent = {token for token, heard in self._heard.items() if now - heard > LEASE_MS / 1000}
            turns = self._turns(wanted, silent)
            free = {shard for shard, since in self._free_since.items() if now - since > LEASE_MS / 1000}
            answers = dict(zip(wanted, self._tried(wanted, silent, turns[self.token] | free), strict=True))
            given = self._give_up(_where(answers, _OURS), turns)
            held = Held(_where(answers, _OURS, _TAKEN) - given, _where(answers, _TAKEN))
            others = {shard: owner.decode() for shard, owner in answers.items() if isinstance(owner, bytes)}
            asked = sorted(turns[self.token] & others.keys())
            self._client.publish(self._roll, f"{self.token} {','.join(map(str, asked))}")
        except RedisError:
            self._close()
            raise
        self._free_since = {shard: self._free_since.get(shard, now) for shard in _where(answers, _FREE)}
        known = set(others.values()) | (self._heard.keys() - silent)
        self._heard = {token: self._heard.get(token, now) for token in known}
        self._asked = {token: asked for token, asked in self._asked.items() if token in known}
        return held

    def _turns(self, shards: Sequence[int], silent: Set[str]) -> dict[str, set[int]]:
        """The shards of each pump that was heard lately, this one included."""
        roll = sorted({self.token, *self._heard} - silent)
        return {token: {shard for shard in shards if shard % len(roll) == place} for place, token in enumerate(roll)}

    def _tried(self, shards: Sequence[int], silent: Iterable[str], free: Set[int]) -> list[Any]:
        """The state of each lease, after those of `free` were taken that had no living owner."""
        return _HOLD.each(
            self._client,
            [
                ([keys.lease(shard)], [self.token, keys.pump_channel(""), "1" if shard in free else "", *silent])
                for shard in shards
            ],
        )

    def _give_up(self, ours: Iterable[int], turns: Mapping[str, Set[int]]) -> set[int]:
        """The shards that are given up: other pumps ask for them, and it is their turn."""
        asked = {
            shard
            for token, shards in self._asked.items()
            if token != self.token
            for shard in shards & turns.get(token, set())
        }
        given = asked.intersection(ours)
        if given:
            _GIVE_UP.each(self._client, [([keys.lease(shard)], [self.token]) for shard in sorted(given)])
        return given

    def release(self) -> None:
        """Release the leases at once. Writes nothing: our token has no subscriber any more.

        Raises `RedisError`; the leases are free even then.
        """
        if self._subscription is None:
            return
        try:
            self._subscription.unsubscribe()
            self._await("unsubscribe", 2)
        finally:
            self._close()

    def _listen(self) -> None:
        """Be subscribed, and note who was heard since the last time."""
        if self._subscription is None:
            # A server of a cluster passes what is published on to all others: each has a roll call of its own.
            self._roll = keys.roll_call(str(self._client.info("server")["run_id"]))
            self._subscription = self._client.pubsub()
            self._subscription.subscribe(keys.pump_channel(self.token), self._roll)
            self._await("subscribe", 2)
        while message := self._subscription.get_message():
            self._note(message)

    def _await(self, kind: str, count: int) -> None:
        """Wait until the store has done as often what was asked of it."""
        while self._subscription and count:
            message = self._subscription.get_message(timeout=_ANSWER_SECONDS)
            if message is None:
                raise StoreSilent(f"no answer to {kind}")
            count -= message["type"] == kind
            self._note(message)

    def _note(self, message: dict[str, Any]) -> None:
        if message["type"] != "message":
            return
        token, _, asked = message["data"].decode().rpartition(" ")
        if token != self.token:
            self._heard[token] = time.monotonic()
            self._asked[token] = {int(part) for part in asked.split(",") if part}

    def _close(self) -> None:
        self._heard.clear()
        self._asked.clear()
        self._free_since.clear()
        if self._subscription is not None:
            with suppress(RedisError):
                self._subscription.close()
            self._subscription = None


def owned(client: Redis) -> list[bool]:
    """For each shard, whether a pump is connected that owns it; none owns those of a cluster's server that is away."""
    owned = [False] * keys.shard_count()
    found = servers(client)
    for server in found:
        try:
            for shard, is_owned in _owned_at(server, sorted(shards_at(client, server))).items():
                owned[shard] = is_owned
        except MovedError:
            continue  # another server tells of the shard
        except RedisError:
            if len(found) == 1:
                raise
    return owned


def _owned_at(server: Redis, shards: Sequence[int]) -> dict[int, bool]:
    """For each shard of a server: only the server to which an owner is connected knows that it lives."""
    pipeline = server.pipeline(transaction=False)
    for shard in shards:
        pipeline.get(keys.lease(shard))
    tokens = dict(zip(shards, pipeline.execute(), strict=True))
    channels = {token: keys.pump_channel(token.decode()) for token in tokens.values() if token}
    counts: dict[Any, int] = dict(server.pubsub_numsub(*channels.values())) if channels else {}
    living = {token for token, channel in channels.items() if counts.get(channel.encode())}
    return {shard: token in living for shard, token in tokens.items()}


def _where(answers: dict[int, Any], *wanted: int) -> set[int]:
    return {shard for shard, answer in answers.items() if answer in wanted}
