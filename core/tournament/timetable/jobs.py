"""Matches of a tournament that a timetable may hold: those that are paired, and those that are still to come."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from core.tournament.brackets.filling import filled
from core.tournament.model.state import Tournament
from core.tournament.model.timetable import place_key
from core.tournament.planning.chance import Chance
from core.tournament.planning.remaining import remaining
from core.tournament.terms import terms_of_coming
from core.tournament.timetable.clashes import Item

MOST_JOBS = 1000
"""Matches of a tournament above which it has no timetable."""
Length = tuple[Mapping[str, int], str]


class Job(NamedTuple):
    """A match to be planned, by its key in the timetable.

    `needs` are the keys of matches that are played before it: those that decide who plays it, or earlier ones of its
    players. `players` are the ids of those who play it, as far as they are known. `stage` is that of its round, or the
    bracket. `terms` are length and stop where they differ from the tournament's. `name` is that of its round in a
    bracket, such as `semi_final`. `place` is its number there, or in a round that is to be paired; 0 where it has none.
    `done`: it has a result.
    """

    key: str
    round: int
    needs: tuple[str, ...] = ()
    players: tuple[str, ...] = ()
    stage: str = ""
    terms: Length | None = None
    match: str = ""
    name: str = ""
    place: int = 0
    done: bool = False


def jobs_of(tournament: Tournament) -> tuple[Job, ...]:
    """All matches of a started tournament, those that are over included; none before the start.

    Every match comes after those that it needs. Rounds that will be paired on command have as many matches as the
    format expects; where results decide, as chance has it.
    """
    if tournament.seed is None:
        return ()
    tasks = remaining(tournament)
    keys = [task.match or task.slot for task in tasks]
    open_matches = {task.match: task for task in tasks if task.match}
    named = _slots(tournament)
    jobs = []
    for round_ in tournament.rounds:
        for pairing in round_.pairings:
            if pairing.is_bye:
                continue
            task = open_matches.get(pairing.match)
            needs = tuple(keys[need] for need in task.needs) if task else ()
            terms = task.terms if task else None
            players, stage = (pairing.white, pairing.black), round_.stage or pairing.slot.partition(".")[0]
            at = named.get(pairing.slot, ("", 0))
            jobs.append(
                Job(pairing.match, round_.number, needs, players, stage, terms, pairing.match, *at, done=task is None)
            )
    coming = [] if tournament.stopped else _coming(tournament, tuple(keys[: len(open_matches)]))
    last = max((job.round for job in coming), default=0)
    after = tuple(job.key for job in coming if job.round == last)
    unpaired = [(key, task) for key, task in zip(keys, tasks, strict=True) if not task.match]
    fills = _fills(tournament) if unpaired else {}
    for key, task in unpaired:
        needs = (*(keys[need] for need in task.needs), *after)
        known = tuple(player for player in fills.get(key, ()) if player)
        stage = key.partition(".")[0]
        jobs.append(Job(key, task.round, needs, known, stage, task.terms, "", *named[key]))
    return (*jobs[: len(jobs) - len(unpaired)], *coming, *jobs[len(jobs) - len(unpaired) :])


def _coming(tournament: Tournament, before: tuple[str, ...]) -> list[Job]:
    """The rounds that will be paired on command. Each waits for all matches before it."""
    sizes = tournament.format.rounds_to_pair
    if sizes is None:
        return []
    stages = tournament.format.staged.ahead(tournament)
    jobs: list[Job] = []
    chance = Chance("timetable", tournament.id)
    for ahead, size in enumerate(sizes(tournament, chance.coin)):
        number = (tournament.rounds[-1].number if tournament.rounds else 0) + ahead + 1
        stage, players = stages[ahead] if ahead < len(stages) else ("", 2 * size)
        terms = None
        if tournament.created.terms:
            own = terms_of_coming(tournament, number, stage, players)
            terms = own.length, own.stop
        keys = [place_key(number, place + 1) for place in range(size)]
        if len(jobs) + size > MOST_JOBS:
            return jobs
        jobs += [Job(key, number, before, stage=stage, terms=terms, place=place) for place, key in enumerate(keys, 1)]
        before = tuple(keys) or before
    return jobs


def _slots(tournament: Tournament) -> dict[str, tuple[str, int]]:
    """The name of the round of each slot of the brackets, and its number there; 0 where it is alone."""
    if tournament.format.plan is None:
        return {}
    return {
        slot.key: (round_.name, place if len(round_.slots) > 1 else 0)
        for _, round_ in tournament.format.plan(tournament).rounds()
        for place, slot in enumerate(round_.slots, 1)
    }


def _fills(tournament: Tournament) -> Mapping[str, tuple[str | None, str | None]]:
    """The players of the slots of the brackets by the results so far."""
    form = tournament.format
    assert form.plan is not None, "only brackets have matches that are not paired on command"
    return filled(form.plan(tournament), tournament, form.entrant(tournament) if form.entrant else None)


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
