"""A small board carries an evening: all processes together need less than its memory."""

from bench import evening
from tests.support.processes.serving import linux
from tests.support.proving import prove


@linux
@prove
def test_an_evening_of_32_players_with_16_phones_runs_whole_with_512_mb() -> None:
    matches, facts, _seconds, memory, _held = evening.run()
    assert matches == 31
    assert facts > 31 * 20
    assert 0 < memory < evening.MEMORY_MB
