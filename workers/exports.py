"""Export jobs: files are written beside their place and then renamed, so no reader ever sees half of one.

The same log gives the same bytes. Each of these jobs may run twice, also at the same time. `service.exports` lists the
files of a tournament: another kind of file is a line there and none here.
"""

import json
import logging
import os
import re
import time
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import IO

from core import tournament
from core.errors import BradeError, NotFound
from core.eventlog.codec import to_public
from core.eventlog.hash_chain import hash_of
from core.eventlog.log import NEW
from core.events import Recorded
from core.names.shown_names import PUBLIC
from core.tournament.model.visibility import without_drafts
from service.backups import whole_export
from service.bootstrap import Dependencies
from service.exports import EXPORTS, ExportOptions, file_name, is_on_paper, paper
from service.exports.match_sets import MATCH_SETS, MatchLog
from service.handlers import prepared_files as files
from service.handlers.authors import Authors
from service.handlers.match import hidden_names, replay, sheets
from service.handlers.match.occasions import occasion_of
from service.handlers.match.referees_facts import of_tournament
from service.private_files import alone_in, private_folder
from service.repository import reading_as_members, reading_as_public, reading_on_paper
from service.store import bulk_read, prepared_files
from service.store.maintenance import all_streams, daily_number
from service.store.prepared_files import FAILED, READY, UNFINISHED, WRITING, PreparedFile
from service.store.read_models import states
from service.translations.spreadsheets import spreadsheet_form
from workers.context import WorkerContext

_NAME = re.compile(r"[A-Za-z0-9_]+(\.[0-9]+)?")
_PAGE = 1000
_log = logging.getLogger(__name__)
_MOST_TRIES, _BEAT_SECONDS = 8, 0.5


def export_match(worker_context: WorkerContext, match_id: str) -> None:
    """Write `<match>.ndjson`: every judged event in its public form, with its hash and its verdict, a line each.

    Raises `NotFound` for a match of which nothing is judged.
    """
    with _place(worker_context, f"{_checked(match_id)}.ndjson") as place:
        _write(place, _match_lines(worker_context, match_id))


def keep_sheet(worker_context: WorkerContext, match_id: str) -> None:
    """Finish the parts of the sheet of a long match, so that no reader waits for them."""
    sheets.keep_parts(worker_context.deps, match_id)


def export_standings(worker_context: WorkerContext, tournament_id: str) -> None:
    """Write `<tournament>.standings.csv`: the table as the log tells it, in the UTF-8 that spreadsheets recognise.

    With it come the records of its settled matches, as far as they are not written yet.
    """
    export_tournament(worker_context, tournament_id, "standings.csv")
    for match_id in _unwritten(worker_context, tournament_id):
        export_match(worker_context, match_id)


def _unwritten(worker_context: WorkerContext, tournament_id: str) -> list[str]:
    """The matches of a tournament with a result of which more is judged than their records say."""
    matches = sorted(worker_context.deps.repository.tournament(tournament_id).results)
    judged = states.judged_versions(worker_context.deps.client, matches)
    folder = worker_context.deps.settings.data / "exports"
    return [
        match_id
        for match_id, version in zip(matches, judged, strict=True)
        if version > _last_line(folder / f"{match_id}.ndjson")
    ]


def _last_line(path: Path) -> int:
    """The number of the last line of a record, the first one being 0: that of its last event; `NEW` without one."""
    try:
        with path.open("rb") as file:
            return sum(1 for _ in file) - 1
    except FileNotFoundError:
        return NEW


def export_tournament(
    worker_context: WorkerContext, tournament_id: str, name: str, round_: int = 0, lang: str = "en"
) -> None:
    """Write a file of a tournament as everybody may see it, such as `<tournament>.bracket.svg`.

    `name` is one of `service.exports.EXPORTS`; `round_` is for those about one round. Raises `NotFound` for a name, a
    tournament or a round that is not there.
    """
    if name not in EXPORTS:
        raise NotFound("export", name, tuple(EXPORTS))
    asked = ExportOptions(lang=lang, round=round_, csv=spreadsheet_form(lang))
    with _place(worker_context, file_name(_checked(tournament_id), name, asked, ".")) as place:
        log = worker_context.deps.log
        with _as_everybody(name):
            folded = worker_context.deps.repository.tournament(tournament_id)
        at_tables = (
            of_tournament(worker_context.deps, folded.created.club, tournament_id) if EXPORTS[name].with_rulings else []
        )
        repository, club = worker_context.deps.repository, folded.created.club
        with _as_everybody(name):
            shown = list(repository.shown_events(club, tournament_id, (recorded for _, recorded in at_tables)))
            rulings = list(zip((match_id for match_id, _ in at_tables), shown, strict=True))
            events = partial(repository.shown_events, club, tournament_id)
            given = paper(folded, lambda: events(log.read(tournament_id)), rulings, lang=lang)
            _write(place, [EXPORTS[name].make(given, asked)])


def _as_everybody(name: str) -> AbstractContextManager[None]:
    """Read with the names that everybody sees in a file."""
    return reading_on_paper(lambda _club: PUBLIC) if is_on_paper(name) else reading_as_public()


# ── files with all matches of a tournament ───────────────────────────────────────────────────────────────────────────
class _Stopped(Exception):
    """The file was removed, or the worker was asked to stop: another one begins anew."""


def prepare_file(worker_context: WorkerContext, file_id: str) -> None:
    """Write a file that was asked for (`service.handlers.prepared_files`), unless it is there; one worker at a time."""
    deps = worker_context.deps
    with alone_in(files.folder(deps), file_id):
        prepared_file = prepared_files.find(deps.client, file_id)
        if prepared_file is None or prepared_file.state not in UNFINISHED:
            return
        if prepared_files.begin(deps.client, file_id) > _MOST_TRIES:
            prepared_files.change(deps.client, file_id, state=FAILED)
            return
        with suppress(_Stopped):
            _prepare(worker_context, prepared_file)


def _prepare(worker_context: WorkerContext, file: PreparedFile) -> None:
    deps, place = worker_context.deps, files.place_of(worker_context.deps, file.id)
    if file.name == files.WHOLE:
        _prepare_whole(worker_context, file, place)
        return
    whole = tournament.fold(file.tournament, deps.log.read(file.tournament, limit=file.version + 1))
    progress = _Progress(worker_context, file)
    with reading_as_members(), _draft(place) as draft:
        state = without_drafts(deps.repository.with_shown_names(whole))
        progress.report()
        MATCH_SETS[file.name].write(
            draft, state, lambda match_id: _match_log(deps, match_id), file.lang, progress.advance
        )
    _ready(deps, file, place)


def _prepare_whole(worker_context: WorkerContext, file: PreparedFile, place: Path) -> None:
    """Write a whole tournament. One whose logs are not as they were written has failed, and the log says why."""
    deps, progress = worker_context.deps, _Progress(worker_context, file)
    logs = whole_export.logs_of(deps.log, all_streams.heads(deps.client), file.tournament)
    number = daily_number.latest(deps.client)
    progress.report()
    try:
        whole_export.write(deps.log, logs, file.tournament, number, str(place), progress.advance, packed=True)
    except BradeError as error:
        _log.warning("a whole tournament cannot be written: %s", error)
        prepared_files.change(deps.client, file.id, state=FAILED)
        return
    _ready(deps, file, place)


def _ready(deps: Dependencies, file: PreparedFile, place: Path) -> None:
    size = place.stat().st_size
    if not prepared_files.change(deps.client, file.id, state=READY, size=size, done=file.total, beat=deps.clock()):
        place.unlink(missing_ok=True)  # it was removed meanwhile


def _match_log(deps: Dependencies, match_id: str) -> MatchLog:
    opened, head = deps.repository.match(match_id), replay.head_of(deps, match_id)
    hidden = hidden_names.of(deps, match_id, opened)
    known = replay.known(deps.client, match_id, opened, 1, head, hidden and hidden.mask)
    seen = hidden.line if hidden else dict
    occasion, shown = occasion_of(deps.repository, opened), Authors(deps.repository, opened.club).shown
    chained = partial(deps.log.read, match_id)

    def recorded() -> Iterator[Recorded]:
        facts = bulk_read.tail(deps.client, match_id)
        return deps.repository.shown_events(opened.club, opened.tournament, facts)

    return MatchLog(recorded, chained, opened, seen, known, occasion, shown)


class _Progress:
    """The progress of a file, told to the store now and then. Raises `_Stopped` where it is wanted no more."""

    def __init__(self, worker_context: WorkerContext, file: PreparedFile) -> None:
        self._context, self._id = worker_context, file.id
        self._done, self._told = 0, 0.0

    def advance(self, more: int = 1) -> None:
        """So many matches, or events, more are written."""
        self._done += more
        if time.monotonic() - self._told >= _BEAT_SECONDS:
            self.report()

    def report(self) -> None:
        """Tell the store how far it is."""
        deps, self._told = self._context.deps, time.monotonic()
        is_wanted = prepared_files.change(deps.client, self._id, state=WRITING, done=self._done, beat=deps.clock())
        if not is_wanted or self._context.stopping.is_set():
            raise _Stopped


# ── writing ──────────────────────────────────────────────────────────────────────────────────────────────────────────
def _match_lines(worker_context: WorkerContext, match_id: str) -> Iterator[bytes]:
    last, after = states.judged_version(worker_context.deps.client, match_id), NEW
    if last == NEW:
        raise NotFound("match", match_id)
    while after < last:
        page = list(worker_context.deps.log.read(match_id, after, min(_PAGE, last - after)))
        verdicts = states.verdicts(worker_context.deps.client, match_id, [recorded.version for recorded in page])
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
    with alone_in(folder, name):
        yield folder / name


def _write(place: Path, parts: Iterable[bytes]) -> None:
    with _draft(place) as file:
        file.writelines(parts)


@contextmanager
def _draft(place: Path) -> Iterator[IO[bytes]]:
    """A file that takes its place once it is whole; it does not if writing it fails."""
    draft = place.with_name(f".{place.name}.draft")
    draft.unlink(missing_ok=True)  # of a writer that was killed
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        yield file
        file.flush()
        os.fsync(file.fileno())
    draft.replace(place)
