"""The sheet and the `.mat` of a match, from finished parts: only what follows the last of them is folded and told."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from hashlib import sha256
from itertools import takewhile
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from redis.exceptions import RedisError

import core
from core.errors import NotAllowed
from core.eventlog.hash_chain import recorded_hash
from core.events import MatchOpened, NewerEvent, Recorded
from core.games import game_of
from core.match import checkpoint, judging
from core.match.judging import Known
from core.match.state import ACCEPTED, Match, Verdict
from core.names.in_texts import Mask
from core.notation import mat_export
from core.notation.replayed_match import ReplayedFact, as_counted, before_all
from core.notation.sheet import Row, Sheet
from core.notation.transcript import as_text, sheet_text, transcript
from core.notation.transcript_summary import NO_SPAN, Span, Translate
from service.bootstrap import Dependencies
from service.handlers.authors import Authors
from service.handlers.match import replay
from service.handlers.match.occasions import occasion_of
from service.store import bulk_read
from service.store.match_files import sheet_parts
from service.store.match_files.sheet_parts import SheetPart
from service.store.read_models import states
from service.translations import FOLDER, OFFERED, translated

_CODE = (
    "club/authors.py",
    "rules",
    "games",
    "match",
    "notation",
    "messages.py",
    "coded_messages.py",
    "former_wordings.py",
    "timestamps.py",
)
"""The parts of `core` that a sheet's text follows from, beside the catalogues."""


class _Newer(Exception):
    """The log holds an event of a newer version of brade: where it ends for this one is for a fold of all to find."""


class _Lines(Protocol):
    """The lines of a match's games while they are told, as in `core.notation.sheet` and `core.notation.mat_export`."""

    @property
    def row(self) -> tuple[Any, ...]: ...
    def add(self, fact: ReplayedFact) -> None: ...
    def take(self) -> list[str]: ...
    def end(self) -> list[str]: ...


class _Shown:
    """The names of authors for the readers of a text. `given` are those that it has given, by the recorded author."""

    def __init__(self, authors: Authors) -> None:
        self._authors, self.given = authors, dict[str, str]()

    def __call__(self, by: str) -> str:
        name = self._authors.shown(by)
        if name != by:
            self.given[by] = name
        return name

    def are(self, given: Iterable[tuple[str, str]]) -> bool:
        """True if these authors still have these names."""
        return all(self._authors.shown(by) == name for by, name in given)


class _Kind(NamedTuple):
    """A kind of text: the name of its parts, and how lines are begun at a row (`None`: the first), and made text."""

    name: str
    begin: Callable[[Match, tuple[Any, ...] | None, _Shown], _Lines]
    text: Callable[[Iterable[str]], str]


class _Told(NamedTuple):
    """The text of all games of a match that stands as `match`, the time of its opening and those of all its events."""

    match: Match
    began: int
    span: Span
    games: str


def sheet(deps: Dependencies, match_id: str, opened: MatchOpened, head: int, origin: str, language: str) -> str:
    """The sheet of a match up to the version `head`, as `core.notation.transcript` makes it of the whole log.

    Parts of a match's sheet that are finished are kept. A part is made anew where a ruling voided facts of it, or facts
    of it count again, and where an illegal play in it was let stand later.
    """
    translate = _translation(language)
    try:
        match, _, span, games = _from_parts(deps, match_id, opened, head, _sheets(language))
    except _Newer:
        log, known = _whole(deps, match_id, opened, head)
        shown = Authors(deps.repository, opened.club).shown
        return transcript(match_id, log, known, origin=origin, translate=translate, shown=shown)
    return sheet_text(match, span, games, origin, translate)


def mat(deps: Dependencies, match_id: str, opened: MatchOpened, head: int) -> str:
    """The `.mat` of a match up to the version `head`, as `core.notation.mat_export` makes it of the whole log.

    Its parts are kept as those of a sheet. Raises `NotAllowed` where it could not be true.
    """
    try:
        match, began, _, games = _from_parts(deps, match_id, opened, head, _MATS)
    except _Newer:
        return mat_export.export(match_id, *_whole(deps, match_id, opened, head))
    return mat_export.mat_text(match, began, games, occasion_of(deps.repository, opened))


def keep_parts(deps: Dependencies, match_id: str) -> None:
    """Have all parts of a match's texts that can be finished by now, in each language, before a reader asks."""
    opened, judged = deps.repository.match(match_id), states.judged_version(deps.client, match_id)
    kinds = [_sheets(language) for language in OFFERED]
    if mat_export.FORMAT in game_of(opened.game).formats:
        kinds.append(_MATS)
    for kind in kinds:
        with suppress(_Newer, NotAllowed):
            _from_parts(deps, match_id, opened, judged, kind)


def _translation(language: str) -> Translate:
    return lambda text: translated(text, language)


def _sheets(language: str) -> _Kind:
    translate = _translation(language)
    return _Kind(language, lambda end, row, shown: Sheet(end, translate, Row(*(row or ())), shown), as_text)


_MATS = _Kind(
    mat_export.FORMAT, lambda end, row, _: mat_export.MatGames(end, mat_export.Row(*(row or ()))), mat_export.as_text
)


def _whole(deps: Dependencies, match_id: str, opened: MatchOpened, head: int) -> tuple[Iterable[Recorded], Known]:
    """All events of a log up to a version, and what is known of them."""
    events = takewhile(lambda recorded: recorded.version <= head, bulk_read.tail(deps.client, match_id))
    return events, replay.known(deps.client, match_id, opened, 1, head)


def _from_parts(deps: Dependencies, match_id: str, opened: MatchOpened, head: int, kind: _Kind) -> _Told:
    """The text of a match's games. Parts that are finished on the way are kept, also where a later fact is refused.

    They are kept with all names. A reader who does not see some gets them without these, and keeps none.
    """
    end, began = replay.state_at(deps, match_id, head), next(deps.log.read(match_id, limit=1)).at
    if end.version != head:
        raise _Newer
    shown = _Shown(Authors(deps.repository, opened.club))
    mask = deps.repository.mask(opened.club, opened.tournament)
    kept = _kept(deps, end, kind, shown)
    if mask is not None:
        kept = [sheet_part._replace(text=mask(sheet_part.text)) for sheet_part in kept]
    rest = _Rest(deps, end, opened, kept, kind, shown, mask)
    try:
        for fact in as_counted(_facts(deps, end, rest.first), end, rest.before, _earlier(deps, end)):
            rest.add(fact)
    finally:
        with suppress(RedisError):  # the next reader makes them again
            if mask is None:
                sheet_parts.keep(deps.client, match_id, kind.name, rest.finished, head)
    games = "".join([*(part.text for part in kept), rest.text()])
    span = Span(began, began).joined(rest.span)
    for part in kept:
        span = span.joined(Span(*part.span))
    return _Told(end, began, span, games)


def _kept(deps: Dependencies, end: Match, kind: _Kind, shown: _Shown) -> Sequence[SheetPart]:
    """The parts that are kept, up to the first that would be another one now."""

    def holds(numbered: tuple[int, SheetPart]) -> bool:
        number, part = numbered
        return part.made_of == _made_of(end, number) and shown.are(part.authors)

    loaded = enumerate(sheet_parts.load(deps.client, end.id, kind.name, end.version // sheet_parts.PART), 1)
    parts = [part for _, part in takewhile(holds, loaded)]
    if parts and _digest(deps, end.id, len(parts) * sheet_parts.PART) != parts[-1].digest:
        return ()  # the log has other events than it had
    return parts


class _Rest:
    """The text of the facts after the parts that are kept, and the parts that are finished on the way."""

    def __init__(
        self,
        deps: Dependencies,
        end: Match,
        opened: MatchOpened,
        kept: Sequence[SheetPart],
        kind: _Kind,
        shown: _Shown,
        mask: Mask | None,
    ) -> None:
        self._deps, self._end, self._text, self._shown = deps, end, kind.text, shown
        self._judged = states.judged_version(deps.client, end.id)
        self.first, self.finished = len(kept) * sheet_parts.PART + 1, dict[int, SheetPart]()
        if kept:
            self.before = replay.read_checkpoint(end.id, opened, kept[-1].counted, mask)
            row = kept[-1].row
        else:
            self.before, row = before_all(judging.opened(end.id, opened), end), None
        self._lines = kind.begin(end, row, shown)
        self._texts: list[str] = []
        self.span = self._of_part = NO_SPAN
        self._is_kept = True

    def add(self, fact: ReplayedFact) -> None:
        """The next fact."""
        self._lines.add(fact)
        self._of_part = self._of_part.with_(fact.recorded.at)
        if fact.recorded.version % sheet_parts.PART == 0:
            self._finish(fact)

    def text(self) -> str:
        """All of the text, after the last fact."""
        self.span = self.span.joined(self._of_part)
        return "".join([*self._texts, self._text(self._lines.end())])

    def _finish(self, fact: ReplayedFact) -> None:
        version = fact.recorded.version
        text, counted = self._text(self._lines.take()), checkpoint.write(fact.after)
        self._is_kept = self._is_kept and version <= self._judged and counted is not None
        if self._is_kept and counted is not None:
            number = version // sheet_parts.PART
            self.finished[number] = SheetPart(
                _made_of(self._end, number),
                _digest(self._deps, self._end.id, version),
                self._of_part,
                self._lines.row,
                counted,
                text,
                tuple(self._shown.given.items()),
            )
        self._texts.append(text)
        self.span, self._of_part = self.span.joined(self._of_part), NO_SPAN


def _facts(deps: Dependencies, end: Match, first: int) -> Iterator[tuple[Recorded, Match, Verdict]]:
    """The facts from a version on, as they are judged. Raises `_Newer`."""
    for fact in replay.judged_facts(deps, end.id, first, end.version):
        if isinstance(fact.recorded.event, NewerEvent):
            raise _Newer
        # What grows with every refusal is no part of a sheet.
        yield fact.recorded, fact.after._replace(refused=()), fact.verdict


def _earlier(deps: Dependencies, end: Match) -> Callable[[], Iterable[Recorded]]:
    return replay.earlier(deps.client, end.id, end.version)


def _digest(deps: Dependencies, match_id: str, version: int) -> str:
    """The hash of a fact."""
    return recorded_hash(match_id, next(deps.log.read(match_id, version - 1, 1)))


def _made_of(end: Match, number: int) -> str:
    """All that the text of a part follows from beside the log up to it: a match that stands as `end`."""
    first, last = (number - 1) * sheet_parts.PART + 1, number * sheet_parts.PART
    voids = sorted((low, min(high, last)) for _, low, high in end.voids if low <= last)
    stand = [fault.version for fault in end.faults if first <= fault.version <= last and fault.status == ACCEPTED]
    names = sorted(end.opened.players.items())
    return sha256(f"{_code()} {voids} {stand} {names}".encode()).hexdigest()[:20]


@cache
def _code() -> str:
    """A digest of the source that makes sheets, and of all catalogues: another version of brade makes its own parts."""
    roots = [Path(core.__file__).parent / name for name in _CODE] + [FOLDER]
    files = sorted(path for root in roots for path in (root.rglob("*") if root.is_dir() else [root]) if path.is_file())
    digest = sha256()
    for file in files:
        if file.suffix != ".pyc":
            digest.update(file.read_bytes())
    return f"{judging.RULES} {digest.hexdigest()}"
