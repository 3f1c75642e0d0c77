"""Export jobs: files are written beside their place and then renamed, so no reader ever sees half of one.

The same log gives the same bytes. Each of these jobs may run twice, also at the same time. `service.exports` lists the
files of a tournament: another kind of file is a line there and none here.
"""

import fcntl
import json
import os
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from core import tournament
from core.errors import NotFound
from core.eventlog.codec import to_public
from core.eventlog.hash_chain import hash_of
from core.eventlog.log import NEW
from service.exports import EXPORTS, Asked, file_name, paper
from service.private_files import private_folder
from service.store.read_models import states
from workers.context import WorkerContext

_NAME = re.compile(r"[A-Za-z0-9_]+(\.[0-9]+)?")
_PAGE = 1000


def export_match(worker_context: WorkerContext, match_id: str) -> None:
    """Write `<match>.ndjson`: every judged event in its public form, with its hash and its verdict, a line each.

    Raises `NotFound` for a match of which nothing is judged.
    """
    with _place(worker_context, f"{_checked(match_id)}.ndjson") as place:
        _write(place, _match_lines(worker_context, match_id))


def export_standings(worker_context: WorkerContext, tournament_id: str) -> None:
    """Write `<tournament>.standings.csv`: the table as the log tells it, in the UTF-8 that spreadsheets recognise."""
    export_tournament(worker_context, tournament_id, "standings.csv")


def export_tournament(
    worker_context: WorkerContext, tournament_id: str, name: str, round_: int = 0, lang: str = "en"
) -> None:
    """Write a file of a tournament as everybody may see it, such as `<tournament>.bracket.svg`.

    `name` is one of `service.exports.EXPORTS`; `round_` is for those about one round. Raises `NotFound` for a name, a
    tournament or a round that is not there.
    """
    if name not in EXPORTS:
        raise NotFound("export", name, tuple(EXPORTS))
    asked = Asked(lang=lang, round=round_, bom=True)
    with _place(worker_context, file_name(_checked(tournament_id), name, asked, ".")) as place:
        log = worker_context.deps.log
        folded = tournament.fold(tournament_id, log.read(tournament_id))
        _write(place, [EXPORTS[name].make(paper(folded, lambda: log.read(tournament_id)), asked)])


def _match_lines(worker_context: WorkerContext, match_id: str) -> Iterator[bytes]:
    last, after = states.judged_version(worker_context.deps.client, match_id), NEW
    if last == NEW:
        raise NotFound("match", match_id)
    while after < last:
        page = list(worker_context.deps.log.read(match_id, after, min(_PAGE, last - after)))
        verdicts = states.verdicts(worker_context.deps.client, match_id, [each.version for each in page])
        for recorded in page:
            data = to_public(match_id, recorded)
            line = {**data, "hash": hash_of(data), "verdict": verdicts[recorded.version]}
            yield json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
        after = page[-1].version


def _checked(stream: str) -> str:
    """The id as part of a file's name. Raises `NotFound` for what is no id."""
    if not _NAME.fullmatch(stream):
        raise NotFound("match or tournament", stream)
    return stream


@contextmanager
def _place(worker_context: WorkerContext, name: str) -> Iterator[Path]:
    """The place of a file. One writer at a time, who reads the log once here: the last writer writes the newest."""
    folder = private_folder(worker_context.deps.settings.data / "exports")
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
