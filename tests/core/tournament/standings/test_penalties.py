"""Penalties that count in the table: what they take off, and what they leave alone."""

from core.events import PenaltiesReported
from core.tournament import Tournament
from core.tournament.decisions import pair_round
from core.tournament.standings.explanation import explain_place
from core.tournament.standings.standings import Standing, sections, standings
from core.tournament.swiss.round_input import past
from tests.support.tournament.played.swiss import decided
from tests.support.tournament.scenario import announced, begun, best, entries, played_on
from tests.support.tournament.written_results import FIVE, after

ORDER = ("points", "buchholz", "sonneborn_berger", "progressive", "koya")


def cup(form: str = "swiss", **scoring: int) -> Tournament:
    """Five players; in a Swiss the first round is paired."""
    tournament = begun(announced(form, tie_breaks=ORDER, scoring=scoring or None), entries(FIVE))
    return after(tournament, pair_round(tournament)) if form == "swiss" else tournament


def penalised(tournament: Tournament, player: str, points: int, fact: int = 9) -> Tournament:
    """The tournament after penalty points for a player in their first match."""
    match = next(each for each in tournament.matches if player in each[1:3])
    seat = "white" if match.white == player else "black"
    return after(tournament, [PenaltiesReported(match.match, fact, {seat: points} if points else {})])


def line(tournament: Tournament, player: str) -> Standing:
    return next(row for row in standings(tournament) if row.player_id == player)


def test_a_penalty_point_takes_off_what_the_announcement_says_and_it_may_go_below_nothing():
    tournament = played_on(cup(win=3, penalty=2), best(FIVE))
    before = line(tournament, "anna")
    after_it = line(penalised(tournament, "anna", 2), "anna")
    assert (before.points, before.penalty) == (3, 0)
    assert (after_it.points, after_it.penalty) == (-1, 4)
    assert (before.played, before.wins, before.points_won) == (after_it.played, after_it.wins, after_it.points_won)
    assert before.tie_breaks[1:] == after_it.tie_breaks[1:], "only the points are the player's own"
    assert after_it.rank > before.rank


def test_the_tie_breaks_of_all_others_and_the_pairing_count_the_score_without_penalties():
    tournament = played_on(cup(win=2, penalty=1), best(FIVE))
    after_it = penalised(tournament, "anna", 1)
    for player in FIVE[1:]:
        assert line(tournament, player).tie_breaks == line(after_it, player).tie_breaks
    assert past(tournament, 2) == past(after_it, 2)
    assert [each.pairings for each in pair_round(tournament)] == [each.pairings for each in pair_round(after_it)]


def test_the_last_report_of_a_match_holds_and_an_empty_one_takes_all_back():
    tournament = played_on(cup(win=2, penalty=1), best(FIVE))
    assert line(penalised(penalised(tournament, "anna", 5), "anna", 1), "anna").penalty == 1
    assert standings(penalised(penalised(tournament, "anna", 5), "anna", 0)) == standings(tournament)


def test_a_penalty_before_the_result_counts_with_it_and_one_of_a_walkover_too():
    tournament = penalised(cup(win=2, penalty=1), "anna", 1)
    assert (line(tournament, "anna").points, line(tournament, "anna").penalty) == (0, 0)
    match = next(each for each in tournament.matches if "anna" in each[1:3])
    tournament = after(tournament, [decided(match.match, "walkover", "white" if match.white == "anna" else "black")])
    assert (line(tournament, "anna").points, line(tournament, "anna").penalty) == (1, 1)


def test_a_table_that_counts_no_penalties_is_as_it_was():
    tournament = played_on(cup(win=2), best(FIVE))
    assert standings(penalised(tournament, "anna", 3)) == standings(tournament)
    assert line(tournament, "anna").penalty is None


def test_in_groups_it_counts_in_the_table_of_the_group():
    six = (*FIVE, "finn")
    tournament = played_on(begun(announced("groups_then_knockout", scoring={"penalty": 1}), entries(six)), best(six), 1)
    player = tournament.rounds[0].pairings[0].white
    tournament = penalised(tournament, player, 1)
    (mine,) = [line for _name, lines in sections(tournament) for line in lines if line.player_id == player]
    assert mine.penalty == 1


def test_the_explanation_names_the_round_and_what_it_takes_off():
    tournament = penalised(played_on(cup(win=2, penalty=1), best(FIVE)), "anna", 2)
    points = explain_place(tournament, "anna").tie_breaks[0]
    assert points.notes == ("a penalty in round 1 takes 2 off",)
    assert [(operand.kind, operand.numbers) for operand in points.operands] == [("played", (2,)), ("penalty", (-2,))]
