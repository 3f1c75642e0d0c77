"""Whole matches played at random, as their logs: every kind of fact that a match of the game may hold."""

import random

from core.eventlog.hash_chain import ZERO_HASH
from core.events import (
    CheckersMoved,
    DiceRolled,
    DoubleDropped,
    DoubleOffered,
    DoubleTaken,
    GameResigned,
    MatchOpened,
    OpeningRolled,
    Recorded,
    TurnPassed,
)
from core.games import game_of
from core.match.judging import judge, opened
from core.match.state import REFUSED
from core.rules.game import VOID
from tests.support.paths import TESTS

FILES = sorted((TESTS / "data" / "backgammon").glob("*.mat"))
"""Matches of GNU Backgammon against itself, as that program wrote them."""

BEGAN = 1_795_000_000_000
NAMES = ("Anna", "Bertil", "Cecilia", "David", "Eva")


class MatchRecorder:
    """A match that is being recorded: `log`, `match`, and the last `verdict`."""

    def __init__(self, game="backgammon", length=None, players=None, **more):
        game = game_of(game)
        seats = game.seats[: max(game.fewest, len(players or ()))]
        names = dict(zip(seats, players or NAMES, strict=False))
        event = MatchOpened("vasa", game.key, length or {"points": 5}, names, **more)
        self.log = [Recorded(0, event, BEGAN, "vasa/organiser", ZERO_HASH)]
        self.match = opened("m_aaaaaaaaaa", event)
        self.verdict = None

    def record(self, *events, by="vasa/scorer"):
        """Record facts; whether the last one was accepted or faulted."""
        for event in events:
            recorded = Recorded(len(self.log), event, BEGAN + 20_000 * len(self.log), by, ZERO_HASH)
            self.match, self.verdict = judge(self.match, recorded, lambda: self.log)
            self.log.append(recorded)
        return self.verdict.verdict != REFUSED

    @property
    def facts(self):
        """The facts after the opening."""
        return [event.event for event in self.log[1:]]


def opening(recorder, cup):
    return recorder.record(OpeningRolled(**{seat: cup.randint(1, 6) for seat in recorder.match.seats}))


def throw(recorder, cup):
    match = recorder.match
    dice = tuple(cup.randint(1, 6) for _ in range(match.game.dice(match.options)))
    return recorder.record(DiceRolled(match.to_move, dice))


def turn(recorder, cup):
    match = recorder.match
    plays = match.game.plays(match.position, match.to_move, match.dice, match.options)
    return recorder.record(
        CheckersMoved(match.to_move, cup.choice(plays).moves) if plays else TurnPassed(match.to_move)
    )


def played(game="backgammon", seed=1, length=None, cubes=0.0, resigns=0.0, turns=100_000, **more):
    """The recorder of a match played at random until it is settled; with chances of a double and of a resignation."""
    cup, recorder = random.Random(seed), MatchRecorder(game, length, **more)
    for _ in range(turns):
        match = recorder.match
        if match.phase == "settled":
            break
        if match.phase == "opening":
            opening(recorder, cup)
        elif match.phase == "double_offered":
            taken = cup.random() < 0.7
            recorder.record(DoubleTaken(match.to_move) if taken else DoubleDropped(match.to_move))
        elif cup.random() < resigns:
            outcome = cup.choice([each.key for each in match.game.outcomes if each.key != VOID])
            recorder.record(GameResigned(match.to_move, outcome))
        elif match.phase == "move":
            turn(recorder, cup)
        elif match.cube and cup.random() < cubes and not match.cube.crawford and may_double(match):
            recorder.record(DoubleOffered(match.to_move))
        else:
            throw(recorder, cup)
        assert recorder.verdict.verdict != REFUSED, recorder.verdict
    return recorder


def may_double(match):
    return match.cube.owner in (None, match.to_move) and match.cube.value < 64


def log_of(imported):
    """The log of a match that was read from a file."""
    events = [imported.match.opened, *imported.facts]
    return [Recorded(version, event, BEGAN, "vasa/scorer", ZERO_HASH) for version, event in enumerate(events)]
