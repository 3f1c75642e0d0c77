"""The first minute: a page founds the club with a one-time key, and lets its first organiser in."""

import stat
from concurrent.futures import ThreadPoolExecutor

import pytest

from core.club.short_name import short_name_of
from core.names.names import name_key
from service.auth import setup_key
from service.bootstrap import read_secret
from service.store.maintenance import all_streams
from tests.support.api import new_house

OWN = {"Sec-Fetch-Site": "same-origin"}
PASSWORD = "en kopp kaffe"
FORM = {"club": "Vasa  Brädspel", "name": "Åsa Lind", "password": PASSWORD, "slug": ""}


@pytest.fixture
def deps(store, tmp_path, made_app):
    """The house of a service without a club."""
    deps = new_house(store, tmp_path)
    made_app.extensions["brade"] = made_app.extensions["brade"]._replace(deps=deps)
    return deps


@pytest.fixture
def key(deps):
    return setup_key.prepare(deps.client, deps.settings.data)


@pytest.fixture
def new_browser(deps, made_app):
    def browser(language="en"):
        client = made_app.test_client()
        client.environ_base |= {"HTTP_ACCEPT": "text/html", "HTTP_ACCEPT_LANGUAGE": language}
        return client

    return browser


@pytest.fixture
def browser(new_browser):
    return new_browser()


def found(browser, **other):
    return browser.post("/start", data=FORM | other, headers=OWN)


def clubs(deps):
    return sorted(all_streams.clubs(deps.client))


def test_the_key_is_of_the_services_user_alone_and_the_same_at_the_next_start(deps, key):
    path = deps.settings.data / "setup-key"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert setup_key.prepare(deps.client, deps.settings.data) == key == path.read_text()


def test_the_address_with_the_key_is_left_at_once_and_leads_into_the_club(deps, key, browser):
    opened = browser.get(f"/start?key={key}")
    assert (opened.status_code, opened.headers["Location"]) == (303, "/start")
    assert key not in opened.headers["Set-Cookie"]
    assert "Name your club" in browser.get("/start").text
    answer = found(browser)
    assert (answer.status_code, answer.headers["Location"]) == (303, "/clubs/vasa-bradspel")
    home = browser.get("/clubs/vasa-bradspel")
    assert home.status_code == 200
    assert "<bdi>Vasa Brädspel</bdi></a></h1>" in home.text
    assert "st_" not in home.text
    member = deps.repository.club("vasa-bradspel").people.named("åsa lind")
    assert member.role == "organiser"
    assert deps.repository.club("vasa-bradspel").tokens == {}


def test_what_founded_the_club_stands_in_its_log_with_the_persons_id(deps, key, browser):
    browser.get(f"/start?key={key}")
    found(browser)
    log = list(deps.log.read("c_vasa-bradspel"))
    assert [type(event.event).__name__ for event in log] == ["ClubFounded", "MemberAdded", "PasswordSet"]
    assert {event.by for event in log} == {f"organiser:{log[1].event.member}"}
    assert PASSWORD not in repr(log)


def test_the_key_is_good_once(deps, key, browser, new_browser):
    browser.get(f"/start?key={key}")
    late = new_browser()
    late.get(f"/start?key={key}")
    found(browser)
    assert not (deps.settings.data / "setup-key").exists()
    assert found(late, club="Another").headers["Location"] == "/sign-in"
    assert new_browser().get(f"/start?key={key}").headers["Location"] == "/sign-in"
    assert browser.get(f"/start?key={key}").headers["Location"] == "/clubs/vasa-bradspel"
    assert clubs(deps) == ["vasa-bradspel"]


def test_a_club_that_came_by_the_api_makes_the_key_useless(deps, key, browser):
    browser.get(f"/start?key={key}")
    headers = {"Authorization": f"Bearer {deps.admin_token}"}
    assert browser.post("/v1/clubs", json={"slug": "huk", "name": "Huk"}, headers=headers).status_code == 201
    assert found(browser).headers["Location"] == "/sign-in"
    assert browser.get(f"/start?key={key}").headers["Location"] == "/sign-in"
    assert clubs(deps) == ["huk"]
    assert setup_key.prepare(deps.client, deps.settings.data) is None
    assert not (deps.settings.data / "setup-key").exists()


def test_two_browsers_at_once_found_one_club(deps, key, new_browser):
    def come(number):
        browser = new_browser()
        browser.get(f"/start?key={key}")
        return found(browser, club=f"Club {number}", name=f"Person {number}").headers["Location"]

    with ThreadPoolExecutor(4) as threads:
        led = list(threads.map(come, range(4)))
    assert len(clubs(deps)) == 1
    assert sorted(led).count("/sign-in") == 3


def test_a_key_that_another_browser_uses_while_it_is_read_opens_nothing(deps, key, new_browser, monkeypatch):
    first, second = new_browser(), new_browser()
    for browser in (first, second):
        browser.get(f"/start?key={key}")

    def read_late(path):
        monkeypatch.undo()
        assert found(first).status_code == 303
        return read_secret(path)

    monkeypatch.setattr(setup_key, "read_secret", read_late)
    assert found(second).headers["Location"] == "/sign-in"
    assert len(clubs(deps)) == 1


def test_without_the_key_nothing_is_founded(deps, key, browser):
    for answer in (found(browser), browser.get("/start"), browser.get("/start?key=guessed")):
        assert answer.status_code == 401
        assert 'name="club"' not in answer.text
    assert clubs(deps) == []


def test_wrong_keys_are_refused_after_a_few_with_how_long_to_wait_and_the_right_one_never(deps, key, browser):
    answers = [browser.get(f"/start?key=guess-{number}") for number in range(7)]
    assert [answer.status_code for answer in answers] == [401] * 5 + [429] * 2
    assert f"Wait {answers[-1].headers['Retry-After']} seconds, then try again." in answers[-1].text
    form = {"club": "vasa", "name": "Åsa", "password": PASSWORD}
    assert browser.post("/sign-in", data=form, headers=OWN).status_code == 401
    assert browser.get(f"/start?key={key}").status_code == 303


def test_another_sites_page_founds_nothing(deps, key, browser):
    browser.get(f"/start?key={key}")
    assert browser.post("/start", data=FORM, headers={"Sec-Fetch-Site": "cross-site"}).status_code == 403
    assert browser.post("/start", data=FORM, headers={"Origin": "http://evil.example"}).status_code == 403
    assert clubs(deps) == []


def test_everything_that_is_wrong_is_told_at_once_and_nothing_is_lost_but_the_password(deps, key, browser):
    browser.get(f"/start?key={key}")
    answer = found(browser, club="", slug="No Good", name="", password="kort")
    assert answer.status_code == 422
    assert answer.text.count('aria-invalid="true"') == 4
    assert 'value="no good"' in answer.text
    assert "kort" not in answer.text.replace("kortnamn", "")
    again = found(browser, club="x" * 101, name="Åsa Lind", password="åsa lind vasa")
    assert again.text.count('aria-invalid="true"') == 1
    assert 'value="Åsa Lind"' in again.text
    assert clubs(deps) == []
    assert found(browser, slug="huk").headers["Location"] == "/clubs/huk"


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("Vasa Brädspel", "vasa-bradspel"),
        ("  Århus & Ærø!  ", "arhus-aero"),
        ("ÉCOLE", "ecole"),
        ("將棋", ""),
        ("", ""),
        ("a" * 39 + " b", "a" * 39),
        ("-- 1 --", "1"),
    ],
)
def test_a_short_name_is_made_of_the_full_one(name, short):
    assert short_name_of(name) == short


def test_a_club_whose_name_has_no_letter_of_addresses_gets_a_short_name_too(deps, key, browser):
    browser.get(f"/start?key={key}")
    assert found(browser, club="將棋").headers["Location"] == "/clubs/club"


def test_the_front_page_of_an_empty_service_says_how_to_begin(deps, key, browser):
    assert 'href="/start"' in browser.get("/").text
    browser.get(f"/start?key={key}")
    found(browser)
    assert 'href="/start"' not in browser.get("/").text


@pytest.mark.parametrize("said", ["vasa-bradspel", "Vasa Brädspel", "  vasa   BRÄDSPEL ", "VASA-BRADSPEL"])
def test_a_person_signs_in_with_the_clubs_short_or_full_name(key, browser, new_browser, said):
    browser.get(f"/start?key={key}")
    found(browser)
    other = new_browser()
    assert 'value="Vasa Brädspel"' in other.get("/sign-in").text
    answer = other.post("/sign-in", data={"club": said, "name": "åsa lind", "password": PASSWORD}, headers=OWN)
    assert (answer.status_code, answer.headers.get("Location")) == (303, "/clubs/vasa-bradspel")


def test_a_full_name_that_two_clubs_have_means_neither(key, browser, new_browser, deps):
    browser.get(f"/start?key={key}")
    found(browser)
    headers = {"Authorization": f"Bearer {deps.admin_token}"}
    words = {"slug": "other", "name": FORM["club"].upper()}
    browser.post("/v1/clubs", json=words, headers=headers)
    other = new_browser()
    assert name_key(words["name"]) == name_key("Vasa Brädspel")
    form = {"club": words["name"], "name": "Åsa Lind", "password": PASSWORD}
    assert other.post("/sign-in", data=form, headers=OWN).status_code == 401
    assert other.post("/sign-in", data=form | {"club": "vasa-bradspel"}, headers=OWN).status_code == 303
