"""A tournament elsewhere: in a frame of another website where the club allows it, and as a link that is shared."""

import re
from dataclasses import replace
from html import unescape

import pytest

from tests.support.hosts import machine, opened_at
from tests.support.signed_in import signed_in

FRAMES = "frame-ancestors http: https:"
NONE = "frame-ancestors 'none'"
NAMES = ["Anna", "Bo", "Cilla", "Dag"]


@pytest.fixture
def cup(api, judge):
    """A published cup that has begun."""
    api.post("/v1/clubs/vasa/players", NAMES)
    details = {"starts": "2026-11-28T18:00", "place": "Vasamuseet"}
    words = {
        "name": 'The "Cup" & more',
        "game": "swedish",
        "length": {"games": 3},
        "format": "single_elimination",
        "published": True,
        "details": details,
    }
    cup = api.post("/v1/clubs/vasa/tournaments", words).json["id"]
    api.post(f"/v1/tournaments/{cup}/entries", {"players": NAMES})
    assert api.post(f"/v1/tournaments/{cup}/start", {"seed": "x"}).status_code == 200
    judge()
    return cup


@pytest.fixture
def organiser(api):
    return signed_in(api, "Åke", "organiser")


def allow(organiser, to):
    form = {"to": to}
    answer = organiser.post("/clubs/vasa/embedding", data=form, headers={"Sec-Fetch-Site": "same-origin"})
    assert answer.status_code == 303


def policy(answer):
    assert answer.status_code == 200
    return answer.headers["Content-Security-Policy"]


def test_another_website_may_frame_a_tournament_only_while_the_club_allows_it(api, cup, organiser):
    address = f"/tournaments/{cup}?embed=1"
    assert NONE in policy(api.client.get(address))
    allow(organiser, "allowed")
    assert FRAMES in policy(api.client.get(address))
    for other in (f"/tournaments/{cup}", f"/tournaments/{cup}?embed=2", "/clubs/vasa?embed=1", "/?embed=1"):
        assert NONE in policy(api.client.get(other)), other
    allow(organiser, "ended")
    assert NONE in policy(api.client.get(address))


def test_a_frame_has_no_form_and_shows_a_signed_in_person_what_strangers_see(api, cup, organiser):
    allow(organiser, "allowed")
    for tab in ("", "/now", "/rounds", "/standings", "/bracket"):
        seen = organiser.get(f"/tournaments/{cup}{tab}?embed=1").get_data(as_text=True)
        assert "<form" not in seen
        assert "Åke" not in seen
        assert "/desk/" not in seen
        assert seen == api.client.get(f"/tournaments/{cup}{tab}?embed=1").get_data(as_text=True)
        inside = re.findall(r'href="([^"]*)" target="_self"', seen)
        assert inside
        assert all("embed=1" in each for each in inside)


def test_a_tournament_that_is_not_published_is_in_no_frame(api, cup, organiser):
    allow(organiser, "allowed")
    hidden = api.tournament(4)
    answer = organiser.get(f"/tournaments/{hidden}?embed=1")
    assert answer.status_code == 401
    assert NONE in answer.headers["Content-Security-Policy"]


def test_the_lines_for_a_website_are_one_frame_whatever_the_tournament_is_called(api, cup, organiser):
    allow(organiser, "allowed")
    shown = organiser.get("/clubs/vasa/embedding").get_data(as_text=True)
    lines = unescape(re.search(r"<textarea[^>]*>(.*?)</textarea>", shown, re.DOTALL)[1])
    frame = re.fullmatch(r'<iframe src="([^"]*)" title="([^"]*)" width="100%" height="700"></iframe>', lines)
    assert frame[1].endswith(f"/tournaments/{cup}?embed=1")
    assert unescape(frame[2]) == 'The "Cup" & more'


@pytest.mark.parametrize("role", ["referee", "viewer"])
def test_only_an_organiser_sets_it(api, role):
    person = signed_in(api, "Bea", role)
    assert person.get("/clubs/vasa/embedding").status_code == 403
    form = {"to": "allowed"}
    sent = person.post("/clubs/vasa/embedding", data=form, headers={"Sec-Fetch-Site": "same-origin"})
    assert sent.status_code == 403
    assert api.client.get("/clubs/vasa/embedding").status_code == 401


def test_a_shared_link_tells_name_place_and_how_it_stands(api, cup):
    text = api.client.get(f"/tournaments/{cup}", headers={"Accept-Language": "en"}).get_data(as_text=True)
    told = dict(re.findall(r'<meta property="og:(\w+)" content="([^"]*)">', text))
    assert told["title"] == "The &#34;Cup&#34; &amp; more"
    assert "Saturday 28 November 2026, 18:00 · Vasamuseet · Semi-finals" in told["description"]
    assert told["url"].endswith(f"/tournaments/{cup}")


# ── the address that is shared ───────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    ("asked", "host", "told", "notice"),
    [
        ("127.0.0.1:8000", "0.0.0.0", "http://192.168.7.5:8000/", "address of the hall"),
        ("127.0.0.1:8000", "127.0.0.1", "http://127.0.0.1:8000/", "this computer alone"),
        ("127.0.0.1:8000", "0.0.0.0", "https://vasa.example/", ""),
        ("vasa.example", "0.0.0.0", "https://vasa.example/", ""),
    ],
)
def test_every_address_that_is_shared_is_one_that_others_reach(api, cup, monkeypatch, asked, host, told, notice):
    machine(monkeypatch, ["192.168.7.5", "10.0.0.2"])
    made = api.client.application.extensions
    deps = replace(api.deps, settings=replace(api.deps.settings, host=host))
    made["brade"] = made["brade"]._replace(deps=deps)
    api.deps = deps
    opened_at(api, *(["https://vasa.example"] if "vasa" in told else []))
    organiser = signed_in(api, "Åke", "organiser")
    allow(organiser, "allowed")
    there = {"base_url": f"http://{asked}"}
    headers = {"Authorization": f"Bearer {api.tokens['organiser']}", "Accept-Language": "en"}
    shown = api.client.get("/clubs/vasa/embedding", headers=headers, **there).text
    assert f"src=&#34;{told}tournaments/{cup}?embed=1" in shown or f'src="{told}tournaments/{cup}?embed=1' in unescape(
        shown
    )
    for sentence in ("address of the hall", "this computer alone"):
        assert (sentence in shown) == (sentence == notice), sentence
    for path in (f"tournaments/{cup}/standings", f"matches/{cup}.1"):
        text = api.client.get(f"/{path}", **there).text
        for name in ("url", "image"):
            assert re.search(rf'og:{name}" content="([^"]*)"', text)[1].startswith(told)
        other = api.client.get(f"/{path}", base_url="http://other.localhost:99").text
        assert "other.localhost" not in other
        assert other.count(told) >= 2
    assert f'data-base="{told}"' in text
