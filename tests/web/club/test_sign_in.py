"""Signing in: passwords, invitations, sessions and their end, and what happens to whoever tries too often."""

import pytest
from argon2 import PasswordHasher

from core.events import PasswordSet
from service.auth import passwords
from service.handlers.club.sign_in import DAYS
from service.store.access import rate_limit
from tests.support.signed_in import FORMS, OWN, PASSWORD, Browser, employ, signed_in

DAY = 24 * 3600 * 1000
WRONG = {"club": "vasa", "name": "Anna", "password": "not this one"}


@pytest.fixture
def browser(api):
    return Browser(api)


def later(api, milliseconds):
    """Let time pass for the service."""
    clock = api.deps.clock
    object.__setattr__(api.deps, "clock", lambda: clock() + milliseconds)


def clear(api):
    """Let a minute pass for those who tried."""
    for key in api.deps.client.scan_iter("*:tries:*"):
        api.deps.client.delete(key)


# ── with a password ──────────────────────────────────────────────────────────────────────────────────────────────────
def test_a_signed_in_member_is_named_and_acts_under_that_name(api, browser):
    member = employ(api, "Anna Berg", "referee")
    said = browser.sign_in("anna  BERG").json
    assert (said["name"], said["role"], said["member"]) == ("referee:Anna Berg", "referee", member)
    assert browser.get("/v1/session").json == said
    match = browser.post(
        "/v1/matches",
        {"club": "vasa", "game": "swedish", "length": {"games": 3}, "players": {"white": "A", "black": "B"}},
    ).json["id"]
    assert browser.get(f"/v1/matches/{match}/events?after=-1").json["events"][0]["recorded_by"] == "referee:Anna Berg"


@pytest.mark.parametrize(
    "wrong", [{"password": "not this one"}, {"name": "Nobody"}, {"club": "nowhere"}, {"password": PASSWORD.upper()}]
)
def test_a_failed_sign_in_does_not_tell_which_part_was_wrong(api, browser, wrong):
    employ(api, "Anna", "referee")
    answer = browser.post("/v1/session", {"club": "vasa", "name": "Anna", "password": PASSWORD, **wrong})
    assert (answer.status_code, answer.json["detail"]) == (401, "The club, the name or the password is another one")
    assert "Set-Cookie" not in answer.headers
    assert browser.get("/v1/session").status_code == 401


def test_an_unknown_name_is_verified_as_long_as_a_known_one(api, browser, monkeypatch, product_passwords):
    asked = []
    monkeypatch.setattr(passwords._HASHER.__class__, "verify", lambda _self, kept, _password: asked.append(kept))
    browser.sign_in("Nobody at all")
    assert asked[0].startswith("$argon2id$v=19$m=19456,t=2,p=1$")


def test_an_invited_person_without_a_password_cannot_sign_in(api, browser):
    api.post("/v1/clubs/vasa/people", {"name": "Anna", "role": "referee"})
    assert browser.sign_in("Anna", "").status_code == 422
    assert browser.sign_in("Anna", "None").status_code == 401


def test_a_password_is_the_same_from_every_keyboard(api, browser):
    invited = api.post("/v1/clubs/vasa/people", {"name": "Anna", "role": "referee"}).json
    browser.fill("/sign-in/key", key=invited["invitation"])
    browser.fill("/sign-in/password", password="pa\u030asklilja 7")
    assert Browser(api).sign_in("Anna", "p\u00e5sklilja 7").status_code == 200


def test_a_hash_of_an_older_cost_is_renewed_and_no_session_ends(api, browser, product_passwords):
    member = employ(api, "Anna", "referee")
    old = PasswordHasher(time_cost=1, memory_cost=64, parallelism=1).hash(PASSWORD)
    api.deps.log.append("c_vasa", [PasswordSet(member, old)], by="x", at=1)
    assert browser.sign_in("Anna").status_code == 200
    kept = api.deps.repository.club("vasa").people.member(member).password
    assert kept != old
    assert not passwords.worn(kept)
    assert browser.get("/v1/session").status_code == 200


def test_no_log_of_a_club_holds_a_password_or_the_secret_of_an_invitation(api):
    invited = api.post("/v1/clubs/vasa/people", {"name": "Bo", "role": "viewer"}).json["invitation"]
    employ(api, "Anna", "referee")
    written = repr(list(api.deps.log.read("c_vasa")))
    assert PASSWORD not in written
    assert invited.rpartition("_")[2] not in written


# ── the first time ───────────────────────────────────────────────────────────────────────────────────────────────────
def test_an_organisers_token_lets_in_one_new_organiser(api, browser):
    assert browser.fill("/sign-in/key", key=api.tokens["organiser"]).headers["Location"] == "/sign-in/password"
    answer = browser.fill("/sign-in/password", name="Anna Berg", password=PASSWORD)
    assert (answer.status_code, answer.headers["Location"]) == (303, "/clubs/vasa")
    assert browser.get("/v1/session").json["name"] == "organiser:Anna Berg"
    assert Browser(api).fill("/sign-in/key", key=api.tokens["organiser"]).status_code == 401
    assert api.get("/v1/clubs/vasa/people", role="organiser").status_code == 200  # the token itself goes on


@pytest.mark.parametrize("role", ["viewer", "scorer", "referee", "operator"])
def test_no_other_token_lets_anybody_in(api, browser, role):
    assert browser.fill("/sign-in/key", key=api.tokens[role]).status_code == 401


def test_an_invitation_is_good_for_one_password(api, browser):
    invited = api.post("/v1/clubs/vasa/people", {"name": "Anna", "role": "referee"}).json
    assert invited["state"] == "invited"
    assert invited["link"] == f"http://localhost/sign-in#{invited['invitation']}"
    browser.fill("/sign-in/key", key=invited["link"])
    assert browser.fill("/sign-in/password", password=PASSWORD).status_code == 303
    assert browser.get("/v1/session").json["role"] == "referee"
    assert Browser(api).fill("/sign-in/key", key=invited["invitation"]).status_code == 401


def test_two_who_come_with_one_invitation_do_not_both_choose(api):
    invited = api.post("/v1/clubs/vasa/people", {"name": "Anna", "role": "referee"}).json
    first, second = Browser(api), Browser(api)
    for each in (first, second):
        each.fill("/sign-in/key", key=invited["invitation"])
    assert first.fill("/sign-in/password", password=PASSWORD).status_code == 303
    assert second.fill("/sign-in/password", password="another password").status_code == 401
    assert Browser(api).sign_in("Anna").status_code == 200


def test_an_invitation_ends_after_a_week_and_with_the_next_one(api):
    invited = api.post("/v1/clubs/vasa/people", {"name": "Anna", "role": "referee"}).json
    again = api.post(f"/v1/clubs/vasa/people/{invited['id']}/invitation").json
    assert Browser(api).fill("/sign-in/key", key=invited["invitation"]).status_code == 401
    assert Browser(api).fill("/sign-in/key", key=again["invitation"]).status_code == 303
    later(api, 8 * DAY)
    assert Browser(api).fill("/sign-in/key", key=again["invitation"]).status_code == 401
    assert api.get("/v1/clubs/vasa/people", role="organiser").json["members"][0]["state"] == "lapsed"


def test_a_repeated_invitation_is_the_same_one(api):
    headers = {"Idempotency-Key": "k"}
    words = {"name": "Anna", "role": "referee"}
    first = api.post("/v1/clubs/vasa/people", words, headers=headers)
    again = api.post("/v1/clubs/vasa/people", words, headers=headers)
    assert again.json == first.json
    assert again.headers["Idempotent-Replayed"] == "true"
    assert api.post("/v1/clubs/vasa/people", {**words, "role": "viewer"}, headers=headers).status_code == 422


@pytest.mark.parametrize("password", ["short", "annaannaanna", "x" * 201, "vasa vasa vasa"])
def test_a_weak_password_is_not_taken(api, browser, password):
    invited = api.post("/v1/clubs/vasa/people", {"name": "Anna", "role": "referee"}).json
    browser.fill("/sign-in/key", key=invited["invitation"])
    assert browser.fill("/sign-in/password", password=password).status_code == 422
    assert browser.get("/v1/session").status_code == 401


# ── the session ──────────────────────────────────────────────────────────────────────────────────────────────────────
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


# ── trying too often ─────────────────────────────────────────────────────────────────────────────────────────────────
def test_one_address_alone_does_not_keep_a_person_from_signing_in_elsewhere(api):
    employ(api, "Anna", "referee")
    clear(api)
    for _ in range(2 * rate_limit.MOST):
        Browser(api).post("/v1/session", WRONG)
    browser = Browser(api)
    browser.client.environ_base["REMOTE_ADDR"] = "10.0.0.99"
    assert browser.sign_in("Anna").status_code == 200


def test_a_name_is_tried_thirty_times_a_minute_from_wherever(api):
    employ(api, "Anna", "referee")
    clear(api)
    for place in range(rate_limit.MOST_FOR_NAME):
        browser = Browser(api)
        browser.client.environ_base["REMOTE_ADDR"] = f"10.0.0.{place}"
        assert browser.post("/v1/session", WRONG).status_code == 401
    browser = Browser(api)
    browser.client.environ_base["REMOTE_ADDR"] = "10.0.0.99"
    answer = browser.sign_in("ANNA")
    assert (answer.status_code, answer.json["code"]) == (429, "too-many-tries")
    assert 1 <= int(answer.headers["Retry-After"]) <= rate_limit.SECONDS
    clear(api)
    assert browser.sign_in("Anna").status_code == 200


def test_an_address_tries_five_times_a_minute_whatever_the_name(api, browser):
    for number in range(rate_limit.MOST):
        assert browser.post("/v1/session", {**WRONG, "name": f"N{number}"}).status_code == 401
    answer = browser.client.post("/sign-in", data={**WRONG, "name": "N9"}, headers={**FORMS, "Accept-Language": "sv"})
    assert (answer.status_code, answer.mimetype) == (429, "text/html")
    assert int(answer.headers["Retry-After"]) >= 1
    assert browser.fill("/sign-in/key", key=api.tokens["organiser"]).status_code == 429


def test_an_address_that_is_refused_does_not_shut_a_name_out(api):
    employ(api, "Anna", "referee")
    clear(api)
    for number in range(rate_limit.MOST):
        Browser(api).post("/v1/session", {**WRONG, "name": f"N{number}"})
    for _ in range(2 * rate_limit.MOST):
        assert Browser(api).post("/v1/session", WRONG).status_code == 429
    browser = Browser(api)
    browser.client.environ_base["REMOTE_ADDR"] = "10.0.0.99"
    assert browser.sign_in("Anna").status_code == 200


def test_other_processes_count_with_this_one(api, restarted):
    for _ in range(rate_limit.MOST):
        Browser(api).post("/v1/session", WRONG)
    assert Browser(restarted()).post("/v1/session", WRONG).status_code == 429


def test_many_people_sign_in_from_one_address(api):
    employ(api, "Anna", "referee")
    clear(api)
    for _ in range(2 * rate_limit.MOST):
        assert Browser(api).sign_in("Anna").status_code == 200


def test_neighbours_of_one_ipv6_network_are_one_address(api):
    for number in range(rate_limit.MOST + 1):
        browser = Browser(api)
        browser.client.environ_base["REMOTE_ADDR"] = f"2001:db8:1:2::{number:x}"
        answer = browser.post("/v1/session", {**WRONG, "name": f"N{number}"})
    assert answer.status_code == 429


def test_tries_are_forgotten_after_a_minute(api):
    Browser(api).post("/v1/session", WRONG)
    keys = list(api.deps.client.scan_iter("*:tries:*"))
    assert len(keys) == 2
    assert all(0 < api.deps.client.ttl(key) <= rate_limit.SECONDS for key in keys)
