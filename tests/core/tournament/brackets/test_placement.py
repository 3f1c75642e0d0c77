"""Placement: losers play on, until every place up to a number is played for."""

from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import Invalid, NotAllowed
from core.events import PlayerWithdrew
from core.tournament import Pairing, Tournament
from core.tournament.brackets.builders import single
from core.tournament.brackets.explanation import round_title
from core.tournament.brackets.placement import places_of
from core.tournament.decisions import enter, pair
from core.tournament.formats import format_of
from core.tournament.standings.standings import standings
from core.tournament.terms import terms_of
from service.translations.export_words import Language
from service.translations.round_reached import reached_labels
from tests.support.paths import ROOT
from tests.support.proving import examples
from tests.support.tournament.bracket_rules import check_main
from tests.support.tournament.scenario import announced, begun, best, entries, played_on, to_play, won
from tests.support.tournament.written_results import after, field

KEY = "single_elimination"


def cup(number: int, placement: int, **more: Any) -> Tournament:
    return begun(announced(KEY, {"placement": placement}, **more), entries(field(number)))


def shape(entrants: int, placement: int) -> dict[str, list[int]]:
    """The matches of two in each round of each bracket below the main one."""
    plan = single(entrants, placement=placement)
    return {
        bracket.key: [
            sum("bye" not in (slot.white.kind, slot.black.kind) for slot in round_.slots) for round_ in bracket.rounds
        ]
        for bracket in plan.brackets[1:]
    }


def test_se13_eight_play_for_every_place_in_three_rounds() -> None:
    assert shape(8, 8) == {"bronze": [1], "placement_5_8": [2, 1], "placement_7_8": [1]}
    assert shape(8, 4) == {"bronze": [1]}
    assert shape(16, 8) == {"bronze": [1], "placement_5_8": [2, 1], "placement_7_8": [1]}
    assert shape(16, 16) == {
        "bronze": [1],
        "placement_5_8": [2, 1],
        "placement_7_8": [1],
        "placement_9_16": [4, 2, 1],
        "placement_11_12": [1],
        "placement_13_16": [2, 1],
        "placement_15_16": [1],
    }


def test_se13_an_odd_number_of_losers_has_byes_and_one_alone_needs_no_match() -> None:
    assert shape(12, 16) == {
        "bronze": [1],
        "placement_5_8": [2, 1],
        "placement_7_8": [1],
        "placement_9_12": [2, 1],
        "placement_11_12": [1],
    }
    assert shape(11, 16)["placement_9_11"] == [1, 1]
    assert shape(9, 16) == shape(9, 8) == shape(8, 8)
    assert shape(3, 8) == {}


@settings(max_examples=examples(40), deadline=None)
@given(st.integers(2, 40), st.sampled_from([4, 8, 16, 32, 64]), st.integers(0, 9999))
def test_se13_every_place_is_played_for_and_no_two_meet_twice(number: int, placement: int, seed: int) -> None:
    chance = Random(seed)
    tournament = played_on(cup(number, placement), lambda match: chance.choice(match[1:3]))
    assert tournament.status == "finished"
    met = Counter(frozenset(match[1:3]) for match in tournament.matches if not match.is_bye)
    assert max(met.values()) == 1
    lines = standings(tournament)
    assert sorted(line.player_id for line in lines) == field(number)
    places = [line.rank for line in lines]
    size = 1 << (number - 1).bit_length()
    single_places = min(placement, size, number) if placement < size else number
    assert places[:single_places] == list(range(1, single_places + 1))
    if placement >= size:
        winners = {
            match.slot.split(".")[0]: match.white if tournament.results[match.match].winner == "white" else match.black
            for match in tournament.matches  # the last match of a bracket is its final
        }
        for bracket, winner in winners.items():
            found = places_of(bracket)
            first = found.first if found else {"main": 1, "bronze": 3}[bracket]
            assert lines[first - 1].player_id == winner


@settings(max_examples=examples(25), deadline=None)
@given(st.integers(4, 20), st.sampled_from([8, 16, 32]), st.integers(0, 9999))
def test_se13_it_comes_to_its_end_when_players_leave(number: int, placement: int, seed: int) -> None:
    chance = Random(seed)
    tournament = cup(number, placement)
    for _ in range(200):
        there = [entry for entry in field(number) if entry not in tournament.withdrawn]
        if chance.random() < 0.1 and len(there) > 1 and tournament.status == "running":
            tournament = after(tournament, [PlayerWithdrew(chance.choice(there), "ill")])
        elif waiting := to_play(tournament):
            match = chance.choice(waiting)
            tournament = after(tournament, [won(match, chance.choice(match[1:3]))])
        tournament = after(tournament, pair(tournament))
    assert tournament.status == "finished"
    assert sorted(row.player_id for row in standings(tournament)) == field(number)
    check_main(tournament)


def test_se13_the_better_seed_comes_to_the_place_of_the_seed() -> None:
    tournament = played_on(cup(16, 16), best(field(16)))
    assert [row.player_id for row in standings(tournament)] == field(16)
    assert [row.rank for row in standings(tournament)] == list(range(1, 17))
    labels = reached_labels(tournament, Language("en"))
    assert [labels[entry] for entry in field(16)[4:]] == [f"Place {place}" for place in range(5, 17)]


def test_se13_rounds_have_names_in_words_and_the_final_comes_last() -> None:
    plan = single(8, placement=8)
    titles = [(round_.number, str(round_title(round_.name))) for _, round_ in plan.rounds()]
    assert titles == [
        (1, "quarter-final"),
        (2, "round 1 of places 5 to 8"),
        (3, "semi-final"),
        (4, "match for bronze"),
        (5, "match for place 5"),
        (6, "match for place 7"),
        (7, "final"),
    ]
    assert [Language("sv").name(each) for each in ("placement_5_8", "placement_5_8_1", "place_7")] == [
        "Plats 5–8",
        "Plats 5–8, rond 1",
        "Plats 7",
    ]


def test_se13_matches_for_places_may_have_a_length_of_their_own() -> None:
    tournament = played_on(cup(8, 8, terms=({"stage": "placement", "length": {"games": 5}},)), best(field(8)))
    lengths = {
        round_.stage: terms_of(tournament, round_, round_.pairings[0]).length["games"] for round_ in tournament.rounds
    }
    assert lengths == {"main": 3, "bronze": 3, "placement_5_8": 5, "placement_7_8": 5}


@pytest.mark.parametrize("wrong", [{"placement": 5}, {"placement": True}, {"placement": 8, "consolation": "auto"}])
def test_se13_a_wrong_setting_is_named(wrong: dict[str, Any]) -> None:
    with pytest.raises(Invalid) as error:
        format_of(KEY).read_settings(wrong)
    assert list(error.value.problems) == ["placement"]


def upset(match: Pairing) -> str:
    """The worse seed wins in the first round, after it the better one."""
    return (max if match.slot.startswith("main.1.") else min)(match[1:3])


def test_the_example_of_the_page_is_what_happens() -> None:
    page = (ROOT / "docs" / "formats" / "single_elimination.md").read_text(encoding="utf-8")
    shown, places = (
        block.strip("\n").split("\n") for block in page.split("## Example: all places")[1].split("```")[1:4:2]
    )
    tournament = played_on(cup(8, 8), upset)
    assert shown == [
        f"round {round_.number}: {round_.stage}: "
        + ", ".join(f"{match.white}–{match.black}" for match in round_.pairings)
        for round_ in tournament.rounds
    ]
    assert places == [", ".join(f"{row.rank} {row.player_id}" for row in standings(tournament))]


def test_se13_a_late_player_makes_the_losers_bracket_another_one_and_its_unplayed_matches_are_paired_again() -> None:
    now = cup(6, 8)
    for each in [match for match in now.rounds[0].pairings if not match.is_bye]:
        now = after(now, [won(each, each.white)])
        now = after(now, pair(now))
    assert ("placement_5_6.1.1", "p05", "p06") in {(each.slot, *each[1:3]) for each in now.matches}
    late = after(now, enter(now, [("p99", "Late")]))
    assert not [each.slot for each in late.matches if each.slot.startswith("placement_5_6")]
    assert pair(late) == []
    over = played_on(late, best([*field(6), "p99"]))
    assert (over.status, len({line.rank for line in standings(over)})) == ("finished", 7)
    match = next(each for each in now.matches if each.slot == "placement_5_6.1.1")
    played = after(now, [won(match, match.white)])
    with pytest.raises(NotAllowed, match="a latecomer would change who plays it"):
        enter(played, [("p99", "Late")])
