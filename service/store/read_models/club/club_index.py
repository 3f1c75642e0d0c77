"""Matches and tournaments of a club, its deleted tournaments, and the matches with a referee's facts.

It is a view across shards, stored on the club's shard. Of a match with a referee's facts `{s07}:ruled:<match>` has the
versions of these facts: its log is not read for them.

The pump writes it at an opening, or a fact of a referee. A repeated write has the same result. A match that was judged
by an earlier version of brade has no such versions: the first reader finds them in its log, and writes them.
"""

from collections.abc import Callable, Iterable, Sequence

from redis import Redis

from service.store import keys
from service.store.keys import shard_of, tag
from service.store.lua import Lua

RULED = "ruled"
DELETED = "deleted"
KINDS = ("matches", "tournaments", RULED, DELETED)

# Those that are known from one version to another are replaced. "?" stands before versions that are not complete.
_NOTE = Lua(
    """
local known, is_complete = redis.call('GET', KEYS[1]), ARGV[1] == '1'
if not known and not is_complete then return 0 end
local first, last = tonumber(ARGV[2]), tonumber(ARGV[3])
local versions, later = {}, {}
for version in string.gmatch(known or '', '%d+') do
  if tonumber(version) < first then versions[#versions + 1] = version end
  if tonumber(version) > last then later[#later + 1] = version end
end
for i = 4, #ARGV do versions[#versions + 1] = ARGV[i] end
for _, version in ipairs(later) do versions[#versions + 1] = version end
local mark = not is_complete and string.sub(known, 1, 1) == '?' and '?' or ''
redis.call('SET', KEYS[1], mark .. table.concat(versions, ' '))
return 1
"""
)


def key(club: str, kind: str) -> str:
    """The key of a part of a club's index."""
    stream = f"c_{club}"
    return f"{tag(shard_of(stream))}:index:{stream}:{kind}"


def add(client: Redis, club: str, kind: str, stream: str, at: int) -> None:
    """Note that a club opened a match or tournament, or that a referee acted in a match, at that time (Unix ms)."""
    client.zadd(key(club, kind), {stream: at})


def unlist(client: Redis, club: str, tournament_id: str, at: int) -> None:
    """Take a deleted tournament out of the club's tournaments at that time (Unix ms); its log stays the club's."""
    add(client, club, DELETED, tournament_id, at)
    client.zrem(key(club, "tournaments"), tournament_id)


def add_ruled(client: Redis, club: str, match_id: str, first: int, facts: Sequence[tuple[int, int]]) -> None:
    """Note the versions and times (Unix ms) of all referees' facts of a match from the version `first` on, in order."""
    if not facts:
        return
    # One that is listed without versions was judged by an earlier version of brade.
    is_new = client.zscore(key(club, RULED), match_id) is None
    versions = [version for version, _ in facts]
    _NOTE(client, [keys.ruled(match_id)], [int(is_new), first, versions[-1], *versions])
    add(client, club, RULED, match_id, facts[-1][1])


def members(client: Redis, club: str, kind: str) -> list[str]:
    """The club's matches or tournaments, or the matches in which a referee acted, oldest first."""
    names: list[bytes] = client.zrange(key(club, kind), 0, -1)  # type: ignore[assignment]
    return [name.decode() for name in names]


def ruled_versions(
    client: Redis, matches: Sequence[str], find: Callable[[str], tuple[int, Iterable[int]]]
) -> dict[str, list[int]]:
    """The versions of the referees' facts of matches in which a referee acted.

    `find` gives the last version of a log and these versions, read from the log: it is asked once for a match that was
    judged by an earlier version of brade.
    """
    pipeline = client.pipeline(transaction=False)
    for match_id in matches:
        pipeline.get(keys.ruled(match_id))
    found: dict[str, list[int]] = {}
    for match_id, text in zip(matches, pipeline.execute(), strict=True):
        if text is None or text.startswith(b"?"):
            client.set(keys.ruled(match_id), "?", nx=True)  # the pump adds what it judges from here on
            last, versions = find(match_id)
            found[match_id] = list(versions)
            _NOTE(client, [keys.ruled(match_id)], [1, 0, last, *found[match_id]])
        else:
            found[match_id] = [int(version) for version in text.split()]
    return found
