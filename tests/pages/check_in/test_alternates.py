"""Alternates over HTTP and at the door: their list, who takes a place, and what everybody is told."""

import pytest

from core.events import OpeningRolled, RulingMade
from tests.pages.check_in.test_check_in import NAMES, entries, hidden
from tests.support.pages.forms import words
from tests.support.signed_in import signed_in

CUP = {"name": "Cup", "game": "swedish", "length": {"games": 3}, "format": "single_elimination", "published": True}
PUBLIC = {"Accept-Language": "en", "Accept": "text/html"}


@pytest.fixture
def organiser(api):
    """A browser of an organiser."""
    api.post("/v1/clubs/vasa/players", [*NAMES[:4], {"name": "Lo Ås", "rating": 1400}, "Mia Falk"])
    return signed_in(api, "Anna Berg", "organiser")


@pytest.fixture
def cup(api, organiser):
    found = api.post("/v1/clubs/vasa/tournaments", CUP).json["id"]
    api.post(f"/v1/tournaments/{found}/entries", NAMES[:4])
    return found


def start(api, cup, players=("Lo Ås", "Mia Falk")):
    path = f"/v1/tournaments/{cup}"
    assert api.send("PUT", f"{path}/alternates", "organiser", json={"players": list(players)}).status_code == 200
    assert api.post(f"{path}/start", {"seed": "x"}).status_code == 200
    return path


def match_of(api, path, name):
    rounds = api.get(path).json["rounds"]
    return next(
        match for match in rounds[0]["matches"] if name in ((match["white"] or {}).get("name"), match["black"]["name"])
    )


def test_the_list_is_set_by_the_api_and_everybody_reads_it(api, cup):
    path = f"/v1/tournaments/{cup}"
    answer = api.send("PUT", f"{path}/alternates?register=1", "organiser", json={"players": ["Mia Falk", "Ny Namn"]})
    assert [alternate["name"] for alternate in answer.json["alternates"]] == ["Mia Falk", "Ny Namn"]
    assert "Ny Namn" in {player["name"] for player in api.get("/v1/clubs/vasa/players").json["players"]}
    page = api.client.get(f"/tournaments/{cup}", headers=PUBLIC)
    assert "Alternates: Mia Falk, Ny Namn" in words(page)


@pytest.mark.parametrize(
    ("players", "status", "said"),
    [
        (["Mia Falk", "Mia Falk"], 409, "stand in the list before: Mia Falk"),
        ([NAMES[0]], 409, "take part already"),
        (["Nobody"], 422, "players.0"),
        ([""], 422, "players.0"),
        (["Mia Falk"] * 101, 422, "players"),
        (None, 422, ""),
    ],
)
def test_a_list_that_is_none_is_refused_and_nothing_is_written(api, cup, players, status, said):
    before = api.get(f"/v1/tournaments/{cup}").json["version"]
    body = {} if players is None else {"players": players}
    answer = api.send("PUT", f"/v1/tournaments/{cup}/alternates", "organiser", json=body)
    assert (answer.status_code, said in answer.get_data(as_text=True)) == (status, True)
    assert api.get(f"/v1/tournaments/{cup}").json["version"] == before


def test_an_alternate_takes_the_place_with_a_match_of_their_own(api, cup, judge):
    path = start(api, cup)
    before = match_of(api, path, NAMES[1])
    body = {"player": NAMES[1], "by": "Lo Ås", "reason": "overslept"}
    answer = api.post(f"{path}/replacements", body, headers={"Idempotency-Key": "k1"})
    assert answer.status_code == 201
    now = match_of(api, path, "Lo Ås")
    assert now["id"] != before["id"], "the log of the old match begins with the other name"
    assert "Lo Ås" in api.get(f"/v1/matches/{now['id']}").json["players"].values()
    inside = entries(api, cup)
    assert (inside["Lo Ås"]["rating"], inside["Lo Ås"]["in_place_of"]) == (1400, inside[NAMES[1]]["player"])
    assert inside[NAMES[1]]["withdrawn"]
    again = api.post(f"{path}/replacements", body, headers={"Idempotency-Key": "k1"})
    assert (again.status_code, again.json["version"]) == (201, answer.json["version"])
    assert "Lo Ås plays in the place of Bo Ek" in words(api.client.get(f"/tournaments/{cup}", headers=PUBLIC))
    judge()
    assert "player.replaced" in [each["kind"] for each in api.get(f"{path}/news", role=None).json["news"]]


def test_a_ruling_alone_does_not_keep_a_place_and_play_does(api, cup, judge):
    path = start(api, cup)
    match = match_of(api, path, NAMES[0])["id"]
    late = RulingMade("award_game", "late", winner="black", outcome="bearing_off")
    api.deps.log.append(match, [late], by="vasa.r", at=api.deps.clock())
    judge()
    body = {"player": NAMES[0], "by": "Lo Ås"}
    other = match_of(api, path, NAMES[1])["id"]
    api.deps.log.append(other, [OpeningRolled(6, 1)], by="vasa.r", at=api.deps.clock())
    judge()
    begun = api.post(f"{path}/replacements", {**body, "player": NAMES[1]})
    assert begun.status_code == (201 if other == match else 409)
    if other != match:
        assert "has begun" in begun.json["detail"]
        assert api.post(f"{path}/replacements", body).status_code == 201


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"player": "Nobody", "by": "Lo Ås"}, 404),
        ({"player": NAMES[0], "by": "Nobody"}, 422),
        ({}, 422),
        ({"player": NAMES[0], "by": NAMES[1]}, 422),
        ({"player": NAMES[0], "by": "Lo Ås", "reason": 5}, 422),
    ],
)
def test_a_replacement_that_is_none_is_refused_and_nothing_is_written(api, cup, body, status):
    path = start(api, cup)
    before = api.get(path).json["version"]
    assert api.post(f"{path}/replacements", body).status_code == status
    assert api.get(path).json["version"] == before
    assert api.post(f"{path}/replacements", {"player": NAMES[0], "by": "Lo Ås"}, "referee").status_code == 403


def test_at_the_door_the_place_is_given_away_after_a_look(api, organiser, cup):
    base = f"/tournaments/{cup}/check-in"
    version = str(api.get(f"/v1/tournaments/{cup}").json["version"])
    assert organiser.fill(f"{base}/alternates", name="Ny Reserv", version=version).status_code == 303
    stale = organiser.fill(f"{base}/alternates", name="Lo Ås", version=version)
    assert stale.status_code == 409
    path = f"/v1/tournaments/{cup}"
    api.post(f"{path}/start", {"seed": "x"})
    bo = entries(api, cup)[NAMES[1]]["player"]
    assert f"{base}/{bo}/replacement" in organiser.get(f"{base}/{bo}/withdrawal").get_data(as_text=True)
    seen = organiser.get(f"{base}/{bo}/replacement")
    assert "All others are paired as they were." in words(seen)
    assert "Ny Reserv meet" in words(seen) or "Ny Reserv –" in words(seen)
    by = api.get(path).json["alternates"][0]["player"]
    early = organiser.fill(f"{base}/{bo}/replacement", **{**hidden(seen), "version": "1"}, by=by)
    assert (early.status_code, entries(api, cup)[NAMES[1]]["withdrawn"]) == (409, False)
    done = organiser.fill(f"{base}/{bo}/replacement", **hidden(seen), by=by, reason="kom inte")
    assert (done.status_code, entries(api, cup)["Ny Reserv"]["in_place_of"]) == (303, bo)
    assert "No alternate is on the list" in words(organiser.get(f"{base}/{by}/replacement"))


def test_the_door_takes_an_alternate_off_the_list(api, organiser, cup):
    path = f"/v1/tournaments/{cup}"
    api.send("PUT", f"{path}/alternates", "organiser", json={"players": ["Lo Ås", "Mia Falk"]})
    state = api.get(path).json
    first, version = state["alternates"][0]["player"], str(state["version"])
    organiser.fill(f"/tournaments/{cup}/check-in/alternates", remove=first, version=version)
    assert [alternate["name"] for alternate in api.get(path).json["alternates"]] == ["Mia Falk"]


@pytest.mark.parametrize("form", ["swiss", "single_elimination"])
def test_the_door_offers_alternates_only_as_long_as_a_place_can_be_given_away(api, organiser, judge, form):
    cup = api.post("/v1/clubs/vasa/tournaments", CUP | {"format": form}).json["id"]
    path, address = f"/v1/tournaments/{cup}", f"/tournaments/{cup}/check-in"
    api.post(f"{path}/entries", NAMES[:4])
    assert "Alternates" in words(organiser.get(address))
    api.post(f"{path}/start", {"seed": "x"})
    for match in api.get(path).json["rounds"][0]["matches"]:
        assert "Alternates" in words(organiser.get(address))
        result = {"match": match["id"], "results": [{"winner": "white", "outcome": "bearing_off"}] * 3}
        assert api.post(f"{path}/results", result, "scorer").status_code in (201, 202)
        judge()
    assert "Alternates" not in words(organiser.get(address))
