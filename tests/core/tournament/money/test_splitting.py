"""Amounts are split exactly, whatever they are and however many share them."""

from hypothesis import given, settings
from hypothesis import strategies as st

from core.tournament.model.money import FIRST, KEPT, REMAINDERS, WHOLE, Plan, Prize
from core.tournament.money.account import prize_sums
from core.tournament.money.splitting import shares_of, split
from tests.support.proving import examples

AMOUNTS = st.integers(0, 10**12)
UNITS = st.sampled_from((1, 5, 100, 1000))
RULES = st.sampled_from(REMAINDERS)


@st.composite
def shares(draw: st.DrawFn) -> list[int]:
    """Shares that are together at most all of it."""
    cuts = sorted(draw(st.lists(st.integers(0, WHOLE), min_size=1, max_size=12)))
    return [later - earlier for earlier, later in zip([0, *cuts], cuts, strict=False)]


@settings(max_examples=examples(5000))
@given(AMOUNTS, st.integers(1, 200), UNITS, RULES)
def test_players_who_share_have_all_but_a_rest_that_no_unit_can_split(amount, players, unit, rule):
    parts = split(amount, players, unit, rule)
    rest = amount - sum(parts)
    assert len(parts) == players
    assert rest >= 0
    assert max(parts) - min(parts) <= unit
    assert parts == sorted(parts, reverse=True)
    if players == 1:
        assert rest == 0
    elif rule == FIRST:
        assert rest < unit
    else:
        assert len(set(parts)) == 1
        assert rest < unit * players


@settings(max_examples=examples(5000))
@given(AMOUNTS, shares(), UNITS, RULES)
def test_shares_are_never_more_than_the_pot_and_leave_less_than_a_unit_each(pot, given_shares, unit, rule):
    amounts = shares_of(pot, given_shares, unit, rule)
    exact = [pot * given_share / WHOLE for given_share in given_shares]
    assert sum(amounts) <= pot * sum(given_shares) // WHOLE
    assert all(amount % unit == 0 for amount in amounts)
    assert all(abs(amount - due) < 2 * unit + 1 for amount, due in zip(amounts, exact, strict=True))
    left = pot * sum(given_shares) // WHOLE - sum(amounts)
    assert left < unit if rule == FIRST else left < unit * len(given_shares) + 1
    assert shares_of(pot, given_shares, unit, rule) == amounts


@settings(max_examples=examples(5000))
@given(AMOUNTS, shares(), st.lists(st.integers(0, 10**6), max_size=6), UNITS, RULES)
def test_sums_come_first_and_shares_are_of_what_they_leave(pot, given_shares, sums, unit, rule):
    prizes = [Prize(place, amount=sum_) for place, sum_ in enumerate(sums, 1)]
    prizes += [Prize(place, share=given_share) for place, given_share in enumerate(given_shares, 100)]
    found = prize_sums(prizes, pot, Plan("SEK", unit=unit, remainder=rule))
    assert [each.amount for each in found[: len(sums)]] == sums
    assert sum(each.amount for each in found) <= max(pot, sum(sums))


def test_a_hundred_kronor_for_three_are_split_by_the_announced_rule():
    assert split(10000, 3, 100, KEPT) == [3300, 3300, 3300]
    assert split(10000, 3, 100, FIRST) == [3400, 3300, 3300]
    assert split(10000, 3, 1, FIRST) == [3334, 3333, 3333]
