"""The drawn tree of a bracket: every match stands in the middle of its sources, in every format and at every time."""

import random
import re
from fractions import Fraction

import pytest

from core.events import GameResult, MatchSettled
from core.tournament.brackets.view import EMPTY, bracket_views
from core.tournament.model.bracket_plan import WINNER
from service.web.pages.public.bracket_tree import joined, tree
from service.web.pages.public.brackets import brackets_of, has_unknown
from tests.support.proving import some
from tests.support.tournament.played.brackets import bracket, on, played_out
from tests.support.tournament.scenario import to_play

EVERYTHING = {"bronze": True, "consolation": "auto", "last_chance": "auto"}
FORMS = {
    f"{form}, {players}, {', '.join(settings) or 'plain'}": (form, players, settings)
    for form, sizes, settings in (
        ("single_elimination", (2, 3, 4, 5, 13, 16, 33, 64, 128), {}),
        ("single_elimination", (4, 8, 13, 33), EVERYTHING),
        ("single_elimination", (8, 16, 21), {"placement": 8}),
        ("double_elimination", (2, 3, 4, 7, 13, 20, 33, 64, 65, 128), {}),
    )
    for players in sizes
}
SOME = (
    "single_elimination, 13, plain",
    "single_elimination, 13, bronze, consolation, last_chance",
    "double_elimination, 20, plain",
    "double_elimination, 7, plain",
    "single_elimination, 21, placement",
)


def standing(columns):
    """The middle and the column of each match, and the rows of each column."""
    found, rows = {}, []
    for number, column in enumerate(columns):
        top = 0
        for cell in column.cells:
            if cell.slot:
                found[cell.slot.slot] = (Fraction(2 * top + cell.rows, 2), number, cell)
            top += cell.rows
        rows.append(top)
    return found, rows


def ensure_sound(tournament):
    """Every match of every bracket is in its tree once, centred between its sources, with a line from each of them."""
    for view in joined(bracket_views(tournament)):
        columns, free = tree(view)
        found, rows = standing(columns)
        assert len(set(rows)) <= 1, "all columns have the same rows"
        played = {
            slot.slot
            for round_ in view.rounds
            for slot in round_.slots
            if slot.status != EMPTY and not all(seat.bye for seat in slot.seats)
        }
        assert found.keys() | free.keys() == played
        assert not found.keys() & free.keys()
        for middle, number, cell in found.values():
            assert cell.rows & (cell.rows - 1) == 0
            sources = {str(seat.source.of) for seat in cell.slot.seats if seat.source.kind == WINNER} & found.keys()
            assert sum(found[source][0] for source in sources) == len(sources) * middle
            assert all(found[source][1] < number for source in sources)
            for seat, line in zip(cell.slot.seats, cell.lines, strict=True):
                assert bool(line) == (str(seat.source.of) in sources)
        whole = [cell for column in columns for cell in column.cells if cell.passes]
        assert whole == [], "no line of these formats passes a round"


@pytest.mark.parametrize("name", some(FORMS, *SOME))
def test_every_match_stands_in_the_middle_of_its_sources_at_every_time(name):
    form, players, settings = FORMS[name]
    start = bracket(form, players, settings)
    ensure_sound(start)
    if players <= 33:
        played_out(start, random.Random(players), ensure_sound, absent=0.1, leaving=0.1)


def test_a_first_match_that_a_player_has_free_takes_no_room():
    (view,) = joined(bracket_views(bracket("single_elimination", 33)))
    columns, free = tree(view)
    assert sum(cell.rows for cell in columns[0].cells) == 16
    assert list(columns[0].free) == list(free.values())
    assert len(free) == 31


def test_the_final_of_a_double_elimination_ends_its_main_bracket():
    first, second = joined(bracket_views(bracket("double_elimination", 8)))
    assert [round_.name for round_ in first.rounds] == [
        "quarter_final",
        "semi_final",
        "main_final",
        "grand_final",
        "reset",
    ]
    assert second.bracket == "lower"


def shown(made_app, tournament, live=None):
    with made_app.test_request_context("/?lang=en"):
        return brackets_of(tournament, bracket_views(tournament), live or {})


def matches(brackets):
    return [
        cell for bracket in brackets for round_ in bracket["rounds"] for cell in round_["cells"] if cell.get("seats")
    ]


def test_a_player_who_comes_without_a_line_has_the_number_of_the_match_that_gives_them(made_app):
    brackets = shown(made_app, bracket("double_elimination", 4))
    numbers = {cell["number"] for cell in matches(brackets)} - {None}
    words = {seat["from"] for cell in matches(brackets) for seat in cell["seats"]} - {""}
    assert len(words) == 4
    assert {word.split()[-1] for word in words} == {str(number) for number in numbers}


def test_every_match_is_a_sentence_with_all_that_the_drawing_shows(made_app):
    tournament = bracket("single_elimination", 5)
    before = matches(shown(made_app, tournament))
    assert [cell["sentence"] for cell in before] == [
        "Quarter-finals: P04 – P05.",
        "Semi-finals: P01 – Winner of P04 – P05.",
        "Semi-finals: P02 – P03.",
        "Final: … – Winner of P02 – P03.",
    ]
    pairing = tournament.to_play[0]
    playing = matches(shown(made_app, tournament, {pairing.match: {"white": 2, "black": 1}}))
    assert "in play, 2–1" in " ".join(cell["sentence"] for cell in playing)
    assert [cell["status"] for cell in playing].count("live") == 1


def test_points_stand_game_by_game_beside_the_names(made_app):
    tournament = bracket("single_elimination", 4)
    games = (GameResult("white", "jan"), GameResult("black", "bearing_off"), GameResult("white", "bearing_off"))
    while waiting := to_play(tournament):
        said = MatchSettled(waiting[0].match, "white", {"white": 5, "black": 1}, "points", games)
        tournament = on(tournament, said)
    final = matches(shown(made_app, tournament))[-1]
    assert [len(seat["games"]) for seat in final["seats"]] == [3, 3]
    assert [sum(seat["games"]) for seat in final["seats"]] == [int(seat["score"]) for seat in final["seats"]]
    assert final["sentence"].startswith(f"Final: {next(seat['name'] for seat in final['seats'] if seat['won'])} beat ")
    assert not has_unknown(shown(made_app, tournament))


@pytest.mark.parametrize(
    ("form", "settings", "players", "tab"),
    [
        ("single_elimination", {}, 4, "Bracket"),
        ("groups_then_knockout", {}, 8, "Bracket"),
        ("swiss_then_knockout", {"cut": 4}, 8, "Bracket"),
        ("stages", {"second": "single_elimination"}, 8, "Bracket"),
        ("stages", {"third": "double_elimination"}, 16, "Bracket"),
        ("stages", {}, 8, None),
        ("stages", {"first": "swiss", "second": "swiss"}, 8, None),
        ("round_robin", {}, 4, "On one sheet"),
        ("swiss", {}, 4, None),
    ],
    ids=str,
)
def test_the_page_has_a_tree_where_there_are_brackets_and_else_the_rounds_on_one_sheet(
    api, judge, form, settings, players, tab
):
    tournament = api.tournament(players, format=form, settings=settings, published=True)
    assert api.post(f"/v1/tournaments/{tournament}/start", {}).status_code == 200
    api.post(f"/v1/tournaments/{tournament}/rounds", {})  # refused where rounds need no command
    judge()
    page = api.client.get(f"/tournaments/{tournament}/bracket", headers={"Accept-Language": "en"}).text
    assert ('class="bracket-rounds"' in page) == (tab == "Bracket")
    assert ("<svg" in page.partition('class="sheet"')[2]) == (tab != "Bracket")
    tabs = re.findall(rf'<li><a href="/tournaments/{tournament}/bracket"[^>]*>([^<]*)', page)
    assert tabs == ([tab] if tab else [])


def test_teams_in_a_knock_out_have_a_tree_with_the_boards_that_they_won(api, judge):
    said = {"name": "Lagcupen", "game": "swedish", "length": {"games": 3}, "format": "team_knockout", "published": True}
    tournament = api.post("/v1/clubs/vasa/tournaments", {**said, "settings": {"boards": 2}}).json["id"]
    for name in ("Vaxholm", "Nacka", "Huddinge"):
        members = [f"{name} {number}" for number in (1, 2)]
        assert (
            api.post(f"/v1/tournaments/{tournament}/teams?register=1", {"name": name, "members": members}).status_code
            == 201
        )
    assert api.post(f"/v1/tournaments/{tournament}/start", {}).status_code == 200
    judge()

    def page():
        judge()
        return api.client.get(f"/tournaments/{tournament}/bracket", headers={"Accept-Language": "en"}).text

    assert "Semi-finals: Nacka – Huddinge." in page()
    rows = api.get(f"/v1/tournaments/{tournament}/matches").json["matches"]
    boards = [row["id"] for row in rows if row["status"] == "open" and row["black"]]
    for match in boards:
        played = {"match": match, "results": [{"winner": "white", "outcome": "jan"}] * 3}
        assert api.post(f"/v1/tournaments/{tournament}/results", played).status_code == 202
        if match == boards[0]:
            assert "in play, " in page()
    text = page()
    assert re.search(r"Semi-finals: (Nacka|Huddinge) beat (Nacka|Huddinge), 1–1\.", text)
    assert re.search(r"Final: Vaxholm – (Nacka|Huddinge)\.", text)
    assert f'<li><a href="/tournaments/{tournament}/bracket" aria-current="page">Bracket' in text
