"""Byes in the table: when they count, and where they are no match."""

from random import Random

from core.events import PlayerWithdrew
from core.tournament.standings.standings import standings
from tests.support.tournament.scenario import announced, begun, entries, reported, won
from tests.support.tournament.written_results import FIVE, after, pairing, played, started


def byes(tournament):
    """The points and the byes of everybody who has any."""
    return {row.player_id: (row.points, row.byes) for row in standings(tournament) if row.byes}


def circle(**scoring):
    """Three who meet each other, with this scoring."""
    return begun(announced("round_robin", scoring=scoring or None), entries(FIVE[:3]))


def test_rr4_a_bye_is_no_match_in_which_koya_could_have_brought_something():
    tournament = started(FIVE[:3], ("wins", "koya"))
    tournament = played(tournament, ["anna-bo", "bo-cilla", "cilla-anna"])
    koya = [line.tie_breaks[1] for line in standings(tournament)]
    assert [each.value for each in koya] == [1, 1, 1]
    assert all(len(each.operands) == 2 for each in koya), "everybody has one of two, which is half"


def test_points_of_a_bye_do_not_count_for_koya():
    tournament = begun(announced("round_robin", scoring={"bye": 5}, tie_breaks=("points", "koya")), entries(FIVE[:3]))
    for winner, loser in (("anna", "bo"), ("anna", "cilla"), ("bo", "cilla")):
        tournament = reported(tournament, pairing(tournament, winner, loser), winner)
    koya = {line.player_id: line.tie_breaks[1].value for line in standings(tournament)}
    assert koya == {"anna": 1, "bo": 0, "cilla": 0}, "anna has two of two, bo one of two, cilla none"


def test_a_bye_counts_once_a_match_of_its_own_round_has_a_result():
    tournament = circle(bye=2)
    resting = {round_.number: round_.bye for round_ in tournament.rounds}
    last = tournament.rounds[-1].pairings[0]
    tournament = reported(tournament, last, last.white)
    assert byes(tournament) == {resting[3]: (2, 1)}, "rounds 1 and 2 are not begun"
    first = tournament.rounds[0].pairings[0]
    tournament = reported(tournament, first, first.white)
    assert set(byes(tournament)) == {resting[1], resting[3]}


def test_a_bye_counts_where_nothing_is_played_beside_it_once_a_later_round_has_a_result():
    tournament = circle(bye=2)
    first, second = tournament.rounds[:2]
    gone = next(each for each in FIVE[:3] if each not in (first.bye, second.bye))
    tournament = after(tournament, [PlayerWithdrew(gone)])
    assert byes(tournament) == {}
    match = pairing(tournament, first.bye, second.bye)
    assert match in tournament.rounds[2].pairings
    tournament = reported(tournament, match, first.bye)
    assert set(byes(tournament)) == set(FIVE[:3]), "rounds 1 and 2 will have no result any more"


def test_when_byes_count_does_not_depend_on_the_order_of_the_results():
    chance = Random(4)
    for _ in range(10):
        tournament = begun(announced("round_robin", scoring={"bye": 1}), entries(FIVE))
        events = [won(match, chance.choice(match[1:3])) for match in tournament.matches if chance.random() < 0.5]
        there = standings(after(tournament, events))
        chance.shuffle(events)
        assert standings(after(tournament, events)) == there
