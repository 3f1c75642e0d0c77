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
    TournamentCreated,
    TournamentPublished,
    TournamentStarted,
    WithdrawalTakenBack,
)
from core.games import game_of
from core.match.state import Match
from core.messages import say
from core.tournament.model.state import FINISHED, Tournament
from core.tournament.model.values import UNPLAYED, Pairing, Result
from core.tournament.model.visibility import is_withheld

NEWS_KINDS = (
    "tournament.announced",
    "tournament.published",
    "tournament.started",
    "tournament.finished",
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
    bring several items.
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
        say("{white} – {black} has begun", white=white, black=" – ".join(others)),
        tournament_id,
        "",
        after.id,
        recorded.version,
        recorded.at,
        after.opened.round,
        after.id,
    )


def _found(before: Tournament | None, event: Event, after: Tournament) -> Iterator[_Found]:
    name = after.created.name
    if isinstance(event, TournamentCreated):
        yield _Found("tournament.announced", say("{tournament} is announced", tournament=name))
    elif before is not None and (sentences := _SENTENCES.get(type(event))):
        yield from sentences(before, event, after)
        if _is_finished(after) and before.status != FINISHED:
            yield _Found("tournament.finished", say("{tournament} is over", tournament=name))
    elif before is not None and after.ended and before.status != FINISHED:
        yield _Found("tournament.finished", say("{tournament} is over", tournament=name))


def _is_finished(after: Tournament) -> bool:
    """True if nothing is left to play. A format is asked only if no match waits."""
    return (after.ended or not after.waits) and after.status == FINISHED


# ── the tournament and its players ───────────────────────────────────────────────────────────────────────────────────
def _published(_before: Tournament, event: TournamentPublished, after: Tournament) -> Iterator[_Found]:
    if event.published:
        yield _Found(
            "tournament.published",
            say("{tournament} is published: everybody may read it", tournament=after.created.name),
        )


def _started(_before: Tournament, _event: TournamentStarted, after: Tournament) -> Iterator[_Found]:
    sentence = say(
        "{tournament} has started with {count} participants", tournament=after.created.name, count=len(after.starters)
    )
    yield _Found("tournament.started", sentence)


def _entered(_before: Tournament, event: PlayerEntered, _after: Tournament) -> Iterator[_Found]:
    yield _Found("player.entered", say("{player} has entered", player=event.name), player_id=event.player)


def _withdrew(_before: Tournament, event: PlayerWithdrew, after: Tournament) -> Iterator[_Found]:
    name = after.label_of(event.player)
    yield _Found("player.withdrawn", say("{player} has withdrawn", player=name), player_id=event.player)


def _replaced(_before: Tournament, event: PlayerReplaced, after: Tournament) -> Iterator[_Found]:
    sentence = say("{by} plays in the place of {name}", by=event.name, name=after.label_of(event.player))
    yield _Found("player.replaced", sentence, player_id=event.by)


def _reentered(_before: Tournament, event: PlayerReentered, after: Tournament) -> Iterator[_Found]:
    sentence = say("{player} has entered again as {name}", player=after.label_of(event.player), name=event.name)
    yield _Found("player.reentered", sentence, player_id=event.entry)


def _out_again(_before: Tournament, event: ReentryTakenBack, after: Tournament) -> Iterator[_Found]:
    sentence = say("The new entry {name} was taken back", name=after.label_of(event.entry))
    yield _Found("player.reentered", sentence, player_id=event.entry)


def _bought_back(_before: Tournament, event: PlayerBoughtBack, after: Tournament) -> Iterator[_Found]:
    name = after.label_of(event.player)
    yield _Found(
        "player.bought_back", say("{player} has bought back and plays on", player=name), player_id=event.player
    )


def _out_after_all(_before: Tournament, event: BuyBackTakenBack, after: Tournament) -> Iterator[_Found]:
    name = after.label_of(event.player)
    sentence = say("The buy-back of {player} was taken back", player=name)
    yield _Found("player.bought_back", sentence, player_id=event.player)


def _returned(_before: Tournament, event: WithdrawalTakenBack, after: Tournament) -> Iterator[_Found]:
    name = after.label_of(event.player)
    yield _Found("player.returned", say("{player} is back and plays on", player=name), player_id=event.player)


# ── rounds ───────────────────────────────────────────────────────────────────────────────────────────────────────────
def _paired(before: Tournament, event: RoundPaired, after: Tournament) -> Iterator[_Found]:
    number = event.round
    if all(each.number != number for each in before.rounds):
        yield _round(number)
        return
    pairs = [Pairing(*row) for row in event.pairings if row[2]]
    if len(pairs) == 1:
        pair = _pair(after, pairs[0])
        sentence = say("Round {round} has a new match: {pair}", round=number, pair=pair)
        yield _Found("round.extended", sentence, number, pairs[0].match)
    elif pairs:
        sentence = say("Round {round} has {count} new matches", round=number, count=len(pairs))
        yield _Found("round.extended", sentence, number)


def _shown(_before: Tournament, event: RoundPublished, _after: Tournament) -> Iterator[_Found]:
    yield _round(event.round)


def _round(number: int) -> _Found:
    return _Found("round.published", say("Round {round} is published", round=number), number)


def _voided(_before: Tournament, event: PairingsVoided, _after: Tournament) -> Iterator[_Found]:
    sentence = say("Pairings of round {round} no longer hold", round=event.round)
    yield _Found("pairings.voided", sentence, event.round)


# ── results ──────────────────────────────────────────────────────────────────────────────────────────────────────────
def _resulted(
    before: Tournament, event: MatchSettled | ResultConfirmed | ResultDecided, after: Tournament
) -> Iterator[_Found]:
    """A match has a result, or another one than before."""
    if (pairing := after.paired.get(event.match)) is None:
        return
    old, new = before.results.get(event.match), after.results.get(event.match)
    if new is None:
        sentence = say("A result of {pair} waits for confirmation", pair=_pair(after, pairing))
        yield _about("result.reported", sentence, after, pairing)
    elif old is None:
        yield _about("match.finished", _result(after, pairing, new), after, pairing)
    elif old != new:
        yield _about(
            "result.corrected", say("Corrected: {result}", result=_result(after, pairing, new)), after, pairing
        )


def _taken_back(before: Tournament, event: DecisionUndone | MatchReopened, after: Tournament) -> Iterator[_Found]:
    pairing = after.paired.get(event.match)
    if pairing is None or before.results.get(event.match) == (new := after.results.get(event.match)):
        return
    if new is None:
        sentence = say("The result of {pair} no longer counts", pair=_pair(after, pairing))
        yield _about("match.reopened", sentence, after, pairing)
    else:
        yield _about(
            "result.corrected", say("Corrected: {result}", result=_result(after, pairing, new)), after, pairing
        )


def _penalised(_before: Tournament, event: PenaltiesReported, after: Tournament) -> Iterator[_Found]:
    """Penalty points that count in the table were given or taken back."""
    if (pairing := after.paired.get(event.match)) is None:
        return
    seats = game_of(after.created.game).seats[:2]
    pair, (white, black) = _pair(after, pairing), (event.points.get(seat, 0) for seat in seats)
    sentence = say("Penalty points that count in {pair}: {white}–{black}", pair=pair, white=white, black=black)
    yield _about("penalties.changed", sentence, after, pairing)


def _corrected(after: Tournament, pairing: Pairing, result: Result) -> _Found:
    sentence = say("Corrected: {result}", result=_result(after, pairing, result))
    return _about("result.corrected", sentence, after, pairing)


def _about(kind: str, sentence: str, after: Tournament, pairing: Pairing) -> _Found:
    number = next((each.number for each in after.rounds if pairing in each.pairings), None)
    return _Found(kind, sentence, number, pairing.match)


def _pair(tournament: Tournament, pairing: Pairing) -> str:
    white, black = (tournament.label_of(each) for each in (pairing.white, pairing.black))
    return say("{white} – {black}", white=white, black=black)


def _result(tournament: Tournament, pairing: Pairing, result: Result) -> str:
    seats = game_of(tournament.created.game).seats[:2]
    if result.winner is None:
        return say("{pair} ends without a winner", pair=_pair(tournament, pairing))
    names = dict(zip(seats, (tournament.label_of(each) for each in (pairing.white, pairing.black)), strict=True))
    winner, loser = result.winner, next(seat for seat in seats if seat != result.winner)
    if result.kind in UNPLAYED or not result.score:
        return say("{winner} has a walkover against {loser}", winner=names[winner], loser=names[loser])
    return say(
        "{winner} has won against {loser}, {own}–{other}",
        winner=names[winner],
        loser=names[loser],
        own=result.score.get(winner, 0),
        other=result.score.get(loser, 0),
    )


_SENTENCES: Mapping[type[Event], Callable[[Tournament, Any, Tournament], Iterator[_Found]]] = {
    TournamentPublished: _published,
    TournamentStarted: _started,
    PlayerEntered: _entered,
    PlayerReentered: _reentered,
    ReentryTakenBack: _out_again,
    PlayerBoughtBack: _bought_back,
    BuyBackTakenBack: _out_after_all,
    PlayerReplaced: _replaced,
    PlayerWithdrew: _withdrew,
    WithdrawalTakenBack: _returned,
    RoundPaired: _paired,
    RoundPublished: _shown,
    PairingsVoided: _voided,
    MatchSettled: _resulted,
    ResultConfirmed: _resulted,
    ResultDecided: _resulted,
    DecisionUndone: _taken_back,
    MatchReopened: _taken_back,
    PenaltiesReported: _penalised,
}
