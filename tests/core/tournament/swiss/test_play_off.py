"""The play-off of players who are level at the line after a Swiss, the lengths of its stages, and what is next."""

from collections.abc import Iterator
from itertools import product

import pytest

from core.events import ResultDecided
from core.tournament import Tournament
from core.tournament.brackets.view import bracket_views
from core.tournament.decisions import pair, pair_round, withdraw
from core.tournament.standings.standings import sections, standings
from core.tournament.swiss.cut import play_off_rounds
from core.tournament.terms import terms_of
from core.tournament.views.next_match import NEXT_ROUND, OUT, PLAYS, SITS_OUT, WAITS, next_match
from tests.support.tournament.group_cups import (
    TERMS,
    after_cut,
    cut_made,
    meets,
    stage,
    swiss_cup,
    swiss_played,
    table,
    three_for_one,
)
from tests.support.tournament.scenario import announced, begun, best, by_chance, entries, played_on, reported, to_play
from tests.support.tournament.written_results import after, field

PLAY_OFFS = {
    # players who are level, places for them: the matches of each round by places in the table
    (2, 1): [["1–2"]],
    (3, 1): [["2–3"], ["1–w1.1"]],
    (3, 2): [["2–3"]],
    (4, 1): [["1–4", "2–3"], ["w1.1–w1.2"]],
    (4, 3): [["3–4"]],
    (5, 2): [["2–5", "3–4"], ["w1.1–w1.2"]],
    (6, 4): [["3–6", "4–5"]],
    (7, 1): [["2–7", "3–6", "4–5"], ["1–w1.3", "w1.1–w1.2"], ["w2.1–w2.2"]],
}


@pytest.mark.parametrize(("size", "matches"), PLAY_OFFS.items())
def test_sk6_in_each_round_no_more_play_than_must_and_the_best_rest(
    size: tuple[int, int], matches: list[list[str]]
) -> None:
    rounds, spots = play_off_rounds(*size, 0)
    found = [
        ["–".join(str(each.of) for each in slot[1:3]).replace("play_off.", "w") for slot in round_] for round_ in rounds
    ]
    assert found == matches
    assert len(spots) == size[1]


@pytest.mark.parametrize(("players", "places"), list(product(range(2, 12), range(1, 9))))
def test_sk6_every_match_of_a_play_off_puts_one_player_out(players: int, places: int) -> None:
    rounds, spots = play_off_rounds(players, places, 0)
    assert sum(map(len, rounds)) == max(0, players - places)
    assert len(spots) == min(players, places)


def level(number: int, places: int) -> Tournament:
    """A Swiss of one round that so many won, all of whom are level for so many places."""
    return swiss_played(swiss_cup(2 * number, rounds=1, cut=places, line="play_off"), lambda match: match.white)


@pytest.mark.parametrize(("number", "places"), [(4, 2), (5, 2), (6, 4), (9, 8), (20, 16)])
def test_sk6_as_many_win_a_place_at_the_line_as_there_are_places(number: int, places: int) -> None:
    tournament = cut_made(level(number, places))
    assert stage(tournament, "main") == []
    tournament = played_on(tournament, by_chance(number))
    at_line = stage(tournament, "play_off")
    losers = [each.black if tournament.results[each.match].winner == "white" else each.white for each in at_line]
    assert len(at_line) == len(set(losers)) == number - places
    first = [each for each in stage(tournament, "main") if each.slot.startswith("main.1.")]
    assert {player for each in first for player in each[1:3]}.isdisjoint(losers)
    assert len(first) == places // 2
    assert tournament.status == "finished"


def test_sk6_of_three_who_are_level_for_one_place_two_meet_and_the_winner_meets_the_first() -> None:
    tournament = three_for_one()
    order, made = table(tournament), cut_made(tournament)
    assert meets(made, "play_off") == {"play_off.1.1": (order[2], order[3])}
    made = reported(made, to_play(made)[0], order[3])
    assert meets(made, "play_off")["play_off.2.1"] == (order[1], order[3])
    assert stage(made, "main") == []
    made = reported(made, to_play(made)[0], order[3])
    assert meets(made, "main") == {"main.1.1": (order[0], order[3])}
    assert [round_.stage for round_ in made.rounds[3:]] == ["play_off", "play_off", "main"]
    assert [round_.number for round_ in made.rounds] == [1, 2, 3, 4, 5, 6]
    assert made.format.explain is not None
    (why,) = made.format.explain(made, made.rounds[4]).values()
    assert "place 2 of the Swiss, against" in why.text
    assert "winner of round 1 of the play-off" in why.text


def test_sk6_a_player_who_leaves_during_the_play_off_makes_a_place_free() -> None:
    tournament = three_for_one()
    order, made = table(tournament), cut_made(tournament)
    made = after(made, withdraw(made, order[0], "the last train"))
    made = played_on(made, best([order[3], *order]))
    assert meets(made, "main") == {"main.1.1": (order[1], order[3])}
    assert made.status == "finished"


def test_sk6_no_player_goes_on_from_a_match_that_both_lost() -> None:
    tournament = three_for_one()
    order, made = table(tournament), cut_made(tournament)
    made = reported(made, to_play(made)[0], order[2])
    made = after(made, [ResultDecided(to_play(made)[0].match, "double_no_show", "gone", None, {}, None, ())])
    made = after(made, pair(made))
    assert meets(made, "main") == {"main.1.1": (order[0], "")}
    assert [line.player_id for line in standings(made)] == order
    assert made.status == "finished"


def test_sk7_each_stage_has_its_own_length() -> None:
    tournament = played_on(cut_made(three_for_one()), best(field(8)))
    lengths = {round_.stage: terms_of(tournament, round_, round_.pairings[0]).length for round_ in tournament.rounds}
    assert lengths == {"swiss": {"games": 5}, "play_off": {"games": 3}, "main": {"points": 11}}
    first = after_cut(8, rounds=1, cut=4, terms=TERMS)
    assert [terms_of(first, first.rounds[1], each).length for each in stage(first, "main")] == [{"points": 7}] * 2


def statuses(tournament: Tournament) -> Iterator[tuple[str, str]]:
    for player in tournament.starters:
        yield player, next_match(tournament, bracket_views(tournament), player).status


def test_a_player_is_told_what_is_next_in_each_stage() -> None:
    first = swiss_cup(9, rounds=3, cut=4, line="play_off")
    assert sorted(status for _, status in statuses(first)) == [PLAYS] * 8 + [SITS_OUT]
    tournament = three_for_one()
    order = table(tournament)
    assert {status for _, status in statuses(tournament)} == {NEXT_ROUND}
    made = cut_made(tournament)
    now = dict(statuses(made))
    assert [now[each] for each in order] == [NEXT_ROUND, WAITS, PLAYS, PLAYS, OUT, OUT, OUT, OUT]
    made = reported(made, to_play(made)[0], order[2])
    assert [dict(statuses(made))[each] for each in order[:4]] == [NEXT_ROUND, PLAYS, PLAYS, OUT]
    made = reported(made, to_play(made)[0], order[2])
    assert [dict(statuses(made))[each] for each in order[:4]] == [PLAYS, OUT, PLAYS, OUT]


@pytest.mark.parametrize(
    ("players", "places", "matches"),
    [(2, 1, [1]), (3, 1, [1, 1]), (5, 1, [2, 1, 1]), (6, 1, [3, 1, 1]), (7, 2, [3, 2]), (9, 4, [4, 1]), (4, 3, [1])],
)
def test_sk6_no_more_play_than_must_and_of_more_than_half_who_must_go_as_many_as_can_be_paired(
    players: int, places: int, matches: list[int]
) -> None:
    rounds, spots = play_off_rounds(players, places, 0)
    assert [len(slots) for slots in rounds] == matches
    assert sum(matches) == players - places
    assert len(spots) == places


@pytest.mark.parametrize("share_third", [False, True])
@pytest.mark.parametrize("bronze", [False, True])
def test_sk8_while_semi_finals_are_open_who_has_won_none_is_by_the_swiss_and_a_shared_third_behind(
    share_third: bool, bronze: bool
) -> None:
    if bronze and share_third:
        return  # the announcement refuses both
    chosen = {"rounds": 3, "cut": 4, "bronze": bronze, "share_third": share_third}
    tournament = begun(announced("swiss_then_knockout", chosen), entries(field(8)))
    while not any(match.slot for match in tournament.matches):
        tournament = played_on(tournament, best(field(8)))
        tournament = after(tournament, pair_round(tournament))

    def first_four() -> list[str]:
        return [line.player_id for line in standings(tournament)][:4]

    seeds = [line.player_id for line in sections(tournament)[0].standings][:4]
    assert first_four() == seeds
    first, second = (match for match in tournament.matches if match.slot.startswith("main.1."))
    tournament = reported(tournament, first, first.black)
    won_none = [player for player in seeds if player != first.black and (player != first.white or not share_third)]
    assert first_four() == [first.black, *won_none, *([first.white] if share_third else [])]
    tournament = reported(tournament, second, second.black)
    finalists = [player for player in seeds if player in (first.black, second.black)]
    losers = [line for line in standings(tournament) if line.player_id in (first.white, second.white)]
    assert set(first_four()[:2]) == set(finalists)
    places = [(3, True), (3, True)] if share_third else [(3, False), (4, False)]
    assert [(line.rank, line.shared) for line in losers] == places
