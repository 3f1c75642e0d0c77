"""News of a series: what readers of its club's feed are told of one more event of it."""

from collections.abc import Callable, Iterator

from core.events import (
    Event,
    Recorded,
    SeriesAnnounced,
    SeriesChanged,
    SeriesEnded,
    SeriesReopened,
    SeriesTournamentAdded,
    SeriesTournamentRemoved,
)
from core.messages import say
from core.series.exact import shown
from core.series.series import AllSeries, Series
from core.tournament import Tournament
from core.tournament.views.news import NewsItem

SERIES_NEWS_KINDS = (
    "series.announced",
    "series.changed",
    "series.tournament_added",
    "series.tournament_removed",
    "series.tournament_finished",
    "series.ended",
    "series.reopened",
)


def series_news(
    stream: str, recorded: Recorded, known: AllSeries, name_of: Callable[[str], str | None]
) -> Iterator[NewsItem]:
    """The news of an event of a club's log, after which these series are `known`.

    `name_of` gives the name of a tournament; `None` of one that is deleted, which is in no feed.
    """
    found = _found(recorded.event, known, name_of)
    if found is not None:
        kind, sentence, series, tournament_id, name = found
        item = NewsItem(kind, sentence, tournament_id, name, stream, recorded.version, recorded.at)
        yield _about(item, series)


def finished_news(item: NewsItem, tournament: Tournament, known: AllSeries) -> Iterator[NewsItem]:
    """The news that an evening of open series is over, for the news that the tournament is."""
    for series in known.values():
        if tournament.id in series.tournaments and series.frozen is None:
            sentence = say(
                "{tournament} is over, and counts in {series}",
                "series_tournament_finished",
                tournament=tournament.created.name,
                series=series.announcement.name,
            )
            yield _about(item._replace(kind="series.tournament_finished", explanation=sentence), series)


def _about(item: NewsItem, series: Series) -> NewsItem:
    return item._replace(series_id=series.id, series_name=series.announcement.name)


_Found = tuple[str, str, Series, str, str]
"""The kind, the sentence, the series, and the id and the name of the tournament that it is about, if of one."""


def _found(event: Event, known: AllSeries, name_of: Callable[[str], str | None]) -> _Found | None:
    match event:
        case SeriesAnnounced(series_id):
            kind, sentence = "series.announced", say("{series} is announced", "series_announced", series=_name(event))
        case SeriesChanged(series_id):
            name = _name(event)
            kind = "series.changed"
            sentence = say("{series} has another announcement", "series_changed", series=name)
        case SeriesEnded(series_id):
            name = known[series_id].announcement.name
            kind, sentence = "series.ended", say("{series} is over", "series_ended", series=name)
        case SeriesReopened(series_id):
            name = known[series_id].announcement.name
            kind, sentence = "series.reopened", say("{series} is open again", "series_reopened", series=name)
        case SeriesTournamentAdded() | SeriesTournamentRemoved():
            return _of_tournament(event, known[event.series], name_of(event.tournament))
        case _:
            return None
    return kind, sentence, known[series_id], "", ""


def _name(event: SeriesAnnounced | SeriesChanged) -> str:
    return str(event.announcement["name"])


def _of_tournament(
    event: SeriesTournamentAdded | SeriesTournamentRemoved, series: Series, name: str | None
) -> _Found | None:
    if name is None:
        return None
    names = {"tournament": name, "series": series.announcement.name}
    if isinstance(event, SeriesTournamentRemoved):
        sentence = say("{tournament} no longer counts in {series}", "series_tournament_removed", **names)
        return "series.tournament_removed", sentence, series, event.tournament, name
    factor = series.tournaments.get(event.tournament)
    if factor is None or factor == 1:
        sentence = say("{tournament} counts in {series}", "series_tournament_added", **names)
    else:
        sentence = say(
            "{tournament} counts in {series}, {factor} times", "series_tournament_counts", factor=shown(factor), **names
        )
    return "series.tournament_added", sentence, series, event.tournament, name
