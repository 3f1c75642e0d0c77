"""Random alternates: put on the list, and put in the place of a player who does not come."""

from hypothesis import strategies as st

from core.tournament import Tournament, decisions
from core.tournament.decisions import Entrant
from tests.support.tournament.strategies import WHY, DecisionMaker, Draw


def alternate(draw: Draw, now: Tournament) -> DecisionMaker:
    """An alternate takes the place of one of those whose place may be given away, if any is; else two are listed."""
    listed = [each.player for each in now.alternates]
    if not listed:
        taken = {entry.player for entry in now.entries}
        new = [each for number in range(1, 90) if (each := f"a{number:02}") not in taken]
        rows = [(each, each.title()) for each in new[:2]]
        return lambda state: decisions.set_alternates(state, rows)
    absent = [entry.player for entry in now.field if decisions.place_is_kept(now, entry.player) is None]
    player = draw(st.sampled_from(absent or [entry.player for entry in now.entries]))
    by = Entrant(listed[0], listed[0].title())
    return lambda state: decisions.replace(state, player, by, WHY)
