"""A fact as it is listed: told in a sentence, with its judgement."""

from typing import Any

from flask_babel import gettext as _

from service.handlers.match.timeline import RULED, MatchTimeline, TimelineEntry
from service.web.i18n import match_events


def listed(line: TimelineEntry, watched: MatchTimeline) -> dict[str, Any]:
    """A fact with its judgement."""
    verdict, match = line.verdict, line.before
    state, icon, word = _state(line)
    counts = line.counts and not line.pending
    ended = verdict.game_finished if counts else None
    return {
        "version": line.recorded.version,
        "seat": getattr(line.recorded.event, "by", None),
        "told": match_events.fact(line),
        "state": state,
        "icon": icon,
        "word": word,
        "rule": verdict.rule if not line.pending else None,
        "explanation": verdict.explanation,
        "clock": match_events.clock(line.recorded.at - watched.began),
        "at": line.recorded.at,
        "by": line.recorded.by,
        "current": line.recorded.version == watched.version,
        "changes_others": line.changes_others,
        "ends": match_events.finished(match, ended.result) if ended else "",
        "settles": match_events.settled(line.after) if counts and verdict.match_settled else "",
    }


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
