"""Files that take time: written beside their place and then put there, so that nobody ever reads half of one.

The same log gives the same bytes. Each of these jobs may run twice, also at the same time. What can be written of a
tournament is listed once, in `service.exports`: another kind of file is a line there and none here.
"""

import fcntl
import json
import os
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from core import tournament as tournaments
from core.chain import hash_of
from core.codec import to_public
from core.errors import Unknown
from core.log import NEW
from service.exports import EXPORTS, Asked, file_name, paper
from service.private_files import private_folder
from service.store import views
from workers.workshop import Workshop

_NAME = re.compile(r"[A-Za-z0-9_]+(\.[0-9]+)?")
_PAGE = 1000


def export_match(workshop: Workshop, match: str) -> None:
    """Write `<match>.ndjson`: every judged event in its public form, with its hash and its verdict, a line each.

    Raises `Unknown` for a match of which nothing is judged.
    """
    with _place(workshop, f"{_checked(match)}.ndjson") as place:
        _write(place, _match_lines(workshop, match))


def export_standings(workshop: Workshop, tournament: str) -> None:
    """Write `<tournament>.standings.csv`: the table as the log tells it, in the UTF-8 that spreadsheets recognise."""
    export_tournament(workshop, tournament, "standings.csv")


def export_tournament(workshop: Workshop, tournament: str, name: str, round_: int = 0, lang: str = "en") -> None:
    """Write a file of a tournament as everybody may see it, such as `<tournament>.bracket.svg`.

    `name` is one of `service.exports.EXPORTS`; `round_` is for those about one round. Raises `Unknown` for a name, a
    tournament or a round that is not there.
    """
    if name not in EXPORTS:
        raise Unknown("export", name, tuple(EXPORTS))
    asked = Asked(lang=lang, round=round_, bom=True)
    with _place(workshop, file_name(_checked(tournament), name, asked, ".")) as place:
        log = workshop.house.log
        folded = tournaments.fold(tournament, log.read(tournament))
        _write(place, [EXPORTS[name].make(paper(folded, lambda: log.read(tournament)), asked)])


def _match_lines(workshop: Workshop, match: str) -> Iterator[bytes]:
    last, after = views.judged_version(workshop.house.client, match), NEW
    if last == NEW:
        raise Unknown("match", match)
    while after < last:
        page = list(workshop.house.log.read(match, after, min(_PAGE, last - after)))
        verdicts = views.verdicts(workshop.house.client, match, [each.version for each in page])
        for recorded in page:
            words = to_public(match, recorded)
            line = {**words, "hash": hash_of(words), "verdict": verdicts[recorded.version]}
            yield json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
        after = page[-1].version


def _checked(stream: str) -> str:
    """The id as part of a file's name. Raises `Unknown` for what is no id."""
    if not _NAME.fullmatch(stream):
        raise Unknown("match or tournament", stream)
    return stream


@contextmanager
def _place(workshop: Workshop, name: str) -> Iterator[Path]:
    """Where a file goes. One writer at a time, who reads the log once here: whoever is last writes the newest."""
    folder = private_folder(workshop.house.settings.data / "exports")
    with (folder / f".{name}.lock").open("ab") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield folder / name


def _write(place: Path, parts: Iterable[bytes]) -> None:
    draft = place.with_name(f".{place.name}.draft")
    draft.unlink(missing_ok=True)  # of a writer that was killed
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.writelines(parts)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(place)
