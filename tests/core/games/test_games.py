"""Duties of every game of the registry: its files, and the properties that no rule may break."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import Invalid, NotFound
from core.games import GAMES, game_of
from tests.support.paths import ROOT

ALL = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
OWED = (
    "tests/games/{key}.perft",
    "tests/golden/{key}.ndjson",
    "tests/clauses/test_{key}.py",
    "docs/games/{key}.md",
    "service/web/pages/scoring/games/{key}.js",
)


@ALL
@pytest.mark.parametrize("owed", OWED)
def test_a_game_brings_its_counts_its_golden_log_its_clauses_its_page_and_its_script(game, owed):
    path = ROOT / owed.format(key=game.key.replace("-", "_"))
    assert path.exists(), f"{game.key} still lacks {path.relative_to(ROOT)}"


@ALL
def test_a_position_survives_its_words(game):
    position = game.start(game.options(), game.seats)
    assert game.read(game.write(position)) == position


@ALL
def test_one_outcome_is_best_in_points_and_in_rank(game):
    """The clinching rule (S10) relies on it: the opponent's best course is that outcome again and again."""
    best = max(game.outcomes, key=lambda outcome: outcome.points)
    assert best.rank == max(outcome.rank for outcome in game.outcomes)


@ALL
def test_only_a_void_game_is_worth_nothing(game):
    assert all(outcome.points > 0 and outcome.rank > 0 for outcome in game.endings)
    assert all((outcome.points, outcome.rank) == (0, 0) for outcome in game.outcomes if outcome not in game.endings)


@ALL
def test_an_option_has_a_default_among_its_choices_and_the_sentence_that_it_rests_on(game):
    described = game.described_options
    for name, option in described.items():
        assert option.sentence.endswith("."), name
        assert {"boolean": bool, "integer": int, "string": str}[option.kind] is type(option.default)
        assert option.default in option.choices
        for choice in option.choices:
            assert getattr(game.read_options({name: choice}), name) == choice
        with pytest.raises(Invalid) as wrong:
            game.read_options({name: "none of them"})
        assert set(wrong.value.problems) == {name}
    assert game.read_options({}) == game.options()


@ALL
def test_the_first_seats_play_and_never_fewer_than_a_game_needs(game):
    for count in range(game.fewest, len(game.seats) + 1):
        seats = game.seats[:count]
        assert game.seated(reversed(seats)) == seats
        assert game.ended(game.start(game.options(), seats), game.options()) is None
    with pytest.raises(Invalid):
        game.seated(game.seats[: game.fewest - 1])
    with pytest.raises(Invalid):
        game.seated((*game.seats, "gallery"))


@ALL
def test_a_cube_is_for_games_whose_first_throw_is_the_opening(game):
    """So no player is about to roll in the first turn of a game, and none can double in it."""
    assert game.opening.plays_dice or not game.cube
    assert not game.opening.plays_dice or game.dice(game.options()) == len(game.seats)


@ALL
@given(seed=st.integers(0, 2**32))
def test_random_games_end_conserve_their_checkers_and_list_only_what_checks(game, seed):
    dice_cup = random.Random(seed)
    choices = {name: option.choices for name, option in game.described_options.items()}
    options = game.read_options({name: dice_cup.choice(some) for name, some in choices.items()})
    seats = game.seats[: dice_cup.randint(game.fewest, len(game.seats))]
    position, seat = game.start(options, seats), seats[0]
    men = checkers(game, position)
    for _ in range(2000):
        dice = tuple(dice_cup.randint(1, 6) for _ in range(game.dice(options)))
        plays = game.plays(position, seat, dice, options)
        assert len({(play.position, play.outcome) for play in plays}) == len(plays)
        if not plays:
            assert game.check(position, seat, dice, (), options).legal
            seat = game.next_seat(position, seat, dice, options)
            continue
        play = dice_cup.choice(plays)
        checked = game.check(position, seat, dice, play.moves, options)
        assert checked.legal, checked.explanation
        assert (checked.position, checked.outcome) == (play.position, play.outcome)
        assert checkers(game, play.position) == men
        if play.outcome:
            assert play.outcome in {outcome.key for outcome in game.outcomes}
            assert game.placings is None or sorted(game.placings(play.position)) == sorted(seats)
            return
        position, seat = play.position, game.next_seat(play.position, seat, dice, options)
    pytest.fail("the game did not end within 2,000 turns")


def checkers(game, position):
    """The men of each side, or of all together where some belong to no side."""
    parts = game.write(position).values()
    return [men(part) for part in parts] if all(isinstance(part, dict) for part in parts) else [sum(map(men, parts))]


def men(words):
    """All that is counted in a part of a position; what is stacked is counted on its point."""
    if isinstance(words, dict):
        return sum(men(part) for name, part in words.items() if name != "stacked")
    return words if isinstance(words, int) else 0


def test_an_unknown_game_is_answered_with_the_known_ones():
    with pytest.raises(NotFound, match="swedish"):
        game_of("chess")


@ALL
@pytest.mark.parametrize("count", [-1, True, "2", 1.5, 99, None])
def test_a_malformed_position_names_every_wrong_field(game, count):
    words, paths = spoiled(game.write(game.start(game.options(), game.seats)), count)
    with pytest.raises(Invalid) as wrong:
        game.read(words)
    assert set(wrong.value.problems) == paths


def spoiled(words, count, path=""):
    """The words of a position with a wrong count in every place and unknown names among the known; where they are."""
    told, paths = {"pip": 1, "25": 1}, {f"{path}pip", f"{path}25"}
    for name, part in words.items():
        if isinstance(part, dict):
            told[name], inner = spoiled(part, count, f"{path}{name}.")
            paths |= inner
        else:
            told[name] = count
            paths.add(f"{path}{name}")
    return told, paths


@ALL
def test_a_position_without_a_seat_names_what_is_missing(game):
    words = game.write(game.start(game.options(), game.seats[: game.fewest]))
    for missing in words:
        with pytest.raises(Invalid) as wrong:
            game.read({name: part for name, part in words.items() if name != missing})
        assert set(wrong.value.problems) == {missing}


@ALL
def test_an_unknown_option_is_named(game):
    with pytest.raises(Invalid, match="cube"):
        game.read_options({"cube": 64})


@pytest.mark.parametrize("key", ["swedish", "backgammon", "dutch", "irish", "tick-tack", "english"])
def test_legal_turns_are_a_sequence_whose_turns_are_made_when_they_are_asked_for(key):
    game = game_of(key)
    options = game.options()
    turns = game.plays(game.start(options, game.seats), game.seats[0], (6, 5), options)
    made = list(turns)
    assert made
    assert (len(turns), turns[0], turns[-1], turns[1:], turns[::-1]) == (
        len(made),
        made[0],
        made[-1],
        made[1:],
        made[::-1],
    )
    assert made[0] in turns
    with pytest.raises(IndexError):
        turns[len(made)]
