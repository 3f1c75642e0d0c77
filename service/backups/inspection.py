"""A look at a backup that came by a page: proved, bounded, and told what it holds. Nothing of it is believed before."""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple, Self

from core.club.club import Club
from core.club.club import fold as fold_club
from core.errors import BradeError
from core.eventlog.field_types import misfits
from core.events import ClubFounded, MatchOpened, NewerEvent, Recorded, TournamentCreated, TournamentDeleted
from core.messages import say
from core.names.names import name_key
from service.backups import backup_archive, ndjson, restoration
from service.backups.backup_archive import BackupTooNew, Header
from service.backups.ndjson import BadFile, Bounds
from service.backups.verification import Advance, ChainBroken

MOST_LOGS, MOST_EVENTS = 100_000, 5_000_000
"""Logs and events of a backup that is brought back by a page."""
RATIO, LEAST_UNPACKED, MOST_UNPACKED = 50, 4 << 20, 4 << 30
"""Bytes that a byte of the file unpacks to: each event has a hash, which does not pack, so real ones stay below ten."""
SKEW_MS = 5 * 60 * 1000
"""Milliseconds by which the clock of the machine that recorded a log may be ahead of ours."""

TOO_NEW = say("a newer version of brade wrote it: update brade here first")
CHANGED = say("it was changed after it was made")
LARGE = say("it holds more logs than are brought back by a page: those who run brade bring it back by a command")
NO_CLUB = say("it holds no club")
STRANGE = say("something in it was not written by brade")
FUTURE = say("something in it is dated in the future: look at the clock of this computer")

_STREAM = re.compile(r"c_[a-z0-9-]{1,40}|m_[a-z0-9]{1,38}|t_[a-z0-9]{1,38}(?:\.[1-9][0-9]{0,8})?")
_LONGEST_AUTHOR = 300
_UNREADABLE = (BradeError, ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RecursionError)

Judge = Callable[[str, list[Recorded]], None]
"""Folds a whole log as the workers will. Raises where it cannot be."""


class NotRestorable(BradeError):
    """A file that is not brought back; `reason` is for a page, the message for those who run the service."""

    code = "not-restorable"

    def __init__(self, reason: str, detail: str) -> None:
        super().__init__(detail)
        self.reason = reason


class ClubContents(NamedTuple):
    """A club in a backup. `organisers` are those who can sign in, `names` all members as their names are compared."""

    slug: str
    name: str
    people: int
    organisers: list[str]
    names: list[str]
    passwords: int
    keys: int
    players: int
    tournaments: int = 0
    matches: int = 0


class Contents(NamedTuple):
    """The contents of a backup: its clubs, how many logs and events, when the first and the last was written (ms)."""

    clubs: list[ClubContents]
    logs: int
    events: int
    first: int
    last: int

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """The contents as `_asdict` gave them to JSON."""
        return cls(**{**data, "clubs": [ClubContents(*club) for club in data["clubs"]]})


def bounds(path: Path) -> Bounds:
    """The bounds for a file of its size."""
    return Bounds(min(MOST_UNPACKED, max(LEAST_UNPACKED, RATIO * path.stat().st_size)))


@contextmanager
def _refusing(path: Path) -> Iterator[None]:
    try:
        yield
    except BadFile as error:
        raise NotRestorable(error.reason, str(error).replace(str(path), "the file")) from None
    except BackupTooNew as error:
        raise NotRestorable(TOO_NEW, str(error).replace(str(path), "the file")) from None
    except ChainBroken as error:
        raise NotRestorable(CHANGED, str(error)) from None


def header_of(path: Path, *, whole: bool = False) -> Header:
    """The first line of a backup, or of a `whole` export.

    Raises `NotRestorable`, and `OSError` where the file cannot be read.
    """
    with _refusing(path):
        return _header(path, whole)


def _header(path: Path, whole: bool) -> Header:
    header, _ = backup_archive.contents(str(path), bounds(path))
    if header is None:
        raise NotRestorable(ndjson.DAMAGED, "it does not begin as a backup does")
    if bool(header.whole) != whole:
        raise NotRestorable(ndjson.DAMAGED, "it is no backup, but an export: `brade import` brings it in")
    if len(header.heads) > MOST_LOGS or header.events > MOST_EVENTS:
        raise NotRestorable(LARGE, f"{len(header.heads)} logs with {header.events} events")
    if strange := next((head for head in header.heads if not _STREAM.fullmatch(head)), None):
        raise NotRestorable(STRANGE, f"no name of a log: {strange[:100]!r}")
    clubs = [head.startswith("c_") for head in header.heads]
    if not any(clubs) or clubs != sorted(clubs, reverse=True):
        raise NotRestorable(NO_CLUB, "the clubs' logs stand before the others, and there is one at least")
    if any(head.version < 0 for head in header.heads.values()):
        raise NotRestorable(STRANGE, "a log without events")
    return header


def inspect(path: Path, now: int, judge: Judge, advance: Advance, *, whole: bool = False) -> Contents:
    """Read a whole file, prove it, and fold every log; `now` in Unix ms. Raises as `header_of`."""
    with _refusing(path):
        return _inspected(path, _header(path, whole), now, judge, advance)


def logs(path: Path) -> Iterator[tuple[str, list[Recorded]]]:
    """Every log of a file, proved. Raises as `header_of`."""
    with _refusing(path):
        for stream, found in restoration.logs(str(path), bounds(path)):
            if isinstance(found, ChainBroken):
                raise found
            yield stream, found


def _inspected(path: Path, header: Header, now: int, judge: Judge, advance: Advance) -> Contents:
    clubs: dict[str, Club] = {}
    tournaments: dict[str, int] = {}
    matches: dict[str, int] = {}
    first, last = now, 0
    for stream, found in logs(path):
        _ensure_plain(stream, found, now)
        slug = _club_of(stream, found, header)
        if not stream.startswith("c_") and slug not in clubs:
            raise NotRestorable(STRANGE, f"{stream} is of a club that the file does not hold")
        try:
            judge(stream, found)
            if stream.startswith("c_"):
                clubs[slug] = fold_club(found)
        except _UNREADABLE as error:
            raise NotRestorable(STRANGE, f"{stream}: {type(error).__name__}: {error}"[:500]) from None
        if stream.startswith("t_") and "." not in stream:
            if not any(isinstance(recorded.event, TournamentDeleted) for recorded in found):
                tournaments[slug] = tournaments.get(slug, 0) + 1
        elif not stream.startswith("c_"):
            matches[slug] = matches.get(slug, 0) + 1
        first, last = min(first, found[0].at), max(last, *(recorded.at for recorded in found))
        advance(len(found))
    rows = [_contents_of(club, tournaments.get(slug, 0), matches.get(slug, 0)) for slug, club in clubs.items()]
    return Contents(rows, len(header.heads), header.events, first, last)


def _ensure_plain(stream: str, found: list[Recorded], now: int) -> None:
    """Raises `NotRestorable` for an event that this version does not know, or that no version writes so."""
    for each in found:
        where = f"{stream}, version {each.version}"
        if isinstance(each.event, NewerEvent):
            raise NotRestorable(TOO_NEW, f"{where}: {each.event.event_type}, schema {each.event.schema}")
        if not isinstance(each.by, str) or len(each.by) > _LONGEST_AUTHOR:
            raise NotRestorable(STRANGE, f"{where}: its author is no name")
        if names := misfits(each.event):
            raise NotRestorable(STRANGE, f"{where}: {', '.join(names)}")
        if each.at > now + SKEW_MS:
            raise NotRestorable(FUTURE, where)


def _club_of(stream: str, found: list[Recorded], header: Header) -> str:
    """The short name of the club that a log belongs to. Raises `NotRestorable` for an opening of another kind."""
    opening, (root, dot, _) = found[0].event, stream.partition(".")
    match opening:
        case ClubFounded() if stream == f"c_{opening.slug}":
            return opening.slug
        case TournamentCreated() if stream.startswith("t_") and not dot:
            return opening.club
        case MatchOpened() if opening.tournament == (root if dot else None) and not stream.startswith("c_"):
            if root in header.heads:
                return opening.club
    raise NotRestorable(STRANGE, f"{stream} begins with {opening.event_type}")


def _contents_of(club: Club, tournaments: int, matches: int) -> ClubContents:
    members = club.people.members.values()
    return ClubContents(
        club.slug,
        club.name,
        len(members),
        [member.name for member in members if member.role == "organiser" and member.password],
        [name_key(member.name) for member in members],
        sum(1 for member in members if member.password),
        len(club.tokens),
        len(club.players),
        tournaments,
        matches,
    )
