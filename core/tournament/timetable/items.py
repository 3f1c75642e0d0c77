"""A tournament's part of the timetable of a hall."""

from collections.abc import Callable, Sequence

from core.tournament.model.state import Tournament
from core.tournament.timetable.clashes import Item
from core.tournament.timetable.jobs import Job


def items_of(tournament: Tournament, jobs: Sequence[Job], person: Callable[[str], str]) -> list[Item]:
    """The matches that have a time, in their order; `person` gives the id in the club of a player of the tournament.

    A match that is paired needs no other one: its players are known, so they may play in any order.
    """
    times = tournament.timetable.times
    return [
        Item(
            (tournament.id, job.key),
            *times[job.key],
            frozenset(person(player) for player in job.players),
            () if job.match else tuple((tournament.id, key) for key in job.needs),
        )
        for job in jobs
        if job.key in times
    ]
