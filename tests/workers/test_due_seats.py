"""Matches of the timetable get their tables when they are due, also where nothing else happens in the tournament."""

from core.events import MatchesScheduled, MatchesSeated
from core.tournament.decisions import set_tables
from service.handlers.other_tournaments import DUE
from service.store import due_seats
from tests.support.judging import pump_all
from tests.support.tournament.in_store import T, started, tournament
from workers.context import WorkerContext
from workers.sweeper import _SEAT_TICKS, Sweeper

HOUR = 3_600_000


def at(worker_context: WorkerContext, now: int) -> None:
    """Set the clock."""
    object.__setattr__(worker_context.deps, "clock", lambda: now)


def write(worker_context: WorkerContext, events) -> None:
    deps = worker_context.deps
    deps.log.append(T, events, by="vasa.a", at=deps.clock())
    pump_all(worker_context)


def seats(worker_context: WorkerContext) -> list:
    return [each.event.seats for each in worker_context.deps.log.read(T) if isinstance(each.event, MatchesSeated)]


def test_a_match_is_seated_a_quarter_before_its_time_and_not_earlier(worker_context: WorkerContext):
    started(worker_context, ["anna", "bo", "cilla", "dag"], "swiss")
    pump_all(worker_context)
    now = worker_context.deps.clock()
    first, second = [pairing.match for pairing in tournament(worker_context).rounds[0].pairings]
    rows = ((first, now + HOUR, now + 2 * HOUR, "2"), (second, now + 3 * HOUR, now + 4 * HOUR, "1"))
    write(worker_context, [MatchesScheduled(rows)])
    write(worker_context, set_tables(tournament(worker_context)._replace(due=now + DUE), [("1", ""), ("2", "")]))
    before = seats(worker_context)
    assert first not in {match for each in before for match, _ in each}
    sweeper = Sweeper(worker_context)

    def sweep() -> None:
        for _ in range(_SEAT_TICKS):
            sweeper.sweep()
        pump_all(worker_context)

    at(worker_context, now + HOUR - DUE - 60_000)
    sweep()
    assert seats(worker_context) == before
    at(worker_context, now + HOUR - DUE + 60_000)
    sweep()
    assert seats(worker_context)[-1] == ((first, "2"),)
    assert due_seats.claim(worker_context.deps.client, now + 3 * HOUR - DUE - 1) == []
    at(worker_context, now + 3 * HOUR - DUE + 1)
    sweep()
    assert seats(worker_context)[-1] == ((second, "1"),)
    assert due_seats.claim(worker_context.deps.client, now + 99 * HOUR) == [], "nothing is due any more"


def test_a_tournament_that_was_taken_is_given_to_no_other_sweeper_until_a_minute_has_passed(
    worker_context: WorkerContext,
):
    client = worker_context.deps.client
    due_seats.remember(client, T, 1000)
    assert due_seats.claim(client, 999) == []
    assert due_seats.claim(client, 1000) == [T]
    assert due_seats.claim(client, 1001) == []
    assert due_seats.claim(client, 1000 + due_seats.CLAIM_MS) == [T]
    due_seats.remember(client, T, None)
    assert due_seats.claim(client, 10**15) == []
