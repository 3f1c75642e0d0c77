"""Logs for tests: a match's opening and facts with versions, in one line each."""

import json
import random

from core.eventlog.codec import event_of
from core.eventlog.log import NEW, ListLog
from core.events import (
    CheckersMoved,
    DiceRolled,
    DoubleDropped,
    DoubleOffered,
    DoubleTaken,
    MatchOpened,
    OpeningRolled,
    Recorded,
    TurnPassed,
)
from core.match import judging
from tests.support.paths import TESTS

MATCHES = TESTS / "data" / "matches"
RECORDED = sorted(path.stem for path in MATCHES.glob("*.json"))


def opening(games=3, **fields):
    return MatchOpened("vasa", "swedish", {"games": games}, {"white": "Anna", "black": "Bo"}, **fields)


def fact(words):
    """The event of the contract's words."""
    words = dict(words)
    return event_of(f"{words.pop('type')}.1", words)


def recorded_match(name):
    """A recorded match: its facts, the versions that must be refused, and what it comes to."""
    read = json.loads((MATCHES / f"{name}.json").read_text())
    return read["games"], [fact(event) for event in read["events"]], [n + 1 for n in read["refused"]], read["expected"]


def log_of(opened, facts, stream="m_test"):
    """The recorded events of one stream, chained."""
    log = ListLog()
    log.append(stream, [opened], by="vasa.scorer", at=1_700_000_000_000, expected=NEW)
    log.append(stream, facts, by="vasa.scorer", at=1_700_000_001_000)
    return list(log.read(stream))


def numbered(opened, facts):
    """The same without hashes, for folds."""
    return [Recorded(version, event, 0, "", "") for version, event in enumerate([opened, *facts])]


def played(opened, seed, limit=100_000):
    """The facts of a match by a seeded cup and hand: every play is legal; the match is over, or so many facts long."""
    cup, match, facts = random.Random(seed), judging.opened("m_test", opened), []
    while match.settled is None and len(facts) < limit:
        facts.append(following(match, cup))
        match, verdict = judging.judge(match, Recorded(len(facts), facts[-1], 0, "", ""), list)
        assert verdict.verdict == "accepted", (facts[-1], verdict)
    return facts


def following(match, cup):
    """A legal fact of play of a match, by a cup."""
    seat, game = match.to_move, match.game
    if match.phase == "opening":
        return OpeningRolled(**{each: cup.randint(1, 6) for each in match.seats})
    if match.phase == "double_offered":
        return cup.choice((DoubleTaken, DoubleTaken, DoubleDropped))(seat)
    if match.phase == "roll":
        cube = match.cube
        if cube and not cube.crawford and cube.owner in (None, seat) and cube.value < 64 and cup.random() < 0.05:
            return DoubleOffered(seat)
        return DiceRolled(seat, tuple(cup.randint(1, 6) for _ in range(game.dice(match.options))))
    plays = game.plays(match.position, seat, match.dice, match.options)
    return CheckersMoved(seat, cup.choice(plays).moves) if plays else TurnPassed(seat)
