"""Compares the store with a checkpoint."""

from collections.abc import Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from redis import Redis

from core.events import NameErased, PlayerErased
from core.messages import say
from service.checkpoint import anchors
from service.checkpoint.recorded_heads import missing_record, recorded_heads, version
from service.config import Settings
from service.store import held_streams, keys, log_gaps
from service.store.archive.places import ArchiveDamaged
from service.store.archive.reader import Entry, Range, ranges
from service.store.stored_events import from_entry, version_of
from service.store.stream_heads import heads_of

FOLDER = "checkpoint"
"""The folder of the checkpoint in the data folder."""

_AT_ONCE = 1000
_SAYS_SO = tuple(f"{each.__name__}.{each.SCHEMA}".encode() for each in (NameErased, PlayerErased))
_GAPS_NAMED = 3


class Missing(NamedTuple):
    """A stream that is not as the checkpoint recorded it: its head there, and in the store (`None`: no such stream).

    `gaps` are versions missing from the middle of the log, the first ones of many, and `lacks` is the number of all of
    them. A checkpoint is not needed to know of these: `recorded` may be the head in the store.
    """

    stream: str
    recorded: bytes
    found: bytes | None
    gaps: tuple[range, ...] = ()
    lacks: int = 0

    @property
    def facts(self) -> range:
        """The versions that are missing at the end; none where the log is as long as it was, and another."""
        return range(0 if self.found is None else version(self.found) + 1, version(self.recorded) + 1)

    @property
    def held(self) -> bytes:
        """The entry of the stream among those to which nothing is written: its head, the number it lacks, its gaps."""
        spans = ",".join(f"{gap[0]}-{gap[-1]}" for gap in self.gaps)
        return b"%b %d %b" % (self.recorded, self.lacks, spans.encode()) if self.lacks else self.recorded

    @classmethod
    def of_held(cls, stream: str, held: bytes, found: bytes | None) -> "Missing":
        """The missing facts of a stream that has this head now, of its `held`."""
        number, digest, *rest = held.split(b" ")
        recorded = b"%b %b" % (number, digest)
        if not rest:
            return cls(stream, recorded, found)
        ends = [span.split(b"-") for span in rest[1].split(b",")]
        return cls(stream, recorded, found, tuple(range(int(a), int(b) + 1) for a, b in ends), int(rest[0]))

    def __str__(self) -> str:
        return self.sentence

    @property
    def sentence(self) -> str:
        """The stream, and the versions that are missing or different."""
        facts, stream = self.facts, self.stream
        if self.lacks:
            return self._gaps_sentence()
        if not facts:
            recorded = version(self.recorded)
            return say("{stream}: version {recorded} is not what was recorded there", stream=stream, recorded=recorded)
        if self.found is None:
            return say(
                "{stream}: the whole log is missing, versions 0 to {last} ({facts})",
                stream=stream,
                last=facts[-1],
                facts=_facts(len(facts)),
            )
        if len(facts) == 1:
            return say("{stream}: version {missing} missing (1 fact)", stream=stream, missing=facts[0])
        return say(
            "{stream}: versions {first} to {last} missing ({facts})",
            stream=stream,
            first=facts[0],
            last=facts[-1],
            facts=_facts(len(facts)),
        )

    def _gaps_sentence(self) -> str:
        spans = [*self.gaps, *([self.facts] if self.facts else [])]
        named = [str(span[0]) if len(span) == 1 else f"{span[0]}\N{EN DASH}{span[-1]}" for span in spans]
        return say(
            "{stream}: versions {versions} are missing from the log ({facts})",
            stream=self.stream,
            versions=", ".join(named) + (" …" if self.lacks > sum(map(len, self.gaps)) else ""),
            facts=_facts(self.lacks + len(self.facts)),
        )


def with_gaps(client: Redis, wrong: Mapping[bytes, Missing], found: Mapping[bytes, bytes]) -> dict[bytes, Missing]:
    """The streams that are wrong, and those of the heads `found` that hold fewer events than these say."""
    every = dict(wrong)
    for stream, lacks in log_gaps.lacking(client, found).items():
        name, head = stream.decode(), found[stream]
        gaps = tuple(islice(log_gaps.gaps(client, name, version(head)), _GAPS_NAMED))
        every[stream] = every.get(stream, Missing(name, head, head))._replace(gaps=gaps, lacks=lacks)
    return every


def held_missing(client: Redis, held: Mapping[bytes, bytes]) -> list[Missing]:
    """The missing facts of streams to which nothing is written, as they are held."""
    found = heads_of(client, {keys.shard_of(stream.decode()) for stream in held})
    return [Missing.of_held(stream.decode(), each, found.get(stream)) for stream, each in held.items()]


def compare(client: Redis, recorded: Mapping[bytes, bytes], found: Mapping[bytes, bytes]) -> dict[bytes, Missing]:
    """The streams of a checkpoint that the store's heads, read after it, do not go on from.

    A log that was written anew without a name goes on from the head that it had: an event at its end says so.
    """
    wrong: dict[bytes, Missing] = {}
    longer: list[bytes] = []
    for stream, head in recorded.items():
        now = found.get(stream)
        if now == head:
            continue
        if now is None or version(now) <= version(head):
            wrong[stream] = Missing(stream.decode(), head, now)
        else:
            longer.append(stream)
    rest = iter(longer)
    while page := list(islice(rest, _AT_ONCE)):
        # Each event names the hash of the one before it: the next one tells what the log held at that version.
        after = [version(recorded[stream]) + 1 for stream in page]
        wanted = [Range(stream.decode(), each, each) for stream, each in zip(page, after, strict=True)]
        for stream, entries in zip(page, _entries(client, wanted), strict=True):
            if not entries or entries[0][1][b"prev"].hex().encode() != recorded[stream].partition(b" ")[2]:
                wrong[stream] = Missing(stream.decode(), recorded[stream], found[stream])
    return {
        stream: missing
        for stream, missing in wrong.items()
        if stream not in found or not was_written_anew(client, stream.decode(), recorded[stream])
    }


def was_written_anew(client: Redis, stream: str, head: bytes) -> bool:
    """True if an event behind this head says that the log was written anew from there or from before.

    Directly behind it that event names its hash. Of an earlier head nothing is left to be compared with.
    """
    (entries,) = _entries(client, [Range(stream, version(head) + 1)])
    for entry, fields in entries:
        if fields[b"type"] in _SAYS_SO:
            event: Any = from_entry(entry, fields).event
            at = version_of(entry)
            if event.first is not None and event.first <= version(head):
                return at > version(head) + 1 or event.head.encode() == head.partition(b" ")[2]
    return False


def _entries(client: Redis, wanted: Sequence[Range]) -> list[list[Entry]]:
    """The entries of each range; none of an archived log whose file is damaged: nothing tells what it held."""
    try:
        return ranges(client, wanted)
    except ArchiveDamaged:
        return [_entries(client, [range_])[0] for range_ in wanted] if wanted[1:] else [[]]


def was_kept(client: Redis) -> bool:
    """True if an earlier run compared the store, which holds logs, with a checkpoint."""
    return held_streams.was_compared(client) and bool(heads_of(client))


class Report(NamedTuple):
    """Result of the comparison with every checkpoint: streams named, missing facts, folders that are away, damage.

    `damage` says which part of a checkpoint cannot be read.
    """

    streams: int
    missing: list[Missing]
    troubles: list[str]
    damage: list[str]


def report(client: Redis, settings: Settings) -> Report:
    """Compare the store with every checkpoint and each log with its head, without changing anything.

    What was given up counts as recorded.
    """
    missing: dict[bytes, Missing] = {}
    troubles: list[str] = []
    damage: list[str] = []
    streams: set[bytes] = set()
    given_up = held_streams.given_up(client)
    own = folders(settings)[0]
    for folder in folders(settings):
        try:
            heads, _, fault = recorded_heads(folder)
        except OSError as error:
            if folder != own:
                troubles.append(f"the checkpoint in {folder} cannot be read: {error.strerror or error}")
            elif settings.store_url is None and was_kept(client):
                damage.append(missing_record(folder))
            continue
        if fault:
            damage.append(fault)
        elif folder == own and not heads and was_kept(client):
            damage.append(missing_record(folder))
        recorded = {stream: head for stream, head in heads.items() if given_up.get(stream) != head}
        streams |= heads.keys()
        for stream, each in compare(client, recorded, heads_of(client)).items():
            if stream not in missing or version(each.recorded) > version(missing[stream].recorded):
                missing[stream] = each
    missing = with_gaps(client, missing, heads_of(client))
    return Report(len(streams), [missing[stream] for stream in sorted(missing)], troubles, damage)


def differing(client: Redis, settings: Settings) -> list[str]:
    """The logs that a number of an earlier day stands for, and that are not what they were then: a sentence of each."""
    sentences: dict[bytes, str] = {}
    for folder in folders(settings):
        try:
            left = anchors.marks(folder)
        except OSError:
            continue  # `report` says so
        found = heads_of(client)
        while left:
            earlier = {stream: heads.pop() for stream, heads in left.items()}
            for stream, each in compare(client, earlier, found).items():
                if found.get(stream) and version(found[stream]) >= version(each.recorded):  # else `report` says it
                    sentences[stream] = (
                        f"{each.stream}: version {version(each.recorded)} is not what it was on an earlier day"
                    )
            left = {stream: heads for stream, heads in left.items() if heads}
    return list(sentences.values())


def folders(settings: Settings) -> tuple[Path, ...]:
    """The folders of checkpoints: the data folder, and those of the settings."""
    return settings.data / FOLDER, *settings.checkpoints


def _facts(number: int) -> str:
    return say("1 fact") if number == 1 else say("{number} facts", number=f"{number:,}")
