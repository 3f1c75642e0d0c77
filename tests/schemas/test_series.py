"""Announcements of series as they are sent: the examples of the documentation, its settings, and what is refused."""

import json
import re
from fractions import Fraction

import pytest
from marshmallow import ValidationError

from core.series.announcement import Announcement, read_announcement, stored_announcement
from core.series.evening_points import BRACKETS
from core.series.exact import exact_text
from schemas.series import requests
from schemas.series.requests import SeriesAnnouncing, SeriesTournaments
from tests.core.ratings.test_example import tables
from tests.support.paths import ROOT
from tests.support.series.written import evening, table_of

PAGE = (ROOT / "docs/tournaments/series.md").read_text(encoding="utf-8")


def part(title):
    """The part of the page below a heading: its announcements and its table."""
    text = PAGE[PAGE.index(f"### {title}") :]
    text = text[: (re.search(r"\n##", text[4:]) or re.search(r"\Z", text)).end()]
    found = [SeriesAnnouncing().load(json.loads(each)) for each in re.findall(r"```json\n(.*?)```", text, re.DOTALL)]
    return found, tables(text)[0]


def points(announcement, *evenings, **more):
    """The points of each player as they are written on the page."""
    return {row.player: exact_text(row.points) for row in table_of(announcement, *evenings, **more).rows}


def test_matches_won_by_bracket_come_to_the_points_of_the_page():
    (tour,), rows = part("Points for matches won, by bracket")
    brackets = {"won in main": "main", "in the consolation": "consolation", "in the last chance": "last_chance"}
    names = [row["player"].lower() for row in rows]
    won = [
        f"{row['player'].lower()}-{next(name for name in names if name != row['player'].lower())} {bracket}"
        for row in rows
        for heading, bracket in brackets.items()
        for _ in range(int(row[heading]))
    ]
    assert points(tour, evening(1, " ".join(names), *won)) == {row["player"].lower(): row["points"] for row in rows}


def test_shared_out_points_are_those_of_the_page():
    (tour,), rows = part("As many points as players, shared out")
    places = " ".join("=".join(f"p{row['place']}_{number}" for number in range(int(row["players"]))) for row in rows)
    others = 96 - sum(int(row["players"]) for row in rows)
    played = evening(1, f"{places} {' '.join(f'x{number}' for number in range(others))}")
    whole, half = points(tour, played), points(tour, played, factors={1: "1/2"})
    for row in rows:
        own = f"p{row['place']}_0"
        assert (whole[own], half[own]) == (row["points"], row["with the factor 1/2"])
    assert sum(Fraction(each) for each in whole.values()) == 96


def test_fixed_and_falling_points_are_those_of_the_page():
    (fixed, falling), rows = part("Fixed or falling points")
    places = " ".join("=".join(f"p{row['place']}_{number}" for number in range(int(row["players"]))) for row in rows)
    for announcement, heading in ((fixed, "fixed, average"), (falling, "falling, highest")):
        found = points(announcement, evening(1, places))
        assert [found[f"p{row['place']}_0"] for row in rows] == [row[heading] for row in rows]


def test_the_evenings_own_points_and_the_best_results_are_those_of_the_page():
    (total, best), rows = part("The evenings' own points, and the worst left out")
    own = {name: [row[f"evening {each}"] for each in (1, 2, 3)] for row in rows for name in [row["player"].lower()]}
    evenings = [
        evening(1, "anna bo cilla", points=_own(own, 0)),
        evening(2, "bo anna cilla", points=_own(own, 1)),
        evening(3, "cilla bo", points=_own(own, 2)),
    ]
    for announcement, heading in ((total, "sum without the worst"), (best, "best two")):
        assert points(announcement, *evenings) == {row["player"].lower(): row[heading] for row in rows}
    for row in rows:
        ranks = [cell.score.rank for cell in table_of(best, *evenings).row(row["player"].lower()).cells if cell.score]
        assert row["places"] == ", ".join(map(str, ranks))


def _own(own, number):
    return {name: int(each[number]) for name, each in own.items() if each[number]}


def test_the_settings_of_the_page_are_those_of_the_announcement():
    settings = PAGE[PAGE.index("## What is announced") : PAGE.index("Each tournament counts")]
    named = [name for row in tables(settings)[0] for name in re.findall(r"`(\w+)`", row["setting"])]
    assert named == list(Announcement.__dataclass_fields__)
    assert named == list(SeriesAnnouncing().fields)


def test_each_bracket_that_points_are_given_for_has_a_name():
    assert set(requests.BRACKETS) == {"any", *BRACKETS}


def test_what_is_not_named_has_its_usual_value():
    assert SeriesAnnouncing().load({"name": "Season"}) == Announcement("Season")


def test_an_announcement_is_stored_as_it_may_be_sent():
    sent = {"name": "Season", "best": 6, "participation": "1/3", "matches": {"any": 7.5}, "games": ["swedish"]}
    found = SeriesAnnouncing().load(sent)
    assert SeriesAnnouncing().load(stored_announcement(found) | {"begins": "2026-09-01", "ends": "2026-12-20"})
    assert read_announcement(stored_announcement(found)) == found


@pytest.mark.parametrize(
    ("sent", "wrong"),
    [
        ({"name": ""}, "name"),
        ({"begins": "2026-13-01"}, "begins"),
        ({"begins": "2026-09-02", "ends": "2026-09-01"}, "ends"),
        ({"games": ["chess"]}, "games"),
        ({"games": ["swedish", "swedish"]}, "games"),
        ({"places": "rank"}, "places"),
        ({"tables": []}, "tables"),
        ({"tables": [{"points": [1, 2]}]}, "tables"),
        ({"tables": [{"points": [2]}, {"points": [1]}]}, "tables"),
        ({"tables": [{"players": 0, "points": [1]}]}, "tables"),
        ({"tables": [{"points": [1] * 201}]}, "tables"),
        ({"formula": {"step": -1}}, "formula"),
        ({"formula": {"slope": 1}}, "formula"),
        ({"participation": -1}, "participation"),
        ({"participation": "x"}, "participation"),
        ({"participation": 10**9}, "participation"),
        ({"matches": {"third": 1}}, "matches"),
        ({"bonuses": {"luck": 1}}, "bonuses"),
        ({"best": 0}, "best"),
        ({"without": 61}, "without"),
        ({"guests": ["p"] * 2}, "guests"),
        ({"ties": ["age"]}, "ties"),
        ({"ties": ["best_single", "best_single"]}, "ties"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_what_is_wrong_is_named(sent, wrong):
    with pytest.raises(ValidationError) as error:
        SeriesAnnouncing().load({"name": "Season"} | sent)
    assert list(error.value.messages) == [wrong]


@pytest.mark.parametrize(
    ("sent", "wrong"),
    [
        ({"tournaments": []}, "tournaments"),
        ({"tournaments": ["c_vasa"]}, "tournaments"),
        ({"tournaments": ["t_abcdefghij"] * 61}, "tournaments"),
        ({"tournaments": ["t_abcdefghij"], "factor": 0}, "factor"),
        ({"tournaments": ["t_abcdefghij"], "factor": "-1"}, "factor"),
    ],
)
def test_tournaments_and_their_factor_are_bounded(sent, wrong):
    with pytest.raises(ValidationError) as error:
        SeriesTournaments().load(sent)
    assert list(error.value.messages) == [wrong]
