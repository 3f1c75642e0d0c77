"""What core says, as pages and forms show it: in the reader's language, or marked as English where nobody knows it."""

from collections.abc import Collection

from flask_babel import gettext as _
from markupsafe import Markup
from marshmallow import ValidationError

from core.errors import Malformed
from schemas.errors import paths_of
from service.web import languages
from service.web.pages import retelling

_REASONS = (
    "its players changed with a result", "%(names)s withdrew", "%(row_name)s came late and plays",
    "%(entry_name)s is lined up anew",
)  # fmt: skip


def told(said: str) -> Markup:
    """A sentence of core as a page shows it: in the reader's language, or marked as English."""
    found = retelling.translated(said, languages.current())
    return Markup('<span lang="{}">{}</span>').format(retelling.SOURCE, said) if found is None else Markup.escape(found)


def wrong(error: Exception) -> tuple[Markup, ...]:
    """What is wrong with a request, a line each: the field as forms call it, and what is wrong with it."""
    if not isinstance(error, ValidationError | Malformed):
        return (told(str(error)),)
    found = paths_of(error) if isinstance(error, ValidationError) else error.problems
    lines = ((_field(path), told(said)) for path, texts in found.items() for said in texts)
    return tuple(Markup("{}: {}").format(field, said) if field else said for field, said in lines)


def _field(path: str) -> str:
    names = {
        "reason": _("Reason"), "rule": _("Clause of your rules"), "points": _("Penalty points"), "outcome": _("Ending"),
        "winner": _("Winner"), "from_version": _("From fact"), "to_version": _("to fact"), "cube": _("Cube"),
        "results": "", "type": "", "": "",
    }  # fmt: skip
    parts = path.split(".")
    name = names.get(parts[-1], path)
    if parts[0] == "results" and len(parts) > 2 and parts[1].isdecimal():
        game = _("Game %(number)s", number=int(parts[1]) + 1)
        return f"{game}, {name}"
    return name


def reason(said: str, names: Collection[str]) -> str:
    """A reason that brade gave itself for what happened to people of these names; what anybody else typed stays."""
    for message in _REASONS:
        found = retelling.values(message, said)
        if found is not None and all(_are(who, names) for who in found.values()):
            return retelling.translated(said, languages.current()) or said
    return said


def _are(who: str, names: Collection[str]) -> bool:
    return who in names or all(each in names for each in who.split(" and "))
