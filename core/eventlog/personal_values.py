"""Names of people in events: what is hashed of them is a salted commitment, so that a log proves itself without them.

An event that names people has `salts`: by the place of each name in the event, 128 random bits in hexadecimal digits.
What is hashed is the event without `salts`, with the commitment of each name in the name's place. A name can then be
left out of an event, by putting its commitment in its place and removing its salt: the hash stays as it is. A reader
who does not know the salt cannot find the name by trying names (docs/adr/0014-names-in-a-log.md).
"""

import re
from collections.abc import Collection, Container, Iterator, Mapping
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
_COMMITMENT = re.compile(f"{_MARK}[0-9a-f]{{64}}")
_DIGITS, _SMALLEST = 90_000, 10_000
"""The numbers of erased players have five digits."""


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


def owner_of(data: Mapping[str, Any], place: str) -> str:
    """The id of the player, the entry, the member or the team whose name stands at a place of an event, "" if unknown.

    >>> owner_of({"player": "p_1", "by": "p_2", "name": "Bo"}, "name")
    'p_2'
    >>> owner_of({"players": {"white": "Anna"}, "player_ids": {"white": "p_1"}}, "players.white")
    'p_1'
    """
    field, nested, key = place.partition(".")
    if not nested:
        return next((str(data[name]) for name in ("by", "entry", "player", "member") if name in data), "")
    if field == "players":
        return str((data.get("player_ids") or {}).get(key, ""))
    return str(data[field][int(key)]["player"])


def erased_name(owner: str) -> str:
    """The name that is shown of a player whose name was erased: by the player's id, so that two can be told apart.

    >>> erased_name("p_1")
    'Erased player 86784'
    """
    return say("Erased player {number}", "erased_player", number=erased_number(owner))


def erased_number(owner: str) -> int:
    """The number in that name. Two ids may have the same one: a club gives its players ids that have not."""
    return _SMALLEST + int.from_bytes(sha256(owner.encode()).digest()[:4]) % _DIGITS


def erased_places(data: Mapping[str, Any]) -> list[str]:
    """The places of the names that were erased from an event: a commitment stands there, and it has no salt."""
    salts = data.get(SALTS)
    if not isinstance(salts, Mapping):
        return []
    return [place for place, name in names_of(data) if place not in salts and _is_commitment(name)]


def with_shown_names(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """An event's fields as readers see them: `erased_name` at the places of names that were erased."""
    for place in erased_places(data):
        data = _with_name(data, place, erased_name(owner_of(data, place) or place))
    return data


def places_of(data: Mapping[str, Any], players: Container[str]) -> dict[str, Any]:
    """The names of these players in the fields of an event, by their places.

    >>> places_of({"members": [{"player": "p_1", "name": "Anna"}, {"player": "p_2", "name": "Bo"}]}, {"p_1"})
    {'members.0': 'Anna'}
    >>> places_of({"players": {"white": "Anna", "black": "Bo"}, "player_ids": {"black": "p_2"}}, {"p_2"})
    {'players.black': 'Bo'}
    """
    return {place: name for place, name in names_of(data) if _person_at(data, place) in players}


def _person_at(data: Mapping[str, Any], place: str) -> str:
    """The id on the club's list of the person whose name stands at a place of an event."""
    return str(data["person"]) if place == "name" and "person" in data else owner_of(data, place)


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


def _is_commitment(value: Any) -> bool:
    return isinstance(value, str) and _COMMITMENT.fullmatch(value) is not None


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
        name = name_at(body, str(place))
        if name is not None:
            body = _with_name(body, str(place), commitment(str(salts[place]), name))
    return body


def committed(public: Mapping[str, Any]) -> dict[str, Any]:
    """The public form of an event as it is hashed: without its salts, and with commitments for names that have one.

    A salt of a place where no text stands changes nothing: the event then has another hash than the one recorded.
    """
    body = without_names(public, public[SALTS])
    return {name: value for name, value in body.items() if name != SALTS}


def name_at(data: Mapping[str, Any], place: str) -> str | None:
    """The name at a place of an event, if there is one."""
    field, nested, key = place.partition(".")
    value = data.get(field)
    if nested and isinstance(value, Mapping):
        value = value.get(key)
    elif nested:
        is_row = isinstance(value, list | tuple) and key.isdecimal() and int(key) < len(value)
        row = value[int(key)] if is_row and value else None
        value = row.get("name") if isinstance(row, Mapping) else None
    return value if isinstance(value, str) else None


def _with_name(data: Mapping[str, Any], place: str, name: str) -> dict[str, Any]:
    """An event's fields with another name at a place where one stands."""
    field, nested, key = place.partition(".")
    value = data[field]
    if not nested:
        return {**data, field: name}
    if isinstance(value, Mapping):
        return {**data, field: {**value, key: name}}
    row = int(key)
    return {**data, field: [*value[:row], {**value[row], "name": name}, *value[row + 1 :]]}
