"""Rounds that a director pairs by hand or takes back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import Invalid, NotAllowed, NotFound
from core.events import (
    EntryChanged,
    PairingsVoided,
    RoundPublished,
)
from core.tournament.decisions import (
    avoid,
    enter,
    pair,
    pair_by_hand,
    pair_round,
    publish_round,
    unpair,
    withdraw,
)
from tests.core.tournament.decisions.test_entries import NAMES, started
from tests.core.tournament.decisions.test_rounds import ON_COMMAND, pairs
from tests.support.tournament.scenario import best, played_on, reported
from tests.support.tournament.written_results import after, field


@ON_COMMAND
def test_a_round_by_hand_keeps_what_stays_and_voids_the_rest(form):
    tournament = started(form, field(6))
    (a, b), (c, d), (e, f) = pairs(tournament, 1)
    kept = tournament.rounds[0].pairings[2].match
    events = pair_by_hand(tournament, 1, [(a, c), (b, d), (e, f)], None, "they share a car")
    assert isinstance(events[0], PairingsVoided)
    assert events[0].reason == "they share a car"
    assert kept not in events[0].matches
    tournament = after(tournament, events)
    assert set(pairs(tournament, 1)) == {(a, c), (b, d), (e, f)}
    assert kept in tournament.paired
    assert pair(tournament) == []
    assert pair_by_hand(tournament, 1, [(a, c), (b, d), (e, f)], None, "again") == []


@given(st.integers(4, 9), st.randoms(use_true_random=False))
def test_any_round_of_everybody_once_is_taken_and_every_other_is_not(players, random):
    tournament = started("swiss", field(players))
    order = field(players)
    random.shuffle(order)
    bye = order.pop() if players % 2 else None
    rows = list(zip(order[::2], order[1::2], strict=True))
    done = after(tournament, pair_by_hand(tournament, 1, rows, bye, "so"))
    assert (set(pairs(done, 1)), done.rounds[0].bye) == (set(rows), bye)
    assert len(done.rounds) == 1
    wrong = [*rows[:-1], (rows[-1][0], rows[0][0])]
    with pytest.raises(Invalid):
        pair_by_hand(tournament, 1, wrong, bye, "so")


def test_wrong_players_of_a_round_by_hand_are_named_at_their_places():
    tournament = started("swiss", field(4), settings={"rounds": 2})
    tournament = after(tournament, enter(tournament, [("gone", "Gone")]))
    tournament = after(tournament, withdraw(tournament, "gone"))
    with pytest.raises(Invalid) as wrong:
        pair_by_hand(tournament, 1, [("p01", "p02"), ("p02", "gone")], None, "so")
    assert set(wrong.value.problems) == {"pairs.0.1", "pairs.1.0", "pairs.1.1", "pairs"}


def test_a_round_that_all_players_have_left_is_taken_back_and_not_paired():
    tournament = started("swiss", field(2), drafts=True)
    for player in field(2):
        tournament = after(tournament, withdraw(tournament, player))
    with pytest.raises(NotAllowed, match="all players of round 1 have left"):
        pair_by_hand(tournament, 1, [], None, "so")
    assert after(tournament, unpair(tournament, 1, "nobody is left")).rounds == ()


def test_a_rematch_a_forbidden_pair_and_a_second_bye_are_named_and_forced():
    tournament = played_on(started("swiss"), best(NAMES), 1)
    tournament = after(tournament, pair_round(tournament))
    alone = tournament.rounds[0].bye
    (a, b), (c, d) = pairs(tournament, 1)
    tournament = after(tournament, avoid(tournament, [(d, c)], hard=True))
    with pytest.raises(NotAllowed) as refused:
        pair_by_hand(tournament, 2, [(a, b), (d, c)], alone, "so")
    for word in ("met in round 1", "must not meet", "sat out round 1", '"force": true'):
        assert word in str(refused.value)
    tournament = after(tournament, pair_by_hand(tournament, 2, [(a, b), (d, c)], alone, "so", force=True))
    assert tournament.rounds[1].bye == alone


def test_a_pair_that_should_not_meet_is_refused_as_one_that_must_not_but_club_mates_are_paired():
    tournament = started("swiss", field(4), settings={"avoid": "hard"})
    tournament = after(tournament, [EntryChanged(each, each, group="Vasa") for each in ("p01", "p02")])
    rows = [("p01", "p02"), ("p03", "p04")]
    assert pair_by_hand(tournament, 1, rows, None, "so")
    tournament = after(tournament, avoid(tournament, [("p03", "p04")], "a couple", hard=False))
    with pytest.raises(NotAllowed, match="P03 and P04 should not meet"):
        pair_by_hand(tournament, 1, rows, None, "so")
    assert pair_by_hand(tournament, 1, rows, None, "so", force=True)


def test_a_published_round_that_is_paired_by_hand_stays_published_and_a_draft_a_draft():
    tournament = started("swiss", field(4), drafts=True)
    (a, b), (c, d) = pairs(tournament, 1)
    assert after(tournament, pair_by_hand(tournament, 1, [(a, c), (b, d)], None, "so")).rounds[0].draft
    tournament = after(tournament, publish_round(tournament, 1))
    events = pair_by_hand(tournament, 1, [(a, c), (b, d)], None, "so")
    assert RoundPublished(1) in events
    assert not after(tournament, events).rounds[0].draft


@ON_COMMAND
def test_a_round_that_is_taken_back_is_paired_on_command_only_and_gets_its_matches_again(form):
    tournament = started(form, NAMES)
    before = tournament.rounds
    tournament = after(tournament, unpair(tournament, 1, "Fia was overlooked"))
    assert (tournament.rounds, pair(tournament)) == ((), [])
    tournament = after(tournament, pair_round(tournament))
    assert tournament.rounds == before


def test_a_round_with_a_result_is_neither_taken_back_nor_paired_by_hand():
    tournament = started("swiss", field(4))
    first = tournament.rounds[0].pairings[0]
    tournament = reported(tournament, first, first.white)
    with pytest.raises(NotAllowed, match=first.match):
        unpair(tournament, 1, "so")
    with pytest.raises(NotAllowed, match=first.match):
        pair_by_hand(tournament, 1, pairs(tournament, 1), None, "so")
    with pytest.raises(NotFound):
        unpair(tournament, 2, "so")


def test_a_format_that_would_pair_it_again_by_itself_takes_no_round_back():
    for form in ("round_robin", "single_elimination"):
        with pytest.raises(NotAllowed, match="by itself"):
            unpair(started(form), 1, "so")
