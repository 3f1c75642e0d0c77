"""Messages of core as pages and forms show them: in the reader's language, or marked as English if they have none."""

import re
from fractions import Fraction
from typing import Any, Protocol

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

_CLOSING = re.compile(r"(.*?)((?:</[^>]*>)*)\s*", re.DOTALL)
_PLAIN_WORD = re.compile(r"\A(<[^>]*>|)([a-zåäö])(?=[a-zåäö]*[,:;]?(?:\s|$))")


class MatchName(Protocol):
    """A text with the words for a match in place of its id; `beside_players`: the sentence names its players itself."""

    def __call__(self, text: str, *, beside_players: bool) -> str:
        """The words for the match of this id; any other text as it is."""


def translate(message: str) -> Markup:
    """A message as a page shows it: in the reader's language; any other text is marked as English."""
    reader = locale.current()
    if isinstance(message, Message) or reader == SOURCE:
        return Markup.escape(translated(isolated(message), reader))
    return Markup('<span lang="{}">{}</span>').format(SOURCE, message)


def sentence(message: str) -> Markup:
    """A message that stands by itself on a page, as `translate`: a sentence."""
    return Markup(as_sentence(translate(message)))  # noqa: S704 - escaped by `translate`


def words(message: str) -> str:
    """A message as text in the reader's language; any other text as it is."""
    return translated(isolated(message), locale.current())


def capitalised(text: str) -> str:
    """A text with a capital at its beginning, unless an id or a name begins it; in what is escaped, behind a mark."""
    return _PLAIN_WORD.sub(lambda matched: matched[1] + matched[2].upper(), text)


def as_sentence(text: str) -> str:
    """A text, escaped or not, with a capital at its beginning and a full stop at its end; an empty one as it is."""
    matched = _CLOSING.fullmatch(capitalised(text))
    assert matched is not None, "the pattern takes anything"
    words, marks = matched.groups()
    return words + ("" if words[-1:] in ".!?…:" else ".") + marks


def wrong(error: Exception, match_name: MatchName) -> tuple[Markup, ...]:
    """The errors of a request, a line each: the field as forms call it, and the message with the names of matches."""
    if not isinstance(error, ValidationError | Invalid):
        return (translate(_with_names(message_of(error), match_name)),)
    found = paths_of(error) if isinstance(error, ValidationError) else error.problems
    named = ((path, _with_names(text, match_name)) for path, texts in found.items() for text in texts)
    lines = ((_field(path), translate(text)) for path, text in named)
    return tuple(Markup("{}: {}").format(field, text) if field else text for field, text in lines)


def _with_names(message: str, match_name: MatchName) -> str:
    """A message that names matches as people know them, where it has their ids."""
    return message if not isinstance(message, Message) else _named(message, match_name)


def _named(message: Message, match_name: MatchName) -> Message:
    def shown(value: Any) -> Any:
        if isinstance(value, Message):
            return _named(value, match_name)
        if isinstance(value, str):
            return match_name(value, beside_players="players" in message.values)
        return [shown(item) for item in value] if isinstance(value, list | tuple) else value

    return Message(message.pattern, {name: shown(value) for name, value in message.values.items()}, message.code)


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
