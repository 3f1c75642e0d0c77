"""A consolation beside the last stage: the players who miss the knock-out play one of their own (ST11)."""

import pytest

from core.errors import Invalid
from core.events import StageBegun
from core.tournament import Tournament
from core.tournament.brackets.view import bracket_views
from core.tournament.decisions import pair, pair_round, unpair, withdraw
from core.tournament.formats import format_of
from core.tournament.groups.draw import placed
from core.tournament.standings.explanation import explain_round
from core.tournament.standings.standings import sections, standings
from core.tournament.terms import terms_of
from core.tournament.views.stages import cut_is_next
from tests.support.paths import ROOT
from tests.support.proving import some
from tests.support.tournament.invariants import check_byes, check_sides
from tests.support.tournament.scenario import announced, begun, best, by_chance, entries, played_on
from tests.support.tournament.written_results import after, field

SWISS = {"first": "swiss", "first_rounds": 3, "first_on": 4, "second": "single_elimination"}
GROUPS = {"first": "groups", "first_size": 4, "first_on": 1, "second": "double_elimination"}
THREE = {"second_rounds": 2, "second_on": 2, "third": "single_elimination"}


def cup(chosen: dict[str, object], number: int = 9, **more: object) -> Tournament:
    return begun(announced("stages", {"consolation": True, **chosen}, **more), entries(field(number)))


def commanded(tournament: Tournament) -> Tournament:
    now = after(tournament, pair_round(tournament))
    assert pair(now) == []
    return now


def at_last(tournament: Tournament, winner: object) -> Tournament:
    """The tournament before the last stage begins."""
    now = played_on(tournament, winner)  # type: ignore[arg-type]
    while not (cut_is_next(now) and isinstance(pair_round(now)[0], StageBegun) and pair_round(now)[0].others):
        now = played_on(commanded(now), winner)  # type: ignore[arg-type]
    return now


@pytest.mark.parametrize("chosen", [SWISS, GROUPS, THREE])
@pytest.mark.parametrize("number", some([9, 12, 16], 9))
def test_st11_all_who_played_the_stage_before_play_on_and_the_tournament_comes_to_an_end(chosen, number) -> None:
    before = at_last(cup(chosen, number), by_chance(number))
    there = set(before.stages[-1].players) if before.stages else set(field(number))
    now = commanded(before)
    stage = now.stages[-1]
    assert {*stage.players, *stage.others} == there
    over = played_on(now, by_chance(number))
    assert over.status == "finished"
    played = {
        player for match in over.matches if match.slot.startswith("consolation.") for player in match[1:3] if player
    }
    assert played == set(stage.others)
    order = [line.player_id for line in standings(over)]
    assert set(order[: len(stage.players)]) == set(stage.players)
    assert set(order[len(stage.players) : len(there)]) == set(stage.others)
    final = [match for match in over.matches if match.slot.startswith("consolation.")][-1]
    result = over.results[final.match]
    assert order[len(stage.players)] == (final.white if result.winner == "white" else final.black)


@pytest.mark.parametrize("bronze", [False, True])
@pytest.mark.parametrize("consolation", [False, True])
@pytest.mark.parametrize("second", ["single_elimination", "double_elimination"])
@pytest.mark.parametrize("on", some([2, 3, 5, 6, 7, 9, 10, 12, 13, 16], 3, 5, 6, 7, 9))
def test_st4_st11_the_best_seeds_have_the_byes_and_none_who_missed_the_knock_out_is_in_it(
    on: int, second: str, consolation: bool, bronze: bool
) -> None:
    number = on + 2 + on % 4
    chosen = {"first": "swiss", "first_rounds": 2, "first_on": on, "second": second, "bronze": bronze}
    before = played_on(cup({**chosen, "consolation": consolation}, number), by_chance(on))
    while not isinstance(pair_round(before)[0], StageBegun):
        before = played_on(commanded(before), by_chance(on))
    now = commanded(before)
    stage = now.stages[-1]
    assert (len(stage.players), len(stage.others)) == (on, number - on if consolation else 0)
    check_byes(now, "main", stage.players)
    check_byes(now, "consolation", stage.others)
    over = played_on(now, by_chance(on))
    assert over.status == "finished"
    check_sides(over)
    order = [line.player_id for line in standings(over)]
    assert set(order[:on]) == set(stage.players)
    went_out = [match for match in over.matches if match.slot.startswith("consolation.") and not match.is_bye]
    assert len(went_out) == max(0, len(stage.others) - 1)


@pytest.mark.parametrize("second", ["single_elimination", "double_elimination"])
@pytest.mark.parametrize("first", [{"first": "swiss", "first_rounds": 1}, {"first": "round_robin"}])
@pytest.mark.parametrize("on", some([3, 4, 5, 6, 7, 9, 11, 12], 3, 7))
def test_st11_a_single_player_who_misses_the_knock_out_plays_no_more(on: int, first: dict, second: str) -> None:
    chosen = {**first, "first_on": on, "second": second}
    before = played_on(cup(chosen, on + 1), by_chance(on))
    while not isinstance(pair_round(before)[0], StageBegun):
        before = played_on(commanded(before), by_chance(on))
    now = commanded(before)
    check_byes(now, "main", now.stages[-1].players)
    (missing,) = {*field(on + 1)} - {*now.stages[-1].players}
    over = played_on(now, by_chance(on))
    assert over.status == "finished"
    assert not [match for match in [*over.matches][len([*before.matches]) :] if missing in match[1:3]]
    assert [line.player_id for line in standings(over)][-1] == missing


def test_st11_five_players_of_whom_three_go_on() -> None:
    chosen = {"first": "swiss", "first_rounds": 1, "first_on": 3, "second": "single_elimination"}
    now = commanded(at_last(cup(chosen, 5), best(field(5))))
    assert {match.slot: match[1:3] for match in now.matches if match.slot} == {
        "main.1.1": ("p05", ""),
        "main.1.2": ("p02", "p01"),
        "consolation.1.1": ("p03", "p04"),
    }
    (bye,) = (why.text for match, why in explain_round(now, 2).items() if now.match(match).is_bye)
    assert bye == "Semi-final 1: P05, seed 1, has a bye: there is no seed 4."
    assert [(seat.name, seat.seed, seat.bye) for seat in bracket_views(now)[0].rounds[0].slots[0].seats] == [
        ("P05", 1, False),
        (None, None, True),
    ]
    assert [seat.seed for seat in bracket_views(now)[1].rounds[0].slots[0].seats] == [4, 5]


def test_st11_their_seeds_are_the_places_that_they_had() -> None:
    before = at_last(cup(SWISS), best(field(9)))
    order = [line.player_id for line in standings(before)]
    assert commanded(before).stages[-1].others == tuple(order[4:])
    groups = at_last(cup(GROUPS, 12), best(field(12)))
    tables = [[line.player_id for line in lines] for _, lines in sections(groups)]
    others = commanded(groups).stages[-1].others
    assert set(others[:3]) == {table[1] for table in tables}
    assert set(others[-3:]) == {table[3] for table in tables}


@pytest.mark.parametrize("chance", range(6))
def test_st11_those_in_one_place_are_by_what_they_won_per_match_and_moved_apart(chance: int) -> None:
    chosen = {"first": "groups", "first_size": 4, "first_on": 1, "second": "single_elimination"}
    before = at_last(cup(chosen, 12), by_chance(chance))
    alone = before.format.staged.now(before)
    tables = {name: placed(alone, name, players)[0] for name, players in alone.format.sections(alone)}
    now = commanded(before)
    seconds = now.stages[-1].others[:3]
    assert set(seconds) == {table[1] for table in tables.values()}
    lines = {line.player_id: line for _, table in sections(before) for line in table}
    per_match = [(lines[second].points, lines[second].games_won - lines[second].games_lost) for second in seconds]
    assert per_match == sorted(per_match, reverse=True)
    first = [match for match in now.matches if match.slot.startswith("consolation.1.") and not match.is_bye]
    assert not any(set(each[1:3]) <= set(table) for each in first for table in tables.values())


def test_st11_a_player_who_leaves_before_it_is_not_in_it_and_one_who_leaves_in_it_loses() -> None:
    before = at_last(cup(SWISS), best(field(9)))
    last = standings(before)[-1].player_id
    now = commanded(after(before, withdraw(before, last)))
    assert last not in now.stages[-1].others
    gone = after(now, withdraw(now, now.stages[-1].others[0]))
    over = played_on(gone, best(field(9)))
    assert over.status == "finished"


def test_st11_it_is_taken_back_with_the_stage() -> None:
    now = commanded(at_last(cup(SWISS), best(field(9))))
    first = now.stages[-1].first
    back = after(now, unpair(now, first, "a wrong result"))
    assert (back.stages, pair(back)) == ((), [])
    assert commanded(back).stages == now.stages


def test_st11_it_is_in_the_bracket_has_a_length_and_is_explained() -> None:
    rules = ({"stage": "consolation", "length": {"games": 1}},)
    before = at_last(cup(SWISS, terms=rules), best(field(9)))
    assert [bracket_view.bracket for bracket_view in bracket_views(before)] == ["main", "consolation"]
    now = commanded(before)
    round_ = next(each for each in now.rounds if each.stage == "consolation")
    assert terms_of(now, round_, round_.pairings[0]).length == {"games": 1}
    assert any("seed 5" in str(each.text) for each in explain_round(now, round_.number).values())
    played = played_on(now, best(field(9)))
    counts = {line.player_id: line.played for line in standings(played)}
    assert sum(counts.values()) == 2 * sum(not match.is_bye for match in played.matches)


@pytest.mark.parametrize("chosen", [{"second": "round_robin"}, {"second": "swiss", "third": "groups"}])
def test_st11_without_a_knock_out_there_is_none(chosen) -> None:
    with pytest.raises(Invalid, match="no stage is a knock-out"):
        format_of("stages").read_settings({"consolation": True, **chosen})


def test_the_example_of_the_page_is_what_happens() -> None:
    page = (ROOT / "docs" / "formats" / "stages.md").read_text(encoding="utf-8")
    told = page.split("## Example: a consolation")[1].split("```")[1].strip().split("\n")
    now = played_on(commanded(at_last(cup({**SWISS, "first_on": 4}, 8), best(field(8)))), best(field(8)))
    assert told == [
        f"round {round_.number}: {round_.stage}: "
        + ", ".join(f"{pairing.white}–{pairing.black}" for pairing in round_.pairings)
        for round_ in now.rounds[3:]
    ]
