"""The planner's answer beside the form: every format with every length of match, and if it fits into the evening."""

from typing import Any, NamedTuple

from flask_babel import gettext as _
from flask_babel import ngettext
from marshmallow import ValidationError

from core.errors import Invalid
from core.games import game_of
from core.tournament.formats import format_of
from core.tournament.planning.game_lengths import GameLengths
from schemas.requests.match_terms import TermsRule
from schemas.requests.matches import Length
from service.handlers.planning.lengths import lengths_for
from service.handlers.planning.plan import NO, PERHAPS, YES, Basis, Counted, FormatPlan, Question, lengths_of, planned
from service.web.api.plans import kept
from service.web.http.context import deps
from service.web.i18n import tournament_labels
from service.web.i18n.labels import number_of
from service.web.i18n.times import time_of_day
from service.web.pages.announcing import form

Json = dict[str, Any]
_FAR = 180
"""Minutes too late from which a plan is told by its length."""
_WITH_SWISS, _MOST_TRIED = ("swiss", "swiss_then_knockout"), 8
"""The formats whose rounds can be fewer, and how many numbers of them are tried."""


def lengths(game: str) -> list[tuple[str, str]]:
    """The lengths of match that the form offers for a game, by the value of its field."""
    return [(".".join(map(str, next(iter(length.items())))), number_of(length)) for length in lengths_of(game_of(game))]


def plan_part(values: form.Values, club: str) -> Json | None:
    """The plans as the page of a club shows them; `None` while players, tables or times cannot be read."""
    asked = form.plan_question(values)
    if asked is None or values["game"] not in {each for each, _name in form.games()}:
        return None
    stop = "when_decided" if values["stop"] == "when_decided" else "all_games"
    question = Question(values["game"], *asked, stop=stop, round_minutes=form.round_minutes(values))
    games = lengths_for(deps(), club, question.game)
    plans = kept(deps(), question, games)
    own = {value: _own({**values, "length": value}, question, games) for value, _word in lengths(values["game"])}
    begins, labels = form.begins(values), tournament_labels.labels()
    rows: list[Json] = []
    now: Json = {}
    for each in plans.plans:
        if not rows or rows[-1]["key"] != each.format:
            name = labels.format(format_of(each.format).name)
            rows.append({"key": each.format, "name": name, "cells": [], "count": "", "note": ""})
        value = ".".join(map(str, next(iter(each.length.items()))))
        chosen = (each.format, value) == (values["format"], values["length"])
        plan = (own.get(value) if each.format == values["format"] else None) or each
        rows[-1]["cells"].append({"length": number_of(each.length), "chosen": chosen, **_cell(plan, begins)})
        if chosen:
            now = {"format": rows[-1]["name"], **rows[-1]["cells"][-1]}
        if plan.possible and (chosen or not rows[-1]["count"]):
            rows[-1]["count"] = _count(plan)
        if each.format in _WITH_SWISS and plan.rounds and value == values["length"] and plan.fits != YES:
            rows[-1]["note"] = _fewer_rounds(question, each, plan.rounds.most, games)
    for row in rows:
        row["near"] = any(cell["chosen"] or cell["fits"] in (YES, PERHAPS) for cell in row["cells"])
    return {
        "rows": rows,
        "now": now,
        "asked": asked,
        "participants": form.participants(values),
        "until": " ".join(clock(begins + asked.minutes)).strip(),
        "basis": _basis(plans.lengths),
    }


def _own(values: form.Values, question: Question, games: GameLengths) -> FormatPlan | None:
    """The plan of the chosen format with the settings that were chosen, if these can be read."""
    kind, _dot, count = values["length"].partition(".")
    try:
        chosen, settings = format_of(values["format"]), form.settings(values)
        length = Length().load({kind: int(count)})  # within its bounds: every game of it is drawn
        terms = [TermsRule().load(rule) for rule in form.terms(values)]
        return planned(question, chosen, settings, length, games, terms)
    except (Invalid, ValidationError, ValueError, LookupError):
        return None


def _fewer_rounds(question: Question, asked: FormatPlan, rounds: int, games: GameLengths) -> str:
    """The most rounds of a Swiss that fit into the evening, in words; empty if not even one does."""
    fewer = _most_rounds(question, asked, rounds, games)
    return ngettext("It fits with %(num)s round.", "It fits with %(num)s rounds.", fewer) if fewer else ""


def _most_rounds(question: Question, asked: FormatPlan, rounds: int, games: GameLengths) -> int:
    for fewer in range(min(rounds - 1, _MOST_TRIED), 0, -1):
        plan = planned(question, format_of(asked.format), {"rounds": fewer}, asked.length, games)
        if plan.possible and plan.fits == YES:
            return fewer
    return 0


def rounds_that_fit(values: form.Values, club: str) -> str:
    """The number of rounds with which the chosen Swiss fits: as many as fit the players (0), or fewer."""
    asked = form.plan_question(values)
    if asked is None:
        return "0"
    question = Question(values["game"], *asked, stop="all_games", round_minutes=form.round_minutes(values))
    games = lengths_for(deps(), club, question.game)
    plan = _own(values, question, games)
    if plan is None or plan.rounds is None or plan.fits == YES:
        return "0"
    return str(_most_rounds(question, plan, plan.rounds.most, games))


def _count(plan: FormatPlan) -> str:
    rounds, matches = plan.rounds, plan.matches
    if rounds is None or matches is None:
        return ""
    return ", ".join(
        (
            ngettext("%(count)s round", "%(count)s rounds", rounds.most, count=_range(rounds)),
            ngettext("%(count)s match", "%(count)s matches", matches.most, count=_range(matches)),
        )
    )


def _range(counted: Counted) -> str:
    return str(counted.most) if counted.fewest == counted.most else f"{counted.fewest}–{counted.most}"


def _cell(plan: FormatPlan, begins: int) -> Json:
    end, minutes_late = plan.end, plan.minutes_late
    if end is None or minutes_late is None:
        return {"fits": "", "word": _("not possible"), "end": "", "day": "", "interval": ""}
    if minutes_late >= _FAR:  # a time of another day would say less
        late = _("%(time)s late", time=duration(minutes_late))
        return {"fits": NO, "word": late, "end": duration(end.expected), "day": "", "interval": ""}
    word = {
        YES: _("fits"),
        PERHAPS: _("fits barely"),
        NO: _("%(time)s late", time=duration(minutes_late)),
    }[plan.fits or NO]
    (time, day), early, late = (clock(begins + each) for each in (end.expected, end.early, end.late))
    return {"fits": plan.fits, "word": word, "end": time, "day": day, "interval": f"{early.time}–{late.time}"}


class TimeOfDay(NamedTuple):
    """A time of day, and in words on which of the days after the first; empty for the first."""

    time: str
    day: str


def clock(minutes: int) -> TimeOfDay:
    """A time to five minutes, by the minutes after the midnight before the first day."""
    days, rest = divmod(round(minutes / 5) * 5, 24 * 60)
    later = ngettext("the next day", "%(num)s days later", days) if days else ""
    return TimeOfDay(time_of_day(*divmod(rest, 60)), later)


def duration(minutes: int) -> str:
    """A time in minutes, or in hours where there are many."""
    if minutes < 90:
        return _("%(num)s min", num=max(5, round(minutes / 5) * 5))
    return _("%(num)s h", num=round(minutes / 60))


def _basis(lengths_used: Basis) -> str:
    if lengths_used.measured:
        return _(
            "Measured on %(count)s games of your club: a game takes about %(minutes)s minutes.",
            count=lengths_used.measured,
            minutes=lengths_used.minutes_a_game,
        )
    return _(
        "A game is expected to take about %(minutes)s minutes: turns that were counted, at %(seconds)s seconds each.",
        minutes=lengths_used.minutes_a_game,
        seconds=lengths_used.seconds_a_turn,
    )
