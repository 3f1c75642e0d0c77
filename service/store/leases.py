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
"""

import time
from collections.abc import Iterable
from contextlib import suppress
from typing import Any, NamedTuple

from redis import Redis
from redis.client import PubSub
from redis.exceptions import RedisError
from redis.exceptions import TimeoutError as StoreSilent

from service.store import keys
from service.store.lua import Lua

LEASE_MS = 1500
_ANSWER_SECONDS = 5.0

_HOLD = Lua(
    """
local owner = redis.call('GET', KEYS[1])
if owner == ARGV[1] then return 1 end
if owner then
  local silent = false
  for i = 3, #ARGV do silent = silent or owner == ARGV[i] end
  if not silent and redis.call('PUBSUB', 'NUMSUB', ARGV[2] .. owner)[2] > 0 then return owner end
end
redis.call('SET', KEYS[1], ARGV[1])
return 2
"""
)
_OURS, _TAKEN = 1, 2


class Held(NamedTuple):
    """The shards that are ours now, and those of them that were not ours a moment ago."""

    all: set[int]
    taken: set[int]


class Leases:
    """The leases of one pump, whose `token` is unique. For one thread at a time."""

    def __init__(self, client: Redis, token: str) -> None:
        self._client, self.token = client, token
        self._ear: PubSub | None = None
        self._heard: dict[str, float] = {}

    def hold(self, shards: Iterable[int] = range(keys.SHARDS)) -> Held:
        """Keep the leases that are ours, take those that are free, and let the others hear that we live.

        Raises `RedisError`; then it is as if we had never listened.
        """
        wanted = list(shards)
        try:
            self._listen()
            now = time.monotonic()
            silent = [token for token, heard in self._heard.items() if now - heard > LEASE_MS / 1000]
            arguments = [self.token, keys.pump_channel(""), *silent]
            replies = _HOLD.each(self._client, [([keys.lease(shard)], arguments) for shard in wanted])
            answers = dict(zip(wanted, replies, strict=True))
            held = Held(_where(answers, _OURS, _TAKEN), _where(answers, _TAKEN))
            if held.all:
                self._client.publish(keys.PUMPS, self.token)
        except RedisError:
            self._close()
            raise
        others = {owner.decode() for owner in answers.values() if isinstance(owner, bytes)}
        self._heard = {owner: self._heard.get(owner, now) for owner in others}
        return held

    def release(self) -> None:
        """Release the leases at once. Writes nothing: our token has no subscriber any more.

        Raises `RedisError`; the leases are free even then.
        """
        if self._ear is None:
            return
        try:
            self._ear.unsubscribe()
            self._await("unsubscribe", 2)
        finally:
            self._close()

    def _listen(self) -> None:
        """Be subscribed, and note who was heard since the last time."""
        if self._ear is None:
            self._ear = self._client.pubsub()
            self._ear.subscribe(keys.pump_channel(self.token), keys.PUMPS)
            self._await("subscribe", 2)
        while message := self._ear.get_message():
            self._note(message)

    def _await(self, kind: str, count: int) -> None:
        """Wait until the store has done as often what was asked of it."""
        while self._ear and count:
            message = self._ear.get_message(timeout=_ANSWER_SECONDS)
            if message is None:
                raise StoreSilent(f"no answer to {kind}")
            count -= message["type"] == kind
            self._note(message)

    def _note(self, message: dict[str, Any]) -> None:
        if message["type"] == "message" and (token := message["data"].decode()) in self._heard:
            self._heard[token] = time.monotonic()

    def _close(self) -> None:
        self._heard.clear()
        if self._ear is not None:
            with suppress(RedisError):
                self._ear.close()
            self._ear = None


def owned(client: Redis) -> list[bool]:
    """For each shard, whether a pump is connected that owns it."""
    pipeline = client.pipeline(transaction=False)
    for shard in range(keys.SHARDS):
        pipeline.get(keys.lease(shard))
    tokens = pipeline.execute()
    channels = {token: keys.pump_channel(token.decode()) for token in tokens if token}
    counts: dict[Any, int] = dict(client.pubsub_numsub(*channels.values())) if channels else {}
    living = {token for token, channel in channels.items() if counts.get(channel.encode())}
    return [token in living for token in tokens]


def _where(answers: dict[int, Any], *wanted: int) -> set[int]:
    return {shard for shard, answer in answers.items() if answer in wanted}
