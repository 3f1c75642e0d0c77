"""Qualification by chosen rules: seeds by results, the best of the next place, players who are gone, a play-off."""

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.events import PlayerWithdrew, ResultDecided
from core.tournament import Pairing, Tournament
from core.tournament.advancement.crossover import Place, crossing
from core.tournament.brackets.view import bracket_views
from core.tournament.decisions import pair
from core.tournament.pairing.lots import lot
from core.tournament.standings.standings import sections, standings
from core.tournament.views.next_match import NEXT_ROUND, OUT, PLAYS, next_match
from tests.support.paths import ROOT
from tests.support.proving import examples
from tests.support.tournament.group_cups import cup, groups, may_meet, meets, stage
from tests.support.tournament.scenario import best, by_chance, played_on, reported, to_play, won
from tests.support.tournament.written_results import after, field


def group_rounds(tournament: Tournament) -> int:
    return sum(round_.stage == "groups" for round_ in tournament.rounds)


def at_transfer(number: int, winner: Callable[[Pairing], str] | None = None, **chosen: Any) -> Tournament:
    """The tournament when all matches of the groups have their results."""
    tournament = cup(number, **chosen)
    return played_on(tournament, winner or best(field(number)), group_rounds(tournament))


def scored(tournament: Tournament, scores: dict[frozenset[str], tuple[str, str]]) -> Tournament:
    """The tournament after its groups, with the winner and the games of each match."""
    for match in to_play(tournament):
        winner, games = scores[frozenset(match[1:3])]
        tournament = reported(tournament, match, winner, games)
    return tournament


def first_seats(tournament: Tournament, bracket: str = "main") -> list[tuple[Any, Any]]:
    """Sources of the seats of the first round, as the bracket shows them."""
    shown = next(bracket_view for bracket_view in bracket_views(tournament) if bracket_view.bracket == bracket)
    return [(slot.seats[0].source.of, slot.seats[1].source.of) for slot in shown.rounds[0].slots]


def rates(tournament: Tournament, group: str, player: str) -> tuple[Fraction, Fraction]:
    """Wins and games won less games lost, per match of a player in the group: counted from the results alone."""
    mine = [
        (each, tournament.results[each.match])
        for each in stage(tournament, "groups")
        if player in each[1:3] and each.slot == group and not each.is_bye
    ]
    won = games = 0
    for each, result in mine:
        seat = "white" if each.white == player else "black"
        won += result.winner == seat
        games += sum(1 if game.winner == seat else -1 for game in result.games)
    return Fraction(won, len(mine)), Fraction(games, len(mine))


# ── GK13: seeds by results ───────────────────────────────────────────────────────────────────────────────────────────
def winners_by_score() -> dict[frozenset[str], tuple[str, str]]:
    """Twelve players in four groups: the better seed wins, the winner of group D clearly, of A narrowly."""
    margins = {"p01": "2:1", "p02": "2:1", "p03": "3:0", "p04": "3:0"}
    found = {}
    for one, other in combinations(field(12), 2):
        found[frozenset((one, other))] = (one, margins.get(one, "2:1"))
    return found


def test_gk13_the_winners_are_seeded_by_what_they_won_and_not_by_their_letters() -> None:
    by_letters = scored(cup(12, groups=4, advance=1), winners_by_score())
    assert meets(by_letters, "main") == {"main.1.1": ("p01", "p04"), "main.1.2": ("p02", "p03")}
    by_results = scored(cup(12, groups=4, advance=1, seeds_by="results"), winners_by_score())
    players = dict(zip((1, 4, 2, 3), sum(meets(by_results, "main").values(), ()), strict=True))
    assert {players[1], players[2]} == {"p03", "p04"}
    assert [players[1], players[2]] == sorted(("p03", "p04"), key=lambda each: lot(f"lots:{each}", "midsummer"))


def test_gk13_until_the_groups_are_over_the_bracket_shows_seeds() -> None:
    assert first_seats(cup(8, seeds_by="results")) == [(1, 4), (2, 3)]
    assert first_seats(cup(8)) == [("A1", "B2"), ("B1", "A2")]
    assert first_seats(cup(9, groups=3, next_best=2)) == [("A1", 8), (4, 5), ("B1", 7), ("C1", 6)]


@settings(max_examples=examples(40), deadline=None)
@given(st.integers(6, 30), st.integers(2, 8), st.integers(1, 3), st.integers(0, 8), st.integers(0, 9999))
def test_gk13_gk15_seeds_and_best_of_the_next_place_follow_from_the_results(
    number: int, count: int, advance: int, more: int, seed: int
) -> None:
    chosen = {"groups": count, "advance": advance, "next_best": more, "seeds_by": "results"}
    tournament = at_transfer(number, by_chance(seed), **chosen)
    tables = {name: [line.player_id for line in lines] for name, lines in sections(tournament)}
    ranks = {line.player_id: line.rank for _, lines in sections(tournament) for line in lines}
    of = {player: name for name, players in tables.items() for player in players}
    on = {player for each in stage(tournament, "main") for player in each[1:3]} - {""}
    sure = sum(min(advance, len(players)) for players in tables.values())
    extra = min(more, sum(len(players) > advance for players in tables.values()))
    assert len(on) == (sure + extra if sure + extra > 1 else 0)
    for players in tables.values():
        assert min(advance, len(players)) <= len(on & set(players)) <= advance + 1 or not on
    across = {each.place: each.players for each in tournament.format.across(tournament)}
    for rows in across.values():
        values = [rates(tournament, of[row.player], row.player) for row in rows]
        assert values == sorted(values, reverse=True)
        assert [row.goes_on for row in rows] == sorted((row.goes_on for row in rows), reverse=True)
    first = [row.player for row in across.get(1, ())]
    seeds = {
        seat.player: seat.seed
        for bracket_view in bracket_views(tournament)
        for round_ in bracket_view.rounds[:1]
        for slot in round_.slots
        for seat in slot.seats
        if seat.player
    }
    assert [seeds[player] for player in first] == list(range(1, len(first) + 1))
    assert all(ranks[player] <= advance + 1 for player in on)
    finished = played_on(tournament, by_chance(seed + 1))
    assert finished.status == "finished"
    assert {line.player_id for line in standings(finished)[: len(on)]} == on or not on


@pytest.mark.parametrize(
    ("count", "advance", "more"), [(6, 2, 4), (4, 2, 0), (3, 2, 2), (8, 1, 0), (5, 2, 3), (12, 2, 8)]
)
def test_gk13_players_of_one_group_meet_as_late_as_by_letters(count: int, advance: int, more: int) -> None:
    rows = [[Place(group, place) for group in range(count)] for place in range(advance)]
    rows += [[Place(group, advance) for group in range(more)]] if more else []
    size = 1 << (sum(map(len, rows)) - 1).bit_length()

    def early(seeds: list[Place]) -> list[int]:
        numbers = enumerate(seeds, 1)
        met = [may_meet(one, other, size) for (one, a), (other, b) in combinations(numbers, 2) if a.group == b.group]
        return sorted(met)

    by_results = early(crossing(rows, 0))
    assert by_results[:1] >= early(crossing(rows))[:1]
    assert all(round_ > 1 for round_ in by_results)


# ── GK14: unequal groups ─────────────────────────────────────────────────────────────────────────────────────────────
def test_gk14_in_larger_groups_matches_against_the_last_may_be_left_out() -> None:
    per_match = at_transfer(7, groups=2, advance=1, next_best=1)
    without = at_transfer(7, groups=2, advance=1, next_best=1, compare="without_last")
    rows = [[tuple(row[2:5]) for row in each.format.across(each)[0].players] for each in (per_match, without)]
    assert rows[0] == [("B", 3, 2), ("A", 2, 1)]  # p03 beat two of three, p04 one of two
    assert sorted(rows[1]) == [("A", 2, 1), ("B", 2, 1)]
    assert [row.shared for row in without.format.across(without)[0].players] == [True, True]


# ── GK16: a play-off ─────────────────────────────────────────────────────────────────────────────────────────────────
def circle(match: Pairing) -> str:
    """In each group of three everybody wins once: nothing tells them apart."""
    one, other = sorted(match[1:3])
    three = {"p01": "p04", "p04": "p05", "p05": "p01", "p02": "p03", "p03": "p06", "p06": "p02"}
    return one if three[one] == other else other


def test_gk16_players_who_share_the_last_place_play_for_it() -> None:
    tournament = at_transfer(6, circle, groups=2, advance=1, level="play_off")
    names = {
        name: sorted(players, key=lambda player: lot(f"lots:{player}", "midsummer"))
        for name, players in groups(tournament).items()
    }
    assert stage(tournament, "main") == []
    assert meets(tournament, "play_off") == {
        "play_off.1.1": (names["A"][1], names["A"][2]),
        "play_off.1.2": (names["B"][1], names["B"][2]),
    }
    tournament = played_on(tournament, lambda match: match.black, 4)
    assert meets(tournament, "play_off")["play_off.2.1"] == (names["A"][0], names["A"][2])
    tournament = played_on(tournament, lambda match: match.black, 5)
    assert meets(tournament, "main") == {"main.1.1": (names["A"][2], names["B"][2])}
    assert played_on(tournament, best(field(6))).status == "finished"


@pytest.mark.parametrize(("next_best", "told"), [(0, OUT), (1, NEXT_ROUND)])
def test_gk16_the_loser_of_a_play_off_is_out_unless_the_best_of_the_next_place_go_on(next_best: int, told: str) -> None:
    tournament = at_transfer(6, circle, groups=2, advance=1, level="play_off", next_best=next_best)
    first = to_play(tournament)[0]
    tournament = reported(tournament, first, first.black)
    status = {player: next_match(tournament, bracket_views(tournament), player).status for player in first[1:3]}
    assert status == {first.white: told, first.black: PLAYS}


def test_gk16_the_last_of_the_best_thirds_is_played_for() -> None:
    tournament = at_transfer(9, groups=3, advance=1, next_best=1, level="play_off")
    (match, *others) = stage(tournament, "play_off")
    assert (len(others), match.slot) == (0, "play_off.9.4")
    seconds = {"p04", "p05", "p06"}
    assert set(match[1:3]) < seconds
    first = played_on(tournament, lambda match: match.black, 4)
    assert len(stage(first, "play_off")) == 2
    (winner,) = seconds & {
        player for meet in meets(played_on(first, lambda match: match.black, 5), "main").values() for player in meet
    }
    assert winner == stage(first, "play_off")[1].black


def test_gk16_where_no_two_share_the_line_there_is_no_play_off() -> None:
    tournament = at_transfer(8, groups=2, level="play_off")
    assert stage(tournament, "play_off") == []
    assert len(stage(tournament, "main")) == 2


# ── GK17: who is gone ────────────────────────────────────────────────────────────────────────────────────────────────
def leaves(tournament: Tournament, player: str) -> Tournament:
    tournament = after(tournament, [PlayerWithdrew(player, "ill")])
    return after(tournament, pair(tournament))


def gone_before(player: str, **chosen: Any) -> Tournament:
    """Eight players in two groups, one of whom leaves before the last result of the groups."""
    tournament = cup(8, groups=2, consolation=True, **chosen)
    *before, last = to_play(tournament)
    for match in before:
        tournament = reported(tournament, match, min(match[1:3]))
    return reported(leaves(tournament, player), last, min(last[1:3]))


def test_gk17_byes_are_drawn_anew_for_those_who_are_left() -> None:
    moved_up = gone_before("p02", seeds_by="results")
    assert {player for meet in meets(moved_up, "main").values() for player in meet} == {"p01", "p04", "p03", "p06"}
    anew = gone_before("p02", gone="byes")  # B is p02, p03, p06, p07
    assert meets(anew, "main") == {"main.1.1": ("p01", ""), "main.1.2": ("p04", "p03")}  # B1 is left out
    assert {player for meet in meets(anew, "consolation").values() for player in meet} == {"p05", "p06", "p07", "p08"}


def test_gk17_a_player_who_withdraws_after_the_transfer_keeps_the_place() -> None:
    tournament = leaves(at_transfer(8, groups=2, gone="byes"), "p01")
    assert meets(tournament, "main")["main.1.1"] == ("p01", "p03")
    assert tournament.results[stage(tournament, "main")[0].match].kind == "walkover"


# ── corrections ──────────────────────────────────────────────────────────────────────────────────────────────────────
def decided(tournament: Tournament, match: Pairing, winner: str) -> Tournament:
    settled = won(match, winner)
    said = ResultDecided(match.match, "played", "typing", settled.winner, settled.score, "points", settled.games)
    tournament = after(tournament, [said])
    return after(tournament, pair(tournament))


CHOICES = st.fixed_dictionaries(
    {
        "groups": st.integers(1, 5),
        "advance": st.integers(1, 3),
        "next_best": st.integers(0, 4),
        "seeds_by": st.sampled_from(["letters", "results"]),
        "compare": st.sampled_from(["per_match", "without_last"]),
        "level": st.sampled_from(["lots", "play_off"]),
        "gone": st.sampled_from(["moves_up", "byes"]),
        "bronze": st.booleans(),
        "consolation": st.booleans(),
    }
)


@settings(max_examples=examples(40), deadline=None)
@given(st.integers(2, 16), CHOICES, st.randoms(use_true_random=False))
def test_gk11_with_every_choice_corrections_and_withdrawals_lead_to_an_end(
    number: int, chosen: Any, chance: Any
) -> None:
    tournament = cup(number, **chosen)
    for _ in range(60):
        there = [entry for entry in field(number) if entry not in tournament.withdrawn]
        done = [each for each in tournament.matches if not each.is_bye and each.match in tournament.results]
        if chance.random() < 0.1 and len(there) > 1 and tournament.status == "running":
            tournament = leaves(tournament, chance.choice(there))
        elif chance.random() < 0.15 and done:
            match = chance.choice(done)
            tournament = decided(tournament, match, chance.choice(match[1:3]))
        elif waiting := to_play(tournament):
            match = chance.choice(waiting)
            tournament = reported(tournament, match, chance.choice(match[1:3]))
        assert tournament.format.stale(tournament) == ()
        slots = [each.slot for each in stage(tournament, "main", "bronze", "consolation", "play_off")]
        assert len(slots) == len(set(slots))
    tournament = played_on(tournament, lambda match: chance.choice(match[1:3]))
    assert tournament.status == "finished"
    assert sorted(row.player_id for row in standings(tournament)) == field(number)
    on = {player for each in stage(tournament, "main") for player in each[1:3]} - {""}
    off = {player for each in stage(tournament, "consolation") for player in each[1:3]} - {""}
    assert not on & off


# ── the example ──────────────────────────────────────────────────────────────────────────────────────────────────────
def example() -> tuple[list[str], list[str], list[str]]:
    page = (ROOT / "docs" / "formats" / "groups_then_knockout.md").read_text(encoding="utf-8")
    part = page.split("## Example: the best thirds")[1]
    return tuple(block.strip("\n").split("\n") for block in part.split("```")[1:6:2])  # type: ignore[return-value]


def test_the_example_of_the_best_thirds_is_what_happens() -> None:
    results, compared, rounds = example()
    scores = {}
    for line in results:
        for part in line.split(": ", 1)[1].split(", "):
            players, games = part.split(" ")
            scores[frozenset(players.split("–"))] = (players.split("–")[0], games)
    tournament = scored(cup(10, groups=3, next_best=2, seeds_by="results"), scores)
    assert compared == [
        f"{row.group}{each.place} {row.player}: {row.matches} matches, {row.points} points, games "
        f"{row.game_difference:+}{'' if row.goes_on else ', does not go on'}"
        for each in tournament.format.across(tournament)
        for row in each.players
    ]
    assert rounds == [", ".join(f"{one}–{other}" for one, other in meets(tournament, "main").values())]
