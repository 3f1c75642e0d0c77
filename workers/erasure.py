"""The job that erases the name of a player, wherever this installation keeps it.

It may run again at any time, also after its worker was killed: each log is written without the name in one step that
says so in the log, and what has been done is found done. The names stand in the note of the erasure until they stand
nowhere else. The store's own file is written anew at the end.
"""

import json
import secrets
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import chain

from core.errors import NotAllowed, VersionConflict
from core.eventlog.erasure import erased, erased_commitments, reference
from core.eventlog.personal_values import SALT_BYTES
from core.events import MatchOpened
from service.backups import archiving
from service.handlers import prepared_files as files
from service.handlers.club import backups, restores
from service.handlers.erasure import streams_of
from service.handlers.forgetting import forget_names
from service.private_files import alone_in, private_folder
from service.store import feed, prepared_files
from service.store.access import entry_requests, sign_in_log
from service.store.archive import places
from service.store.keys import shard_of
from service.store.maintenance import all_streams, club_backups, copies, erasure_list, erasures, store_files
from service.store.maintenance.erasure_list import Entry
from service.store.maintenance.erasures import FAILED, WORKING, StoredErasure
from service.store.match_files import sheet_parts
from service.store.read_models import failed_streams
from service.store.read_models.club import club_index, decided_matches, dice_counts, news, tournament_results
from workers.context import WorkerContext
from workers.pump import Pump

ATTEMPTS = 100
"""Times that a log is read and written again, where others write to it meanwhile."""
JUDGED_SECONDS, COPIED_SECONDS = 120.0, 60.0
_MOST_TRIES = 30
_BEAT_SECONDS = 0.5


class Stopped(Exception):
    """The worker was asked to stop: another one goes on."""


class NotJudged(Exception):
    """The workers did not come to the end of what is to be judged: the job is tried again."""


def erase_player(worker_context: WorkerContext, erasure_id: str) -> None:
    """Erase the name of a player, as `service.handlers.erasure` noted it."""
    deps = worker_context.deps
    club, _, player = erasure_id.partition(".")
    with alone_in(private_folder(deps.settings.data / "erasures"), erasure_id), suppress(Stopped):
        stored_erasure = erasures.find(deps.client, club, player)
        if stored_erasure is None or stored_erasure.state != WORKING:
            return
        if erasures.begin(deps.client, stored_erasure.id) > _MOST_TRIES:
            erasures.move(deps.client, stored_erasure.id, WORKING, state=FAILED)
            return
        _Work(worker_context, stored_erasure).do()


class _Work:
    """One run of the job. Each step may be done again."""

    def __init__(self, worker_context: WorkerContext, found: StoredErasure) -> None:
        self._context, self._deps, self._client = worker_context, worker_context.deps, worker_context.deps.client
        self._found, self._erasure = found, found.erasure
        self._told, self._done = 0.0, 0
        self._archived = set(json.loads(found.archived))

    def do(self) -> None:
        """Do everything, from the logs to the store's own file."""
        self._logs()
        erasure_list.keep(self._client, self._deps.settings.data)
        self._step("views")
        self._judged()
        self._views()
        self._files()
        erasures.raise_count(self._client)
        forget_names(self._deps)
        self._step("archive")
        self._archive()
        self._step("copies")
        self._copies()
        self._step("store")
        erasures.forget_names(self._client, self._found.id)
        erasures.raise_count(self._client)
        forget_names(self._deps)
        store_files.rewrite(self._client, lambda: self._advance(0))
        erasures.end(self._client, self._found.id)

    # ── the logs ─────────────────────────────────────────────────────────────────────────────────────────────────────
    def _logs(self) -> None:
        """Write every log of the club without the name. Its own is the first, so that nothing new has the name."""
        streams = self._streams()
        self._change(total=len(streams), step="logs")
        for stream in streams:
            self._log(stream)
            self._advance(1)
        for match_id in self._since(set(streams)):
            self._log(match_id)

    def _since(self, known: set[str]) -> list[str]:
        """The logs that were opened meanwhile."""
        return [stream for stream in self._streams() if stream not in known]

    def _streams(self) -> list[str]:
        return streams_of(self._deps, self._found.club)

    def _log(self, stream: str) -> None:
        """Write one log without the name, if it is there. Raises `StreamBusy`, `StreamHeld`, `LogAltered`."""
        deps = self._deps
        for _ in range(ATTEMPTS):
            head = deps.log.head(stream)
            if head is None:
                return
            events = list(deps.log.read(stream, limit=head.version + 1))
            is_match = isinstance(events[0].event, MatchOpened)
            by = self._found.by
            written = erased(stream, events, self._erasure, by, deps.clock(), _new_salt)
            if written is None:
                return
            if is_match or stream.startswith("t_"):
                self._bring_back(stream)
            self._list(erased_commitments(stream, events, written))
            with suppress(VersionConflict):
                deps.log.rewrite(stream, head, written)
                return
        raise NotJudged(f"{stream} is written to all the time")

    def _list(self, commitments: Sequence[str]) -> None:
        """Have the list of erasures know of the name before it is gone."""
        stored_erasure = self._found
        players = tuple(sorted(self._erasure.players))
        decided = tuple(sorted(self._erasure.kept)), tuple(sorted(self._erasure.emptied))
        entry = Entry(
            stored_erasure.id, stored_erasure.by, players, tuple(commitments), bool(stored_erasure.texts), *decided
        )
        erasure_list.add(self._client, entry)

    def _bring_back(self, stream: str) -> None:
        """Bring the tournament of an archived log back into the store, to archive it again later without the name."""
        if places.place_of(self._client, stream) is None:
            return
        tournament_id = stream.partition(".")[0]
        self._archived.add(tournament_id)
        self._change(archived=json.dumps(sorted(self._archived)))
        archiving.bring_back(self._client, self._archivable(tournament_id))

    def _archivable(self, tournament_id: str) -> archiving.Archivable:
        return archiving.look(self._client, all_streams.heads(self._client), tournament_id, places.every(self._client))

    # ── what follows from them ───────────────────────────────────────────────────────────────────────────────────────
    def _judged(self) -> None:
        """Wait until the club's logs are judged, and judge them here if no pump lives. Raises `NotJudged`."""
        pump, deadline = Pump(self._context), time.monotonic() + JUDGED_SECONDS
        own = set(self._streams())
        try:
            while waiting := self._waiting(own):
                if time.monotonic() > deadline:
                    raise NotJudged(f"{len(waiting)} logs wait to be judged")
                self._advance(0)
                pump.run(time.monotonic() + 0.2)
        finally:
            pump.release()

    def _waiting(self, own: set[str]) -> set[str]:
        shards = {shard_of(each) for each in own}
        unjudged = set(chain.from_iterable(feed.unjudged(self._client, shard) for shard in shards))
        return (unjudged & own) - failed_streams.reasons(self._client).keys()

    def _views(self) -> None:
        """News, sign-ins and requests to enter without the name; what is made anew when it is wanted is dropped."""
        client, club, erasure = self._client, self._found.club, self._erasure
        news.replace(client, club, self._news)
        dice_counts.rename(client, club, erasure.players, erasure.names)
        sign_in_log.remove(client, club, lambda author: erasure.replaced(author) != author)
        for tournament_id in self._tournaments():
            asked = entry_requests.waiting(client, tournament_id)
            gone = [
                entry_request.id
                for entry_request in asked
                if erasure.replaced(entry_request.name) != entry_request.name
            ]
            entry_requests.remove(client, tournament_id, gone)
        for module in (decided_matches, tournament_results):
            module.forget(client, club)
        sheet_parts.drop(client, self._streams())

    def _news(self, stored: str) -> str:
        """An item of the news without the name; of an event with an emptied text without the parts of it, too."""
        item = json.loads(stored)
        about = reference(item["stream"], item["version"], "")
        is_emptied = any(each.startswith(about) for each in self._erasure.emptied)
        return self._erasure.without_parts(stored) if is_emptied else self._erasure.replaced(stored)

    def _tournaments(self) -> Iterator[str]:
        for kind in ("tournaments", club_index.DELETED):
            yield from club_index.members(self._client, self._found.club, kind)

    # ── files ────────────────────────────────────────────────────────────────────────────────────────────────────────
    def _files(self) -> None:
        """Files that were made of the logs: they are made again when they are wanted."""
        deps, club = self._deps, self._found.club
        for file in prepared_files.every(self._client):
            if file.club == club:
                prepared_files.remove(self._client, file.id)
                files.place_of(deps, file.id).unlink(missing_ok=True)
        club_backups.forget(self._client, club)
        backups.file_of(deps, club).unlink(missing_ok=True)
        with suppress(NotAllowed):
            restores.discard(deps, f"c_{club}")
        files.remove_exports(deps.settings.data, {stream.partition(".")[0] for stream in self._streams()})

    def _archive(self) -> None:
        """Archive again what was archived, and remove the files that still have the name."""
        if not self._archived:
            return
        store_files.rewrite(
            self._client, lambda: self._advance(0)
        )  # a store that loses its last moment still finds the logs, and not their file
        data, log = self._deps.settings.data, self._deps.log
        with archiving.alone(self._client, data) as folder:
            for tournament_id in sorted(self._archived):
                archivable = self._archivable(tournament_id)
                if not archivable.why:
                    archiving.archive(self._client, log, folder, archivable, self._advance)
        self._change(archived="[]")

    def _copies(self) -> None:
        """Wait until the second copies are without the name; those whose folder is away follow when it is back."""
        wanted, deadline = erasures.count(self._client), time.monotonic() + COPIED_SECONDS
        while True:
            away = copies.behind(self._client, wanted)
            if not away or time.monotonic() > deadline:
                break
            self._advance(0)
            time.sleep(0.1)
        self._change(away=json.dumps(away))

    # ── progress ─────────────────────────────────────────────────────────────────────────────────────────────────────
    def _step(self, name: str) -> None:
        self._change(step=name)

    def _advance(self, count: int) -> None:
        self._done += count
        if time.monotonic() - self._told < _BEAT_SECONDS:
            return
        if self._context.stopping.is_set():
            raise Stopped
        self._change(done=self._done)

    def _change(self, **changed: str | int) -> None:
        self._told = time.monotonic()
        erasures.move(self._client, self._found.id, WORKING, beat=self._deps.clock(), **changed)


def _new_salt() -> str:
    return secrets.token_hex(SALT_BYTES)
