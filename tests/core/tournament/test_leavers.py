"""Players and teams that leave early where all meet all: annulled below half of the matches, else the rest is lost."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import Invalid
from core.events import ResultDecided
from core.tournament.decisions import pair_round, withdraw
from core.tournament.decisions.corrections import readmit
from core.tournament.model.leavers import annulled_players
from core.tournament.model.state import FINISHED, RUNNING
from core.tournament.model.values import ANNULLED
from core.tournament.standings.close_places import close_places
from core.tournament.standings.crosstable import crosstables
from core.tournament.standings.explanation import explain_place
from core.tournament.standings.standings import sections, standings
from core.tournament.teams.meeting_scores import in_meetings
from core.tournament.views.trf import TRF16, trf
from tests.core.tournament.decisions.test_entries import started
from tests.support.proving import examples
from tests.support.tournament.scenario import announced, begun, entries, reported
from tests.support.tournament.team_leagues import team
from tests.support.tournament.written_results import after, field

HALF = {"leavers": "half"}


def cup(players=6, **more):
    return started("round_robin", field(players), settings={**HALF, **more})


def won(tournament, player, count, loses=False):
    """The first open matches of a player, won or lost by them."""
    for pairing in [each for each in tournament.to_play if player in (each.white, each.black)][:count]:
        other = pairing.black if pairing.white == player else pairing.white
        tournament = reported(tournament, pairing, other if loses else player)
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
        assert sum(result.kind == ANNULLED for result in tournament.results.values()) == played
    else:
        assert points(tournament)["p01"] == before["p01"] == played
        assert sum(points(tournament).values()) == 5, "every match of the player is decided"
        assert Counter(result.kind for result in tournament.results.values()) == {
            "played": played,
            "walkover": 5 - played,
        }


def test_as_announced_by_default_what_was_played_stands_and_the_rest_counts_for_no_one():
    tournament = left(won(started("round_robin", field(6)), "p01", 2), "p01")
    assert points(tournament)["p01"] == 2
    assert {result.kind for result in tournament.results.values()} == {"played"}


def test_rr9_a_withdrawal_that_is_taken_back_brings_every_result_back():
    for played in (2, 3):
        before = won(cup(6), "p01", played)
        back = left(before, "p01")
        back = after(back, readmit(back, "p01", "is well again"))
        assert back.results == before.results
        assert {pairing.match for pairing in back.to_play} == {pairing.match for pairing in before.to_play}


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
        match.black if match.white == "p01" else match.white
        for match in tournament.matches
        if match.match in tournament.results
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


@pytest.mark.parametrize("played", [0, 1])
def test_rr9_a_place_beside_a_player_who_left_is_explained_by_that_and_by_no_tie_break(played):
    tournament = left(won(cup(6), "p01", played, loses=True), "p01")
    last = explain_place(tournament, "p01")
    upper = explain_place(tournament, last.above.player)
    assert (last.above.decided_by, upper.below.decided_by) == ("annulled", "annulled")
    assert last.above.sentence == f"Behind {last.above.name}, since no match of P01 counts"
    assert upper.below.sentence == "Before P01, of whom no match counts"
    assert not any(close_place.below.player == "p01" for close_place in close_places(tournament))


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
    assert {player: point for player, point in points(tournament).items() if point} == +counted
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
    table = next(section.standings for section in sections(tournament) if section.name == name)
    assert table[-1].player_id == first
    assert {line.played for line in table} == {0, 2}
    inside = {player for each in tournament.matches if each.slot.startswith("main.") for player in each[1:3]}
    assert first not in inside
    assert {line.player_id for line in table[:2]} <= inside
    assert {second, third, fourth} >= {line.player_id for line in table[:2]}


# ── teams ────────────────────────────────────────────────────────────────────────────────────────────────────────────
def team_cup(teams=5, boards=2, **more):
    tournament = announced("team_league", {**HALF, "boards": boards, **more})
    return begun(tournament, [team(number) for number in range(1, teams + 1)])


def boards_won(tournament, side, count):
    """The first open boards of a team, won by it."""
    for pairing in [each for each in tournament.to_play if side in (each.white[:3], each.black[:3])][:count]:
        tournament = reported(tournament, pairing, pairing.white if pairing.white.startswith(side) else pairing.black)
    return tournament


@pytest.mark.parametrize(("played", "annulled"), [(0, True), (2, True), (3, True), (4, False), (6, False)])
def test_tl12_below_half_of_its_boards_no_meeting_of_a_team_counts_and_else_the_rest_is_lost(played, annulled):
    tournament = boards_won(team_cup(), "t01", played)
    tournament = left(tournament, "t01")
    assert annulled_players(tournament) == (frozenset(["t01"]) if annulled else frozenset())
    lines = {line.player_id: line for line in standings(tournament)}
    if annulled:
        assert {line.played for line in lines.values()} == {0}
        assert standings(tournament)[-1].player_id == "t01"
    else:
        assert (lines["t01"].played, lines["t01"].wins) == (4, played // 2)
        assert [lines[each].wins for each in ("t02", "t03", "t04", "t05")].count(1) == 4 - played // 2
    assert tournament.status == RUNNING
    assert not any("t01" in (pairing.white[:3], pairing.black[:3]) for pairing in tournament.to_play)


def test_tl12_a_league_whose_team_left_goes_on_to_its_end_and_says_what_does_not_count():
    tournament = left(boards_won(team_cup(4), "t01", 2), "t01")
    while tournament.status != FINISHED:
        match = tournament.to_play[0]
        tournament = reported(tournament, match, min(match.white, match.black))
    table = standings(tournament)
    assert [(line.player_id, line.played, line.points) for line in table] == [
        ("t02", 2, 4),
        ("t03", 2, 2),
        ("t04", 2, 0),
        ("t01", 0, 0),
    ]
    own, others = (explain_place(tournament, each).tie_breaks[0].sentence for each in ("t01", "t04"))
    assert "left before half of the matches were played" in own
    met = next(each for each in tournament.matches if each.slot == "1.1/1")
    assert {met.white[:3], met.black[:3]} == {"t01", "t04"}
    assert "the result against Team 1 is annulled" in others
    (first, *_) = (
        meeting.meeting for meeting in in_meetings(tournament, tournament.rounds[0], tournament.rounds[0].pairings)
    )
    assert (first.teams, first.won) == (("Team 1", "Team 4"), ())


def test_tl12_a_team_that_comes_back_has_all_its_boards_again():
    for played in (2, 4):
        before = boards_won(team_cup(), "t01", played)
        back = left(before, "t01")
        back = after(back, readmit(back, "t01", "plays on"))
        assert back.results == before.results
        assert {pairing.match for pairing in back.to_play} == {pairing.match for pairing in before.to_play}


def test_tl12_a_board_that_the_other_team_could_not_fill_is_no_board_that_was_to_be_played():
    tournament = announced("team_league", {**HALF, "boards": 2})
    tournament = begun(tournament, [team(1), team(2), team(3, "a")])
    assert annulled_players(left(boards_won(tournament, "t01", 1), "t01")) == {"t01"}
    assert annulled_players(left(boards_won(tournament, "t01", 2), "t01")) == frozenset()


def test_tl12_in_a_scheveningen_half_of_the_boards_decides():
    tournament = team_cup(2, boards=4, meeting="scheveningen")
    for played, annulled in ((7, {"t01"}), (8, frozenset())):
        gone = left(boards_won(tournament, "t01", played), "t01")
        assert annulled_players(gone) == annulled
        assert {line.played for line in standings(gone)} == ({0} if annulled else {1})


# ── several stages ───────────────────────────────────────────────────────────────────────────────────────────────────
def staged(players=8, **chosen):
    return begun(announced("stages", {**HALF, **chosen}), entries(field(players)))


def to_the_next_stage(tournament):
    while tournament.to_play:
        match = tournament.to_play[0]
        tournament = reported(tournament, match, min(match.white, match.black))
    return after(tournament, pair_round(tournament))


@pytest.mark.parametrize("first", ["groups", "round_robin"])
def test_st14_a_player_who_leaves_the_first_stage_before_half_of_their_matches_is_last(first):
    tournament = staged(first=first, first_on=2, second="single_elimination")
    leaver = tournament.to_play[0].white
    tournament = left(won(tournament, leaver, 1), leaver)
    assert annulled_players(tournament) == {leaver}
    tournament = to_the_next_stage(tournament)
    while tournament.status != FINISHED:
        match = tournament.to_play[0]
        tournament = reported(tournament, match, min(match.white, match.black))
    table = standings(tournament)
    assert (table[-1].player_id, table[-1].played) == (leaver, 0)
    part = next(section for section in sections(tournament) if leaver in {line.player_id for line in section.standings})
    assert part.standings[-1].player_id == leaver
    size = len(part.standings)
    assert {line.played for line in part.standings} == {0, size - 2}


def test_st14_after_half_of_the_stage_the_rest_of_it_is_lost():
    tournament = staged(first="round_robin", first_on=4, second="single_elimination")
    leaver = tournament.to_play[0].white
    tournament = left(won(tournament, leaver, 4), leaver)
    assert annulled_players(tournament) == frozenset()
    kinds = Counter(
        tournament.results[match.match].kind for match in tournament.matches if leaver in (match.white, match.black)
    )
    assert kinds == {"played": 4, "walkover": 3}


def test_st14_each_stage_is_looked_at_by_itself():
    """A player who played the first stage to its end keeps it, and the place of one who came to the second."""
    tournament = staged(first="groups", first_on=2, second="round_robin", second_on=2, third="single_elimination")
    first = {match.match: tournament.results for match in tournament.matches}
    tournament = to_the_next_stage(tournament)
    inside = tournament.stages[0].players
    leaver = inside[0]
    before = {match: tournament.results[match] for match in first}
    tournament = left(won(tournament, leaver, 1), leaver)
    assert annulled_players(tournament) == {leaver}
    assert {match: tournament.results[match] for match in first} == before
    second = [
        match for match in tournament.matches if match.match not in first and leaver in (match.white, match.black)
    ]
    assert [tournament.results[each.match].kind for each in second] == [ANNULLED] * 3
    table = [line.player_id for line in standings(tournament)]
    assert table.index(leaver) == 3
    assert "of their last stage were played" in explain_place(tournament, leaver).tie_breaks[0].sentence
    back = after(tournament, readmit(tournament, leaver, "is well again"))
    assert annulled_players(back) == frozenset()
    assert leaver in {player for pairing in back.to_play for player in pairing[1:3]}


def test_st14_a_swiss_stage_has_no_such_rule_and_the_setting_needs_a_stage_that_has():
    tournament = staged(first="swiss", first_rounds=3, first_on=4, second="round_robin")
    leaver = tournament.to_play[0].white
    tournament = left(won(tournament, leaver, 1), leaver)
    assert annulled_players(tournament) == frozenset()
    read = tournament.format.read_settings
    with pytest.raises(Invalid, match="no stage is a round robin or has groups"):
        read({**HALF, "first": "swiss", "second": "single_elimination"})
