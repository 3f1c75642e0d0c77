"""Signing out ends the session on the service: a copy of the cookie opens nothing, and no refusal hands out another."""

import pytest

from service.auth import link_tokens
from service.auth.link_tokens import TableLink
from service.store.keys import shard_of, tag
from tests.support.signed_in import PASSWORD, Browser, employ, later, signed_in

LEAVING = {"page": ("POST", "/sign-out", 303), "api": ("DELETE", "/v1/session", 204)}


def copy_of(api, browser):
    """Another browser with the same cookies."""
    other = Browser(api)
    other.client._cookies.update(browser.client._cookies)
    return other


def at_a_table(api):
    """A browser that came by a link to a match."""
    link = api.post(f"/v1/matches/{api.friendly()}/links", {}, role="referee").json["link"]
    browser = Browser(api)
    assert browser.post("/v1/session", {"link": link}).status_code == 200
    return browser, link


def leave(browser, how="api"):
    method, path, status = LEAVING[how]
    assert browser.send(method, path).status_code == status


@pytest.mark.parametrize("how", LEAVING)
def test_a_copied_cookie_opens_nothing_after_its_session_was_left(api, restarted, how):
    browser = signed_in(api, "Anna", "referee")
    stolen, elsewhere = copy_of(api, browser), Browser(api)
    assert elsewhere.sign_in("Anna").status_code == 200
    assert stolen.get("/v1/session").status_code == 200
    leave(browser, how)
    for by in (stolen, copy_of(restarted(), stolen)):  # in every process, at once
        assert by.get("/v1/session").status_code == 401
        assert by.get("/v1/clubs/vasa").status_code == 401
        assert by.client.get("/account", headers={"Accept": "text/html"}).status_code == 401
    assert elsewhere.get("/v1/session").status_code == 200


@pytest.mark.parametrize("how", LEAVING)
def test_a_devices_link_is_left_for_this_device_alone(api, how):
    browser, link = at_a_table(api)
    stolen, other = copy_of(api, browser), Browser(api)
    assert other.post("/v1/session", {"link": link}).status_code == 200
    leave(browser, how)
    assert stolen.get("/v1/session").status_code == 401
    assert other.get("/v1/session").status_code == 200
    assert browser.post("/v1/session", {"link": link}).status_code == 200
    assert browser.get("/v1/session").status_code == 200


def test_a_session_that_another_takes_the_place_of_is_over_too(api):
    browser = signed_in(api, "Anna", "referee")
    first = copy_of(api, browser)
    assert browser.sign_in("Anna").status_code == 200
    assert (first.get("/v1/session").status_code, browser.get("/v1/session").status_code) == (401, 200)
    second, (_, link) = copy_of(api, browser), at_a_table(api)
    assert browser.post("/v1/session", {"link": link}).status_code == 200
    assert (second.get("/v1/session").status_code, browser.get("/v1/session").status_code) == (401, 200)


def test_a_session_without_an_id_as_earlier_versions_wrote_it_goes_on_and_can_be_left(api):
    browser = signed_in(api, "Anna", "referee")
    with browser.client.session_transaction() as session:
        del session["id"]
    stolen = copy_of(api, browser)
    assert stolen.get("/v1/session").status_code == 200
    leave(browser)
    assert stolen.get("/v1/session").status_code == 401


def test_what_is_kept_of_an_ended_session_is_gone_when_it_would_have_been_over(api):
    browser = signed_in(api, "Anna", "referee")
    for _ in range(2):
        leave(copy_of(api, browser))  # the second time there is nothing to end
    kept, client, now = f"{tag(shard_of('c_vasa'))}:signed-out:vasa", api.deps.client, api.deps.steady()
    ((first, until),) = client.zrange(kept, 0, -1, withscores=True)
    assert 6 * 24 * 3600 * 1000 < until - now <= 7 * 24 * 3600 * 1000
    assert client.ttl(kept) == -1, "it does not end by the machine's clock, after which the session would open again"
    later(api, 7 * 24 * 3600 * 1000)
    leave(signed_in(api, "Bo", "referee"))
    assert first not in client.zrange(kept, 0, -1)
    assert client.zcard(kept) == 1


def test_a_request_asks_the_store_once_more_for_its_session(api, monkeypatch):
    browser, asked = signed_in(api, "Anna", "referee"), []
    execute = api.deps.client.execute_command
    monkeypatch.setattr(
        api.deps.client, "execute_command", lambda *said, **more: asked.append(said[0]) or execute(*said, **more)
    )
    assert browser.get("/v1/clubs/vasa").status_code == 200
    assert asked.count("ZSCORE") == 1


# ── no cookie comes with a refusal ───────────────────────────────────────────────────────────────────────────────────
def cookie(answer):
    """The session that an answer begins; "" where it deletes one, `None` where it says nothing of it."""
    said = [each for each in answer.headers.getlist("Set-Cookie") if each.startswith("brade=")]
    return said[0].partition(";")[0].removeprefix("brade=") if said else None


def test_a_program_that_opens_a_link_is_let_in_and_not_refused_with_a_cookie(api):
    _, link = at_a_table(api)
    answer = Browser(api).post("/v1/session", {"link": link}, headers={})
    assert answer.status_code == 200
    assert cookie(answer)


def test_no_refusal_begins_a_session(api, monkeypatch):
    """A sign-out whose last step fails, after everything was right."""
    _, link = at_a_table(api)
    employ(api, "Anna", "referee")
    browser = Browser(api)

    def fails(*_args, **_more):
        raise RuntimeError("just then")

    monkeypatch.setattr("service.web.api.club.people._caller", fails)
    monkeypatch.setattr("service.web.pages.account.sign_in.redirect_to", fails)
    monkeypatch.setattr("service.web.pages.forms.redirect_to", fails)
    for path, words in (
        ("/v1/session", {"link": link}),
        ("/v1/session", {"club": "vasa", "name": "Anna", "password": PASSWORD}),
    ):
        answer = browser.post(path, words)
        assert (answer.status_code, cookie(answer)) == (500, None)
    for path, form in (("/t/", {"link": link}), ("/sign-in", {"club": "vasa", "name": "Anna", "password": PASSWORD})):
        answer = browser.fill(path, **form)
        assert (answer.status_code, cookie(answer)) == (500, None)
    assert "Set-Cookie" not in browser.client.get("/matches/m_none?lang=sv", headers={"Accept": "text/html"}).headers


def test_a_refusal_deletes_a_session_that_is_over(api):
    browser = Browser(api)
    over = TableLink("vasa", "", f"match:{api.friendly()}", "scorer", 0, api.deps.clock() + 1000)
    assert browser.post("/v1/session", {"link": link_tokens.written(api.deps, over)}).status_code == 200
    taken = {"match": over.place.partition(":")[2]}
    assert api.send("DELETE", f"/v1/matches/{taken['match']}/links", "referee").status_code == 204
    answer = browser.get("/v1/session")
    assert (answer.status_code, cookie(answer)) == (401, "")
