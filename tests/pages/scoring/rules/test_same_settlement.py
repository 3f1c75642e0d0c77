"""The settlement in the phone's scripts says what core says: points, clinched matches, what decided equal totals."""

import random

import pytest
from py_mini_racer import MiniRacer

from core.events import GameResult, MatchOpened
from core.games import GAMES, game_of
from core.match.judging import fold
from core.match.judging import opened as opened_match
from core.match.results.game_results import CUBES
from core.match.results.settlement import settle
from schemas.dump import dumper
from schemas.views.matches import Settlement
from tests.support.matches.match_logs import RECORDED, numbered, opening, recorded_match
from tests.support.proving import examples
from tests.support.scoring.phone_rules import ask, engine, source

to_json = dumper(Settlement)
SETTLE = (
    "((game, asked) => asked.map(([length, results, seats, start]) => settle(game, length, results, seats, start)))"
)


@pytest.fixture(scope="module")
def phone():
    with engine() as context:
        yield context


def game_words(game):
    """The part of a game that its settlement needs, as the page has it."""
    endings = [{"key": ending.key, "points": ending.points, "rank": ending.rank} for ending in game.endings]
    return {"endings": endings, "cube": game.cube, "placings": game.placings is not None}


def words(result):
    """A result as the page has it."""
    named = {"winner": result.winner, "outcome": result.outcome}
    return named | {"cube": result.cube} | ({"placings": result.placings} if result.placings else {})


def same(phone, game, asked):
    rows = [(length, results, seats, *(start or [None])) for length, results, seats, *start in asked]
    sent = [[length, [*map(words, results)], seats, start] for length, results, seats, start in rows]
    said = ask(phone, SETTLE, game_words(game), sent)
    expected = [to_json(settle(game, *row)) for row in rows]
    assert said == expected
    return expected


def random_match(game, cup):
    """A length, results of which many are alike, and the seats."""
    seats = game.seats[: cup.randint(game.fewest, len(game.seats))]
    endings = [ending.key for ending in game.endings]
    cubes = CUBES[: cup.choice([1, 2, len(CUBES)])] if game.cube else (1,)
    some = cup.sample(endings, cup.randint(1, len(endings)))
    results = []
    for _ in range(cup.randint(0, 7)):
        placings = tuple(cup.sample(seats, len(seats))) if game.placings else ()
        results.append(
            GameResult(placings[0] if placings else cup.choice(seats), cup.choice(some), cup.choice(cubes), placings)
        )
    length = (
        {"points": cup.choice([3, 5, 7])} if game.cube and cup.random() < 0.4 else {"games": cup.choice([1, 3, 5, 7])}
    )
    given = random.Random(repr(results))
    start = {given.choice(seats): given.randint(1, 9)} if not game.placings and given.random() < 0.2 else None
    return length, results[: length.get("games", 7)], seats, start


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_random_results_settle_alike(phone, game):
    cup = random.Random(game.key)
    settled = same(phone, game, [random_match(game, cup) for _ in range(examples(50_000))])
    assert {each["decided_by"] for each in settled} >= {None, "points"}
    assert any(each["clinched"] for each in settled)
    if (
        game.placings or len({ending.points for ending in game.endings}) > 1
    ):  # else an odd number of games is never tied
        assert any(len(each["comparison"] or ()) > 1 for each in settled)


@pytest.mark.parametrize("name", RECORDED)
def test_every_recorded_match_settles_alike_after_each_of_its_games(phone, name):
    games, facts, _, expected = recorded_match(name)
    match = list(fold("m_recorded00", numbered(opening(games), facts)))[-1][0]
    asked = [({"games": games}, match.results[:count], match.seats) for count in range(games + 1)]
    settled = same(phone, match.game, asked)[-1]
    assert settled == to_json(match.settled)
    assert settled["winner"] == expected["winner"]


def test_13_equal_points_are_explained_by_the_games_that_were_compared(phone):
    line = [("white", "staircase"), ("black", "tower"), ("white", "bearing_off_with_monk")]
    line += [("black", "bearing_off"), ("black", "bearing_off")]
    game = game_of("swedish")
    [settled] = same(phone, game, [({"games": 5}, [GameResult(*each) for each in line], game.seats)])
    assert (settled["winner"], settled["decided_by"], len(settled["comparison"])) == ("white", "highest_game", 2)


@pytest.mark.parametrize(("start", "rests"), [(None, False), ({"black": 1}, False), ({"black": 4}, True)])
def test_the_cube_of_the_first_game_rests_on_the_phone_as_in_core_where_a_start_is_one_point_short(start, rests):
    opened = MatchOpened("vasa", "backgammon", {"points": 5}, {"white": "Anna", "black": "Bo"}, start=start)
    match = opened_match("m_aaaaaaaaaa", opened)
    assert match.cube is not None
    with MiniRacer() as context:
        context.eval(source("scoring/turn/fold.js"))
        words = {"game": {**game_words(match.game), "opening": {"every_game": True}}, "seats": match.seats}
        words |= {"length": opened.length, "start": start, "options": {}}
        state = {"games": [], "cube": {"value": 1, "owner": None, "crawford": False}}
        after = ask(context, "module_scoring_turn_fold.nextGame", words, state, None)
    assert after["cube"]["crawford"] == match.cube.crawford == rests
