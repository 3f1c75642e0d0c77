"""Rounds that a director pairs by hand or takes back."""

from dataclasses import replace

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
from core.tournament.model.visibility import without_drafts
from core.tournament.standings.explanation import explain_round
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


# ── why they meet ────────────────────────────────────────────────────────────────────────────────────────────────────
WHOLE = "better for the round as a whole"


def why(tournament, number):
    """The reason of each pair of a round, and of the bye."""
    reasons = explain_round(tournament, number)
    found = {pairing[1:3]: reasons[pairing.match] for pairing in tournament.round(number).pairings}
    return found | ({"bye": reasons["bye"]} if "bye" in reasons else {})


@ON_COMMAND
def test_a_pair_made_by_hand_is_explained_by_the_director_and_not_by_the_format(form):
    tournament = started(form, field(6))
    (a, b), (c, d), (e, f) = pairs(tournament, 1)
    tournament = after(tournament, pair_by_hand(tournament, 1, [(a, c), (b, d), (e, f)], None, "they share a car."))
    reasons = why(tournament, 1)
    for pair_ in ((a, c), (b, d)):
        assert str(reasons[pair_].text) == "Paired by hand, not by the format: they share a car."
        assert reasons[pair_].anew.by_hand
    assert reasons[e, f].anew is None
    assert WHOLE not in reasons[e, f].text
    again = after(tournament, unpair(tournament, 1, "drawn again"))
    again = after(again, pair_round(again))
    assert all(each.anew is None for each in why(again, 1).values())


@given(st.integers(4, 9), st.randoms(use_true_random=False))
def test_no_pair_of_a_round_made_by_hand_claims_that_the_format_chose_it(players, random):
    tournament = played_on(started("swiss", field(players), settings={"rounds": 3}), best(field(players)))
    tournament = after(tournament, pair_round(tournament))
    before = {*pairs(tournament, 2), tournament.rounds[1].bye}
    order = field(players)
    random.shuffle(order)
    bye = order.pop() if players % 2 else None
    rows = list(zip(order[::2], order[1::2], strict=True))
    tournament = after(tournament, pair_by_hand(tournament, 2, rows, bye, "", force=True))
    for pair_, reason in why(tournament, 2).items():
        new = (bye if pair_ == "bye" else pair_) not in before
        assert (reason.anew is not None) == new
        assert not new or str(reason.text) == "Paired by hand, not by the format."
        if before.isdisjoint({*rows, bye} - {None}):
            assert WHOLE not in reason.text


def test_a_log_from_before_hand_pairings_were_marked_gives_the_reason_that_was_typed():
    tournament = started("swiss", field(6))
    (a, b), (c, d), (e, f) = pairs(tournament, 1)
    voided, *others = pair_by_hand(tournament, 1, [(a, c), (b, d), (e, f)], None, "they share a car")
    tournament = after(tournament, [replace(voided, by_format=None), *others])
    assert str(why(tournament, 1)[a, c].text) == "Paired after the round was drawn: they share a car."


def test_a_late_player_in_the_place_of_a_bye_is_explained_by_that():
    tournament = started("swiss", field(5))
    bye = tournament.rounds[0].bye
    tournament = after(tournament, enter(tournament, [("zeta", "Zeta")], into_bye=True))
    assert str(why(tournament, 1)[bye, "zeta"].text) == "Paired after the round was drawn: Zeta came late and plays."


def test_the_public_does_not_read_the_reason_of_a_draft_that_was_paired_by_hand():
    tournament = started("swiss", field(4), drafts=True)
    (a, b), (c, d) = pairs(tournament, 1)
    tournament = after(tournament, pair_by_hand(tournament, 1, [(a, c), (b, d)], None, "they are a couple"))
    tournament = after(tournament, publish_round(tournament, 1))
    assert "couple" in why(tournament, 1)[a, c].text
    assert str(why(without_drafts(tournament), 1)[a, c].text) == "Paired by hand, not by the format."
