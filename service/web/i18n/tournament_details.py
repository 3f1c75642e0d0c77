"""Details of a tournament in words: when it is, as readers of the language write dates."""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

from babel.dates import format_date
from flask_babel import gettext as _
from flask_babel import ngettext

from core.tournament.lateness import rule_of
from service.web.i18n import locale
from service.web.i18n.times import time_of_day

_DAY = "EEEE d MMMM y"


def when(details: Mapping[str, Any] | None) -> str:
    """From when to when, such as `Saturday 28 November 2026, 18:00 – 22:30`; empty if no date is told.

    The zone is told only to programs: a club's tournament is where its people are.
    """
    given = details or {}
    if not given.get("starts"):
        return ""
    day, time = _split(given["starts"])
    last, until = _split(given["ends"]) if given.get("ends") else (day, "")
    if last != day:
        return f"{_at(day, time)} – {_at(last, until)}"
    return _at(day, _("%(start)s – %(end)s", start=time, end=until) if time and until else time or until)


def lateness(details: Mapping[str, Any] | None, *, points: bool) -> str:
    """The rule for players who are late, in sentences; in matches to points a point is due. Empty without a rule."""
    rule = rule_of(details)
    if rule is None:
        return ""
    sentences = []
    if rule.after is not None:
        game, after = _("a point") if points else _("a game"), _minutes(rule.after)
        if rule.every is None:
            sentence = _("The opponent of a player who is %(minutes)s late gets %(game)s.", minutes=after, game=game)
        else:
            sentence = _(
                "The opponent of a player who is %(minutes)s late gets %(game)s, and one more for every further "
                "%(every)s.",
                minutes=after,
                game=game,
                every=_minutes(rule.every),
            )
        sentences.append(sentence)
    if rule.lost_after is not None:
        sentences.append(_("After %(minutes)s the match is lost.", minutes=_minutes(rule.lost_after)))
    return " ".join([*sentences, _("A referee decides who was late.")])


def laying_out(details: Mapping[str, Any] | None) -> str:
    """The sentence on players who may lay a board out without a referee; empty where a referee does."""
    if not (details or {}).get("agreed_positions"):
        return ""
    return _("The players may lay it out again on the phone without a referee, if they agree.")


def _minutes(count: int) -> str:
    return ngettext("%(num)s minute", "%(num)s minutes", count)


def _split(text: str) -> tuple[date, str]:
    """The day, and the time in the reader's language; it is empty where only a day is given."""
    moment = datetime.fromisoformat(text)
    return moment.date(), time_of_day(moment.hour, moment.minute) if "T" in text else ""


def _at(day: date, time: str) -> str:
    return _("%(day)s, %(time)s", day=_day(day), time=time) if time else _day(day)


def _day(day: date) -> str:
    text = format_date(day, _DAY, locale=locale.current())
    return text[0].upper() + text[1:]


def handicap(rule: Mapping[str, Any] | None) -> list[str]:
    """The announced rule of starts, a sentence each."""
    if not rule:
        return []
    if rule["by"] == "class":
        classes = ", ".join(f"{class_['name']} {class_['start']}" for class_ in rule["classes"])
        lines = [
            _("By classes the weaker player begins with points: %(classes)s. The difference is given.", classes=classes)
        ]
    elif rule.get("step"):
        count = rule.get("start", 1)
        points = ngettext("%(num)s point", "%(num)s points", count)
        lines = [
            _("The weaker player begins with %(points)s for each %(step)s of rating.", points=points, step=rule["step"])
        ]
    else:
        rows = ", ".join(f"{row['difference']}: {row['start']}" for row in rule["table"])
        lines = [_("The weaker player begins with points, by the difference of ratings: %(rows)s.", rows=rows)]
    if rule.get("most"):
        lines.append(_("At most %(most)s.", most=rule["most"]))
    if rule.get("counted") == "played":
        lines.append(_("In the table the points count that were played for."))
    rated = {
        "no": _("Matches with a start are not rated."),
        "as_played": _("Matches with a start are rated as they ended."),
        "allowed_for": _("Ratings allow for the start."),
    }
    return [*lines, rated[rule.get("rated", "no")]]


def time_up(rule: str | None) -> str:
    """The worth of a match that is unfinished when the time of its round is up; empty if nothing is announced."""
    return {
        "leader_wins": _("The player who leads has won. If both are level, a referee decides."),
        "half_each": _("Each player has half of it. A match of a knock-out is decided by a referee."),
        "referee": _("A referee decides."),
    }.get(rule or "", "")
