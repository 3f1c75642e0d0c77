"""Who may come late to a bracket: the place of the next seed is free as long as nothing was played that hangs on it."""

from core.errors import Malformed
from core.tournament.brackets.plan import stale
from core.tournament.state import Tournament

_SOMEBODY = "?"
"""Stands for whoever would come; no player has such an id."""


def room_for_late(tournament: Tournament) -> str | None:
    """Why nobody can come late now, or `None` if one can: as the next seed, against whoever had a bye."""
    form, started = tournament.format, len(tournament.starters)
    if form.plan is None:
        return "there is no bracket with a free place"
    if started & (started - 1) == 0:
        return f"the bracket of {started} is full: nobody has a bye whom a latecomer could meet"
    with_one_more = tournament._replace(starters=(*tournament.starters, _SOMEBODY))
    try:
        gone = stale(form.plan(with_one_more), with_one_more)
    except Malformed as wrong:
        said = "; ".join(each for messages in wrong.problems.values() for each in messages)
        return f"its drop string does not fit {started + 1} entrants: {said}"
    played = [each for each in gone if not each.is_bye and each.match in tournament.results]
    if not played:
        return None
    white, black = (tournament.entry(player).name for player in played[0][1:3])
    return f"the match between {white} and {black} has a result, and a latecomer would change who plays it"
