"""Names of people in events: what is hashed of them is a salted commitment, so that a log proves itself without them.

An event that names people has `salts`: by the place of each name in the event, 128 random bits in hexadecimal digits.
What is hashed is the event without `salts`, with the commitment of each name in the name's place. A name can then be
left out of an event, by putting its commitment in its place and removing its salt: the hash stays as it is. A reader
who does not know the salt cannot find the name by trying names (docs/adr/0014-names-in-a-log.md).
"""

import re
from collections.abc import Collection, Iterator, Mapping
from hashlib import sha256
from typing import Any

from core.errors import UnknownEvent
from core.events import Event, NamesPeople
from core.messages import say

SALTS = "salts"
_FIELDS = ("name", "members", "alternates", "players")
SALT_BYTES = 16
_SALT = re.compile(f"[0-9a-f]{{{2 * SALT_BYTES}}}")
_MARK = "sha256:"


def commitment(salt: str, name: str) -> str:
    """The text that stands for a name in what is hashed.

    >>> commitment("00", "Anna")
    'sha256:6cce5b14fe581623e60e4e431c9835c0f647737a7d9d6b818b78600ca3eadffe'
    """
    return _MARK + sha256(f"{salt}{name}".encode(errors="surrogatepass")).hexdigest()


def names_of(data: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """The names in the fields of an event of a type that names people, in the contract's words, with their places.

    >>> list(names_of({"name": "Team 1", "members": [{"player": "p_1", "name": "Anna"}]}))
    [('name', 'Team 1'), ('members.0', 'Anna')]
    >>> list(names_of({"players": {"white": "Anna", "black": "Bo"}}))
    [('players.white', 'Anna'), ('players.black', 'Bo')]
    """
    for field in _FIELDS:
        value = data.get(field)
        if isinstance(value, str):
            yield field, value
        elif isinstance(value, Mapping):
            yield from ((f"{field}.{key}", name) for key, name in value.items())
        elif isinstance(value, list):
            yield from ((f"{field}.{row}", columns["name"]) for row, columns in enumerate(value))


def check_salts(event: type[Event], data: Mapping[str, Any]) -> None:
    """Raise `UnknownEvent` if an event has salts beside those of its names."""
    salts = data.get(SALTS)
    if salts is None:
        return
    places = {place for place, _ in names_of(data)} if issubclass(event, NamesPeople) else set()
    if not isinstance(salts, Mapping) or not salts.keys() <= places or not all(map(_is_salt, salts.values())):
        raise UnknownEvent(say("it has salts that belong to none of its names"))


def _is_salt(value: Any) -> bool:
    return isinstance(value, str) and _SALT.fullmatch(value) is not None


def without_names(public: Mapping[str, Any], places: Collection[str]) -> dict[str, Any]:
    """The public form of an event without the names at these places: its hash is the same.

    Commitments stand in their places, and their salts are gone. A place that has no salt stays as it is.

    >>> without_names({"name": "Anna", "salts": {"name": "00"}}, ["name"])["salts"]
    {}
    """
    salts = public.get(SALTS)
    if not isinstance(salts, Mapping):
        return dict(public)
    body = {**public, SALTS: {place: salt for place, salt in salts.items() if place not in places}}
    for place in salts.keys() & set(places):
        _commit(body, str(place), str(salts[place]))
    return body


def committed(public: Mapping[str, Any]) -> dict[str, Any]:
    """The public form of an event as it is hashed: without its salts, and with commitments for names that have one.

    A salt of a place where no text stands changes nothing: the event then has another hash than the one recorded.
    """
    body = without_names(public, public[SALTS])
    return {name: value for name, value in body.items() if name != SALTS}


def _commit(body: dict[str, Any], place: str, salt: str) -> None:
    field, nested, key = place.partition(".")
    value = body.get(field)
    if not nested:
        if isinstance(value, str):
            body[field] = commitment(salt, value)
    elif isinstance(value, Mapping) and isinstance(value.get(key), str):
        body[field] = {**value, key: commitment(salt, value[key])}
    elif isinstance(value, list | tuple) and key.isdecimal() and int(key) < len(value):
        row = value[int(key)]
        if isinstance(row, Mapping) and isinstance(row.get("name"), str):
            body[field] = [*value[: int(key)], {**row, "name": commitment(salt, row["name"])}, *value[int(key) + 1 :]]
