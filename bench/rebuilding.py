"""Facts folded again from their logs and compared with what is stored, a second.

    python -m bench.rebuilding

Few long logs and many short ones: by the processor time of one core, as a process reads them for the first time and
again, in plain Python and with compiled rules where that build is (`make fast`). Then the same logs by one process and
by one for each core. Logs in which the same turns come again are read faster, so that figure stands apart.
"""

import resource
import statistics
import time
from collections.abc import Iterator
from contextlib import contextmanager

from bench.figures import Figure, limited
from bench.judging import BY, OPENED, drain, servers, worker_context
from bench.rules import compiled_rates
from core.eventlog import hash_chain
from core.eventlog.log import NEW
from service.commands.rebuild import usable_cores
from service.compiled_rules import COMPILED, build_name
from service.store import stored_events
from tests.support.matches.random_matches import played
from workers.context import WorkerContext
from workers.rebuild import rebuild

A_CORE = 100_000
LOGS_A_CORE = 150
"""The number of logs for each core, of some 860 facts each: a process takes about a second to start."""
ROUNDS = 9


def rates() -> dict[str, float]:
    """The rates of the build that runs, a second on one core, by name."""
    found = {}
    for what, streams, turns in (("long logs", 50, 100_000), ("short logs", 1500, 10)):
        with built(streams, turns) as own:
            found[what] = statistics.median(rebuilt_a_core(own, anew=True) for _ in range(ROUNDS))
            found[f"{what} whose turns were read before"] = max(rebuilt_a_core(own) for _ in range(ROUNDS))
    return found


@contextmanager
def built(streams: int, turns: int, played_anew: int | None = None) -> Iterator[WorkerContext]:
    """A store with so many judged matches of so many turns at most; the first `played_anew` differ from each other."""
    with servers() as at:
        own, matches = (
            worker_context(at),
            [played("swedish", number, {"games": 7}, turns=turns).facts for number in range(played_anew or streams)],
        )
        for number in range(streams):
            match = matches[number % len(matches)]
            own.deps.log.append(
                f"m_built{number:05}", [OPENED, *match], by=BY, at=1_700_000_000_000 + number, expected=NEW
            )
        drain(own)
        yield own


def rebuilt_a_core(own: WorkerContext, *, anew: bool = False) -> float:
    """Facts for each second of this process's processor time. `anew`: it has read none of these events before."""
    if anew:
        stored_events.forget()
        hash_chain.forget()
    began = time.process_time()
    *_, last = rebuild(own)
    return last.facts / (time.process_time() - began)


def rebuilt_by_each(own: WorkerContext, processes: int) -> float:
    """Facts for each second of the processor time that each of so many processes takes, this one among them.

    So long a rebuild lasts on a machine that does nothing else: the clock would count what others do, too.
    """
    began, clock = processor_seconds(processes), time.perf_counter()
    *_, last = rebuild(own, processes=processes)
    spent, clock = processor_seconds(processes) - began, time.perf_counter() - clock
    print(
        f"{processes} processes: {last.facts:,} facts, {spent:.2f} s of processor time each, {clock:.2f} s by the clock"
    )
    return last.facts / spent


def processor_seconds(processes: int) -> float:
    """The processor time of this process and those that it started and that ended, shared among so many."""
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (time.process_time() + ended.ru_utime + ended.ru_stime) / processes


def main() -> list[Figure]:
    """The rates of one core, of the build that runs and of the compiled one; and of all cores."""
    builds = {build_name(): rates()}
    if COMPILED not in builds and (found := compiled_rates("bench.rebuilding")):
        builds[COMPILED] = found
    figures = [
        limited(f"rebuilt a core, {name}, {build}", rate, A_CORE, "facts/s")
        for build, found in builds.items()
        for name, rate in found.items()
    ]
    cores = usable_cores()
    with built(LOGS_A_CORE * cores, 100_000, played_anew=50) as own:
        one, all_ = (rebuilt_by_each(own, processes) for processes in (1, cores))
    shared = Figure(f"rebuilt by {cores} processes", all_, "rebuilt by one", one, "facts/s", 0.8 * cores)
    return [*figures, shared]


if __name__ == "__main__":
    main()
