"""Matches that do not end within the time of their round at their present pace."""

from math import ceil

from core.tournament.model.match_status import OPEN
from core.tournament.planning.pace import Pace, games_left, minutes_needed
from service.bootstrap import Dependencies
from service.handlers.desk.desk import DeskView, MatchCard
from service.store.read_models.game_ends import GameEnds, game_ends

_MINUTE = 60_000


def behind(deps: Dependencies, view: DeskView) -> dict[str, int]:
    """By match the minutes by which it ends after the time of its round, of those that do.

    A match of which nothing is recorded has no pace: it is behind once the time is up. One that is interrupted has none
    meanwhile.
    """
    times, now = view.tournament.times, view.now
    open_tables = [
        table
        for table in view.tables
        if (time := times.get(table.round)) and now >= time.starts and table.status == OPEN and not table.over
    ]
    resting = {
        open_table.match for open_table in open_tables if open_table.state.suspended or open_table.state.on_break
    }
    timed = [
        open_table.match for open_table in open_tables if open_table.state.begun and open_table.match not in resting
    ]
    known = game_ends(deps.client, timed)
    found = {}
    for each in open_tables:
        ends = known.get(each.match)
        needed = _needed(each, ends, now) if ends and ends.began is not None else 0.0
        late = (now - times[each.round].ends) / _MINUTE + needed
        if late > 0:
            found[each.match] = ceil(late)
    return found


def _needed(table: MatchCard, known: GameEnds, now: int) -> float:
    """The minutes that a match needs at the least, by its games so far."""
    match, began = table.state, known.began or now
    last = known.ends[-1] if known.ends else began
    left = games_left(match.length, match.stop, match.winners, match.score)
    played = (last - began) / _MINUTE if known.played else 0.0
    return minutes_needed(Pace(known.played, played, max(0, now - last) / _MINUTE, left))
