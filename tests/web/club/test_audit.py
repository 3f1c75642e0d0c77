"""The audit: who came in, who could not, who gave what to whom, and what directors and referees did."""

import json
import re
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from service.handlers.club.audit import AuditEntry
from service.store.access import sign_in_log
from tests.support.signed_in import PASSWORD, Browser, employ, signed_in


def audit(api, query=""):
    return api.get(f"/v1/clubs/vasa/audit{query}", role="organiser").json["audit"]


def whats(rows):
    return [row["what"] for row in rows]


def test_who_came_in_and_who_could_not(api):
    anna = f"referee:{employ(api, 'Anna', 'referee')}"
    Browser(api).sign_in("Anna")
    Browser(api).sign_in("anna", "not this one")
    Browser(api).sign_in("en kopp kaffe", "Anna")
    door = [(row["what"], row["by"], row["by_name"]) for row in audit(api) if row["stream"] is None]
    assert door[:3] == [("SignInFailed", "?", None), ("SignInFailed", anna, "Anna"), ("SignedIn", anna, "Anna")]
    assert {row["address"] for row in audit(api) if row["stream"] is None} == {"127.0.0.1"}


def test_the_typed_text_of_a_failed_sign_in_is_not_stored(api):
    Browser(api).sign_in("my secret words", "x" * 12)
    assert "my secret words" not in json.dumps(audit(api))


def test_a_club_that_is_not_there_has_no_trail(api):
    Browser(api).sign_in("Anna", club="nowhere")
    assert not list(api.deps.client.scan_iter("*:trail:nowhere:*"))


def test_failures_do_not_push_out_who_came_in(api, monkeypatch):
    monkeypatch.setattr(sign_in_log, "KEPT", 5)
    signed_in(api, "Anna", "referee")
    for _ in range(400):
        sign_in_log.note(api.deps.client, "vasa", sign_in_log.SignInAttempt(1, "SignInFailed", "?", "x"), failed=True)
    assert "SignedIn" in whats(audit(api, "?limit=1000"))
    assert len(audit(api, "?limit=1000")) < 400


def test_tokens_and_people_are_in_it_without_their_secrets(api):
    api.post("/v1/clubs/vasa/tokens", {"role": "scorer", "note": "table 4"})
    employ(api, "Anna", "referee")
    rows = audit(api)
    assert {"TokenIssued", "MemberAdded", "MemberInvited", "PasswordSet", "ClubFounded"} <= set(whats(rows))
    text = json.dumps(rows)
    for secret in ("secret_hash", "password_hash", "$argon2id$", PASSWORD):
        assert secret not in text


def test_what_directors_and_referees_wrote_bears_their_names(api, judge):
    browser = signed_in(api, "Anna", "organiser")
    anna = browser.get("/v1/session").json["name"]
    tournament = api.tournament(2)
    assert browser.post(f"/v1/tournaments/{tournament}/start", {}).status_code in (200, 201)
    path = f"/v1/matches/{tournament}.1/events"
    browser.post(path, {"type": "OpeningRolled", "white": 3, "black": 5})
    browser.post(path, {"type": "RulingMade", "kind": "note", "reason": "loud"})
    judge()
    rows = audit(api)
    ruled = next(row for row in rows if row["what"] == "RulingMade")
    assert (ruled["by"], ruled["by_name"]) == (anna, "Anna")
    assert (ruled["stream"], ruled["about"]["reason"]) == (f"{tournament}.1", "loud")
    assert next(row for row in rows if row["what"] == "TournamentStarted")["by_name"] == "Anna"
    assert "OpeningRolled" not in whats(rows)  # play is in the match's own log
    assert not [row for row in rows if row["by"] == "pump"]


def test_the_page_names_a_member_who_was_removed(api):
    member = employ(api, "Hjalmar", "referee")
    assert api.send("DELETE", f"/v1/clubs/vasa/people/{member}", "organiser").status_code < 300
    text = signed_in(api, "Anna", "organiser").client.get("/clubs/vasa/audit").text
    row = next(part for part in text.split("<tr") if "removed a member" in part)
    assert "Hjalmar" in row


def test_of_one_tournament_only_what_belongs_to_it(api, judge):
    first, second = api.tournament(2), api.tournament(2)
    for each in (first, second):
        api.post(f"/v1/tournaments/{each}/start")
        api.post(f"/v1/matches/{each}.1/events", {"type": "RulingMade", "kind": "note", "reason": each}, role="referee")
        api.post(f"/v1/matches/{each}.1/links", role="referee")
    judge()
    rows = audit(api, f"?tournament={first}")
    assert {"TournamentStarted", "RulingMade", "LinksMade"} <= set(whats(rows))
    assert second not in json.dumps(rows)
    assert api.get("/v1/clubs/vasa/audit?tournament=t_nowhere", role="organiser").status_code == 404


def test_another_clubs_tournament_is_not_told_of(api):
    tournament = api.tournament(2)
    api.found("huk")
    answer = api.get(f"/v1/clubs/huk/audit?tournament={tournament}", role="huk organiser")
    assert answer.status_code == 404


def test_it_comes_in_pages_the_newest_first(api):
    rows = audit(api)
    assert [row["at"] for row in rows] == sorted((row["at"] for row in rows), reverse=True)
    answer = api.get("/v1/clubs/vasa/audit?limit=2", role="organiser")
    assert answer.json["audit"] == rows[:2]
    assert answer.headers["Link"] == f'<{answer.json["next"]}>; rel="next"'
    assert answer.json["total"] >= len(rows)


def test_only_what_is_on_a_page_is_put_into_words(api, monkeypatch):
    told, about = [], AuditEntry.about.fget
    monkeypatch.setattr(AuditEntry, "about", property(lambda entry: told.append(entry.version) or about(entry)))
    rows = audit(api, "?limit=2")
    assert told == [row["version"] for row in rows]


def test_the_next_page_of_a_tournaments_audit_is_of_that_tournament(api):
    tournament = api.tournament(2)
    api.post(f"/v1/tournaments/{tournament}/start")
    page = audit(api, f"?tournament={tournament}&limit=1")
    following = api.get(f"/v1/clubs/vasa/audit?tournament={tournament}&limit=1", role="organiser").json["next"]
    assert f"tournament={tournament}" in following
    row = api.get(following, role="organiser").json["audit"][0]
    assert row["stream"] == page[0]["stream"] == tournament
    assert row["version"] < page[0]["version"]


def test_the_page_names_the_tournament_and_its_times_are_those_of_the_place_where_the_club_plays(api, judge):
    organiser = signed_in(api, "Anna", "organiser")
    cup = api.tournament(2, name="Långt bort", details={"zone": "Pacific/Kiritimati"})
    api.post(f"/v1/tournaments/{cup}/start", {}, role="organiser")
    walkover = {"match": f"{cup}.1", "kind": "walkover", "winner": "white", "reason": "not there"}
    assert api.post(f"/v1/tournaments/{cup}/decisions", walkover, role="organiser").status_code == 201
    judge()
    text = organiser.client.get("/clubs/vasa/audit").text
    assert f'<bdi title="{cup}">Långt bort</bdi>' in text
    assert ("organiser:" in text, "Anna, organiser" in text) == (False, True)
    at, shown = re.search(r'<time datetime="([^"]+)">([^<]+)</time>', text).groups()
    there = datetime.fromisoformat(at).astimezone(ZoneInfo("Pacific/Kiritimati"))
    assert there.utcoffset() == timedelta(hours=14)
    assert shown.endswith(f"{there:%H:%M}")
    assert shown.startswith(f"{there.day} ")
