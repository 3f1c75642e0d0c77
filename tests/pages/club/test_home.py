"""A club's page: home for the people who work for it, its published tournaments for all others."""

import re
from dataclasses import replace
from types import SimpleNamespace

import pytest

from service.hall import addresses
from service.hall.switch import HallSwitch
from tests.support.hosts import machine, opened_at
from tests.support.signed_in import OWN, PASSWORD, Browser, employ, signed_in

HOME = "/clubs/vasa"


def page(browser):
    answer = browser.client.get(HOME, headers={"Accept": "text/html"})
    assert answer.status_code == 200
    return answer.text


def test_a_new_club_sees_what_to_do_first_and_what_is_done(api):
    organiser = signed_in(api, "Anna", "organiser")
    text = page(organiser)
    assert 'class="steps"' in text
    assert '<a class="button primary" href="/clubs/vasa/tournaments/new">' in text
    assert (text.count('class="button primary"'), text.count('class="done"')) == (1, 0)
    signed_in(api, "Bo", "referee")
    assert page(organiser).count('class="done"') == 1


def test_tournaments_stand_by_how_far_they_are(api, judge):
    organiser = signed_in(api, "Anna", "organiser")
    ids = {}
    for name in ("Kommande", "Pågående", "Gammal"):
        cup = ids[name] = api.tournament(2, name=name)
        if name != "Kommande":
            assert api.post(f"/v1/tournaments/{cup}/start").status_code == 200
        if name == "Gammal":
            assert api.post(f"/v1/tournaments/{cup}/end", {"reason": "rain"}).status_code == 200
    judge()
    text = page(organiser)
    places = [
        text.index(said) for said in ("In play now", "Pågående", "Coming", "Kommande", "Past tournaments", "Gammal")
    ]
    for name, leads in (("Kommande", (1, 0)), ("Pågående", (1, 1)), ("Gammal", (1, 0))):
        links = (f'href="/tournaments/{ids[name]}"', f'href="/desk/{ids[name]}"')
        assert tuple(text.count(link) for link in links) == leads, name
    assert places == sorted(places)
    assert 'class="steps"' not in text


@pytest.mark.parametrize(
    ("role", "sees"),
    [
        ("viewer", ["players"]),
        ("referee", ["players", "tables"]),
        ("organiser", ["players", "people", "tables", "keys", "backup", "audit"]),
    ],
)
def test_only_pages_that_a_role_may_open_are_linked_and_all_of_them_exist(api, role, sees):
    person = signed_in(api, "Anna", role)
    api.tournament(2)
    tabs = re.findall(r'href="(/clubs/vasa[^"]*)"', page(person))
    behind = page(person) + "".join(person.client.get(tab).text for tab in tabs)
    for part in ("players", "people", "tables", "keys", "backup", "audit"):
        assert (f'href="/clubs/vasa/{part}"' in behind) == (part in sees)
        assert (person.client.get(f"/clubs/vasa/{part}").status_code == 200) == (part in sees)


def test_others_see_published_tournaments_and_nothing_else(api, judge):
    api.tournament(2, name="Hemlig")
    judge()
    assert Browser(api).client.get(HOME).status_code == 404
    api.tournament(2, name="Öppen", published=True)
    judge()
    text = page(Browser(api))
    assert "Öppen" in text
    assert "Hemlig" not in text
    for inside in ("/clubs/vasa/people", "/clubs/vasa/hall", "steps"):
        assert inside not in text


# ── phones in the hall ───────────────────────────────────────────────────────────────────────────────────────────────
@pytest.fixture
def switch(api, tmp_path):
    """The switch of a service that serves this machine alone."""
    bound(api, "127.0.0.1", HallSwitch(tmp_path))
    return HallSwitch(tmp_path)


def bound(api, host, switch):
    made = api.client.application.extensions
    api.deps = replace(api.deps, hall=switch, settings=replace(api.deps.settings, host=host))
    made["brade"] = made["brade"]._replace(deps=api.deps)


def test_an_organiser_opens_the_service_after_a_look_and_closes_it_again(api, switch, monkeypatch):
    monkeypatch.setattr("service.web.pages.club.hall.lan_addresses", lambda: ["192.168.7.5"])
    organiser = signed_in(api, "Anna", "organiser")
    assert 'href="/clubs/vasa/hall"' in page(organiser)
    look = organiser.client.get("/clubs/vasa/hall").text
    assert "http://192.168.7.5:8000/" in look
    assert "away for a few seconds" in look
    assert not switch.is_open()
    turning = organiser.fill("/clubs/vasa/hall", to="open")
    assert turning.status_code == 202
    assert 'data-until="open"' in turning.text
    assert switch.is_open()
    assert organiser.client.get("/clubs/vasa/hall/now").text == "closed"  # until the web server started again
    bound(api, "0.0.0.0", switch)
    assert organiser.client.get("/clubs/vasa/hall/now").text == "open"
    assert organiser.fill("/clubs/vasa/hall", to="open").status_code == 303
    assert organiser.fill("/clubs/vasa/hall", to="closed").status_code == 202
    assert not switch.is_open()


@pytest.mark.parametrize("role", ["viewer", "scorer", "referee", None])
def test_no_other_role_turns_the_switch(api, switch, role):
    person = signed_in(api, "Anna", role) if role else Browser(api)
    assert person.client.get("/clubs/vasa/hall").status_code == (403 if role else 401)
    assert person.fill("/clubs/vasa/hall", to="open").status_code == (403 if role else 401)
    assert not switch.is_open()


def test_the_switch_is_turned_by_no_other_sites_page_and_no_other_clubs_organiser(api, switch):
    organiser = signed_in(api, "Anna", "organiser")
    foreign = {"Sec-Fetch-Site": "cross-site", "Accept": "text/html"}
    assert organiser.client.post("/clubs/vasa/hall", data={"to": "open"}, headers=foreign).status_code == 403
    api.found("other")
    stranger = signed_in(api, "Olle", "organiser", "other")
    assert stranger.fill("/clubs/vasa/hall", to="open").status_code == 404
    assert not switch.is_open()


def test_only_the_club_that_was_founded_first_turns_the_switch_and_the_others_are_told_so(api, switch, monkeypatch):
    monkeypatch.setattr("service.web.pages.club.hall.lan_addresses", lambda: ["192.168.7.5"])
    api.found("abba")  # before vasa in the alphabet
    guest, host = signed_in(api, "Olle", "organiser", "abba"), signed_in(api, "Anna", "organiser")
    assert 'href="/clubs/abba/hall">Open to the hall' not in guest.client.get("/clubs/abba").text
    look = guest.client.get("/clubs/abba/hall")
    assert look.status_code == 200
    assert "<form" not in look.text.partition("<main")[2]
    for answer in (look, guest.fill("/clubs/abba/hall", to="open")):
        assert "was the first on this computer" in answer.text
    assert guest.fill("/clubs/abba/hall", to="open").status_code == 403
    assert guest.client.get("/clubs/abba/hall/now").text == "closed"
    assert not switch.is_open()
    assert host.fill("/clubs/vasa/hall", to="open").status_code == 202
    assert guest.fill("/clubs/abba/hall", to="closed").status_code == 403
    assert switch.is_open()


def test_where_the_operator_chose_the_address_the_page_says_so_and_changes_nothing(api):
    bound(api, "127.0.0.1", None)
    organiser = signed_in(api, "Anna", "organiser")
    assert 'href="/clubs/vasa/hall">How it is opened' in page(organiser)
    look = organiser.client.get("/clubs/vasa/hall").text.replace("&#34;", '"')
    assert '<code>make run ARGS="--port 8000"</code>' in look
    assert "<form method" not in look
    assert organiser.fill("/clubs/vasa/hall", to="open").status_code == 409


def test_an_address_that_cannot_be_had_is_told_on_the_page(api, switch):
    switch.refuse("another program")
    organiser = signed_in(api, "Anna", "organiser")
    assert "It could not be opened" in organiser.client.get("/clubs/vasa/hall").text
    assert organiser.client.get("/clubs/vasa/hall/now").text == "refused"
    switch.turn(to_open=True)
    assert switch.refused() == ""


@pytest.mark.parametrize(
    ("asked", "host", "networks", "told"),
    [
        ("127.0.0.1:8000", "127.0.0.1", ["192.168.7.5"], None),
        ("127.0.0.1:8000", "0.0.0.0", ["192.168.7.5", "10.0.0.2"], "http://192.168.7.5:8000/"),
        ("localhost:8000", "192.168.7.9", ["192.168.7.5"], "http://192.168.7.9:8000/"),
        ("[::1]:8000", "::", ["192.168.7.5"], "http://192.168.7.5:8000/"),
        ("127.0.0.1:8000", "0.0.0.0", [], None),
        ("192.168.7.5:8000", "0.0.0.0", ["192.168.7.5", "10.0.0.2"], "http://192.168.7.5:8000/"),
        ("10.0.0.2:8000", "0.0.0.0", ["192.168.7.5", "10.0.0.2"], "http://192.168.7.5:8000/"),
        ("klubbdator.local:8000", "0.0.0.0", ["192.168.7.5"], "http://192.168.7.5:8000/"),
        ("vasa.example", "127.0.0.1", [], "http://vasa.example/"),
        ("127.0.0.1:8000", "0.0.0.0", ["192.168.7.5"], "http://vasa.example/"),
    ],
)
def test_phones_are_told_an_address_that_they_can_open_and_links_have_the_same(
    api, switch, monkeypatch, asked, host, networks, told
):
    machine(monkeypatch, networks)
    bound(api, host, switch)
    opened_at(api, *(["http://vasa.example"] if told and "vasa" in told else []))
    employ(api, "Anna", "organiser")
    organiser, there = Browser(api).client, {"base_url": f"http://{asked}", "headers": OWN}
    form = {"club": "vasa", "name": "Anna", "password": PASSWORD}
    assert organiser.post("/sign-in", data=form, **there).status_code == 303
    text = organiser.get(HOME, **there).text
    assert (f'<a class="address" href="{told}">' in text) if told else ('class="address"' not in text)
    made = organiser.post("/clubs/vasa/people", data={"name": "Bo", "role": "viewer"}, **there).text
    assert f"<code>{told or 'http://127.0.0.1:8000/'}sign-in#in_vasa." in made
    assert ("cannot open these addresses" in made) == (told is None)


def test_the_addresses_of_this_machine_are_those_of_its_networks(monkeypatch):
    import psutil

    def address(text, family=addresses.socket.AF_INET):
        return SimpleNamespace(family=family, address=text)

    up = {"lo": True, "wlan0": True, "eth0": True, "eth1": False, "docker0": True}
    states = {name: SimpleNamespace(isup=state) for name, state in up.items()}
    monkeypatch.setattr(psutil, "net_if_stats", lambda: states)
    monkeypatch.setattr(
        psutil,
        "net_if_addrs",
        lambda: {
            "lo": [address("127.0.0.1")],
            "eth0": [address("8.8.4.4"), address("fe80::1", addresses.socket.AF_INET6)],
            "wlan0": [address("169.254.3.3"), address("192.168.7.5")],
            "eth1": [address("10.9.9.9")],
            "docker0": [address("172.17.0.1")],
            "wlan1": [address("10.8.8.8")],
        },
    )
    monkeypatch.setattr(addresses, "_way_out", lambda: "")
    assert addresses.lan_addresses() == ["192.168.7.5", "8.8.4.4"]
    monkeypatch.setattr(addresses, "_way_out", lambda: "8.8.4.4")
    assert addresses.lan_addresses() == ["8.8.4.4", "192.168.7.5"]


def test_nothing_is_sent_to_find_them():
    assert isinstance(addresses.lan_addresses(), list)
    assert not addresses.is_own("0.0.0.0")
