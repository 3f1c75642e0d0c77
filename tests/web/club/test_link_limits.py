"""Links to tables and matches: how many facts come by one, and what a refused or repeated request costs."""

from service.store.access import fact_rate_limit
from tests.support.signed_in import OWN, opened

QUICK = {**OWN, "Prefer": "wait=0"}


def test_links_record_as_fast_as_anybody_plays_and_tokens_faster(api, seated, links, monkeypatch):
    monkeypatch.setattr(fact_rate_limit, "BURST", 3)
    (made,) = links(tables=["1"])
    path = f"/v1/matches/{seated.at_first}/events"
    tie = {"type": "OpeningRolled", "white": 3, "black": 3}
    browser, _ = opened(api, made["link"])
    written = browser.post(path, [tie] * 3, headers={**QUICK, "Idempotency-Key": "three"})
    assert written.status_code == 202, written.json
    before = api.everything_written()
    for each in (browser, opened(api, made["link"])[0]):  # the same link, opened once more, has the same bucket
        refused = each.post(path, [tie], headers=QUICK)
        assert (refused.status_code, refused.json["code"]) == (429, "too-many-facts")
        assert int(refused.headers["Retry-After"]) > 0
    assert api.everything_written() == before
    again = browser.post(path, [tie] * 3, headers={**QUICK, "Idempotency-Key": "three"})
    assert again.headers["Idempotent-Replayed"] == "true"
    assert api.post(path, [tie] * 4, role="scorer").status_code == 202


def test_a_link_is_told_in_headers_how_many_facts_are_left(api, seated, links, monkeypatch):
    monkeypatch.setattr(fact_rate_limit, "BURST", 3)
    (made,) = links(tables=["1"])
    path = f"/v1/matches/{seated.at_first}/events"
    tie = {"type": "OpeningRolled", "white": 3, "black": 3}
    browser, _ = opened(api, made["link"])
    taken = browser.post(path, [tie] * 2, headers=QUICK)
    assert (taken.headers["RateLimit-Policy"], taken.headers["RateLimit"]) == ('"facts";q=3;w=3', '"facts";r=1;t=0')
    refused = browser.post(path, [tie] * 2, headers=QUICK)
    wait = refused.headers["Retry-After"]
    assert (refused.status_code, refused.headers["RateLimit"]) == (429, f'"facts";r=1;t={wait}')
    assert "RateLimit" not in api.post(path, [tie], role="scorer").headers


def test_facts_that_were_refused_leave_a_link_as_many_as_before(api, seated, links, monkeypatch):
    monkeypatch.setattr(fact_rate_limit, "BURST", 3)
    (made,) = links(tables=["1"])
    path = f"/v1/matches/{seated.at_first}/events"
    tie = {"type": "OpeningRolled", "white": 3, "black": 3}
    browser, _ = opened(api, made["link"])
    head = api.deps.log.head(seated.at_first).version
    refused = [
        ({"If-Match": f'"{head + 7}"'}, tie, 412),  # only the log can tell
        ({}, {"type": "CheckersMoved", "by": "white", "moves": "8/5 over there"}, 422),
        ({"If-Match": f'"{head - 1}"'}, tie, 412),
    ]
    before = api.everything_written()
    for headers, last, status in refused * 2:
        answer = browser.post(path, [tie, tie, last], headers={**QUICK, **headers})
        assert answer.status_code == status, answer.json
    assert api.everything_written() == before
    other, _ = opened(api, made["link"])
    assert other.post(path, [tie] * 3, headers={**QUICK, "If-Match": f'"{head}"'}).status_code == 202
    assert other.post(path, [tie], headers=QUICK).status_code == 429, "nothing was given back twice"


def test_facts_that_are_sent_again_leave_a_link_as_many_as_before(api, seated, links, monkeypatch):
    monkeypatch.setattr(fact_rate_limit, "BURST", 3)
    (made,) = links(tables=["1"])
    path = f"/v1/matches/{seated.at_first}/events"
    tie = {"type": "OpeningRolled", "white": 3, "black": 3}
    browser, _ = opened(api, made["link"])
    for _ in range(4):
        assert browser.post(path, [tie], headers={**QUICK, "Idempotency-Key": "one"}).status_code == 202
    assert browser.post(path, [tie] * 2, headers=QUICK).status_code == 202
    assert browser.post(path, [tie], headers=QUICK).status_code == 429


def test_a_version_that_is_over_is_said_before_that_it_was_too_fast(api, seated, links, monkeypatch):
    monkeypatch.setattr(fact_rate_limit, "BURST", 1)
    (made,) = links(tables=["1"])
    path = f"/v1/matches/{seated.at_first}/events"
    tie = {"type": "OpeningRolled", "white": 3, "black": 3}
    browser, _ = opened(api, made["link"])
    assert browser.post(path, [tie], headers={**QUICK, "If-Match": '"0"'}).status_code == 202
    assert browser.post(path, [tie], headers={**QUICK, "If-Match": '"0"'}).status_code == 412
    assert browser.post(path, [tie], headers=QUICK).status_code == 429
