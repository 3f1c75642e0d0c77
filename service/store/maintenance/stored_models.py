"""All that the store keeps of the folds of streams, each as of one moment: for a comparison with their logs."""

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from redis import Redis

from core.eventlog.log import NEW
from service.store import keys
from service.store.lua import Lua
from service.store.read_models.match_checkpoints import Checkpoint, checkpoint_of
from service.store.read_models.states import Json, ReadModel

_LOAD = Lua(
    """
return {
  redis.call('HMGET', KEYS[1], 'judged_version', 'json', 'whole'),
  redis.call('HGETALL', KEYS[2]),
  redis.call('XRANGE', KEYS[3], '-', '+'),
}
"""
)


class StoredModel(NamedTuple):
    """The state of a stream, its verdicts that say something, its checkpoints; `rules` are those it was judged by."""

    state: ReadModel | None
    verdicts: dict[int, Json]
    checkpoints: list[Checkpoint]
    rules: int | None

    @property
    def judged(self) -> int:
        """The last version that was judged; `NEW` (-1) while there is none."""
        return self.state.judged_version if self.state else NEW


def load(client: Redis, streams: Sequence[str]) -> list[StoredModel]:
    """The stored folds of these streams, in their order, in one round trip."""
    if not streams:
        return []
    calls = [((keys.state(each), keys.verdicts(each), keys.checkpoints(each)), ()) for each in streams]
    return [_read(*answer) for answer in _LOAD.each(client, calls)]


def _read(state: list[Any], verdicts: list[bytes], checkpoints: list[Any]) -> StoredModel:
    judged, text, whole = state
    by_version = zip(verdicts[::2], verdicts[1::2], strict=True)
    return StoredModel(
        ReadModel(int(judged), json.loads(text)) if text else None,
        {int(version): json.loads(verdict) for version, verdict in by_version},
        [checkpoint_of(entry, dict(zip(fields[::2], fields[1::2], strict=True))) for entry, fields in checkpoints],
        json.loads(whole)["rules"] if whole else None,
    )
