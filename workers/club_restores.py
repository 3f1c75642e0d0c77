"""The jobs that look at a backup that came by a page, and bring it back.

Either may run again at any time, also after its worker was killed. A lock lets one run at a time, and what was done is
not done twice. The logs are gathered where no reader sees them, and put in place in one step: then all of them are
there, and before it none.
"""

import json
import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from core.errors import VersionConflict
from core.eventlog.log import NEW
from core.events import Recorded
from core.messages import say
from core.tournament import Tournament
from core.tournament.standings.standings import standings
from core.tournament.views.tournament_view import tournament_view
from service.auth import setup_key
from service.backups import inspection
from service.backups.inspection import NotRestorable
from service.handlers.club import restores
from service.private_files import alone_in
from service.store import feed
from service.store.maintenance import club_restores
from service.store.maintenance.club_restores import (
    DONE,
    JUDGING,
    READ,
    READING,
    REFUSED,
    RESTORING,
    START,
    Restore,
)
from service.store.maintenance.hidden_logs import HiddenLogs
from service.store.read_models import states
from workers.comparison.refold import refold
from workers.context import WorkerContext
from workers.projections import to_json
from workers.restored_logs import Gathered, gather_as_it_was, gather_copy, naming

TAKEN = say("a club or a tournament in it is here already")
GONE = say("the file is gone: choose it again")
HOPELESS = say("it could not be brought back here: those who run brade find out why")
_MOST_TRIES = 8
_BEAT_SECONDS = 0.5
_AT_ONCE = 64
"""Logs that wait for the pump at once: facts of matches in play wait behind these and no more."""
_PATIENCE_SECONDS = 5.0

_log = logging.getLogger(__name__)


class Stopped(Exception):
    """The worker was asked to stop: another one goes on."""


def read_backup(worker_context: WorkerContext, restore_id: str) -> None:
    """Look at a file: prove it, fold it, and note what it holds or what is wrong with it."""
    with suppress(Stopped), _alone(worker_context, restore_id, READING) as (restore, path):
        if restore is None:
            return
        progress = _Progress(worker_context, restore, READING)
        try:
            progress.total = inspection.header_of(path).events
            held = inspection.inspect(path, worker_context.deps.clock(), _judge, progress.advance)
        except (NotRestorable, OSError) as error:
            _refuse(worker_context, restore, READING, error)
            return
        contents = json.dumps(held._asdict(), ensure_ascii=False)
        club_restores.move(worker_context.deps.client, restore.id, READING, state=READ, contents=contents)


def restore_backup(worker_context: WorkerContext, restore_id: str) -> None:
    """Bring a file back that was looked at, as its `target` says, and have it judged."""
    with suppress(Stopped), _alone(worker_context, restore_id, RESTORING) as (restore, path):
        if restore is not None:
            try:
                _restore(worker_context, restore, path)
            except (NotRestorable, OSError) as error:
                _refuse(worker_context, restore, RESTORING, error)
    with suppress(Stopped), _alone(worker_context, restore_id, JUDGING) as (restore, path):
        if restore is not None:
            _have_judged(worker_context, restore)
            club_restores.move(worker_context.deps.client, restore.id, JUDGING, state=DONE)
            path.unlink(missing_ok=True)


@contextmanager
def _alone(worker_context: WorkerContext, restore_id: str, state: str) -> Iterator[tuple[Restore | None, Path]]:
    """The backup that came, if it is in that state, and its file, for one worker at a time."""
    deps = worker_context.deps
    path = restores.file_of(deps, restore_id)
    with alone_in(restores.folder(deps), restore_id) as lock:
        restore = club_restores.find(deps.client, restore_id)
        if restore and restore.state == state and club_restores.begin(deps.client, restore_id) > _MOST_TRIES:
            if not restore.published:
                _refuse(worker_context, restore, state, NotRestorable(HOPELESS, "the workers ended again and again"))
            restore = None
        try:
            yield (restore if restore and restore.state == state else None), path
        finally:
            if restore is None or restore.state == JUDGING:
                lock.unlink(missing_ok=True)


def _refuse(worker_context: WorkerContext, found: Restore, state: str, error: Exception) -> None:
    reason, detail = (error.reason, str(error)) if isinstance(error, NotRestorable) else (GONE, str(error))
    _log.warning("a backup is not brought back: %s", detail)
    client = worker_context.deps.client
    club_restores.move(client, found.id, state, state=REFUSED, reason=reason, detail=detail, target="")
    restores.file_of(worker_context.deps, found.id).unlink(missing_ok=True)


def _judge(stream: str, events: list[Recorded]) -> None:
    """Fold a log as the pump will, and show it as pages do."""
    model = refold(events, stream).model
    assert model is not None, "it has an opening"
    to_json(model)
    if isinstance(model, Tournament):
        tournament_view(model)
        if model.seed is not None:
            standings(model)


class _Progress:
    """The progress of a job, told to the store now and then. Raises `Stopped` where the worker was asked to stop."""

    def __init__(self, worker_context: WorkerContext, found: Restore, state: str) -> None:
        self._context, self._id, self._state = worker_context, found.id, state
        self._told = 0.0
        self.total, self.done = found.total, 0

    def advance(self, count: int) -> None:
        """So many more are done."""
        self.done += count
        if time.monotonic() - self._told < _BEAT_SECONDS:
            return
        if self._context.stopping.is_set():
            raise Stopped
        self._told, deps = time.monotonic(), self._context.deps
        club_restores.move(deps.client, self._id, self._state, beat=deps.clock(), done=self.done, total=self.total)


# ── bringing back ────────────────────────────────────────────────────────────────────────────────────────────────────
def _restore(worker_context: WorkerContext, found: Restore, path: Path) -> None:
    """Gather the logs, and put them in place. Raises `NotRestorable` where one of them is there already."""
    deps = worker_context.deps
    target, hidden = json.loads(found.target), HiddenLogs(deps.client, found.id)
    progress = _Progress(worker_context, found, RESTORING)
    gathered = Gathered(deps, hidden)
    if not found.published:
        try:
            if found.owner == START:
                gather_as_it_was(gathered, path, target, found.asked, progress.advance)
            else:
                gather_copy(gathered, path, target, found, naming(deps, found), progress.advance)
            hidden.publish(gathered.heads, gathered.listed, club_restores.key(found.id))
        except VersionConflict as error:
            hidden.discard(gathered.heads)
            raise NotRestorable(TAKEN, str(error)) from None
        except (NotRestorable, OSError):
            hidden.discard(gathered.heads)
            raise
    if found.owner == START:
        setup_key.discard(deps.settings.data)
    club_restores.move(
        deps.client,
        found.id,
        RESTORING,
        state=JUDGING,
        beat=deps.clock(),
        done=0,
        total=len(gathered.heads),
        target=json.dumps({name: target[name] for name in target.keys() - {"password"}}, ensure_ascii=False),
    )


# ── having it judged ─────────────────────────────────────────────────────────────────────────────────────────────────
def _have_judged(worker_context: WorkerContext, found: Restore) -> None:
    """Tell the pump of one log after the other, so that matches in play hardly wait."""
    deps = worker_context.deps
    progress = _Progress(worker_context, found, JUDGING)
    streams = _restored(worker_context, found)
    progress.total = len(streams)
    for stream in streams:
        if states.judged_version(deps.client, stream) == NEW:
            states.forget(deps.client, stream)
            _await_room(worker_context, progress)
        progress.advance(1)


def _restored(worker_context: WorkerContext, found: Restore) -> list[str]:
    """The logs that were put in place, the matches of a tournament before it, as in the file."""
    deps, path = worker_context.deps, restores.file_of(worker_context.deps, found.id)
    names = inspection.header_of(path).heads
    if found.owner == START:
        return list(names)
    target, renaming = json.loads(found.target), naming(deps, found)
    renamed = (renaming.stream(name) for name in names if not name.startswith("c_"))
    there = (each for each in renamed if deps.log.head(each) is not None)  # those of other clubs in the file are not
    return [f"c_{target['slug']}", *there]


def _await_room(worker_context: WorkerContext, progress: _Progress) -> None:
    """Wait while many logs wait for the pump; not for ever, should there be none."""
    client, until = worker_context.deps.client, time.monotonic() + _PATIENCE_SECONDS
    while time.monotonic() < until:
        if sum(feed.waiting_logs(client)) < _AT_ONCE:
            return
        progress.advance(0)
        time.sleep(0.02)
