"""The scorer's page: its readers, its size, and the pages that lead to it."""

import gzip
import html
import json
import re

import pytest

from core.games import GAMES
from core.match import judging
from service.web.pages.assets import address, imports_of, rules_of
from tests.support.matches.match_logs import numbered, opening
from tests.support.pages.club_evening import play
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
    assert {ending["key"] for ending in told["endings"]} == {ending.key for ending in game.endings}
    assert told["start"] == data["state"]["position"]


def test_the_match_page_leads_scorers_there_until_the_match_is_over(api):
    match = api.friendly()
    person = signed_in(api, "Siv", "scorer")
    assert f"/matches/{match}/score" in person.get(f"/matches/{match}").get_data(as_text=True)
    assert "/score" not in api.get(f"/matches/{match}").get_data(as_text=True)


BYTES, TURN_BYTES = 70_000, 8_000
"""The most bytes of the page with the rules of its game, and of the plays of all throws over the API.

`make bench ARGS=scorer` measures the time.
"""


def weight(answer):
    """The bytes of an answer on the wire over HTTP/1.1, and those of the server's own two headers."""
    assert answer.status_code == 200
    return len(answer.get_data()) + sum(len(f"{name}: {value}\r\n") for name, value in answer.headers) + 100


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_the_page_with_all_its_files_is_light_enough_for_a_slow_phone(api, game):
    players = dict(zip(game.seats[: game.fewest], ("Anna", "Bertil"), strict=False))
    match = api.friendly(game=game.key, players=players)
    page = api.get(f"/matches/{match}/score", role="scorer", headers={"Accept-Encoding": "gzip"})
    text = gzip.decompress(page.get_data()).decode()
    found = set(re.findall(r'<(?:link rel="[^"]+"|script)[^>]* (?:href|src)="/static/\w+/([^"]+\.(?:css|js))"', text))
    assert {"shared/brade.css", "scoring/scoring.css", "scoring/scoring.js", "shared/forms.js"} <= found
    assert rules_of(game.key) in found, "asked for at once, with the page's own script"
    waiting = list(found)
    while waiting:
        new = set(imports_of(waiting.pop())) - found
        found |= new
        waiting += new
    files = [api.get(address(name), role=None, headers={"Accept-Encoding": "gzip"}) for name in found]
    assert len(files) <= 7
    assert weight(page) + sum(map(weight, files)) <= BYTES


def test_the_legal_plays_of_all_throws_come_compressed_to_those_who_take_it(api):
    match = judging.replay("m", numbered(opening(), play(1, 41)))
    asked = {
        "position": match.game.write(match.position),
        "to_move": match.to_move,
        "options": {},
        "throws": [[number, other] for number in range(1, 7) for other in range(1, number + 1)],
    }
    plain = api.post("/v1/games/swedish/turns", asked)
    small = api.post("/v1/games/swedish/turns", asked, headers={"Accept-Encoding": "gzip"})
    assert "Content-Encoding" not in plain.headers
    assert "Accept-Encoding" in small.vary
    assert gzip.decompress(small.get_data()) == plain.get_data()
    assert weight(small) <= TURN_BYTES < weight(plain)
