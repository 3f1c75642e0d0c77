"""A day as a grid: a column for each table, lines for the time. A match is as high as it is long."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from service.web.pages.timetable.cards import Card

_MINUTE = 60_000
_STEPS = (30, 15, 10, 5)
_LABELLED = 30
_MOST_LINES = 300
MOST_COLUMNS = 40
"""Tables that are shown although nothing is planned at them."""
_ROOM = 60
"""Minutes behind the last match that are shown to those who move matches."""


class Block(NamedTuple):
    """A cell of so many lines from a time (Unix ms) on: matches at the same time, a break, or nothing."""

    lines: int
    starts: int
    cards: tuple[Card, ...] = ()
    pause: str = ""


class Line(NamedTuple):
    """A line of the grid. `label` is its time, where it has one, for so many lines."""

    label: str
    lines: int
    blocks: tuple[tuple[str, Block], ...]
    """Tables, and the cells that begin at this line."""


class Grid(NamedTuple):
    """A day. `step` are the minutes of a line; a table without a name is for matches that have none."""

    step: int
    tables: tuple[str, ...]
    lines: tuple[Line, ...]


Pause = tuple[int, int, str]


def grid(
    cards: Sequence[Card],
    pauses: Iterable[Pause],
    tables: Iterable[str],
    label: Callable[[int], str],
    *,
    room: bool,
) -> Grid | None:
    """The grid of these matches; with `room` all tables and an hour more, for those who move them. `None` for none.

    Breaks outside of the time of the matches are left out.
    """
    if not cards:
        return None
    every = _LABELLED * _MINUTE
    first = min(card.starts for card in cards) // every * every
    last = -(-max(card.ends for card in cards) // every) * every + (_ROOM * _MINUTE if room else 0)
    within = [
        (max(since, first), min(until, last), text) for since, until, text in pauses if since < last and until > first
    ]
    marks = [at - first for card in cards for at in (card.starts, card.ends)]
    marks += [at - first for since, until, _ in within for at in (since, until)]
    fitting = (step for step in _STEPS if all(not mark % (step * _MINUTE) for mark in marks))
    step = next(fitting, _STEPS[-1])
    while (last - first) // (step * _MINUTE) > _MOST_LINES:
        step *= 2
    count = -(-(last - first) // (step * _MINUTE))
    used = {card.table for card in cards}
    known = list(tables)
    columns = [name for name in known if name in used or (room and known.index(name) < MOST_COLUMNS)]
    columns += sorted(used - {*known, ""}) + ([""] if "" in used else [])
    begins: list[list[tuple[str, Block]]] = [[] for _ in range(count)]
    for name in columns:
        own = [card for card in cards if card.table == name]
        for at, block in _column(own, within, first, step * _MINUTE, count):
            begins[at].append((name, block))
    every_label = max(1, _LABELLED // step)
    lines = tuple(
        Line(
            label(first + number * step * _MINUTE) if number % every_label == 0 else "",
            min(every_label, count - number),
            tuple(begins[number]),
        )
        for number in range(count)
    )
    return Grid(step, tuple(columns), lines)


def _column(
    cards: Sequence[Card], pauses: Sequence[Pause], first: int, step: int, count: int
) -> Iterable[tuple[int, Block]]:
    """The cells of a table with the numbers of their lines, from the first line to the last, without a gap."""
    spans: list[tuple[int, int, tuple[Card, ...], str]] = []
    for card in sorted(cards, key=lambda each: (each.starts, each.ends)):
        since, until = (
            (card.starts - first) // step,
            max(-(-(card.ends - first) // step), (card.starts - first) // step + 1),
        )
        if spans and spans[-1][1] > since:
            before = spans[-1]
            spans[-1] = before[0], max(before[1], until), (*before[2], card), ""
        else:
            spans.append((since, until, (card,), ""))
    for opens, closes, text in pauses:
        since, until = (opens - first) // step, -(-(closes - first) // step)
        taken = [span for span in spans if span[0] < until and since < span[1]]
        if not taken:
            spans.append((since, until, (), text))
    at = 0
    for since, until, own, text in sorted(spans, key=lambda span: span[0]):
        if since > at:
            yield at, Block(since - at, first + at * step)
        if until > at:
            yield max(since, at), Block(min(until, count) - max(since, at), first + since * step, own, text)
            at = min(until, count)
    if at < count:
        yield at, Block(count - at, first + at * step)
