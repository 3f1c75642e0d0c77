"""A tournament announced as an earlier one: settings, tables and texts, the next name and date, and players."""

import os
import signal
from dataclasses import fields
from datetime import date
from multiprocessing import get_context

import pytest

from core.tournament.copying import AS_SENT, announced_again
from core.tournament.formats import FORMATS
from service.handlers.tournament import tournaments
from service.store.log import RedisLog
from tests.support.series.season import players

ALL_OF_IT = {
    "name": "Monday evening 7",
    "game": "backgammon",
    "length": {"points": 5},
    "format": "swiss_then_knockout",
    "settings": {"rounds": 4},
    "tie_breaks": ["points", "wins", "head_to_head"],
    "scoring": {"win": 3},
    "terms": [{"stage": "knockout", "length": {"points": 7}}],
    "check_in": True,
    "drafts": True,
    "confirm": True,
    "published": True,
    "details": {
        "starts": "2024-01-01T18:00",
        "ends": "2024-01-01T22:30",
        "zone": "Europe/Stockholm",
        "place": "Vasamuseet",
        "fee": "50 kr",
        "prizes": [{"place": 1, "text": "Bok"}],
        "schedule": [{"time": "17:30", "text": "Avprickning"}],
        "round_minutes": 40,
    },
}
MONEY = {
    "currency": "SEK",
    "fee": "100",
    "fee_again": "49.50",
    "keep": "20",
    "added": "500",
    "unit": "10",
    "remainder": "first",
    "prizes": [{"place": 1, "share": "60"}, {"place": 2, "share": "40"}],
    "pools": [{"name": "Sidopott", "fee": "50"}, {"name": "Första jan", "fee": "20", "named": True}],
}
SAME = ("game", "length", "format", "settings", "tie_breaks", "scoring", "terms", "check", "stop", "options")


@pytest.fixture
def monday(api):
    """A tournament of backgammon with all that an announcement can say, two tables and four players."""
    cup = api.post("/v1/clubs/vasa/tournaments", ALL_OF_IT)
    assert cup.status_code == 201, cup.json
    cup = cup.json["id"]
    assert api.post(f"/v1/tournaments/{cup}/tables", {"tables": ["Fönster", "Scen"]}).status_code < 300
    api.post(f"/v1/tournaments/{cup}/entries?register=1", {"players": ["Anna", "Bo", "Cilla", "Dag"]})
    return cup


def copied(api, cup, body=None, **more):
    answer = api.post(f"/v1/tournaments/{cup}/copies", body or {}, **more)
    assert answer.status_code == 201, answer.json
    return answer.json


def test_a_copy_has_all_that_was_announced_with_the_next_name_and_the_next_same_weekday(api, monday):
    before, after = api.get(f"/v1/tournaments/{monday}").json, copied(api, monday)
    assert {name: after[name] for name in SAME} == {name: before[name] for name in SAME}
    assert (after["name"], after["status"], after["entries"]) == ("Monday evening 8", "open", [])
    assert after["published"]
    details = after["details"]
    assert details.pop("starts")[:10] > "2024-01-01"
    assert details.pop("ends").endswith("T22:30")
    assert details == {name: value for name, value in before["details"].items() if name not in ("starts", "ends")}
    tables = api.get(f"/v1/tournaments/{after['id']}/tables").json["tables"]
    assert [table["table"] for table in tables] == ["Fönster", "Scen"]


def test_what_is_named_stands_in_the_place_of_what_is_proposed(api, monday):
    details = {"starts": "2031-05-05T19:00", "ends": None, "fee": None}
    after = copied(api, monday, {"name": "Finale", "published": False, "details": details})
    assert (after["name"], after["published"], after["details"]["starts"]) == ("Finale", False, "2031-05-05T19:00")
    assert {"fee", "ends"}.isdisjoint(after["details"])
    assert after["details"]["place"] == "Vasamuseet"


def test_players_who_are_still_on_the_list_enter_on_wish(api, monday):
    assert api.send("DELETE", "/v1/clubs/vasa/players/Bo", "organiser").status_code == 204
    names = [entry["name"] for entry in copied(api, monday, {"players": True})["entries"]]
    assert names == ["Anna", "Cilla", "Dag"]


def test_teams_enter_with_their_members_on_wish(api):
    ids = players(api, 4)
    words = {"name": "Liga", "game": "swedish", "length": {"games": 3}, "format": "team_league"}
    league = api.post("/v1/clubs/vasa/tournaments", {**words, "settings": {"boards": 2}}).json["id"]
    for name, members in (("Vaxholm", ids[:2]), ("Nacka", ids[2:])):
        assert api.post(f"/v1/tournaments/{league}/teams", {"name": name, "members": members}).status_code == 201
    entries = copied(api, league, {"players": True})["entries"]
    assert [(entry["name"], [member["player"] for member in entry["members"]]) for entry in entries] == [
        ("Vaxholm", ids[:2]),
        ("Nacka", ids[2:]),
    ]


def test_a_copy_under_one_key_is_announced_once_with_its_players(api, monday):
    headers = {"Idempotency-Key": "again"}
    first = copied(api, monday, {"players": True}, headers=headers)
    written = api.everything_written()
    again = copied(api, monday, {"players": True}, headers=headers)
    assert (again["id"], len(again["entries"])) == (first["id"], 4)
    assert api.everything_written() == written


def test_details_that_do_not_fit_are_refused_and_nothing_is_written(api, monday):
    before = api.everything_written()
    refused = api.post(f"/v1/tournaments/{monday}/copies", {"details": {"ends": "2020-01-01"}})
    assert (refused.status_code, list(refused.json["errors"])) == (422, ["details.ends"])
    assert api.everything_written() == before
    assert api.post(f"/v1/tournaments/{monday}/copies", {}, role="referee").status_code == 403


@pytest.mark.parametrize("form", [format_.key for format_ in FORMATS])
def test_a_copy_of_every_format_announces_the_same(api, form):
    body = {"name": "Cup", "game": "swedish", "length": {"games": 3}, "format": form}
    before = api.post("/v1/clubs/vasa/tournaments", body).json
    after = copied(api, before["id"])
    assert {name: after[name] for name in SAME} == {name: before[name] for name in SAME}


def test_every_field_of_an_announcement_is_copied_or_proposed(api, monday):
    state = api.deps.repository.tournament(monday)
    announced = {field.name for field in fields(state.created)} - {"recorded_as", "club"}
    assert announced == {*AS_SENT, "name", "details"}
    command = announced_again(state, date(2024, 1, 8))
    assert command["details"]["starts"] == "2024-01-08T18:00"


def copied_by_a_process_that_is_killed(api, cup, headers, moment):
    """The exit code of a process that copies, and is killed before or behind its write, or before it answers."""

    def serve():
        append, answer = RedisLog.append, tournaments.tournament_view

        def dying(*given, **more):
            if moment == "before":
                os.kill(os.getpid(), signal.SIGKILL)
            append(*given, **more)
            os.kill(os.getpid(), signal.SIGKILL)

        def silent(*given):
            os.kill(os.getpid(), signal.SIGKILL)
            return answer(*given)

        if moment == "answer":
            tournaments.tournament_view = silent
        else:
            RedisLog.append = dying
        api.deps.client.connection_pool.reset()  # the sockets are the parent's
        copied(api, cup, {"players": True}, headers=headers)

    process = get_context("fork").Process(target=serve)
    process.start()
    process.join(60)
    return process.exitcode


@pytest.mark.parametrize("moment", ["before", "behind", "answer"])
def test_a_copy_whose_process_is_killed_has_its_players_and_money_or_was_never_announced(api, judge, monday, moment):
    assert api.send("PUT", f"/v1/tournaments/{monday}/money", "organiser", json=MONEY).status_code == 200
    headers = {"Idempotency-Key": "again"}
    assert copied_by_a_process_that_is_killed(api, monday, headers, moment) == -signal.SIGKILL
    judge()
    there = api.get("/v1/clubs/vasa/tournaments", role="organiser").json["tournaments"]
    found = [each["id"] for each in there if each["id"] != monday]
    assert len(found) == (moment != "before"), "one write announces it with its tables, its players and its money"
    again = copied(api, monday, {"players": True}, headers=headers)
    assert found in ([], [again["id"]])
    assert len(again["entries"]) == 4
    tables = api.get(f"/v1/tournaments/{again['id']}/tables", role="referee").json["tables"]
    assert [table["table"] for table in tables] == ["Fönster", "Scen"]
    money = api.get(f"/v1/tournaments/{again['id']}/money", role="organiser").json
    assert (money["plan"]["fee"], [prize["share"] for prize in money["prizes"]]) == ("100", ["60", "40"])
    judge()
    assert len(api.get("/v1/clubs/vasa/tournaments", role="organiser").json["tournaments"]) == 2
