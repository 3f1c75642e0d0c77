"""A tournament that does not take place: called off for everybody, reinstated as it was, or deleted without a trace."""

import json

import pytest

from tests.support.operations import TABLE
from tests.support.series.season import add, announce
from tests.support.signed_in import signed_in
from tests.web.match.test_matches import OPENING

WON = [{"winner": "white", "outcome": "jan"}] * 3
CUP = {"name": "Vårcup", "game": "swedish", "length": {"games": 3}, "format": "swiss", "settings": {"rounds": 3}}
OFF = {"reason": "The hall has no heating"}


@pytest.fixture
def running(api, judge):
    """A published round robin of four with one result."""
    cup = api.tournament(4, published=True, details={"starts": "2030-01-05T18:00"})
    assert api.post(f"/v1/tournaments/{cup}/start", {"seed": "x"}).status_code == 200
    judge()
    assert (
        api.post(f"/v1/tournaments/{cup}/results", {"match": f"{cup}.1", "results": WON}, role="scorer").status_code
        < 300
    )
    judge()
    return cup


@pytest.fixture
def mistake(api, judge):
    """A published tournament without entries."""
    cup = api.post("/v1/clubs/vasa/tournaments", {**CUP, "published": True}).json["id"]
    judge()
    return cup


def call_off(api, cup, **more):
    return api.post(f"/v1/tournaments/{cup}/call-off", OFF, **more)


def test_a_tournament_that_was_called_off_says_so_and_why_to_everybody(api, running, judge):
    answer = call_off(api, running)
    assert (answer.status_code, answer.json["status"], answer.json["called_off"]) == (200, "called_off", OFF["reason"])
    judge()
    assert api.get(f"/v1/tournaments/{running}", role=None).json["status"] == "called_off"
    assert api.get("/v1/clubs/vasa/tournaments").json["tournaments"][0]["called_off"] == OFF["reason"]
    news = api.get(f"/v1/tournaments/{running}/news", role=None).json["news"]
    assert [each["kind"] for each in news][-1] == "tournament.called_off"
    assert OFF["reason"] in news[-1]["text"]["sv"]
    calendar = api.get(f"/v1/tournaments/{running}/calendar.ics", role=None).text.replace("\r\n ", "")
    assert calendar.count("STATUS:CANCELLED") == calendar.count("BEGIN:VEVENT") > 0
    assert OFF["reason"] in calendar
    player = api.get(f"/v1/tournaments/{running}").json["entries"][0]["player"]
    for path in ("", f"/players/{player}", "/rounds"):
        assert OFF["reason"] in api.client.get(f"/tournaments/{running}{path}").text
    assert OFF["reason"] in api.client.get(f"/tournaments/{running}/wall").text


def test_nothing_is_entered_paired_or_recorded_in_it_any_more_and_nothing_of_it_is_lost(api, running, judge):
    before = api.get(f"/v1/tournaments/{running}/standings").json["standings"]
    call_off(api, running)
    judge()
    written, part = api.everything_written(), f"/v1/tournaments/{running}"
    player = api.get(part).json["entries"][0]["player"]
    decision = {"match": f"{running}.2", "reason": "ill", "kind": "walkover", "winner": "white"}
    answers = [
        api.post(f"{part}/entries?register=1", {"players": ["Ny Person"]}),
        api.post(f"{part}/withdrawals", {"player": player, "reason": "ill"}),
        api.post(f"{part}/rounds", {}),
        api.post(f"{part}/end", {"reason": "rain"}),
        api.post(f"{part}/results", {"match": f"{running}.2", "results": WON}, role="scorer"),
        api.post(f"{part}/decisions", decision, role="referee"),
        api.post(f"{part}/decisions?dry_run=true", decision, role="referee"),
        api.post(f"/v1/matches/{running}.2/events", [OPENING], role="scorer"),
        call_off(api, running),
    ]
    assert [answer.status_code for answer in answers] == [409] * len(answers), [answer.json for answer in answers]
    assert all("was called off" in answer.json["detail"] for answer in answers)
    judge()
    registered = {stream for stream, version in api.everything_written().items() if written.get(stream) != version}
    assert registered <= {"c_vasa"}, "a new name is on the club's list"
    assert api.get(f"{part}/standings").json["standings"] == before


def test_the_calling_off_is_taken_back_and_the_tournament_goes_on_as_it_stood(api, running, judge):
    before = api.get(f"/v1/tournaments/{running}").json
    call_off(api, running)
    judge()
    back = api.post(f"/v1/tournaments/{running}/reinstate", {"reason": "it is warm again"}).json
    assert (back["status"], back["called_off"]) == ("running", None)
    assert (back["rounds"], back["entries"]) == (before["rounds"], before["entries"])
    judge()
    more = {"match": f"{running}.2", "results": WON}
    assert api.post(f"/v1/tournaments/{running}/results", more, role="scorer").status_code < 300
    refused = api.post(f"/v1/tournaments/{running}/reinstate", {})
    assert (refused.status_code, "was not called off" in refused.json["detail"]) == (409, True)


def test_a_result_that_was_recorded_before_it_was_called_off_is_counted_and_no_round_follows(api, judge):
    cup = api.tournament(4, format="single_elimination")
    api.post(f"/v1/tournaments/{cup}/start", {"seed": "x"})
    for number in (1, 2):
        api.post(f"/v1/tournaments/{cup}/results", {"match": f"{cup}.{number}", "results": WON}, role="scorer")
    call_off(api, cup)
    judge()
    off = api.get(f"/v1/tournaments/{cup}").json
    assert [match["result"]["winner"] for match in off["rounds"][0]["matches"]] == ["white", "white"]
    assert len(off["rounds"]) == 1
    back = api.post(f"/v1/tournaments/{cup}/reinstate", {}).json
    assert len(back["rounds"]) == 2, "what was due meanwhile is paired"


def test_an_evening_that_was_called_off_counts_in_no_series(api, running, judge):
    series = announce(api)
    add(api, series, running)
    assert len(api.get(f"{series}/table").json["rows"]) == 4
    call_off(api, running)
    assert api.get(f"{series}/table").json["rows"] == []


def test_only_organisers_call_off_and_delete(api, running):
    for role in ("referee", "scorer", "viewer"):
        assert call_off(api, running, role=role).status_code == 403
        assert api.send("DELETE", f"/v1/tournaments/{running}", role).status_code == 403


# ── deleted ──────────────────────────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("published", [True, False])
def test_a_tournament_announced_by_mistake_disappears_from_every_address_and_list(api, judge, published):
    kept = api.post("/v1/clubs/vasa/tournaments", {**CUP, "name": "Höstcup", "published": True}).json["id"]
    cup = api.post("/v1/clubs/vasa/tournaments", {**CUP, "published": published}).json["id"]
    series = announce(api)
    add(api, series, cup)
    judge()
    assert api.send("DELETE", f"/v1/tournaments/{cup}", "organiser").status_code == 204
    for _ in range(2):  # before and after a worker has seen it
        names = [tournament["name"] for tournament in api.get("/v1/clubs/vasa/tournaments").json["tournaments"]]
        assert names == ["Höstcup"]
        for path in ("/", "/clubs/vasa", "/clubs/vasa/wall", series.removeprefix("/v1")):
            assert (
                "Vårcup"
                not in api.client.get(path, headers={"Authorization": f"Bearer {api.tokens['organiser']}"}).text
            )
        for path in ("/v1/clubs/vasa/news", series):
            assert cup not in json.dumps(api.get(path).json)
        judge()
    statuses = {}
    for operation in TABLE:
        method, path = operation.split(" ")
        if "{tournament}" in path and method == "GET":
            found = path.format(tournament=cup, number="1", player="x", decision="1", file_id="f", entry_request="q")
            statuses[path] = api.get(found, role="organiser").status_code
    for part in ("", "/matches", "/standings", "/events", "/stream", "/news", "/bracket.svg", "/calendar.ics"):
        path = f"/v1/tournaments/{cup}{part}"
        statuses[part] = api.get(path, role="organiser").status_code
        assert api.get(path, role=None).status_code == (410 if published else 401), path
    assert set(statuses.values()) <= {410, 404}, statuses
    organiser = signed_in(api, "Anna Berg", "organiser")
    for part in ("", "/organise", "/announcement", "/entries", "/check-in", "/call-off", "/files", "/wall", "/enter"):
        found, absent = (api.client.get(f"/tournaments/{each}{part}") for each in (cup, "t_aaaaaaaaaa"))
        if published and part in ("", "/files", "/wall", "/enter"):
            assert found.status_code == 410, part
        else:
            assert found.status_code == absent.status_code, part
        assert organiser.get(f"/tournaments/{cup}{part}").status_code in ((410,) if published else (404, 410)), part
    assert api.get(f"/v1/tournaments/{kept}", role=None).status_code == 200


def test_the_log_of_a_deleted_tournament_stays_and_the_audit_says_who_deleted_it(api, mistake, judge, restarted):
    version = api.everything_written()[mistake]
    assert api.send("DELETE", f"/v1/tournaments/{mistake}", "organiser").status_code == 204
    judge()
    assert api.everything_written()[mistake] == version + 1
    for each in (api, restarted()):
        headers = {"Authorization": f"Bearer {api.tokens['organiser']}"}
        assert "deleted the tournament" in each.client.get("/clubs/vasa/audit", headers=headers).text


def test_a_deletion_may_come_twice_under_its_key_and_is_written_once(api, mistake):
    first, again = (
        api.send("DELETE", f"/v1/tournaments/{mistake}", "organiser", {"Idempotency-Key": "k"}) for _ in range(2)
    )
    assert (first.status_code, again.status_code, again.headers["Idempotent-Replayed"]) == (204, 204, "true")
    assert api.send("DELETE", f"/v1/tournaments/{mistake}", "organiser").status_code == 410


def test_a_tournament_in_which_others_took_part_is_called_off_and_not_deleted(api, judge):
    entered = api.tournament(1)
    asked = api.post("/v1/clubs/vasa/tournaments", {**CUP, "published": True}).json["id"]
    api.send("PUT", f"/v1/tournaments/{asked}/entry-form", "organiser", json={"open": True, "places": None})
    api.post(f"/v1/tournaments/{asked}/entry-requests", {"name": "Ny Person"}, role=None)
    player = api.get(f"/v1/tournaments/{entered}").json["entries"][0]["player"]
    api.post(f"/v1/tournaments/{entered}/withdrawals", {"player": player, "reason": ""})
    before = api.everything_written()
    for each in (entered, asked):
        refused = api.send("DELETE", f"/v1/tournaments/{each}", "organiser")
        assert (refused.status_code, "call it off instead" in refused.json["detail"]) == (409, True), refused.json
    assert api.everything_written() == before


def test_a_stranger_who_comes_back_to_a_deleted_tournament_reads_that_it_was_a_mistake(api, mistake):
    path = f"/tournaments/{mistake}"
    assert api.client.get(path).status_code == 200
    api.send("DELETE", f"/v1/tournaments/{mistake}", "organiser")
    page = api.client.get(path, headers={"Accept": "text/html"})
    assert (page.status_code, "announced by mistake" in page.text) == (410, True)


def test_news_that_come_after_a_deletion_have_numbers_of_their_own(api, judge):
    cups = [api.post("/v1/clubs/vasa/tournaments", {**CUP, "name": f"Cup {number}"}).json["id"] for number in (1, 2)]
    judge()
    api.send("DELETE", f"/v1/tournaments/{cups[1]}", "organiser")
    api.post(f"/v1/tournaments/{cups[0]}/publication", {"published": True})
    judge()
    found = api.get("/v1/clubs/vasa/news").json["news"]
    assert {each["tournament"] for each in found} == {cups[0]}
    assert found[-1]["id"] == 3
