"""A club that is no longer wanted is closed: all of it can be read, nothing is written, until it is opened again."""

import pytest

from tests.support.operations import TABLE, SeatedTournament
from tests.support.signed_in import Browser, signed_in
from tests.web.match.test_matches import OPENING
from tests.web.tournament.test_ending import WON

WHY = {"reason": "We play with Huk now"}
LEFT_OPEN = {
    "POST /v1/clubs/{club}/reopen",
    "POST /v1/session",
    "DELETE /v1/session",
    "POST /v1/clubs",
    "POST /v1/tournaments/{tournament}/prepared-files",
    "DELETE /v1/tournaments/{tournament}/prepared-files/{file_id}",
}
"""Operations that write nothing of the club."""


@pytest.fixture
def closed(api):
    """A running tournament of a club that was closed."""
    seated = SeatedTournament(api)
    api.post(f"/v1/tournaments/{seated.tournament}/publication", {"published": True})
    answer = api.post("/v1/clubs/vasa/close", WHY)
    assert (answer.status_code, answer.json["closed"]) == (200, WHY["reason"])
    return seated


def test_everything_of_a_closed_club_can_be_read_and_its_pages_say_that_it_is_closed(api, closed):
    organiser = signed_in_before(api)
    for path in ("/v1/clubs/vasa", "/v1/clubs/vasa/players", f"/v1/tournaments/{closed.tournament}/standings"):
        assert api.get(path, role="viewer").status_code == 200
    paths = ["/clubs/vasa", "/clubs/vasa/players", "/clubs/vasa/people", "/clubs/vasa/closing", "/clubs/vasa/audit"]
    paths += [f"/tournaments/{closed.tournament}{part}" for part in ("", "/rounds", "/organise", "/entries")]
    paths += [f"/desk/{closed.tournament}", f"/matches/{closed.at_first}"]
    for path in paths:
        page = organiser.get(path)
        assert page.status_code == 200, path
        assert "The club is closed" in page.text, path
        assert WHY["reason"] in page.text, path
    assert "The club is closed" in api.client.get(f"/tournaments/{closed.tournament}").text


def signed_in_before(api):
    """A browser of an organiser; the club is opened for the person to come in."""
    assert api.post("/v1/clubs/vasa/reopen").status_code == 200
    browser = signed_in(api, "Anna Berg", "organiser")
    assert api.post("/v1/clubs/vasa/close", WHY).status_code == 200
    return browser


def test_no_operation_writes_anything_of_a_closed_club(api, closed):
    before = api.everything_written()
    for operation in TABLE:
        method, path = closed.at(operation)
        if method == "GET" or operation in LEFT_OPEN:
            continue
        api.send(method, path, "operator" if TABLE[operation] == "operator" else "organiser", json={})
    assert api.everything_written() == before


def test_what_would_be_written_is_refused_with_the_reason(api, closed):
    path, before = f"/v1/tournaments/{closed.tournament}", api.everything_written()
    answers = [
        api.post("/v1/clubs/vasa/players", [{"name": "Ny Person"}]),
        api.post("/v1/clubs/vasa/tokens", {"role": "viewer"}),
        api.post("/v1/clubs/vasa/series", {"name": "Season"}),
        api.post(f"{path}/publication", {"published": False}),
        api.post(f"{path}/results", {"match": closed.at_first, "results": WON}, role="scorer"),
        api.post(f"/v1/matches/{closed.at_first}/events", [OPENING], role="scorer"),
        api.post("/v1/clubs/vasa/close", WHY),
    ]
    assert [answer.status_code for answer in answers] == [409] * len(answers), [answer.json for answer in answers]
    assert all(WHY["reason"] in answer.json["detail"] for answer in answers)
    assert api.everything_written() == before


def test_what_was_written_before_may_be_sent_again_under_its_key(api):
    headers = {"Idempotency-Key": "k"}
    first = api.post("/v1/clubs/vasa/players", [{"name": "Ny Person"}], headers=headers)
    api.post("/v1/clubs/vasa/close", WHY)
    again = api.post("/v1/clubs/vasa/players", [{"name": "Ny Person"}], headers=headers)
    assert (again.status_code, again.json, again.headers["Idempotent-Replayed"]) == (201, first.json, "true")


def test_its_people_sign_in_and_out_and_open_it_again(api, closed):
    browser = signed_in_before(api)
    other = Browser(api)
    assert other.sign_in("Anna Berg").status_code == 200
    assert browser.send("DELETE", "/v1/session").status_code == 204
    assert api.post("/v1/clubs/vasa/reopen", role="referee").status_code == 403
    assert api.post("/v1/clubs/vasa/reopen").json["closed"] is None
    assert api.post("/v1/clubs/vasa/players", [{"name": "Ny Person"}]).status_code == 201
    assert api.post("/v1/clubs/vasa/reopen").status_code == 409


def test_other_clubs_go_on(api, closed):
    api.found("huk")
    assert api.post("/v1/clubs/huk/players", [{"name": "Ny Person"}], role="huk organiser").status_code == 201


def test_an_organiser_closes_and_opens_it_by_a_page(api):
    organiser = signed_in(api, "Anna Berg", "organiser")
    key = {"key": "close"}
    assert [organiser.fill("/clubs/vasa/closing", **key, reason="Nog").status_code for _ in range(2)] == [303, 303]
    assert "Nog" in organiser.get("/clubs/vasa").text
    assert "closed the club" in organiser.get("/clubs/vasa/audit").text
    refused = organiser.fill("/clubs/vasa/players", key="p", name="Eva Ny")
    assert (refused.status_code, "is closed" in refused.text) == (409, True)
    assert organiser.fill("/clubs/vasa/closing/reopening", key="open").status_code == 303
    assert "The club is closed" not in organiser.get("/clubs/vasa").text
