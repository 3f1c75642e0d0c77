"""The handicap in the form of an announcement: its fields, the rule that they say, and the fields of a rule."""

import re
from collections.abc import Mapping
from typing import Any

from flask_babel import gettext as _

from core.tournament.handicap import ALLOWED_FOR, AS_PLAYED, CLASS, NOT_RATED, PLAYED, RATING, WITH_START
from service.web.http.form_fields import whole_number

Values = Mapping[str, str]
STEP = "step"
BY, LINES, MOST, COUNTED, RATED = (f"handicap.{each}" for each in ("by", "lines", "most", "counted", "rated"))
_LINE = re.compile(r"(?P<from>[^:;]+?)\s*:\s*(?P<start>[0-9]{1,3})")


def ways() -> tuple[tuple[str, str], ...]:
    """The ways in which the start is found, each with its words."""
    return (
        ("", _("none: both begin with nothing")),
        (RATING, _("by the difference of ratings, a table")),
        (STEP, _("by the difference of ratings, for each step")),
        (CLASS, _("by the classes of the players")),
    )


def counted() -> tuple[tuple[str, str], ...]:
    """The points of such a match in the table."""
    return ((WITH_START, _("as the match ended, with the start")), (PLAYED, _("those that were played for")))


def rated() -> tuple[tuple[str, str], ...]:
    """The ratings of such a match."""
    return (
        (NOT_RATED, _("not rated")),
        (AS_PLAYED, _("rated as it ended")),
        (ALLOWED_FOR, _("rated, the start allowed for (only by ratings)")),
    )


def rule(values: Values) -> dict[str, Any] | None:
    """The rule of the fields as the API takes it; `None` if there is none."""
    way = values[BY]
    if not way:
        return None
    rows = [(matched["from"].strip(), int(matched["start"])) for matched in _LINE.finditer(values[LINES])]
    found: dict[str, Any] = {
        "by": CLASS if way == CLASS else RATING,
        "counted": values[COUNTED],
        "rated": values[RATED],
    }
    if way == CLASS:
        found["classes"] = [{"name": name.lstrip(" ,"), "start": start} for name, start in rows]
    elif way == STEP:
        found |= {"step": _number(rows[0][0]), "start": rows[0][1]} if rows else {"step": values[LINES]}
    else:
        found["table"] = [{"difference": _number(difference), "start": start} for difference, start in rows]
    return found | ({"most": _number(values[MOST])} if values[MOST] else {})


def fields(rule: Mapping[str, Any] | None) -> dict[str, str]:
    """The fields of a rule."""
    if not rule:
        return {BY: ""}
    if rule["by"] == CLASS:
        way, rows = CLASS, [(class_["name"], class_["start"]) for class_ in rule["classes"]]
    elif rule.get("step"):
        way, rows = STEP, [(rule["step"], rule.get("start", 1))]
    else:
        way, rows = RATING, [(row["difference"], row["start"]) for row in rule["table"]]
    return {
        BY: way,
        LINES: ", ".join(f"{each}: {start}" for each, start in rows),
        MOST: str(rule.get("most") or ""),
        COUNTED: rule.get("counted", WITH_START),
        RATED: rule.get("rated", NOT_RATED),
    }


def _number(text: str) -> object:
    """The number of a text; the text itself where it is none, which the request then names."""
    plain = text.strip(" ,")
    found = whole_number(plain)
    return plain if found is None else found
