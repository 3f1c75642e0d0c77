"""A turn landing by landing: the ways through its states are exactly the legal turns."""

import pytest

from core.games import GAMES, game_of
from core.rules import turn_steps
from core.rules.turn_steps import TurnState, turn_states
from tests.support.matches.recorded_rolls import FAMILY, SWEDISH, recorded_rolls
from tests.support.proving import some


def ways(states: list[TurnState]):
    """A way to every step of the states, and the state that it leads to."""
    reached, waiting = {0}, [(0, ())]
    for number, way in waiting:
        for step in states[number].steps:
            longer = (*way, step)
            if step.state in reached:
                yield longer, None
            else:
                reached.add(step.state)
                waiting.append((step.state, longer))
        if not states[number].steps:
            yield way, states[number]


@pytest.mark.parametrize("part", some(range(8), 0, 5))
def test_the_complete_ways_are_legal_and_leave_what_the_legal_turns_leave(part):
    for roll in recorded_rolls(SWEDISH, FAMILY)[part::8]:
        game = game_of(roll.get("game", "swedish"))
        options = game.read_options(roll.get("options", {}))
        asked = game.read(roll["position"]), roll["to_move"], tuple(roll["dice"])
        states = turn_states(game, *asked, options)
        left = set()
        for way, last in ways(states):
            if last is not None and way:
                checked = game.check(*asked, [step.landing for step in way], options)
                assert (checked.legal, checked.outcome) == (True, last.outcome)
                left.add((checked.position, checked.outcome))
        assert left == {(play.position, play.outcome) for play in game.plays(*asked, options)}
        assert bool(left) != (states == [TurnState(())])


def test_games_without_single_landings_and_throws_with_too_many_steps_have_no_states(monkeypatch):
    for game in GAMES:
        options = game.options()
        dice = (3,) * game.dice(options)
        asked = game, game.start(options, game.seats[:2]), game.seats[0], dice, options
        assert (turn_states(*asked) is None) is (game.search is None)
        monkeypatch.setattr(turn_steps, "MOST_STEPS", 1)
        if game.key in ("backgammon", "dubblets"):
            assert turn_states(*asked) is None
        monkeypatch.undo()
