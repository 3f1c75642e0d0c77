"""Logs that are brought back together: gathered where no reader sees them, then all put in place in one step.

`{s07}:restoring:<stream>:<attempt>` is a stream of events as in a log. It is gone after six hours, should the process
end that gathers.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple

from redis import Redis

from core.errors import VersionConflict
from core.eventlog.log import NEW, Head
from core.events import Recorded
from service.store import keys
from service.store.archive.gathering import gather
from service.store.lua import Argument, Lua
from service.store.read_models.club import club_index

_PAGE = 1000
_KEPT_HOURS = 6

_PUBLISH = Lua(
    """
local listed, mark = tonumber(ARGV[1]), ARGV[2]
local first = 3 + 3 * listed
for i = first, #ARGV, 5 do
  local heads, last = KEYS[tonumber(ARGV[i + 3])], tonumber(string.match(ARGV[i + 4], '^%d+'))
  local actual = redis.call('HGET', heads, ARGV[i])
  if actual then return {'exists', ARGV[i], actual} end
  if redis.call('XLEN', ARGV[i + 1]) ~= last + 1 then return {'incomplete', ARGV[i], ''} end
end
for i = first, #ARGV, 5 do
  redis.call('RENAME', ARGV[i + 1], ARGV[i + 2])
  redis.call('PERSIST', ARGV[i + 2])
  redis.call('HSET', KEYS[tonumber(ARGV[i + 3])], ARGV[i], ARGV[i + 4])
end
for i = 3, first - 1, 3 do redis.call('ZADD', ARGV[i], ARGV[i + 1], ARGV[i + 2]) end
if mark ~= '' then redis.call('HSET', mark, 'published', 1) end
return {'written', '', ''}
"""
)


class Listed(NamedTuple):
    """A tournament or a friendly match in its club's index: `kind` as there, opened `at` (Unix ms)."""

    club: str
    kind: str
    stream: str
    at: int


class HiddenLogs:
    """The logs of one attempt, which names them; another process may go on with it."""

    def __init__(self, client: Redis, attempt: str) -> None:
        self._client, self._attempt = client, attempt

    def gather(self, stream: str, events: Sequence[Recorded]) -> None:
        """Keep the events of a whole log, which the caller has proved; nothing is done where they are kept already."""
        place = keys.restoring(stream, self._attempt)
        last: Any = self._client.xrevrange(place, count=1)
        if last and self._client.xlen(place) == len(events) and last[0][1][b"prev"].hex() == events[-1].prev_hash:
            return
        self._client.delete(place)
        gather(self._client, place, events, _KEPT_HOURS)

    def publish(self, heads: Mapping[str, Head], listed: Iterable[Listed] = (), mark: str = "") -> None:
        """Put all these logs in place in one step, and list them in their clubs' indexes. No worker is told of them.

        `mark` is a hash in which the field `published` is set in the same step. Raises `VersionConflict` if one of the
        logs is there already, or is not gathered whole: then none was put in place.
        """
        rows = [each for each in listed if each.stream in heads]
        words: list[Argument] = [len(rows), mark]
        for club, kind, stream, at in rows:
            words += club_index.key(club, kind), at, stream
        for stream, head in heads.items():
            shard = keys.shard_of(stream)
            words += stream, keys.restoring(stream, self._attempt), keys.log(stream), shard + 1
            words.append(f"{head.version} {head.hash}")
        places = [keys.head(shard) for shard in keys.all_shards()]
        reply, stream, actual = _PUBLISH(self._client, places, words)
        if reply != b"written":
            version = int(actual.split(b" ")[0]) if actual else NEW
            raise VersionConflict(stream.decode(), NEW, version)

    def discard(self, streams: Iterable[str]) -> None:
        """Forget what was gathered of these logs."""
        rest = iter(streams)
        while page := list(islice(rest, _PAGE)):
            self._client.unlink(*(keys.restoring(stream, self._attempt) for stream in page))
