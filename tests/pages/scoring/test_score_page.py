"""The scorer's page: its readers, and the pages that lead to it."""

import html
import json
import re

import pytest

from core.games import GAMES
from tests.support.signed_in import signed_in


def data_of(page):
    return json.loads(html.unescape(re.search(r'data-match="([^"]+)"', page.get_data(as_text=True))[1]))


def test_scorers_and_referees_open_it_and_others_do_not(api):
    match = api.friendly()
    assert api.get(f"/matches/{match}/score", role="scorer").status_code == 200
    assert api.get(f"/matches/{match}/score", role="referee").status_code == 200
    assert api.get(f"/matches/{match}/score", role="viewer").status_code == 403
    assert api.get(f"/matches/{match}/score", role=None).status_code == 401
    assert api.get("/matches/m_nothing/score", role="scorer").status_code == 404


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_the_data_of_every_game_tell_its_dice_its_opening_and_its_endings(api, game):
    players = dict(zip(game.seats[: game.fewest], ("Anna", "Bertil"), strict=False))
    data = data_of(api.get(f"/matches/{api.friendly(game=game.key, players=players)}/score", role="scorer"))
    told = data["game"]
    assert (data["seats"], data["names"]) == (list(players), players)
    assert (told["dice"], told["cube"]) == (game.dice(game.options()), game.cube)
    assert told["opening"]["lowest"] is (game.key == "swedish")
    assert {each["key"] for each in told["endings"]} == {each.key for each in game.endings}
    assert told["start"] == data["state"]["position"]
    assert told["moves"]["imagined"] == ([6] if game.key == "english" else [])


def test_the_match_page_leads_scorers_there_until_the_match_is_over(api):
    match = api.friendly()
    person = signed_in(api, "Siv", "scorer")
    assert f"/matches/{match}/score" in person.get(f"/matches/{match}").get_data(as_text=True)
    assert "/score" not in api.get(f"/matches/{match}").get_data(as_text=True)
