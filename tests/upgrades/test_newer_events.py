"""Events of a newer version of brade: shown, proved and copied, not judged here, and nothing follows them."""

import json
from functools import partial

import pytest

from core.eventlog import codec
from core.events import DiceRolled, NewerEvent, OpeningRolled, PlayerEntered, TurnPassed
from service.commands.backup import backup
from service.commands.export import export
from service.commands.import_ import import_
from service.commands.rebuild import rebuild
from service.commands.restore import restore
from service.commands.verify import verify
from service.store import feed, stored_events
from service.store.maintenance import all_streams
from service.store.read_models import failed_streams, states
from tests.service.commands.conftest import run as run
from tests.support.judging import pump_until
from workers.context import WorkerContext

PAUSED = NewerEvent("MatchPaused", 1, {"by": "white", "why": [{"because": "tea"}]})
AT = 1_700_000_000_000


@pytest.fixture
def match(api):
    """A match of which a newer version recorded the third fact, and this one's users two more."""
    match = api.friendly()
    log = api.deps.log
    log.append(match, [OpeningRolled(2, 5), DiceRolled("white", (6, 4)), PAUSED], by="vasa.k", at=AT)
    log.append(match, [TurnPassed("white")], by="vasa.k", at=AT)
    return match


@pytest.fixture
def stopped(worker_context):
    """Have a worker judge until it has said of a log that it cannot go on."""

    def stopped(stream):
        pump_until(worker_context, lambda: stream in failed_streams.reasons(worker_context.deps.client))

    return stopped


def test_a_match_is_judged_up_to_the_event_and_its_whole_log_is_read(api, match, stopped):
    stopped(match)
    assert states.judged_version(api.deps.client, match) == 2
    state = api.get(f"/v1/matches/{match}").json
    assert (state["version"], state["judged_version"], state["dice"]) == (4, 2, [6, 4])
    assert api.get(f"/v1/matches/{match}?version=4").json["dice"] == [6, 4]
    events = api.get(f"/v1/matches/{match}/events").json["events"]
    assert [event.get("newer", False) for event in events] == [False, False, True, False]
    assert [event["verdict"] and event["verdict"]["verdict"] for event in events] == ["accepted"] * 2 + [None] * 2
    assert (events[2]["type"], events[2]["why"]) == ("MatchPaused", [{"because": "tea"}])
    page = api.client.get(f"/matches/{match}", headers={"Authorization": f"Bearer {api.tokens['viewer']}"})
    assert "MatchPaused, of a newer version of brade" in page.text
    sheet = api.get(f"/v1/matches/{match}/transcript.txt").get_data(as_text=True)
    assert "event 3 of" in " ".join(sheet.split())


def test_a_rebuild_does_not_promise_that_the_workers_judge_it(match, stopped, run):
    stopped(match)
    said = " ".join(run(rebuild).stdout.split())
    assert f"{match} could not be judged: event 3 of {match} is of a newer version of brade" in said
    assert "which the workers do" not in said


def test_nothing_is_written_to_a_match_behind_the_event(api, match, stopped):
    stopped(match)
    answer = api.post(f"/v1/matches/{match}/events", {"type": "DiceRolled", "by": "white", "dice": [1, 1]}, "scorer")
    assert (answer.status_code, answer.json["code"]) == (503, "newer-version")
    assert f"vent 3 of {match} is of a newer version of brade (MatchPaused, schema 1)" in answer.json["detail"]


def test_a_match_is_judged_on_once_brade_knows_the_event(api, match, stopped, worker_context, monkeypatch):
    stopped(match)
    known = codec.event_of
    paused = {"MatchPaused.1": lambda words: TurnPassed(words["by"])}
    monkeypatch.setattr(codec, "event_of", lambda name, words: paused.get(name, partial(known, name))(words))
    monkeypatch.setattr(stored_events, "_known", type(stored_events._known)())  # read anew, and forgotten afterwards
    newer_context = WorkerContext(worker_context.deps, worker_context.queue, worker_context.jobs)
    feed.feed_again(worker_context.deps.client, match)
    pump_until(newer_context, lambda: not failed_streams.reasons(worker_context.deps.client))
    assert states.judged_version(worker_context.deps.client, match) == 4
    note = {"type": "RulingMade", "kind": "note", "reason": "seen"}
    assert api.post(f"/v1/matches/{match}/events", note, "referee").status_code == 202


def test_a_club_is_read_and_its_members_sign_in_and_nothing_is_written(api, stopped):
    api.deps.log.append("c_vasa", [NewerEvent("DuesPaid", 2, {"player": "p_1"})], by="vasa.k", at=AT)
    stopped("c_vasa")
    assert api.get("/v1/clubs/vasa/players", "viewer").status_code == 200
    told = api.get("/v1/clubs/vasa/audit", "organiser").json["audit"]
    assert [each["about"] for each in told if each["what"] == "DuesPaid"] == [{}]
    answer = api.post("/v1/clubs/vasa/players", [{"name": "Åsa"}])
    assert (answer.status_code, answer.json["code"]) == (503, "newer-version")


def test_a_tournament_is_read_as_it_was_before_the_event(api, stopped):
    words = {"name": "Höst", "game": "swedish", "length": {"games": 3}, "format": "round_robin", "published": True}
    tournament = api.post("/v1/clubs/vasa/tournaments", words).json["id"]
    api.deps.log.append(tournament, [PlayerEntered("p_1", "Åsa")], by="vasa.k", at=AT)
    api.deps.log.append(tournament, [NewerEvent("PlayerRanked", 1, {"player": "p_1"})], by="vasa.k", at=AT)
    api.deps.log.append(tournament, [PlayerEntered("p_2", "Örjan")], by="vasa.k", at=AT)
    stopped(tournament)
    read = api.get(f"/v1/tournaments/{tournament}", None).json
    assert [entry["name"] for entry in read["entries"]] == ["Åsa"]
    own = api.get(f"/v1/tournaments/{tournament}/events", "organiser").json["events"]
    assert [each["type"] for each in own if each.get("newer")] == ["PlayerRanked"]
    strangers = api.get(f"/v1/tournaments/{tournament}/events", None).json["events"]
    assert [stranger["version"] for stranger in strangers if stranger.get("withheld")] == [2]
    for path in (f"/tournaments/{tournament}", f"/v1/tournaments/{tournament}/standings.csv"):
        assert api.client.get(path).status_code == 200
    desk = api.client.get(f"/desk/{tournament}", headers={"Authorization": f"Bearer {api.tokens['organiser']}"})
    assert "PlayerRanked, of a newer version of brade" in desk.text
    answer = api.post(f"/v1/tournaments/{tournament}/start", {})
    assert (answer.status_code, answer.json["code"]) == (503, "newer-version")


def test_logs_with_such_events_are_saved_proved_exported_and_brought_back(api, match, run, store, tmp_path):
    saved, one = tmp_path / "backup.gz", tmp_path / "match.ndjson"
    before = all_streams.heads(store.client)
    assert run(backup, saved).exit_code == 0
    assert run(export, match, "-o", one).exit_code == 0
    assert [json.loads(line)["type"] for line in one.read_text().splitlines()][3] == "MatchPaused"
    assert run(verify, saved, one).exit_code == 0
    assert run(verify).exit_code == 0
    store.client.flushall()
    assert run(restore, saved).exit_code == 0
    assert all_streams.heads(store.client) == before
    store.client.flushall()
    assert run(import_, one).exit_code == 0
    assert all_streams.heads(store.client) == {match: before[match]}
