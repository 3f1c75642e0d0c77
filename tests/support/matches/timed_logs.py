"""Logs with times, for tests of clocks: `(seconds, fact)` one after the other."""

from core.events import Recorded
from core.match import judging
from tests.support.matches.match_logs import opening


def timed(rows, opened=None):
    """The log of facts at seconds after the opening."""
    events = [(0, opened or opening()), *rows]
    return [Recorded(version, event, round(1000 * at), "", "") for version, (at, event) in enumerate(events)]


def judged_at(rows, opened=None):
    """The final state and what was said of each fact: `accepted`, or the verdict with its rule."""
    states = list(judging.fold("m_test", timed(rows, opened)))
    said = [each.verdict if each.rule is None else f"{each.verdict} {each.rule}" for _, each in states[1:]]
    return states[-1][0], said


def judged(facts, **fields):
    """The same, a second between two facts."""
    return judged_at(list(enumerate(facts, 1)), opening(**fields))
