"""Frames for viewers as Server-Sent Events: made from the log and the verdicts, or from news of them."""

import json
import re
from collections.abc import Mapping, Sequence
from itertools import chain, islice
from typing import Any, NamedTuple, Protocol

from core.errors import UnknownStream
from core.eventlog.codec import newer_json, to_public
from core.eventlog.hash_chain import line_of, recorded_hash, with_hash
from core.eventlog.log import NEW
from core.events import Recorded
from core.names.shown_names import ALL
from core.tournament.model.visibility import visible_events
from service.bootstrap import Dependencies
from service.handlers.match import hidden_names
from service.repository import reading_as
from service.store.feed import VERDICT, NewsMessage
from service.store.keys import root_of
from service.store.read_models import positions, states
from service.store.read_models.positions import Position
from service.translations import SOURCE, translated_json

RETRY = b"retry: 1000\n\n"
BEAT, HEARTBEAT_SECONDS = b":\n\n", 15.0
"""A comment is sent where nothing else is, in this time: so a viewer knows that the connection holds."""
TOLD_AGAIN = 100
_HASH = re.compile(r'"hash":\s?"([0-9a-f]{8})[0-9a-f]{56}"\}$')
"""The first letters of a fact's hash, with which its text ends."""
_PAGE = 100


class Frame(NamedTuple):
    """A frame, its stream, and the viewer's position after it: in facts, and in verdicts."""

    stream: str
    reach: Position
    frame: bytes


class Source(Protocol):
    """Content that viewers are sent: frames of the stream `name`, or of it `whole` with the streams that belong to it.

    Viewers of the same `variant` are sent the same. Every method waits for the store.
    """

    @property
    def name(self) -> str:
        """The stream that has the ids of the frames."""

    @property
    def root(self) -> str:
        """The root whose channel has its news (`service.store.keys.live`)."""

    @property
    def whole(self) -> bool:
        """True if the streams that belong to it are sent, too."""

    @property
    def variant(self) -> str:
        """The name of what is sent to viewers with the same rights and language."""

    @property
    def language(self) -> str:
        """The language of explanations."""

    def places(self) -> dict[str, Position]:
        """The positions of all watched streams."""

    def place(self, stream: str) -> Position | None:
        """The position of one stream; `None` if there is no such stream."""

    def begin(self, after: int, known: Position) -> Position:
        """The start position of a viewer who has everything up to a version."""

    def page(self, at: Position) -> tuple[list[Frame], Position, bool]:
        """The frames after a position, the position then, and whether there may be more."""

    def has(self, facts: Sequence[tuple[str, int, str]]) -> bool:
        """True if the store still has these facts: stream, version and hash of each."""

    def tells(self, news: NewsMessage) -> bool:
        """True if viewers get the frame of a message; otherwise a page of the stream is read."""


class FrameSource(NamedTuple):
    """Content of a watched stream in the store, `whole` with all matches of a tournament.

    `sight` is the reader's visibility (`service.auth.authorization.visibility`). `language` is that of
    the explanations of verdicts. Every method waits for the store.
    """

    deps: Dependencies
    name: str
    whole: bool
    sight: str = ALL
    language: str = SOURCE

    @property
    def root(self) -> str:
        """See `Source.root`."""
        return root_of(self.name)

    @property
    def variant(self) -> str:
        """Readers of the same variant are told the same."""
        return self.sight if self.language == SOURCE else f"{self.sight} {self.language}"

    def places(self) -> dict[str, Position]:
        """The positions of all watched streams."""
        beside = positions.of_matches(self.deps.client, self.name) if self.whole else self._of_tournament()
        return {**beside, self.name: self.place(self.name) or Position(NEW, NEW)}

    def place(self, stream: str) -> Position | None:
        """The position of one stream; `None` if there is no such stream."""
        return positions.of(self.deps.client, stream)

    def begin(self, after: int, known: Position) -> Position:
        """The start position of a viewer who has everything up to a version, of a stream that is known to be so far at
        least.

        A viewer may have more than a restored log has. The last verdicts up to the position are sent again, but not
        those of the opening.
        """
        if after > known.version and (head := self.place(self.name)):
            after = min(after, head.version)
        return Position(after, max(min(after - TOLD_AGAIN, known.judged), min(after, 0)))

    def page(self, at: Position) -> tuple[list[Frame], Position, bool]:
        """The frames after a position, the position then, and whether there may be more."""
        facts = list(islice(self.deps.log.read(self.name, at.version, _PAGE), _PAGE))
        last = facts[-1].version if facts else at.version
        # What is not judged yet is not asked for with every page: of a long log that would be ever more.
        reach = min(last, at.judged + 2 * _PAGE)
        verdicts = states.verdicts(self.deps.client, self.name, range(at.judged + 1, reach + 1))
        frames: list[Frame] = []
        judged = at.judged
        texts = dict(zip((fact.version for fact in facts), self._texts(facts), strict=True))
        for version in chain(range(at.judged + 1, min(reach, at.version) + 1), range(at.version + 1, last + 1)):
            if text := texts.get(version):
                frames.append(fact_frame(self.name, version, text, True))
            if verdict := verdicts.get(version):
                frames.append(verdict_frame(self.name, version, _verdict_text(verdict, self.language)))
                judged = version
        return frames, Position(last, judged), len(facts) == _PAGE or judged == reach < last

    def has(self, facts: Sequence[tuple[str, int, str]]) -> bool:
        """See `Source.has`."""
        return all(self._has(*fact) for fact in facts)

    def _has(self, stream: str, version: int, digest: str) -> bool:
        try:
            recorded = next(self.deps.log.read(stream, version - 1, 1), None)
        except UnknownStream:
            return False
        return recorded is not None and recorded_hash(stream, recorded) == digest

    def _of_tournament(self) -> dict[str, Position]:
        """The position of a match's tournament, if it is in one."""
        name = self.root
        place = self.place(name) if name != self.name else None
        return {} if place is None else {name: place}

    def tells(self, news: NewsMessage) -> bool:
        """True if the reader gets the frame of a news item; otherwise they get the progress of its stream."""
        return (self.whole or news.stream == self.name) and not self.hides(news)

    def hides(self, news: NewsMessage) -> bool:
        """True if the news may contain hidden data: then the log's page for this reader is used."""
        if self.sight == ALL:
            return False
        if self.whole and news.stream == self.name and news.kind != VERDICT:
            return True
        with reading_as(lambda _club: self.sight):
            mask = self.deps.repository.mask(self._club, self.root if self.whole or self.root != self.name else None)
        return mask is not None and mask(news.json) != news.json

    @property
    def _club(self) -> str:
        """The short name of the club whose stream it is."""
        if self.whole:
            return self.deps.repository.tournament_opening(self.name).club
        return self.deps.repository.match(self.name).club

    def _texts(self, facts: Sequence[Recorded]) -> list[str]:
        if self.sight == ALL:
            return [_text(self.name, fact) for fact in facts]
        if not self.whole:
            return self._texts_of_match(facts)
        # Read after the facts, and so no older than they are.
        whole = self.deps.repository.tournament(self.name)
        with reading_as(lambda _club: self.sight):
            shown = self.deps.repository.shown_names(whole.created.club, whole.id)
        return [_as_text(line) for line in visible_events(whole, facts, shown)]

    def _texts_of_match(self, facts: Sequence[Recorded]) -> list[str]:
        with reading_as(lambda _club: self.sight):
            hidden = hidden_names.of(self.deps, self.name, self.deps.repository.match(self.name))
        if hidden is None:
            return [_text(self.name, fact) for fact in facts]
        lines = ({**with_hash(self.name, fact), **newer_json(fact.event)} for fact in facts)
        return [_as_text(hidden.line(line)) for line in lines]


def _as_text(line: Mapping[str, Any]) -> str:
    return json.dumps(line, ensure_ascii=False, separators=(",", ":"))


def _text(stream: str, recorded: Recorded) -> str:
    newer = "".join(f',"{name}":true' for name in newer_json(recorded.event))
    return line_of(to_public(stream, recorded), newer)


def _verdict_text(verdict: Mapping[str, Any], language: str) -> str:
    return json.dumps(translated_json(verdict, language), ensure_ascii=False)


def news_frame(news: NewsMessage, named: bool, language: str = SOURCE) -> Frame:
    """The frame of a news item; `named` facts carry their version as the id of the event."""
    if news.kind == VERDICT:
        text = news.json if language == SOURCE else _verdict_text(json.loads(news.json), language)
        return verdict_frame(news.stream, news.version, text)
    return fact_frame(news.stream, news.version, news.json, named)


def fact_frame(stream: str, version: int, text: str, named: bool) -> Frame:
    """A fact in its public form, with its hash. Its id tells it from another fact of the same version.

    A withheld fact has no hash here: its id is its version.
    """
    matched = _HASH.search(text) if named else None
    name = f"id: {version}{'-' + matched[1] if matched else ''}\n" if named else ""
    return Frame(stream, Position(version, NEW), f"{name}event: fact\ndata: {text}\n\n".encode())


def verdict_frame(stream: str, version: int, text: str) -> Frame:
    """A verdict, a JSON object, with the stream that it is of."""
    frame = f'event: verdict\ndata: {{"stream":"{stream}",{text[1:]}\n\n'
    return Frame(stream, Position(NEW, version), frame.encode())


def place_frame(stream: str, place: Position) -> Frame:
    """The position of a match of a tournament, or of the tournament of a match."""
    data = {"stream": stream, "version": place.version, "judged_version": place.judged}
    kind = "match" if "." in stream else "tournament"
    return Frame(stream, place, f"event: {kind}\ndata: {json.dumps(data)}\n\n".encode())
