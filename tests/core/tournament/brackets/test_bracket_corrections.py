"""Corrections and latecomers in brackets (SE10, SE11): exactly what they touch is paired again."""

from random import Random

import pytest

from core.events import DecisionUndone, MatchReopened, PlayerEntered
from core.tournament import Tournament
from core.tournament.brackets.late_entry import room_for_late
from core.tournament.brackets.view import bracket_views
from tests.support.proving import some
from tests.support.tournament.bracket_rules import check_main, check_nobody_twice, losses, outcomes
from tests.support.tournament.played.brackets import bracket, by_slot, decided, fair, on, played_out
from tests.support.tournament.scenario import best, played_on, won
from tests.support.tournament.written_results import field

KINDS = {
    "single": ("single_elimination", {"bronze": True, "consolation": "auto", "last_chance": "auto"}),
    "double": ("double_elimination", {}),
    "final": ("double_elimination", {"reset": False}),
}
each_kind = pytest.mark.parametrize("kind", KINDS)


def sources(tournament: Tournament) -> dict[str, list[tuple[str, object]]]:
    """Whence the players of each slot come, as the bracket says in words."""
    return {
        slot.slot: [tuple(seat.source) for seat in slot.seats]
        for bracket_view in bracket_views(tournament)
        for round_ in bracket_view.rounds
        for slot in round_.slots
    }


def below(tournament: Tournament, slot: str) -> set[str]:
    """Every slot that the outcome of this one may change."""
    fed = sources(tournament)
    found = {slot}
    while more := {key for key, of in fed.items() if key not in found and {str(each) for _, each in of} & found}:
        found |= more
    return found - {slot}


def check_filled(tournament: Tournament) -> None:
    """Every pairing has the players that came out of the slots before it, and none waits whose players are known."""
    fed, live = sources(tournament), outcomes(tournament)
    slots = {".".join(map(str, where)): each for where, each in live.items()}
    came: dict[tuple[str, object], str | None] = {("bye", None): ""}
    for number, player in enumerate(tournament.starters, 1):
        came["seed", number] = player
    waiting = dict(fed)
    while waiting:
        ready = [key for key, of in waiting.items() if all(each in came or each[0] == "seed" for each in of)]
        assert ready, "a slot feeds itself"
        for key in ready:
            there = [came.get(each, "") for each in waiting.pop(key)]
            slot = slots.pop(key, None)
            players = [each for each in there if each]
            grand = next((each for where, each in live.items() if where == ("final", 1, 1)), None)
            if key == "final.2.1" and grand and grand.over and grand.winner != grand.pairing.black:
                players, there = [], ["", ""]
            if None in there or not players:
                assert slot is None, key
            else:
                assert slot is not None, f"{key} is not paired"
                assert [each for each in slot.pairing[1:3] if each] == players
            is_open = None in there or (len(players) == 2 and (slot is None or not slot.over))
            came["winner", key] = None if is_open else (slot.winner if slot and slot.winner else "")
            came["loser", key] = None if is_open else next(iter(slot.losers if slot and slot.winner else ()), "")
    assert not slots, "paired in a slot that is not in the bracket"


def wrong_result(tournament: Tournament, rng: Random) -> tuple[str, str]:
    """The match of some result, and the id of the player who really won."""
    match = rng.choice([each for each in tournament.matches if each.match in tournament.results and not each.is_bye])
    seat = tournament.results[match.match].winner
    return match.match, match.black if seat == "white" else match.white


def some_way(tournament: Tournament, rng: Random, results: int) -> Tournament:
    """The tournament after so many results."""
    for _ in range(results):
        match = rng.choice(tournament.to_play)
        tournament = on(tournament, won(match, fair(match)))
    return tournament


@each_kind
@pytest.mark.parametrize("players", some([*range(2, 26), 40], 2, 3, 5, 8, 9))
def test_se11_a_correction_voids_exactly_what_its_players_do_not_play_any_more_and_undoing_it_brings_all_back(
    kind: str, players: int
) -> None:
    form, settings = KINDS[kind]
    rng = Random(players)
    for share in (0.3, 0.6, 1.0):
        start = bracket(form, players, settings)
        count = sum(not each.is_bye for each in played_out(start, Random(1)).matches)
        before = some_way(start, rng, max(1, int(share * (count - 1))))
        match, winner = wrong_result(before, rng)
        corrected = on(before, decided(before.match(match), winner))
        check_filled(corrected)
        check_main(corrected)
        check_nobody_twice(corrected)
        gone = {each.slot for _, each in corrected.voided.pairings} - {each.slot for _, each in before.voided.pairings}
        assert gone <= below(before, before.match(match).slot)
        kept = [each for each in before.matches if each.slot not in gone]
        assert all(corrected.match(each.match) == each for each in kept)
        results = {each: result for each, result in before.results.items() if each in corrected.results}
        assert all(corrected.results[each] == result for each, result in results.items() if each != match)
        undone = on(corrected, DecisionUndone(match, before.version + 1, "it was right"))
        assert undone.paired == before.paired
        assert undone.results == before.results
        assert {round_.number: set(round_.pairings) for round_ in undone.rounds} == {
            round_.number: set(round_.pairings) for round_ in before.rounds
        }


@each_kind
@pytest.mark.parametrize("players", some([3, 6, 8, 13, 24], 3, 6, 8))
def test_se11_many_corrections_undone_in_any_order_leave_everything_as_it_was(kind: str, players: int) -> None:
    form, settings = KINDS[kind]
    rng = Random(players)
    before = tournament = played_out(bracket(form, players, settings), rng, absent=0.1, leaving=0.1)
    made = []
    for _ in range(6):
        match, winner = wrong_result(tournament, rng)
        made.append((match, tournament.version + 1))
        tournament = on(tournament, decided(tournament.match(match), winner))
        check_filled(tournament)
    rng.shuffle(made)
    for match, version in made:
        tournament = on(tournament, DecisionUndone(match, version, "it was right"))
        check_filled(tournament)
    assert (tournament.paired, tournament.results) == (before.paired, before.results)
    assert tournament.status == "finished"


@each_kind
@pytest.mark.parametrize("players", [4, 7, 8, 16])
def test_se11_a_result_that_is_taken_back_opens_what_followed_and_the_same_result_brings_it_back(
    kind: str, players: int
) -> None:
    form, settings = KINDS[kind]
    rng = Random(players)
    before = played_out(bracket(form, players, settings), rng)
    played = [each for each in before.matches if not each.is_bye]
    match = rng.choice(played)
    winner = match.white if before.results[match.match].winner == "white" else match.black
    reopened = on(before, MatchReopened(match.match))
    check_filled(reopened)
    assert reopened.status == "running"
    again = on(reopened, won(match, winner))
    assert (again.paired, again.results) == (before.paired, before.results)


def test_se11_a_corrected_semi_final_voids_the_final_and_the_bronze_match_and_nothing_else() -> None:
    tournament = played_on(bracket("single_elimination", 8, {"bronze": True}), best(field(8)))
    semi = next(match for match in tournament.matches if match.slot == "main.2.1")
    corrected = on(tournament, decided(semi, "p04"))
    assert sorted(each.slot for _, each in corrected.voided.pairings) == ["bronze.1.1", "main.3.1"]
    assert by_slot(corrected)["main.3.1"] == ("p04", "p02")
    assert by_slot(corrected)["bronze.1.1"] == ("p01", "p03")
    assert [pairing.slot for pairing in corrected.to_play] == ["bronze.1.1", "main.3.1"]


# ── who comes late ───────────────────────────────────────────────────────────────────────────────────────────────────
@each_kind
@pytest.mark.parametrize("players", some([*range(2, 26), 40, 63], 2, 3, 4, 5, 7, 8, 9, 16))
def test_se10_a_late_entry_is_possible_as_long_as_no_played_match_would_change(kind: str, players: int) -> None:
    form, settings = KINDS[kind]
    rng = Random(players)
    tournament, came = bracket(form, players, settings), 0
    while tournament.status != "finished":
        before = tournament
        refused = room_for_late(tournament)
        joined = tournament if refused else on(tournament, PlayerEntered(f"late{came}", f"Late {came}"))
        if not refused and rng.random() < 0.3:
            came += 1
            tournament = joined
            check_filled(tournament)
            check_main(tournament)
            played = {result for result in before.results if not before.match(result).is_bye}
            assert all(tournament.results[each] == before.results[each] for each in played)
            assert tournament.starters == (*before.starters, f"late{came - 1}")
        match = rng.choice(tournament.to_play)
        tournament = on(tournament, won(match, fair(match)))
    check_filled(tournament)
    lost = losses(tournament)
    assert sum(1 for player in tournament.starters if not lost[player]) <= 1


def test_se10_a_latecomer_meets_the_last_who_has_a_bye() -> None:
    tournament = on(bracket("single_elimination", 5), PlayerEntered("eva", "Eva"))
    assert by_slot(tournament)["main.1.3"] == ("p02", "")
    assert by_slot(tournament)["main.1.4"] == ("p03", "eva")


def test_se10_a_full_bracket_takes_no_late_entry() -> None:
    assert room_for_late(bracket("single_elimination", 8)) == (
        "the bracket of 8 is full: no player has a bye whom a latecomer could meet"
    )


def test_se10_a_player_who_has_played_on_from_a_bye_meets_no_late_entry() -> None:
    tournament = bracket("single_elimination", 7)
    first = next(match for match in tournament.matches if match.slot == "main.1.2")
    tournament = on(tournament, won(first, "p04"))
    assert room_for_late(tournament) is None
    semi = next(match for match in tournament.matches if match.slot == "main.2.1")
    tournament = on(tournament, won(semi, "p01"))
    assert room_for_late(tournament) == (
        "the match between P01 and P04 has a result, and a latecomer would change who plays it"
    )


def test_se10_a_late_entry_needs_a_place_in_the_drop_string() -> None:
    tournament = bracket("double_elimination", 6, {"drops": "AB.|.C."})
    assert room_for_late(tournament) == (
        "its drop string does not fit 7 entrants: 2 of 7 entrants are left after round 3: add '|.' at the end"
    )
