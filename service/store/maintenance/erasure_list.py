"""The list of erasures: what is brought back from a file is without the names that were erased. It holds no name.

`{s00}:erased` is a hash from `<club>.<player>` to JSON, and `{s00}:erased:<club>.<player>` a set of commitments of the
names that were erased. The file `erasures.list` in the data folder has the same, for a store that is made anew.
"""

import json
import secrets
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Self

from redis import Redis

from core.eventlog.erasure import Erasure, erased, places
from core.eventlog.personal_values import SALT_BYTES, erased_name
from core.events import PlayerRegistered, PlayerRenamed, Recorded
from service.private_files import alone_in, write_durably
from service.store.cluster.keys import HOME

FILE = "erasures.list"
_ALL = f"{HOME}:erased"


class Entry(NamedTuple):
    """An erasure of a player: who asked for it (`by`, as in logs), all ids, and commitments of the erased names.

    `texts`: the name was replaced in what people typed, too. Of the texts `kept` and `emptied` it was decided one by
    one (`core.eventlog.erasure.Erasure`).
    """

    id: str
    by: str
    players: tuple[str, ...]
    commitments: tuple[str, ...]
    texts: bool
    kept: tuple[str, ...] = ()
    emptied: tuple[str, ...] = ()

    @classmethod
    def read(cls, data: dict[str, Any]) -> Self:
        """An entry of its JSON."""
        decided = (tuple(data.get(each, ())) for each in ("kept", "emptied"))  # older lists have none
        players, commitments = tuple(data["players"]), tuple(data["commitments"])
        return cls(data["id"], data["by"], players, commitments, bool(data["texts"]), *decided)


def add(client: Redis, entry: Entry) -> None:
    """Put an erasure on the list, or more commitments of it."""
    if entry.commitments:
        client.sadd(f"{_ALL}:{entry.id}", *entry.commitments)
    client.hset(_ALL, entry.id, json.dumps(entry._replace(commitments=())._asdict(), ensure_ascii=False))


def entries(client: Redis, data: Path) -> list[Entry]:
    """All erasures that the store or the data folder knows."""
    found = {each.id: each for each in _in_file(data)}
    stored: dict[bytes, bytes] = client.hgetall(_ALL)  # type: ignore[assignment]
    for name, text in stored.items():
        entry = Entry.read(json.loads(text))
        known = found.get(entry.id)
        members: set[bytes] = client.smembers(f"{_ALL}:{name.decode()}")  # type: ignore[assignment]
        commitments = {member.decode() for member in members}
        commitments.update(known.commitments if known else ())
        found[entry.id] = entry._replace(commitments=tuple(sorted(commitments)))
    return [found[each] for each in sorted(found)]


def keep(client: Redis, data: Path) -> None:
    """Write the list into the data folder durably."""
    with alone_in(data, FILE):
        rows = [entry._asdict() for entry in entries(client, data)]
        write_durably(data / FILE, json.dumps(rows, ensure_ascii=False))


def _in_file(data: Path) -> Iterable[Entry]:
    try:
        text = (data / FILE).read_text()
    except FileNotFoundError:
        return []
    return [Entry.read(load) for load in json.loads(text)]


class Obeyed:
    """Logs of one file as they are brought back: without the names of the list. The clubs' own logs come first."""

    def __init__(self, listed: Sequence[Entry]) -> None:
        self._erasures = {
            entry.id: Erasure(
                frozenset(entry.players),
                commitments=frozenset(entry.commitments),
                texts=entry.texts,
                kept=frozenset(entry.kept),
                emptied=frozenset(entry.emptied),
            )
            for entry in listed
        }
        self._by = {entry.id: entry.by for entry in listed}

    def log(self, stream: str, events: Sequence[Recorded]) -> list[Recorded]:
        """A whole log, proved, without the names; the same events where it has none of them."""
        kept = list(events)
        if not self._erasures:
            return kept
        if stream.startswith("c_"):
            self._learn(kept)
        for name, erasure in self._erasures.items():
            if any(True for _ in places(stream, kept, erasure, parts=bool(erasure.emptied))):
                at = time.time_ns() // 1_000_000
                kept = erased(stream, kept, erasure, self._by[name], at, _new_salt) or kept
        return kept

    def _learn(self, events: Iterable[Recorded]) -> None:
        """The names that a file has of the players: they may stand in texts, and at boards of friendly matches."""
        for recorded in events:
            event = recorded.event
            if isinstance(event, PlayerRegistered | PlayerRenamed) and event.name != erased_name(event.player):
                for name, erasure in self._erasures.items():
                    if event.player in erasure.players:
                        self._erasures[name] = erasure._replace(names=erasure.names | {event.name})


def _new_salt() -> str:
    return secrets.token_hex(SALT_BYTES)
