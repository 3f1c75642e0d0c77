"""Drawing lots in a way that anyone can repeat."""

from hashlib import sha256

from hypothesis import given
from hypothesis import strategies as st

from core.tournament.pairing.lots import shuffled

NAMES = st.lists(st.text(min_size=1), unique=True)


def test_the_lowest_sha256_of_seed_and_item_comes_first() -> None:
    by_hand = sorted((sha256(f"midsummer:{item}".encode()).hexdigest(), item) for item in ("anna", "bo", "cilla"))
    assert shuffled(["anna", "bo", "cilla"], "midsummer") == [item for _, item in by_hand]


@given(NAMES, st.text(), st.randoms(use_true_random=False))
def test_the_order_of_the_items_does_not_matter_and_none_is_lost(items, seed, chance) -> None:
    mixed = list(items)
    chance.shuffle(mixed)
    assert shuffled(mixed, seed) == shuffled(items, seed)
    assert sorted(shuffled(items, seed)) == sorted(items)


def test_another_seed_draws_other_lots() -> None:
    orders = {tuple(shuffled(["anna", "bo", "cilla", "dag"], str(seed))) for seed in range(200)}
    assert len(orders) == 24
