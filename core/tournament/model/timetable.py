"""The timetable of a tournament: times and tables of its matches, breaks, and the rules by which it moves.

A match stands in it by its id. One that is not paired yet stands in it by its slot in a bracket, else by the number of
its round and its place in that round, such as `3:2`. It gets its id when it is paired, and loses it again when the
pairing is voided.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from core.tournament.model.values import Pairing


class Planned(NamedTuple):
    """The time (Unix ms) and the table that are planned for a match; an empty table is not decided."""

    starts: int
    ends: int
    table: str = ""


class Break(NamedTuple):
    """A time (Unix ms) at which no match is played, and what it is for."""

    starts: int
    ends: int
    text: str


class Timetable(NamedTuple):
    """Planned times, and the rules. `rest` are the minutes that a player has between two matches.

    `pushes`: a match that lasts longer than planned moves those that follow it.
    """

    times: Mapping[str, Planned] = {}
    breaks: tuple[Break, ...] = ()
    rest: int = 0
    pushes: bool = False


NO_TIMETABLE = Timetable()


def place_key(number: int, place: int) -> str:
    """The key of a match that will be paired on command, by its round and its place there, from 1 on."""
    return f"{number}:{place}"


def with_matches(timetable: Timetable, number: int, pairings: Iterable[Pairing]) -> Timetable:
    """The timetable after matches of a round were paired: each has the time of its slot, else of the next free place.

    >>> timetable = Timetable({"2:1": Planned(0, 9), "2:2": Planned(5, 14)})
    >>> with_matches(timetable, 2, [Pairing("t.7", "anna", "bo")]).times
    {'2:2': Planned(starts=5, ends=14, table=''), 't.7': Planned(starts=0, ends=9, table='')}
    """
    if not timetable.times:
        return timetable
    times = dict(timetable.times)
    free = iter(_places(times, number))
    for pairing in pairings:
        if pairing.is_bye or pairing.match in times:
            continue
        key = pairing.slot if pairing.slot in times else next(free, None)
        if key is not None:
            times[pairing.match] = times.pop(key)
    return timetable._replace(times=times)


def without_matches(timetable: Timetable, pairings: Sequence[tuple[int, Pairing]]) -> Timetable:
    """The timetable as if these matches, with the numbers of their rounds, were not paired: their times are kept."""
    if not any(pairing.match in timetable.times for _, pairing in pairings):
        return timetable
    times = dict(timetable.times)
    for number, pairing in pairings:
        if pairing.match in times:
            times[_key_of(times, number, pairing)] = times.pop(pairing.match)
    return timetable._replace(times=times)


def _key_of(times: Mapping[str, Planned], number: int, pairing: Pairing) -> str:
    """The slot of a bracket or of a board, which is there once; else the first place of the round that is not taken."""
    if "." in pairing.slot:
        return pairing.slot
    return next(key for place in range(1, len(times) + 2) if (key := place_key(number, place)) not in times)


def _places(times: Mapping[str, Planned], number: int) -> list[str]:
    """The places of a round that are in the timetable, in their order."""
    own = f"{number}:"
    return sorted((key for key in times if key.startswith(own)), key=lambda key: int(key.removeprefix(own)))
