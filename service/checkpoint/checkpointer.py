"""Keeps the checkpoint: compares the store with it at the start and every second, and writes durably what is new.

A head is never written over one that the store does not go on from. Such a stream is held: nothing is written to it
until a person brings back what is missing or gives it up. What was acknowledged within the last second before the
service was killed may not be in the checkpoint.
"""

import errno
import logging
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import BinaryIO

from redis import Redis
from redis.exceptions import RedisError

from service.checkpoint import heads_file
from service.checkpoint.anchors import Anchor, AnchorsFile
from service.checkpoint.comparison import Missing, compare, folders, was_kept, with_gaps
from service.checkpoint.heads_file import HeadsFile
from service.checkpoint.recorded_heads import missing_record, not_written, recorded_heads, version
from service.config import BadSetting, Settings
from service.private_files import private_folder, try_lock, unlock
from service.store import held_streams
from service.store.connect import connect
from service.store.maintenance import daily_number
from service.store.stream_heads import Heads, HeadsFollower, heads_of, shard_of

TICK_SECONDS = 1.0
_SHARE = 10  # the pause is so many times the processor time of a look: at most a tenth of a processor
_NAMED = 20

_log = logging.getLogger(__name__)


class CheckpointTaken(Exception):
    """Another process keeps the checkpoint in this folder."""


class Checkpointer:
    """Keeps a checkpoint of the store at `url` in every folder; the first is the service's own, others may be away.

    `say` is told in a line what is missing.
    """

    def __init__(self, url: str, folders: Iterable[Path], say: Callable[[str], object] = lambda _: None) -> None:
        self._client: Redis = connect(url)
        self._own, *others = folders
        self._say = say
        self._away: dict[Path, str] = dict.fromkeys(others, "")
        self._files: list[tuple[HeadsFile, AnchorsFile]] = []
        self._heads = HeadsFollower(self._client)
        self._day = ""
        self._anchor_due = False
        self._faults: dict[Path, str] = {}
        self._shown: Anchor | None = None
        self._lock: BinaryIO | None = None
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None
        self.missing: dict[bytes, Missing] = {}

    def begin(self) -> None:
        """Read the checkpoints, compare the store with them and hold what is not as it was. Raises `CheckpointTaken`.

        Raises `OSError` where the folder of the service's own cannot be written.
        """
        self._lock = try_lock(private_folder(self._own) / "lock")
        if self._lock is None:
            raise CheckpointTaken(str(self._own))
        self._open(self._own)
        self.look()
        held_streams.note_uncompared(self._client, list(self._faults.values()))

    def start(self) -> "Checkpointer":
        """Look every second from now on, in a thread."""
        self._thread = threading.Thread(target=self._run, name="checkpoint", daemon=True)
        self._thread.start()
        return self

    def stop(self) -> None:
        """Look once more, while the store still answers, and end."""
        self._stopping.set()
        if self._thread:
            self._thread.join()
            self._thread = None
        if self._lock:
            unlock(self._lock)
            self._lock = None
        self._client.close()

    def _run(self) -> None:
        while True:
            began, last, pause = time.thread_time(), self._stopping.is_set(), TICK_SECONDS
            try:
                self.look()
                self.anchor(anew=last)
                # Own work alone: after a store that stood still for seconds the next look comes after one.
                pause = max(pause, _SHARE * (time.thread_time() - began))
            except RedisError as error:
                _log.info("the checkpoint waits for the store: %s", error)
            except Exception:  # noqa: BLE001 - without this thread nothing would be noticed any more
                _log.exception("the checkpoint could not be written; it is tried again")
            if last:
                return
            self._stopping.wait(pause)

    # ── one look ─────────────────────────────────────────────────────────────────────────────────────────────────────
    def look(self) -> None:
        """Compare and record what changed since the last look; nothing is written where nothing did."""
        for folder in list(self._away):
            self._open(folder)
        with self._heads.look() as moved:
            given_up = held_streams.given_up(self._client) if self.missing else {}
            decided = (stream for stream, missing in self.missing.items() if given_up.get(stream) == missing.recorded)
            for shard in sorted(moved.shards.union(map(shard_of, decided))):
                self._look_at(shard, heads_of(self._client, [shard]), moved.anew)
            if moved.anew:
                self._hold_all()
                self._shown = None  # an emptied store has forgotten it
                held_streams.note_compared(self._client, moved.run_id)

    def _look_at(self, shard: int, found: Heads, anew: bool) -> None:
        recorded = self._heads.seen[shard]
        changed = {stream for stream, _ in found.items() - recorded.items()} | (recorded.keys() - found.keys())
        wrong = self._wrong({stream: recorded[stream] for stream in changed if stream in recorded}, found)
        before = {stream: missing for stream, missing in self.missing.items() if shard_of(stream) == shard}
        measured = found.keys() if anew else found.keys() & (changed | before.keys())
        wrong = with_gaps(self._client, wrong, {stream: found[stream] for stream in measured})
        self.missing = {stream: missing for stream, missing in self.missing.items() if stream not in before} | wrong
        new = {stream: missing for stream, missing in wrong.items() if stream not in before}
        held_streams.hold(self._client, {stream: missing.held for stream, missing in new.items()})
        self._report(list(new.values()))
        self._record(shard, {stream: found.get(stream) for stream in changed if stream not in wrong})
        if decided := before.keys() - wrong.keys():
            self.anchor(anew=True)  # the last number may still name what a person gave up
            held_streams.release(self._client, decided)

    def _wrong(self, recorded: Heads, found: Heads) -> dict[bytes, Missing]:
        """The streams that the store does not go on from, without what a person gave up."""
        wrong = compare(self._client, recorded, found)
        given_up = held_streams.given_up(self._client) if wrong else {}
        return {stream: missing for stream, missing in wrong.items() if given_up.get(stream) != missing.recorded}

    def _hold_all(self) -> None:
        """Hold what is missing and nothing else, whatever an earlier run or an emptied store says."""
        there = held_streams.held(self._client)
        held_streams.hold(
            self._client,
            {stream: missing.held for stream, missing in self.missing.items() if there.get(stream) != missing.held},
        )
        held_streams.release(self._client, there.keys() - self.missing.keys())

    def _report(self, missing: list[Missing]) -> None:
        for each in missing[:_NAMED]:
            self._say(f"acknowledged facts are missing from the store: {each}")
        if len(missing) > _NAMED:
            self._say(f"… and of {len(missing) - _NAMED:,} more logs: `brade doctor` names them all")

    def _record(self, shard: int, changes: dict[bytes, bytes | None]) -> None:
        if not changes:
            return
        recorded = self._heads.seen[shard]
        recorded.update({stream: head for stream, head in changes.items() if head is not None})
        for stream in [stream for stream, head in changes.items() if head is None]:
            recorded.pop(stream, None)
        for file, anchors in list(self._files):
            try:
                if file.is_long:
                    file.write(self._heads.all_seen())
                else:
                    file.append(changes)
            except OSError as error:
                self._files.remove((file, anchors))
                self._away[file.folder] = self._complain(file.folder, error)

    def anchor(self, *, anew: bool = False) -> Anchor | None:
        """Write the number of the day, where there is none of today yet, or `anew` what changed since; the last one."""
        now = datetime.now().astimezone()
        anew = anew or self._anchor_due
        if anew or self._day != f"{now:%Y-%m-%d}":
            heads = self._heads.all_seen()
            for file, anchors in list(self._files):
                today = anchors.last is not None and anchors.last.at.startswith(f"{now:%Y-%m-%d}")
                try:
                    if anew or (heads and not today):
                        anchors.add(heads, now)
                except OSError as error:
                    self._files.remove((file, anchors))
                    self._away[file.folder] = self._complain(file.folder, error)
            if heads:
                self._day = f"{now:%Y-%m-%d}"
                self._anchor_due = False
        last = next((anchors.last for _, anchors in self._files if anchors.last), None)
        if last and last != self._shown:
            made = datetime.fromisoformat(last.at).astimezone()
            daily_number.show(self._client, daily_number.Number(int(made.timestamp() * 1000), last.root))
            self._shown = last
        return last

    # ── the folders ──────────────────────────────────────────────────────────────────────────────────────────────────
    def _open(self, folder: Path) -> None:
        """Compare the store with what is in a folder that is there again, and write to it from now on."""
        try:
            if folder == self._own:
                private_folder(folder)
            heads, damaged, fault = recorded_heads(folder)
            if folder == self._own and not self._heads.run_id and not heads and not fault and was_kept(self._client):
                fault = missing_record(folder)
            if fault and self._faults.get(folder) != fault:
                self._faults[folder] = fault
                self._say(fault)
            file, news = HeadsFile(folder), self._merge(heads)
            if damaged:
                heads_file.keep_damaged(folder)
                self._say(f"the damaged checkpoint in {folder} is kept as {heads_file.DAMAGED}")
            for each in [file, *(other for other, _ in self._files)] if news else [file]:
                each.write(self._heads.all_seen())
            anchors = AnchorsFile(folder)
        except OSError as error:
            # On a full disk the start goes on: reads work, and the checkpoint is written once there is room.
            if folder == self._own and not self._heads.run_id and error.errno != errno.ENOSPC:
                raise
            self._away[folder] = self._complain(folder, error)
            return
        if self._away.pop(folder, ""):
            self._say(f"the checkpoint is written in {folder} again")
        self._files.append((file, anchors))
        self._anchor_due = True

    def _merge(self, heads: Heads) -> bool:
        """Take over what a folder records: heads that the store does not go on from come first, then later ones.

        Whether that was anything new.
        """
        found, given_up = heads_of(self._client), held_streams.given_up(self._client)
        heads = {stream: head for stream, head in heads.items() if given_up.get(stream) != head}
        before = {stream: head for stream in heads if (head := self._heads.seen[shard_of(stream)].get(stream))}
        wrong, wrong_before = self._wrong(heads, found), self._wrong(before, found)
        news = False
        for stream, head in heads.items():
            place = (stream in wrong, version(head))
            if stream not in before or place > (stream in wrong_before, version(before[stream])):
                self._heads.see(stream, head)
                news = True
        return news

    def _complain(self, folder: Path, error: OSError) -> str:
        sentence = not_written(folder, error)
        if self._away.get(folder) != sentence:
            self._say(sentence)
        return sentence


@contextmanager
def keep_checkpoint(url: str, settings: Settings, say: Callable[[str], object]) -> Iterator[dict[str, str]]:
    """Keep the checkpoint of a service; gives the environment that tells its processes so. Raises `BadSetting`.

    The store is compared with the checkpoint before this begins, and once more when it ends.
    """
    checkpointer = Checkpointer(url, folders(settings), say)
    try:
        yield _begun(checkpointer, settings, say)
    finally:
        checkpointer.stop()


def _begun(checkpointer: Checkpointer, settings: Settings, say: Callable[[str], object]) -> dict[str, str]:
    try:
        checkpointer.begin()
    except CheckpointTaken as taken:
        say(f"another brade keeps the checkpoint in {taken}: this one does not")
        return {}
    except OSError as error:
        raise BadSetting(not_written(settings.data, error)) from None
    checkpointer.start()
    return {held_streams.KEPT: "1"}
