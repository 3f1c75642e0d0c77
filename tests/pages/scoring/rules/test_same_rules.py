"""The rules in the phone's scripts say what core says, in all eight games.

The scripts run in an embedded engine, in the bundle that browsers get.
"""

from itertools import islice

import pytest

from core.events import CheckersMoved, TurnPassed
from core.games import GAMES, game_of
from core.match.judging import fold
from core.notation.mat_import import read as read_mat
from tests.support.matches.match_logs import RECORDED, numbered, opening, recorded_match
from tests.support.matches.random_matches import FILES, log_of
from tests.support.matches.recorded_rolls import FAMILY, SWEDISH, recorded_rolls
from tests.support.paths import TESTS
from tests.support.proving import PROVING, some
from tests.support.scoring.phone_rules import (
    Question,
    answer_of_core,
    answers_of_phone,
    ask,
    difference,
    engine,
    random_questions,
)

ALL = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
RANDOM = 1_000_000 if PROVING else 1_000
"""Random situations of each game."""
BATCH = 200

PERFT = """(key, position, seat, depth) => {
  const { plays, nextSeat } = games[key];
  const count = (before, mover, deep) => {
    let found = 0;
    for (let one = 1; one <= 6; one += 1) for (let two = one; two <= 6; two += 1) {
      const turns = plays(before, mover, [one, two], {});
      const leaves = turns.length ? turns : [{ position: before, outcome: null }];
      if (deep === 1) { found += leaves.length; continue; }
      for (const leaf of leaves) {
        if (!leaf.outcome) found += count(leaf.position, nextSeat(leaf.position, mover, [one, two], {}), deep - 1);
      }
    }
    return found;
  };
  return count(position, seat, depth);
}"""
RECORDED_ROLL = """({ game: key, position, to_move, dice, options, plays: recorded }) => {
  const plays = games[key].plays(position, to_move, dice, options);
  const check = ({ moves }) => games[key].check(position, to_move, dice, moves, options);
  const shown = (each) => `${flat(each.position)} ${each.outcome}`;
  const checked = [...recorded, ...plays].map(check).map((each) => `${each.legal} ${shown(each)}`);
  return [plays.map(shown), recorded.map(shown), checked];
}"""
"""The plays that are found, those that are recorded, and the verdicts on all of them."""
COUNTED = [
    (game.key, *map(int, line.split()))
    for game in GAMES
    for line in (TESTS / "games" / f"{game.key.replace('-', '_')}.perft").read_text().splitlines()
    if not line.startswith("#")
]
"""A game, a depth, and the leaves of its tree."""


@pytest.fixture(scope="module")
def phone():
    with engine() as context:
        yield context


def test_the_phone_knows_the_rules_of_every_game(phone):
    assert sorted(ask(phone, "(() => Object.keys(games))")) == sorted(game.key for game in GAMES)


@pytest.mark.parametrize("name", [SWEDISH, FAMILY])
def test_every_recorded_roll_has_exactly_its_recorded_plays_and_each_of_them_is_legal(phone, name):
    rolls = recorded_rolls(name)
    assert len(rolls) == {SWEDISH: 500, FAMILY: 300}[name]
    for roll in rolls:
        plays, recorded, checked = ask(phone, f"({RECORDED_ROLL})", {"game": "swedish", "options": {}} | roll)
        assert sorted(plays) == sorted(recorded)
        assert roll["pass"] == (not plays)
        assert checked == [f"true {play}" for play in [*recorded, *plays]]


@pytest.mark.parametrize(("key", "depth", "count"), some(COUNTED, *[each for each in COUNTED if each[2] < 100_000]))
def test_the_tree_from_the_start_has_as_many_leaves_as_counted_elsewhere(phone, key, depth, count):
    game = game_of(key)
    position = game.write(game.start(game.options(), game.seats[: game.fewest]))
    assert ask(phone, f"({PERFT})", key, position, game.seats[0], depth) == count


@ALL
def test_random_situations_of_random_games_have_the_same_plays_verdicts_endings_and_turns(phone, game):
    questions = random_questions(game, seed=7)
    for _ in range(RANDOM // BATCH):
        asked = list(islice(questions, BATCH))
        for question, said in zip(asked, answers_of_phone(phone, asked), strict=True):
            assert difference(question, answer_of_core(question), said) is None


def turns_of(log):
    """Each turn of a match, with the judged state before it, as a question."""
    before = None
    for (match, _), recorded in zip(fold("m_recorded00", log), log, strict=True):
        event = recorded.event
        if before is not None and before.phase == "move" and isinstance(event, CheckersMoved | TurnPassed):
            options = before.opened.options
            moves = getattr(event, "moves", ())
            yield Question(before.game, before.position, before.to_move, before.dice, options, moves, steps=True)
        before = match


@pytest.mark.parametrize("name", RECORDED)
def test_every_turn_of_the_recorded_matches_is_judged_alike_the_refused_ones_too(phone, name):
    games, facts, refused, _ = recorded_match(name)
    asked = list(turns_of(numbered(opening(games), facts)))
    assert len(asked) > 50
    same(phone, asked)
    assert not refused or any(not answer_of_core(each)["check"][0] for each in asked)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_turn_that_gnu_backgammon_wrote_is_judged_alike(phone, path):
    asked = list(turns_of(log_of(read_mat(path.read_text()))))
    assert asked
    same(phone, asked)


def same(phone, asked):
    for question, said in zip(asked, answers_of_phone(phone, asked), strict=True):
        assert difference(question, answer_of_core(question), said) is None


def test_a_difference_would_be_seen(phone):
    [question] = islice(random_questions(game_of("swedish"), seed=1), 1)
    [said] = answers_of_phone(phone, [question])
    core = answer_of_core(question)
    assert difference(question, core, said) is None
    for name, other in (
        ("plays", said["plays"][1:] or ["another"]),
        ("check", [not said["check"][0], *said["check"][1:]]),
        ("applied", ["elsewhere", None]),
        ("ended", "jan"),
        ("next", question.seat),
    ):
        assert difference(question, core, said | {name: other}), name
