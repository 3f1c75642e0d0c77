"""A series as a fold of the club's log: what each event does, what is refused, and what ending freezes."""

from dataclasses import replace
from fractions import Fraction

import pytest

from core.club.club import Club, apply
from core.errors import NotAllowed, NotFound
from core.events import ClubFounded, PlayerRegistered, PlayersMerged, SeriesEnded
from core.series import series as decisions
from core.series.exact import exact_text, read_exact
from core.series.series import MOST_TOURNAMENTS
from tests.support.series.written import PLAIN


def club(*steps) -> Club:
    """A club with the series `s_1` after these steps, each a function from its series to events."""
    found = apply(None, ClubFounded("vasa", "Vasa"), 0)
    for step in ((lambda known: decisions.announce(known, "s_1", PLAIN)), *steps):
        for event in step(found.series) if callable(step) else [step]:
            found = apply(found, event, found.version + 1)
    return found


def add(*ids, factor=1):
    return lambda known: decisions.add(known, "s_1", ids, Fraction(factor))


def test_tournaments_count_with_their_factors_in_the_order_in_which_they_came():
    found = club(add("t_b", "t_a"), add("t_final", factor=2), add("t_b", factor="3/2"))
    assert dict(found.series["s_1"].tournaments) == {"t_b": Fraction(3, 2), "t_a": 1, "t_final": 2}
    assert list(found.series["s_1"].tournaments) == ["t_b", "t_a", "t_final"]


def test_what_changes_nothing_has_no_event():
    found = club(add("t_a"))
    assert decisions.add(found.series, "s_1", ["t_a"], Fraction(1)) == []
    assert decisions.change(found.series, "s_1", PLAIN) == []


def test_a_tournament_is_taken_out_again():
    found = club(add("t_a", "t_b"), lambda known: decisions.remove(known, "s_1", "t_a"))
    assert list(found.series["s_1"].tournaments) == ["t_b"]
    with pytest.raises(NotFound):
        decisions.remove(found.series, "s_1", "t_a")


def test_another_announcement_takes_the_place_of_the_one_before():
    other = replace(PLAIN, name="Autumn", best=6)
    found = club(add("t_a"), lambda known: decisions.change(known, "s_1", other))
    assert (found.series["s_1"].announcement, list(found.series["s_1"].tournaments)) == (other, ["t_a"])


@pytest.mark.parametrize(
    "decide",
    [
        lambda known: decisions.change(known, "s_1", replace(PLAIN, name="Other")),
        lambda known: decisions.add(known, "s_1", ["t_b"], Fraction(1)),
        lambda known: decisions.remove(known, "s_1", "t_a"),
        lambda known: decisions.end(known, "s_1", {"t_a": 8}),
    ],
)
def test_a_series_that_has_ended_changes_only_after_it_is_opened_again(decide):
    found = club(add("t_a"), SeriesEnded("s_1", {"t_a": 7}))
    with pytest.raises(NotAllowed, match="open it again first"):
        decide(found.series)
    for event in decisions.reopen(found.series, "s_1"):
        found = apply(found, event, found.version + 1)
    assert found.series["s_1"].frozen is None
    assert decide(found.series)


def test_an_open_series_is_not_opened_again():
    with pytest.raises(NotAllowed):
        decisions.reopen(club().series, "s_1")


def test_ending_keeps_the_versions_and_the_players_merged_until_then():
    found = club(
        PlayerRegistered("p_1", "Anna"),
        PlayerRegistered("p_2", "Anna K"),
        PlayerRegistered("p_3", "Bo"),
        PlayersMerged("p_2", "p_1"),
        add("t_a"),
        SeriesEnded("s_1", {"t_a": 7}),
        PlayersMerged("p_3", "p_1"),
    )
    frozen = found.series["s_1"].frozen
    assert (frozen.versions, frozen.merged) == ({"t_a": 7}, {"p_2": "p_1"})


def test_a_series_has_a_bound_of_tournaments():
    full = club(add(*(f"t_{number}" for number in range(MOST_TOURNAMENTS))))
    with pytest.raises(NotAllowed, match="60 tournaments at most"):
        decisions.add(full.series, "s_1", ["t_more"], Fraction(1))


def test_a_club_has_a_bound_of_series():
    many = {f"s_{number}": decisions.Series(f"s_{number}", PLAIN) for number in range(decisions.MOST_SERIES)}
    with pytest.raises(NotAllowed, match="100 series"):
        decisions.announce(many, "s_more", PLAIN)


@pytest.mark.parametrize("decide", [decisions.reopen, lambda known, each: decisions.end(known, each, {})])
def test_a_series_that_there_is_not_is_not_found(decide):
    with pytest.raises(NotFound):
        decide(club().series, "s_other")


@pytest.mark.parametrize("text", ["0", "3", "7.5", "17/3", "-0.25", "1000000", "2.0833"])
def test_an_exact_number_is_read_as_it_was_written(text):
    assert exact_text(read_exact(text)) == text


@pytest.mark.parametrize(
    "value", ["", "x", "1e5", "1/0", "1.23456", "٣", "10000000", None, True, [], "1 ", "1\n", float("nan")]
)
def test_what_is_no_exact_number_is_none(value):
    assert read_exact(value) is None
