"""All that the store keeps of the folds of streams, each as of one moment: for a comparison with their logs."""

import json
import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from redis import Redis

from core.eventlog.log import NEW
from service.store import keys
from service.store.lua import Lua
from service.store.read_models.match_checkpoints import Checkpoint, checkpoint_of

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
    """The state of a stream as JSON text, its verdicts that say something, and its checkpoints.

    `judged` is the last version that was judged, `NEW` (-1) while there is none, and `rules` are those it was judged
    by. An empty text is no state.
    """

    judged: int
    state: str
    verdicts: dict[int, str]
    checkpoints: list[Checkpoint]
    rules: int | None


def load(client: Redis, streams: Sequence[str]) -> list[StoredModel]:
    """The stored folds of these streams, in their order, in one round trip."""
    if not streams:
        return []
    calls = [((keys.state(stream), keys.verdicts(stream), keys.checkpoints(stream)), ()) for stream in streams]
    return [_read(*answer) for answer in _LOAD.each(client, calls)]


def _read(state: list[Any], verdicts: list[bytes], checkpoints: list[Any]) -> StoredModel:
    judged, text, whole = state
    by_version = zip(verdicts[::2], verdicts[1::2], strict=True)
    return StoredModel(
        int(judged) if text else NEW,
        text.decode() if text else "",
        {int(version): verdict.decode() for version, verdict in by_version},
        [checkpoint_of(entry, dict(zip(fields[::2], fields[1::2], strict=True))) for entry, fields in checkpoints],
        _rules(whole.decode()) if whole else None,
    )


_RULES = re.compile(r'\{"changes":\d+,"rules":(\d+),')
"""The beginning of a whole state, which is long."""


def _rules(whole: str) -> int:
    matched = _RULES.match(whole)
    return int(matched[1]) if matched else int(json.loads(whole)["rules"])
