"""The steady clock: it follows elapsed time, whatever the machine's clock says."""

from dataclasses import dataclass

import pytest

from service.store import keys, steady_clock
from service.store.steady_clock import KEPT_EVERY_MS, SET_MS, SteadyClock
from tests.support.store import Store

NOW, HOUR = 1_800_000_000_000, 3_600_000


@dataclass
class Machine:
    """A machine with its clock, and the time since its last start."""

    store: Store
    wall: int = NOW
    since_start: int = 50_000
    starts: int = 1

    def process(self) -> SteadyClock:
        """The clock of a new process."""
        return SteadyClock(self.store.client, lambda: self.wall, lambda: f"start {self.starts}")

    def passes(self, milliseconds: int) -> None:
        self.wall += milliseconds
        self.since_start += milliseconds

    def starts_again(self, off: int) -> None:
        """Be off for a time, and then be started."""
        self.wall += off
        self.since_start, self.starts = 0, self.starts + 1

    def line(self) -> list[int]:
        """The line of its last start."""
        return [int(part) for part in self.store.client.hget(keys.ELAPSED, f"start {self.starts}").split()]


@pytest.fixture
def machine(store: Store, monkeypatch: pytest.MonkeyPatch) -> Machine:
    machine = Machine(store)
    monkeypatch.setattr(steady_clock, "since_start", lambda: machine.since_start)
    return machine


def test_it_begins_with_the_machines_time_and_goes_on_with_elapsed_time(machine: Machine) -> None:
    clock = machine.process()
    assert (clock(), clock.running()) == (NOW, 0)
    machine.passes(HOUR)
    assert (clock(), clock.running()) == (NOW + HOUR, HOUR)


@pytest.mark.parametrize("jump", [400 * 24 * HOUR, 2 * HOUR, -HOUR, -400 * 24 * HOUR])
def test_a_clock_that_is_set_changes_nothing_in_any_process(machine: Machine, jump: int) -> None:
    before = machine.process()
    assert before() == NOW
    machine.wall += jump
    for clock in (before, machine.process()):
        assert (clock(), clock.running()) == (NOW, 0)
    machine.passes(HOUR)
    for clock in (before, machine.process()):
        assert (clock(), clock.running()) == (NOW + HOUR, HOUR)


@pytest.mark.parametrize("jump", [0, 400 * 24 * HOUR, -400 * 24 * HOUR])
def test_time_off_counts_from_the_last_time_that_was_kept_and_is_no_running_time(machine: Machine, jump: int) -> None:
    clock = machine.process()
    clock.keep()
    machine.passes(HOUR)
    machine.wall += jump
    clock.keep()
    machine.starts_again(off=5 * HOUR)
    clock = machine.process()
    assert (clock(), clock.running()) == (NOW + 6 * HOUR, HOUR)


def test_a_machine_that_starts_with_an_older_time_goes_on_where_it_was(machine: Machine) -> None:
    clock = machine.process()
    clock()
    machine.passes(KEPT_EVERY_MS)
    clock.keep()
    machine.starts_again(off=-HOUR)
    assert machine.process()() == NOW + KEPT_EVERY_MS


def test_the_line_is_written_anew_when_it_is_old_or_the_clock_was_set_and_else_never(machine: Machine) -> None:
    clock = machine.process()
    clock.keep()
    first = machine.line()
    machine.passes(KEPT_EVERY_MS - 1)
    machine.wall += SET_MS
    clock.keep()
    assert machine.line() == first
    machine.wall += 1
    clock.keep()
    assert machine.line()[3] == machine.wall
    machine.passes(KEPT_EVERY_MS)
    clock.keep()
    assert machine.line()[3] == machine.wall


def test_lines_of_old_starts_are_removed(machine: Machine) -> None:
    for _ in range(200):
        machine.process()()
        machine.starts_again(off=1000)
    assert machine.store.client.hlen(keys.ELAPSED) == 64
    assert machine.process()() == NOW + 200 * 1000


def test_one_who_reads_it_at_a_store_that_is_away_reads_it_later(machine: Machine, monkeypatch) -> None:
    clock = machine.process()
    with monkeypatch.context() as away:
        away.setattr(steady_clock, "_BEGIN", lambda *_: (_ for _ in ()).throw(ConnectionError))
        with pytest.raises(ConnectionError):
            clock()
    assert clock() == NOW


def test_processes_of_this_machine_know_the_same_start() -> None:
    assert steady_clock.this_start() == steady_clock.this_start.__wrapped__()
    first = steady_clock.since_start()
    assert 0 < first <= steady_clock.since_start()
