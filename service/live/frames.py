"""What viewers are told, as Server-Sent Events: made from the log and the verdicts, or from news of them."""

import json
from collections.abc import Sequence
from hashlib import sha256
from itertools import chain, islice
from typing import NamedTuple

from core.chain import canonical
from core.codec import to_public
from core.events import Recorded
from core.log import NEW
from core.tournament.sight import shown
from service.access import ALL
from service.bootstrap import House
from service.store import heads, views
from service.store.feed import VERDICT, News
from service.store.heads import Position

RETRY = b"retry: 1000\n\n"
BEAT = b":\n\n"
TOLD_AGAIN = 100
_PAGE = 100


class Said(NamedTuple):
    """A frame, the stream that it is of, and how far whoever got it is then: with facts, and with verdicts."""

    stream: str
    reach: Position
    frame: bytes


class Book(NamedTuple):
    """What the store has of a stream that somebody watches, `whole` with all matches of the tournament that it is.

    `sight` is how much is for the reader (`service.access.sight`). Every method waits for the store.
    """

    house: House
    name: str
    whole: bool
    sight: str = ALL

    def places(self) -> dict[str, Position]:
        """How far everything is that is watched."""
        beside = heads.of_matches(self.house.client, self.name) if self.whole else self._of_tournament()
        return {**beside, self.name: self.place(self.name) or Position(NEW, NEW)}

    def place(self, stream: str) -> Position | None:
        """How far one stream is; `None` if there is no such stream."""
        return heads.of(self.house.client, stream)

    def begin(self, after: int, known: Position) -> Position:
        """Where somebody begins who has what is up to a version, of a stream that is known to be so far at least.

        Who has more than a log that was restored, has that. He is told the last verdicts up to it once more, and none
        of an opening that he has.
        """
        if after > known.version and (head := self.place(self.name)):
            after = min(after, head.version)
        return Position(after, max(min(after - TOLD_AGAIN, known.judged), min(after, 0)))

    def page(self, at: Position) -> tuple[list[Said], Position, bool]:
        """What there is after a position, the position then, and whether there may be more."""
        facts = list(islice(self.house.log.read(self.name, at.version, _PAGE), _PAGE))
        last = facts[-1].version if facts else at.version
        # What is not judged yet is not asked for with every page: of a long log that would be ever more.
        reach = min(last, at.judged + 2 * _PAGE)
        verdicts = views.verdicts(self.house.client, self.name, range(at.judged + 1, reach + 1))
        said: list[Said] = []
        judged = at.judged
        texts = dict(zip((fact.version for fact in facts), self._texts(facts), strict=True))
        for version in chain(range(at.judged + 1, min(reach, at.version) + 1), range(at.version + 1, last + 1)):
            if text := texts.get(version):
                said.append(fact_said(self.name, version, text, True))
            if verdict := verdicts.get(version):
                said.append(verdict_said(self.name, version, json.dumps(verdict, ensure_ascii=False)))
                judged = version
        return said, Position(last, judged), len(facts) == _PAGE or judged == reach < last

    def _of_tournament(self) -> dict[str, Position]:
        """How far the tournament is that a match is played in, if it is in one."""
        name = self.name.partition(".")[0]
        place = self.place(name) if name != self.name else None
        return {} if place is None else {name: place}

    def tells(self, news: News) -> bool:
        """Whether the reader is told what an item of the news says; else he is told how far its stream is."""
        return (self.whole or news.stream == self.name) and not self.hides(news)

    def hides(self, news: News) -> bool:
        """Whether the news may say more than is for this reader: the log's page, as he may see it, tells then."""
        return not self._sees_all and news.stream == self.name and news.kind != VERDICT

    @property
    def _sees_all(self) -> bool:
        return self.sight == ALL or not self.whole

    def _texts(self, facts: Sequence[Recorded]) -> list[str]:
        if self._sees_all:
            return [_text(self.name, fact) for fact in facts]
        # Read after the facts, and so no older than they are.
        return [
            json.dumps(line, ensure_ascii=False, separators=(",", ":"))
            for line in shown(self.house.shelf.tournament(self.name), facts)
        ]


def _text(stream: str, recorded: Recorded) -> str:
    text = canonical(to_public(stream, recorded))
    return f'{text[:-1].decode()},"hash":"{sha256(text).hexdigest()}"}}'


def news_said(news: News, named: bool) -> Said:
    """What an item of the news says; `named` facts carry their version as the id of the event."""
    if news.kind == VERDICT:
        return verdict_said(news.stream, news.version, news.json)
    return fact_said(news.stream, news.version, news.json, named)


def fact_said(stream: str, version: int, text: str, named: bool) -> Said:
    """A fact in its public form, with its hash."""
    name = f"id: {version}\n" if named else ""
    return Said(stream, Position(version, NEW), f"{name}event: fact\ndata: {text}\n\n".encode())


def verdict_said(stream: str, version: int, text: str) -> Said:
    """A verdict, a JSON object, with the stream that it is of."""
    frame = f'event: verdict\ndata: {{"stream":"{stream}",{text[1:]}\n\n'
    return Said(stream, Position(NEW, version), frame.encode())


def place_said(stream: str, place: Position) -> Said:
    """Where a match of a tournament is, or the tournament of a match."""
    words = {"stream": stream, "version": place.version, "judged_version": place.judged}
    kind = "match" if "." in stream else "tournament"
    return Said(stream, place, f"event: {kind}\ndata: {json.dumps(words)}\n\n".encode())
