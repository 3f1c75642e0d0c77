"""Pages of fees and prizes: switched on by a form, ticked at the door, split at the end, seen by those who may."""

import re

import pytest

from tests.support.pages.forms import hidden, words
from tests.support.signed_in import signed_in
from tests.web.tournament.test_money import played

SAYS = {"headers": {"Accept-Language": "en", "Sec-Fetch-Site": "same-origin"}}
PLAN = {
    "currency": "SEK",
    "fee": "100",
    "keep": "20",
    "added": "500",
    "unit": "1",
    "remainder": "kept",
    "prizes": "1. 50 %\n2. 30%\n3) 20,00 %\njunior 1. 100 kr",
    "pools.0.name": "Sidopott",
    "pools.0.fee": "50",
    "pools.1.name": "Första jan",
    "pools.1.fee": "20",
    "pools.1.named": "1",
}


@pytest.fixture
def organiser(api):
    return signed_in(api, "Anna Berg", "organiser")


@pytest.fixture
def cup(api):
    """The address of the pages of a published knock-out of four."""
    return f"/tournaments/{api.tournament(4, format='single_elimination', published=True)}"


def switch_on(organiser, cup, **more):
    form = {name: hidden(organiser.get(f"{cup}/money"))[name] for name in ("version", "key")}
    return organiser.fill(f"{cup}/money", **form, **{**PLAN, **more})


def player_ids(api, cup):
    return {entry["name"]: entry["player"] for entry in api.get(f"/v1{cup}", role="organiser").json["entries"]}


def test_money_is_off_until_its_form_is_saved_and_no_page_speaks_of_it(api, organiser, cup):
    assert "It is switched off" in words(organiser.get(f"{cup}/organise", **SAYS))
    for address in ("payments", "prizes"):
        assert organiser.get(f"{cup}/{address}").status_code == 404
    assert "Who has paid" not in words(organiser.get(f"{cup}/check-in", **SAYS))
    assert switch_on(organiser, cup).status_code == 303
    assert "Who has paid" in words(organiser.get(f"{cup}/check-in", **SAYS))
    assert f'href="{cup}/prizes"' in api.client.get(cup).get_data(as_text=True)
    plan = api.get(f"/v1{cup}/money", role="organiser").json
    assert [(prize["place"], prize["share"], prize["player_class"]) for prize in plan["prizes"]] == [
        (1, "50", None),
        (2, "30", None),
        (3, "20", None),
        (1, None, "junior"),
    ]
    assert [(pool["name"], pool["fee"], pool["named"]) for pool in plan["pools"]] == [
        ("Sidopott", "50", False),
        ("Första jan", "20", True),
    ]
    assert organiser.fill(f"{cup}/money/off", **hidden(organiser.get(f"{cup}/money"), "/off")).status_code == 303
    assert organiser.get(f"{cup}/payments").status_code == 404


def test_a_form_that_is_saved_as_it_was_shown_changes_nothing(api, organiser, cup):
    switch_on(organiser, cup)
    before = api.get(f"/v1{cup}/money", role="organiser").json
    page = organiser.get(f"{cup}/money").get_data(as_text=True)
    fields = dict(re.findall(r'<input id="[\w.]+" name="([\w.]+)"[^>]*? value="([^"]*)"', page))
    lines = re.search(r'name="prizes"[^>]*>([^<]*)<', page)[1]
    form = {name: hidden(organiser.get(f"{cup}/money"))[name] for name in ("version", "key")}
    sent = {**form, **fields, "prizes": lines, "currency": "SEK", "remainder": "kept", "pools.1.named": "1"}
    assert organiser.fill(f"{cup}/money", **sent).status_code == 303
    assert api.get(f"/v1{cup}/money", role="organiser").json == before


def test_what_is_wrong_in_the_form_is_named_and_what_was_typed_stays(api, organiser, cup):
    written = api.everything_written()
    answer = switch_on(organiser, cup, fee="1.505", prizes="first: all")
    assert answer.status_code == 422
    assert "“first: all” is no prize" in words(answer)
    answer = switch_on(organiser, cup, fee="1.505")
    assert "Fee: SEK has 2 decimals" in words(answer)
    assert 'value="1.505"' in answer.get_data(as_text=True)
    assert "Of each fee the club keeps: more than the fee" in words(switch_on(organiser, cup, keep="101"))
    assert api.everything_written() == written


def test_a_tick_at_the_door_is_the_whole_fee_and_the_list_says_who_has_not_paid(api, organiser, cup):
    switch_on(organiser, cup)
    players = player_ids(api, cup)
    referee = signed_in(api, "Rut Ek", "referee")
    first = players["Player 1"]
    answer = referee.fill(f"{cup}/payments", player=first, paid="1")
    assert answer.headers["Location"] == f"{cup}/payments#at-{first}"
    page = words(referee.get(f"{cup}/payments", **SAYS))
    assert "1 of 4: SEK 100 SEK 300 is missing" in page
    left = words(referee.get(f"{cup}/payments?missing=1", **SAYS))
    assert "Player 1 ✓" not in left
    assert "Player 2" in left
    assert "Player 2" not in words(referee.get(f"{cup}/payments?find=player+1", **SAYS))
    referee.fill(f"{cup}/payments", player=first, paid="0")
    assert "0 of 4: SEK 0" in words(referee.get(f"{cup}/payments", **SAYS))
    for viewer in (signed_in(api, "Bo Ek", "scorer"), signed_in(api, "Ida Ö", "viewer")):
        assert viewer.get(f"{cup}/payments").status_code == 403
    assert api.client.get(f"{cup}/payments").status_code == 401
    assert referee.get(f"{cup}/money").status_code == 403


def test_another_amount_a_rest_that_is_not_asked_for_and_side_pools_are_noted_for_a_player(api, organiser, cup):
    switch_on(organiser, cup)
    player = player_ids(api, cup)["Player 2"]
    page = f"{cup}/payments/{player}"
    assert organiser.fill(page, pool="", amount="40").status_code == 303
    assert "SEK 60 is missing" in words(organiser.get(f"{cup}/payments", **SAYS))
    organiser.fill(page, pool="", amount="40", waived="1")
    assert "✓ owes no more" in words(organiser.get(f"{cup}/payments", **SAYS))
    wrong = organiser.fill(page, pool="", amount="forty")
    assert (wrong.status_code, "“forty” is no amount" in words(wrong)) == (422, True)
    organiser.fill(f"{cup}/payments", player=player, paid="1", pool="Sidopott")
    assert "1 is in it: SEK 50" in words(organiser.get(f"{cup}/payments?pool=Sidopott", **SAYS))
    organiser.fill(page, pool="Sidopott", step="leave")
    assert "0 are in it" in words(organiser.get(f"{cup}/payments?pool=Sidopott", **SAYS))
    assert organiser.fill(f"{page}/classes", classes="junior,  nybörjare ").status_code == 303
    classes = api.get(f"/v1{cup}/money", role="organiser").json["classes"]
    assert classes == [{"player": player, "name": "Player 2", "classes": ["junior", "nybörjare"]}]
    assert organiser.fill(f"{page}/classes", classes="x" * 31).status_code == 422


def test_the_prizes_are_for_everybody_and_their_winners_once_it_is_over_on_page_and_print(api, organiser, cup, judge):
    switch_on(organiser, cup)
    players = player_ids(api, cup)
    for player in players.values():
        organiser.fill(f"{cup}/payments", player=player, paid="1")
    organiser.fill(f"{cup}/payments", player=players["Player 4"], paid="1", pool="Första jan")
    before = words(api.client.get(f"{cup}/prizes", **SAYS))
    assert "1 SEK 360 (50%)" in before
    assert "Won by" not in before
    played(api, f"/v1{cup}", judge)
    answer = organiser.fill(f"{cup}/money/winners", pool="Första jan", player=players["Player 4"])
    assert answer.status_code == 303
    after = words(api.client.get(f"{cup}/prizes", **SAYS))
    won = api.get(f"/v1{cup}/prizes", role=None).json["won"]
    assert len(won) == 5
    for each in won:
        assert f"{each['name']} SEK {each['amount']}" in after
    assert "Player 4 SEK 20" in after
    swedish = api.client.get(f"{cup}/prizes", headers={"Accept-Language": "sv"})
    assert "360 kr (50 %)" in words(swedish)
    assert api.get(f"/v1{cup}/prizes.pdf?lang=sv", role=None).data.startswith(b"%PDF")
    sums = words(organiser.get(f"{cup}/money", **SAYS))
    assert "Stays with the club SEK 180" in sums, "no junior played for 100"
