"""Players of a tournament and of a club, as everybody sees them."""

import re

import pytest

from service.handlers.desk import desk

NAMES = ["Anna Ek", "Anna Berg", "Bo", "Cilla"]
WON = [{"winner": "white", "outcome": "jan"}] * 3


@pytest.fixture
def players(api):
    """The ids of four registered players by name, and of one who plays nowhere."""
    found = api.post("/v1/clubs/vasa/players", [*NAMES, "Hemlig"]).json["players"]
    return {each["name"]: each["id"] for each in found}


def tournament(api, players, published=True, name="Cup"):
    words = {
        "name": name,
        "game": "swedish",
        "length": {"games": 3},
        "format": "single_elimination",
        "published": published,
    }
    cup = api.post("/v1/clubs/vasa/tournaments", words).json["id"]
    api.post(f"/v1/tournaments/{cup}/entries", {"players": NAMES})
    assert api.post(f"/v1/tournaments/{cup}/start", {"seed": "x"}).status_code == 200
    return cup


@pytest.fixture
def cup(api, players, judge):
    """A published cup of which a match is played."""
    cup = tournament(api, players)
    match = api.get(f"/v1/tournaments/{cup}/matches").json["matches"][0]
    api.post(f"/v1/tournaments/{cup}/results", {"match": match["id"], "results": WON})
    judge()
    return cup


def text_of(answer):
    assert answer.status_code == 200
    return " ".join(re.sub(r"<[^>]*>", " ", answer.get_data(as_text=True)).split())


def page(api, path):
    return api.client.get(path, headers={"Accept-Language": "en"})


@pytest.mark.parametrize(("typed", "found"), [("bo", "Bo"), ("anna b", "Anna Berg"), (" ANNA EK ", "Anna Ek")])
def test_a_name_or_a_part_that_only_one_player_has_leads_to_their_page(api, cup, players, typed, found):
    answer = api.client.get(f"/tournaments/{cup}/players", query_string={"name": typed})
    assert answer.status_code == 303
    assert answer.headers["Location"] == f"/tournaments/{cup}/players/{players[found]}"


def test_several_of_a_name_are_listed_and_an_unknown_name_says_what_to_do(api, cup):
    assert "Anna Berg Anna Ek" in text_of(page(api, f"/tournaments/{cup}/players?name=anna"))
    assert "No player of this name takes part" in text_of(page(api, f"/tournaments/{cup}/players?name=x"))
    for wrong in ("p_aaaaaaaaaa", "Hemlig"):
        assert page(api, f"/tournaments/{cup}/players/{wrong}").status_code == 404


def test_of_a_match_to_which_neither_came_no_public_page_says_that_it_was_lost(api, cup, players):
    match = api.get(f"/v1/tournaments/{cup}/matches").json["matches"][1]
    sent = {"match": match["id"], "kind": "double_no_show", "reason": "ill"}
    assert api.post(f"/v1/tournaments/{cup}/decisions", sent, role="referee").status_code == 201
    person = match["white"]["id"]
    for path in (f"/tournaments/{cup}/players/{person}", f"/clubs/vasa/players/{person}"):
        shown = text_of(page(api, path))
        assert f"Semi-finals {match['black']['name']} neither came" in shown
        assert "0–0" not in shown
        assert " lost" not in shown
    assert "neither came" in page(api, f"/tournaments/{cup}/bracket").text.partition("drawing-room")[0]
    assert "neither came" in text_of(page(api, f"/tournaments/{cup}/rounds"))


def test_a_player_has_every_match_with_opponent_result_and_link_and_the_next_one(api, cup, players):
    match = api.get(f"/v1/tournaments/{cup}/matches").json["matches"][0]
    white, black = match["white"], match["black"]
    winner = page(api, f"/tournaments/{cup}/players/{white['id']}")
    shown = text_of(winner)
    assert f"Semi-finals {black['name']} 12–0 won" in shown
    assert "Against the winner of" in shown
    for part in (f"/matches/{match['id']}", f"/tournaments/{cup}/players/{black['id']}"):
        assert f'href="{part}"' in winner.get_data(as_text=True)
    assert "No further match" in text_of(page(api, f"/tournaments/{cup}/players/{black['id']}/next"))


def test_at_the_club_everybody_sees_what_is_published_and_nothing_else(api, cup, players):
    secret = tournament(api, players, published=False, name="Secret cup")
    shown = page(api, f"/clubs/vasa/players/{players['Bo']}")
    assert "Cup" in text_of(shown)
    assert secret not in shown.get_data(as_text=True)
    assert "Secret" not in shown.get_data(as_text=True)
    for hidden_id in (players["Hemlig"], "p_aaaaaaaaaa", "Hemlig"):
        assert page(api, f"/clubs/vasa/players/{hidden_id}").status_code == 401


def test_a_merged_player_is_one_for_everybody(api, cup, players):
    twin = api.post("/v1/clubs/vasa/players", ["Bosse"]).json["players"][0]["id"]
    assert api.post(f"/v1/clubs/vasa/players/{players['Bo']}/merge", {"into": twin}).status_code == 200
    for player in (twin, players["Bo"]):
        assert "Cup" in text_of(page(api, f"/clubs/vasa/players/{player}"))


def test_a_club_shows_what_is_played_what_comes_by_date_and_what_is_over(api, cup, judge):
    for name, day in (("Later", "2026-12-05"), ("Sooner", "2026-12-01")):
        words = {
            "name": name,
            "game": "swedish",
            "length": {"games": 3},
            "format": "swiss",
            "published": True,
            "details": {"starts": day, "place": "Hall 2"},
        }
        api.post("/v1/clubs/vasa/tournaments", words)
    judge()
    shown = text_of(page(api, "/clubs/vasa"))
    order = ["In play now", "Cup", "Coming", "Sooner", "1 December 2026 · Hall 2", "Later"]
    places = [shown.index(each) for each in order]
    assert places == sorted(places)


def test_the_card_of_a_table_reads_that_table_alone(api, cup, monkeypatch):
    read = []
    snapshots = desk.match_snapshots

    def counted(client, streams, last):
        read.append(list(streams))
        return snapshots(client, streams, last)

    monkeypatch.setattr(desk, "match_snapshots", counted)
    open_match = api.get(f"/v1/tournaments/{cup}/matches").json["matches"][1]["id"]
    opening = {"type": "OpeningRolled", "white": 5, "black": 2}
    assert api.post(f"/v1/matches/{open_match}/events", opening).status_code < 300
    assert page(api, f"/tournaments/{cup}/cards/{open_match}").status_code == 200
    assert read == [[open_match]]
    played = f"{cup}.1"
    assert page(api, f"/tournaments/{cup}/cards/{played}").status_code == 404
