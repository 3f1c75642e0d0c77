"""News of a club, numbered 1, 2, 3 …: its newest `KEPT` items, and which are those of a tournament or of a series.

`{s07}:news:c_<club>` is a stream, id `<number>-0`, with the text of an item. `{s07}:news:c_<club>:<subject>` is one
with the numbers of the items of a tournament or a series. `{s07}:told:c_<club>` is a hash from a log to the last of its
versions that brought news. The pump writes them before it commits what it judged. An event that is judged again brings
no second item.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from redis import Redis

from service.store import deliveries, keys
from service.store.lua import Lua

KEPT = 10_000
DELIVERED_MS = 3 * 24 * 3600 * 1000
"""The age from which on an item is not sent to webhooks any more: about as long as one is tried."""

_PAGE, _KEPT_SECONDS = 1000, 3600

_RECORD = Lua(
    """
local news, told, live, active, due = unpack(KEYS)
local club, kept, now, deliveries, most_waiting = unpack(ARGV, 1, 5)
-- The last number that was given out, also if its item was forgotten since.
local function last_number()
  local about = redis.pcall('XINFO', 'STREAM', news)
  for i = 1, #about, 2 do
    if about[i] == 'last-generated-id' then return tonumber(string.match(about[i + 1], '^%d+')) end
  end
  return 0
end
for i = 6, #ARGV, 5 do
  local stream, version, subject, recent, text = unpack(ARGV, i, i + 4)
  local last_told = tonumber(redis.call('HGET', told, stream) or '-1')
  local following = ARGV[i + 5] == stream and ARGV[i + 6] == version
  if tonumber(version) > last_told then
    local number = last_number() + 1
    redis.call('XADD', news, 'MAXLEN', '~', kept, number .. '-0', 'text', text)
    redis.call('XADD', news .. ':' .. subject, 'MAXLEN', '~', kept, number .. '-0', 'of', '')
    for _, whose in ipairs({'c_' .. club, subject}) do
      redis.call('SPUBLISH', live, 'news news:' .. whose .. ' ' .. number .. ' ')
    end
    for _, webhook in ipairs(recent == '1' and redis.call('HKEYS', active) or {}) do
      if redis.call('HLEN', deliveries .. webhook) < tonumber(most_waiting) then
        redis.call('HSET', deliveries .. webhook, number, '')
        redis.call('ZADD', due, 'LT', now, club .. '/' .. webhook)
      end
    end
    if not following then redis.call('HSET', told, stream, version) end
  end
end
return redis.status_reply('OK')
"""
)


class NewItem(NamedTuple):
    """An item to record: the event that it follows from and its time (Unix ms), whose feed has it, and its text.

    `subject` is the id of a tournament or of a series.
    """

    stream: str
    version: int
    at: int
    subject: str
    text: str


class StoredItem(NamedTuple):
    """A recorded item: its number in the club, and its text."""

    number: int
    text: str


def topic(stream: str) -> str:
    """The name under which the club's channel has the news of the club (`c_…`) or of a tournament."""
    return f"news:{stream}"


def record(client: Redis, club: str, items: Sequence[NewItem], now: int) -> None:
    """Record items in this order, in one step, and make their deliveries to the club's webhooks.

    Items of events that brought their news already are left out. Old ones, as of a club that was brought back from a
    backup, are not delivered.
    """
    live = keys.live(f"c_{club}")
    places = [_key(club), _told_key(club), live, deliveries.active_key(club), deliveries.due_key(club)]
    _RECORD(
        client,
        places,
        [
            club,
            KEPT,
            now,
            deliveries.deliveries_prefix(club),
            deliveries.MOST_WAITING,
            *(word for item in items for word in _words(item, now)),
        ],
    )


_REPLACE = Lua(
    """
local news, made = unpack(KEYS)
local last, length = unpack(ARGV)
local function last_id(place)
  local about = redis.pcall('XINFO', 'STREAM', place)
  for i = 1, #about, 2 do
    if about[i] == 'last-generated-id' then return about[i + 1] end
  end
  return ''
end
if last_id(news) ~= last or redis.call('XLEN', news) ~= tonumber(length) then return 0 end
if redis.call('XLEN', made) ~= tonumber(length) then return 0 end
redis.call('RENAME', made, news)
redis.call('PERSIST', news)
redis.call('XSETID', news, last)
return 1
"""
)


def replace(client: Redis, club: str, replaced: Callable[[str], str]) -> None:
    """Give the items of a club the texts that `replaced` makes of theirs; they keep their numbers."""
    place, made = _key(club), keys.restoring(f"c_{club}", "news")
    while True:
        entries: Any = client.xrange(place)
        texts = [replaced(fields[b"text"].decode()) for _, fields in entries]
        if all(text == fields[b"text"].decode() for text, (_, fields) in zip(texts, entries, strict=True)):
            return
        about: Any = client.xinfo_stream(place)
        client.delete(made)
        for first in range(0, len(entries), _PAGE):
            pipeline = client.pipeline(transaction=False)
            for (entry, _), text in zip(entries[first : first + _PAGE], texts[first : first + _PAGE], strict=True):
                pipeline.xadd(made, {"text": text}, id=entry)
            pipeline.expire(made, _KEPT_SECONDS)
            pipeline.execute()
        if _REPLACE(client, [place, made], [about["last-generated-id"], len(entries)]):
            return


def forget(client: Redis, club: str, subject: str) -> None:
    """Take the items of a deleted tournament out of the feeds. Those to come keep their numbers."""
    numbers: Any = client.xrange(_key(club, subject))
    if numbers:
        client.xdel(_key(club), *(entry for entry, _ in numbers))
    client.delete(_key(club, subject))


def forget_items(client: Redis, club: str, subject: str, numbers: Sequence[int]) -> None:
    """Take these items of a subject out of the feeds."""
    entries = [f"{number}-0" for number in numbers]
    if entries:
        client.xdel(_key(club), *entries)
        client.xdel(_key(club, subject), *entries)


def newest(client: Redis, club: str, subject: str, count: int) -> list[StoredItem]:
    """The newest items of a tournament or of a series, the newest first."""
    found: Any = client.xrevrange(_key(club, subject), count=count)
    return list(items(client, club, [_number(entry) for entry, _ in found]).values())


def _words(item: NewItem, now: int) -> tuple[str | int, ...]:
    is_recent = now - item.at < DELIVERED_MS
    return item.stream, item.version, item.subject, int(is_recent), item.text


def last(client: Redis, club: str, subject: str | None = None) -> int:
    """The number of the newest item of a club, or of one of its tournaments or series; 0 without any."""
    newest: Any = client.xrevrange(_key(club, subject), count=1)
    return _number(newest[0][0]) if newest else 0


def page(
    client: Redis, club: str, after: int, limit: int, subject: str | None = None
) -> tuple[list[StoredItem], int | None]:
    """The next items of a club, or of a tournament or series of it, after a number, and the number where more follow.

    It reads no more than `limit` numbers, however many items there are. Items that are no longer kept are left out.
    """
    found: Any = client.xrange(_key(club, subject), f"{after + 1}-0", "+", limit + 1)
    shown = found[:limit]
    more = _number(shown[-1][0]) if len(found) > limit else None
    if subject is None:
        return [_item(entry, fields) for entry, fields in shown], more
    return list(items(client, club, [_number(entry) for entry, _ in shown]).values()), more


def items(client: Redis, club: str, numbers: Iterable[int]) -> dict[int, StoredItem]:
    """The items of these numbers, as far as they are kept, in this order."""
    pipeline = client.pipeline(transaction=False)
    for number in numbers:
        pipeline.xrange(_key(club), f"{number}-0", f"{number}-0")
    found = [_item(*reply[0]) for reply in pipeline.execute() if reply]
    return {stored_item.number: stored_item for stored_item in found}


def _item(entry: bytes, fields: Any) -> StoredItem:
    return StoredItem(_number(entry), fields[b"text"].decode())


def _number(entry: bytes) -> int:
    return int(entry.split(b"-")[0])


def _key(club: str, subject: str | None = None) -> str:
    stream = f"c_{club}"
    base = f"{keys.tag(keys.shard_of(stream))}:news:{stream}"
    return base if subject is None else f"{base}:{subject}"


def _told_key(club: str) -> str:
    stream = f"c_{club}"
    return f"{keys.tag(keys.shard_of(stream))}:told:{stream}"
