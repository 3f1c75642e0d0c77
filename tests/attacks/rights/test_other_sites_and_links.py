"""Sessions and links, over every operation: no other site's page writes with them, and a link leads to its table alone.

Who may do what at all is in `tests/attacks/rights/test_every_operation.py`.
"""

import pytest

from core.club.club import ROLES
from service.web.http.authentication import SAFE
from tests.support.operations import AT_MATCH, GARBAGE, TABLE, SeatedTournament, operations_of
from tests.support.proving import some
from tests.support.signed_in import OWN, signed_in

OUTSIDE = {
    "from another site": {"Sec-Fetch-Site": "cross-site"},
    "from a neighbour of the site": {"Sec-Fetch-Site": "same-site"},
    "from another site over plain http": {"Origin": "http://elsewhere.example"},
    "from another port": {"Origin": "http://localhost:8001"},
    "from a file": {"Origin": "null"},
    "from nowhere": {},
    "from another site that names ours": {"Sec-Fetch-Site": "cross-site", "Origin": "http://localhost"},
}
OURS = {
    "from our own page": OWN,
    "typed by the reader": {"Sec-Fetch-Site": "none"},
    "from our own page over plain http": {"Origin": "http://localhost"},
    "from our own page behind TLS": {"Origin": "https://localhost"},
}


@pytest.fixture
def operations(app):
    """Every operation of the document: `METHOD /path` → what it says."""
    return operations_of(app)


@pytest.fixture
def seated(api):
    return SeatedTournament(api)


def expected(operation, role):
    """True if a person of that role may."""
    enough = TABLE.get(operation, "viewer")
    return enough != "operator" and ROLES.index(role) >= ROLES.index(enough)


def asked(operations):
    """Every operation that needs a caller; those that remove things last."""
    found = [operation for operation in operations if TABLE.get(operation) != "none"]
    return sorted(found, key=lambda each: (each.startswith("DELETE"), each))


def body(method):
    return {} if method in (*SAFE, "DELETE") else GARBAGE


@pytest.mark.parametrize("outside", some(OUTSIDE, *list(OUTSIDE)[:3]))
def test_no_other_sites_page_writes_with_a_session(api, seated, operations, outside):
    headers = OUTSIDE[outside]
    browser = signed_in(api, "Anna", "organiser")
    before = api.everything_written()
    for operation in asked(operations):
        method, path = seated.at(operation)
        if method not in SAFE:
            answer = browser.send(method, path, headers=headers, json={})
            assert (answer.status_code, answer.json["code"]) == (403, "forbidden"), operation
    assert api.everything_written() == before


@pytest.mark.parametrize("headers", OURS.values(), ids=OURS)
def test_our_own_pages_write_with_a_session(api, seated, operations, headers):
    browser = signed_in(api, "Anna", "organiser")
    for operation in asked(operations):
        method, path = seated.at(operation)
        if method not in (*SAFE, "DELETE") and expected(operation, "organiser"):
            assert browser.send(method, path, headers=headers, **GARBAGE).status_code != 403, operation


def test_a_token_needs_no_page_of_ours(api):
    words = {"name": "Bo", "role": "viewer"}
    headers = {"Sec-Fetch-Site": "cross-site", "Origin": "http://elsewhere.example"}
    assert api.post("/v1/clubs/vasa/people", words, headers=headers).status_code == 201


@pytest.mark.parametrize("headers", OUTSIDE.values(), ids=OUTSIDE)
def test_no_other_site_signs_anybody_in_or_out(api, headers):
    browser = signed_in(api, "Anna", "referee")
    if headers:  # without any of them it is no browser
        words = {"club": "vasa", "name": "Anna", "password": "x"}
        assert browser.send("POST", "/v1/session", headers=headers, json=words).status_code == 403
        assert browser.send("DELETE", "/v1/session", headers=headers).status_code == 403
    for path in ("/sign-in", "/sign-out", "/sign-in/key", "/sign-in/password", "/t/", "/account/password"):
        assert browser.client.post(path, headers=headers).status_code == 403
    assert browser.get("/v1/session").status_code == 200


# ── links ────────────────────────────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("role", ["scorer", "referee"])
def test_another_tables_match_does_not_exist_for_a_link(api, seated, operations, role):
    browser = seated.browser_at("1", role)
    for operation in asked(operations):
        if "{match}" in operation:
            method, path = seated.at(operation, match=seated.at_second)
            assert browser.send(method, path, **body(method)).status_code == 404, operation
    results = [{"winner": "white", "outcome": "jan"}] * 3
    for operation in AT_MATCH:
        method, path = seated.at(operation)
        words = {"match": seated.at_second}
        words |= {"results": results} if path.endswith("/results") else {}
        answer = browser.post(path, words, headers={**OWN, "Prefer": "wait=0"})
        assert (answer.status_code, answer.json["code"]) == (404, "unknown"), operation


def test_another_tournament_of_the_club_does_not_exist_for_a_link(api, seated):
    browser = seated.browser_at()
    other = api.tournament(4)
    api.post(f"/v1/tournaments/{other}/start")
    for operation in AT_MATCH:
        _, path = seated.at(operation, tournament=other)
        assert browser.send("POST", path, **GARBAGE).status_code == 404
    _, path = seated.at(AT_MATCH[0], tournament=seated.tournament)
    words = {"match": f"{other}.1", "results": [{"winner": "white", "outcome": "jan"}] * 3}
    assert browser.post(path, words, headers={**OWN, "Prefer": "wait=0"}).status_code == 404


@pytest.mark.parametrize("headers", OUTSIDE.values(), ids=OUTSIDE)
def test_no_other_sites_page_writes_with_a_link(api, seated, headers):
    browser = seated.browser_at()
    path = f"/v1/matches/{seated.at_first}/events"
    answer = browser.send("POST", path, headers=headers, json={"type": "OpeningRolled", "white": 3, "black": 5})
    assert answer.status_code == 403


def test_a_published_tournament_is_read_by_a_link_as_by_everybody(api, seated):
    browser = seated.browser_at(role="referee")
    shown = api.tournament(4, published=True, drafts=True)
    api.post(f"/v1/tournaments/{shown}/start")
    for part in ("", "/matches", "/standings", "/events?after=-1"):
        path = f"/v1/tournaments/{shown}{part}"
        assert browser.get(path).json == api.get(path, role=None).json


def test_the_pages_of_the_tournament_do_not_exist_for_a_link(api, seated):
    browser = seated.browser_at(role="referee")
    rules = {rule.rule for rule in browser.client.application.url_map.iter_rules() if "GET" in (rule.methods or ())}
    closed = [rule for rule in rules if "<tournament:tournament>" in rule and not rule.startswith("/v1/")]
    assert len(closed) > 1
    for rule in closed:
        path = rule.replace("<tournament:tournament>", seated.tournament).replace("<match:match>", seated.at_second)
        refused = (401,) if rule.endswith("/picture.png") else (403, 404)  # a picture is for all what strangers see
        assert browser.client.get(path).status_code in refused, rule
    assert browser.client.get(f"/matches/{seated.at_first}").status_code == 200
    assert browser.client.get(f"/matches/{seated.at_second}").status_code == 404
    assert browser.client.get("/clubs/vasa/people").status_code == 404
