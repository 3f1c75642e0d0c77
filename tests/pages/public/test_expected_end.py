"""While a tournament is played, its page and the desk say when it is expected to be over."""

import re

import pytest

from service.store.read_models.club import game_lengths
from service.store.read_models.club.game_lengths import MatchLengths
from tests.support.signed_in import signed_in

NAMES = ["Anna", "Bo", "Cilla", "Dag"]
WON = [{"winner": "white", "outcome": "jan"}] * 3


@pytest.fixture
def cup(api):
    api.post("/v1/clubs/vasa/players", NAMES)
    words = {
        "name": "Cup",
        "game": "swedish",
        "length": {"games": 3},
        "format": "single_elimination",
        "published": True,
    }
    cup = api.post("/v1/clubs/vasa/tournaments", words).json["id"]
    api.post(f"/v1/tournaments/{cup}/entries", {"players": NAMES})
    return cup


def expected_end(answer):
    """The expected end on a page, without its mark-up."""
    found = re.search(r'<span class="expected.*?interval">.*?</span>', answer)
    return re.sub(r"<[^>]+>", "", found[0]) if found else None


def page(api, cup):
    return expected_end(api.client.get(f"/tournaments/{cup}").get_data(as_text=True))


def test_the_page_tells_the_end_of_the_round_and_of_all_while_it_is_played(api, cup):
    assert page(api, cup) is None
    assert api.post(f"/v1/tournaments/{cup}/start", {"seed": "x"}).status_code == 200
    time = r"(\w+ )?\d\d:\d\d"
    sentence = rf"This round until about {time} · over at about {time} \({time}–{time}\)"
    assert re.fullmatch(sentence, page(api, cup))
    referee = signed_in(api, "Åke", "referee")
    desk = referee.get(f"/desk/{cup}", headers={"Sec-Fetch-Site": "same-origin", "Accept-Language": "en"})
    assert re.fullmatch(
        rf"round until {time} · all until {time} \({time}–{time}\)", expected_end(desk.get_data(as_text=True))
    )


def play_round(api, cup, judge):
    for match in api.get(f"/v1/tournaments/{cup}/matches").json["matches"]:
        if match["result"] is None:
            answer = api.post(f"/v1/tournaments/{cup}/results", {"match": match["id"], "results": WON})
            assert answer.status_code < 300
    judge()


def test_the_last_round_has_one_end_and_a_finished_tournament_none(api, cup, judge):
    api.post(f"/v1/tournaments/{cup}/start", {"seed": "x"})
    play_round(api, cup, judge)
    assert page(api, cup).startswith("Over at about")
    play_round(api, cup, judge)
    assert api.get(f"/v1/tournaments/{cup}").json["status"] == "finished"
    assert page(api, cup) is None


def test_the_page_tells_from_which_lengths_of_games_the_end_follows(api, cup):
    api.post(f"/v1/tournaments/{cup}/start", {"seed": "x"})
    shipped = api.client.get(f"/tournaments/{cup}").get_data(as_text=True)
    assert "by the usual lengths of games" in shipped
    for number in range(4):
        found = MatchLengths(1_700_000_000_000 + number, (900,) * 3)
        game_lengths.keep(api.deps.client, "vasa", "swedish", f"m_{number:010}", found)
    api.post(f"/v1/tournaments/{cup}/withdrawals", {"player": "Dag"})
    measured = api.client.get(f"/tournaments/{cup}").get_data(as_text=True)
    assert "measured on 12 games of the club" in measured
