"""Clashes of a timetable: two matches at a table, of a player, without a rest, in a break, or before their time."""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from core.tournament.model.timetable import Break

TABLE, PLAYER, REST, BREAK, ORDER = "table", "player", "rest", "break", "order"
KINDS = (TABLE, PLAYER, REST, BREAK, ORDER)
"""Two matches at one table; two of one player; too short a rest; in a break; before one that it waits for is over."""
_MINUTE = 60_000
Key = tuple[str, str]
"""The id of a tournament, and the key of a match in its timetable."""


class Item(NamedTuple):
    """A match in the timetable of a hall, with its time (Unix ms). `people` are known players by their ids in the club.

    `needs` are matches that must be over before it begins.
    """

    key: Key
    starts: int
    ends: int
    table: str = ""
    people: frozenset[str] = frozenset()
    needs: tuple[Key, ...] = ()


class Clash(NamedTuple):
    """A clash of a match: its kind, and the other match, the person or the break that it is about."""

    kind: str
    other: Key | None = None
    about: str = ""


Marks = Mapping[Key, tuple[Clash, ...]]


def clashes(items: Sequence[Item], breaks: Mapping[str, Sequence[Break]], rest: Mapping[str, int]) -> Marks:
    """The clashes of each match that has any; breaks and rest in minutes are those of each tournament by id.

    Every match that clashes is marked with each kind of clash that it has, and with one other match for each table and
    person. A rest is that of the match that comes later.
    """
    found: dict[Key, list[Clash]] = defaultdict(list)
    _overlaps(TABLE, _by(items, lambda item: (item.table,) if item.table else ()), found)
    people = _by(items, lambda item: item.people)
    _overlaps(PLAYER, people, found)
    for person, own in people.items():
        _rests(person, own, rest, found)
    ends = {item.key: item.ends for item in items}
    for item in items:
        for each in breaks.get(item.key[0], ()):
            if item.starts < each.ends and each.starts < item.ends:
                found[item.key].append(Clash(BREAK, about=each.text))
        early = next((need for need in item.needs if ends.get(need, 0) > item.starts), None)
        if early is not None:
            found[item.key].append(Clash(ORDER, early))
    return {key: tuple(each) for key, each in found.items()}


def _by(items: Iterable[Item], values: Callable[[Item], Iterable[str]]) -> dict[str, list[Item]]:
    """Items by each of their values, in the order in which they start."""
    found: dict[str, list[Item]] = defaultdict(list)
    for item in sorted(items, key=lambda each: (each.starts, each.ends, each.key)):
        for value in values(item):
            found[value].append(item)
    return found


def _overlaps(kind: str, resources: Mapping[str, list[Item]], found: dict[Key, list[Clash]]) -> None:
    for value, own in resources.items():
        last: Item | None = None  # of those before, the one that ends last
        for place, item in enumerate(own):
            following = own[place + 1] if place + 1 < len(own) else None
            if last is not None and last.ends > item.starts:
                found[item.key].append(Clash(kind, last.key, value))
            elif following is not None and following.starts < item.ends:
                found[item.key].append(Clash(kind, following.key, value))
            if last is None or item.ends > last.ends:
                last = item


def _rests(person: str, own: Sequence[Item], rest: Mapping[str, int], found: dict[Key, list[Clash]]) -> None:
    """Too short rests of a person between two of their matches that do not overlap."""
    by_end = sorted(own, key=lambda item: (item.ends, item.key))
    ends, starts = [item.ends for item in by_end], [item.starts for item in own]
    for item in own:
        before = bisect_right(ends, item.starts) - 1
        after = bisect_left(starts, item.ends)
        if before >= 0 and item.starts - ends[before] < rest.get(item.key[0], 0) * _MINUTE:
            found[item.key].append(Clash(REST, by_end[before].key, person))
        elif after < len(own) and starts[after] - item.ends < rest.get(own[after].key[0], 0) * _MINUTE:
            found[item.key].append(Clash(REST, own[after].key, person))
