"""The form of an announcement: fields to a command, a tournament to fields, and what is wrong with which field."""

import re
from collections.abc import Mapping
from datetime import date, datetime, timedelta
from typing import Any, NamedTuple

from flask import request
from flask_babel import gettext as _
from flask_babel import ngettext
from marshmallow import ValidationError

from core.dice.choice import OPTION, SERVICE
from core.errors import Invalid, NotAllowed
from core.games import GAMES
from core.tournament.formats import FORMATS
from core.tournament.planning.plan import MOST_PLAYERS, MOST_TABLES
from core.tournament.standings.tie_breaks import PRESETS
from schemas.problems import paths_of
from schemas.requests.details import PRIZES
from schemas.requests.tournaments import TournamentAnnouncing
from service.local_times import instant
from service.web.http.form_fields import whole_number
from service.web.i18n import core_messages, labels, tournament_labels
from service.web.i18n.times import machine_zone
from service.web.pages.announcing import handicap, options
from service.web.pages.announcing.options import CHOICE, ORDER, OWN, TERMS, WAY, YES

Json = dict[str, Any]
Values = Mapping[str, str]
Wrong = dict[str, list[Any]]
DETAILS = ("place", "description", "contact", "fee", "fee_again", "zone")
LATENESS = {"late_after": "after", "late_every": "every", "late_lost": "lost_after"}
"""Fields of the rule for players who are late, and their names in the details."""
FIELDS = (
    "name",
    "game",
    "format",
    "length",
    "players",
    "teams",
    "tables",
    "date",
    "last_day",
    "from",
    "until",
    "published",
    "prizes",
    "schedule",
    "round_minutes",
    "overlay_delay",
    *LATENESS,
    "agreed_positions",
    *DETAILS,
    "as",
    "template",
    "players_too",
    "series",
    "final",
    "finalists",
    "factor",
)
"""The fields; `as` is the id of the tournament that is announced again, whose `players_too` enter, in a `series`.

`final` is the id of the series whose final it is, with the ids of its `finalists`. It counts with the `factor`.
"""
NAME = 100
"""Characters of a name."""
_FIRST, _LAST = "18:00", "22:30"
"""An evening, as clubs play where no other time is told."""

_SATURDAY = 5
_DAY_MS = 24 * 60 * 60 * 1000
_USUAL_BOARDS = 4
"""Players of a team that is expected, until the form says how many boards there are."""

_PLACES = re.compile(r"(?P<first>[0-9]{1,4})(?:\s*[-–]\s*(?P<last>[0-9]{1,4}))?\s*[.:)]\s+(?P<text>\S.*)")
_DAY = 24 * 60
_LONGEST_ROUND = 10_080
"""Minutes of a round, as the announcement takes them."""


class PlanQuestion(NamedTuple):
    """A question to the planner: players, tables and minutes."""

    players: int
    tables: int
    minutes: int


def blank(name: str, players: int, date: str) -> dict[str, str]:
    """The form before a person types."""
    return {
        **options.defaults(),
        **dict.fromkeys(FIELDS, ""),
        "name": name,
        "game": "swedish",
        "format": "swiss",
        "length": "games.3",
        "players": str(players),
        "teams": str(max(2, players // _USUAL_BOARDS)),
        "tables": str(max(1, players // 2)),
        "date": date,
        "from": _FIRST,
        "until": _LAST,
        "published": "1",
        "zone": machine_zone(),
    }


def sent() -> dict[str, str]:
    """The fields as they were sent: a checkbox that is not there is off, an option that is not there is as usual."""
    usual = {option.name: option.default for part in options.parts() for option in part.options if option.kind != YES}
    names = (*FIELDS, *options.defaults())
    values = {name: request.form.get(name, usual.get(name, "")).strip() for name in names}
    for drop_string in options.drop_strings():
        if way := request.form.get(drop_string.name + WAY):
            values[drop_string.name] = options.drop_string(drop_string, way, values[drop_string.name])
    return values


# ── to a command ─────────────────────────────────────────────────────────────────────────────────────────────────────
def command(values: Values) -> Json:
    """The announcement as the API takes it."""
    kind, _dot, count = values["length"].partition(".")
    return {
        "name": values["name"],
        "game": values["game"],
        "format": values["format"],
        "length": {kind: _number(count)},
        "published": bool(values["published"]),
        "details": details(values),
        "options": {OPTION: SERVICE} if values["service_dice"] else {},
        **_others(values),
    }


def settings(values: Values) -> Json:
    """The settings of the chosen format."""
    words: Json = {}
    for part in options.parts():
        for option in part.options if part.form == values["format"] else ():
            text, name = values[option.name], option.name.partition(".")[2]
            if option.kind == YES:
                words[name] = bool(text)
            elif option.kind == CHOICE and all(value.isdigit() for value, _word in option.choices):
                words[name] = _number(text)
            else:
                words[name] = text
    return words


def _others(values: Values) -> Json:
    scoring = {
        name.partition(".")[2]: _number(text) for name, text in values.items() if name.startswith("scoring.") and text
    }
    own = [code for name in ORDER if (code := values[name])]
    return {
        "settings": settings(values),
        "check": values["check"],
        "stop": values["stop"],
        "scoring": scoring,
        "tie_breaks": own if values["preset"] == OWN else list(PRESETS.get(values["preset"], ())),
        "terms": terms(values),
        **{name: bool(values[name]) for name in ("check_in", "drafts", "confirm")},
        **({"time_up": values["time_up"]} if values["time_up"] else {}),
        **({"handicap": rule} if (rule := handicap.rule(values)) else {}),
    }


def terms(values: Values) -> list[Json]:
    """The rules of other lengths of match."""
    return [_rule(values, place) for place in _rules(values)]


def _rules(values: Values) -> list[int]:
    return [place for place in TERMS if values[f"terms.{place}.stage"] or values[f"terms.{place}.from_end"]]


def _rule(values: Values, place: int) -> Json:
    kind, _dot, count = values[f"terms.{place}.length"].partition(".")
    stage, from_end = (values[f"terms.{place}.{name}"] for name in ("stage", "from_end"))
    rule: Json = {"length": {kind: _number(count)}}
    return rule | ({"stage": stage} if stage else {}) | ({"from_end": _number(from_end)} if from_end else {})


def details(values: Values) -> Json:
    """The details. A time without a date is told to the planner alone; an end before the start is on the next day."""
    found: Json = {name: values[name].replace("\r\n", "\n") or None for name in DETAILS}
    found |= {
        "starts": None,
        "ends": None,
        "round_minutes": _number(values["round_minutes"]) if values["round_minutes"] else None,
        "overlay_delay": _number(values["overlay_delay"]) if values["overlay_delay"] else None,
        "lateness": {name: _number(values[field]) for field, name in LATENESS.items() if values[field]} or None,
        "agreed_positions": bool(values["agreed_positions"]) or None,
        "prizes": prizes(values["prizes"]),
        "schedule": [_step(line) for line in values["schedule"].splitlines() if line.strip()],
    }
    if day := values["date"]:
        found["starts"] = f"{day}T{values['from']}" if values["from"] else day
        found["ends"] = _ends(values)
    return found


def _ends(values: Values) -> str | None:
    """The end on the last day, if one is named; else on the same day, or on the next one if it is before the start."""
    first, last, begins_at, ends_at = (values[name] for name in ("date", "last_day", "from", "until"))
    if last:
        return f"{last}T{ends_at}" if ends_at else last
    if not begins_at or not ends_at:
        return None
    return f"{next_day(first) if ends_at < begins_at else first}T{ends_at}"


def _step(line: str) -> Json:
    first, _space, rest = line.strip().partition(" ")
    return {"time": first, "text": rest.strip()} if rest.strip() and first[:1].isdigit() else {"text": line.strip()}


def prizes(lines: str) -> list[Json]:
    """The prizes of these lines, as the API takes them."""
    return [prize for line in lines.splitlines() if line.strip() for prize in _prizes(line.strip())]


def _prizes(line: str) -> list[Json]:
    """A line such as `1. Plaque`, or one for each place of `3–4: Book`."""
    matched = _PLACES.fullmatch(line)
    if not matched:
        return [{"text": line}]
    first, last = int(matched["first"]), int(matched["last"] or matched["first"])
    return [{"place": place, "text": matched["text"]} for place in range(first, min(last, first + PRIZES) + 1)]


def next_day(day: str) -> str:
    try:
        return (date.fromisoformat(day) + timedelta(days=1)).isoformat()
    except (ValueError, OverflowError):  # no date, or the last day of the calendar
        return day


def _number(text: str) -> object:
    digits = text.removeprefix("-")
    number = whole_number(digits)
    return text if number is None else -number if text.startswith("-") else number


# ── what is wrong ────────────────────────────────────────────────────────────────────────────────────────────────────
def wrong_fields(values: Values) -> Wrong:
    """Every wrong field with its messages; empty if the announcement can be written."""
    wrong: Wrong = {}
    try:
        TournamentAnnouncing().load(command(values))
    except ValidationError as error:
        wrong = by_field(values, error)
    boards = boards_of(values)
    participants = ("players", 1, MOST_PLAYERS) if boards is None else ("teams", 2, max(2, MOST_PLAYERS // boards))
    for name, least, most in (participants, ("tables", 1, MOST_TABLES)):
        number = whole_number(values[name])
        if values[name] and (number is None or not least <= number <= most):
            wrong[name] = [_("Write a number from %(least)s to %(most)s.", least=least, most=most)]
    for name in ("from", "until"):
        if _minutes(values[name]) is None and values[name]:
            wrong[name] = [_("Write a time such as 18:30.")]
    return wrong


def by_field(values: Values, error: ValidationError | Invalid | NotAllowed) -> Wrong:
    """The messages of an error by the field of the form that they are about."""
    found = paths_of(error) if isinstance(error, ValidationError) else error.problems
    wrong: Wrong = {}
    for path, messages in found.items():
        field = _field(path, values)
        text = [
            _name_missing() if field == "name" and not values["name"] else core_messages.sentence(message)
            for message in messages
        ]
        wrong.setdefault(field, []).extend(text)
    return wrong


def _name_missing() -> str:
    return _("Write a name.")


def _field(path: str, values: Values) -> str:
    first, _dot, rest = path.partition(".")
    if first == "details":
        name, _dot, part = rest.partition(".")
        if name == "lateness":
            return next((field for field, each in LATENESS.items() if each == part), "late_after")
        ends = "last_day" if values["last_day"] else "until"
        return {"starts": "date", "ends": ends}.get(name, name)
    if first == "settings":
        return f"{values['format']}.{rest.partition('.')[0]}"
    if first == "terms" and rest:
        place = int(rest.partition(".")[0])
        rules = _rules(values)
        return f"terms.{rules[place]}.stage" if place < len(rules) else "terms.1.stage"
    if first == "handicap":
        return {"most": handicap.MOST, "rated": handicap.RATED}.get(rest.partition(".")[0], handicap.LINES)
    return {"tie_breaks": "preset"}.get(first, path if first == "scoring" else first)


# ── the planner's question ───────────────────────────────────────────────────────────────────────────────────────────
def boards_of(values: Values) -> int | None:
    """The boards of a meeting in a format of teams, which are the players of a team; `None` where no teams play."""
    if not any(format_.key == values["format"] and format_.teams for format_ in FORMATS):
        return None
    return max(1, whole_number(values[f"{values['format']}.boards"]) or _USUAL_BOARDS)


def participants(values: Values) -> str:
    """The players or teams that are expected, in words."""
    boards, teams = boards_of(values), whole_number(values["teams"]) or 0
    players = whole_number(values["players"]) or 0
    if boards is None:
        return ngettext("%(num)s player", "%(num)s players", players)
    return ngettext("%(num)s team", "%(num)s teams", teams)


def plan_question(values: Values) -> PlanQuestion | None:
    """The question to the planner; `None` where players, teams or tables are no numbers in their bounds."""
    players, teams, tables = (whole_number(values[name]) for name in ("players", "teams", "tables"))
    if (boards := boards_of(values)) is not None:
        players = None if teams is None or teams < 2 else teams * boards
    if players is None or tables is None or not 2 <= players <= MOST_PLAYERS or not 1 <= tables <= MOST_TABLES:
        return None
    begins, ends = _minutes(values["from"] or _FIRST), _minutes(values["until"] or _LAST)
    if begins is None or ends is None:
        return None
    return PlanQuestion(players, tables, (ends - begins) % _DAY or _DAY)


def round_minutes(values: Values) -> int | None:
    """The announced minutes of a round; `None` without any, or while they cannot be read."""
    minutes = whole_number(values["round_minutes"])
    return minutes if minutes and minutes <= _LONGEST_ROUND else None


def tables(values: Values) -> list[str]:
    """The names of the tables: their numbers."""
    count = whole_number(values["tables"])
    return [str(number) for number in range(1, count + 1)] if count and count <= MOST_TABLES else []


def begins(values: Values) -> int:
    """Minutes after midnight at which the first match begins."""
    return _minutes(values["from"] or _FIRST) or 0


def _minutes(text: str) -> int | None:
    hours, colon, minutes = text.partition(":")
    numbers = whole_number(hours), whole_number(minutes[:2])
    if not colon or numbers[0] is None or numbers[1] is None or numbers[0] > 23 or numbers[1] > 59:
        return None
    return numbers[0] * 60 + numbers[1]


# ── what is offered ───────────────────────────────────────────────────────────────────────────────────────────────────
def games() -> list[tuple[str, str]]:
    """The games that can be played in a tournament, by key and name."""
    return [(game.key, labels.game_name(game)) for game in GAMES if game.fewest <= 2]


def formats() -> list[Json]:
    """The formats as they are chosen."""
    words = tournament_labels.labels()
    return [
        {
            "key": format_.key,
            "name": words.format(format_.name),
            "sentence": options.format_sentence(format_.key),
            "teams": format_.teams,
        }
        for format_ in FORMATS
    ]


def is_past(values: Values, now: int) -> bool:
    """True if it would begin before that time (Unix ms): on a day before, where no time of the day is told."""
    given = details(values)
    starts = str(given.get("starts") or "")
    if not starts:
        return False
    return instant(starts, given) + (0 if "T" in starts else _DAY_MS) <= now


def next_saturday(now: int) -> str:
    """The first Saturday from the day of a time (Unix ms) on, by the clock of the machine."""
    day = datetime.fromtimestamp(now / 1000).astimezone().date()
    return (day + timedelta((_SATURDAY - day.weekday()) % 7)).isoformat()
