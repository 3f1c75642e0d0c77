"""A friendly match opened by a page: who plays what, how long, and where it begins."""

import html

import pytest

from tests.support.signed_in import signed_in

PAGE = "/clubs/vasa/matches/new"
FILLED = {
    "game": "swedish",
    "first": "Åsa",
    "second": "Nils",
    "length": "games.3",
    "check": "advisory",
    "begins": "start",
}


@pytest.fixture
def scorer(api):
    return signed_in(api, "Sven", "scorer")


def opened(api, answer):
    match = answer.location.split("/")[2]
    return api.get(f"/v1/matches/{match}").json


@pytest.mark.parametrize(("begins", "page"), [("start", "score"), ("position", "lay-out")])
def test_a_match_is_opened_and_recorded_or_its_board_laid_out_first(api, scorer, begins, page):
    answer = scorer.fill(PAGE, **FILLED | {"begins": begins})
    match = opened(api, answer)
    assert answer.location == f"/matches/{match['id']}/{page}"
    assert (match["players"], match["check"], match["length"]) == (
        {"white": "Åsa", "black": "Nils"},
        "advisory",
        {"games": 3},
    )
    shown = html.unescape(scorer.get(answer.location).get_data(as_text=True))
    assert '"lays_out":"players"' in shown
    assert ("The match begins from the position" in shown) == (begins == "position")


def test_a_player_of_the_club_plays_as_themselves(api, scorer):
    [known] = api.post("/v1/clubs/vasa/players", [{"name": "Åsa"}]).json["players"]
    assert '<option value="Åsa">' in scorer.get(PAGE).get_data(as_text=True)
    assert opened(api, scorer.fill(PAGE, **FILLED))["player_ids"] == {"white": known["id"]}


def test_several_players_sit_down_to_six_ace(api, scorer):
    answer = scorer.fill(PAGE, **FILLED | {"game": "six-ace", "others": "Eva\nBo", "check": "strict"})
    assert opened(api, answer)["players"] == {"seat1": "Åsa", "seat2": "Nils", "seat3": "Eva", "seat4": "Bo"}


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("first", " ", "Write a name."),
        ("others", "Eva", "seat"),
        ("length", "points.5", "has no cube"),
        ("length", "games.4", "length"),
        ("game", "chess", "game"),
        ("check", "lenient", "check"),
        ("first", "x" * 101, "first"),
    ],
)
def test_what_no_match_can_be_is_said_at_its_field_and_opens_nothing(api, scorer, field, value, words):
    before = api.everything_written()
    answer = scorer.fill(PAGE, **FILLED | {field: value})
    assert answer.status_code == 422, answer.location
    shown = html.unescape(answer.get_data(as_text=True))
    assert words in shown
    assert "Nils" in shown
    assert api.everything_written() == before


def test_a_viewer_opens_no_match(api):
    viewer = signed_in(api, "Vera", "viewer")
    assert viewer.get(PAGE).status_code == 403
    assert viewer.fill(PAGE, **FILLED).status_code == 403


def test_pressed_twice_it_is_one_match(api, scorer):
    key = {"key": "friendly-1"}
    first, second = (scorer.fill(PAGE, **FILLED | key) for _ in range(2))
    assert first.location == second.location
