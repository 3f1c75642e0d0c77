"""Deliveries of news to webhooks: what waits, what was tried, and when a webhook is worked on next.

`{s07}:webhooks:c_<club>` is a hash of the active webhooks. `{s07}:deliveries:c_<club>:<webhook>` is a hash from the
number of a news item to the text of its delivery, empty before the first try. `{s07}:ended:c_<club>:<webhook>` orders
the deliveries that are over by their time. `{s07}:due` says of `<club>/<webhook>` when it is worked on next.

Recording an item makes its deliveries in the same step (`service.store.read_models.club.news`). A worker that takes a
webhook moves its time on by `CLAIM_MS`. So a webhook whose worker was killed comes again.
"""

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from redis import Redis

from service.store import keys
from service.store.lua import Lua

MOST_WAITING = 1000
"""Deliveries of a webhook from which on no further ones are made."""
ENDED_KEPT = 100
"""Deliveries of a webhook that are over and still listed."""
CLAIM_MS = 90_000
_KEPT_SECONDS = 30 * 24 * 3600
_AT_ONCE = 20

_SET_ACTIVE = Lua(
    """
local active, due = unpack(KEYS)
local club, prefix, now = unpack(ARGV, 1, 3)
local wanted = {}
for i = 4, #ARGV do wanted[ARGV[i]] = true end
for _, webhook in ipairs(redis.call('HKEYS', active)) do
  if not wanted[webhook] then
    redis.call('HDEL', active, webhook)
    redis.call('ZREM', due, club .. '/' .. webhook)
  end
end
for i = 4, #ARGV do
  if redis.call('HSET', active, ARGV[i], '1') == 1 and redis.call('EXISTS', prefix .. ARGV[i]) == 1 then
    redis.call('ZADD', due, 'LT', now, club .. '/' .. ARGV[i])
  end
end
return redis.status_reply('OK')
"""
)

_CLAIM = Lua(
    """
local found = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1], 'LIMIT', 0, ARGV[3])
for _, each in ipairs(found) do redis.call('ZADD', KEYS[1], ARGV[2], each) end
return found
"""
)

_WRITE = Lua(
    """
local deliveries, ended = unpack(KEYS)
local number, text, over, kept, seconds = unpack(ARGV)
redis.call('HSET', deliveries, number, text)
if over ~= '' then
  redis.call('ZADD', ended, over, number)
  while redis.call('ZCARD', ended) > tonumber(kept) do
    redis.call('HDEL', deliveries, redis.call('ZPOPMIN', ended)[1])
  end
else
  redis.call('ZREM', ended, number)
end
redis.call('EXPIRE', deliveries, seconds)
redis.call('EXPIRE', ended, seconds)
return redis.status_reply('OK')
"""
)

# A delivery that was made since the claim has set an earlier time, which stays.
_RELEASE = Lua(
    """
local due, work = unpack(KEYS)
local member, claim, following = unpack(ARGV)
local score = redis.call('ZSCORE', due, member)
if score then
  if tonumber(score) ~= tonumber(claim) then
    if following ~= '' then redis.call('ZADD', due, 'LT', following, member) end
  elseif following == '' then
    redis.call('ZREM', due, member)
  else
    redis.call('ZADD', due, following, member)
  end
end
redis.call('DEL', work)
return redis.status_reply('OK')
"""
)


class Claimed(NamedTuple):
    """A webhook that is to be worked on, and the time (Unix ms) at which it comes again if it is not."""

    club: str
    webhook_id: str
    until: int


def set_active(client: Redis, club: str, webhook_ids: Collection[str], now: int) -> None:
    """These webhooks of a club are active, and no others. One that becomes active again is worked on at once."""
    places = [active_key(club), due_key(club)]
    _SET_ACTIVE(client, places, [club, deliveries_prefix(club), now, *webhook_ids])


def claim(client: Redis, now: int) -> list[Claimed]:
    """Some of the webhooks whose time has come. No other caller is given them before `CLAIM_MS` have passed."""
    until = now + CLAIM_MS
    calls = [([_due(shard)], [now, until, _AT_ONCE]) for shard in keys.all_shards()]
    members = [member.decode().partition("/") for found in _CLAIM.each(client, calls) for member in found]
    return [Claimed(club, webhook_id, until) for club, _, webhook_id in members]


def take(client: Redis, claimed: Claimed) -> bool:
    """Begin to work on a webhook; `False` if another worker works on it now."""
    return bool(client.set(_work_key(claimed), 1, nx=True, px=CLAIM_MS))


def release(client: Redis, claimed: Claimed, following: int | None) -> None:
    """End the work on a webhook. It is worked on again at `following` (Unix ms), or when there are new deliveries."""
    member = f"{claimed.club}/{claimed.webhook_id}"
    arguments: list[str | bytes | int] = [member, claimed.until, "" if following is None else following]
    _RELEASE(client, [due_key(claimed.club), _work_key(claimed)], arguments)


def load(client: Redis, club: str, webhook_id: str) -> Mapping[int, str]:
    """The texts of the deliveries of a webhook by the number of their news; empty before the first try."""
    found: Any = client.hgetall(f"{deliveries_prefix(club)}{webhook_id}")
    return {int(number): text.decode() for number, text in sorted(found.items(), key=lambda row: int(row[0]))}


def write(client: Redis, club: str, webhook_id: str, number: int, text: str, *, ended: int | None) -> None:
    """Store a delivery; `ended` is the time (Unix ms) at which it was over, if it is. Of these the newest are kept."""
    places = [f"{deliveries_prefix(club)}{webhook_id}", f"{_base(club, 'ended')}:{webhook_id}"]
    _WRITE(client, places, [number, text, "" if ended is None else ended, ENDED_KEPT, _KEPT_SECONDS])


def work_now(client: Redis, club: str, webhook_id: str, now: int) -> None:
    """Have a webhook worked on at once."""
    client.zadd(due_key(club), {f"{club}/{webhook_id}": now}, lt=True)


def health(client: Redis, club: str, webhook_id: str) -> Mapping[str, int]:
    """The times and counts that tell how a webhook does; empty while its address takes what is sent."""
    found: Any = client.hgetall(_health_key(club, webhook_id))
    return {name.decode(): int(value) for name, value in found.items()}


def set_health(client: Redis, club: str, webhook_id: str, values: Mapping[str, int]) -> None:
    """Store the times and counts of a webhook in place of the earlier ones."""
    pipeline = client.pipeline(transaction=True)
    pipeline.delete(_health_key(club, webhook_id))
    if values:
        pipeline.hset(_health_key(club, webhook_id), mapping={name: str(value) for name, value in values.items()})
        pipeline.expire(_health_key(club, webhook_id), _KEPT_SECONDS)
    pipeline.execute()


def active_key(club: str) -> str:
    """The key of the active webhooks of a club."""
    return _base(club, "webhooks")


def deliveries_prefix(club: str) -> str:
    """The key of the deliveries of a club's webhook, without the webhook's id at its end."""
    return f"{_base(club, 'deliveries')}:"


def due_key(club: str) -> str:
    """The key of the times at which the webhooks of a shard are worked on."""
    return _due(keys.shard_of(f"c_{club}"))


def _due(shard: int) -> str:
    return f"{keys.tag(shard)}:due"


def _health_key(club: str, webhook_id: str) -> str:
    return f"{_base(club, 'webhook')}:{webhook_id}"


def _work_key(claimed: Claimed) -> str:
    return f"{_base(claimed.club, 'at-work')}:{claimed.webhook_id}"


def _base(club: str, kind: str) -> str:
    stream = f"c_{club}"
    return f"{keys.tag(keys.shard_of(stream))}:{kind}:{stream}"
