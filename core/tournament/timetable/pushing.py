"""Delays of a timetable: what follows a match that begins or ends later moves with it, in the same order."""

from collections.abc import Mapping, Sequence

from core.tournament.model.timetable import Break
from core.tournament.timetable.clashes import Item, Key

_MINUTE = 60_000
Span = tuple[int, int]


def pushed(
    items: Sequence[Item],
    fixed: Mapping[Key, Span],
    breaks: Mapping[str, Sequence[Break]],
    rest: Mapping[str, int],
    now: int = 0,
) -> dict[Key, Span]:
    """The new times (Unix ms) of the matches that move, those of `fixed` included where they differ.

    `fixed` are the times of matches that are known, such as of one that was moved or lasts longer. No other match
    begins before `now`. A match moves if one that is before it at its table, of its players, or that it needs moved
    into its time, or into its rest. It never moves to an earlier time, and not into a break. Breaks and minutes of rest
    are those of each tournament by id. Clashes that were there before stay as they are.
    """
    moved: dict[Key, Span] = {}
    until: dict[tuple[str, object], int] = {}
    for item in sorted(items, key=lambda each: (fixed.get(each.key, (each.starts,))[0], each.starts, each.key)):
        length = item.ends - item.starts
        if item.key in fixed:
            starts, ends = fixed[item.key]
        else:
            free = [until.get(("table", item.table), 0)] if item.table else []
            pause = rest.get(item.key[0], 0) * _MINUTE
            free += [until.get(("player", person), 0) + pause for person in item.people if ("player", person) in until]
            free += [until.get(("match", need), 0) for need in item.needs]
            starts = max(item.starts, now, *free, 0)
            if starts > item.starts:
                starts = _after_breaks(starts, length, breaks.get(item.key[0], ()))
            ends = starts + length
        if (starts, ends) == (item.starts, item.ends):
            continue
        moved[item.key] = starts, ends
        resources = [("table", item.table)] if item.table else []
        for resource in (*resources, *(("player", person) for person in item.people), ("match", item.key)):
            until[resource] = max(until.get(resource, 0), ends)
    return moved


def _after_breaks(starts: int, length: int, breaks: Sequence[Break]) -> int:
    for break_ in sorted(breaks):
        if starts < break_.ends and break_.starts < starts + length:
            starts = break_.ends
    return starts
