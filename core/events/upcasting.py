"""Upcasters: for each type and schema number, a function from the stored data to those of the next number.

A change of an event's fields needs three things: a new `SCHEMA` number of its class, one function here under the old
number, and a log of the new shape in tests/golden. An event keeps the data that were recorded, since these are hashed.
"""

from collections.abc import Callable, Mapping
from typing import Any

from core.errors import UnknownEvent
from core.messages import say

Words = Mapping[str, Any]
Upcaster = Callable[[Words], Words]


def _without_salt(data: Words) -> Words:
    """An event recorded before there were salts has none: its hash stays as it is."""
    return data


def _without_details(words: Words) -> Words:
    """An announcement recorded before there were details has none."""
    return words


def _without_others(words: Words) -> Words:
    """A stage that began before there were consolations has no players beside it."""
    return words


def _by_the_first_rules(words: Words) -> Words:
    """An event from before the rules had a number was decided by the first ones."""
    return words


UPCASTERS: dict[str, Upcaster] = {
    "RoundPaired.1": _without_salt,
    "PairingsVoided.1": _without_salt,
    "PairsAvoided.1": _without_salt,
    "PairsAllowed.1": _without_salt,
    "TournamentCreated.1": _without_details,
    "TournamentAmended.1": _without_details,
    "StageBegun.1": _without_others,
    "StageBegun.2": _by_the_first_rules,
    "TournamentStarted.1": _by_the_first_rules,
}
"""By type and schema number: its words as those of the next schema number."""


def upcast(kind: str, schema: int, newest: int, data: Words) -> Words:
    """The words of a type's schema number in those of the newest one. Raises `UnknownEvent` where a step is missing."""
    for number in range(schema, newest):
        step = UPCASTERS.get(f"{kind}.{number}")
        if step is None:
            raise UnknownEvent(
                say(
                    "{kind}.{number} is older than {kind}.{newest}, and nothing reads it as the next one",
                    kind=kind,
                    number=number,
                    newest=newest,
                )
            )
        data = step(data)
    return data
