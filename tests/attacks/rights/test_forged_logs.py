"""A forged log: it says what its file says, and brade says who brought it in, and when."""

import json

import pytest

from core.eventlog.hash_chain import with_hash
from core.eventlog.log import NEW, ListLog
from core.events import GameResult, MatchImported, MatchOpened, PenaltyGiven, ResultReported, RulingMade
from core.timestamps import unix_ms
from service.backups.verification import prove_stored
from service.handlers.match.import_log import SKEW_MS
from service.store import bulk_read

MATCH = "m_aaaaaaaaaa"
PLAYERS = {"white": "Eve", "black": "Eva"}
RULED = RulingMade("award_match", "Black did not come back", winner="white")
WARNED = PenaltyGiven("black", 1, "hit the clock")


def forged(club="vasa", at=1_700_000_000_000, by="referee:Karin Ek", stream=MATCH, tournament=None, facts=(RULED,)):
    """The lines of a match that was never played, with a whole chain, by people who never were."""
    log = ListLog()
    opened = MatchOpened(club, "swedish", {"games": 3}, PLAYERS, tournament=tournament)
    log.append(stream, [opened], by=by, at=1, expected=NEW)
    for place, fact in enumerate(facts, 1):
        log.append(stream, [fact], by=by, at=at if place == len(facts) else 1)
    return "".join(json.dumps(with_hash(stream, each)) + "\n" for each in log.read(stream))


def bring(api, lines, club="vasa", role="organiser", **more):
    path = f"/v1/matches/import?club={club}"
    return api.post(path, role=role, data=lines, content_type="application/x-ndjson", **more)


def audit(api):
    return api.get("/v1/clubs/vasa/audit?limit=1000", "organiser").json["audit"]


def whoami(api, role="organiser"):
    return api.get("/v1/session", role).json["name"]


def test_a_match_of_a_tournament_cannot_be_imported(api):
    api.found("nora")
    tournament = api.tournament(2)
    told = ResultReported((GameResult("white", "jan"),) * 3)
    for stream, named in ((f"{tournament}.1", tournament), (f"{tournament}.1", None), (MATCH, tournament)):
        lines = forged("nora", stream=stream, tournament=named, facts=(told,))
        assert bring(api, lines, "nora", "nora organiser").status_code == 422
    assert api.post(f"/v1/tournaments/{tournament}/start").status_code == 200
    assert api.get(f"/v1/matches/{tournament}.1").json["club"] == "vasa"


@pytest.mark.parametrize("at", [unix_ms("9999-12-31T23:59:59.999Z"), "soon"])
def test_a_log_that_is_dated_in_the_future_is_refused_with_its_line(api, at):
    before = api.everything_written()
    if at == "soon":
        at = api.deps.clock() + SKEW_MS + 60_000
    answer = bring(api, forged(facts=(WARNED, RULED), at=at))
    assert answer.status_code == 422, answer.json
    ((path, (said,)),) = answer.json["errors"].items()
    assert (path, said.startswith("line 3 is dated in the future")) == ("events.2.recorded_at", True)
    assert api.everything_written() == before


def test_a_clock_that_goes_a_little_ahead_or_stepped_back_is_no_lie(api):
    assert bring(api, forged(facts=(WARNED, RULED), at=api.deps.clock() + SKEW_MS - 60_000)).status_code == 201
    assert bring(api, forged(facts=(WARNED, RULED), at=0, stream="m_bbbbbbbbbb")).status_code == 201


def test_the_audit_names_who_imported_first_and_tells_the_file_s_words_as_claims(api, judge):
    lines = forged(facts=(WARNED, RULED), by="referee:Karin Ek")
    assert bring(api, lines).status_code == 201
    judge()
    me, rows = whoami(api), audit(api)
    imported, *claims = rows[:3]
    assert (imported["what"], imported["by"], imported["claimed"]) == ("MatchImported", me, None)
    assert (imported["about"]["match"], imported["about"]["last"]) == (MATCH, 2)
    assert {(row["what"], row["by"], row["at"]) for row in claims} == {
        ("RulingMade", me, imported["at"]),
        ("PenaltyGiven", me, imported["at"]),
    }
    assert {row["claimed"]["by"] for row in claims} == {"referee:Karin Ek"}
    assert "referee:Karin Ek" not in {row["by"] for row in rows}


def test_an_invented_worker_hides_nothing_from_the_audit(api, judge):
    assert bring(api, forged(by="pump")).status_code == 201
    judge()
    assert [row["claimed"]["by"] for row in audit(api) if row["what"] == "RulingMade"] == ["pump"]


def test_what_is_ruled_after_the_import_is_the_deed_of_the_referee(api, judge):
    assert bring(api, forged(facts=(WARNED,))).status_code == 201
    sent = [{"type": "PenaltyGiven", "seat": "white", "points": 1, "reason": "shouted"}]
    assert api.post(f"/v1/matches/{MATCH}/events", sent, role="referee").status_code in (201, 202)
    judge()
    found = [(row["by"], row["claimed"] is None) for row in audit(api) if row["what"] == "PenaltyGiven"]
    assert found == [(whoami(api, "referee"), True), (whoami(api), False)]


def test_an_imported_match_says_so_wherever_it_is_read(api, judge):
    lines = forged()
    answer = bring(api, lines, headers={"Idempotency-Key": "once"})
    mark = answer.json["imported"]
    assert (mark["by"], mark["version"]) == (whoami(api), 1)
    path = f"/v1/matches/{MATCH}"
    for _ in range(2):
        assert api.get(path).json["imported"] == api.get(f"{path}?version=0").json["imported"] == mark
        judge()
    assert api.get("/v1/clubs/vasa/matches").json["matches"][0]["imported"] == mark
    assert f"imported by {mark['by']}, {mark['at'][:10]}" in api.get(f"{path}/transcript.txt").get_data(as_text=True)
    page = api.get(f"/matches/{MATCH}", headers={"Accept-Language": "en"}).get_data(as_text=True)
    assert "Imported by" in page
    assert bring(api, lines, headers={"Idempotency-Key": "once"}).json == answer.json


def test_the_audit_s_page_tells_who_imported_what(api, judge):
    bring(api, forged(by="<b>Karin</b>"))
    judge()
    page = api.get("/clubs/vasa/audit", "organiser", headers={"Accept-Language": "en"}).get_data(as_text=True)
    assert page.index("brought in a match from a file") < page.index("In an imported log, as")
    assert "Eve – Eva" in page
    assert "<b>Karin" not in page


def test_the_log_of_an_imported_match_is_its_file_s_event_for_event(api):
    lines = forged(facts=(WARNED, RULED))
    bring(api, lines)
    exported = api.get(f"/v1/matches/{MATCH}.ndjson").get_data(as_text=True).splitlines()
    kept = [{name: said for name, said in json.loads(line).items() if name != "verdict"} for line in exported]
    assert kept == [json.loads(line) for line in lines.splitlines()]
    for stream in (MATCH, "c_vasa"):
        prove_stored(api.deps.log, stream, api.deps.log.head(stream))


def test_who_imports_is_written_before_the_match_is_there(api, monkeypatch):
    def away(*_):
        raise RuntimeError("the store went away")

    monkeypatch.setattr(api.deps.log, "restore", away)
    assert bring(api, forged()).status_code == 500
    monkeypatch.undo()
    assert api.deps.log.head(MATCH) is None
    assert bring(api, forged()).status_code == 201
    events = [each.event for each in bulk_read.tail(api.deps.client, "c_vasa")]
    assert [event.match for event in events if isinstance(event, MatchImported)] == [MATCH, MATCH]


def test_no_match_that_grew_here_becomes_an_imported_one(api):
    match = api.friendly()
    lines = api.get(f"/v1/matches/{match}.ndjson").data
    before = api.everything_written()
    assert bring(api, lines).status_code == 409
    assert api.everything_written() == before
    assert "imported" not in api.get(f"/v1/matches/{match}").json


def test_an_import_is_no_longer_than_the_longest_match(api, monkeypatch):
    monkeypatch.setattr("service.web.api.match.transcripts.MOST_FACTS", 2)
    assert bring(api, forged(facts=(WARNED, WARNED, WARNED))).status_code == 413
    assert bring(api, forged(facts=(WARNED, WARNED))).status_code == 201
