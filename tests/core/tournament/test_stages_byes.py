"""Rounds of a Swiss stage that are sat out on request."""

import pytest

from core.errors import Invalid, NotAllowed
from core.options import stored_options
from core.tournament import Tournament
from core.tournament.decisions import away_until, enter, pair, pair_round, set_byes
from core.tournament.formats import format_of
from core.tournament.model.byes import resting
from core.tournament.model.values import RequestedBye
from core.tournament.standings.standings import sections, standings
from core.tournament.views.stages import cut_is_next
from tests.support.tournament.scenario import announced, begun, best, entries, played_on
from tests.support.tournament.written_results import after, field

CHOSEN = {
    "first": "groups",
    "first_size": 4,
    "first_on": 3,
    "second": "swiss",
    "second_rounds": 3,
    "second_on": 2,
    "third": "single_elimination",
}


def swiss(**more: object) -> Tournament:
    """The first round of a Swiss of six after groups of four, with more settings."""
    now = played_on(begun(announced("stages", {**CHOSEN, **more}), entries(field(8))), best(field(8)))
    return after(now, pair_round(now))


def sat_out(tournament: Tournament, player: str, *numbers: int, worth: str = "zero") -> Tournament:
    return after(tournament, set_byes(tournament, player, [RequestedBye(number, worth) for number in numbers], "works"))


def next_round(tournament: Tournament) -> Tournament:
    return played_on(after(tournament, pair_round(tournament)), best(field(8)))


def points(tournament: Tournament, player: str) -> tuple[int, int]:
    """The points of a player in the table of the Swiss, and in that of the whole tournament."""
    table = dict(sections(tournament))["stage_2"]
    return tuple(  # type: ignore[return-value]
        next(line.points for line in lines if line.player_id == player) for lines in (table, standings(tournament))
    )


def test_a_player_sits_out_a_round_of_the_swiss_and_plays_on_after_it() -> None:
    now = sat_out(played_on(swiss(), best(field(8))), "p01", 5)
    now = after(now, pair_round(now))
    assert now.rounds[-1].number == 5
    assert ("p01", "zero_bye") in [tuple(each) for each in resting(now, now.rounds[-1])]
    now = played_on(now, best(field(8)))
    now = after(now, pair_round(now))
    assert "p01" in {player for pairing in now.rounds[-1].pairings for player in pairing[1:3]}
    over = played_on(now, best(field(8)))
    while over.status != "finished":
        over = played_on(after(over, pair_round(over)), best(field(8)))
    line = next(row for row in standings(over) if row.player_id == "p01")
    assert line.byes == 0, "it counts nothing"
    assert ("p01", "zero_bye") in [tuple(each) for each in resting(over, over.round(5))], "it is told afterwards, too"


def test_a_player_who_is_away_is_back_in_a_round_of_the_stage() -> None:
    now = played_on(swiss(), best(field(8)))
    byes = away_until(now, 6)
    assert [bye.round for bye in byes] == [5]
    assert pair(after(now, set_byes(now, "p02", byes))) == []


@pytest.mark.parametrize(
    ("number", "words"), [(7, "round 6 is the last"), (4, "paired already"), (99, "round 6 is the last")]
)
def test_only_rounds_of_the_swiss_that_is_played_are_sat_out(number: int, words: str) -> None:
    now = played_on(swiss(), best(field(8)))
    with pytest.raises(Invalid) as wrong:
        sat_out(now, "p01", number)
    assert words in str(wrong.value.problems)


def test_a_bye_with_points_is_refused_unless_it_was_announced() -> None:
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
    now = after(now, enter(now, [(entry, entry.title()) for entry in field(6)]))
    assert [bye.round for bye in sat_out(now, "p01", 1, 2).entry("p01").byes] == [1, 2]


@pytest.mark.parametrize(("worth", "counts"), [("zero", 0), ("half", 1), ("full", 2)])
def test_a_bye_with_points_counts_in_the_table_of_the_stage_and_in_the_whole(worth: str, counts: int) -> None:
    now = played_on(swiss(byes=1, bye_worth="full"), best(field(8)))
    assert points(now, "p01") == (2, 8), "three matches won in the group, one in the Swiss: a win counts 2 in both"
    now = next_round(sat_out(now, "p01", 5, worth=worth))
    assert ("p01", f"{worth}_bye") in [tuple(each) for each in resting(now, now.round(5))]
    assert points(now, "p01") == (2 + counts, 8 + counts)
    assert points(next_round(now), "p01") == (4 + counts, 10 + counts)


def test_without_byes_with_points_a_win_counts_1_in_every_stage() -> None:
    assert points(played_on(swiss(), best(field(8))), "p01") == (1, 4)
    assert points(played_on(swiss(byes=1), best(field(8))), "p01") == (2, 8)


TWICE = {"second_on": 4, "third": "swiss", "third_rounds": 2, "third_counts": "points"}


def test_the_last_round_of_each_swiss_counts_points_only_where_it_is_announced() -> None:
    now = played_on(swiss(byes=2, **TWICE), best(field(8)))
    with pytest.raises(Invalid) as wrong:
        sat_out(now, "p01", 6, worth="half")
    assert "the last round can be sat out without points only" in str(wrong.value.problems)
    allowed = played_on(swiss(byes=2, last_bye=True, **TWICE), best(field(8)))
    assert sat_out(allowed, "p01", 6, worth="half").entry("p01").byes == ((6, "half"),)


def test_so_many_rounds_are_sat_out_with_points_in_all_stages_together() -> None:
    now = played_on(swiss(byes=1, **TWICE), best(field(8)))
    now = next_round(next_round(sat_out(now, "p01", 5, worth="half")))
    now = next_round(now)
    assert now.rounds[-1].number == 7
    with pytest.raises(Invalid) as wrong:
        sat_out(now, "p02", 8, worth="half")
    assert "the last round" in str(wrong.value.problems)
    now = played_on(swiss(byes=1, last_bye=True, **TWICE), best(field(8)))
    now = next_round(next_round(next_round(sat_out(now, "p01", 5, worth="half"))))
    with pytest.raises(NotAllowed, match="rounds that P01 would sit out with points: 2"):
        sat_out(now, "p01", 8, worth="half")
    now = next_round(sat_out(now, "p02", 8, worth="half"))
    brought = {line.player_id: line.points for line in dict(sections(now))["stage_3"]}
    assert brought["p01"] == 2 + 1 + 2 + 2 + 2, "points that were brought have the half point, too"


def test_a_late_player_has_half_a_point_for_a_missed_round_of_a_first_swiss() -> None:
    chosen = {"first": "swiss", "first_rounds": 4, "second": "single_elimination", "byes": 1, "late_byes": True}
    now = played_on(begun(announced("stages", chosen), entries(field(6))), best(field(8)))
    now = after(now, enter(now, [("p07", "P07")]))
    assert now.entry("p07").byes == ((1, "half"),)


def test_byes_with_points_ask_for_a_stage_that_is_a_swiss() -> None:
    with pytest.raises(Invalid, match="byes"):
        format_of("stages").read_settings({"first": "groups", "second": "groups", "byes": 1})
    stored = format_of("stages").read_settings({"first": "groups", "second": "groups"})
    assert "byes" not in stored_options(stored)
