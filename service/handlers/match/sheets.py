"""The sheet of a match from parts that are finished: only what follows the last of them is folded and told."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from hashlib import sha256
from itertools import takewhile
from pathlib import Path

from redis.exceptions import RedisError

import core
from core.eventlog.hash_chain import recorded_hash
from core.events import MatchOpened, NewerEvent, Recorded
from core.match import checkpoint, judging
from core.match.state import ACCEPTED, Match, Verdict
from core.notation.replayed_match import ReplayedFact, as_counted, before_all
from core.notation.sheet import Row, Sheet
from core.notation.transcript import as_text, sheet_text, transcript
from core.notation.transcript_summary import NO_SPAN, Span
from service.bootstrap import Dependencies
from service.handlers.match import replay
from service.store import bulk_read
from service.store.match_files import sheet_parts
from service.store.match_files.sheet_parts import SheetPart
from service.store.read_models import states
from service.translations import FOLDER, OFFERED, translated

_CODE = ("rules", "games", "match", "notation", "messages.py", "former_wordings.py", "timestamps.py")
"""The parts of `core` that a sheet's text follows from, beside the catalogues."""


class _Newer(Exception):
    """The log holds an event of a newer version of brade: where it ends for this one is for `transcript` to find."""


def sheet(deps: Dependencies, match_id: str, opened: MatchOpened, head: int, origin: str, language: str) -> str:
    """The sheet of a match up to the version `head`, as `core.notation.transcript` makes it of the whole log.

    Parts of a match's sheet that are finished are kept. A part is made anew where a ruling voided facts of it, or facts
    of it count again, and where an illegal play in it was let stand later.
    """
    try:
        return _from_parts(deps, match_id, opened, head, origin, language)
    except _Newer:
        log, known = bulk_read.tail(deps.client, match_id), replay.known(deps.client, match_id, opened, 1, head)
        events = takewhile(lambda each: each.version <= head, log)
        return transcript(match_id, events, known, origin=origin, translate=lambda text: translated(text, language))


def keep_parts(deps: Dependencies, match_id: str) -> None:
    """Have all parts of a match's sheet that can be finished by now, in each language, before a reader asks."""
    opened, judged = deps.repository.match(match_id), states.judged_version(deps.client, match_id)
    with suppress(_Newer):
        for language in OFFERED:
            _from_parts(deps, match_id, opened, judged, "", language)


def _from_parts(
    deps: Dependencies, match_id: str, opened: MatchOpened, head: int, origin: str, language: str
) -> str:  # fmt: skip
    end, began = replay.state_at(deps, match_id, head), next(deps.log.read(match_id, limit=1)).at
    if end.version != head:
        raise _Newer
    kept = _kept(deps, end, language)
    rest = _Rest(deps, end, opened, kept, language)
    for fact in as_counted(_facts(deps, end, rest.first), end, rest.before, _earlier(deps, end)):
        rest.add(fact)
    with suppress(RedisError):  # the next reader makes them again
        sheet_parts.keep(deps.client, match_id, language, rest.finished, head)
    span = Span(began, began).joined(rest.span)
    for part in kept:
        span = span.joined(Span(*part.span))
    games = "".join([*(part.text for part in kept), rest.text()])
    return sheet_text(end, span, games, origin, lambda text: translated(text, language))


def _kept(deps: Dependencies, end: Match, language: str) -> Sequence[SheetPart]:
    """The parts that are kept, up to the first that would be another one now."""
    loaded = enumerate(sheet_parts.load(deps.client, end.id, language, end.version // sheet_parts.PART), 1)
    parts = [part for _, part in takewhile(lambda each: each[1].made_of == _made_of(end, each[0]), loaded)]
    if parts and _digest(deps, end.id, len(parts) * sheet_parts.PART) != parts[-1].digest:
        return ()  # the log has other events than it had
    return parts


class _Rest:
    """The text of the facts after the parts that are kept, and the parts that are finished on the way."""

    def __init__(
        self, deps: Dependencies, end: Match, opened: MatchOpened, kept: Sequence[SheetPart], language: str
    ) -> None:
        self._deps, self._end = deps, end
        self._judged = states.judged_version(deps.client, end.id)
        self.first, self.finished = len(kept) * sheet_parts.PART + 1, dict[int, SheetPart]()
        if kept:
            self.before, row = checkpoint.read(end.id, opened, kept[-1].counted), Row(*kept[-1].row)
        else:
            self.before, row = before_all(judging.opened(end.id, opened), end), Row()
        self._sheet = Sheet(end, lambda text: translated(text, language), row)
        self._texts: list[str] = []
        self.span = self._of_part = NO_SPAN
        self._is_kept = True

    def add(self, fact: ReplayedFact) -> None:
        """The next fact."""
        self._sheet.add(fact)
        self._of_part = self._of_part.with_(fact.recorded.at)
        if fact.recorded.version % sheet_parts.PART == 0:
            self._finish(fact)

    def text(self) -> str:
        """All of the text, after the last fact."""
        self.span = self.span.joined(self._of_part)
        return "".join([*self._texts, as_text(self._sheet.end())])

    def _finish(self, fact: ReplayedFact) -> None:
        version = fact.recorded.version
        text, counted = as_text(self._sheet.take()), checkpoint.write(fact.after)
        self._is_kept = self._is_kept and version <= self._judged and counted is not None
        if self._is_kept and counted is not None:
            number = version // sheet_parts.PART
            self.finished[number] = SheetPart(
                _made_of(self._end, number), _digest(self._deps, self._end.id, version), self._of_part, self._sheet.row,
                counted, text,
            )  # fmt: skip
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
    stand = [each.version for each in end.faults if first <= each.version <= last and each.status == ACCEPTED]
    return sha256(f"{_code()} {voids} {stand}".encode()).hexdigest()[:20]


@cache
def _code() -> str:
    """A digest of the source that makes sheets, and of all catalogues: another version of brade makes its own parts."""
    roots = [Path(core.__file__).parent / name for name in _CODE] + [FOLDER]
    files = sorted(each for root in roots for each in (root.rglob("*") if root.is_dir() else [root]) if each.is_file())
    digest = sha256()
    for each in files:
        if each.suffix != ".pyc":
            digest.update(each.read_bytes())
    return f"{judging.RULES} {digest.hexdigest()}"
