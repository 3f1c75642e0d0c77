"""A fact as it is listed: told in a sentence, with its judgement."""

from typing import NamedTuple

from flask_babel import gettext as _

from core.events import CheckersMoved, DiceRolled, TurnPassed
from service.handlers.match.timeline import RULED, MatchTimeline, TimelineEntry
from service.web.i18n import match_events


class FactRow(NamedTuple):
    """A fact with its judgement, as a list shows it."""

    version: int
    seat: str | None
    sentence: str
    state: str
    """The class that gives its border; with `icon` and `word`, which are empty for an accepted fact."""
    icon: str
    word: str
    rule: str | None
    explanation: str | None
    clock: str
    """The time since the match began."""
    at: int
    current: bool
    """True of the fact after which the page shows the board."""
    changes_others: bool
    ends: str
    """The ending of the game, if one ended with it."""
    settles: str
    turn: bool
    """True if a turn ended with it."""


def fact_row(line: TimelineEntry, watched: MatchTimeline) -> FactRow:
    """A fact with its judgement."""
    verdict, match = line.verdict, line.before
    state, icon, word = _state(line)
    counts = line.counts and not line.pending
    ended = verdict.game_finished if counts else None
    return FactRow(
        version=line.recorded.version,
        seat=getattr(line.recorded.event, "by", None),
        sentence=match_events.fact(line),
        state=state,
        icon=icon,
        word=word,
        rule=verdict.rule if not line.pending else None,
        explanation=verdict.explanation,
        clock=match_events.clock(line.recorded.at - watched.began),
        at=line.recorded.at,
        current=line.recorded.version == watched.version,
        changes_others=line.changes_others,
        ends=match_events.finished(match, ended.result) if ended else "",
        settles=match_events.settled(line.after) if counts and verdict.match_settled else "",
        turn=_is_turn(line),
    )


def _state(line: TimelineEntry) -> tuple[str, str, str]:
    """Class, icon and word of what became of a fact; empty for one that was simply accepted."""
    if line.pending:
        return "waiting", "…", _("not judged yet")
    if line.voided:
        return "voided", "⊘", _("taken back")
    if line.verdict.verdict == "refused":
        return "refused", "✕", _("refused")
    if line.stands:
        return "stands", "✔", _("stands by ruling") if line.stands == RULED else _("illegal, was played on")
    if line.verdict.verdict == "faulted":
        return "faulted", "▲", _("illegal")
    return "", "", ""


def _is_turn(line: TimelineEntry) -> bool:
    """True if a turn ended with this fact."""
    event = line.recorded.event
    ends = isinstance(event, CheckersMoved | TurnPassed)
    return line.counts and (ends or (isinstance(event, DiceRolled) and line.before.game.throw_is_play))
