"""Round robin: the published Berger tables, and what holds for any number of players."""

from collections import Counter
from itertools import combinations

import pytest

from core.errors import Invalid
from core.tournament import Tournament
from core.tournament.formats import format_of
from core.tournament.pairing.berger import berger
from core.tournament.standings.crosstable import crosstables
from core.tournament.standings.standings import standings
from tests.support.paths import ROOT
from tests.support.proving import some
from tests.support.tournament.scenario import announced, begun, best, entries, played_on
from tests.support.tournament.written_results import field, started

# FIDE Handbook C.05, annex 1, "Details of Berger Table": one line a round.
FIDE = {
    4: """
        1-4, 2-3
        4-3, 1-2
        2-4, 3-1""",
    6: """
        1-6, 2-5, 3-4
        6-4, 5-3, 1-2
        2-6, 3-1, 4-5
        6-5, 1-4, 2-3
        3-6, 4-2, 5-1""",
    8: """
        1-8, 2-7, 3-6, 4-5
        8-5, 6-4, 7-3, 1-2
        2-8, 3-1, 4-7, 5-6
        8-6, 7-5, 1-4, 2-3
        3-8, 4-2, 5-1, 6-7
        8-7, 1-6, 2-5, 3-4
        4-8, 5-3, 6-2, 7-1""",
    10: """
        1-10, 2-9, 3-8, 4-7, 5-6
        10-6, 7-5, 8-4, 9-3, 1-2
        2-10, 3-1, 4-9, 5-8, 6-7
        10-7, 8-6, 9-5, 1-4, 2-3
        3-10, 4-2, 5-1, 6-9, 7-8
        10-8, 9-7, 1-6, 2-5, 3-4
        4-10, 5-3, 6-2, 7-1, 8-9
        10-9, 1-8, 2-7, 3-6, 4-5
        5-10, 6-4, 7-3, 8-2, 9-1""",
    12: """
        1-12, 2-11, 3-10, 4-9, 5-8, 6-7
        12-7, 8-6, 9-5, 10-4, 11-3, 1-2
        2-12, 3-1, 4-11, 5-10, 6-9, 7-8
        12-8, 9-7, 10-6, 11-5, 1-4, 2-3
        3-12, 4-2, 5-1, 6-11, 7-10, 8-9
        12-9, 10-8, 11-7, 1-6, 2-5, 3-4
        4-12, 5-3, 6-2, 7-1, 8-11, 9-10
        12-10, 11-9, 1-8, 2-7, 3-6, 4-5
        5-12, 6-4, 7-3, 8-2, 9-1, 10-11
        12-11, 1-10, 2-9, 3-8, 4-7, 5-6
        6-12, 7-5, 8-4, 9-3, 10-2, 11-1""",
    14: """
        1-14, 2-13, 3-12, 4-11, 5-10, 6-9, 7-8
        14-8, 9-7, 10-6, 11-5, 12-4, 13-3, 1-2
        2-14, 3-1, 4-13, 5-12, 6-11, 7-10, 8-9
        14-9, 10-8, 11-7, 12-6, 13-5, 1-4, 2-3
        3-14, 4-2, 5-1, 6-13, 7-12, 8-11, 9-10
        14-10, 11-9, 12-8, 13-7, 1-6, 2-5, 3-4
        4-14, 5-3, 6-2, 7-1, 8-13, 9-12, 10-11
        14-11, 12-10, 13-9, 1-8, 2-7, 3-6, 4-5
        5-14, 6-4, 7-3, 8-2, 9-1, 10-13, 11-12
        14-12, 13-11, 1-10, 2-9, 3-8, 4-7, 5-6
        6-14, 7-5, 8-4, 9-3, 10-2, 11-1, 12-13
        14-13, 1-12, 2-11, 3-10, 4-9, 5-8, 6-7
        7-14, 8-6, 9-5, 10-4, 11-3, 12-2, 13-1""",
    16: """
        1-16, 2-15, 3-14, 4-13, 5-12, 6-11, 7-10, 8-9
        16-9, 10-8, 11-7, 12-6, 13-5, 14-4, 15-3, 1-2
        2-16, 3-1, 4-15, 5-14, 6-13, 7-12, 8-11, 9-10
        16-10, 11-9, 12-8, 13-7, 14-6, 15-5, 1-4, 2-3
        3-16, 4-2, 5-1, 6-15, 7-14, 8-13, 9-12, 10-11
        16-11, 12-10, 13-9, 14-8, 15-7, 1-6, 2-5, 3-4
        4-16, 5-3, 6-2, 7-1, 8-15, 9-14, 10-13, 11-12
        16-12, 13-11, 14-10, 15-9, 1-8, 2-7, 3-6, 4-5
        5-16, 6-4, 7-3, 8-2, 9-1, 10-15, 11-14, 12-13
        16-13, 14-12, 15-11, 1-10, 2-9, 3-8, 4-7, 5-6
        6-16, 7-5, 8-4, 9-3, 10-2, 11-1, 12-15, 13-14
        16-14, 15-13, 1-12, 2-11, 3-10, 4-9, 5-8, 6-7
        7-16, 8-6, 9-5, 10-4, 11-3, 12-2, 13-1, 14-15
        16-15, 1-14, 2-13, 3-12, 4-11, 5-10, 6-9, 7-8
        8-16, 9-7, 10-6, 11-5, 12-4, 13-3, 14-2, 15-1""",
}
ANY_NUMBER = some(range(2, 41), 2, 3, 4, 5, 6, 7, 8, 11, 16, 21)


@pytest.mark.parametrize("players", FIDE)
def test_rr2_the_rounds_are_those_of_the_fide_berger_table(players: int) -> None:
    ours = [berger(players, number) for number in range(1, players)]
    table = [[tuple(map(int, pair.split("-"))) for pair in line.split(", ")] for line in FIDE[players].split("\n")[1:]]
    assert ours == table


@pytest.mark.parametrize("players", ANY_NUMBER)
def test_rr2_everyone_meets_everyone_once(players: int) -> None:
    met = Counter(frozenset((match.white, match.black)) for match in started(field(players)).matches)
    assert met == Counter(frozenset(pair) for pair in combinations(field(players), 2))


@pytest.mark.parametrize("players", ANY_NUMBER)
def test_rr2_no_player_plays_twice_in_a_round_and_only_a_bye_sits_out(players: int) -> None:
    rounds = started(field(players)).rounds
    assert [round_.number for round_ in rounds] == list(range(1, len(rounds) + 1))
    assert len(rounds) == players - 1 + players % 2
    for round_ in rounds:
        seated = [player for pairing in round_.pairings for player in (pairing.white, pairing.black)]
        assert sorted([*seated, *([round_.bye] if round_.bye else [])]) == field(players)


@pytest.mark.parametrize("players", ANY_NUMBER)
def test_rr3_no_player_sits_on_one_side_more_than_once_more_than_on_the_other(players: int) -> None:
    matches = list(started(field(players)).matches)
    white, black = Counter(match.white for match in matches), Counter(match.black for match in matches)
    assert max(abs(white[player] - black[player]) for player in field(players)) <= 1


@pytest.mark.parametrize("players", ANY_NUMBER)
def test_rr4_an_odd_number_of_players_gives_everyone_one_bye_and_an_even_number_none(players: int) -> None:
    byes = sorted(round_.bye for round_ in started(field(players)).rounds if round_.bye is not None)
    assert byes == (field(players) if players % 2 else [])


@pytest.mark.parametrize("players", ANY_NUMBER)
def test_match_ids_are_numbered_from_1_through_the_tournament(players: int) -> None:
    matches = [match.match for match in started(field(players)).matches]
    assert matches == [f"t_cup.{number}" for number in range(1, players * (players - 1) // 2 + 1)]


# ── two legs ─────────────────────────────────────────────────────────────────────────────────────────────────────────
def double(number: int) -> Tournament:
    """A started round robin in two legs."""
    return begun(announced("round_robin", {"legs": 2}), entries(field(number)))


@pytest.mark.parametrize("number", ANY_NUMBER)
def test_rr8_the_second_leg_is_the_first_with_the_seats_swapped(number: int) -> None:
    once, twice = started(field(number)).rounds, double(number).rounds
    assert [each.number for each in twice] == list(range(1, 2 * len(once) + 1))
    for first, again in zip(once, twice[len(once) :], strict=True):
        assert [(pairing.black, pairing.white) for pairing in first.pairings] == [
            (pairing.white, pairing.black) for pairing in again.pairings
        ]
        assert first.bye == again.bye


@pytest.mark.parametrize("number", ANY_NUMBER)
def test_rr8_the_first_leg_is_the_round_robin_of_one_leg(number: int) -> None:
    once, twice = started(field(number)).rounds, double(number).rounds
    assert twice[: len(once)] == once


@pytest.mark.parametrize("number", ANY_NUMBER)
def test_rr8_over_both_legs_everyone_sits_as_often_on_each_side(number: int) -> None:
    matches = list(double(number).matches)
    assert Counter(match.white for match in matches) == Counter(match.black for match in matches)


def test_rr8_a_round_robin_in_two_legs_is_over_after_both() -> None:
    tournament = double(5)
    tournament = played_on(tournament, best(field(5)), rounds=5)
    assert tournament.status == "running"
    tournament = played_on(tournament, best(field(5)))
    assert tournament.status == "finished"
    assert [row.wins for row in standings(tournament)] == [8, 6, 4, 2, 0]


@pytest.mark.parametrize("legs", some(range(1, 9), 1, 2, 3, 8))
@pytest.mark.parametrize("number", [2, 5, 6])
def test_rr8_every_leg_repeats_the_one_before_with_the_seats_swapped(number: int, legs: int) -> None:
    tournament = begun(announced("round_robin", {"legs": legs}), entries(field(number)))
    rounds = [[(pairing.white, pairing.black) for pairing in round_.pairings] for round_ in tournament.rounds]
    a_leg = len(rounds) // legs
    for round_, next_leg in zip(rounds, rounds[a_leg:], strict=False):
        assert next_leg == [pair[::-1] for pair in round_]
    met = Counter(frozenset(pair) for round_ in rounds for pair in round_)
    assert set(met.values()) == {legs}
    played = played_on(tournament, best(field(number)))
    assert played.status == "finished"
    assert standings(played)[0].wins == legs * (number - 1)
    rule = played.format.rule_of(played)
    assert rule is None if legs < 3 else f"{legs} times" in (rule or "")
    (table,) = crosstables(played)
    assert {len(cells) for row in table.rows for cells in row.cells} == {0, legs}


def test_rr8_the_example_of_three_legs_is_what_happens() -> None:
    page = (ROOT / "docs" / "formats" / "round_robin.md").read_text(encoding="utf-8")
    shown = page.split("## Example: three legs")[1].split("```")[1].strip("\n").split("\n")
    tournament = begun(announced("round_robin", {"legs": 3}), entries(["anna", "bo", "cilla"]))
    why = [tournament.format.explain(tournament, round_) for round_ in tournament.rounds]
    assert shown == [
        f"round {round_.number}: {match.white.title()}–{match.black.title()}: {said[match.match].text}"
        for round_, said in zip(tournament.rounds, why, strict=True)
        for match in round_.pairings
    ]


@pytest.mark.parametrize("legs", [0, 9, "2", True])
def test_rr8_there_are_no_other_numbers_of_legs(legs: object) -> None:
    with pytest.raises(Invalid) as wrong:
        format_of("round_robin").read_settings({"legs": legs})
    assert list(wrong.value.problems) == ["legs"]


def test_rr1_late_entries_are_refused_with_the_reason() -> None:
    assert "all rounds are paired by the table" in (format_of("round_robin").late(double(4)) or "")


@pytest.mark.parametrize("number", [2, 3, 4, 7, 8])
def test_the_explanation_of_a_pairing_names_its_numbers_in_the_table(number: int) -> None:
    tournament = double(number)
    explain = tournament.format.explain
    assert explain is not None
    for round_ in tournament.rounds:
        said = explain(tournament, round_)
        assert set(said) == {*(pairing.match for pairing in round_.pairings), *(["bye"] if round_.bye else [])}
        for pairing in round_.pairings:
            numbers = [field(number).index(player) + 1 for player in (pairing.white, pairing.black)]
            assert f": {numbers[0]} against {numbers[1]}" in said[pairing.match].text
