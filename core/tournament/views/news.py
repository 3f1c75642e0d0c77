"""News of a tournament: what its readers are told of one more event, as a value with a sentence.

An event that is hidden from the public is no news, so every reader of the tournament may read all its news.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from core.events import (
    BuyBackTakenBack,
    DecisionUndone,
    Event,
    MatchReopened,
    MatchSettled,
    PairingsVoided,
    PenaltiesReported,
    PlayerBoughtBack,
    PlayerEntered,
    PlayerReentered,
    PlayerReplaced,
    PlayerWithdrew,
    Recorded,
    ReentryTakenBack,
    ResultConfirmed,
    ResultDecided,
    RoundPaired,
    RoundPublished,
    TournamentAmended,
    TournamentCalledOff,
    TournamentCreated,
    TournamentPublished,
    TournamentReinstated,
    TournamentStarted,
    WithdrawalTakenBack,
)
from core.match.state import Match
from core.messages import say
from core.tournament import event_text
from core.tournament.event_text import EventContext
from core.tournament.model.state import FINISHED, Tournament
from core.tournament.model.values import Pairing
from core.tournament.model.visibility import is_withheld

NEWS_KINDS = (
    "tournament.announced",
    "tournament.published",
    "tournament.started",
    "tournament.finished",
    "tournament.changed",
    "tournament.called_off",
    "tournament.reinstated",
    "player.entered",
    "player.reentered",
    "player.bought_back",
    "player.replaced",
    "player.withdrawn",
    "player.returned",
    "round.published",
    "round.extended",
    "pairings.voided",
    "match.started",
    "match.finished",
    "match.reopened",
    "result.reported",
    "result.corrected",
    "penalties.changed",
)


class NewsItem(NamedTuple):
    """One piece of news: its kind, the sentence `explanation` (a message), and the ids that it is about.

    `stream` and `version` name the event that it follows from, `at` is the time of that event (Unix ms). One event may
    bring several items. News of a series (`core.series.news`) have its id and name; of a series as a whole, there is no
    tournament, and its id and name are empty.
    """

    kind: str
    explanation: str
    tournament_id: str
    tournament_name: str
    stream: str
    version: int
    at: int
    round: int | None = None
    match_id: str | None = None
    player_id: str | None = None
    series_id: str | None = None
    series_name: str | None = None


class _Found(NamedTuple):
    """A kind of news, its sentence, and the ids that it is about."""

    kind: str
    explanation: str
    round: int | None = None
    match_id: str | None = None
    player_id: str | None = None


def tournament_news(before: Tournament | None, recorded: Recorded, after: Tournament) -> Iterator[NewsItem]:
    """The news of an event of a tournament's log, which made `after` of `before`."""
    event = recorded.event
    if not is_withheld(after, recorded.version, event):
        for found in _found(before, event, after):
            yield NewsItem(
                found.kind,
                found.explanation,
                after.id,
                after.created.name,
                after.id,
                recorded.version,
                recorded.at,
                *found[2:],
            )


def match_news(before: Match, recorded: Recorded, after: Match) -> Iterator[NewsItem]:
    """The news of a fact of a tournament's match: the first game has begun. The name of the tournament is left open."""
    tournament_id, is_first = before.opened.tournament, before.phase == "opening" and not before.results
    if tournament_id is None or not is_first or after.phase == "opening" or after.settled or after.results:
        return
    white, *others = (after.opened.players[seat] for seat in after.seats)  # in one game up to five play
    yield NewsItem(
        "match.started",
        say("{white} – {black} has begun", "match_has_begun", white=white, black=" – ".join(others)),
        tournament_id,
        "",
        after.id,
        recorded.version,
        recorded.at,
        after.opened.round,
        after.id,
    )


def _found(before: Tournament | None, event: Event, after: Tournament) -> Iterator[_Found]:
    if before is None:
        if isinstance(event, TournamentCreated):
            yield _Found("tournament.announced", event_text.public_sentence(event, after))
        return
    news = _NEWS.get(type(event))
    if news is not None:
        yield from news(before, event, after)
    if _is_finished(after, news is not None) and before.status != FINISHED:
        yield _Found("tournament.finished", event_text.over_sentence(after.created.name))


def _is_finished(after: Tournament, is_news: bool) -> bool:
    """True if nothing is left to play. A format is asked only if an event is news and no match waits."""
    return after.ended or (is_news and not after.waits and after.status == FINISHED)


def _public(kind: str, player: str = "") -> "_News":
    """News that is the sentence of its event; `player` is the field with the id of the player whom it is about."""

    def news(_before: Tournament, event: Any, after: Tournament) -> Iterator[_Found]:
        player_id = getattr(event, player) if player else None
        yield _Found(kind, event_text.public_sentence(event, after), player_id=player_id)

    return news


def _published(_before: Tournament, event: TournamentPublished, after: Tournament) -> Iterator[_Found]:
    if event.published:
        yield _Found("tournament.published", event_text.public_sentence(event, after))


def _amended(before: Tournament, event: TournamentAmended, after: Tournament) -> Iterator[_Found]:
    if len(after.amended) > len(before.amended):
        yield _Found("tournament.changed", event_text.public_sentence(event, after))


def _paired(before: Tournament, event: RoundPaired, after: Tournament) -> Iterator[_Found]:
    if all(round_.number != event.round for round_ in before.rounds):
        yield from _of_round(before, event, after)
    elif matches := [row[0] for row in event.pairings if row[2]]:
        sentence, match = event_text.round_extended(event, after), matches[0] if len(matches) == 1 else None
        yield _Found("round.extended", sentence, event.round, match)


def _of_round(
    _before: Tournament, event: RoundPaired | RoundPublished | PairingsVoided, after: Tournament
) -> Iterator[_Found]:
    kind = "pairings.voided" if isinstance(event, PairingsVoided) else "round.published"
    yield _Found(kind, event_text.public_sentence(event, after), event.round)


def _resulted(
    before: Tournament, event: MatchSettled | ResultConfirmed | ResultDecided, after: Tournament
) -> Iterator[_Found]:
    """A match has a result, or another one than before."""
    if (pairing := after.paired.get(event.match)) is None:
        return
    context = EventContext("", {}, after)
    old, new = before.results.get(event.match), after.results.get(event.match)
    if new is None:
        yield _about("result.reported", event_text.reported_sentence(event.match, context), after, pairing)
    elif old is None:
        yield _about("match.finished", event_text.result_sentence(new, event.match, context), after, pairing)
    elif old != new:
        yield _about("result.corrected", event_text.corrected_sentence(new, event.match, context), after, pairing)


def _taken_back(before: Tournament, event: DecisionUndone | MatchReopened, after: Tournament) -> Iterator[_Found]:
    pairing = after.paired.get(event.match)
    if pairing is None or before.results.get(event.match) == (new := after.results.get(event.match)):
        return
    if new is None:
        yield _about("match.reopened", event_text.public_sentence(event, after), after, pairing)
    else:
        sentence = event_text.corrected_sentence(new, event.match, EventContext("", {}, after))
        yield _about("result.corrected", sentence, after, pairing)


def _penalised(_before: Tournament, event: PenaltiesReported, after: Tournament) -> Iterator[_Found]:
    """Penalty points that count in the table were given or taken back."""
    if pairing := after.paired.get(event.match):
        yield _about("penalties.changed", event_text.public_sentence(event, after), after, pairing)


def _about(kind: str, sentence: str, after: Tournament, pairing: Pairing) -> _Found:
    number = next((round_.number for round_ in after.rounds if pairing in round_.pairings), None)
    return _Found(kind, sentence, number, pairing.match)


_News = Callable[[Tournament, Any, Tournament], Iterator[_Found]]
_NEWS: Mapping[type[Event], _News] = {
    TournamentAmended: _amended,
    TournamentPublished: _published,
    TournamentStarted: _public("tournament.started"),
    TournamentCalledOff: _public("tournament.called_off"),
    TournamentReinstated: _public("tournament.reinstated"),
    PlayerEntered: _public("player.entered", "player"),
    PlayerReentered: _public("player.reentered", "entry"),
    ReentryTakenBack: _public("player.reentered", "entry"),
    PlayerBoughtBack: _public("player.bought_back", "player"),
    BuyBackTakenBack: _public("player.bought_back", "player"),
    PlayerReplaced: _public("player.replaced", "by"),
    PlayerWithdrew: _public("player.withdrawn", "player"),
    WithdrawalTakenBack: _public("player.returned", "player"),
    RoundPaired: _paired,
    RoundPublished: _of_round,
    PairingsVoided: _of_round,
    MatchSettled: _resulted,
    ResultConfirmed: _resulted,
    ResultDecided: _resulted,
    DecisionUndone: _taken_back,
    MatchReopened: _taken_back,
    PenaltiesReported: _penalised,
}
