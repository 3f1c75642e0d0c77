"""Players who are late: what their opponents are due by the announced rule, and a referee's ruling on it."""

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from core.errors import NotAllowed, VersionConflict
from core.events import MatchesSeated, RulingMade
from core.games import game_of
from core.match.judging import PLAY_FACTS
from core.match.results.game_results import following, smallest
from core.messages import say
from core.tournament import Tournament
from core.tournament.lateness import Due, LatenessRule, due, rule_of, still_due
from core.tournament.model.match_status import OPEN
from service.bootstrap import Dependencies
from service.handlers.desk.alarms import MINUTE
from service.handlers.desk.desk import MatchCard, table
from service.handlers.match import matches
from service.handlers.request import Request

_LOOKED_AT = 256
"""So many of the last events of a tournament are looked at for the time at which a match was given its table."""


class Late(NamedTuple):
    """A match that has not begun though something is due: since when (Unix ms) and for how many minutes it waits.

    `due` is what the opponent of a missing player is due, by the player's seat. In a match to points `unit` is a point.
    """

    since: int
    minutes: int
    unit: str
    due: Mapping[str, Due]

    @property
    def is_open(self) -> bool:
        """True until a referee has ruled on one of the players: the other one is there, as a rule."""
        return all(due.awards or due.match for due in self.due.values())


def late(deps: Dependencies, tournament: Tournament, tables: Iterable[MatchCard], now: int) -> dict[str, Late]:
    """By match what is due at these tables, of those where anything is due.

    Lateness counts from the start of the round, or from when the match was paired or got its table, if that is later. A
    match that waits for a table is not late; nor is one that is interrupted, or of which a fact is not judged yet.
    """
    rule = rule_of(tournament.created.details)
    if rule is None:
        return {}
    waiting = [table for table in tables if _has_not_begun(tournament, table, now)]
    starts = _starts(deps, tournament, waiting)
    found = {match_card.match: _late(rule, match_card, starts[match_card.match], now) for match_card in waiting}
    return {match: each for match, each in found.items() if any(due.awards or due.match for due in each.due.values())}


def _has_not_begun(tournament: Tournament, table: MatchCard, now: int) -> bool:
    """True if a match of a round that has started could be played and nothing but rulings is written of it."""
    time, state = tournament.times.get(table.round), table.state
    if time is None or now < time.starts or table.status != OPEN or table.over or not table.judged:
        return False
    if len(state.seats) != 2 or state.suspended or state.on_break or (tournament.tables and not table.table):
        return False
    known = table.last[0].version <= 1
    return known and not any(isinstance(fact.event, PLAY_FACTS) for fact in table.last)


def _starts(deps: Dependencies, tournament: Tournament, tables: list[MatchCard]) -> dict[str, int]:
    """The times (Unix ms) from which these matches could be played."""
    starts = {table.match: max(tournament.times[table.round].starts, table.last[0].at) for table in tables}
    if starts and tournament.tables:
        events = list(deps.log.read(tournament.id, max(0, tournament.version - _LOOKED_AT)))
        seated = dict.fromkeys(starts, events[0].at) if events else {}  # at the latest
        for recorded in events:
            if isinstance(recorded.event, MatchesSeated):
                seated |= dict.fromkeys((match for match, name in recorded.event.seats if name), recorded.at)
        starts = {match: max(at, seated.get(match, at)) for match, at in starts.items()}
    return starts


def _late(rule: LatenessRule, table: MatchCard, since: int, now: int) -> Late:
    state, game = table.state, game_of(table.state.game)
    worth = next(ending.points for ending in game.endings if ending.key == smallest(game))
    minutes = (now - since) / MINUTE
    rest = {
        seat: still_due(
            due(rule, minutes),
            state.length,
            state.stop,
            state.winners,
            state.score,
            following(state.seats, seat),
            worth,
        )
        for seat in state.seats
    }
    return Late(since, int(minutes), "points" if "points" in state.length else "games", rest)


def rule_late(
    request: Request, tournament_id: str, match_id: str, seat: str, seen: Due, reason: Callable[[int], str]
) -> int:
    """Give the opponent of the player at `seat` what the referee has `seen` to be due; returns the last version.

    `reason` says in words that a player is so many minutes late.

    The request's version is that of the match as it was seen, so that no click counts twice. Raises as
    `matches.record`, and `NotAllowed` where so much is not due.
    """
    deps, principal = request.deps, request.principal
    if earlier := request.previous_result(match_id):
        return earlier.last
    card = table(deps, principal, tournament_id, match_id)
    if request.expected not in (None, card.head):
        raise VersionConflict(match_id, request.expected or 0, card.head)
    found = late(deps, deps.repository.tournament(tournament_id), [card], deps.clock()).get(match_id)
    now = found.due.get(seat, Due()) if found else Due()
    is_due = now.match or (not seen.match and 0 < seen.awards <= now.awards)
    if found is None or not is_due or seen == Due():
        raise NotAllowed(say("nothing is due here any more: the match has begun, or another referee has ruled on it"))
    winner, game = following(card.state.seats, seat), game_of(card.state.game)
    words = reason(found.minutes)
    if seen.match:
        rulings = [RulingMade("award_match", words, winner=winner)]
    else:
        rulings = [RulingMade("award_game", words, winner=winner, outcome=smallest(game))] * seen.awards
    return matches.record(request, match_id, rulings).last
