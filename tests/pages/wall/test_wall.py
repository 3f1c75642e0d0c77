"""The wall: what is shown when, to everybody, and never more than fits."""

import re
from dataclasses import replace
from random import Random
from types import SimpleNamespace

import pytest
from flask import render_template

from core.events import PlayerEntered, RoundPaired, TournamentStarted
from core.tournament.model.values import Result
from core.tournament.model.visibility import without_drafts
from service.web.pages.wall import boards, brackets, lists, slides
from tests.support.pages.served_tournament import OPERATOR
from tests.support.pages.stored_tournament import BEGAN, CLOSED, TOURNAMENT
from tests.support.tournament.played.brackets import bracket, played_out
from tests.support.tournament.scenario import announced, begun, best, entries, played_on
from tests.support.tournament.written_results import field

WALL = f"/tournaments/{TOURNAMENT}/wall"
FIRST, SECOND = f"{TOURNAMENT}.1", f"{TOURNAMENT}.2"
PAIRS = ((FIRST, "p_player01", "p_player02"), (SECOND, "p_player03", "p_player04"))


def say(stored, *events, tournament=TOURNAMENT):
    stored.deps.log.append(tournament, list(events), by="vasa.a", at=stored.deps.clock())


@pytest.fixture
def playing(stored):
    """Two matches of a round, opened long ago: one with a play, one without."""
    players = [PlayerEntered(f"p_player0{number}", f"Player {number}") for number in range(1, 5)]
    say(stored, *players, TournamentStarted("lots"), RoundPaired(1, PAIRS))
    assert (stored.match("swedish", 6), stored.match("swedish", 0)) == (FIRST, SECOND)
    stored.judge()
    return stored


def at(made_app, stored, now):
    """Let the application have this time."""
    deps = replace(stored.deps, clock=lambda: now)
    made_app.extensions["brade"] = made_app.extensions["brade"]._replace(deps=deps)


def kinds(client, path=WALL):
    """The kinds of all slides, in the order in which they are shown."""
    first = client.get(f"{path}/slide").get_data(as_text=True)
    count = int(re.search(r'data-count="(\d+)"', first)[1])
    texts = [client.get(f"{path}/slide?slide={number}").get_data(as_text=True) for number in range(count)]
    return [re.search(r'data-kind="(\w+)"', text)[1] for text in texts]


# ── what is shown when ───────────────────────────────────────────────────────────────────────────────────────────────
def test_before_the_start_those_who_have_entered_are_shown(stored, client):
    assert "Ingen är anmäld än." in client.get(WALL).get_data(as_text=True)
    say(stored, PlayerEntered("p_player01", "Åsa Lindgren"))
    assert "Åsa Lindgren" in client.get(WALL).get_data(as_text=True)
    assert kinds(client) == ["players"]


def test_boards_the_round_and_the_standings_take_turns(playing, client):
    assert kinds(client) == ["boards", "round", "standings"]
    first, fourth = (client.get(f"{WALL}/slide?slide={number}").get_data(as_text=True) for number in (0, 3))
    assert f'data-match="{FIRST}"' in first
    assert f'data-match="{SECOND}"' not in first, "nothing is played there yet"
    assert re.search(r'data-place="(\d)"', fourth)[1] == "0", "behind the last slide follows the first"


def test_for_three_minutes_after_a_round_was_published_its_players_find_their_tables(playing, client, made_app):
    for seconds, expected in ((0, ["find"]), (179, ["find"]), (181, ["boards", "round", "standings"])):
        at(made_app, playing, BEGAN + 1000 * seconds)
        assert kinds(client) == expected, seconds


def test_a_tournament_that_is_over_shows_its_winners_first(made_app):
    over = played_out(bracket("single_elimination", 4), Random(1))
    with made_app.test_request_context("/?lang=en"):
        found = slides.slides(slides.Wall(over, (), False, 0))
    assert [each.kind for each in found] == ["winners", "standings", "bracket"]


# ── for everybody ────────────────────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("path", ["", "/slide"])
def test_a_tournament_that_only_the_club_sees_has_no_wall_even_for_its_people(client, path):
    headers = {"Authorization": f"Bearer {OPERATOR}"}
    assert client.get(f"/tournaments/{CLOSED}", headers=headers).status_code == 200
    assert client.get(f"/tournaments/{CLOSED}/wall{path}", headers=headers).status_code == 404


def test_a_draft_is_not_shown_before_it_is_published(made_app):
    tournament = begun(announced("swiss", {"rounds": 3}, drafts=True), entries(field(8)))
    assert tournament.rounds[0].draft
    with made_app.test_request_context("/?lang=en"):
        assert [slide.kind for slide in slides.slides(slides.Wall(without_drafts(tournament), (), False, 0))] == [
            "players"
        ]


def test_the_wall_has_no_links_and_every_answer_is_sent_again_only_if_it_changed(playing, client, made_app):
    at(made_app, playing, BEGAN + 10**6)
    answer = client.get(WALL)
    assert "<a " not in answer.get_data(as_text=True)
    assert client.get(WALL, headers={"If-None-Match": answer.headers["ETag"]}).status_code == 304


@pytest.mark.parametrize("number", ["1000", "-1", "x", "9" * 30])
def test_a_slide_that_does_not_exist_is_not_found(client, number):
    assert client.get(f"{WALL}/slide?slide={number}").status_code == 404


def test_without_a_script_the_page_goes_on_to_the_next_slide(client):
    text = client.get(f"{WALL}?slide=4").get_data(as_text=True)
    assert f'content="12; url={WALL}?slide=5"' in text


def test_a_code_for_phones_is_there_where_phones_reach_the_service(client, made_app, monkeypatch):
    assert "qr" not in client.get(WALL).get_data(as_text=True)
    settings = replace(made_app.extensions["brade"].deps.settings, addresses=("https://brade.example",))
    deps = replace(made_app.extensions["brade"].deps, settings=settings)
    monkeypatch.setitem(made_app.extensions, "brade", made_app.extensions["brade"]._replace(deps=deps))
    assert kinds(client) == ["players", "phone"], "it takes its turn, and the whole screen"
    there = client.get(f"{WALL}/slide?slide=1").get_data(as_text=True)
    assert '<p class="address">brade.example</p>' in there
    assert 'class="qr"' in there
    assert "brade.example" not in client.get(f"{WALL}/slide").get_data(as_text=True)


def test_all_tournaments_of_a_club_that_are_played_take_turns(playing, client):
    text = client.get("/clubs/vasa/wall").get_data(as_text=True)
    assert f'data-tournament="{TOURNAMENT}"' in text
    assert kinds(client, "/clubs/vasa/wall") == ["boards", "round", "standings"]
    assert client.get("/clubs/nowhere/wall").status_code == 404


# ── it fits ──────────────────────────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("players", [2, 9, 33, 64])
def test_every_player_finds_their_table_once_on_slides_of_two_columns(made_app, players):
    tournament = begun(announced("swiss", {"rounds": 5}), entries(field(players)))
    with made_app.test_request_context("/?lang=en"):
        pages = lists.by_name(tournament, tournament.rounds[0])
    names = [row["name"] for page in pages for column in page for row in column]
    assert sorted(names) == sorted(entry.name for entry in tournament.field)
    assert all(len(page) <= lists.COLUMNS and all(len(rows) <= lists.FOUND for rows in page) for page in pages)
    heights = [len(rows) for page in pages for rows in page]
    assert max(heights) - min(heights) <= 1, "no column is nearly empty"


def test_a_player_whose_match_is_over_is_sent_to_no_table(made_app):
    tournament = begun(announced("swiss", {"rounds": 5}), entries(field(4)))
    one, other = (pairing.match for pairing in tournament.rounds[0].pairings)
    tournament = tournament._replace(
        seated={one: "1", other: "2"}, results={one: Result("played", "white", {"white": 3}, "points", ())}
    )
    with made_app.test_request_context("/?lang=en"):
        pages = lists.by_name(tournament, tournament.rounds[0])
        shown = render_template("wall/parts/find.html", columns=pages[0])
    rows = [row for page in pages for column in page for row in column]
    assert sorted((row["table"], row["over"]) for row in rows if row["table"]) == [("2", False), ("2", False)]
    assert sum(row["over"] for row in rows) == 2
    assert (shown.count("finished"), shown.count("Table 1"), shown.count("Table 2")) == (2, 0, 2)


@pytest.mark.parametrize(
    ("form", "settings", "players"),
    [
        ("swiss", {"rounds": 5}, 64),
        ("round_robin", {}, 13),
        ("groups_then_knockout", {"groups": 8, "advance": 2}, 40),
        ("groups_then_knockout", {"groups": 2, "advance": 2}, 40),
    ],
)
def test_every_player_stands_once_in_the_standings_and_no_column_is_higher_than_the_screen(
    made_app, form, settings, players
):
    tournament = begun(announced(form, settings), entries(field(players)))
    with made_app.test_request_context("/?lang=en"):
        pages = lists.standings(tournament)
    columns = [tables for page in pages for tables in page]
    names = [row["name"] for tables in columns for table in tables for row in table["rows"]]
    assert sorted(names) == sorted(entry.name for entry in tournament.field)
    assert max(sum(len(table["rows"]) for table in tables) + 2 * len(tables) - 2 for tables in columns) <= lists.ROWS


@pytest.mark.parametrize(
    ("form", "players"),
    [
        ("single_elimination", 64),
        ("single_elimination", 5),
        ("double_elimination", 48),
        ("double_elimination", 4),
    ],
)
def test_a_bracket_is_shown_in_parts_that_leave_out_no_match_of_the_round_that_is_played(made_app, form, players):
    tournament = bracket(form, players)
    with made_app.test_request_context("/?lang=en"):
        parts = list(brackets.parts(tournament))
    assert all(len(part) <= brackets.ROUNDS for _, part in parts)
    assert all(len(each["matches"]) <= brackets.SLOTS for _, part in parts for each in part)
    shown = {seat["name"] for _, part in parts for each in part for match in each["matches"] for seat in match["seats"]}
    assert {entry.name for entry in tournament.field} <= shown


class Playing:
    """A table in play with a score."""

    over, turn = False, "a play"

    def __init__(self, white: int, black: int) -> None:
        self.state = SimpleNamespace(score={"white": white, "black": black}, length={"points": 5})


def test_the_most_advanced_match_comes_first_and_of_equal_ones_the_closest():
    one_sided, begun_, close, even = Playing(4, 0), Playing(1, 0), Playing(4, 3), Playing(2, 2)
    others = [Playing(0, 0) for _ in range(20)]
    first, *rest = boards.pages([*others, one_sided, begun_, close, even])
    assert first[:4] == [close, even, one_sided, begun_]
    assert (len(first), [len(page) for page in rest]) == (boards.FIRST, [8, 8, 3])


def test_a_bracket_names_the_places_of_groups_its_players_come_from_and_one_of_which_nothing_is_known_is_left_out():
    names = [f"p{number:02}" for number in range(12)]
    settings = {"groups": 3, "advance": 2, "bronze": True}
    state = begun(announced("groups_then_knockout", settings), entries(names))
    (shown,) = brackets.parts(state)
    seats = [seat for each in shown[1] for match in each["matches"] for seat in match["seats"]]
    assert {"A1", "B1", "C1", "A2", "B2", "C2"} <= {seat["from"] for seat in seats}
    over = played_on(state, best(names))
    assert [name for name, _rounds in brackets.parts(over)] == [shown[0], "Bronze match"]


def test_the_standings_of_the_wall_have_one_column_besides_the_matches():
    names = [f"p{number:02}" for number in range(6)]
    ((column,), *_rest) = lists.standings(begun(announced("round_robin"), entries(names)))
    table = column[0]
    assert (len(table["columns"]), {len(row["cells"]) for row in table["rows"]}) == (1, {1})
