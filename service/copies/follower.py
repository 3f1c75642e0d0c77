"""Copies what is recorded into a folder, a second after it was at the latest, and says at once where it cannot.

The heads of the logs tell what is new, and only what is new is read. Nothing waits for the copy: whatever happens to
the folder, the service goes on, and the copy goes on where it stopped once the folder is back.
"""

import errno
import os
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from redis import Redis
from redis.client import PubSub
from redis.exceptions import RedisError, ResponseError

from core.errors import BradeError
from core.eventlog.hash_chain import ZERO_HASH, with_hash
from core.eventlog.log import NEW, Head
from core.messages import one_after_another, say
from service.checkpoint.comparison import compare, was_written_anew
from service.copies import erased_names
from service.copies.copy_file import CopyFile, CopyMoved, CopyRefused, FolderCalls
from service.copies.erased_names import line_of
from service.store.connect import connect
from service.store.log import RedisLog
from service.store.maintenance import copies, erasures, store_format
from service.store.stream_heads import Heads, HeadsFollower, heads_of

TICK_SECONDS = 0.4
HANGING_SECONDS, LOOK_SECONDS = 10.0, 1.0
_SHARE, _LONGEST_PAUSE = 3, 2.0
"""The pause is so many times as long as a look took that found something, and seconds at most."""
_PAGE_BYTES, _SYNC_BYTES = 1 << 18, 1 << 22
_MANY = 20_000
_NAMED = 3
_UNREADABLE = (BradeError, ValueError, KeyError, TypeError, AttributeError, ResponseError)


class _Altered(Exception):
    """A log that is not as it was written, or not the one that was copied."""


class Follower:
    """Keeps a copy of the store at `url` in a folder; `say` is told in a line when that fails, and when it goes on."""

    def __init__(self, url: str, folder: Path, say: Callable[[str], object]) -> None:
        self._client: Redis = connect(url)
        self._log = RedisLog(self._client)
        self._folder, self._say = folder, say
        self._calls = FolderCalls()
        self._file = CopyFile(folder, self._calls)
        self._heads = HeadsFollower(self._client)
        self._wrong: dict[bytes, str] = {}
        self._lines: list[bytes] = []
        self._pending: Heads = {}
        self._bytes = self._unsynced = 0
        self._presence: PubSub | None = None
        self._reporting = threading.Lock()
        self._reported: str | None = None

    def run(self, stopping: threading.Event) -> None:
        """Copy until `stopping` is set, and what is new then."""
        threading.Thread(target=self._watch, args=(stopping,), name="watch", daemon=True).start()
        while True:
            last, began = stopping.is_set(), time.monotonic()
            self.look()
            if last:
                break
            stopping.wait(min(max(TICK_SECONDS, _SHARE * (time.monotonic() - began)), _LONGEST_PAUSE))
        self.close()

    def close(self, *, forget: bool = True) -> None:
        """Stop copying; by intent, so that the copy is not reported as missing, unless `forget` is false."""
        self._file.close()
        with suppress(RedisError):
            if forget:
                copies.forget(self._client, str(self._folder))
            if self._presence:
                self._presence.close()
        self._presence = None
        self._client.close()

    def look(self) -> None:
        """Copy what is new; what goes wrong is said, and tried again by the next look."""
        try:
            self._listen()
            if not self._file.is_open:
                self._open()
            self._file.ensure_there()
            self._follow()
            self._remove_names()
            sentence = self._not_copied()
        except RedisError:  # there is nothing to copy while the store is away
            self._file.close()
            self._presence = None
            return
        except CopyRefused as error:
            self._file.close()
            sentence = say("nothing is copied: {why}", why=error.message)
        except OSError as error:
            self._file.close()
            sentence = say("nothing is copied: {why}", why=_why(error))
        self._report(sentence)

    # ── what is new ──────────────────────────────────────────────────────────────────────────────────────────────────
    def _open(self) -> None:
        """Open the copy, see that it is this store's, and compare everything."""
        self._lines, self._pending, self._bytes, self._unsynced = [], {}, 0, 0
        store_format.learn_layout(self._client)
        if damage := self._file.open():
            self._say(f"the copy in {self._folder}: {damage}")
        own, there = copies.store_id(self._client), self._file.store
        if self._file.format > store_format.FORMAT:
            raise self._file.refuse(say("a newer version of brade wrote the copy that is there: take another folder"))
        if (there, self._file.format) != (own, store_format.FORMAT):
            if there not in (own, None) and compare(self._client, self._file.heads, heads_of(self._client)):
                raise self._file.refuse(say("the copy that is there is of another store: take another folder"))
            self._file.name_store(own)
        self._heads.begin(self._file.heads)
        self._wrong.clear()

    def _follow(self) -> None:
        with self._heads.look() as moved:
            for shard in sorted(moved.shards):
                self._follow_shard(self._heads.seen[shard], heads_of(self._client, [shard]))
            if moved.shards:
                self._write()
                self._file.sync()

    def _remove_names(self) -> None:
        """Remove the names that were erased from the store since the copy was looked through for them."""
        count, folder = erasures.count(self._client), str(self._folder)
        if copies.is_without_names(self._client, folder, count):
            return
        with self._calls:
            streams = erased_names.streams_that_say_so(self._folder, self._calls.go_on)
            anew = [stream for stream in self._wrong if self._was_written_anew(stream)]
            streams |= {stream.decode() for stream in anew}
            if streams:
                self._file.close()
                erased_names.write_anew(self._folder, self._log, streams, self._calls.go_on)
        if streams:
            self._open()
            self._follow()
        if not any(self._was_written_anew(stream) for stream in self._wrong):
            copies.note_without_names(self._client, folder, count)

    def _was_written_anew(self, stream: bytes) -> bool:
        copied = self._file.heads.get(stream)
        return copied is not None and was_written_anew(self._client, stream.decode(), copied)

    def _follow_shard(self, seen: Heads, found: Heads) -> None:
        new = {stream: head for stream, head in found.items() if seen.get(stream) != head}
        for stream in seen.keys() - found.keys():
            self._wrong[stream] = say("{stream} is in the copy, and not in the store", stream=stream.decode())
            del seen[stream]
        behind = sum(_head(head).version - _head(seen.get(stream)).version for stream, head in new.items())
        if behind > _MANY:
            self._report(
                say(
                    "it is being brought up to date: {behind} events and perhaps more are not copied yet",
                    behind=f"{behind:,}",
                )
            )
        for stream, head in new.items():
            try:
                self._copy(stream, _head(head))
                self._wrong.pop(stream, None)
            except _Altered as error:
                self._wrong[stream] = say("{stream}: {why}", stream=stream.decode(), why=error.args[0])
            seen[stream] = head

    def _copy(self, stream: bytes, head: Head) -> None:
        """Copy what follows in a log, up to its head. Raises `_Altered`; what is as it was written is copied then."""
        name = stream.decode()
        version, digest = _head(self._pending.get(stream) or self._file.heads.get(stream))
        if version > head.version:
            raise _Altered(
                say("the copy goes up to version {copied}, the store to {kept}", copied=version, kept=head.version)
            )
        if version == head.version and digest != head.hash:
            raise _Altered(say("version {version} is not the one that was copied", version=version))
        waiting: dict[str, Any] | None = None  # the next event, or the head, proves it
        try:
            events = self._log.read(name, after=version, limit=head.version - version)
            for recorded in events if version < head.version else ():
                if recorded.version != version + 1:
                    break
                if recorded.prev_hash != digest:
                    raise _Altered(
                        say(
                            "version {version} is not as it was written, by the hash that the next one carries",
                            version=version,
                        )
                    )
                if waiting:
                    self._add(stream, waiting)
                waiting = with_hash(name, recorded)
                version, digest = recorded.version, waiting["hash"]
        except _UNREADABLE as error:
            raise _Altered(
                say(
                    "version {version} cannot be read, {why}",
                    version=version + 1,
                    why=f"{type(error).__name__}: {error}",
                )
            ) from None
        if version != head.version:
            raise _Altered(say("version {version} is missing", version=version + 1))
        if digest != head.hash:
            raise _Altered(say("version {version} is not the one that the head of the log names", version=version))
        if waiting:
            self._add(stream, waiting)

    def _add(self, stream: bytes, event: dict[str, Any]) -> None:
        line = line_of(event)
        self._lines.append(line)
        self._pending[stream] = f"{event['version']} {event['hash']}".encode()
        self._bytes += len(line)
        if self._bytes > _PAGE_BYTES:
            self._write()

    def _write(self) -> None:
        if not self._lines:
            return
        self._file.append(b"".join(self._lines), self._pending)
        self._unsynced += self._bytes
        self._lines, self._pending, self._bytes = [], {}, 0
        if self._unsynced > _SYNC_BYTES:
            self._file.sync()
            self._unsynced = 0

    # ── what is said ─────────────────────────────────────────────────────────────────────────────────────────────────
    def _not_copied(self) -> str:
        if not self._wrong:
            return ""
        named = [*list(self._wrong.values())[:_NAMED], *(["…"] if len(self._wrong) > _NAMED else [])]
        return say(
            "not everything is copied, {wrong} of {logs} logs are not: {named}",
            wrong=f"{len(self._wrong):,}",
            logs=f"{sum(map(len, self._heads.seen)):,}",
            named=one_after_another(named),
        )

    def _report(self, sentence: str) -> None:
        """Say how the copy is where that changed: here, and in the store for everybody who asks."""
        with self._reporting:
            if sentence == self._reported:
                return
            state = f": {sentence}" if sentence else " is up to date"
            self._say(f"the copy in {self._folder}{state}")
            self._reported = sentence
            with suppress(RedisError):
                copies.set_state(self._client, str(self._folder), sentence)

    def _listen(self) -> None:
        """Let it be known that this process copies, and tell a store that started anew once more how the copy is."""
        if self._presence and not copies.is_heard(self._client, self._presence):
            self._presence.close()
            self._presence = None
        if self._presence is None:
            self._presence = copies.listen(self._client, str(self._folder))
            if self._reported is not None:
                copies.set_state(self._client, str(self._folder), self._reported)
        while self._presence.get_message():
            pass

    def _watch(self, stopping: threading.Event) -> None:
        """Report a folder that does not answer: a call to a share that is away blocks.

        Work of this process, a store that answers late and a pause are no fault of the folder.
        """
        while not stopping.wait(LOOK_SECONDS):
            if self._calls.seconds > HANGING_SECONDS:
                self._report(say("nothing is copied: {why}", why=say("the folder does not answer")))


def _head(text: bytes | None) -> Head:
    if text is None:
        return Head(NEW, ZERO_HASH)
    version, _, digest = text.decode().partition(" ")
    return Head(int(version), digest)


def _why(error: OSError) -> str:
    if isinstance(error, CopyMoved):
        return str(error.strerror)
    if error.errno == errno.ENOENT:
        return say("the folder is not there")
    return os.strerror(error.errno) if error.errno else str(error)
