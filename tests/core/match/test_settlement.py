"""§13 and S10: who won, by what, and from when on nothing could change it."""

from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.events import GameResult
from core.games import GAMES, game_of
from core.match.results.game_results import CUBES
from core.match.results.settlement import score, seats_of, settle
from schemas.dump import dumper
from schemas.views.matches import Settlement

GAME = game_of("swedish")
OUTCOMES = [outcome.key for outcome in GAME.outcomes]


def results(line):
    """`"w:jan b:bearing_off"` as results."""
    return [GameResult({"w": "white", "b": "black"}[word[0]], word[2:]) for word in line.split()]


@pytest.mark.parametrize(
    ("line", "score", "winner", "decided_by"),
    [
        ("w:jan b:bearing_off b:bearing_off", (4, 2), "white", "points"),
        ("w:bearing_off_with_monk b:bearing_off b:bearing_off", (2, 2), "white", "highest_game"),
        ("w:single_crown b:bearing_off_with_monk w:bearing_off b:bearing_off b:bearing_off", (3, 4), "black", "points"),
        ("w:single_crown b:bearing_off_with_monk b:bearing_off w:bearing_off w:jan", (7, 3), "white", "points"),
        # Staircase and tower rank the same (§13): the second best game decides.
        ("w:staircase b:tower w:bearing_off_with_monk b:bearing_off b:bearing_off", (4, 4), "white", "highest_game"),
        # The same score, and a single crown above a bearing off with monk.
        (
            "b:bearing_off_with_monk w:single_crown w:bearing_off b:bearing_off_with_monk w:bearing_off",
            (4, 4),
            "white",
            "highest_game",
        ),
    ],
)
def test_13_the_higher_total_wins_and_equal_totals_are_decided_by_the_better_games(line, score, winner, decided_by):
    played = results(line)
    settlement = settle(GAME, {"games": len(played)}, played)
    assert tuple(settlement.score.values()) == score
    assert (settlement.winner, settlement.decided_by, settlement.clinched) == (winner, decided_by, False)


def test_13_the_comparison_shows_game_by_game_what_decided():
    played = results("w:staircase b:tower w:bearing_off_with_monk b:bearing_off b:bearing_off")
    assert dumper(Settlement)(settle(GAME, {"games": 5}, played))["comparison"] == [
        {"white": {"game": 1, "outcome": "staircase", "rank": 3}, "black": {"game": 2, "outcome": "tower", "rank": 3}},
        {
            "white": {"game": 3, "outcome": "bearing_off_with_monk", "rank": 2},
            "black": {"game": 4, "outcome": "bearing_off", "rank": 1},
        },
    ]


def test_13_a_player_with_no_further_game_to_show_has_the_lower():
    played = results(
        "w:bearing_off_with_monk b:bearing_off_with_monk w:bearing_off_with_monk b:bearing_off b:bearing_off"
    )
    settlement = settle(GAME, {"games": 5}, played)
    assert (settlement.winner, settlement.decided_by) == ("white", "highest_game")


RESULTS = st.tuples(st.sampled_from(GAME.seats), st.sampled_from(OUTCOMES)).map(lambda each: GameResult(*each))


@given(st.lists(RESULTS, min_size=7, max_size=7))
def test_13_an_odd_number_of_games_always_decides(played):
    for games in (3, 5, 7):
        assert settle(GAME, {"games": games}, played[:games]).winner in GAME.seats


def possible(game, seats):
    """One result for each thing that a game between these seats can come to."""
    cubes = CUBES if game.cube else (1,)
    if game.placings:
        return [GameResult(order[0], game.endings[0].key, 1, order) for order in permutations(seats)]
    distinct = {(outcome.points, outcome.rank): outcome.key for outcome in game.endings}.values()
    return [GameResult(*each) for each in product(seats, distinct, cubes)]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
@given(data=st.data())
def test_s10_clinched_means_that_no_course_of_the_remaining_games_changes_the_winner(game, data):
    """Against every course of up to two remaining games."""
    seats = game.seats[: data.draw(st.integers(game.fewest, min(len(game.seats), 3)))]
    results = possible(game, seats)
    games = data.draw(st.sampled_from([3, 5, 7]))
    remaining = data.draw(st.integers(1, 1 if len(results) > 20 else 2))
    # Mostly one winner, or nothing would ever be clinched.
    played = data.draw(st.lists(st.sampled_from(results[:4] + results[-2:]), min_size=games, max_size=games))[
        remaining:
    ]
    settlement = settle(game, {"games": games}, played, seats)
    winners = {
        settle(game, {"games": games}, [*played, *course], seats).winner
        for course in product(results, repeat=remaining)
    }
    assert settlement.clinched == (len(winners) == 1)
    assert settlement.winner == (winners.pop() if settlement.clinched else None)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
@given(data=st.data())
def test_an_odd_number_of_games_always_decides_whatever_the_game(game, data):
    seats = game.seats[: data.draw(st.integers(game.fewest, len(game.seats)))]
    games = data.draw(st.sampled_from([3, 5, 7]))
    played = data.draw(st.lists(st.sampled_from(possible(game, seats)), min_size=games, max_size=games))
    settlement = settle(game, {"games": games}, played, seats)
    assert settlement.winner in seats
    assert settlement.score == score(game, played, seats)
    assert settle(game, {"games": games}, played[:-1], seats).winner in (None, settlement.winner)


@given(data=st.data())
def test_a_match_to_points_has_one_winner_who_has_them_all_and_no_player_had_them_before(data):
    game = next(game for game in GAMES if game.cube)
    points = data.draw(st.integers(1, 64))
    played = data.draw(st.lists(st.sampled_from(possible(game, game.seats)), min_size=1, max_size=20))
    settled = [settle(game, {"points": points}, played[:count]) for count in range(len(played) + 1)]
    reached = next((each for each in settled if max(each.score.values()) >= points), None)
    assert next((each for each in settled if each.winner), None) == reached
    if reached:
        assert (reached.decided_by, reached.clinched, reached.comparison) == ("points", False, ())
        assert reached.score[reached.winner] >= points > min(reached.score.values())


def test_the_seats_of_results_are_those_that_they_place():
    game = next(game for game in GAMES if game.placings)
    three = GameResult("seat1", "placings", 1, ("seat1", "seat3", "seat2"))
    assert seats_of(game, []) == ("seat1", "seat2")
    assert seats_of(game, [three]) == ("seat1", "seat2", "seat3")
    assert seats_of(GAME, []) == ("white", "black")
