"""Team league: meetings over boards, who leaves, and the league's table."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import Invalid, NotAllowed
from core.events import PlayerEntered
from core.tournament import Tournament
from core.tournament.decisions import enter, withdraw
from core.tournament.decisions.entries import Entrant
from core.tournament.formats import format_of
from core.tournament.standings.meetings import meetings
from core.tournament.standings.standings import standings
from tests.support.paths import ROOT
from tests.support.proving import examples, some
from tests.support.tournament.scenario import announced, begun, best, played_on, reported, to_play, won
from tests.support.tournament.team_leagues import KEY, at, league, shown, team
from tests.support.tournament.written_results import after


def line(tournament: Tournament, player: str) -> tuple[int, ...]:
    """A team's played, won, lost, boards won, boards lost, points won, points lost, league points."""
    said = next(row for row in standings(tournament) if row.player_id == player)
    return (
        said.played,
        said.wins,
        said.losses,
        said.games_won,
        said.games_lost,
        said.points_won,
        said.points_lost,
        said.points,
    )


SIZES = some([*range(2, 13), 20], 2, 3, 4, 5, 8, 11)


# ── meetings and boards ──────────────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("legs", [1, 2, 3])
@pytest.mark.parametrize("number", SIZES)
def test_tl2_every_team_meets_every_team_on_all_boards(number: int, legs: int) -> None:
    tournament = league(number, boards=3, legs=legs)
    met = Counter(frozenset((match.white, match.black)) for match in tournament.matches)
    teams = [f"t{each:02}" for each in range(1, number + 1)]
    assert met == {
        frozenset((one + board, other + board)): legs for one, other in combinations(teams, 2) for board in "abc"
    }
    for round_ in tournament.rounds:
        seated = [player for pairing in round_.pairings for player in pairing[1:3]]
        assert len(seated) == len(set(seated))
        resting = set(teams) - {player[:3] for player in seated}
        assert resting == ({round_.bye} if number % 2 else set())


@pytest.mark.parametrize("number", [4, 6, 8])
def test_tl3_the_home_team_has_white_on_the_odd_boards(number: int) -> None:
    tournament = league(number, boards=4)
    for round_ in tournament.rounds:
        for pairing in round_.pairings:
            first = at(tournament, pairing.slot.partition("/")[0] + "/1").white[:3]
            assert (pairing.white[:3] == first) == (int(pairing.slot.partition("/")[2]) % 2 == 1)


def test_tl3_a_slot_names_round_meeting_and_board() -> None:
    assert shown(league(4, boards=2), 2) == {
        "2.1/1": ("t04a", "t03a"),
        "2.1/2": ("t03b", "t04b"),
        "2.2/1": ("t01a", "t02a"),
        "2.2/2": ("t02b", "t01b"),
    }


def test_tl4_a_board_that_a_team_cannot_fill_is_the_other_teams() -> None:
    tournament = announced(KEY, {"boards": 4})
    tournament = begun(tournament, [team(1), team(2, "ab")])
    assert shown(tournament, 1) == {
        "1.1/1": ("t01a", "t02a"),
        "1.1/2": ("t02b", "t01b"),
        "1.1/3": ("t01c", ""),
        "1.1/4": ("t01d", ""),
    }
    tournament = played_on(tournament, best(["t02a", "t02b", "t01a", "t01b"]))
    assert tournament.status == "finished"
    assert line(tournament, "t01") == (1, 0, 1, 2, 2, 4, 6, 0)
    assert line(tournament, "t02") == (1, 1, 0, 2, 2, 6, 4, 2)
    said = tournament.format.explain(tournament, tournament.rounds[0])
    assert said["t_cup.3"].text.endswith("Team 2 has no player for this board, and loses it.")


def test_tl4_a_board_that_neither_team_can_fill_is_not_played() -> None:
    tournament = begun(announced(KEY, {"boards": 4}), [team(1, "abc"), team(2, "ab")])
    assert list(shown(tournament, 1)) == ["1.1/1", "1.1/2", "1.1/3"]


# ── the table ────────────────────────────────────────────────────────────────────────────────────────────────────────
def meeting(*boards: tuple[str, str]) -> Tournament:
    """Two teams after one meeting, of each board who won it and by how many points: `("1", "5:3")`."""
    tournament = league(2, boards=len(boards))
    for number, (winner, points) in enumerate(boards, 1):
        match = at(tournament, f"1.1/{number}")
        player = next(each for each in match[1:3] if each.startswith(f"t0{winner}"))
        tournament = reported(tournament, match, player, "2:1", points)
    return tournament


def test_tl5_more_boards_win_a_meeting_whatever_the_points() -> None:
    tournament = meeting(("1", "3:2"), ("1", "3:2"), ("2", "9:0"))
    assert line(tournament, "t01") == (1, 1, 0, 2, 1, 6, 13, 2)
    assert line(tournament, "t02") == (1, 0, 1, 1, 2, 13, 6, 0)


def test_tl5_with_equal_boards_more_points_win_a_meeting() -> None:
    tournament = meeting(("1", "5:2"), ("2", "4:2"))
    assert line(tournament, "t01") == (1, 1, 0, 1, 1, 7, 6, 2)


def test_tl5_with_equal_boards_and_points_a_meeting_is_drawn() -> None:
    tournament = meeting(("1", "5:2"), ("2", "5:2"))
    assert line(tournament, "t01") == line(tournament, "t02") == (1, 0, 0, 1, 1, 7, 7, 1)
    assert [(row.rank, row.shared) for row in standings(tournament)] == [(1, True), (1, True)]


def test_tl5_a_meeting_counts_what_the_settings_say() -> None:
    three = {"boards": 2, "won": 3, "drawn": 2, "lost": 1}
    tournament = begun(announced(KEY, three, scoring={"win": 7}), [team(1), team(2)])
    for slot, points in (("1.1/1", "5:2"), ("1.1/2", "4:2")):
        match = at(tournament, slot)
        tournament = after(tournament, [won(match, match.white, "2:1", points)])
    assert [row.points for row in standings(tournament)] == [3, 1]
    with pytest.raises(Invalid, match="won"):
        format_of(KEY).read_settings({"won": 11})


def test_tl5_a_meeting_counts_once_all_its_boards_have_a_result() -> None:
    tournament = league(2, boards=2)
    tournament = reported(tournament, at(tournament, "1.1/1"), "t01a")
    assert line(tournament, "t01") == (0, 0, 0, 0, 0, 0, 0, 0)
    assert line(reported(tournament, at(tournament, "1.1/2"), "t01b"), "t01")[:3] == (1, 1, 0)


def test_tl6_league_points_then_boards_then_point_difference_then_the_meeting_of_the_tied() -> None:
    codes = [tie_break.code for tie_break in standings(league(3))[0].tie_breaks]
    assert codes == ["points", "games_won", "point_difference", "head_to_head"]


@settings(max_examples=examples(40), deadline=None)
@given(st.integers(2, 7), st.integers(1, 4), st.integers(1, 2), st.integers(0, 9999))
def test_the_table_is_what_the_boards_say(number: int, boards: int, legs: int, seed: int) -> None:
    chance = Random(seed)
    tournament = league(number, boards=boards, legs=legs)
    for match in to_play(tournament):
        points = chance.choice(["3:2", "4:2", "5:4"])
        tournament = after(tournament, [won(match, chance.choice(match[1:3]), "2:1", points)])
    assert tournament.status == "finished"
    league_points: Counter[str] = Counter()
    won_boards: Counter[str] = Counter()
    for round_ in tournament.rounds:
        meets: dict[frozenset[str], list[tuple[str, dict[str, int]]]] = {}
        for each in round_.pairings:
            result = tournament.results[each.match]
            points_of = {each.white[:3]: result.score["white"], each.black[:3]: result.score["black"]}
            winner = each.white[:3] if result.winner == "white" else each.black[:3]
            meets.setdefault(frozenset(points_of), []).append((winner, points_of))
        for teams, played in meets.items():
            one, other = sorted(teams)
            sums = {
                team: (sum(who == team for who, _ in played), sum(said[team] for _, said in played)) for team in teams
            }
            won_boards.update({team: sums[team][0] for team in teams})
            league_points[one] += 2 * (sums[one] > sums[other]) + (sums[one] == sums[other])
            league_points[other] += 2 * (sums[other] > sums[one]) + (sums[one] == sums[other])
    lines = standings(tournament)
    assert {line.player_id: line.points for line in lines} == {
        entry.player: league_points[entry.player] for entry in tournament.field
    }
    assert {line.player_id: line.games_won for line in lines} == {
        entry.player: won_boards[entry.player] for entry in tournament.field
    }
    keys = [(line.points, line.games_won, line.points_won - line.points_lost) for line in lines]
    assert keys == sorted(keys, reverse=True)
    assert sum(line.points for line in lines) == 2 * sum(line.played for line in lines) // 2


def test_tl7_sitting_a_round_out_counts_nothing() -> None:
    tournament = played_on(league(3), best(sorted(f"t0{each}{board}" for each in (1, 2, 3) for board in "ab")))
    assert [(row.player_id, row.played, row.points, row.byes) for row in standings(tournament)] == [
        ("t01", 2, 4, 1),
        ("t02", 2, 2, 1),
        ("t03", 2, 0, 1),
    ]


# ── who leaves ───────────────────────────────────────────────────────────────────────────────────────────────────────
def test_tl8_the_boards_that_a_withdrawn_team_does_not_play_are_won_by_its_opponents() -> None:
    tournament = played_on(
        league(4), best([f"t01{each}" for each in "ab"] + [f"t0{n}{b}" for n in (2, 3, 4) for b in "ab"]), 1
    )
    tournament = after(tournament, withdraw(tournament, "t01", "moved away"))
    kinds = {tournament.results[match.match].kind for match in tournament.matches if "t01a" in match[1:3]}
    assert kinds == {"played", "walkover"}
    tournament = played_on(tournament, best([f"t0{number}{board}" for number in (2, 3, 4) for board in "ab"]))
    assert tournament.status == "finished"
    assert [row.player_id for row in standings(tournament)] == ["t02", "t03", "t01", "t04"]
    (walked,) = (each for each in meetings(tournament)["t02"] if each.opponent == "t01")
    assert (walked.kind, walked.won, walked.games_won, walked.points_won) == ("walkover", True, 2, 0)


# ── entries, settings, the page ──────────────────────────────────────────────────────────────────────────────────────
def test_tl1_no_player_enters_for_two_teams() -> None:
    tournament = after(announced(KEY), [team(1)])
    with pytest.raises(NotAllowed, match="entered already"):
        enter(tournament, [Entrant("t09", "Team 9", members=(("t01b", "B of 1"),))])


def test_late_entries_are_refused_with_the_reason() -> None:
    assert "every team meets every team" in (format_of(KEY).late(league(2)) or "")


@pytest.mark.parametrize("wrong", [{"boards": 0}, {"boards": 33}, {"legs": 9}])
def test_a_wrong_setting_is_named(wrong: dict[str, int]) -> None:
    with pytest.raises(Invalid) as error:
        format_of(KEY).read_settings(wrong)
    assert list(error.value.problems) == list(wrong)


def test_the_example_of_the_page_is_what_happens() -> None:
    page = ROOT / "docs" / "formats" / "team_league.md"
    pairings, table = (block.strip("\n").split("\n") for block in page.read_text(encoding="utf-8").split("```")[3:7:2])
    people = {"Vasa": ("Anna", "Bo"), "Brahe": ("Cilla", "Dag"), "Huk": ("Eva", "Fia")}
    entered = [
        PlayerEntered(name, name, members=tuple((member, member) for member in members))
        for name, members in people.items()
    ]
    tournament = begun(announced(KEY, {"boards": 2}), entered)
    assert pairings == [
        f"round {round_.number}: "
        + ", ".join(f"{one}–{other} ({slot})" for _, one, other, slot in round_.pairings)
        + f"; {round_.bye} sits out"
        for round_ in tournament.rounds
    ]
    for slot, winner, points in [
        ("1.1/1", "Cilla", "4:3"),
        ("1.1/2", "Fia", "4:3"),
        ("2.1/1", "Anna", "3:2"),
        ("2.1/2", "Bo", "3:1"),
        ("3.1/1", "Eva", "5:2"),
        ("3.1/2", "Bo", "5:3"),
    ]:
        tournament = reported(tournament, at(tournament, slot), winner, "2:1", points)
    assert [row.split() for row in table[1:]] == [
        [
            str(row.rank),
            row.name,
            str(row.played),
            str(row.wins),
            str(row.losses),
            f"{row.games_won}:{row.games_lost}",
            f"{row.points_won}:{row.points_lost}",
            str(row.points),
        ]
        for row in standings(tournament)
    ]
