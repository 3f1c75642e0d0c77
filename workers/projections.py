"""Events → read models: the data shown to readers of a stream, folded from its log and assigned as a whole.

A model is the fold of one stream so far. The store has no counters: each fold of the same log writes the same values.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any

from core import tournament
from core.club import club
from core.club.club import Club
from core.errors import Gone, NotFound, UnknownEvent
from core.events import ClubFounded, Event, MatchOpened, Recorded, TournamentCreated
from core.match.judging import NOTHING, Known
from core.match.turns import is_plain
from core.messages import say
from core.series.news import finished_news, series_news
from core.tournament import Tournament
from core.tournament.model.state import CALLED_OFF, FINISHED
from core.tournament.views.news import NewsItem, match_news, tournament_news
from schemas.dump import dumper
from schemas.feeds.news import stored_text
from schemas.match_states import match_json
from schemas.stored_summaries import club_json, tournament_json
from schemas.views.matches import Verdict
from service.bootstrap import Dependencies
from service.repository import Repository
from service.store import deliveries
from service.store.access import entry_requests
from service.store.read_models.club import news
from workers.rule_checks import Earlier, JudgedMatch, SettlementChange, check, open_sheet

Json = dict[str, Any]
verdict_json = dumper(Verdict)
Model = JudgedMatch | Tournament | Club
Applied = tuple[Model, Json | None, SettlementChange | None]
"""The model after a fact, the verdict in the contract's words (`None`: plainly accepted), a changed settlement."""


def start_model(stream: str, recorded: Recorded) -> Applied:
    """The model of a stream after the event that opened it. Raises `UnknownEvent` if it opens nothing."""
    match recorded.event:
        case MatchOpened():
            return open_sheet(stream, recorded)[0], None, None
        case TournamentCreated():
            return tournament.fold(stream, [recorded]), None, None
        case ClubFounded():
            return club.fold([recorded]), None, None
    raise UnknownEvent(
        say("{stream} begins with {name}, which opens nothing", stream=stream, name=type(recorded.event).__name__)
    )


def apply_fact(model: Model, recorded: Recorded, earlier: Earlier, known: Known = NOTHING) -> Applied:
    """The model after one more fact; what is `known` of a match is believed.

    Raises `UnknownEvent` for a fact that does not belong there, `NewerVersion`.
    """
    if isinstance(model, JudgedMatch):
        sheet, verdict, change = check(model, recorded, earlier, known)
        return sheet, None if is_plain(verdict) else verdict_json(verdict), change
    if isinstance(model, Tournament):
        return tournament.apply(model, recorded.event, recorded.version), None, None
    return club.apply(model, recorded.event, recorded.version), None, None


def index_entry(opening: Event) -> tuple[str, str] | None:
    """The club, and the list of its index for what this event opened: `matches` (friendly ones) or `tournaments`."""
    if isinstance(opening, TournamentCreated):
        return opening.club, "tournaments"
    if isinstance(opening, MatchOpened) and opening.tournament is None:
        return opening.club, "matches"
    return None


def to_json(model: Model) -> Json:
    """A model as readers find it."""
    if isinstance(model, JudgedMatch):
        return match_json(model.match)
    if isinstance(model, Tournament):
        return tournament_json(model)
    return club_json(model)


def news_of(repository: Repository, before: Model | None, recorded: Recorded, after: Model) -> Iterable[NewsItem]:
    """The news of an event of a tournament, of one of its matches, or of a series, for readers of feeds."""
    if isinstance(after, Tournament):
        return _news_of_tournament(repository, before if isinstance(before, Tournament) else None, recorded, after)
    if isinstance(after, Club):
        return series_news(f"c_{after.slug}", recorded, after.series, lambda each: _name_of(repository, each))
    if isinstance(after, JudgedMatch) and isinstance(before, JudgedMatch):
        return _news_of_match(repository, before, recorded, after)
    return ()


def _news_of_tournament(
    repository: Repository, before: Tournament | None, recorded: Recorded, after: Tournament
) -> Iterator[NewsItem]:
    for item in tournament_news(before, recorded, after):
        yield item
        if item.kind == "tournament.finished":
            with suppress(NotFound):  # a tournament of a club that is not here counts in no series
                yield from finished_news(item, after, repository.club(after.created.club).series)


def _name_of(repository: Repository, tournament_id: str) -> str | None:
    """The name of a tournament; `None` of one that is deleted or not here."""
    try:
        return repository.tournament(tournament_id).created.name
    except (Gone, NotFound):
        return None


def _news_of_match(
    repository: Repository, before: JudgedMatch, recorded: Recorded, after: JudgedMatch
) -> Iterator[NewsItem]:
    for item in match_news(before.match, recorded, after.match):
        with suppress(NotFound):  # a match of a tournament that is not here is in no feed
            yield item._replace(tournament_name=repository.tournament(item.tournament_id).created.name)


def record_news(deps: Dependencies, model: Model, items: Sequence[NewsItem], at: int) -> None:
    """Record news for the readers of feeds and for webhooks, once. Of a club, record which webhooks are active."""
    if isinstance(model, Club):
        webhooks = deps.repository.club(model.slug).webhooks.values()
        deliveries.set_active(deps.client, model.slug, [webhook.id for webhook in webhooks if webhook.is_active], at)
    if items:
        news.record(deps.client, _club_of(model), [_new_item(item) for item in items], at)


def _club_of(model: Model) -> str:
    if isinstance(model, Club):
        return model.slug
    return model.match.opened.club if isinstance(model, JudgedMatch) else model.created.club


def note_end_of_entries(deps: Dependencies, before: Model | None, state: Tournament, at: int) -> None:
    """Note that a tournament ended, or goes on: what was kept for its entries is removed by the club's rule."""
    is_over = state.status in _OVER
    if is_over or not isinstance(before, Tournament) or before.status in _OVER:
        entry_requests.note_end(deps.client, state.id, at if is_over else None)


_OVER = FINISHED, CALLED_OFF


def _new_item(item: NewsItem) -> news.NewItem:
    # A match's log has one kind of news, its begin, which is told once, also if a ruling voids the opening.
    version = 1 if item.stream == item.match_id else item.version
    return news.NewItem(item.stream, version, item.at, item.series_id or item.tournament_id, stored_text(item))
