"""A store with logs to copy, and its copy."""

from dataclasses import replace
from pathlib import Path

from core.eventlog.log import NEW
from core.events import ClubFounded, MatchOpened
from service.commands.verify import verify
from service.copies.copy_file import NAME
from service.store.maintenance import all_streams, copies
from tests.support.store import Store

OTHER = "m_bbbbbbbbbb"
OPENED = MatchOpened("vasa", "swedish", {"games": 3}, {"white": "Åsa", "black": "Örjan"})
NOT_THERE = "nothing is copied: the folder is not there"


def write(store: Store, stream: str, facts: int, name: str = "Vasa") -> None:
    log = store.log()
    if log.head(stream) is None:
        # The salts are always the same: a log that is written again has the same hashes.
        salts = {"players.white": "5a17" * 8, "players.black": "7ea5" * 8}
        log.append(stream, [replace(OPENED, salts=salts)], by="x", at=1, expected=NEW)
    if facts:
        log.append(stream, [ClubFounded("vasa", name)] * facts, by="x", at=1)


def copy_state(store: Store, stick: Path) -> str | None:
    """The state of the copy, as the store gives it to every caller; `None` before the first, which is said sooner."""
    return copies.troubles(store.client).get(str(stick))


def is_whole(run, store: Store, stick: Path) -> bool:
    """True if the copy proves itself and holds what the store holds."""
    heads = {
        stream.encode(): b"%d %b" % (head.version, head.hash.encode())
        for stream, head in all_streams.heads(store.client).items()
    }
    proved = run(verify, stick)
    lines = (stick / NAME).read_bytes().splitlines()
    return proved.exit_code == 0 and len(lines) >= 1 + sum(int(head.split()[0]) + 1 for head in heads.values())
