"""The timetable of a tournament as a reader sees it: its matches with their players, times and tables."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from core.tournament.model.state import Tournament
from core.tournament.timetable.jobs import MOST_JOBS, jobs_of
from core.tournament.views.tournament_view import Player, player_view

OPEN, PLAYING, OVER = "open", "playing", "over"
STATES = (OPEN, PLAYING, OVER)
_NUMBER = re.compile("([0-9]{1,9})")


class FoundClash(NamedTuple):
    """A clash, with the match and the tournament that it is about, and a name; `late`: since a match lasts longer."""

    kind: str
    match: str
    tournament: str
    about: str
    late: bool = False


class Expected(NamedTuple):
    """The time (Unix ms) at which a match is expected, where it is late or what was before it."""

    starts: int
    ends: int


class PlannedMatch(NamedTuple):
    """A match of a timetable, with a time or without one. Times are in Unix ms, `name` and `place` are as in `Job`."""

    match: str
    id: str
    round: int
    stage: str
    name: str
    place: int
    players: tuple[Player, ...]
    starts: int | None
    ends: int | None
    table: str
    state: str
    expected: Expected | None = None
    clashes: tuple[FoundClash, ...] = ()


def planned_matches(tournament: Tournament) -> tuple[PlannedMatch, ...]:
    """The matches that a timetable may hold, in the order of their rounds."""
    times = tournament.timetable.times
    found = []
    for job in jobs_of(tournament)[:MOST_JOBS]:
        time = times.get(job.key)
        found.append(
            PlannedMatch(
                job.key,
                job.match,
                job.round,
                job.stage,
                job.name,
                job.place,
                tuple(each for player in job.players if (each := player_view(tournament, player)) is not None),
                time.starts if time else None,
                time.ends if time else None,
                time.table if time else "",
                OVER if job.done else OPEN,
            )
        )
    return tuple(found)


def in_order(matches: Iterable[PlannedMatch]) -> list[PlannedMatch]:
    """The matches that have a time, as they begin."""
    return sorted((match for match in matches if match.starts is not None), key=_begins)


def _begins(each: PlannedMatch) -> tuple[object, ...]:
    return each.starts or 0, each.round, table_order(each.table)


def table_order(name: str) -> tuple[str | int, ...]:
    """The place of a table among others by its name, in which numbers count as such.

    >>> sorted(["10", "2", "Bord 12", "Bord 3", ""], key=table_order)
    ['', '2', '10', 'Bord 3', 'Bord 12']
    """
    return tuple(int(part) if place % 2 else part for place, part in enumerate(_NUMBER.split(name)))
