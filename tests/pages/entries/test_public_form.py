"""The public's form to enter: asked by strangers, bounded, accepted or declined by organisers, with a waiting list."""

import re

import pytest

from service.store.access import entry_requests
from tests.pages.entries.test_entries_page import words
from tests.support.signed_in import Browser, signed_in

CUP = {"name": "Cup", "game": "swedish", "length": {"games": 3}, "format": "round_robin", "published": True}


@pytest.fixture
def organiser(api):
    """An organiser of the club in a browser."""
    api.post("/v1/clubs/vasa/players", [{"name": "Åsa Öberg", "rating": 1500}, "Asa Oberg", {"name": "Bo Ek"}])
    return signed_in(api, "Anna Berg", "organiser")


@pytest.fixture
def cup(api, organiser):
    """A published tournament whose form is open; its id."""
    return opened(api)


def opened(api, places=None, **more):
    cup = api.post("/v1/clubs/vasa/tournaments", {**CUP, **more}).json["id"]
    setting = {"open": True, "places": places}
    assert api.send("PUT", f"/v1/tournaments/{cup}/entry-form", "organiser", json=setting).status_code == 200
    return cup


def ask(api, cup, name, address="10.1.0.1", **more):
    """A stranger fills in the form."""
    form = {"name": name, "rating": "", "group": "", "contact": "", **more}
    headers = {"Sec-Fetch-Site": "same-origin", "Accept": "text/html"}
    place = {"REMOTE_ADDR": address}
    return Browser(api).client.post(f"/tournaments/{cup}/enter", data=form, headers=headers, environ_base=place)


def entered(api, cup):
    return {
        entry["name"]: entry for entry in api.get(f"/v1/tournaments/{cup}").json["entries"] if not entry["withdrawn"]
    }


def asked(api, cup):
    return api.get(f"/v1/tournaments/{cup}/entry-requests", "organiser").json["requests"]


def test_the_form_is_closed_until_an_organiser_opens_it(api, organiser):
    cup = api.post("/v1/clubs/vasa/tournaments", CUP).json["id"]
    assert "are taken by its organisers" in words(Browser(api).get(f"/tournaments/{cup}/enter"))
    assert "Ask to enter" not in words(Browser(api).get(f"/tournaments/{cup}"))
    assert ask(api, cup, "Ny Person").status_code == 409
    assert organiser.fill(f"/tournaments/{cup}/entries/form", open="1", places="8").status_code == 303
    page = words(Browser(api).get(f"/tournaments/{cup}/enter"))
    assert "There are 8 places." in page
    assert "Ask to enter" in words(Browser(api).get(f"/tournaments/{cup}"))
    assert organiser.fill(f"/tournaments/{cup}/entries/form", open="0", places="8").status_code == 303
    assert ask(api, cup, "Ny Person").status_code == 409


def test_who_asks_waits_until_accepted_and_nothing_of_it_is_in_a_log(api, organiser, cup):
    before = api.everything_written()
    said = ask(api, cup, " Ny  Person ", rating="1650", group="Huk", contact="070-1234567")
    assert (said.status_code, "You have asked to enter as Ny Person." in words(said)) == (201, True)
    assert api.everything_written() == before
    assert "Ny Person" not in words(Browser(api).get(f"/tournaments/{cup}"))
    page = organiser.get(f"/tournaments/{cup}/entries")
    assert "070-1234567" in words(page)
    wanted = asked(api, cup)
    assert [(each["name"], each["becomes"], each["contact"]) for each in wanted] == [
        ("Ny Person", "new", "070-1234567")
    ]
    path = f"/tournaments/{cup}/entries/requests"
    for _ in range(2):
        assert organiser.fill(f"{path}/acceptance", request=wanted[0]["id"]).status_code == 303
    assert [(name, each["rating"], each["group"]) for name, each in entered(api, cup).items()] == [
        ("Ny Person", 1650, "Huk")
    ]
    assert asked(api, cup) == []
    log = api.get(f"/v1/tournaments/{cup}/events?after=-1", "organiser").get_data(as_text=True)
    assert "070-1234567" not in log


def test_who_asks_to_sit_out_rounds_does_so_once_accepted_as_far_as_the_rule_allows(api, organiser):
    cup = opened(api, format="swiss", settings={"rounds": 4, "byes": 1})
    assert "Rounds that you want to sit out" in words(Browser(api).get(f"/tournaments/{cup}/enter"))
    assert ask(api, cup, "Ny Person", byes="3 och 2, 3").status_code == 201
    assert ask(api, cup, "bo ek", byes="2").status_code == 201
    assert "asks to sit out: 2, 3" in words(organiser.get(f"/tournaments/{cup}/entries"))
    path, wanted = f"/tournaments/{cup}/entries/requests/acceptance", asked(api, cup)
    assert [each["byes"] for each in wanted] == [[2, 3], [2]]
    for each in wanted:
        assert organiser.fill(path, request=each["id"]).status_code == 303
    assert {name: each["byes"] for name, each in entered(api, cup).items()} == {
        "Ny Person": [{"round": 2, "worth": "half"}, {"round": 3, "worth": "zero"}],
        "Bo Ek": [{"round": 2, "worth": "half"}],
    }
    refused = ask(api, cup, "En Till", byes="77")
    assert (refused.status_code, "77" in words(refused) or "50" in words(refused)) == (422, True)


def test_a_known_player_keeps_the_rating_of_the_list_and_a_doubtful_one_is_chosen_by_hand(api, organiser, cup):
    ask(api, cup, "bo ek", rating="2900")
    ask(api, cup, "Åsa Öburg")
    known, doubtful = asked(api, cup)
    assert (known["becomes"], doubtful["becomes"]) == ("known", "choose")
    part = f"/v1/tournaments/{cup}/entry-requests"
    assert api.post(f"{part}/{doubtful['id']}/acceptance").status_code == 409
    assert api.post(f"{part}/{known['id']}/acceptance").status_code == 200
    assert [(name, each["rating"]) for name, each in entered(api, cup).items()] == [("Bo Ek", None)]
    assert api.send("DELETE", f"{part}/{doubtful['id']}", "organiser").status_code == 204
    assert api.send("DELETE", f"{part}/{doubtful['id']}", "organiser").status_code == 404
    assert asked(api, cup) == []


@pytest.mark.parametrize("name", ["Ny Person", "Åsa Öberg"])
def test_an_acceptance_that_is_sent_again_is_answered_as_the_first_one(api, organiser, cup, name):
    ask(api, cup, name)
    if name == "Åsa Öberg":  # an organiser enters them meanwhile: nothing is left to write
        api.post(f"/v1/tournaments/{cup}/entries", [name])
    path = f"/v1/tournaments/{cup}/entry-requests/{asked(api, cup)[0]['id']}/acceptance"
    first, again = (api.post(path, headers={"Idempotency-Key": "one"}) for _ in range(2))
    assert (first.status_code, again.status_code, again.json) == (200, 200, first.json)
    assert again.headers["Idempotent-Replayed"] == "true"
    assert list(entered(api, cup)) == [name]
    assert api.post(path, headers={"Idempotency-Key": "two"}).status_code == 404


def test_the_waiting_list_begins_when_the_places_are_taken_and_has_its_order(api, organiser):
    cup = opened(api, places=2)
    api.post(f"/v1/tournaments/{cup}/entries", ["Bo Ek"])
    told = [words(ask(api, cup, name, f"10.2.0.{place}")) for place, name in enumerate(("Ada", "Bea", "Cleo"))]
    assert ["waiting list" in each for each in told] == [False, True, True]
    assert "you are number 2 on the waiting list" in told[2]
    assert "You come on the waiting list." in words(Browser(api).get(f"/tournaments/{cup}/enter"))
    assert [each["waiting_list"] for each in asked(api, cup)] == [None, 1, 2]
    api.post(f"/v1/tournaments/{cup}/withdrawals", {"player": "Bo Ek"})
    assert [each["waiting_list"] for each in asked(api, cup)] == [None, None, 1]
    fitting = [each["id"] for each in asked(api, cup)[:2]]
    organiser.fill(f"/tournaments/{cup}/entries/requests/acceptance", request=fitting)
    assert list(entered(api, cup)) == ["Ada", "Bea"]


def test_the_same_words_ask_once_and_one_who_has_entered_not_at_all(api, organiser, cup):
    api.post(f"/v1/tournaments/{cup}/entries", ["Bo Ek"])
    assert ask(api, cup, "Bo ek").status_code == 422
    said = [ask(api, cup, name, contact="070-1").status_code for name in ("Ny Person", "ny person")]
    assert (said, [each["name"] for each in asked(api, cup)]) == ([201, 201], ["Ny Person"])


def test_a_stranger_who_types_a_name_learns_nothing_of_who_waits_and_keeps_no_person_out(api, organiser):
    cup = opened(api, places=2)
    asking = [("Ada", "070-1"), ("Bea", ""), ("Ada", ""), ("Cleo", ""), ("Ada", "1")]
    told = [
        words(ask(api, cup, name, f"10.3.0.{place}", contact=contact)) for place, (name, contact) in enumerate(asking)
    ]
    assert [f"number {place - 1} on the waiting list" in told[place] for place in (2, 3, 4)] == [True] * 3
    wanted = asked(api, cup)
    assert [(each["name"], each["becomes"], each["contact"]) for each in wanted if each["name"] == "Ada"] == [
        ("Ada", "new", "070-1"),
        ("Ada", "twice", None),
        ("Ada", "twice", "1"),
    ]
    path = f"/tournaments/{cup}/entries/requests/acceptance"
    assert organiser.fill(path, request=[each["id"] for each in wanted if each["name"] == "Ada"]).status_code == 303
    assert list(entered(api, cup)) == ["Ada"]


def test_an_address_asks_five_times_a_minute_and_a_network_holds_twenty(api, organiser, cup):
    statuses = [ask(api, cup, f"Person {number}").status_code for number in range(6)]
    assert statuses == [201] * 5 + [429]
    client = api.deps.client
    for number in range(20):
        entry_requests.add(client, cup, entry_requests.EntryRequest(f"q_{number}", number, f"P{number}", network="x"))
    more = entry_requests.EntryRequest("q_more", 99, "More", network="x")
    assert entry_requests.add(client, cup, more) == entry_requests.TOO_MANY
    for number in range(20, 200):
        one = entry_requests.EntryRequest(f"q_{number}", number, f"P{number}", network=f"n{number}")
        last = entry_requests.add(client, cup, one)
    assert last == entry_requests.FULL
    assert len(entry_requests.waiting(client, cup)) == entry_requests.MOST
    refused = ask(api, cup, "One More", "10.9.9.9")
    assert (refused.status_code, "200 wait already" in words(refused)) == (409, True)


@pytest.mark.parametrize(
    "form", [{"name": ""}, {"name": "x" * 101}, {"rating": "high"}, {"contact": "x" * 201}, {"name": "\u202eabc"}]
)
def test_what_cannot_be_is_told_in_the_form_and_kept_nowhere(api, organiser, cup, form):
    answer = ask(api, cup, **{"name": "Ny Person", **form})
    assert (answer.status_code, 'role="alert"' in answer.get_data(as_text=True)) == (422, True)
    assert asked(api, cup) == []


def test_the_form_is_refused_for_teams_for_what_is_not_published_and_after_the_start(api, organiser):
    def setting(cup):
        return api.send("PUT", f"/v1/tournaments/{cup}/entry-form", "organiser", json={"open": True})

    for more in ({"published": False}, {"format": "team_league", "settings": {"boards": 2}}):
        cup = api.post("/v1/clubs/vasa/tournaments", {**CUP, **more}).json["id"]
        assert setting(cup).status_code == 409
    cup = opened(api)
    ask(api, cup, "Ny Person")
    api.post(f"/v1/tournaments/{cup}/entries", ["Bo Ek", "Åsa Öberg"])
    api.post(f"/v1/tournaments/{cup}/start", {})
    assert setting(cup).status_code == 409
    assert ask(api, cup, "En Till").status_code == 409
    form = api.get(f"/v1/tournaments/{cup}/entry-form", None).json
    assert (form["open"], "has started" in form["closed"]) == (True, True)


def test_only_organisers_see_and_decide_who_asks(api, organiser, cup):
    ask(api, cup, "Ny Person", contact="secret@example.org")
    wanted = asked(api, cup)[0]["id"]
    part = f"/v1/tournaments/{cup}/entry-requests"
    for role, status in (("referee", 403), ("scorer", 403), (None, 401)):
        assert api.get(part, role).status_code == status
        assert api.post(f"{part}/{wanted}/acceptance", role=role).status_code == status
    referee = signed_in(api, "Carl", "referee")
    path = f"/tournaments/{cup}/entries"
    for form in ("form", "requests/acceptance", f"requests/{wanted}/refusal"):
        assert referee.fill(f"{path}/{form}", request=wanted, open="0").status_code == 403
    assert len(asked(api, cup)) == 1
    hidden = api.send("POST", f"/v1/tournaments/{cup}/publication", "organiser", json={"published": False})
    assert hidden.status_code == 200
    assert ask(api, cup, "En Till").status_code == 401
    assert not re.search("secret", Browser(api).get(f"/tournaments/{cup}/enter").get_data(as_text=True))


@pytest.mark.parametrize(("wish", "shown"), [("initials", "N. P."), ("number", "Player 1"), ("full", "Ny Person")])
def test_who_asks_for_it_is_entered_with_a_hidden_name(api, organiser, wish, shown):
    cup = opened(api)
    assert "such as “Player 7”" in Browser(api).get(f"/tournaments/{cup}/enter").text
    assert ask(api, cup, "Ny Person", rating="1400", shown_as=wish).status_code == 201
    told = {"initials": "initials alone", "number": "a number alone", "full": "Ny Person"}[wish]
    assert told in words(organiser.get(f"/tournaments/{cup}/entries"))
    (request,) = asked(api, cup)
    assert request["shown_as"] == wish
    assert organiser.fill(f"/tournaments/{cup}/entries/requests/acceptance", request=request["id"]).status_code == 303
    page = Browser(api).get(f"/tournaments/{cup}").text
    assert shown in page
    assert ("Ny Person" in page) == (wish == "full")
    (entry,) = api.get(f"/v1/tournaments/{cup}", "organiser").json["entries"]
    assert (entry["name"], entry["rating"]) == ("Ny Person", 1400)


def test_a_name_that_an_organiser_hid_otherwise_stays_so(api, organiser):
    cup = opened(api)
    setting = {"public": "chosen", "name": "Kastanjen"}
    assert api.send("PUT", "/v1/clubs/vasa/players/Bo Ek/shown-name", "organiser", json=setting).status_code == 200
    assert ask(api, cup, "Bo Ek", shown_as="initials").status_code == 201
    (request,) = asked(api, cup)
    assert organiser.fill(f"/tournaments/{cup}/entries/requests/acceptance", request=request["id"]).status_code == 303
    assert "Kastanjen" in Browser(api).get(f"/tournaments/{cup}").text


def test_a_wish_that_is_none_of_these_is_refused(api, organiser):
    assert ask(api, opened(api), "Ny Person", shown_as="secret").status_code == 422
