"""News of a club or of a tournament as Server-Sent Events: `event: news`, `id` = the number of the item.

All readers of a feed are sent the same frames, which hold the sentence in every language.
"""

import json
from collections.abc import Sequence

from core.eventlog.log import NEW
from schemas.dump import dumper
from schemas.feeds.news import NewsView
from service.bootstrap import Dependencies
from service.handlers.news import NewsFeed, ShownNews
from service.live.sse_frames import Frame
from service.store.feed import NewsMessage
from service.store.read_models.club import news
from service.store.read_models.positions import Position

_PAGE = 100
_TO_JSON = dumper(NewsView)


class NewsSource:
    """The frames of a feed; `service.live.sse_frames.Source` says what each method is for."""

    whole = False
    variant = ""
    language = ""

    def __init__(self, deps: Dependencies, feed: NewsFeed) -> None:
        self._deps, self._feed = deps, feed
        self.name = news.topic(feed.stream)
        self.root = f"c_{feed.club}"

    def places(self) -> dict[str, Position]:
        """The number of the newest item."""
        return {self.name: self.place(self.name)}

    def place(self, _stream: str) -> Position:
        """The number of the newest item."""
        return Position(self._feed.last(self._deps.client), NEW)

    def begin(self, after: int, known: Position) -> Position:
        """The start position of a viewer who has everything up to a number. A restored store may have fewer items."""
        return Position(min(after, max(known.version, self._feed.last(self._deps.client))), NEW)

    def page(self, at: Position) -> tuple[list[Frame], Position, bool]:
        """The frames after a position, the position then, and whether there may be more."""
        items, more = self._feed.page(self._deps, at.version, _PAGE)
        frames = [self._frame(item) for item in items]
        reached = more or (items[-1].id if items else at.version)
        return frames, Position(reached, NEW), more is not None

    def has(self, _facts: Sequence[tuple[str, int, str]]) -> bool:
        """True: items are no facts."""
        return True

    def tells(self, _news: NewsMessage) -> bool:
        """False: a message says only that there is an item, which is read from the feed."""
        return False

    def _frame(self, item: ShownNews) -> Frame:
        text = json.dumps(_TO_JSON(item), ensure_ascii=False, separators=(",", ":"))
        return Frame(self.name, Position(item.id, NEW), f"id: {item.id}\nevent: news\ndata: {text}\n\n".encode())
