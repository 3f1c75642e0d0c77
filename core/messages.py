"""Sentences as data: a pattern and its values, which read as English and can be translated.

A `Message` is a `str`: its English text. So it is written, compared and stored as that text. Its pattern and values
are what a catalogue translates, and what JSON gives beside the text.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from typing import Any, Self

from core.coded_messages import PATTERNS
from core.former_wordings import UNCODED

Value = Any
"""A text, a number, a `Message`, or several of these, which are read with commas between them."""
Json = dict[str, Any]
_BETWEEN = ", "
_ONE = (str, int)
"""The types of a value that is not several."""


class Message(str):
    """A sentence, or a part of one, in English. `pattern` names each of `values` in braces.

    `code` is the name of a message that is stored, which stays as it is when the sentence is written anew; empty for
    any other.
    """

    __slots__ = ("code", "pattern", "values")
    code: str
    pattern: str
    values: Mapping[str, Value]

    def __new__(cls, pattern: str, values: Mapping[str, Value], code: str = "") -> Self:
        """The message of a pattern. Raises `KeyError` if a value is missing."""
        frozen = dict(values)
        several = {name: _frozen(value) for name, value in values.items() if not isinstance(value, _ONE)}
        if several:
            frozen |= several
        text = rendered(pattern, frozen) if several else pattern.format_map(frozen)
        message = super().__new__(cls, text)
        message.pattern, message.values, message.code = pattern, frozen, code
        return message

    def __reduce__(self) -> tuple[Any, ...]:
        """Copies and pickles keep the pattern."""
        return type(self), (self.pattern, self.values, self.code)


def say(pattern: str, code: str = "", /, **values: Value) -> str:
    """The message of a pattern that stands in the source, where the catalogues' extractor finds it.

    One that is stored has a `code`, by which it is read again in its present wording (`core.coded_messages`). It is
    declared as the `str` that it is, since most callers need no more; `to_json` gives the pattern.

    >>> say("round {number} waits for {names}", number=2, names=["Åsa", "Bo"])
    'round 2 waits for Åsa, Bo'
    """
    return Message(pattern, values, code)


def term(word: object) -> str:
    """A word of brade, such as a seat, an ending or the name of a game: catalogues translate it; a typed name is none.

    >>> to_json(say("{seat} has passed", seat=term("white")))
    {'pattern': '{seat} has passed', 'values': {'seat': {'pattern': 'white', 'values': {}}}}
    """
    return Message(_escaped(str(word)), {})


def terms(values: Iterable[object]) -> tuple[str, ...]:
    """Several words, as `term`."""
    return tuple(map(term, values))


def landing(start: int | str, end: int | str) -> str:
    """A landing in a sentence, written as in the text of a turn.

    >>> landing(20, "off")
    '20/off'
    """
    from_, to = (term(each) if isinstance(each, str) else each for each in (start, end))
    return say("{start}/{end}", "landing", start=from_, end=to)


def shown_landings(landings: Iterable[Sequence[Any]]) -> str:
    """Landings in a sentence: from, to, and by whom if the opponent makes it.

    >>> shown_landings([(3, "down"), (2, "down", "opponent")])
    '3/down, 2/down by the opponent'
    """
    written = [(landing(start, end), by) for start, end, *by in landings]
    each = [
        say("{landing} by the opponent", "landing_by_opponent", landing=shown) if by else shown for shown, by in written
    ]
    return each[0] if len(each) == 1 else say("{landings}", "landings", landings=each)


def left_over(dice: Sequence[Value]) -> Value:
    """The dice that are not played yet, in a sentence.

    >>> left_over([6, 4]), left_over([])
    ('6 and 4', 'nothing')
    """
    return together(dice) if dice else term("nothing")


def rendered(pattern: str, values: Mapping[str, Value]) -> str:
    """The text of a pattern with these values. Raises `KeyError` if one is missing."""
    return pattern.format_map({name: _shown(value) for name, value in values.items()})


def to_json(text: str) -> Json | None:
    """The code, pattern and values of a message, those that are messages in the same form; `None` of any other text.

    The code is left out where a message has none.
    """
    if not isinstance(text, Message):
        return None
    code = {"code": text.code} if text.code else {}
    return code | {"pattern": text.pattern, "values": {name: _to_json(value) for name, value in text.values.items()}}


def quoted(value: object) -> str:
    """A text that a request holds, in quotes, as `repr` writes it."""
    return say("'{text}'", "quoted", text=value) if repr(value) == f"'{value}'" else repr(value)


def either(values: Iterable[Value]) -> Value:
    """Several values, of which one is meant: `1 or 2`."""
    return reduce(lambda first, second: say("{first} or {second}", "either", first=first, second=second), values)


def together(values: Iterable[Value]) -> Value:
    """Several values, of which all are meant: `1 and 2`. Raises `TypeError` if there is none."""
    return reduce(lambda first, second: say("{first} and {second}", "together", first=first, second=second), values)


def one_after_another(values: Iterable[Value]) -> Value:
    """Several values that may hold commas themselves: `1; 2`."""
    return reduce(
        lambda first, second: say("{first}; {second}", "one_after_another", first=first, second=second), values
    )


def beside(names: Iterable[str]) -> str:
    """The players of a match: `Åsa – Bo`. Raises `TypeError` if there is none."""
    return reduce(lambda first, second: say("{first} – {second}", "beside", first=first, second=second), names)


def because(sentence: str, reason: str) -> str:
    """A sentence and the reason that was given, if one was."""
    return say("{sentence}: {reason}", "because", sentence=sentence, reason=reason) if reason else sentence


def sentences(parts: Iterable[Value]) -> Value:
    """Several sentences, one behind the other. Raises `TypeError` if there is none."""
    return reduce(lambda first, second: say("{first} {second}", "sentences", first=first, second=second), parts)


def explanation_of(data: Mapping[str, Any]) -> str:
    """The explanation in a verdict's JSON, in its present wording; without a message the text as it was stored."""
    return from_json(data.get("message"), data["explanation"])


def is_same(made: Any, stored: Any) -> bool:
    """True if JSON that is made now says the same as what is stored, whatever the wording of its explanations.

    An explanation is the same if its message has the same code and values: no sentence is compared. Earlier versions
    kept no `message` beside an explanation, no `code` in it, and no `cause` of a call.
    """
    if isinstance(made, dict) and isinstance(stored, dict):
        absent = {name for name in _KEPT_LATER if name not in stored}
        if made.keys() - absent != stored.keys():
            return False
        worded = _WORDING if "explanation" in made else set[str]()
        if worded and not is_same_sentence(*(explanation_of(each) for each in (made, stored))):
            return False
        return all(is_same(made[name], stored[name]) for name in stored.keys() - worded)
    if isinstance(made, list) and isinstance(stored, list):
        return len(made) == len(stored) and all(map(is_same, made, stored))
    return bool(made == stored)


_WORDING = {"explanation", "message"}
_KEPT_LATER = ("message", "cause")


def is_same_sentence(made: str | None, stored: str | None) -> bool:
    """True if two explanations say the same: both are messages of one code and the same values, or one is mere text."""
    if not (isinstance(made, Message) and isinstance(stored, Message)):
        return (made is None) == (stored is None)
    return _is_same_value(made, stored)


def _is_same_value(made: Value, stored: Value) -> bool:
    """True if two values are the same without any wording: codes, numbers, and texts that people typed."""
    if isinstance(made, Message) and isinstance(stored, Message):
        codes = {made.code, stored.code} - {""}
        names = made.values.keys()
        return (
            len(codes) < 2
            and names == stored.values.keys()
            and all(_is_same_value(made.values[name], stored.values[name]) for name in names)
        )
    if isinstance(made, tuple) and isinstance(stored, tuple):
        return len(made) == len(stored) and all(map(_is_same_value, made, stored))
    return bool(made == stored)


def from_json(message: Mapping[str, Any] | None, text: str) -> str:
    """The message of its JSON form, in its present wording; `text` where there is none, as in earlier versions."""
    return text if message is None else _message(message)


def to_text(message: str) -> str:
    """One line that keeps a text with its pattern and values.

    >>> to_json(from_text(to_text(say("version {version} is missing", version=3))))
    {'pattern': 'version {version} is missing', 'values': {'version': 3}}
    """
    return json.dumps([message, to_json(message)], ensure_ascii=False)


def from_text(line: str) -> str:
    """The text of `to_text`; another line as it is, which earlier versions kept."""
    if not line.startswith("["):
        return line
    text, message = json.loads(line)
    return from_json(message, text)


def _message(data: Mapping[str, Any]) -> Message:
    """The message of its JSON form in the present wording, unless a newer version wrote it with other values."""
    pattern, values = data["pattern"], _values(data["values"])
    code = data.get("code") or UNCODED.get(pattern, "")
    try:
        return Message(PATTERNS.get(code, pattern), values, code)
    except KeyError:
        return Message(pattern, values, code)


def _values(values: Mapping[str, Any]) -> dict[str, Value]:
    return {name: _value(value) for name, value in values.items()}


def _value(value: Any) -> Value:
    if isinstance(value, dict):  # as JSON is read
        return _message(value)
    return [_value(item) for item in value] if isinstance(value, list) else value


def _escaped(text: str) -> str:
    return text.replace("{", "{{").replace("}", "}}")


def _frozen(value: Value) -> Value:
    return value if isinstance(value, _ONE) else tuple(map(_frozen, value))


def _shown(value: Value) -> str:
    return _BETWEEN.join(map(_shown, value)) if isinstance(value, tuple) else str(value)


def _to_json(value: Value) -> Any:
    if isinstance(value, Message):
        return to_json(value)
    return [_to_json(item) for item in value] if isinstance(value, tuple) else value
