"""Single elimination: its rules SE1–SE12, for any number of entrants, played in any order."""

from itertools import groupby
from random import Random

import pytest

from core.tournament import Tournament
from core.tournament.decisions import withdraw
from core.tournament.standings.standings import standings
from core.tournament.terms import terms_of
from tests.support.proving import some
from tests.support.tournament.bracket_rules import (
    check_lower,
    check_main,
    check_nobody_twice,
    check_sizes,
    losses,
    outcomes,
)
from tests.support.tournament.played.brackets import bracket, by_slot, decided, fair, on, played_out
from tests.support.tournament.scenario import announced, begun, best, entries, played_on, won
from tests.support.tournament.written_results import after, field

KEY = "single_elimination"
MANY = [*range(2, 71), 96, 128, 200]
PROGRESSIVE = {"consolation": "auto", "last_chance": "auto"}
any_number = pytest.mark.parametrize("players", some(MANY, *range(2, 10), 13, 16, 17, 33))
several = pytest.mark.parametrize("players", some([*range(2, 26), 31, 33, 48, 70, 128], *range(2, 10), 13, 17, 24))


def watch(tournament: Tournament) -> None:
    """Check the invariants of every moment."""
    check_main(tournament)
    check_nobody_twice(tournament)


def places(tournament: Tournament) -> str:
    """The table in one line: `1 p01, 2 p02, 3= p03 p04`."""
    parts = groupby(standings(tournament), key=lambda line: (line.rank, line.shared))
    return ", ".join(
        f"{rank}{'=' * shared} {' '.join(sorted(line.player_id for line in lines))}" for (rank, shared), lines in parts
    )


# ── for any number of entrants ───────────────────────────────────────────────────────────────────────────────────────
@any_number
def test_se2_if_the_better_seed_wins_the_seeds_that_meet_add_up_to_one_more_than_are_left(players: int) -> None:
    tournament = played_on(bracket(KEY, players), best(field(players)))
    seed = {player: number for number, player in enumerate(field(players), 1)}
    for (name, round_, _), outcome in outcomes(tournament).items():
        if name == "main" and not outcome.pairing.is_bye:
            there = 2 ** ((players - 1).bit_length() - round_ + 1)
            assert seed[outcome.pairing.white] + seed[outcome.pairing.black] == there + 1
    assert standings(tournament)[0].player_id == "p01"


@any_number
def test_se3_and_se4_hold_at_every_moment_and_everybody_but_the_winner_loses_once(players: int) -> None:
    tournament = played_out(bracket(KEY, players), Random(players), watch)
    lost = losses(tournament)
    champion = standings(tournament)[0]
    assert (champion.rank, champion.shared, lost[champion.player_id]) == (1, False, 0)
    assert sorted(lost) == sorted(set(field(players)) - {champion.player_id})
    assert set(lost.values()) <= {1}
    played = [match for match in tournament.matches if not match.is_bye]
    assert len(played) == players - 1
    assert len(list(tournament.matches)) == 2 ** (players - 1).bit_length() - 1


@several
def test_se4_in_whatever_order_results_arrive_the_same_players_meet_in_the_same_slots(players: int) -> None:
    start = bracket(KEY, players, {"bronze": True, **PROGRESSIVE})
    ends = []
    for order in range(2):
        rng, tournament = Random(order), start
        while waiting := tournament.to_play:
            match = rng.choice(waiting)
            tournament = on(tournament, won(match, fair(match, players)))
        ends.append(tournament)
    one, other = ends
    assert by_slot(one) == by_slot(other)
    assert places(one) == places(other)
    assert one.status == other.status == "finished"


@any_number
def test_se6_and_se7_a_loser_enters_by_the_drop_strings_and_plays_on_until_the_next_loss(players: int) -> None:
    tournament = played_out(bracket(KEY, players, PROGRESSIVE), Random(players), watch)
    main = {letter: ("main", number) for number, letter in enumerate("ABCDEFGH", 1)}
    rounds = (players - 1).bit_length()
    drops = [players - 2 ** (rounds - 1), *(2 ** (rounds - number) for number in range(2, rounds))][: rounds - 1]
    lost = losses(tournament)
    winners = [
        outcome.winner
        for where, outcome in outcomes(tournament).items()
        if where[0] != "main" and _is_last(tournament, where)
    ]
    entering = sum(drops)
    if entering < 2:
        assert not [where for where in outcomes(tournament) if where[0] != "main"]
        return
    check_lower(tournament, "consolation", _tokens(dict(zip("ABCDEFGH", drops, strict=False))), main)
    second = [where for where in outcomes(tournament) if where[0] == "consolation"]
    assert sum(1 for where in second if not outcomes(tournament)[where].pairing.is_bye) == entering - 1
    assert all(lost[player] <= 2 for player in winners if player)
    assert max(lost.values()) <= 3


def _is_last(tournament: Tournament, where: tuple[str, int, int]) -> bool:
    return where[1] == max(round_ for name, round_, _ in outcomes(tournament) if name == where[0])


def _tokens(drops: dict[str, int]) -> list[str]:
    """DS9, worked anew: newcomers wait until no more are left than they are; the first two may enter together."""
    tokens, left, letters = [], 0, list(drops)
    if len(letters) > 1 and drops["A"] <= drops["B"]:
        letters[:2] = ["AB"]
    for letter in letters:
        count = sum(drops[each] for each in letter)
        while left > count:
            tokens.append("|")
            left = (left + 1) // 2
        tokens.append(letter)
        left = (left + count + 1) // 2
    while left > 1:
        tokens.append("|")
        left = (left + 1) // 2
    return tokens


@several
def test_se9_whatever_fails_to_be_played_the_tournament_comes_to_its_end(players: int) -> None:
    settings = {"bronze": True, **PROGRESSIVE}
    tournament = played_out(bracket(KEY, players, settings), Random(players), watch, absent=0.15, leaving=0.1)
    assert max(losses(tournament).values(), default=0) <= 3
    assert len(standings(tournament)) == players


# ── bronze, consolation, last chance ─────────────────────────────────────────────────────────────────────────────────
def test_se5_the_losers_of_the_semi_finals_play_for_bronze() -> None:
    tournament = played_on(bracket(KEY, 8, {"bronze": True}), best(field(8)))
    assert by_slot(tournament)["bronze.1.1"] == ("p04", "p03")
    assert places(tournament) == "1 p01, 2 p02, 3 p03, 4 p04, 5= p05 p06 p07 p08"


@pytest.mark.parametrize("players", [2, 3])
def test_se5_with_fewer_than_four_there_is_no_match_for_bronze(players: int) -> None:
    assert not [
        slot for slot in by_slot(played_out(bracket(KEY, players, {"bronze": True}), Random(1))) if "br" in slot
    ]


def test_se6_24_entrants_with_the_string_of_the_blog_have_8_losers_in_the_first_and_6_in_the_second_round() -> None:
    tournament = played_out(bracket(KEY, 24, {"consolation": "AB.C.D.|.|."}), Random(24), watch)
    check_sizes(tournament, "consolation", [(16, 8), (12, 6), (8, 4), (4, 2), (2, 1)])
    main = {letter: ("main", number) for number, letter in enumerate("ABCDE", 1)}
    check_lower(tournament, "consolation", ["AB", "C", "D", "|", "|"], main)


def test_se6_with_bronze_the_losers_of_the_semi_finals_do_not_enter_the_consolation() -> None:
    tournament = played_on(bracket(KEY, 8, {"bronze": True, "consolation": "auto"}), best(field(8)))
    there = {player for slot, players in by_slot(tournament).items() if slot.startswith("cons") for player in players}
    assert there == {"p05", "p06", "p07", "p08"}


def test_se7_the_losers_of_the_consolation_enter_the_last_chance() -> None:
    settings = {"consolation": "A.B.|.", "last_chance": "a.b.|."}
    tournament = played_out(bracket(KEY, 8, settings), Random(3), watch)
    check_sizes(tournament, "consolation", [(4, 2), (4, 2), (2, 1)])
    check_sizes(tournament, "last_chance", [(2, 1), (3, 1), (2, 1)])
    consolation = {"a": ("consolation", 1), "b": ("consolation", 2)}
    check_lower(tournament, "last_chance", ["a", "b", "|"], consolation)


def test_se7_rounds_of_the_main_bracket_that_go_nowhere_else_may_enter_the_last_chance() -> None:
    settings = {"consolation": "A.|.", "last_chance": "aB.|."}
    tournament = played_out(bracket(KEY, 8, settings), Random(3), watch)
    above = {"a": ("consolation", 1), "B": ("main", 2)}
    check_lower(tournament, "last_chance", ["aB", "|"], above)


def test_se4_a_round_has_as_many_players_as_may_come_to_it_from_its_first_match_on() -> None:
    terms = ({"players_left": 4, "length": {"games": 5}},)
    tournament = begun(announced(KEY, terms=terms), entries(field(12)))
    match = next(pairing for pairing in tournament.to_play if pairing.slot == "main.1.2")
    tournament = on(tournament, won(match, match.white))
    games = {
        pairing.slot: terms_of(tournament, round_, pairing).length["games"]
        for round_ in tournament.rounds
        for pairing in round_.pairings
    }
    assert games["main.2.1"] == 3
    tournament = played_on(tournament, best(field(12)))
    last = tournament.rounds[-2:]
    assert {terms_of(tournament, each, each.pairings[0]).length["games"] for each in last} == {5}


# ── the table ────────────────────────────────────────────────────────────────────────────────────────────────────────
def test_se8_places_are_shared_by_those_who_lost_in_the_same_round() -> None:
    tournament = played_on(bracket(KEY, 8), best(field(8)))
    assert places(tournament) == "1 p01, 2 p02, 3= p03 p04, 5= p05 p06 p07 p08"


def test_se8_who_lost_in_the_same_round_is_ordered_by_the_consolation_and_never_before_who_lost_later() -> None:
    tournament = played_on(bracket(KEY, 8, {"consolation": "A.B.|."}), best([*reversed(field(8))]))
    # p08 beats p07 in the final; p05 and p06 lose their semi-finals, p01–p04 at once.
    assert places(tournament) == "1 p08, 2 p07, 3 p06, 4 p05, 5= p03 p04, 7= p01 p02"
    values = {line.player_id: line.tie_breaks[0].value for line in standings(tournament)}
    assert values == {"p08": 400, "p07": 300, "p06": 204, "p05": 203, "p04": 102, "p03": 102, "p02": 101, "p01": 101}


def test_se8_the_last_chance_orders_who_left_the_consolation_together() -> None:
    settings = {"consolation": "A.B.|.", "last_chance": "a.b.|."}
    tournament = played_on(bracket(KEY, 8, settings), best(field(8)))
    values = [line.tie_breaks[0].value for line in standings(tournament)]
    assert values[:2] == [40000, 30000]
    assert values == sorted(values, reverse=True)
    assert len(set(values[4:])) > 2


# ── what is not played ───────────────────────────────────────────────────────────────────────────────────────────────
def test_se9_a_match_that_both_lost_sends_no_player_on_and_the_next_has_a_bye() -> None:
    tournament = bracket(KEY, 4, {"bronze": True})
    one, other = tournament.to_play
    tournament = on(tournament, decided(one, None, "double_no_show"))
    tournament = on(tournament, won(other, "p02"))
    assert by_slot(tournament)["main.2.1"] == ("p02", "")
    assert by_slot(tournament)["bronze.1.1"] == ("p03", "")
    assert tournament.status == "finished"
    assert places(tournament) == "1 p02, 2 p03, 3= p01 p04"


def test_se9_without_any_player_there_is_no_further_match() -> None:
    tournament = bracket(KEY, 4, {"bronze": True})
    for match in tournament.to_play:
        tournament = on(tournament, decided(match, None, "double_no_show"))
    assert (tournament.status, len(list(tournament.matches))) == ("finished", 2)


def test_se9_a_withdrawn_player_loses_by_walkover_and_their_played_matches_stand() -> None:
    tournament = bracket(KEY, 4)
    one, other = tournament.to_play
    tournament = on(tournament, won(one, "p01"))
    tournament = after(tournament, withdraw(tournament, "p01"))
    tournament = on(tournament, won(other, "p02"))
    final = tournament.match(tournament.rounds[-1].pairings[0].match)
    assert (final[1:3], tournament.results[final.match].kind) == (("p01", "p02"), "walkover")
    assert places(tournament) == "1 p02, 2 p01, 3= p03 p04"
