"""Authors of events: recorded by role and id, and shown by the present name, or the last one of a former member."""

import json

import pytest

from core.eventlog.hash_chain import verify
from core.events import RulingMade
from service.store.match_files import sheet_parts
from tests.support.signed_in import OWN, Browser, employ

NAME, LATER = "Hjalmar Quistgaard", "Hjalmar Zebulon"
NOTE = {"type": "RulingMade", "kind": "note", "reason": "loud"}
OPENING = {"type": "OpeningRolled", "white": 6, "black": 1}


@pytest.fixture
def member(api):
    return employ(api, NAME, "organiser")


@pytest.fixture
def cup(api, member, judge):
    """A published tournament in which the member gave a walkover, ruled in a match, and set out to its table."""
    browser = Browser(api)
    assert browser.sign_in(NAME).status_code == 200
    cup = api.tournament(4, published=True)
    assert browser.post(f"/v1/tournaments/{cup}/start", {}).status_code == 200
    judge()
    first, second = (match["id"] for match in api.get(f"/v1/tournaments/{cup}").json["rounds"][0]["matches"])
    decision = {"match": second, "kind": "walkover", "winner": "white", "reason": "not there"}
    assert browser.post(f"/v1/tournaments/{cup}/decisions", decision).status_code == 201
    call = {"type": "RefereeCalled", "by": "white", "reason": "a die"}
    for fact in (OPENING, NOTE, call, {"type": "RefereeSetOut"}):
        assert browser.post(f"/v1/matches/{first}/events", fact, headers={**OWN, "Prefer": "wait=0"}).status_code < 300
    judge()
    return cup


def rename(api, member, name=LATER):
    answer = api.send("PATCH", f"/v1/clubs/vasa/people/{member}", "organiser", json={"name": name})
    assert answer.status_code == 200


def remove(api, member):
    assert api.send("DELETE", f"/v1/clubs/vasa/people/{member}", "organiser").status_code < 300


def answers(api, cup):
    """Every answer of programs that has the name of an author, by where it stands."""
    found = {}
    (decision,) = api.get(f"/v1/tournaments/{cup}/decisions", role=None).json["decisions"]
    found["decision"] = decision["by"], decision["by_name"]
    history = api.get(f"/v1/tournaments/{cup}/matches/{decision['match']}/history", role=None).json["history"]
    found["history"] = history[-1]["by"], history[-1]["by_name"]
    coming = api.get(f"/v1/matches/{cup}.1", role=None).json["on_the_way"]
    found["on the way"] = coming["recorded_by"], coming["recorded_by_name"]
    audited = next(
        row for row in api.get("/v1/clubs/vasa/audit", "organiser").json["audit"] if row["what"] == "RulingMade"
    )
    found["audit"] = audited["by"], audited["by_name"]
    return found


def texts(api, cup):
    """Everything that people read of an author, by where it stands."""
    anna = Browser(api)
    employ(api, "Anna", "organiser")
    anna.sign_in("Anna")
    return {
        "sheet": api.get(f"/v1/matches/{cup}.1/transcript.txt", role=None).text,
        "audit": anna.client.get("/clubs/vasa/audit").text,
        "desk": anna.client.get(f"/desk/{cup}/parts/log").text,
        "needs": anna.client.get(f"/desk/{cup}").text,
    }


def test_no_event_of_a_member_has_their_name_and_the_public_log_proves_itself_without_it(api, cup, member):
    for stream in (f"tournaments/{cup}", f"matches/{cup}.1"):
        rows = api.get(f"/v1/{stream}/events?after=-1", role=None).json["events"]
        proof = verify(rows, rows[-1]["hash"])
        assert (proof.broken_at, proof.head) == (None, rows[-1]["hash"])
        assert f"organiser:{member}" in {row["recorded_by"] for row in rows}
        assert NAME not in json.dumps(rows)
    streams = ["c_vasa", cup, f"{cup}.1"]
    named = [
        (stream, type(each.event).__name__)
        for stream in streams
        for each in api.deps.log.read(stream)
        if NAME in repr(each)
    ]
    assert named == [("c_vasa", "MemberAdded")]


def test_answers_have_the_author_as_recorded_and_the_present_name_beside(api, cup, member):
    by = f"organiser:{member}"
    assert set(answers(api, cup).values()) == {(by, NAME)}
    rename(api, member)
    assert set(answers(api, cup).values()) == {(by, LATER)}
    remove(api, member)
    assert set(answers(api, cup).values()) == {(by, LATER)}


def test_pages_and_sheets_tell_the_present_name_and_no_id(api, cup, member):
    rename(api, member)
    remove(api, member)
    told = texts(api, cup)
    assert {place for place, text in told.items() if LATER not in text} == set()
    assert {place for place in ("sheet", "audit", "desk") if member in told[place]} == set()


def test_an_event_from_before_is_told_with_the_name_that_it_has(api, cup, judge):
    ruling = RulingMade("note", "spoken to")
    api.deps.log.append(f"{cup}.1", [ruling], by="referee:Karin Ek", at=api.deps.clock())
    judge()
    told = texts(api, cup)
    assert {place for place in ("sheet", "audit", "desk") if "Karin Ek" not in told[place]} == set()
    rows = api.get("/v1/clubs/vasa/audit", "organiser").json["audit"]
    assert ("referee:Karin Ek", "Karin Ek") in {(row["by"], row["by_name"]) for row in rows}


def test_a_person_of_another_club_is_a_member_without_a_name(api, cup, judge):
    ruling = RulingMade("note", "spoken to")
    api.deps.log.append(f"{cup}.1", [ruling], by="referee:u_somewhereelse", at=api.deps.clock())
    judge()
    told = texts(api, cup)
    assert ("A member" in told["desk"], "u_somewhereelse" in told["desk"]) == (True, False)


def test_the_finished_parts_of_a_sheet_are_told_anew_with_another_name(api, cup, member, judge, monkeypatch):
    monkeypatch.setattr(sheet_parts, "PART", 2)
    path = f"/v1/matches/{cup}.1/transcript.txt"
    before = api.get(path, role=None).text
    kept = sheet_parts.load(api.deps.client, f"{cup}.1", "en", 2)
    assert [part.authors for part in kept] == [((f"organiser:{member}", f"organiser:{NAME}"),)] * 2
    assert (NAME in before, api.get(path, role=None).text) == (True, before)
    rename(api, member)
    after = api.get(path, role=None).text
    assert (NAME in after, LATER in after) == (False, True)
    assert sheet_parts.load(api.deps.client, f"{cup}.1", "en", 2)[0].authors[0][1] == f"organiser:{LATER}"
