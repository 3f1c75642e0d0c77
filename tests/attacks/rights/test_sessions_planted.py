"""A session that an attacker plants in another person's browser, and what the time of a sign-in tells of a name."""

from typing import Any

import pytest
from argon2 import PasswordHasher

from service.auth import passwords
from tests.support.signed_in import PASSWORD, Browser, employ, signed_in


def cookie_of(browser: Browser) -> str:
    found = browser.client.get_cookie("brade")
    return found.value if found else ""


def with_cookie(api: Any, value: str) -> Browser:
    """A browser in which an attacker has planted a cookie, or that has a copy of it."""
    browser = Browser(api)
    browser.client.set_cookie("brade", value)
    return browser


def planted(api: Any, kind: str) -> str:
    """A cookie that an attacker has of the service, in one of the ways in which a stranger or a member gets one."""
    if kind == "a link's":
        link = api.post(f"/v1/matches/{api.friendly()}/links", {}, role="referee").json["link"]
        browser = Browser(api)
        assert browser.post("/v1/session", {"link": link}).status_code == 200
        return cookie_of(browser)
    if kind == "an invitation's":
        invited = api.post("/v1/clubs/vasa/people", {"name": "Mallory", "role": "viewer"}).json
        browser = Browser(api)
        assert browser.fill("/sign-in/key", key=invited["invitation"]).status_code == 303
        return cookie_of(browser)
    return cookie_of(signed_in(api, "Mallory", "viewer")) if kind == "a member's" else kind


@pytest.mark.parametrize("kind", ["a link's", "an invitation's", "a member's", "chosen-by-the-attacker", ""])
def test_a_planted_session_never_becomes_that_of_the_person_who_signs_in(api: Any, kind: str) -> None:
    employ(api, "Anna", "organiser")
    before = planted(api, kind)
    victim = with_cookie(api, before)
    assert victim.sign_in("Anna").status_code == 200
    after = cookie_of(victim)
    assert after != before
    assert victim.get("/v1/session").json["person"] == "Anna"
    attacker = with_cookie(api, before)
    answer = attacker.get("/v1/session")
    assert answer.status_code == 401 or "Anna" not in answer.text
    assert attacker.post("/v1/clubs/vasa/people", {"name": "Eve", "role": "organiser"}).status_code in (401, 403)


def test_every_sign_in_begins_another_session(api: Any) -> None:
    employ(api, "Anna", "organiser")
    browser, seen = Browser(api), set[str]()
    for _ in range(3):
        assert browser.sign_in("Anna").status_code == 200
        seen.add(cookie_of(browser))
    assert len(seen) == 3
    *earlier, last = [
        with_cookie(api, each).get("/v1/session").status_code
        for each in (*(seen - {cookie_of(browser)}), cookie_of(browser))
    ]
    assert (set(earlier), last) == ({401}, 200)


@pytest.mark.parametrize("address", ["/sign-in?brade={0}", "/?session={0}", "/account;brade={0}"])
def test_no_session_is_taken_from_an_address(api: Any, address: str) -> None:
    cookie = cookie_of(signed_in(api, "Anna", "organiser"))
    stranger = Browser(api)
    stranger.client.get(address.format(cookie))
    assert stranger.get("/v1/session").status_code == 401


# ── the time of a sign-in ────────────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    "tried",
    [
        {"name": "Anna"},
        {"name": "Nobody at all"},
        {"name": "Only Invited"},
        {"name": "Removed"},
        {"club": "nowhere"},
        {"club": "", "name": ""},
    ],
)
def test_every_wrong_sign_in_verifies_one_hash_of_the_same_cost_and_makes_none(
    api: Any, monkeypatch: Any, product_passwords: None, tried: dict[str, str]
) -> None:
    employ(api, "Anna", "referee")
    removed = employ(api, "Removed", "referee")
    assert api.send("DELETE", f"/v1/clubs/vasa/people/{removed}", "organiser").status_code == 204
    api.post("/v1/clubs/vasa/people", {"name": "Only Invited", "role": "viewer"})
    Browser(api).sign_in("The first try of this process", "x" * 12)
    verified, made = list[str](), list[str]()
    monkeypatch.setattr(PasswordHasher, "verify", lambda _self, kept, _password: verified.append(kept) and False)
    monkeypatch.setattr(PasswordHasher, "hash", lambda _self, text, **_: made.append(text))
    answer = Browser(api).post("/v1/session", {"club": "vasa", "name": "Anna", "password": f"not {PASSWORD}", **tried})
    if answer.status_code == 422:  # a field is empty: nothing is looked up at all
        assert (verified, made) == ([], [])
        return
    assert answer.status_code == 401
    assert len(verified) == 1
    assert verified[0].startswith("$argon2id$v=19$m=19456,t=2,p=1$")
    assert made == []


def test_the_first_try_of_a_process_costs_the_same_for_a_known_name_and_an_unknown_one(
    api: Any, monkeypatch: Any, product_passwords: None
) -> None:
    employ(api, "Anna", "referee")
    real_hash = PasswordHasher.hash
    work: dict[str, list[str]] = {"Anna": [], "Nobody at all": []}
    for name, done in work.items():
        passwords._hash_of_no_member.cache_clear()
        with monkeypatch.context() as patch:
            patch.setattr(PasswordHasher, "verify", lambda *_, done=done: done.append("verify") and False)
            patch.setattr(
                PasswordHasher,
                "hash",
                lambda *asked, done=done, **salt: done.append("hash") or real_hash(*asked, **salt),
            )
            assert Browser(api).sign_in(name, "another one").status_code == 401
    assert work["Anna"] == work["Nobody at all"] == ["hash", "verify"]
