"""Signing in: passwords, invitations, and the first time."""

import pytest
from argon2 import PasswordHasher

from core.events import PasswordSet
from service.auth import passwords
from tests.support.signed_in import PASSWORD, Browser, employ, later

DAY = 24 * 3600 * 1000


@pytest.fixture
def browser(api):
    return Browser(api)


# ── with a password ──────────────────────────────────────────────────────────────────────────────────────────────────
def test_a_signed_in_member_is_named_and_acts_under_their_id(api, browser):
    member = employ(api, "Anna Berg", "referee")
    said = browser.sign_in("anna  BERG").json
    author = f"referee:{member}"
    assert (said["name"], said["person"], said["role"], said["member"]) == (author, "Anna Berg", "referee", member)
    assert browser.get("/v1/session").json == said
    match = browser.post(
        "/v1/matches",
        {"club": "vasa", "game": "swedish", "length": {"games": 3}, "players": {"white": "A", "black": "B"}},
    ).json["id"]
    assert browser.get(f"/v1/matches/{match}/events?after=-1").json["events"][0]["recorded_by"] == author


@pytest.mark.parametrize(
    "wrong", [{"password": "not this one"}, {"name": "Nobody"}, {"club": "nowhere"}, {"password": PASSWORD.upper()}]
)
def test_a_failed_sign_in_does_not_tell_which_part_was_wrong(api, browser, wrong):
    employ(api, "Anna", "referee")
    answer = browser.post("/v1/session", {"club": "vasa", "name": "Anna", "password": PASSWORD, **wrong})
    assert (answer.status_code, answer.json["detail"]) == (401, "The club, the name or the password is not right")
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
    assert browser.get("/v1/session").json["person"] == "Anna Berg"
    assert Browser(api).fill("/sign-in/key", key=api.tokens["organiser"]).status_code == 401
    assert api.get("/v1/clubs/vasa/people", role="organiser").status_code == 200  # the token itself goes on


@pytest.mark.parametrize("role", ["viewer", "scorer", "referee", "operator"])
def test_no_other_token_lets_anybody_in(api, browser, role):
    assert browser.fill("/sign-in/key", key=api.tokens[role]).status_code == 401


def test_an_invitation_is_good_for_one_password(api, browser):
    invited = api.post("/v1/clubs/vasa/people", {"name": "Anna", "role": "referee"}).json
    assert invited["state"] == "invited"
    assert invited["link"] == f"http://127.0.0.1:8000/sign-in#{invited['invitation']}"
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
