"""A round that fell with a result comes back as it was, with that result, by hand or not."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.events import PairsAvoided, PlayerWithdrew
from core.tournament import Tournament, decisions
from core.tournament.decisions import pair, pair_by_hand, pair_round, publish_round, unpair
from core.tournament.model.values import Pairing
from tests.core.tournament.decisions.test_corrections import decided, seen, undone
from tests.support.tournament.scenario import announced, begun, entries, played_on
from tests.support.tournament.written_results import after, field

WHY = "they drove here together"
White = Callable[[Pairing], str]


def drafted(form: str = "swiss", players: int = 6, **more: object) -> Tournament:
    """The first round played, won by white, and the second a draft."""
    tournament = begun(announced(form, drafts=True, **more), entries(field(players)))
    tournament = after(tournament, publish_round(tournament, 1))
    tournament = played_on(tournament, lambda match: match.white)
    return after(tournament, pair_round(tournament))


def by_hand(tournament: Tournament, turned: int = 1) -> Tournament:
    """The last round paired by the director: everybody moved on by some seats."""
    last = tournament.rounds[-1]
    inside = [player for pairing in last.pairings for player in (pairing.white, pairing.black)] + [last.bye] * bool(
        last.bye
    )
    inside = inside[turned:] + inside[:turned]
    bye = inside.pop() if len(inside) % 2 else None
    pairs = list(zip(inside[::2], inside[1::2], strict=True))
    return after(tournament, pair_by_hand(tournament, last.number, pairs, bye, WHY, force=True))


def published(tournament: Tournament) -> Tournament:
    return after(tournament, publish_round(tournament, tournament.rounds[-1].number))


def fell(before: Tournament, now: Tournament) -> bool:
    return before.rounds[-1] not in now.rounds


@pytest.mark.parametrize("players", [6, 7, 8])
def test_a_draft_paired_by_hand_that_fell_with_a_result_is_there_again_when_the_result_is(players: int) -> None:
    tournament = by_hand(drafted(players=players))
    corrected = decided(tournament, "t_cup.1")
    assert fell(tournament, corrected)
    assert seen(undone(corrected, tournament.version + 1)) == seen(tournament)


def test_it_is_there_again_in_whatever_order_several_corrections_are_taken_back() -> None:
    tournament = by_hand(drafted(players=8))
    first = decided(tournament, "t_cup.1")
    second = decided(first, "t_cup.2", "no_show")
    for order in ([1, 2], [2, 1]):
        now, versions = second, {1: tournament.version + 1, 2: first.version + 1}
        for each in order:
            now = undone(now, versions[each])
        assert seen(now) == seen(tournament)


def test_it_is_there_again_after_a_result_was_missing_and_is_told_anew() -> None:
    tournament = begun(announced("swiss", drafts=True), entries(field(6)))
    tournament = published(tournament)
    by_decision = decided(tournament, "t_cup.1", "walkover", "white")
    tournament = played_on(by_decision, lambda match: match.white)
    tournament = by_hand(after(tournament, pair_round(tournament)))
    waiting = undone(tournament, by_decision.version)
    assert len(waiting.rounds) == 1
    assert decided(waiting, "t_cup.1", "walkover", "white").rounds == tournament.rounds


def test_what_the_director_paired_for_the_corrected_results_comes_back_with_these() -> None:
    tournament = by_hand(drafted())
    corrected = by_hand(decided(tournament, "t_cup.1"), turned=3)
    back = undone(corrected, tournament.version + 1)
    assert back.rounds == tournament.rounds
    assert decided(back, "t_cup.1").rounds == corrected.rounds


def test_a_round_that_the_director_took_back_does_not_come_back() -> None:
    hand = by_hand(drafted())
    tournament = after(hand, unpair(hand, 2, "a mistake"))
    tournament = after(tournament, pair_round(tournament))
    corrected = decided(tournament, "t_cup.1")
    assert undone(corrected, tournament.version + 1).rounds == tournament.rounds != hand.rounds


def test_a_voided_round_does_not_come_back_with_a_player_who_withdrew_meanwhile() -> None:
    tournament = by_hand(drafted(players=8))
    corrected = after(decided(tournament, "t_cup.1"), [PlayerWithdrew("p03")])
    corrected = after(corrected, pair(corrected))
    last = undone(corrected, tournament.version + 1).rounds[-1]
    assert "p03" not in {player for pairing in last.pairings for player in (pairing.white, pairing.black)} | {last.bye}


def test_a_player_who_withdrew_before_the_round_was_voided_is_in_it_again() -> None:
    tournament = by_hand(drafted(players=8))
    tournament = after(tournament, decisions.withdraw(tournament, "p03", "ill"))
    corrected = decided(tournament, "t_cup.1")
    assert fell(tournament, corrected)
    assert seen(undone(corrected, tournament.version + 1)) == seen(tournament)


def test_a_pair_kept_apart_meanwhile_is_not_brought_back_where_the_format_pairs_otherwise_for_it() -> None:
    tournament = drafted(players=8)
    one = tournament.rounds[-1].pairings[0]
    corrected = decided(tournament, "t_cup.1")
    assert fell(tournament, corrected)
    corrected = after(corrected, [PairsAvoided(((one.white, one.black),), True, WHY)])
    back = undone(corrected, tournament.version + 1)
    assert {one.white, one.black} not in [{pairing.white, pairing.black} for pairing in back.rounds[-1].pairings]


def test_a_draft_that_was_published_meanwhile_stands_and_nothing_comes_back() -> None:
    tournament = by_hand(drafted())
    corrected = published(decided(tournament, "t_cup.1"))
    assert undone(corrected, tournament.version + 1).rounds == corrected.rounds


def test_a_draft_of_a_round_that_was_published_once_comes_back_as_a_draft() -> None:
    tournament = begun(announced("swiss", drafts=True), entries(field(6)))
    walked = decided(published(tournament), "t_cup.1", "walkover", "white")
    tournament = played_on(walked, lambda match: match.white)
    tournament = published(after(tournament, pair_round(tournament)))
    tournament = after(tournament, unpair(tournament, 2, "Fia was overlooked"))
    tournament = after(tournament, pair_round(tournament))
    waiting = undone(tournament, walked.version)
    assert len(waiting.rounds) == 1
    assert decided(waiting, "t_cup.1", "walkover", "white").rounds == tournament.rounds


def test_a_published_round_of_others_than_should_play_it_falls_and_comes_back() -> None:
    tournament = begun(announced("elimination_by_losses", settings={"losses": 1}), entries(field(8)))
    tournament = played_on(tournament, lambda match: match.white)
    tournament = by_hand(after(tournament, pair_round(tournament)))
    first = decided(tournament, "t_cup.1")
    assert fell(tournament, first)
    second = decided(first, "t_cup.2")
    for order in ([1, 2], [2, 1]):
        now, versions = second, {1: tournament.version + 1, 2: first.version + 1}
        for each in order:
            now = undone(now, versions[each])
        assert seen(now) == seen(tournament)


@st.composite
def by_somebody(draw: st.DrawFn) -> Tournament:
    """Two or three rounds of a Swiss or by losses, the last paired by the format or by hand, a draft or published."""
    form = draw(st.sampled_from(["swiss", "elimination_by_losses"]))
    tournament = drafted(form, draw(st.integers(6, 9)))
    if draw(st.booleans()):
        tournament = played_on(published(tournament), lambda match: match.white)
        tournament = after(tournament, pair_round(tournament))
    if draw(st.booleans()) and tournament.rounds[-1].draft:
        tournament = by_hand(tournament, draw(st.integers(1, 5)))
    if form == "swiss" and draw(st.booleans()):
        tournament = after(tournament, decisions.withdraw(tournament, draw(st.sampled_from(tournament.starters)), WHY))
    return published(tournament) if draw(st.booleans()) else tournament


@given(by_somebody(), st.data())
def test_corrections_taken_back_in_any_order_never_were(tournament: Tournament, data: st.DataObject) -> None:
    earlier = [pairing.match for round_ in tournament.rounds[:-1] for pairing in round_.pairings if not pairing.is_bye]
    now, versions = tournament, []
    for _ in range(data.draw(st.integers(1, 4))):
        versions.append(now.version + 1)
        kind = data.draw(st.sampled_from(["played", "double_no_show", "no_show"]))
        now = decided(now, data.draw(st.sampled_from(earlier)), kind, data.draw(st.sampled_from(["white", "black"])))
        if now.rounds[-1].draft and fell(tournament, now) and data.draw(st.booleans()):
            now = by_hand(now, data.draw(st.integers(1, 3)))
    for version in data.draw(st.permutations(versions)):
        now = undone(now, version)
    assert seen(now) == seen(tournament)
