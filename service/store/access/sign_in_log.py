"""Sign-in log: successes and failures, beside the event logs, since strangers write here by trying.

`{s07}:trail:<club>:in` and `…:failed` are streams of some 5,000 entries each, so that failures never push out what
succeeded; `{s07}:seen:<club>` is a hash from a member to the time of the last sign-in (Unix ms).
"""

from collections.abc import Callable
from typing import NamedTuple

from redis import Redis

from service.store.keys import shard_of, tag

KEPT = 5000
IN, FAILED = "in", "failed"


class SignInAttempt(NamedTuple):
    """A sign-in step: when (Unix ms), what, under which name, from which address."""

    at: int
    what: str
    author: str
    address: str


def _key(club: str, kind: str) -> str:
    stream = f"c_{club}"
    return f"{tag(shard_of(stream))}:{kind}:{club}"


def note(client: Redis, club: str, step: SignInAttempt, *, failed: bool = False, member_id: str | None = None) -> None:
    """Write down a step; `member` is who has now been seen."""
    kind = FAILED if failed else IN
    fields = {"at": step.at, "what": step.what, "who": step.author, "address": step.address}
    pipeline = client.pipeline(transaction=False)
    pipeline.xadd(f"{_key(club, 'trail')}:{kind}", fields, maxlen=KEPT, approximate=True)  # type: ignore[arg-type]
    if member_id is not None:
        pipeline.hset(_key(club, "seen"), member_id, str(step.at))
    pipeline.execute()


def steps(client: Redis, club: str) -> list[SignInAttempt]:
    """Everything that is kept, those who came in and those who could not."""
    found = []
    for kind in (IN, FAILED):
        entries: list[tuple[bytes, dict[bytes, bytes]]] = client.xrange(f"{_key(club, 'trail')}:{kind}")  # type: ignore[assignment]
        for _, fields in entries:
            data = {name.decode(): value.decode() for name, value in fields.items()}
            found.append(SignInAttempt(int(data["at"]), data["what"], data["who"], data["address"]))
    return found


def seen(client: Redis, club: str) -> dict[str, int]:
    """The time of each member's last sign-in (Unix ms)."""
    found: dict[bytes, bytes] = client.hgetall(_key(club, "seen"))  # type: ignore[assignment]
    return {member.decode(): int(at) for member, at in found.items()}


def remove(client: Redis, club: str, is_gone: Callable[[str], bool]) -> None:
    """Forget the steps of the authors of whom this is true."""
    for kind in (IN, FAILED):
        place = f"{_key(club, 'trail')}:{kind}"
        entries: list[tuple[bytes, dict[bytes, bytes]]] = client.xrange(place)  # type: ignore[assignment]
        gone = [entry for entry, fields in entries if is_gone(fields[b"who"].decode())]
        if gone:
            client.xdel(place, *gone)
