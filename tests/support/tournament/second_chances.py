"""Random second chances: re-entries and buy-backs, and both taken back."""

from hypothesis import strategies as st

from core.tournament import Tournament, decisions
from tests.support.tournament.strategies import WHY, DecisionMaker, Draw


def second_chance(draw: Draw, now: Tournament) -> DecisionMaker:
    """A player enters again or buys a life back, or that is taken back: of those who may, if any may."""
    may = [
        entry.player
        for entry in now.entries
        if now.seed is not None
        and entry.player in now.starters
        and not (now.format.again.re_entry(now, entry.player) and now.format.again.buy_back(now, entry.player))
    ]
    player = draw(st.sampled_from(may or [entry.player for entry in now.field] or [now.entries[0].player]))
    if any(entry.bought for entry in now.entries) and draw(st.booleans()):
        bought = draw(st.sampled_from([entry.player for entry in now.entries if entry.bought]))
        return lambda state: decisions.take_buy_back_back(state, bought, WHY)
    if player in now.starters and now.format.again.buy_back(now, player) is None:
        return lambda state: decisions.buy_back(state, player, WHY)
    entered = [entry.player for entry in now.field if entry.lost_in]
    if entered and draw(st.booleans()):
        mistaken = draw(st.sampled_from(entered))
        return lambda state: decisions.take_re_entry_back(state, mistaken, WHY)
    entry = f"r{len(now.entries) + 1:02}"
    return lambda state: decisions.re_enter(state, player, entry, WHY)
