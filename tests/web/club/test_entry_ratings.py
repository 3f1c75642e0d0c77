"""Ratings of the club's list for seeding: taken before the start, and kept whatever becomes of the list."""

import pytest

from tests.support.ratings.decided import LIST, decide, set_rule, table
from tests.support.signed_in import signed_in


@pytest.fixture
def next_cup(api, cup):
    """A tournament of the three players of the cup and one who has not played; its address."""
    set_rule(api, provisional=2)
    words = {"name": "Vårcupen", "game": "swedish", "length": {"games": 3}, "format": "single_elimination"}
    tournament = api.post("/v1/clubs/vasa/tournaments", words).json["id"]
    names = [f"Player {number}" for number in (1, 2, 3)]
    entered = api.post(f"/v1/tournaments/{tournament}/entries?register=1", {"players": [*names, "Ny"]})
    assert entered.status_code == 201, entered.json
    return f"/v1/tournaments/{tournament}"


def ratings(answer):
    """The rating of each entry by name."""
    assert answer.status_code == 200, answer.json
    return {entry["name"]: entry["rating"] for entry in answer.json["entries"]}


def listed(api):
    return {name: round(row["rating"]) for name, row in table(api).items()}


def test_the_entries_get_the_ratings_of_the_list_and_are_put_in_their_order(api, next_cup):
    taken = api.post(f"{next_cup}/entry-ratings", {"order": True})
    assert ratings(taken) == {**listed(api), "Ny": None}
    assert taken.json["seeding"]["method"] == "rating"
    names = {entry["player"]: entry["name"] for entry in taken.json["entries"]}
    best = sorted(sorted(listed(api)), key=listed(api).__getitem__, reverse=True)  # equal ones in the order of entry
    assert [names[player] for player in taken.json["seeding"]["players"]] == [*best, "Ny"]


def test_without_the_order_the_seeding_stays_and_a_second_time_writes_nothing(api, next_cup):
    assert ratings(api.post(f"{next_cup}/entry-ratings")) == {**listed(api), "Ny": None}
    before = api.everything_written()
    assert api.post(f"{next_cup}/entry-ratings", {}).status_code == 200
    assert api.everything_written() == before


def test_provisional_ratings_are_left_out_if_they_are_not_wanted(api, next_cup):
    set_rule(api, provisional=3)
    assert set(ratings(api.post(f"{next_cup}/entry-ratings", {"provisional": False})).values()) == {None}


def test_a_correction_after_the_draw_changes_the_list_and_neither_ratings_nor_seeds(api, cup, next_cup):
    api.post(f"{next_cup}/entry-ratings", {"order": True})
    started = api.post(f"{next_cup}/start", {"seed": "x"}).json
    tournament, (first, *_) = cup
    decide(api, tournament, first, "black")
    now = api.get(next_cup).json
    assert ratings(api.get(next_cup)) != {**listed(api), "Ny": None}
    assert now["entries"] == started["entries"]
    assert now["seeding"] == started["seeding"]
    refused = api.post(f"{next_cup}/entry-ratings", {})
    assert (refused.status_code, refused.json["code"]) == (409, "refused")


def test_a_team_has_the_average_rating_of_its_members(api, cup):
    set_rule(api)
    words = {
        "name": "Serien",
        "game": "swedish",
        "length": {"games": 3},
        "format": "team_league",
        "settings": {"boards": 2},
    }
    tournament = api.post("/v1/clubs/vasa/tournaments", words).json["id"]
    team = {"name": "Laget", "members": ["Player 1", "Player 2"]}
    assert api.post(f"/v1/tournaments/{tournament}/teams", team).status_code == 201
    found = ratings(api.post(f"/v1/tournaments/{tournament}/entry-ratings"))
    assert found == {"Laget": round((listed(api)["Player 1"] + listed(api)["Player 2"]) / 2)}


def test_without_a_list_of_the_game_nothing_is_taken(api, next_cup):
    api.send("DELETE", "/v1/clubs/vasa/rating-rules/swedish", "organiser")
    assert api.get(LIST).status_code == 404
    assert api.post(f"{next_cup}/entry-ratings", {}).status_code == 404


def test_a_wrong_field_is_named_and_only_organisers_take_ratings(api, next_cup):
    before = api.everything_written()
    assert api.post(f"{next_cup}/entry-ratings", {"order": 1}).status_code == 422
    assert api.post(f"{next_cup}/entry-ratings", {}, role="referee").status_code == 403
    assert api.everything_written() == before


def test_the_page_of_the_order_offers_the_list_of_the_club(api, next_cup):
    organiser = signed_in(api, "Anna", "organiser")
    page = f"/tournaments/{next_cup.rpartition('/')[2]}/seeding"
    assert f'action="{page}/ratings"' in organiser.client.get(page).text
    version = api.get(next_cup).json["version"]
    assert organiser.fill(f"{page}/ratings", version=str(version)).status_code == 303
    assert ratings(api.get(next_cup)) == {**listed(api), "Ny": None}
    assert "In the order of their ratings" in organiser.client.get(page).text
    api.send("DELETE", "/v1/clubs/vasa/rating-rules/swedish", "organiser")
    assert f'action="{page}/ratings"' not in organiser.client.get(page).text
