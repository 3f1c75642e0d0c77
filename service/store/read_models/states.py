"""Read models of the log that the pump writes: states and verdicts.

How a pump uses this room, for each shard that it serves:

1. `leases.Leases.hold` every moment: only the shards that it tells are ours now.
2. `feed.open_feed`, then `feed.claim` (what an earlier pump left half done), then `feed.FeedReader.read` again and
   again: entries that say which stream has facts from `first` to `last`.
3. For the streams met: `wholes` gives the version that each has judged (none yet: -1, `NEW`) and the state, and
   `bulk_read.tails` gives the facts since. Fold them.
4. `commit_each` writes verdicts, state and judged version of each stream, takes it off the list of unjudged ones
   if nothing came meanwhile, and ends the feed's entries: all of it or nothing. It says `DONE`; `REPEATED`
   if all that was so already (the entries are ended); `MOVED` if the state is at another version (load and
   fold again); `LEASE_LOST` if another pump owns the shard now (stop: nothing was written).
5. `Leases.release` at the end.

The state is a cache: `forget` drops it and asks for it to be made again from the log.
"""

import json
from collections.abc import Iterable, Sequence
from enum import Enum
from typing import Any, NamedTuple

from redis import Redis

from core.eventlog.log import NEW
from core.match.state import REFUSED
from schemas.match_states import read_verdict
from service.store import keys
from service.store.feed import GROUP
from service.store.lua import Argument, Lua
from service.store.server_client import answers

Json = dict[str, Any]


class ReadModel(NamedTuple):
    """State of a stream after its facts up to `judged_version`."""

    judged_version: int
    json: Json


class Commit(Enum):
    """Result of a pump's commit."""

    DONE = "done"
    REPEATED = "repeated"
    MOVED = "moved"
    LEASE_LOST = "lease lost"


_COMMIT = Lua(
    """
local lease, state, verdicts, heads, unjudged, feed, live = unpack(KEYS)
local token, stream, expected, judged, json, group, whole, entries = unpack(ARGV, 1, 8)
if redis.call('GET', lease) ~= token then return 'lease lost' end
local actual = redis.call('HGET', state, 'judged_version') or '-1'
local said = 'done'
if actual == judged then
  said = 'repeated'
elseif actual ~= expected then
  return 'moved'
else
  redis.call('HSET', state, 'judged_version', judged, 'json', json)
  if whole ~= '' then redis.call('HSET', state, 'whole', whole) end
  for i = 9 + tonumber(entries), #ARGV, 3 do
    if ARGV[i + 1] ~= '' then redis.call('HSET', verdicts, ARGV[i], ARGV[i + 1]) end
    redis.call('SPUBLISH', live, 'verdict ' .. stream .. ' ' .. ARGV[i] .. ' ' .. ARGV[i + 2])
  end
end
if string.match(redis.call('HGET', heads, stream) or '', '^%d+') == judged then
  redis.call('HDEL', unjudged, stream)
end
for i = 9, 8 + tonumber(entries) do
  redis.call('XACK', feed, group, ARGV[i])
  redis.call('XDEL', feed, ARGV[i])
end
return said
"""
)

_FORGET = Lua(
    """
local state, verdicts, heads, unjudged, feed, checkpoints, sheet = unpack(KEYS)
local head = redis.call('HGET', heads, ARGV[1])
if not head then return 0 end
local last = string.match(head, '^%d+')
redis.call('DEL', state, verdicts, checkpoints, sheet)
redis.call('HSET', unjudged, ARGV[1], last)
redis.call('XADD', feed, '*', 'stream', ARGV[1], 'first', 0, 'last', last)
return 1
"""
)


class CommitRequest(NamedTuple):
    """Commit of a pump for a stream, from the version after `expected` up to `judged`.

    `state` is that of `judged`; `verdicts` has one for each new fact, in order, each with its `version`; `entries`
    are the ids of the stream's feed entries that this settles. `whole` is the complete state: judging goes on from it.
    """

    stream: str
    expected: int
    judged: int
    state: Json
    verdicts: Sequence[Json]
    entries: Sequence[str] = ()
    whole: str = ""


def commit_each(client: Redis, token: str, judgements: Sequence[CommitRequest]) -> list[Commit]:
    """Write what was judged of several streams, each in one step of its own, in one round trip.

    See `CommitRequest`. Viewers are told every verdict.
    """
    replies = _COMMIT.each(client, [_commit_call(token, judgement) for judgement in judgements])
    return [Commit(reply.decode()) for reply in replies]


def _commit_call(token: str, judgement: CommitRequest) -> tuple[list[str], list[Argument]]:
    stream, expected, judged, state, verdicts, entries, whole = judgement
    shard = keys.shard_of(stream)
    places = [
        keys.lease(shard),
        keys.state(stream),
        keys.verdicts(stream),
        keys.head(shard),
        keys.unjudged(shard),
        keys.feed(shard),
        keys.live(stream),
    ]
    return places, [
        token,
        stream,
        expected,
        judged,
        as_text(state),
        GROUP,
        whole,
        len(entries),
        *entries,
        *(word for verdict in verdicts for word in _stored(verdict)),
    ]


def load(client: Redis, stream: str) -> ReadModel | None:
    """The state of a stream; `None` while nothing of it was judged."""
    return load_many(client, [stream])[0]


def load_many(client: Redis, streams: Sequence[str]) -> list[ReadModel | None]:
    """The states of streams, in their order, in one round trip; `None` where nothing was judged yet."""
    found = answers(client, [("HMGET", keys.state(stream), "judged_version", "json") for stream in streams])
    return [ReadModel(int(judged), json.loads(text)) if text else None for judged, text in found]


def judged_version(client: Redis, stream: str) -> int:
    """The last version of a stream that was judged; `NEW` (-1) while there is none."""
    return judged_versions(client, [stream])[0]


def judged_versions(client: Redis, streams: Sequence[str]) -> list[int]:
    """The last judged version of each stream, in their order, in one round trip; `NEW` (-1) where there is none."""
    found = answers(client, [("HGET", keys.state(stream), "judged_version") for stream in streams])
    return [NEW if version is None else int(version) for version in found]


def wholes(client: Redis, streams: Sequence[str]) -> list[tuple[int, str]]:
    """The last judged version of each stream and the complete state that was kept last, empty where there is none.

    An earlier version of brade kept none: it may be of another version than what is judged.
    """
    pipeline = client.pipeline(transaction=False)
    for stream in streams:
        pipeline.hmget(keys.state(stream), "judged_version", "whole")
    return [
        (NEW if judged is None else int(judged), whole.decode() if whole else "")
        for judged, whole in pipeline.execute()
    ]


def verdicts(client: Redis, stream: str, versions: Iterable[int]) -> dict[int, Json | None]:
    """The verdict of each version: `None` where it is not judged yet.

    Only verdicts that say something are kept; a judged fact without one was accepted.
    """
    wanted = list(versions)
    if not wanted:
        return {}
    pipeline = client.pipeline(transaction=True)
    pipeline.hget(keys.state(stream), "judged_version")
    pipeline.hmget(keys.verdicts(stream), [str(version) for version in wanted])
    judged, texts = pipeline.execute()
    last = NEW if judged is None else int(judged)
    return {
        version: None if version > last else json.loads(text.decode()) if text else accepted(version)
        for version, text in zip(wanted, texts, strict=True)
    }


def refusals(client: Redis, stream: str, first: int, last: int) -> dict[int, tuple[str, str]]:
    """The rule and the explanation of each fact from one version to another that was judged and refused."""
    versions = range(first, last + 1)
    texts: list[Any] = client.hmget(keys.verdicts(stream), [str(version) for version in versions]) if versions else []
    verdicts = [read_verdict(json.loads(text.decode())) for text in texts if text]
    return {
        verdict.version: (verdict.rule or "", verdict.explanation) for verdict in verdicts if verdict.verdict == REFUSED
    }


def load_with_verdicts(client: Redis, stream: str) -> tuple[ReadModel | None, dict[int, Json]]:
    """A stream's state and all verdicts that say something, as of one moment."""
    pipeline = client.pipeline(transaction=True)
    pipeline.hmget(keys.state(stream), "judged_version", "json")
    pipeline.hgetall(keys.verdicts(stream))
    (judged, text), found = pipeline.execute()
    state = ReadModel(int(judged), json.loads(text)) if text else None
    return state, {int(version): json.loads(verdict) for version, verdict in found.items()}


def accepted(version: int) -> Json:
    """The verdict that says nothing more than that a fact counts."""
    return {"version": version, "verdict": "accepted"}


def forget(client: Redis, stream: str) -> bool:
    """Drop a stream's states and verdicts and have them made again; `False` if there is no such stream.

    Nothing is lost: the log gives the same again. A pump at work on it is told `MOVED` when it commits.
    """
    shard = keys.shard_of(stream)
    places = [
        keys.state(stream),
        keys.verdicts(stream),
        keys.head(shard),
        keys.unjudged(shard),
        keys.feed(shard),
        keys.checkpoints(stream),
        keys.sheet(stream),
    ]
    return bool(_FORGET(client, places, [stream]))


def _stored(verdict: Json) -> tuple[int, str, str]:
    version, text = int(verdict["version"]), as_text(verdict)
    return version, "" if verdict == accepted(version) else text, text


def as_text(value: Json) -> str:
    """A state or a verdict as it is stored."""
    return _compact(value)


_compact = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), check_circular=False).encode
