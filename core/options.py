"""Options of a game: a frozen dataclass whose fields are data, each with a default and the sentence that it rests on.

`field(metadata={"sentence": …, "choices": […]})`; without `choices` every value of the default's kind is one. An option
with `if_chosen` is stored only where another value than the default is chosen.
"""

from collections.abc import Mapping, Sequence
from dataclasses import Field, dataclass, fields
from functools import cache
from typing import Any, NamedTuple

from core.errors import Invalid
from core.messages import quoted, say, term

_KINDS = {bool: "boolean", int: "integer", str: "string"}
"""The kinds of value that an option may have, as JSON Schema names them."""


@dataclass(frozen=True, slots=True)
class NoOptions:
    """A game without options."""


class Option(NamedTuple):
    """A choice that a game leaves. `kind` is as JSON Schema names it; without `choices` any value of it may be chosen.

    `sentence` is that of the source or ruling that the option rests on.
    """

    kind: str
    default: Any
    choices: Sequence[Any] | None
    sentence: str


def read_options(kind: type, data: Any) -> Any:
    """The options of the contract's words, defaults filled in. Raises `Invalid` naming every wrong one."""
    if not isinstance(data, Mapping):
        raise Invalid({"": [say("not an object from option to value")]})
    known = _fields(kind)
    problems = {}
    for name, value in data.items():
        if name not in known:
            problems[str(name)] = [
                say("there is no such option; known are {known}", known=tuple(known) or term("none"))
            ]
        elif wrong := _wrong(known[name], value):
            problems[name] = [wrong]
    if problems:
        raise Invalid(problems)
    return kind(**data)


@cache
def _fields(kind: type) -> Mapping[str, Field[Any]]:
    return {field.name: field for field in fields(kind)}


def stored_options(options: Any) -> dict[str, Any]:
    """The options as they are stored, by name.

    One whose metadata say `if_chosen` is left out where it has its default: it came after the others, and what is
    announced without it stays as it was before.
    """
    return {
        field.name: value
        for field in fields(options)
        if (value := getattr(options, field.name)) != field.default or not field.metadata.get("if_chosen")
    }


def _wrong(option: Field[Any], value: Any) -> str | None:
    choices, sentence = option.metadata.get("choices"), option.metadata.get("sentence", "")
    if type(value) is not type(option.default):
        return say("not of the kind of its default, {default}", default=quoted(option.default))
    if choices is not None and value not in choices:
        return say("not one of {choices}. {sentence}", choices=tuple(map(str, choices)), sentence=sentence)
    return None


def every_choice(kind: type) -> list[Any]:
    """The defaults, and the options that differ from them in one choice."""
    described = describe_options(kind).items()
    return [kind(), *[kind(**{name: choice}) for name, option in described for choice in option.choices or ()]]


@cache
def describe_options(kind: type) -> Mapping[str, Option]:
    """The possible options by name."""
    return {
        field.name: Option(
            _KINDS[type(field.default)],
            field.default,
            field.metadata.get("choices", [False, True] if isinstance(field.default, bool) else None),
            field.metadata.get("sentence", ""),
        )
        for field in fields(kind)
    }
