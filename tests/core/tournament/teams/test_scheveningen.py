"""Scheveningen: in a meeting all players of a team meet all players of the other."""

from collections import Counter
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.events import PlayerWithdrew
from core.tournament import Tournament
from core.tournament.decisions import pair
from core.tournament.formats.team_league import Settings, planned
from core.tournament.standings.crosstable import crosstables
from core.tournament.standings.standings import standings
from tests.support.paths import ROOT
from tests.support.proving import examples
from tests.support.tournament.scenario import announced, begun, played_on, to_play, won
from tests.support.tournament.team_leagues import KEY, at, shown, team
from tests.support.tournament.written_results import after

MEMBERS = "abcdefgh"


def scheveningen(teams: int, boards: int, legs: int = 1, members: str | None = None, **more: object) -> Tournament:
    """A started tournament of so many teams with a player for each board."""
    tournament = announced(KEY, {"boards": boards, "legs": legs, "meeting": "scheveningen"}, **more)
    return begun(
        tournament, [team(number, MEMBERS[:boards] if members is None else members) for number in range(1, teams + 1)]
    )


@pytest.mark.parametrize("legs", [1, 2, 3])
@pytest.mark.parametrize("boards", range(1, 9))
def test_tl10_every_player_meets_all_of_the_other_team_and_sits_on_each_side_as_often(boards: int, legs: int) -> None:
    tournament = scheveningen(2, boards, legs)
    met = Counter(frozenset(match[1:3]) for match in tournament.matches)
    assert met == {frozenset((f"t01{one}", f"t02{other}")): legs for one, other in product(MEMBERS[:boards], repeat=2)}
    white, black = (Counter(getattr(match, seat) for match in tournament.matches) for seat in ("white", "black"))
    for player in {*white, *black}:
        assert abs(white[player] - black[player]) <= (boards * legs) % 2
    for round_ in tournament.rounds:
        seated = [player for pairing in round_.pairings for player in pairing[1:3]]
        assert len(seated) == len(set(seated)) == 2 * boards
    assert len(tournament.rounds) == boards * legs
    assert planned(2, Settings(boards=boards, legs=legs, meeting="scheveningen")) == len(list(tournament.matches))


@pytest.mark.parametrize("boards", [2, 3, 4])
def test_tl10_in_the_second_leg_every_two_change_sides(boards: int) -> None:
    pairs = [(match.white, match.black) for match in scheveningen(2, boards, 2).matches]
    half = len(pairs) // 2
    assert {pair[::-1] for pair in pairs[:half]} == set(pairs[half:])


@pytest.mark.parametrize("teams", [3, 4, 5])
def test_tl10_with_more_teams_every_team_meets_every_team_in_this_way(teams: int) -> None:
    tournament = scheveningen(teams, 3)
    met = Counter(frozenset(match[1:3]) for match in tournament.matches)
    assert set(met.values()) == {1}
    assert len(met) == teams * (teams - 1) // 2 * 9
    byes = Counter(round_.bye for round_ in tournament.rounds if round_.bye)
    assert byes == ({f"t{number:02}": 3 for number in range(1, teams + 1)} if teams % 2 else {})
    tournament = played_on(tournament, lambda match: min(match[1:3]))
    assert [row.player_id for row in standings(tournament)] == [f"t{number:02}" for number in range(1, teams + 1)]
    assert {row.byes for row in standings(tournament)} == {teams % 2}


def test_tl10_a_meeting_counts_once_when_all_of_its_rounds_are_over() -> None:
    tournament = scheveningen(2, 2)
    tournament = played_on(tournament, lambda match: min(match[1:3]), 1)
    assert [row.played for row in standings(tournament)] == [0, 0]
    tournament = played_on(tournament, lambda match: min(match[1:3]))
    lines = [(row.player_id, row.played, row.wins, row.games_won, row.games_lost) for row in standings(tournament)]
    assert lines == [("t01", 1, 1, 4, 0), ("t02", 1, 0, 0, 4)]
    assert tournament.status == "finished"
    (table,) = crosstables(tournament)
    assert [len(cells) for cells in table.rows[0].cells] == [0, 1]


def test_tl10_a_missing_player_loses_to_all_of_the_other_team() -> None:
    tournament = begun(announced(KEY, {"boards": 3, "meeting": "scheveningen"}), [team(1, "abc"), team(2, "ab")])
    byes = [match.white for match in tournament.matches if match.is_bye]
    assert sorted(byes) == ["t01a", "t01b", "t01c"]
    tournament = played_on(tournament, lambda match: max(match[1:3]))
    lines = {row.player_id: (row.games_won, row.games_lost) for row in standings(tournament)}
    assert lines == {"t01": (3, 6), "t02": (6, 3)}


def test_tl10_the_reason_says_which_round_of_the_meeting_it_is() -> None:
    tournament = scheveningen(2, 2)
    said = tournament.format.explain(tournament, tournament.rounds[1])
    assert all(
        each.text.endswith("It is round 2 of 2 in which all of a team meet all of the other.") for each in said.values()
    )


@settings(max_examples=examples(25), deadline=None)
@given(st.integers(2, 4), st.integers(1, 4), st.integers(0, 9999))
def test_tl10_it_comes_to_its_end_when_teams_leave_and_line_up_anew(teams: int, boards: int, seed: int) -> None:
    chance = Random(seed)
    tournament = scheveningen(teams, boards)
    for _ in range(60):
        there = [entry.player for entry in tournament.entries if not entry.withdrawn]
        if chance.random() < 0.05 and len(there) > 1 and tournament.status == "running":
            tournament = after(tournament, [PlayerWithdrew(chance.choice(there), "ill")])
        elif waiting := to_play(tournament):
            match = chance.choice(waiting)
            tournament = after(tournament, [won(match, chance.choice(match[1:3]))])
        tournament = after(tournament, pair(tournament))
    tournament = played_on(tournament, lambda match: chance.choice(match[1:3]))
    assert tournament.status == "finished"
    boards_won = sum(row.games_won for row in standings(tournament))
    assert boards_won == sum(row.games_lost for row in standings(tournament))


def test_the_example_of_a_scheveningen_is_what_happens() -> None:
    page = (ROOT / "docs" / "formats" / "team_league.md").read_text(encoding="utf-8")
    rounds, result = (
        block.strip("\n").split("\n") for block in page.split("## Example: Scheveningen")[1].split("```")[1:4:2]
    )
    tournament = scheveningen(2, 3)
    names = {
        f"t0{number}{letter}": f"{name} {place}"
        for number, name in ((1, "Vasa"), (2, "Huk"))
        for place, letter in enumerate("abc", 1)
    }
    assert rounds == [
        f"round {round_.number}: "
        + ", ".join(f"{names[one]}–{names[other]}" for one, other in shown(tournament, round_.number).values())
        for round_ in tournament.rounds
    ]
    tournament = played_on(tournament, lambda match: min(match[1:3], key=lambda each: (each[3:], each)))
    assert at(tournament, "3.1/3")
    assert result == [
        f"{row.rank} {'Vasa' if row.player_id == 't01' else 'Huk'}: boards {row.games_won}:{row.games_lost}"
        for row in standings(tournament)
    ]
