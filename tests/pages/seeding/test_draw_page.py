"""A draw that is announced, on the page of the order and for everybody."""

import hashlib

import pytest

from tests.support.pages.forms import hidden, words
from tests.support.signed_in import Browser, signed_in

RATINGS = {"Åsa Öberg": 1500, "Bo Ek": 1700, "Cilla Dahl": 1600, "Dag Ask": 1400, "Eva Lind": None}
CUP = {"name": "Cup", "game": "swedish", "length": {"games": 3}, "format": "single_elimination", "published": True}


@pytest.fixture
def organiser(api):
    """A browser of an organiser."""
    api.post("/v1/clubs/vasa/players", [{"name": name, "rating": rating} for name, rating in RATINGS.items()])
    return signed_in(api, "Anna Berg", "organiser")


@pytest.fixture
def cup(api, organiser):
    """A knock-out of five in which two are seeded."""
    found = api.post("/v1/clubs/vasa/tournaments", {**CUP, "settings": {"seeded": 2}}).json["id"]
    api.post(f"/v1/tournaments/{found}/entries", list(RATINGS))
    return found


def state(api, cup):
    return api.get(f"/v1/tournaments/{cup}").json


def seen(organiser, cup):
    return hidden(organiser.get(f"/tournaments/{cup}/seeding"), 'name="version"')


def test_the_page_names_the_seeded_players_and_draws_the_others(api, organiser, cup):
    ids = {each["name"]: each["player"] for each in state(api, cup)["entries"]}
    page = words(organiser.get(f"/tournaments/{cup}/seeding"))
    assert "2 players are seeded, as announced. Lots place all others." in page
    assert "Seeded: 1 Bo Ek , 2 Cilla Dahl ." in page
    organiser.fill(f"/tournaments/{cup}/seeding/order", **seen(organiser, cup), method="lots", word="snow")
    lots = {player: hashlib.sha256(f"snow:{player}".encode()).hexdigest() for player in ids.values()}
    others = sorted(set(ids) - {"Bo Ek", "Cilla Dahl"}, key=lambda name: lots[ids[name]])
    order = [ids[each] for each in ("Bo Ek", "Cilla Dahl", *others)]
    assert state(api, cup)["seeding"] == {"method": "lots", "seed": "snow", "players": order, "seeded": 2}
    everybody = words(Browser(api).get(f"/tournaments/{cup}/lots"))
    assert "Seeded Bo Ek Cilla Dahl They were not drawn." in everybody
    assert [name for name, player in ids.items() if lots[player] in everybody] == [
        name for name in ids if name in others
    ]


def test_the_first_round_of_an_announced_draw_is_not_swapped_by_hand(organiser, cup):
    shown = organiser.get(f"/tournaments/{cup}/seeding/round?word=snow")
    assert shown.status_code == 200
    assert 'name="player"' not in shown.get_data(as_text=True)


def test_who_changed_places_to_keep_a_club_apart_is_told_before_the_start_and_after_it(api, organiser):
    cup = api.post("/v1/clubs/vasa/tournaments", {**CUP, "settings": {"avoid": "soft"}}).json["id"]
    groups = {"Bo Ek": "Huk", "Eva Lind": "Huk", "Dag Ask": "Huk"}
    api.post(f"/v1/tournaments/{cup}/entries", [{"player": name, "group": groups.get(name)} for name in RATINGS])
    api.post(f"/v1/tournaments/{cup}/seeding", {"method": "hand", "players": ["Bo Ek", "Cilla Dahl", "Åsa Öberg"]})
    said = "Dag Ask and Åsa Öberg changed places: Dag Ask and Eva Lind, both of Huk, could have met"
    assert Browser(api).get(f"/tournaments/{cup}/lots").status_code == 404
    assert said in words(organiser.get(f"/tournaments/{cup}/seeding/round?word=snow"))
    api.post(f"/v1/tournaments/{cup}/start", {"seed": "snow"})
    assert said in words(Browser(api).get(f"/tournaments/{cup}/lots"))
    assert f'href="/tournaments/{cup}/lots"' in Browser(api).get(f"/tournaments/{cup}").get_data(as_text=True)
    ids = {each["name"]: each["player"] for each in state(api, cup)["entries"]}
    names = (ids[each] for each in ("Dag Ask", "Åsa Öberg", "Eva Lind"))
    assert state(api, cup)["seeding"]["exchanges"] == [
        dict(zip(("player", "other", "apart_from"), names, strict=True)) | {"before": 1, "after": 3}
    ]
