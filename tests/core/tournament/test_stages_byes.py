"""Rounds of a Swiss stage that are sat out on request."""

import pytest

from core.errors import Invalid, NotAllowed
from core.tournament import Tournament
from core.tournament.decisions import away_until, enter, pair, pair_round, set_byes
from core.tournament.model.byes import resting
from core.tournament.model.values import RequestedBye
from core.tournament.standings.standings import standings
from core.tournament.views.stages import cut_is_next
from tests.support.tournament.scenario import announced, begun, best, entries, played_on
from tests.support.tournament.written_results import after, field

CHOSEN = {"first": "groups", "first_size": 4, "first_on": 3, "second": "swiss", "second_rounds": 3, "second_on": 2,
          "third": "single_elimination"}  # fmt: skip


def swiss() -> Tournament:
    """The first round of a Swiss of six after groups of four."""
    now = played_on(begun(announced("stages", CHOSEN), entries(field(8))), best(field(8)))
    return after(now, pair_round(now))


def sat_out(tournament: Tournament, player: str, *numbers: int) -> Tournament:
    return after(tournament, set_byes(tournament, player, [RequestedBye(each, "zero") for each in numbers], "works"))


def test_a_player_sits_out_a_round_of_the_swiss_and_plays_on_after_it() -> None:
    now = sat_out(played_on(swiss(), best(field(8))), "p01", 5)
    now = after(now, pair_round(now))
    assert now.rounds[-1].number == 5
    assert ("p01", "zero_bye") in [tuple(each) for each in resting(now, now.rounds[-1])]
    now = played_on(now, best(field(8)))
    now = after(now, pair_round(now))
    assert "p01" in {player for each in now.rounds[-1].pairings for player in each[1:3]}
    over = played_on(now, best(field(8)))
    while over.status != "finished":
        over = played_on(after(over, pair_round(over)), best(field(8)))
    line = next(each for each in standings(over) if each.player_id == "p01")
    assert line.byes == 0, "it counts nothing"
    assert ("p01", "zero_bye") in [tuple(each) for each in resting(over, over.round(5))], "it is told afterwards, too"


def test_a_player_who_is_away_is_back_in_a_round_of_the_stage() -> None:
    now = played_on(swiss(), best(field(8)))
    byes = away_until(now, 6)
    assert [each.round for each in byes] == [5]
    assert pair(after(now, set_byes(now, "p02", byes))) == []


@pytest.mark.parametrize(
    ("number", "words"), [(7, "round 6 is the last"), (4, "paired already"), (99, "round 6 is the last")]
)
def test_only_rounds_of_the_swiss_that_is_played_are_sat_out(number: int, words: str) -> None:
    now = played_on(swiss(), best(field(8)))
    with pytest.raises(Invalid) as wrong:
        sat_out(now, "p01", number)
    assert words in str(wrong.value.problems)


def test_a_bye_with_points_is_refused() -> None:
    now = played_on(swiss(), best(field(8)))
    with pytest.raises(Invalid, match="byes"):
        set_byes(now, "p01", [RequestedBye(5, "half")])


def test_in_groups_no_round_is_sat_out() -> None:
    now = begun(announced("stages", CHOSEN), entries(field(8)))
    assert not cut_is_next(now)
    with pytest.raises(Invalid) as wrong:
        sat_out(now, "p01", 4)
    assert "round 4 is none of a Swiss that is played now" in str(wrong.value.problems)
    plain = begun(announced("stages", {"first": "groups", "second": "groups"}), entries(field(8)))
    with pytest.raises(NotAllowed, match="no byes on request"):
        sat_out(plain, "p01", 4)


def test_before_the_start_rounds_of_a_first_swiss_are_sat_out() -> None:
    now = announced("stages", {"first": "swiss", "first_rounds": 3, "second": "single_elimination"})
    now = after(now, enter(now, [(each, each.title()) for each in field(6)]))
    assert [each.round for each in sat_out(now, "p01", 1, 2).entry("p01").byes] == [1, 2]
