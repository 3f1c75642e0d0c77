"""A proposal for a timetable: every match at the first table and time at which nothing is in its way."""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from core.errors import Invalid
from core.messages import say
from core.tournament.model.timetable import Break, Planned
from core.tournament.timetable.clashes import Item
from core.tournament.timetable.jobs import Job

STEP = 5 * 60_000
"""Matches begin at full steps of five minutes after the first."""
LONGEST_DAYS = 60
"""Days from the first match to the last, at most."""
_DAY = 24 * 3_600_000
_MINUTE = 60_000
Span = tuple[int, int]


class Wish(NamedTuple):
    """The conditions of a proposal. Times are in Unix ms.

    `nights` are times at which the hall is closed. `rounds` are the earliest starts of rounds by number. `rest` are the
    minutes between two matches of a player.
    """

    starts: int
    rest: int = 0
    breaks: Sequence[Break] = ()
    nights: Sequence[Span] = ()
    rounds: Mapping[int, int] = {}


class _Busy:
    """Times at which a table or a person is taken, in their order; those that touch each other are one."""

    def __init__(self) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []

    def add(self, starts: int, ends: int) -> None:
        """Take that time."""
        first, last = bisect_left(self._ends, starts), bisect_right(self._starts, ends)
        if first < last:
            starts, ends = min(starts, self._starts[first]), max(ends, self._ends[last - 1])
        self._starts[first:last], self._ends[first:last] = [starts], [ends]

    def in_the_way(self, starts: int, ends: int) -> int:
        """The end of what is in the way of that time; 0 if nothing is."""
        last = bisect_left(self._starts, ends) - 1
        return self._ends[last] if last >= 0 and self._ends[last] > starts else 0


def proposal(
    jobs: Sequence[Job],
    wish: Wish,
    lasts: Callable[[Job], int],
    tables: Callable[[Job], Sequence[str]],
    people: Callable[[Job], Iterable[str]],
    taken: Iterable[Item] = (),
    kept: Mapping[str, Planned] = MappingProxyType({}),
) -> dict[str, Planned]:
    """Times and tables of all matches that are not done, by their keys.

    `lasts` gives the milliseconds of a match, `tables` those at which it may be played: with none it gets no table.
    `taken` is what is planned in the same hall already. Matches of `kept` have their time, and are not in the answer.
    Matches come in their order. Each begins as soon as the
    matches that it needs are over, its players had their rest, and a table is free. Raises `Invalid` if that is more
    than `LONGEST_DAYS` days away.
    """
    at_table: dict[str, _Busy] = defaultdict(_Busy)
    with_person: dict[str, _Busy] = defaultdict(_Busy)
    rest = wish.rest * _MINUTE
    closed = sorted([*((break_.starts, break_.ends) for break_ in wish.breaks), *wish.nights])
    for item in taken:
        if item.table:
            at_table[item.table].add(item.starts, item.ends)
        for person in item.people:
            with_person[person].add(item.starts - rest, item.ends + rest)
    found: dict[str, Planned] = {}
    for job in jobs:
        if job.done or job.key in kept:
            continue
        length, players = lasts(job), [with_person[person] for person in people(job)]
        before = (found.get(key) or kept.get(key) for key in job.needs)
        needed = max((each.ends + rest for each in before if each), default=wish.starts)
        ready = max(wish.starts, wish.rounds.get(job.round, 0), needed)
        earliest = _first(ready, length, players, closed, wish)
        starts, table = 0, ""
        for name in tables(job):
            first = _first(earliest, length, [*players, at_table[name]], closed, wish)
            if not table or first < starts:
                starts, table = first, name
            if first == earliest:
                break
        starts = starts or earliest
        found[job.key] = Planned(starts, starts + length, table)
        if table:
            at_table[table].add(starts, starts + length)
        for each in players:
            each.add(starts - rest, starts + length + rest)
    return found


def _first(ready: int, length: int, busy: Sequence[_Busy], closed: Sequence[Span], wish: Wish) -> int:
    """The first time from `ready` on at which a match of that length has nothing in its way."""
    starts = _at_step(ready, wish)
    while starts - wish.starts <= LONGEST_DAYS * _DAY:
        ends = starts + length
        until = max((each.in_the_way(starts, ends) for each in busy), default=0)
        until = max((until, *(closes for opens, closes in closed if opens < ends and starts < closes)))
        if not until:
            return starts
        starts = _at_step(until, wish)
    raise Invalid(
        {
            "minutes": [
                say(
                    "the matches do not fit within {days} days: between the breaks there is too little time",
                    days=LONGEST_DAYS,
                )
            ]
        }
    )


def _at_step(at: int, wish: Wish) -> int:
    return at + (wish.starts - at) % STEP
