"""Lengths of games by the times at which facts were recorded."""

import pytest

from core.events import (
    BreakEnded,
    BreakStarted,
    DiceRolled,
    GameResigned,
    GameResult,
    MatchResumed,
    MatchSuspended,
    OpeningRolled,
    ResultReported,
    RulingMade,
)
from core.match import judging
from core.match.game_times import LONGEST_SILENCE, NO_TIMES, timed
from tests.support.matches.timed_logs import timed as timed_log

OPENS, ROLLS, RESIGNS = OpeningRolled(2, 5), DiceRolled("black", (6, 4)), GameResigned("black", "jan")
MINUTE = 60
SILENCE = LONGEST_SILENCE // 1000


def times_of(*rows):
    """The times after facts, each at its second."""
    log, times, before = timed_log(rows), NO_TIMES, None
    for recorded, (match, verdict) in zip(log, judging.fold("m_test", log), strict=True):
        times = times if before is None else timed(times, before, match, recorded, verdict)
        before = match
    return times


def lengths(*rows):
    return times_of(*rows).seconds


def test_a_game_lasts_from_its_first_fact_to_the_one_that_ends_it_without_the_time_between_two_games():
    assert lengths((100, OPENS), (400, ROLLS), (1300, RESIGNS)) == (1200,)
    found = lengths((0, OPENS), (600, RESIGNS), (1000, ROLLS), (1900, RESIGNS))
    assert found == (600, 900)


def test_a_game_that_is_not_over_has_no_length():
    assert lengths((0, OPENS), (600, ROLLS)) == ()


@pytest.mark.parametrize(
    ("begins", "ends"),
    [(MatchSuspended("supper"), MatchResumed()), (BreakStarted("white"), BreakEnded())],
)
def test_breaks_and_interruptions_are_taken_off(begins, ends):
    night = 14 * 60 * MINUTE
    assert lengths((0, OPENS), (300, begins), (300 + night, ends), (600 + night, RESIGNS)) == (600,)


def test_a_silence_without_a_reason_makes_the_length_of_its_game_unknown_and_no_other():
    assert lengths((0, OPENS), (SILENCE, RESIGNS)) == (SILENCE,)
    later = SILENCE + 1
    assert lengths((0, OPENS), (later, RESIGNS), (later + 50, ROLLS), (later + 350, RESIGNS)) == (0, 300)


def test_a_refused_fact_begins_no_game_and_shows_that_one_is_played():
    assert lengths((0, ROLLS), (500, OPENS), (1100, RESIGNS)) == (600,)
    refused = DiceRolled("nobody", (1, 1))
    assert lengths((0, OPENS), (SILENCE, refused), (SILENCE + 600, RESIGNS)) == (SILENCE + 600,)


def test_results_that_are_only_reported_or_awarded_tell_nothing():
    assert lengths((600, ResultReported((GameResult("white", "jan"),) * 3))) == (0, 0, 0)
    award = RulingMade("award_game", "late", winner="white", outcome="jan")
    assert lengths((0, OPENS), (600, award), (700, ROLLS), (1000, RESIGNS)) == (0, 300)


def test_facts_that_a_ruling_voids_make_the_length_of_their_game_unknown():
    void = RulingMade("void", "wrong dice", from_version=3, to_version=3)
    found = times_of((0, OPENS), (300, ROLLS), (600, RESIGNS), (700, void), (900, RESIGNS), (1000, ROLLS))
    assert found.seconds == (0,)
    assert found.last == 1_000_000
    later = RulingMade("void", "wrong dice", from_version=3, to_version=3)
    rows = (0, OPENS), (600, RESIGNS), (700, ROLLS), (800, later), (900, ROLLS), (1000, RESIGNS)
    assert lengths(*rows) == (600, 0)


def test_a_clock_of_the_machine_that_is_set_back_takes_nothing_off():
    assert lengths((1000, OPENS), (1600, ROLLS), (600, ROLLS), (900, RESIGNS)) == (900,)
