"""The series of other tours can be announced, and come to what those tours say: docs/tournaments/series.md has them."""

from dataclasses import replace
from fractions import Fraction

import pytest

from core.series.announcement import AVERAGE, FORMULA, HIGHEST, NO_PLACES, POOL, Formula, PlaceTable
from tests.support.series.written import PLAIN, evening, points, table_of, tables


def fractions(*numbers):
    return tuple(map(Fraction, numbers))


# ── Nordic Backgammon Tour 2011 (nbgf.no): a match won in the main bracket 7, consolation 5, last chance 3 ───────────
def test_a_match_won_counts_by_its_bracket():
    tour = replace(
        PLAIN,
        places=NO_PLACES,
        matches=tuple(zip(("any", "consolation", "last_chance"), fractions(7, 5, 3), strict=True)),
    )
    copenhagen = evening(
        1,
        "anna bo cilla=dag",
        "anna-cilla main",
        "bo-dag main",
        "anna-bo main",
        "cilla-dag consolation",
        "dag-cilla last_chance",
    )
    oslo = evening(2, "bo anna", "bo-anna swiss")
    assert points(table_of(tour, copenhagen, oslo)) == {"anna": "14", "bo": "14", "cilla": "5", "dag": "3"}


# ── American Backgammon Tour (usbgf.org): as many points as players, shared out by factors ───────────────────────────
MORE_SWISS = fractions(32, 20, 13, 9, 7, 6, 5, 4)


def test_as_many_points_as_players_are_shared_out():
    tour = replace(PLAIN, places=POOL, tables=(PlaceTable(1, fractions(8, 4, 2, 1, 1)),))
    field = " ".join(f"p{number:02}" for number in range(1, 65))
    found = points(table_of(tour, evening(1, field)))
    assert [found[f"p{number:02}"] for number in range(1, 7)] == ["32", "16", "8", "4", "4", "0"]
    half = points(table_of(tour, evening(1, field), factors={1: "1/2"}))
    assert [half[f"p{number:02}"] for number in range(1, 4)] == ["16", "8", "4"]


def test_the_factors_of_shared_places_are_added_and_divided():
    """A three-way tie for second place has the factor (20 + 13 + 9) / 3 = 14."""
    tour = replace(PLAIN, places=POOL, tables=(PlaceTable(1, MORE_SWISS),))
    found = points(table_of(tour, evening(1, "a b=c=d e f g h " + " ".join(f"x{number}" for number in range(88)))))
    assert found["b"] == found["c"] == found["d"] == "14"
    assert (found["a"], found["e"]) == ("32", "7")
    assert sum(map(Fraction, found.values())) == 96


# ── Disc Golf Metrix (discgolfmetrix.com): fixed or falling points, shared places by average or by the highest ───────
@pytest.mark.parametrize(("shared", "second"), [(AVERAGE, "16"), (HIGHEST, "18")])
def test_fixed_points_with_shared_places(shared, second):
    tour = replace(tables(25, 18, 14, 10), shared=shared)
    assert points(table_of(tour, evening(1, "a b=c d e"))) == {"a": "25", "b": second, "c": second, "d": "10", "e": "0"}


def test_falling_points():
    tour = replace(PLAIN, places=FORMULA, formula=Formula(*fractions(100, 0, "2.5", 1)))
    found = points(table_of(tour, evening(1, " ".join(f"p{number:02}" for number in range(1, 45)))))
    assert [found[each] for each in ("p01", "p02", "p03", "p40", "p41", "p44")] == [
        "100",
        "195/2",
        "95",
        "5/2",
        "1",
        "1",
    ]


# ── Match Play Events (docs.matchplay.events): the evenings' own points or points by place, best X or without worst X ─
def season(announcement):
    return points(
        table_of(
            announcement,
            evening(1, "a b c", points={"a": 9, "b": 7, "c": 5}),
            evening(2, "b a c", points={"b": 8, "a": 6, "c": 1}),
            evening(3, "c b", points={"c": 7, "b": 7}),
        )
    )


def test_the_evenings_own_points_are_added():
    tour = replace(PLAIN, places=NO_PLACES, own=Fraction(1))
    assert season(tour) == {"b": "22", "a": "15", "c": "13"}


def test_the_best_results_count():
    tour = replace(tables(3, 2, 1), best=2)
    assert season(tour) == {"a": "5", "b": "5", "c": "4"}


def test_the_worst_result_is_left_out_and_a_missed_evening_is_the_worst():
    tour = replace(PLAIN, places=NO_PLACES, own=Fraction(1), without=1)
    assert season(tour) == {"b": "15", "a": "15", "c": "12"}


# ── a point for each player beaten, and two for coming ───────────────────────────────────────────────────────────────
def test_players_beaten_are_counted_by_the_formula():
    tour = replace(PLAIN, places=FORMULA, participation=Fraction(2))
    assert points(table_of(tour, evening(1, "a b c d"))) == {"a": "6", "b": "5", "c": "4", "d": "3"}
