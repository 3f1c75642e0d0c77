"""Money of a tournament: what came in is what is paid out and what the club keeps, whatever was written."""

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import Invalid, NotAllowed
from core.eventlog.codec import from_public
from core.events import Event, PaymentNoted, Recorded
from core.tournament import Tournament, fold
from core.tournament.decisions.money import Paid, enter_pool, name_winners, note_payment, plan_money, set_classes
from core.tournament.model.money import FIRST, KEPT, WHOLE, Plan, Pool, Prize, amount_text, read_plan, stored_plan
from core.tournament.model.visibility import visible_events
from core.tournament.money.account import Account, account
from core.tournament.standings.standings import standings
from tests.support.paths import TESTS
from tests.support.proving import examples
from tests.support.tournament.scenario import announced, begun, best, by_chance, entries, played_on
from tests.support.tournament.written_results import after, field

EIGHT = field(8)
SHARES = (Prize(1, share=5000), Prize(2, share=3000), Prize(3, share=2000))
EVENING = Plan("SEK", fee=10000, keep=2000, added=50000, unit=100, prizes=SHARES)


def evening(plan: Plan = EVENING, form: str = "single_elimination") -> Tournament:
    """Eight players of whom all have paid, before the first match."""
    tournament = after(begun(announced(form), entries(EIGHT)), plan_money(announced(form), plan))
    for player in EIGHT:
        tournament = after(tournament, note_payment(tournament, Paid(player)))
    return tournament


def counted(tournament: Tournament) -> Account:
    found = account(tournament)
    assert found is not None
    return found


def won(tournament: Tournament) -> dict[str, int]:
    return {payout.player: payout.amount for payout in counted(tournament).payouts}


def test_shares_go_to_the_first_places_and_players_who_share_a_place_share_its_prizes():
    tournament = played_on(evening(), best(EIGHT))
    money = counted(tournament)
    assert (money.fees, money.kept_of_fees, money.income) == (80000, 16000, 130000)
    assert [prize.amount for prize in money.prizes] == [57000, 34200, 22800]  # of 800 - 160 + 500 kronor
    places = {row.player_id: row.rank for row in standings(tournament)}
    third = [player for player, rank in places.items() if rank == 3]
    assert len(third) == 2
    assert won(tournament) == {"p01": 57000, "p02": 34200, **dict.fromkeys(third, 11400)}
    assert (money.paid_out, money.kept) == (114000, 16000)
    assert money.final


def test_a_rest_that_no_krona_can_split_is_kept_or_goes_to_those_in_front():
    for rule, amounts in ((KEPT, [100, 100]), (FIRST, [200, 100])):
        plan = EVENING._replace(prizes=(Prize(3, amount=300),), remainder=rule)
        tournament = played_on(evening(plan), best(EIGHT))
        assert [payout.amount for payout in counted(tournament).payouts] == amounts
        assert counted(tournament).paid_out + counted(tournament).kept == 130000


def test_payments_are_corrected_by_new_ones_and_the_list_says_who_has_not_paid():
    tournament = evening()
    assert note_payment(tournament, Paid("p01")) == []
    tournament = after(tournament, note_payment(tournament, Paid("p01", 4000)))
    assert [(each.entry.player, each.missing) for each in counted(tournament).missing] == [("p01", 6000)]
    tournament = after(tournament, note_payment(tournament, Paid("p01", 4000, waived=True)))
    assert (counted(tournament).missing, counted(tournament).fees) == ((), 74000)
    tournament = after(tournament, note_payment(tournament, Paid("p01", 0)))
    assert counted(tournament).fees == 70000


def test_a_side_pool_has_its_own_players_prizes_and_winner():
    plan = EVENING._replace(pools=(Pool("Last four", 5000, (Prize(1, share=6000), Prize(2, share=4000))),))
    tournament = evening(plan)
    for player in ("p06", "p07", "p08"):
        tournament = after(tournament, note_payment(tournament, Paid(player, pool="Last four")))
    with pytest.raises(NotAllowed, match="give it back first"):
        enter_pool(tournament, "Last four", "p06", inside=False)
    tournament = played_on(tournament, best(EIGHT))
    (pool,) = counted(tournament).pools
    assert (pool.fees, pool.players) == (15000, ("p06", "p07", "p08"))
    assert {(payout.player, payout.amount) for payout in pool.payouts} == {("p06", 5000), ("p07", 5000), ("p08", 5000)}
    assert all(payout.place == 1 for payout in pool.payouts)  # they share the places 5 to 8
    with pytest.raises(NotAllowed, match="the standings decide"):
        name_winners(tournament, "Last four", ["p06"])
    with pytest.raises(NotAllowed, match="would be gone"):
        plan_money(tournament, EVENING)


def test_the_winners_of_a_pool_may_be_named_by_hand():
    tournament = evening(EVENING._replace(pools=(Pool("First jan", 2000, named=True),)))
    for player in ("p01", "p02", "p03"):
        tournament = after(tournament, note_payment(tournament, Paid(player, pool="First jan")))
    assert counted(tournament).pools[0].payouts == ()
    with pytest.raises(NotAllowed, match="not in the side pool"):
        name_winners(tournament, "First jan", ["p08"])
    tournament = after(tournament, name_winners(tournament, "First jan", ["p03", "p02"]))
    assert [(payout.player, payout.amount) for payout in counted(tournament).pools[0].payouts] == [
        ("p03", 3000),
        ("p02", 3000),
    ]
    tournament = after(tournament, name_winners(tournament, "First jan", []))
    assert counted(tournament).pools[0].kept == 6000


def test_a_prize_of_a_class_goes_to_the_best_of_that_class():
    plan = EVENING._replace(prizes=(*SHARES, Prize(1, amount=20000, player_class="junior")))
    tournament = evening(plan)
    for player in ("p02", "p07"):
        tournament = after(tournament, set_classes(tournament, player, ["junior"]))
    tournament = played_on(tournament, best(EIGHT))
    (junior,) = (payout for payout in counted(tournament).payouts if payout.player_class)
    assert (junior.player, junior.amount, junior.player_class) == ("p02", 20000, "junior")
    assert [prize.amount for prize in counted(tournament).prizes] == [47000, 28200, 18800, 20000]


def test_sums_that_are_more_than_what_came_in_are_what_the_club_adds():
    plan = Plan("EUR", fee=1000, prizes=(Prize(1, amount=10000),))
    money = counted(played_on(evening(plan), best(EIGHT)))
    assert (money.income, money.paid_out, money.kept) == (8000, 10000, -2000)


@pytest.mark.parametrize(
    ("plan", "field_name"),
    [
        (EVENING._replace(prizes=(Prize(1, share=WHOLE), Prize(2, share=1))), "prizes"),
        (EVENING._replace(prizes=(Prize(1, share=1), Prize(1, amount=1))), "prizes.1.place"),
        (EVENING._replace(prizes=(Prize(1, share=1, amount=1),)), "prizes.0"),
        (EVENING._replace(keep=10001), "keep"),
        (EVENING._replace(pools=(Pool("a", 1), Pool("a", 1))), "pools.1.name"),
        (EVENING._replace(pools=(Pool("a", 1, (Prize(1, amount=1),)),)), "pools.0.prizes"),
    ],
)
def test_a_plan_that_cannot_be_paid_is_refused_by_its_field(plan, field_name):
    with pytest.raises(Invalid) as wrong:
        plan_money(announced("swiss"), plan)
    assert list(wrong.value.problems) == [field_name]


def test_money_is_off_until_it_is_switched_on_and_not_switched_off_while_fees_are_paid():
    tournament = begun(announced("single_elimination"), entries(EIGHT))
    assert account(tournament) is None
    with pytest.raises(NotAllowed, match="switch the money on"):
        note_payment(tournament, Paid("p01"))
    tournament = evening()
    with pytest.raises(NotAllowed, match="give them back first"):
        plan_money(tournament, None)
    with pytest.raises(NotAllowed, match="stays the currency"):
        plan_money(tournament, EVENING._replace(currency="EUR"))
    for player in EIGHT:
        tournament = after(tournament, note_payment(tournament, Paid(player, 0)))
    assert account(after(tournament, plan_money(tournament, None))) is None


def test_the_public_reads_no_event_of_money():
    tournament = evening(EVENING._replace(pools=(Pool("a", 1),)))
    events: list[Event] = [
        *plan_money(announced("swiss"), EVENING),
        *note_payment(tournament, Paid("p01", 1)),
        *note_payment(tournament, Paid("p01", pool="a")),
        *set_classes(tournament, "p01", ["junior"]),
    ]
    log = [Recorded(99 + place, replace(event, salt="00"), 0, "anna", "") for place, event in enumerate(events)]
    assert all(line["withheld"] for line in visible_events(tournament, log))
    assert isinstance(events[1], PaymentNoted)


def test_a_plan_is_read_as_it_was_stored():
    plan = EVENING._replace(
        fee_again=5000, prizes=(*SHARES, Prize(1, amount=1, player_class="oldest")), pools=(Pool("a", 7, named=True),)
    )
    assert read_plan(stored_plan(plan)) == plan
    assert read_plan({**stored_plan(plan), "later": 1}) == plan


@settings(max_examples=examples(300), deadline=None)
@given(st.data())
def test_what_came_in_is_what_is_paid_out_and_kept(data: st.DataObject):
    draw = data.draw
    pools = tuple(Pool(f"pool {number}", draw(st.integers(0, 9999)), named=number == 1) for number in range(2))
    shares = draw(st.lists(st.integers(0, 2500), max_size=4))
    prizes = [Prize(place, share=share) for place, share in enumerate(shares, 1)]
    prizes += [Prize(1, amount=draw(st.integers(0, 30000)), player_class="junior")]
    plan = Plan(
        "SEK",
        fee=10000,
        keep=draw(st.integers(0, 10000)),
        added=draw(st.integers(0, 10**6)),
        unit=draw(st.sampled_from((1, 100))),
        remainder=draw(st.sampled_from((KEPT, FIRST))),
        prizes=tuple(prizes),
        pools=pools,
    )
    tournament = evening(plan, draw(st.sampled_from(("single_elimination", "round_robin"))))

    for player in EIGHT:
        if draw(st.booleans()):
            tournament = after(tournament, note_payment(tournament, Paid(player, draw(st.integers(0, 20000)))))
        if draw(st.booleans()):
            pool = draw(st.sampled_from(pools)).name
            tournament = after(tournament, note_payment(tournament, Paid(player, draw(st.integers(0, 9999)), pool)))
        tournament = after(tournament, set_classes(tournament, player, ["junior"] if draw(st.booleans()) else []))
    inside = tournament.money.pools.get("pool 1", ())
    tournament = after(tournament, name_winners(tournament, "pool 1", inside[:2]))
    tournament = played_on(tournament, by_chance(draw(st.integers(0, 99))))
    money = counted(tournament)
    spent = sum(payment.paid for payment in tournament.money.payments.values())
    assert money.paid_out + money.kept == spent + plan.added == money.income
    for each in money.pools:
        assert 0 <= each.kept <= each.fees
    announced_sums = sum(prize.amount or 0 for prize in plan.prizes)
    if announced_sums <= money.fees - money.kept_of_fees + plan.added:
        assert money.kept >= money.kept_of_fees


def test_amounts_are_written_exactly():
    assert amount_text(123456789012345678, 2) == "1234567890123456.78"


def test_the_money_of_an_old_log_comes_to_the_same_sums():
    lines = [json.loads(line) for line in (TESTS / "golden/tournaments/pengar.ndjson").read_text().splitlines()]
    money = counted(fold(lines[0]["stream"], map(from_public, lines)))
    assert (money.income, money.paid_out, money.kept) == (93000, 85000, 8000)
    assert [payout.amount for payout in money.payouts] == [34000, 20400, 6800, 6800, 10000]
    assert [(pool.fees, pool.paid_out) for pool in money.pools] == [(5000, 5000), (2000, 2000)]


@pytest.mark.parametrize(("unit", "amounts"), [(1, [520, 312, 104, 104]), (1000, [520, 310, 100, 100])])
def test_the_example_of_the_page_comes_to_its_sums(unit, amounts):
    prizes = (*SHARES, Prize(1, amount=10000, player_class="junior"))
    tournament = evening(EVENING._replace(unit=unit, prizes=prizes))
    money = counted(played_on(tournament, best))
    assert [payout.amount // 100 for payout in money.payouts] == amounts
    assert money.kept == 16000 + 10000 + (0 if unit == 1 else 1000)
    junior = after(tournament, set_classes(tournament, "p05", ["junior"]))
    assert [payout.amount for payout in counted(played_on(junior, best)).payouts if payout.player_class] == [10000]
