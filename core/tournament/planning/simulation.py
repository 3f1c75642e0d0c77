"""One evening after the other: matches are given free tables in their order, and last as long as chance says."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from heapq import heapify, heappop, heappush, heapreplace
from typing import NamedTuple

from core.tournament.planning.chance import Chance
from core.tournament.planning.remaining import Task

FEWEST_RUNS, MOST_RUNS, MATCHES_A_PLAN = 20, 100, 2500
"""Simulated evenings, and matches of all of them together, that a plan is made from."""
MOST_SIMULATED = 500
"""Matches of an evening up to which it is simulated. Above, only the sum of the lengths is estimated."""
_LEFT = 3.0
"""Minutes that are left of a match that takes longer than the longest that was drawn."""

RoundsToPair = Callable[[Callable[[], bool]], Iterable[int]]
"""Matches of each round that will be paired on command, as it may come."""


class SimulationRun(NamedTuple):
    """One simulated evening of play, in minutes from its beginning: the end of its first round, and of all.

    `starts` are the starts of the tasks, in their order.
    """

    first_round: float
    end: float
    rounds: int
    matches: int
    starts: Sequence[float]


class Simulation(NamedTuple):
    """Inputs of a simulation: tasks, minutes of the match of each task at 256 marks, and tables.

    `later` are the minutes of matches that are not among the tasks, for each of their rounds; the last ones hold for
    further rounds. These rounds come after the matches that are paired and before brackets that are not. `since` are
    the minutes for which matches have been played already, by match id: these have a table.
    """

    tasks: Sequence[Task]
    minutes: Sequence[Sequence[float]]
    later: Sequence[Sequence[float]]
    rounds_to_pair: RoundsToPair
    tables: int
    since: Mapping[str, float] = {}

    def simulate(self, *inputs: object) -> list[SimulationRun]:
        """As many evenings as the number of matches allows; equal `inputs` give equal ones."""
        chance = Chance(*inputs)
        count = self._before_later()
        order = _Order(self.tasks[:count]), _Order(self.tasks[count:], count)
        left = self._left()
        first = self._run(order, left, chance)
        if first.matches > MOST_SIMULATED:
            return [first]
        runs = max(FEWEST_RUNS, min(MOST_RUNS, MATCHES_A_PLAN // max(first.matches, 1)))
        return [first, *(self._run(order, left, chance) for _ in range(runs - 1))]

    def _left(self) -> "dict[int, list[float]]":
        """The minutes that may be left of each match that is played, by the place of its task."""
        return {
            place: [each - self.since[task.match] for each in self.minutes[place] if each > self.since[task.match]]
            for place, task in enumerate(self.tasks if self.since else ())
            if task.match in self.since
        }

    def _before_later(self) -> int:
        """The number of tasks that are done before rounds which are still to be paired on command."""
        unpaired = next((place for place, task in enumerate(self.tasks) if not task.match), len(self.tasks))
        is_later = unpaired < len(self.tasks) and any(True for _ in self.rounds_to_pair(lambda: False))
        return unpaired if is_later else len(self.tasks)

    def _run(
        self, order: "tuple[_Order, _Order]", left: Mapping[int, Sequence[float]], chance: Chance
    ) -> SimulationRun:
        played = [not task.perhaps or chance.coin() for task in self.tasks]
        drawn = [minutes[mark] for minutes, mark in zip(self.minutes, chance.bytes(len(self.tasks)), strict=True)]
        for place, longer in left.items():
            drawn[place] = longer[chance.byte() * len(longer) >> 8] if longer else _LEFT
        early, late = order
        first_round, now, starts = early.played(drawn, played, self.tables, self.since)
        rounds = {task.round for task, there in zip(self.tasks, played, strict=True) if there}
        count, matches = len(rounds), sum(played)
        for place, size in enumerate(self.rounds_to_pair(chance.coin)):
            minutes = self.later[min(place, len(self.later) - 1)]
            now += _round([minutes[mark] for mark in chance.bytes(size)], self.tables)
            first_round = first_round or now
            count, matches = count + 1, matches + size
        if late.tasks:
            begin = early.count
            _, end, after = late.played(drawn[begin:], played[begin:], self.tables, {})
            starts += [now + each for each in after]
            now += end
        return SimulationRun(first_round, now, count, matches, starts)


class _Order:
    """Tasks with the ones that wait for each, prepared once for all evenings. `done` tasks before them are over."""

    def __init__(self, tasks: Sequence[Task], done: int = 0) -> None:
        self.tasks, self.count = tasks, len(tasks)
        needs = [[need - done for need in task.needs if need >= done] for task in tasks]
        self._waiting = [len(need) for need in needs]
        self._after: list[list[int]] = [[] for _ in tasks]
        for place, each in enumerate(needs):
            for need in each:
                self._after[need].append(place)
        self._ready = [place for place, count in enumerate(self._waiting) if not count]
        first = min((task.round for task in tasks), default=0)
        self._in_first = [task.round == first for task in tasks]

    def played(
        self, minutes: Sequence[float], played: Sequence[bool], tables: int, since: Mapping[str, float]
    ) -> tuple[float, float, list[float]]:
        """The ends of the first round and of the last match, and the starts of all tasks."""
        waiting, after, in_first = list(self._waiting), self._after, self._in_first
        going = [
            (minutes[place], place) for place, task in enumerate(self.tasks if since else ()) if task.match in since
        ]
        started = {place for _, place in going}
        ready = [place for place in self._ready if place not in started]
        heapify(going)
        free, now, first_round = tables - len(going), 0.0, 0.0
        starts = [0.0] * len(self.tasks)
        while ready or going:
            while ready and (free > 0 or not going):
                place = heappop(ready)
                starts[place] = now
                heappush(going, (now + minutes[place] if played[place] else now, place))
                free -= 1
            now, place = heappop(going)
            free += 1
            if in_first[place]:
                first_round = now
            for each in after[place]:
                waiting[each] -= 1
                if not waiting[each] and each not in started:
                    heappush(ready, each)
        return first_round, now, starts


def _round(minutes: Sequence[float], tables: int) -> float:
    """The end of the last match of a round in which no match waits for another."""
    if len(minutes) <= tables:
        return max(minutes, default=0.0)
    ends = list(minutes[:tables])
    heapify(ends)
    for minute in minutes[tables:]:
        heapreplace(ends, ends[0] + minute)
    return max(ends)
