"""Messages of core as pages and forms show them: in the reader's language, or marked as English if they have none."""

from fractions import Fraction

from flask_babel import gettext as _
from markupsafe import Markup
from marshmallow import ValidationError

from core.errors import BradeError, Invalid
from core.messages import Message
from core.series import exact
from schemas.problems import paths_of
from service.translations import SOURCE, translated
from service.translations.isolation import isolated
from service.web.i18n import locale


def translate(message: str) -> Markup:
    """A message as a page shows it: in the reader's language; any other text is marked as English."""
    reader = locale.current()
    if isinstance(message, Message) or reader == SOURCE:
        return Markup.escape(translated(isolated(message), reader))
    return Markup('<span lang="{}">{}</span>').format(SOURCE, message)


def words(message: str) -> str:
    """A message as text in the reader's language; any other text as it is."""
    return translated(isolated(message), locale.current())


def wrong(error: Exception) -> tuple[Markup, ...]:
    """The errors of a request, a line each: the field as forms call it, and the message."""
    if not isinstance(error, ValidationError | Invalid):
        return (translate(message_of(error)),)
    found = paths_of(error) if isinstance(error, ValidationError) else error.problems
    lines = ((_field(path), translate(text)) for path, texts in found.items() for text in texts)
    return tuple(Markup("{}: {}").format(field, text) if field else text for field, text in lines)


def exact_number(number: Fraction) -> str:
    """An exact number to two decimals, with the decimal sign of the language."""
    return words(exact.shown(number))


def message_of(error: Exception) -> str:
    """The message of an error, with its pattern if it has one."""
    return error.message if isinstance(error, BradeError) else str(error)


def _field(path: str) -> str:
    names = {
        "reason": _("Reason"),
        "rule": _("Clause of your rules"),
        "points": _("Penalty points"),
        "outcome": _("Ending"),
        "winner": _("Winner"),
        "from_version": _("From fact"),
        "to_version": _("to fact"),
        "cube": _("Cube"),
        "starts": _("Starts"),
        "ends": _("Ends"),
        "minutes": _("Minutes"),
        "results": "",
        "type": "",
        "": "",
    }
    parts = path.split(".")
    name = names.get(parts[-1], path)
    if parts[0] == "results" and len(parts) > 2 and parts[1].isdecimal():
        game = _("Game %(number)s", number=int(parts[1]) + 1)
        return f"{game}, {name}"
    return name
