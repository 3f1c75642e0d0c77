"""Re-entries and buy-backs over HTTP and at the door: announced, looked at, written, taken back, and told."""

import pytest

from core.events import OpeningRolled
from tests.pages.check_in.test_check_in import entries, hidden
from tests.support.pages.forms import words
from tests.support.proving import some
from tests.support.signed_in import signed_in

NAMES = ["Anna Ek", "Bo Ek", "Cilla Ahl", "Dag Öst", "Eva Lind", "Åke Ö"]
CUP = {"name": "Cup", "game": "swedish", "length": {"games": 3}, "published": True, "details": {"fee_again": "50 kr"}}
PUBLIC = {"Accept-Language": "en", "Accept": "text/html"}
THREE = [{"winner": "white", "outcome": "bearing_off"}] * 3


@pytest.fixture
def organiser(api):
    """A browser of an organiser."""
    api.post("/v1/clubs/vasa/players", [{"name": name, "rating": 1500} for name in NAMES[:6]])
    return signed_in(api, "Anna Berg", "organiser")


def started(api, form, number=4, **settings):
    """A tournament whose matches of round 1 are won by white: its path."""
    body = {**CUP, "format": form, "settings": settings}
    found = api.post("/v1/clubs/vasa/tournaments", body).json["id"]
    path = f"/v1/tournaments/{found}"
    api.post(f"{path}/entries", NAMES[:number])
    api.post(f"{path}/start", {"seed": "x"})
    for match in api.get(path).json["rounds"][0]["matches"]:
        if match["black"]:
            result = {"match": match["id"], "results": THREE}
            assert api.post(f"{path}/results", result, "scorer").status_code in (200, 201, 202)
    return path


def loser(api, path):
    """The name of a player who lost in round 1."""
    return next(match["black"]["name"] for match in api.get(path).json["rounds"][0]["matches"] if match["black"])


def opponent(match, entry):
    """The name of the other player of a match."""
    return next(match[seat]["name"] for seat in ("white", "black") if match[seat]["id"] != entry["player"])


def page_of(api, path):
    return words(api.client.get(path.removeprefix("/v1"), headers=PUBLIC))


def test_a_player_enters_again_by_the_api_and_everybody_is_told(api, organiser, judge):
    path = started(api, "single_elimination", 6, re_entries=1)
    judge()
    name, before = loser(api, path), api.get(path).json
    body = {"player": name, "reason": "paid"}
    seen = api.post(f"{path}/re-entries?dry_run=true", body)
    assert (seen.status_code, seen.json["dry_run"], api.get(path).json) == (200, True, before)
    key = {"Idempotency-Key": "k1"}
    done, twice = (api.post(f"{path}/re-entries", body, headers=key) for _ in range(2))
    assert (done.status_code, twice.json["version"]) == (201, done.json["version"])
    new, first = entries(api, path.rpartition("/")[2])[f"{name} (2)"], entries(api, path.rpartition("/")[2])[name]
    assert (new["again_of"], new["rating"], first["again_of"]) == (first["player"], 1500, None)
    match = next(
        each
        for round_ in api.get(path).json["rounds"]
        for each in round_["matches"]
        if each["black"] and new["player"] in (each["white"]["id"], each["black"]["id"])
    )
    opened = api.get(f"/v1/matches/{match['id']}").json
    assert first["player"] in opened["player_ids"].values()
    assert f"{name} (2)" in opened["players"].values()
    assert f"{name} has entered again as {name} (2)" in page_of(api, path)
    judge()
    assert "player.reentered" in [each["kind"] for each in api.get(f"{path}/news", role=None).json["news"]]
    history = api.get(f"/v1/clubs/vasa/players/{first['player']}/history").json["tournaments"]
    assert len(history[0]["matches"]) == 2, "one of each entry"
    follows = page_of(api, f"{path}/players/{first['player']}")
    assert f"Against {opponent(match, new)}" in follows, "who follows the player is led on"
    again = api.post(f"{path}/re-entries", body)
    assert (again.status_code, f"has entered again as {name} (2)" in again.json["detail"]) == (409, True)


def test_a_player_buys_back_by_the_api_and_it_is_taken_back(api, organiser, judge):
    path = started(api, "elimination_by_losses", losses=1, buy_backs=1)
    judge()
    name = loser(api, path)
    assert api.post(f"{path}/buy-backs?dry_run=true", {"player": name}).status_code == 200
    assert api.post(f"{path}/buy-backs", {"player": name, "reason": "paid"}).status_code == 201
    assert entries(api, path.rpartition("/")[2])[name]["buy_backs"] == [1]
    assert f"Bought back: {name}" in page_of(api, path)
    judge()
    assert "player.bought_back" in [each["kind"] for each in api.get(f"{path}/news", role=None).json["news"]]
    undone = api.post(f"{path}/buy-backs/undo", {"player": name, "reason": "another player"})
    assert (undone.status_code, entries(api, path.rpartition("/")[2])[name]["buy_backs"]) == (201, [])
    assert api.post(f"{path}/buy-backs", {"player": name}).status_code == 201
    assert api.post(f"{path}/rounds").status_code == 201
    late = api.post(f"{path}/buy-backs/undo", {"player": name})
    assert (late.status_code, "Round 2 is paired with" in late.json["detail"]) == (409, True)


def test_a_new_entry_is_taken_back_by_the_api_until_its_match_has_begun(api, organiser, judge):
    path = started(api, "single_elimination", 6, re_entries=1)
    judge()
    name = loser(api, path)
    before = api.get(path).json["rounds"]
    assert api.post(f"{path}/re-entries", {"player": name, "reason": "paid"}).status_code == 201
    new = {"player": f"{name} (2)", "reason": "another player"}
    seen = api.post(f"{path}/re-entries/undo?dry_run=true", new)
    assert (seen.status_code, f"{name} (2)" in entries(api, path.rpartition("/")[2])) == (200, True)
    assert api.post(f"{path}/re-entries/undo", new).status_code == 201
    assert api.get(path).json["rounds"] == before
    judge()
    told = api.get(f"{path}/news", role=None).text
    assert f"The new entry {name} (2) was taken back" in told
    assert "has entered again" not in page_of(api, path)
    assert api.post(f"{path}/re-entries", {"player": name}).status_code == 201
    again = entries(api, path.rpartition("/")[2])[f"{name} (3)"]
    match = next(
        each["id"]
        for round_ in api.get(path).json["rounds"]
        for each in round_["matches"]
        if each["black"] and again["player"] in (each["white"]["id"], each["black"]["id"])
    )
    api.deps.log.append(match, [OpeningRolled(6, 1)], by="vasa.r", at=api.deps.clock())
    judge()
    begun = api.post(f"{path}/re-entries/undo", {"player": f"{name} (3)"})
    assert (begun.status_code, "There is play already in" in begun.json["detail"]) == (409, True)


def test_at_the_door_a_new_entry_is_taken_back_after_a_look(api, organiser, judge):
    path = started(api, "single_elimination", 6, re_entries=1)
    judge()
    name, cup = loser(api, path), path.rpartition("/")[2]
    api.post(f"{path}/re-entries", {"player": name, "reason": "paid"})
    base, player = f"/tournaments/{cup}/check-in", entries(api, cup)[f"{name} (2)"]["player"]
    assert f"{base}/{player}/re-entry/undo" in organiser.get(base).get_data(as_text=True)
    seen = organiser.get(f"{base}/{player}/re-entry/undo")
    assert f"{name} (2) did not enter again" in words(seen)
    assert f"{name} is out, as before." in words(seen)
    assert organiser.fill(f"{base}/{player}/re-entry/undo", **hidden(seen), reason="fel namn").status_code == 303
    left = organiser.get(base).get_data(as_text=True)
    assert f"{name} (2)" not in left, "it was a mistake, and no player who left"
    assert f"{base}/{entries(api, cup)[name]['player']}/re-entry" in left
    late = organiser.get(f"{base}/{player}/re-entry/undo")
    assert "has left" in words(late)


@pytest.mark.parametrize(
    "act", some(["re-entries", "re-entries/undo", "buy-backs", "buy-backs/undo"], "re-entries", "buy-backs/undo")
)
@pytest.mark.parametrize(
    ("body", "status"),
    [({"player": "Nobody"}, 404), ({}, 422), ({"player": NAMES[0], "x": 1}, 422), ({"player": NAMES[0]}, 409)],
)
def test_a_second_chance_that_is_none_is_refused_and_nothing_is_written(api, organiser, act, body, status):
    path = started(api, "round_robin")
    before = api.get(path).json["version"]
    assert api.post(f"{path}/{act}", body).status_code == status
    assert api.post(f"{path}/{act}", {"player": NAMES[0]}, "referee").status_code == 403
    assert api.get(path).json["version"] == before


def test_another_format_refuses_them_when_it_is_announced(api):
    for form, setting in (("swiss", "re_entries"), ("double_elimination", "buy_backs")):
        answer = api.post("/v1/clubs/vasa/tournaments", {**CUP, "format": form, "settings": {setting: 1}})
        assert answer.status_code == 422
        assert "a re-entry takes a place" in answer.text or "a buy-back is for" in answer.text
        assert any(setting in path for path in answer.json["errors"])


def test_no_new_entry_while_a_match_that_would_have_other_players_is_being_played(api, organiser, judge):
    path = started(api, "single_elimination", 6, re_entries=1, consolation="auto", bronze=True)
    judge()
    below = next(round_ for round_ in api.get(path).json["rounds"] if round_["stage"] == "consolation")["matches"][0]
    api.deps.log.append(below["id"], [OpeningRolled(6, 1)], by="vasa.r", at=api.deps.clock())
    judge()
    answer = api.post(f"{path}/re-entries", {"player": below["white"]["name"]})
    assert (answer.status_code, "There is play already in" in answer.json["detail"]) == (409, True)


def test_at_the_door_a_player_enters_again_after_a_look(api, organiser, judge):
    path = started(api, "single_elimination", 6, re_entries=1)
    judge()
    name, cup = loser(api, path), path.rpartition("/")[2]
    base, player = f"/tournaments/{cup}/check-in", entries(api, cup)[name]["player"]
    assert f"{base}/{player}/re-entry" in organiser.get(base).get_data(as_text=True)
    seen = organiser.get(f"{base}/{player}/re-entry")
    assert f"They play as {name} (2), seed 7." in words(seen)
    assert "Fee: 50 kr" in words(seen)
    stale = organiser.fill(f"{base}/{player}/re-entry", **{**hidden(seen), "version": "1"})
    assert (stale.status_code, f"{name} (2)" in entries(api, cup)) == (409, False)
    assert organiser.fill(f"{base}/{player}/re-entry", **hidden(seen), reason="betalt").status_code == 303
    assert f"{name} (2)" in entries(api, cup)
    assert "has entered again as" in words(organiser.get(f"{base}/{player}/re-entry"))
    assert f"{base}/{player}/re-entry" not in organiser.get(base).get_data(as_text=True)


def test_at_the_door_a_player_buys_back_in_a_final_and_it_is_taken_back(api, organiser, judge):
    path = started(api, "elimination_by_losses", 2, losses=1, buy_backs=1)
    judge()
    name, cup = loser(api, path), path.rpartition("/")[2]
    base, player = f"/tournaments/{cup}/check-in", entries(api, cup)[name]["player"]
    assert api.get(path).json["status"] == "finished"
    assert f"{base}/{player}/buy-back" in organiser.get(base).get_data(as_text=True)
    seen = organiser.get(f"{base}/{player}/buy-back")
    assert "One lost match is forgiven. They are paired in round 2. The tournament goes on." in words(seen)
    assert organiser.fill(f"{base}/{player}/buy-back", **hidden(seen)).status_code == 303
    assert api.get(path).json["status"] == "running"
    undo = organiser.get(f"{base}/{player}/buy-back/undo")
    assert "They are out, as they were before." in words(undo)
    assert organiser.fill(f"{base}/{player}/buy-back/undo", **hidden(undo)).status_code == 303
    assert api.get(path).json["status"] == "finished"


def test_the_wizard_announces_second_chances_and_their_fee(api, organiser):
    page = organiser.get("/clubs/vasa/tournaments/new").get_data(as_text=True)
    for name in ("single_elimination.re_entries", "elimination_by_losses.buy_backs", "fee_again"):
        assert f'name="{name}"' in page
