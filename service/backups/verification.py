"""Proofs of logs, in files and in the store: which event was altered first, where it stands, and why."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from redis.exceptions import ResponseError

from core.errors import BradeError
from core.eventlog.codec import from_public, to_public
from core.eventlog.hash_chain import Proof, recorded_hash, verify
from core.eventlog.log import Head, Log
from core.eventlog.redaction import LEFT_OUT
from core.events import NameErased, PlayerErased, Recorded
from service.backups.ndjson import Line

Advance = Callable[[int], None]
_UNREADABLE = (BradeError, ValueError, KeyError, TypeError, AttributeError, ResponseError)
_OF_NO_FILE = 0
_SAYS_SO = (NameErased.__name__, PlayerErased.__name__)


class ChainBroken(BradeError):
    """A log is not as it was written: the stream, the version of the first event that is not, and the reason."""

    code = "altered"

    def __init__(self, stream: str, version: int, reason: str, where: str = "") -> None:
        self.stream, self.version, self.reason = stream, version, reason
        super().__init__(f"{stream}, version {version}{where and f' ({where})'}: {reason}")


class VerifiedStream(NamedTuple):
    """Result of reading a stream: first and last version, number of events, hash of the last.

    `withheld` is the number of events that are withheld, `left_out` of those whose secrets were left out.
    `anew`: it was written anew since it began.
    """

    stream: str
    first: int
    last: int
    events: int
    head: str
    withheld: int = 0
    left_out: int = 0
    anew: tuple["WrittenAnew", ...] = ()


class WrittenAnew(NamedTuple):
    """A log that was written anew without a name: by which event, from which version on, and the head it had."""

    version: int
    first: int
    head: str


class _Watch:
    """Remembers the last two lines that passed: a broken chain is noticed at the altered event or at the next."""

    def __init__(self, lines: Iterable[Line], advance: Advance) -> None:
        self._lines, self._advance = lines, advance
        self._near: list[Line] = []
        self.first: Any = None
        self.last: Any = None
        self.withheld = self.left_out = 0
        self.anew: tuple[WrittenAnew, ...] = ()

    def __iter__(self) -> Iterator[dict[str, Any]]:
        for line in self._lines:
            self._near = [*self._near[-1:], line]
            self.last = line.value.get("version")
            if self.first is None:
                self.first = self.last
            self.withheld += line.value.get("withheld") is True
            self.left_out += LEFT_OUT in line.value
            if line.value.get("type") in _SAYS_SO and line.value.get("head") is not None:
                self.anew += (WrittenAnew(self.last, line.value["first"], str(line.value["head"])),)
            yield line.value
            self._advance(1)

    def altered(self, stream: str, version: int, reason: str) -> ChainBroken:
        """The error for an event, with its type and line if it is one of the last two."""
        for line in self._near:
            if line.value.get("version") == version:
                return ChainBroken(stream, version, reason, _where(line))
        return ChainBroken(stream, version, reason)


def prove_lines(stream: str, lines: Iterable[Line], advance: Advance = lambda _: None) -> VerifiedStream:
    """Prove a stream's lines in a file, wherever they begin. Raises `ChainBroken`.

    Every line must carry its hash: without that nothing would prove the last.
    """
    watch = _Watch((line._replace(value={"hash": "", **line.value}) for line in lines), advance)
    proof = _verified(watch)
    if proof.broken_at is not None:
        raise watch.altered(stream, proof.broken_at, proof.reason)
    return VerifiedStream(
        stream, watch.first, watch.last, proof.events, proof.head, watch.withheld, watch.left_out, watch.anew
    )


def prove_stored(log: Log, stream: str, head: Head, advance: Advance = lambda _: None) -> VerifiedStream:
    """Prove a stream of the store from its opening to its head. Raises `ChainBroken`. It may grow meanwhile."""
    read = _read(log, stream, head.version + 1)
    watch = _Watch((Line(_OF_NO_FILE, to_public(stream, recorded)) for recorded in read), advance)
    proof = _verified(watch)
    if proof.broken_at is not None:
        raise watch.altered(stream, proof.broken_at, proof.reason)
    if watch.first != 0:
        raise watch.altered(stream, 0, "the opening event is missing")
    if watch.last != head.version:
        raise watch.altered(stream, watch.last + 1, f"it is missing: the log ends before its head, {head.version}")
    if proof.head != head.hash:
        raise watch.altered(stream, head.version, "its hash is not the one that the head of the log names")
    if _goes_on(log, stream, head):
        raise watch.altered(stream, head.version + 1, "it stands behind the end of the log that the head names")
    return VerifiedStream(stream, 0, head.version, proof.events, proof.head, left_out=watch.left_out, anew=watch.anew)


def read_whole(stream: str, lines: Iterable[Line]) -> list[Recorded]:
    """A whole stream's events from a file, proved, for bringing it back as it was. Raises `ChainBroken`."""
    kept = list(lines)
    seen = prove_lines(stream, kept)
    if seen.first != 0:
        raise ChainBroken(stream, 0, f"the opening event is missing, the file begins with version {seen.first}")
    events = []
    for line in kept:
        if line.value.get("withheld") is True:
            raise ChainBroken(stream, line.value["version"], "it is withheld: this is not the whole log", _where(line))
        try:
            recorded = from_public(line.value)
            same = recorded_hash(stream, recorded) == line.value["hash"]
        except _UNREADABLE as error:
            raise ChainBroken(
                stream, line.value["version"], f"cannot be read, {_error_text(error)}", _where(line)
            ) from None
        if not same:
            raise ChainBroken(stream, recorded.version, "this version of brade would write it otherwise", _where(line))
        events.append(recorded)
    return events


class _Unreadable(Exception):
    """An entry of the store that is no event."""

    def __init__(self, version: int, error: Exception) -> None:
        self.version = version
        super().__init__(_error_text(error))


def _verified(watch: _Watch) -> Proof:
    try:
        return verify(watch)
    except _Unreadable as error:
        return Proof(0, error.version, f"cannot be read, {error}")
    except (ValueError, RecursionError, TypeError) as error:
        return Proof(0, watch.last, f"cannot be hashed, {_error_text(error)}")


def _read(log: Log, stream: str, limit: int) -> Iterator[Recorded]:
    version = -1
    try:
        for recorded in log.read(stream, limit=limit):
            version = recorded.version
            yield recorded
    except _UNREADABLE as error:
        raise _Unreadable(version + 1, error) from None


def _goes_on(log: Log, stream: str, head: Head) -> bool:
    """True if there is more than the head names: an append writes both in one step, so looking at both tells."""
    try:
        beyond = next(log.read(stream, after=head.version, limit=1), None)
    except _UNREADABLE:
        return True
    after = log.head(stream)
    return beyond is not None and (after is None or after.version < beyond.version)


def _where(line: Line) -> str:
    kind = str(line.value.get("type"))
    return kind if line.number == _OF_NO_FILE else f"{kind}, line {line.number}"


def _error_text(error: Exception) -> str:
    return str(error) if isinstance(error, BradeError) else f"{type(error).__name__}: {error}"
