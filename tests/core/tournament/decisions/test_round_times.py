"""The time of a round: set, set again, taken away."""

import pytest

from core.errors import Invalid, NotAllowed, NotFound
from core.tournament.decisions import end, set_round_time, unpair
from core.tournament.decisions.rounds import LONGEST_DAYS
from core.tournament.model.values import RoundTime
from core.tournament.views.tournament_view import tournament_view
from tests.core.tournament.decisions.test_entries import started
from tests.support.tournament.written_results import after, field

HOUR = 3_600_000
TIME = RoundTime(1_000, 1_000 + HOUR)


def timed(tournament, number, time):
    return after(tournament, set_round_time(tournament, number, time))


def test_the_last_time_that_was_set_holds_and_one_that_holds_is_not_written_again():
    tournament = timed(started("swiss", field(4)), 1, TIME)
    assert tournament_view(tournament).rounds[0].time == TIME
    assert set_round_time(tournament, 1, TIME) == []
    later = TIME._replace(ends=TIME.ends + HOUR)
    tournament = timed(tournament, 1, later)
    assert tournament.times == {1: later}
    tournament = timed(tournament, 1, None)
    assert tournament.times == {}
    assert set_round_time(tournament, 1, None) == []


def test_the_time_of_one_round_is_not_that_of_another():
    tournament = timed(started("round_robin", field(4)), 2, TIME)
    assert [round_.time for round_ in tournament_view(tournament).rounds] == [None, TIME, None]


@pytest.mark.parametrize("ends", [TIME.starts, TIME.starts - 1, TIME.starts + LONGEST_DAYS * 24 * HOUR + 1])
def test_a_round_ends_after_its_start_and_within_a_year(ends):
    with pytest.raises(Invalid) as wrong:
        set_round_time(started("swiss", field(4)), 1, RoundTime(TIME.starts, ends))
    assert list(wrong.value.problems) == ["ends"]


def test_a_round_that_is_not_there_and_one_of_a_tournament_that_is_over_have_no_time_to_come():
    tournament = started("swiss", field(4))
    with pytest.raises(NotFound):
        set_round_time(tournament, 2, TIME)
    with pytest.raises(NotAllowed):
        set_round_time(after(tournament, end(tournament, "rain")), 1, TIME)


def test_a_round_that_is_paired_again_keeps_its_time():
    tournament = timed(started("swiss", field(4)), 1, TIME)
    tournament = after(tournament, unpair(tournament, 1, "a late player"))
    assert tournament_view(tournament).rounds == ()
    assert tournament.times == {1: TIME}
