"""Clock that goes on by elapsed time alone, whatever the machine's clock is set to.

It begins with the machine's time at the first start on a store. From then on it follows the time since the machine was
started, which no setting of a clock changes. Only while the machine was off the difference of its clock counts.

`{s00}:elapsed` is a hash: start of a machine → `<steady> <running> <since start> <machine's clock>`, all in
milliseconds and of one moment. `running` leaves out the time while the machine was off. All processes of one start of a
machine count from the same line, so they agree. The line is written anew now and then, and as soon as the machine's
clock was set: the time off is counted from there.
"""

import subprocess
import sys
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import NamedTuple
from uuid import uuid4

from redis import Redis

from service.store import keys
from service.store.lua import Lua

KEPT_EVERY_MS = 15 * 60 * 1000
SET_MS = 2000
"""A difference between elapsed time and the machine's clock from which on the clock counts as set."""
_MOST_STARTS = 64
_BOOT_ID = Path("/proc/sys/kernel/random/boot_id")

_BEGIN = Lua("""
local start, since, now, most = ARGV[1], ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4])
local own = redis.call('HGET', KEYS[1], start)
if own then return own end
local starts, steady, running, oldest, first = 0, now, 0, nil, nil
local last = -1
local lines = redis.call('HGETALL', KEYS[1])
for i = 1, #lines, 2 do
  local was, ran, _, clock = string.match(lines[i + 1], '^(%d+) (%d+) (%d+) (%d+)$')
  was, ran, clock = tonumber(was), tonumber(ran), tonumber(clock)
  starts = starts + 1
  if was > last then last, steady, running = was, was + math.max(0, now - clock), ran end
  if not first or was < first then oldest, first = lines[i], was end
end
if starts >= most then redis.call('HDEL', KEYS[1], oldest) end
own = string.format('%.0f %.0f %s %.0f', steady, running, since, now)
redis.call('HSET', KEYS[1], start, own)
return own
""")


class _Line(NamedTuple):
    """One moment by four clocks, in milliseconds."""

    steady: int
    running: int
    since_start: int
    wall: int

    def at(self, since_start: int, wall: int) -> "_Line":
        """The line of a later moment of the same start."""
        passed = since_start - self.since_start
        return _Line(self.steady + passed, self.running + passed, since_start, wall)


def since_start() -> int:
    """Milliseconds since the machine was started, those in which it slept included where the system counts them."""
    kind = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)
    return time.clock_gettime_ns(kind) // 1_000_000


@cache
def this_start() -> str:
    """The id of the machine's last start; where it cannot be asked for, one of this process."""
    try:
        if sys.platform == "darwin":
            name = subprocess.run(
                ["/usr/sbin/sysctl", "-n", "kern.bootsessionuuid"], capture_output=True, text=True, check=True
            ).stdout.strip()
        else:
            name = _BOOT_ID.read_text().strip()
    except (OSError, subprocess.SubprocessError):
        name = ""
    return name or uuid4().hex


class SteadyClock:
    """The steady clock of a process, read once from its store; safe to share between threads.

    It raises `RedisError` as long as it could not be read. `wall` is the machine's clock (Unix ms).
    """

    def __init__(self, client: Redis, wall: Callable[[], int], start: Callable[[], str] = this_start) -> None:
        self._client, self._wall, self._start = client, wall, start
        self._kept: _Line | None = None

    def __call__(self) -> int:
        """The steady time, in milliseconds: as Unix time at the first start, unless the machine's clock was set."""
        return self._now().steady

    def running(self) -> int:
        """The milliseconds in which machines with this store were on."""
        return self._now().running

    def keep(self) -> None:
        """Write the line anew if it is old or the machine's clock was set. Called every few seconds by one process."""
        now, kept = self._now(), self._kept
        assert kept is not None, "it was read"
        passed = now.since_start - kept.since_start
        if passed >= KEPT_EVERY_MS or abs(now.wall - kept.wall - passed) > SET_MS:
            self._client.hset(keys.ELAPSED, self._start(), " ".join(map(str, now)))
            self._kept = now

    def _now(self) -> _Line:
        since, wall = since_start(), self._wall()
        if self._kept is None:
            line = _BEGIN(self._client, [keys.ELAPSED], [self._start(), since, wall, _MOST_STARTS])
            self._kept = _Line(*map(int, line.split()))
        return self._kept.at(since, wall)
