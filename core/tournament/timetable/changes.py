"""Decisions on the timetable: matches planned and moved, the rules of it, and all of it taken away.

They return events, as `core.tournament.decisions` does.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence

from core.errors import Invalid, NotAllowed
from core.events import Event, MatchesScheduled, MatchesSeated, TimetableRulesSet
from core.messages import say
from core.tournament import Tournament
from core.tournament.decisions.pairing import after
from core.tournament.decisions.seating import playing, seat
from core.tournament.model.state import FINISHED
from core.tournament.model.timetable import Break, Planned
from core.tournament.timetable.jobs import MOST_JOBS, Job, jobs_of

MOST_BREAKS, LONGEST_REST = 50, 24 * 60
_LONGEST = 7 * 24 * 3_600_000
"""Milliseconds from the start of a match or a break to its end, at most: a league gives a week for a match."""


def plannable(tournament: Tournament) -> tuple[Job, ...]:
    """The matches that a timetable may hold. Raises `NotAllowed` before the start, after the end, and for too many."""
    name = tournament.created.name
    if tournament.seed is None:
        raise NotAllowed(say("{created_name} has not started: close its entries first", created_name=name))
    if tournament.status == FINISHED:
        raise NotAllowed(say("{created_name} is over: no match of it has a time to come", created_name=name))
    jobs = jobs_of(tournament)
    if len(jobs) > MOST_JOBS:
        raise NotAllowed(
            say("{created_name} has more than {most} matches: it has no timetable", created_name=name, most=MOST_JOBS)
        )
    return jobs


def schedule(tournament: Tournament, times: Mapping[str, Planned | None], begun: Collection[str] = ()) -> list[Event]:
    """Give matches these times and tables, by their keys; `None` takes one out of the timetable.

    A match of `begun` keeps the table at which it is played. Raises `Invalid` naming every match that is not there or
    is over, every table that is not there, and every end that does not follow its start; and as `plannable`.
    """
    jobs = {job.key: job for job in plannable(tournament)}
    tables = {name for name, _ in tournament.tables}
    problems = {}
    for place, (key, planned) in enumerate(times.items()):
        if key not in jobs:
            problems[f"matches.{place}.match"] = [say("not a match of this tournament that has a time")]
        elif jobs[key].done:
            problems[f"matches.{place}.match"] = [say("it is over")]
        if planned is None:
            continue
        if planned.table and planned.table not in tables:
            known = tuple(name for name, _ in tournament.tables) or say("none: set the tables first")
            problems[f"matches.{place}.table"] = [say("there is no such table; known are {known}", known=known)]
        if wrong := _wrong_end(planned.starts, planned.ends):
            problems[f"matches.{place}.ends"] = [wrong]
    if problems:
        raise Invalid(problems)
    present = tournament.timetable.times
    changed = tuple((key, *(planned or Planned(0, 0))) for key, planned in times.items() if present.get(key) != planned)
    return _with_seats(tournament, [MatchesScheduled(changed)], begun) if changed else []


def unschedule(tournament: Tournament, begun: Collection[str] = ()) -> list[Event]:
    """Take every match that is not over out of the timetable. Raises as `plannable`."""
    present = tournament.timetable.times
    return schedule(
        tournament, {job.key: None for job in plannable(tournament) if not job.done and job.key in present}, begun
    )


def set_rules(tournament: Tournament, breaks: Sequence[Break], rest: int, *, pushes: bool) -> list[Event]:
    """The breaks, the minutes of rest, and whether late matches push others. Raises `Invalid`, `NotAllowed`."""
    if tournament.status == FINISHED:
        name = tournament.created.name
        raise NotAllowed(say("{created_name} is over: no match of it has a time to come", created_name=name))
    problems = {
        f"breaks.{place}.ends": [wrong]
        for place, break_ in enumerate(breaks)
        if (wrong := _wrong_end(break_.starts, break_.ends))
    }
    if problems:
        raise Invalid(problems)
    wanted = TimetableRulesSet(tuple(map(tuple, sorted(breaks))), rest, pushes)  # type: ignore[arg-type]
    now = tournament.timetable
    return [] if (now.breaks, now.rest, now.pushes) == (tuple(sorted(breaks)), rest, pushes) else [wanted]


def _wrong_end(starts: int, ends: int) -> str | None:
    if ends <= starts:
        return say("it is not after the start")
    return say("it is more than a week after the start") if ends - starts > _LONGEST else None


def _with_seats(tournament: Tournament, events: Iterable[Event], begun: Collection[str]) -> list[Event]:
    """The events, and the seats that follow: a match that has not begun leaves a table that is not the planned one."""
    found = list(events)
    state = after(tournament, found)
    planned = state.timetable.times
    left = tuple(
        (pairing.match, "")
        for pairing in playing(state)
        if pairing.match in planned
        and pairing.match in state.seated
        and pairing.match not in begun
        and planned[pairing.match].table not in ("", state.seated[pairing.match])
    )
    if left:
        found.append(MatchesSeated(left))
        state = after(tournament, found)
    return [*found, *seat(state)]
