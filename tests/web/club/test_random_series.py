"""A series over the API at random: evenings, corrections, merges, other rules, the end, in two processes."""

from hypothesis import Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.support.proving import PROVING
from tests.support.series.machine import SeriesMachine


def test_the_table_is_what_the_exports_come_to_whatever_was_done(api, restarted):
    class OfTwoProcesses(SeriesMachine):
        processes = (api, restarted())
        clubs = 0

    run_state_machine_as_test(
        OfTwoProcesses,
        settings=settings(
            max_examples=60 if PROVING else 4,
            stateful_step_count=14,
            deadline=None,
            phases=tuple(Phase) if PROVING else (Phase.generate,),
        ),
    )
