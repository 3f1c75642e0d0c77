"""Double elimination: its rules DE1–DE9, for any number of entrants, played in any order."""

from itertools import groupby
from random import Random

import pytest

from core.tournament import Tournament
from core.tournament.decisions import withdraw
from core.tournament.standings.standings import standings
from tests.support.proving import prove, some
from tests.support.tournament.bracket_rules import (
    check_lower,
    check_main,
    check_nobody_twice,
    check_sizes,
    losses,
    outcomes,
)
from tests.support.tournament.played.brackets import bracket, by_slot, decided, fair, on, played_out
from tests.support.tournament.scenario import best, played_on, won
from tests.support.tournament.written_results import after, field

KEY = "double_elimination"
any_number = pytest.mark.parametrize("players", some([*range(2, 71), 96, 128, 200], *range(2, 10), 13, 16, 17, 33))
several = pytest.mark.parametrize("players", some([*range(2, 26), 31, 33, 48, 70, 128], *range(2, 10), 13, 17, 24))


def watch(tournament: Tournament) -> None:
    """Check the invariants of every moment."""
    check_main(tournament)
    check_nobody_twice(tournament)
    assert max(losses(tournament).values(), default=0) <= 2


def tokens(players: int) -> list[str]:
    """The usual drop string (DE4, DS9), worked anew."""
    rounds = (players - 1).bit_length()
    drops = [players - 2 ** (rounds - 1), *(2 ** (rounds - number) for number in range(2, rounds + 1))]
    letters = [("A", drops[0]), *zip("BCDEFGH", drops[1:], strict=False)]
    if len(drops) > 1 and drops[0] <= drops[1]:
        letters[:2] = [("AB", drops[0] + drops[1])]
    found, left = [], 0
    for letter, count in letters:
        while left > count:
            found.append("|")
            left -= left // 2
        found.append(letter)
        left += count
        left -= left // 2
    return found + ["|"] * (left - 1).bit_length()


def check_final(tournament: Tournament, reset: bool) -> None:
    """DE6: the winners of the two brackets meet; they meet again only if it is to be and that of the lower one won."""
    slots = outcomes(tournament)
    top = slots["main", max(round_ for name, round_, _ in slots if name == "main"), 1]
    first = slots["final", 1, 1]
    assert first.pairing.white == top.winner
    again = slots.get(("final", 2, 1))
    assert (again is not None) == (reset and first.winner == first.pairing.black)
    if again is not None:
        assert set(again.pairing[1:3]) == set(first.pairing[1:3])
    champion = (again or first).winner
    line = standings(tournament)[0]
    assert (line.player_id, line.rank, line.shared) == (champion, 1, False)


@any_number
def test_everybody_but_the_winner_loses_twice_and_that_takes_twice_as_many_matches(players: int) -> None:
    tournament = played_out(bracket(KEY, players), Random(players), watch)
    check_final(tournament, reset=True)
    lost, champion = losses(tournament), standings(tournament)[0].player_id
    assert {player: lost[player] for player in field(players) if player != champion} == dict.fromkeys(
        set(field(players)) - {champion}, 2
    )
    assert lost[champion] <= 1
    matches = [match for match in tournament.matches if not match.is_bye]
    assert len(matches) == 2 * players - 2 + lost[champion]
    above = {letter: ("main", number) for number, letter in enumerate("ABCDEFGH", 1)}
    check_lower(tournament, "lower", tokens(players), above)


@several
def test_de6_without_a_reset_one_match_decides(players: int) -> None:
    tournament = played_out(bracket(KEY, players, {"reset": False}), Random(players), watch)
    check_final(tournament, reset=False)
    assert len([match for match in tournament.matches if not match.is_bye]) == 2 * players - 2


@several
def test_de5_in_a_round_of_the_lower_bracket_at_most_one_has_a_bye_and_no_player_twice_in_a_row(players: int) -> None:
    tournament = played_out(bracket(KEY, players), Random(players))
    rounds: dict[int, list[str]] = {}
    for (name, round_, _), outcome in outcomes(tournament).items():
        if name == "lower" and outcome.pairing.is_bye:
            rounds.setdefault(round_, []).append(outcome.pairing.white)
    assert all(len(there) == 1 for there in rounds.values())
    assert not [round_ for round_, there in rounds.items() if there == rounds.get(round_ + 1)]


@several
def test_se4_in_whatever_order_results_arrive_the_same_players_meet_in_the_same_slots(players: int) -> None:
    ends = []
    for order in range(2):
        rng, tournament = Random(order), bracket(KEY, players)
        while waiting := tournament.to_play:
            match = rng.choice(waiting)
            tournament = on(tournament, won(match, fair(match, players)))
        ends.append(tournament)
    one, other = ends
    assert by_slot(one) == by_slot(other)
    assert [line[:3] for line in standings(one)] == [line[:3] for line in standings(other)]


@several
def test_de9_whatever_fails_to_be_played_the_tournament_comes_to_its_end(players: int) -> None:
    tournament = played_out(bracket(KEY, players), Random(players), watch, absent=0.15, leaving=0.1)
    assert len(standings(tournament)) == players


@pytest.mark.parametrize("players", some([8, 16, 32, 64], 8, 16))
def test_de5_no_pair_meets_again_before_the_last_losers_but_two_have_entered(players: int) -> None:
    """As the printed brackets: the first rounds of the lower bracket are free of rematches, whatever the results."""
    free = {8: 2, 16: 3, 32: 4, 64: 6}[players]
    for seed in range(12):
        tournament = played_out(bracket(KEY, players), Random(seed))
        met = {frozenset(outcome.pairing[1:3]) for where, outcome in outcomes(tournament).items() if where[0] == "main"}
        for (name, round_, _), outcome in outcomes(tournament).items():
            assert name != "lower" or round_ > free or frozenset(outcome.pairing[1:3]) not in met


# ── examples ─────────────────────────────────────────────────────────────────────────────────────────────────────────
def places(tournament: Tournament) -> str:
    """The table in one line."""
    parts = groupby(standings(tournament), key=lambda line: (line.rank, line.shared))
    return ", ".join(
        f"{rank}{'=' * shared} {' '.join(sorted(line.player_id for line in lines))}" for (rank, shared), lines in parts
    )


def test_de4_plain_double_elimination_of_32() -> None:
    tournament = played_out(bracket(KEY, 32, {"drops": "A.B.|.C.|.D.|.E."}), Random(32), watch)
    sizes = [(16, 8), (16, 8), (8, 4), (8, 4), (4, 2), (4, 2), (2, 1), (2, 1)]
    check_sizes(tournament, "lower", sizes)
    assert by_slot(tournament) == by_slot(played_out(bracket(KEY, 32), Random(32), watch))


@prove  # 128 and more players; of 32 in the suite, above
def test_de4_super_shifted_double_elimination_of_256() -> None:
    tournament = played_on(bracket(KEY, 256, {"drops": "A.B.C.D.E.F.G.H.|.|.|.X."}), best(field(256)))
    players = [128, 128, 96, 64, 40, 24, 14, 8, 4, 2]
    check_sizes(tournament, "lower", [(player, player // 2) for player in players])
    check_final(tournament, reset=True)


def test_de6_the_final_is_played_again_if_the_winner_of_the_lower_bracket_wins_it() -> None:
    tournament = played_on(bracket(KEY, 4), best(field(4)))
    assert "final.2.1" not in by_slot(tournament)
    assert places(tournament) == "1 p01, 2 p02, 3 p03, 4 p04"
    grand = next(match for match in tournament.matches if match.slot == "final.1.1")
    tournament = on(tournament, decided(grand, "p02"))
    assert tournament.status == "running"
    again = next(match for match in tournament.matches if match.slot == "final.2.1")
    assert again[1:3] == ("p01", "p02")
    tournament = on(tournament, won(again, "p02"))
    assert (tournament.status, places(tournament)) == ("finished", "1 p02, 2 p01, 3 p03, 4 p04")


def test_de8_who_is_out_in_the_same_round_of_the_lower_bracket_shares_the_place() -> None:
    assert places(played_on(bracket(KEY, 8), best(field(8)))) == "1 p01, 2 p02, 3 p03, 4 p04, 5= p05 p06, 7= p07 p08"


def test_de8_two_players_play_until_one_has_lost_twice() -> None:
    tournament = played_on(bracket(KEY, 2), best(["p02", "p01"]))
    assert by_slot(tournament) == {"main.1.1": ("p01", "p02"), "final.1.1": ("p02", "p01")}
    assert places(tournament) == "1 p02, 2 p01"


def test_de9_who_withdraws_loses_by_walkover_once_more_in_the_lower_bracket() -> None:
    tournament = bracket(KEY, 4)
    tournament = after(tournament, withdraw(tournament, "p04", "ill"))
    tournament = played_on(tournament, best(field(4)))
    kinds = {match.slot: tournament.results[match.match].kind for match in tournament.matches if "p04" in match[1:3]}
    assert kinds == {"main.1.1": "walkover", "lower.1.1": "walkover"}
    assert places(tournament) == "1 p01, 2 p02, 3 p03, 4 p04"


def test_de9_of_a_match_that_both_lost_neither_enters_the_lower_bracket() -> None:
    tournament = bracket(KEY, 4)
    one = next(match for match in tournament.matches if match.slot == "main.1.1")
    tournament = played_on(on(tournament, decided(one, None, "double_no_show")), best(field(4)))
    assert by_slot(tournament)["lower.1.1"] == ("p03", "")
    assert by_slot(tournament)["main.2.1"] == ("p02", "")
    assert places(tournament) == "1 p02, 2 p03, 3= p01 p04"
