"""Matches for places that both players lost: the place of the winner is vacant, in every format (SE8)."""

from collections.abc import Callable, Mapping
from itertools import groupby
from typing import Any

import pytest

from core.tournament import Pairing, Tournament
from core.tournament.decisions import pair_round
from core.tournament.standings.standings import Standing, standings
from core.tournament.views.tournament_view import tournament_view
from tests.support.tournament.played.brackets import decided, on
from tests.support.tournament.scenario import announced, begun, entries, won
from tests.support.tournament.team_leagues import team
from tests.support.tournament.written_results import after, field

Absent = Callable[[Pairing], bool]
"""True for a match to which neither player comes."""


def at(*slots: str) -> Absent:
    """The matches of these slots, or of the meetings of teams in them."""
    return lambda match: match.slot.partition("/")[0] in slots


def over(
    form: str, players: int, absent: Absent, settings: Mapping[str, Any] | None = None, order: list[str] | None = None
) -> Tournament:
    """A tournament to its end, in which the better seed wins wherever anybody comes."""
    tournament = announced(form, settings)
    entered = (
        [team(number, "ab") for number in range(1, players + 1)] if form.startswith("team") else entries(field(players))
    )
    tournament = begun(tournament, entered)
    best = order or field(players)
    while tournament.status != "finished":
        if not tournament.to_play:
            tournament = after(tournament, pair_round(tournament))
            continue
        match = tournament.to_play[0]
        if absent(match):
            tournament = on(tournament, decided(match, None, "double_no_show"))
        elif form.startswith("team"):
            tournament = on(tournament, won(match, min(match.white, match.black)))
        else:
            tournament = on(tournament, won(match, min(match.white, match.black, key=best.index)))
    return tournament


def places(tournament: Tournament) -> list[tuple[int, bool, int, list[str]]]:
    """The rank, if it is shared, the places taken, and the players of each line of the table."""
    lines = groupby(standings(tournament), key=lambda line: (line.rank, line.shared, line.places))
    return [(*key, sorted(each.player_id for each in group)) for key, group in lines]


FINALS = {
    "single_elimination": (8, {}, at("main.3.1")),
    "single_elimination with bronze": (8, {"bronze": True}, at("main.3.1")),
    "single_elimination with a consolation": (8, {"consolation": "auto"}, at("main.3.1")),
    "double_elimination": (8, {}, at("final.1.1")),
    "double_elimination without reset": (8, {"reset": False}, at("final.1.1")),
    "elimination_by_losses": (4, {"losses": 1}, lambda match: {match.white, match.black} == {"p01", "p02"}),
    "groups_then_knockout": (8, {"groups": 2, "advance": 2}, at("main.2.1")),
    "swiss_then_knockout": (8, {"rounds": 3, "cut": 4}, at("main.2.1")),
    "stages": (8, {"first": "swiss", "first_rounds": 2, "first_on": 4, "second": "single_elimination"}, at("main.2.1")),
    "team_knockout": (4, {"boards": 2}, at("2.1")),
}


@pytest.mark.parametrize("case", FINALS)
def test_se8_after_a_final_to_which_neither_came_both_are_second_and_no_player_is_first(case: str) -> None:
    players, settings, absent = FINALS[case]
    tournament = over(case.partition(" ")[0], players, absent, settings)
    first, *others = places(tournament)
    assert first[:3] == (2, True, 1)
    assert len(first[3]) == 2
    assert not others or others[0][0] == 3, "the semi-finalists stay third"
    assert tournament_view(tournament).status == "finished"
    lines: list[Standing] = standings(tournament)
    assert sorted(line.player_id for line in lines) == sorted(tournament.starters)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6, 7, 8, 16])
def test_se8_the_final_of_any_number_of_players(players: int) -> None:
    final = f"main.{(players - 1).bit_length()}.1"
    assert [rank for rank, *_ in places(over("single_elimination", players, at(final)))][:2] == [2, 3][
        : min(players - 1, 2)
    ]


def test_se8_a_bronze_match_and_a_match_for_a_place_that_neither_won_have_no_winner_either() -> None:
    bronze = over("single_elimination", 8, at("bronze.3.1", "bronze.1.1"), {"bronze": True})
    assert places(bronze)[:4] == [
        (1, False, 1, ["p01"]),
        (2, False, 1, ["p02"]),
        (4, True, 1, ["p03", "p04"]),
        (5, True, 4, ["p05", "p06", "p07", "p08"]),
    ]
    placed = over("single_elimination", 8, at("placement_5_8.2.1"), {"placement": 8})
    assert places(placed)[4] == (6, True, 1, ["p05", "p06"])


def test_se8_if_neither_player_came_to_a_semi_final_and_none_to_the_other_the_four_are_third() -> None:
    none = over("single_elimination", 8, at("main.2.1", "main.2.2"))
    assert places(none) == [(3, True, 2, ["p01", "p02", "p03", "p04"]), (5, True, 4, ["p05", "p06", "p07", "p08"])]
    one = over("single_elimination", 8, at("main.2.1"))
    assert places(one)[0][:2] == (1, False), "the other semi-final has a winner, who has no opponent in the final"


@pytest.mark.parametrize(
    ("form", "settings"),
    [
        ("double_elimination", {}),
        ("double_elimination", {"reset": False}),
        ("stages", {"first": "round_robin", "first_on": 8, "second": "double_elimination"}),
    ],
)
@pytest.mark.parametrize(
    ("players", "absent", "second"),
    [
        (2, ["main.1.1"], 2),
        (3, ["main.1.1", "main.2.1"], 1),
        (4, ["main.1.1", "main.1.2"], 4),
        (4, ["lower.1.1", "main.2.1"], 2),
        (8, ["main.3.1", "lower.3.1"], 2),
        (8, ["main.3.1", "lower.1.1", "lower.1.2"], 1),
        (8, ["main.1.1", "main.1.2", "main.1.3", "main.1.4"], 8),
    ],
)
def test_de8_if_no_player_is_left_before_the_final_those_who_came_furthest_are_second(
    form: str, settings: Mapping[str, Any], players: int, absent: list[str], second: int
) -> None:
    tournament = over(form, players, at(*absent), settings)
    first, *_ = places(tournament)
    if any(match.slot.startswith("final.") for match in tournament.matches):
        assert (first[0], len(first[3])) == (1, second), "a player came through without an opponent"
    else:
        assert first[:2] == (2, True)
        assert len(first[3]) == second


def test_el11_four_players_who_all_lost_their_last_match_share_the_second_place() -> None:
    tournament = over("elimination_by_losses", 4, lambda _: True, {"losses": 1})
    assert places(tournament) == [(2, True, 3, field(4))]


def test_a_corrected_final_has_its_winner_again() -> None:
    tournament = over("single_elimination", 4, at("main.2.1"))
    final = next(match for match in tournament.matches if match.slot == "main.2.1")
    corrected = on(tournament, decided(final, final.white))
    assert [row.rank for row in standings(corrected)] == [1, 2, 3, 3]
