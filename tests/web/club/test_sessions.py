"""Sessions: what carries them, what ends them, and what they may do."""

import pytest

from service.handlers.club.sessions import DAYS
from tests.support.signed_in import OWN, PASSWORD, Browser, employ, later, signed_in

DAY = 24 * 3600 * 1000


@pytest.fixture
def browser(api):
    return Browser(api)


def test_no_script_reads_the_cookie_and_no_site_sends_it(api, browser):
    employ(api, "Anna", "referee")
    cookie = browser.sign_in("Anna").headers["Set-Cookie"]
    assert cookie.startswith("brade=")
    for said in ("HttpOnly", "SameSite=Lax", "Path=/"):
        assert said in cookie
    assert "Secure" not in cookie


def test_over_tls_the_cookie_belongs_to_the_host_alone(api, browser):
    employ(api, "Anna", "referee")
    words = {"club": "vasa", "name": "Anna", "password": PASSWORD}
    answer = browser.client.post("/v1/session", json=words, headers=OWN, base_url="https://localhost")
    cookie = answer.headers["Set-Cookie"]
    assert cookie.startswith("__Host-brade=")
    assert "; Secure" in cookie
    assert "Domain" not in cookie
    assert browser.client.get("/v1/session", base_url="https://localhost").status_code == 200
    assert browser.client.get("/v1/session").status_code == 401  # over http nothing is sent


def test_a_forged_cookie_or_one_of_another_installation_is_no_session(api, browser):
    employ(api, "Anna", "referee")
    browser.sign_in("Anna")
    value = browser.client.get_cookie("brade").value
    for forged in (value[:-2] + "xx", "eyJtZW1iZXIiOlsidmFzYSIsInVfeCIsMSwxXX0.x.y", "", "x"):
        browser.client.set_cookie("brade", forged)
        assert browser.get("/v1/session").status_code == 401


def test_signing_out_ends_the_session_of_this_browser(api):
    browser = signed_in(api, "Anna", "referee")
    assert browser.send("DELETE", "/v1/session").status_code == 204
    assert browser.get("/v1/session").status_code == 401


def test_signing_out_everywhere_ends_every_session(api, restarted):
    here, there = signed_in(api, "Anna", "referee"), Browser(api)
    there.sign_in("Anna")
    assert here.fill("/account/sign-out-everywhere").status_code == 303
    assert here.get("/v1/session").status_code == 401
    assert there.get("/v1/session").status_code == 401
    assert Browser(api).sign_in("Anna").status_code == 200


def test_another_password_ends_all_sessions_but_this_one(api):
    here, there = signed_in(api, "Anna", "referee"), Browser(api)
    there.sign_in("Anna")
    assert here.fill("/account/password", old="wrong one", new="another password").status_code == 422
    assert here.fill("/account/password", old=PASSWORD, new="short").status_code == 422
    assert here.fill("/account/password", old=PASSWORD, new="another password").status_code == 200
    assert here.get("/v1/session").status_code == 200
    assert there.get("/v1/session").status_code == 401
    assert Browser(api).sign_in("Anna").status_code == 401
    assert Browser(api).sign_in("Anna", "another password").status_code == 200


def test_a_session_ends_by_itself(api):
    browser = signed_in(api, "Anna", "referee")
    later(api, DAYS * DAY - 60_000)
    assert browser.get("/v1/session").status_code == 200
    later(api, 60_000)
    assert browser.get("/v1/session").status_code == 401


def test_a_changed_role_holds_at_once_and_a_removed_member_is_signed_out(api):
    member = employ(api, "Anna", "referee")
    browser = Browser(api)
    browser.sign_in("Anna")
    api.send("PATCH", f"/v1/clubs/vasa/people/{member}", "organiser", json={"role": "viewer"})
    assert browser.get("/v1/session").json["role"] == "viewer"
    assert api.send("DELETE", f"/v1/clubs/vasa/people/{member}", "organiser").status_code == 204
    assert browser.get("/v1/session").status_code == 401
    assert Browser(api).sign_in("Anna").status_code == 401


def test_members_cannot_change_their_own_role_or_remove_themselves(api):
    member = employ(api, "Anna", "organiser")
    browser = Browser(api)
    browser.sign_in("Anna")
    path = f"/v1/clubs/vasa/people/{member}"
    assert browser.send("PATCH", path, json={"role": "viewer"}).status_code == 409
    assert browser.send("DELETE", path).status_code == 409
    assert browser.send("PATCH", path, json={"name": "Anna Berg"}).json["name"] == "Anna Berg"


def test_a_session_outlives_the_process_that_began_it(api, restarted):
    browser = signed_in(api, "Anna", "referee")
    other = Browser(restarted())
    other.client.set_cookie("brade", browser.client.get_cookie("brade").value)
    assert other.get("/v1/session").status_code == 200


def test_a_token_goes_before_a_session(api):
    browser = signed_in(api, "Anna", "organiser")
    headers = {"Authorization": f"Bearer {api.tokens['viewer']}"}
    assert browser.get("/v1/session", headers=headers).json["role"] == "viewer"
    assert browser.get("/v1/clubs/vasa/people", headers=headers).status_code == 403
    assert browser.get("/v1/session", headers={"Authorization": "Bearer old"}).status_code == 401
