"""Players who leave a round robin early: annulled below half of their matches, else the rest is lost (RR9)."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.events import ResultDecided
from core.tournament.decisions import withdraw
from core.tournament.decisions.corrections import readmit
from core.tournament.model.leavers import annulled_players
from core.tournament.model.state import FINISHED
from core.tournament.model.values import ANNULLED
from core.tournament.standings.crosstable import crosstables
from core.tournament.standings.explanation import explain_place
from core.tournament.standings.standings import sections, standings
from core.tournament.views.trf import TRF16, trf
from tests.core.tournament.decisions.test_entries import started
from tests.support.proving import examples
from tests.support.tournament.scenario import reported
from tests.support.tournament.written_results import after, field

HALF = {"leavers": "half"}


def cup(players=6, **more):
    return started("round_robin", field(players), settings={**HALF, **more})


def won(tournament, player, count, loses=False):
    """The first open matches of a player, won or lost by them."""
    for each in [each for each in tournament.to_play if player in (each.white, each.black)][:count]:
        other = each.black if each.white == player else each.white
        tournament = reported(tournament, each, other if loses else player)
    return tournament


def left(tournament, player):
    return after(tournament, withdraw(tournament, player, "ill"))


def points(tournament):
    return {line.player_id: line.points for line in standings(tournament)}


@pytest.mark.parametrize(("played", "annulled"), [(0, True), (1, True), (2, True), (3, False), (4, False)])
def test_rr9_below_half_of_the_matches_nothing_counts_and_else_the_rest_is_lost(played, annulled):
    tournament = won(cup(6), "p01", played)
    before = points(tournament)
    tournament = left(tournament, "p01")
    assert annulled_players(tournament) == (frozenset(["p01"]) if annulled else frozenset())
    if annulled:
        assert set(points(tournament).values()) == {0}
        assert standings(tournament)[-1].player_id == "p01"
        assert sum(each.kind == ANNULLED for each in tournament.results.values()) == played
    else:
        assert points(tournament)["p01"] == before["p01"] == played
        assert sum(points(tournament).values()) == 5, "every match of the player is decided"
        assert Counter(each.kind for each in tournament.results.values()) == {"played": played, "walkover": 5 - played}


def test_as_announced_by_default_what_was_played_stands_and_the_rest_counts_for_no_one():
    tournament = left(won(started("round_robin", field(6)), "p01", 2), "p01")
    assert points(tournament)["p01"] == 2
    assert {each.kind for each in tournament.results.values()} == {"played"}


def test_rr9_a_withdrawal_that_is_taken_back_brings_every_result_back():
    for played in (2, 3):
        before = won(cup(6), "p01", played)
        back = left(before, "p01")
        back = after(back, readmit(back, "p01", "is well again"))
        assert back.results == before.results
        assert {each.match for each in back.to_play} == {each.match for each in before.to_play}


def test_rr9_a_corrected_result_turns_the_rule():
    tournament = won(cup(6), "p01", 3)
    match = next(each for each in tournament.matches if each.match in tournament.results)
    other = match.black if match.white == "p01" else match.white
    tournament = left(tournament, "p01")
    assert annulled_players(tournament) == frozenset()
    seat = "white" if match.white == other else "black"
    tournament = after(tournament, [ResultDecided(match.match, "no_show", "was not there", seat, {}, None, ())])
    assert annulled_players(tournament) == {"p01"}
    assert points(tournament)[other] == 0


def test_rr9_the_table_explains_it_and_crosstable_and_report_have_no_such_result():
    tournament = won(cup(6), "p01", 2)
    opponent = next(
        each.black if each.white == "p01" else each.white
        for each in tournament.matches
        if each.match in tournament.results
    )
    tournament = left(tournament, "p01")
    own, others = (explain_place(tournament, player).tie_breaks[0].sentence for player in ("p01", opponent))
    assert "left before half of the matches were played" in own
    assert "the result against P01 is annulled" in others
    (table,) = crosstables(tournament)
    assert not any(cell.kind for row in table.rows for cells in row.cells for cell in cells)
    tournament = won(tournament, "p02", 1)
    text = trf(tournament, TRF16)
    totals = [float(line[80:84]) for line in text.splitlines() if line.startswith("001")]
    assert sorted(totals) == [0, 0, 0, 0, 0, 1]


@settings(max_examples=examples(1500), deadline=None)
@given(st.integers(3, 8), st.sampled_from([1, 2]), st.data())
def test_rr9_whatever_happens_the_table_is_that_of_the_results_that_count(players, legs, data):
    tournament = cup(players, legs=legs)
    for _ in range(data.draw(st.integers(0, 25))):
        inside = [entry.player for entry in tournament.entries if not entry.withdrawn]
        open_matches = list(tournament.to_play)
        if tournament.status == FINISHED or not open_matches:
            break
        if data.draw(st.integers(0, 9)) == 0 and len(inside) > 2:
            tournament = left(tournament, data.draw(st.sampled_from(inside)))
        else:
            match = data.draw(st.sampled_from(open_matches))
            tournament = reported(tournament, match, data.draw(st.sampled_from([match.white, match.black])))
    counted = Counter()
    matches, gone = Counter(), tournament.withdrawn
    played = Counter()
    for each in tournament.matches:
        for player in (each.white, each.black):
            matches[player] += 1
            result = tournament.reported.get(each.match)
            played[player] += result is not None
    annulled = {player for player in gone if 2 * played[player] < matches[player]}
    for each in tournament.matches:
        sides = {each.white, each.black}
        if sides & annulled:
            continue
        result = tournament.reported.get(each.match)
        if result is not None:
            counted[each.white if result.winner == "white" else each.black] += 1
        elif sides & gone and len(sides & gone) == 1:
            counted[next(iter(sides - gone))] += 1
    assert annulled_players(tournament) == annulled
    assert {player: each for player, each in points(tournament).items() if each} == +counted
    assert {line.player_id for line in standings(tournament)[len(field(players)) - len(annulled) :]} == annulled


def test_gk19_in_groups_the_matches_of_the_group_alone_are_annulled_and_the_others_go_on_by_what_counts():
    chosen = {**HALF, "groups": 2, "advance": 2}
    tournament = started("groups_then_knockout", field(8), settings=chosen)
    name, players = tournament.format.sections(tournament)[0]
    first, second, third, fourth = players
    tournament = won(tournament, first, 1)
    tournament = left(tournament, first)
    assert annulled_players(tournament) == {first}
    while tournament.status != FINISHED:
        match = tournament.to_play[0]
        tournament = reported(tournament, match, max(match.white, match.black))
    table = next(each.standings for each in sections(tournament) if each.name == name)
    assert table[-1].player_id == first
    assert {line.played for line in table} == {0, 2}
    inside = {player for each in tournament.matches if each.slot.startswith("main.") for player in each[1:3]}
    assert first not in inside
    assert {line.player_id for line in table[:2]} <= inside
    assert {second, third, fourth} >= {line.player_id for line in table[:2]}
