"""Matches through the API: open, record, read, import."""

import json
import re

import pytest

from core.eventlog.hash_chain import verify
from tests.support.paths import TESTS
from tests.support.proving import some

MATCHES = TESTS / "data/matches"
OPENING = {"type": "OpeningRolled", "white": 2, "black": 5}
DICE = {"type": "DiceRolled", "by": "white", "dice": [6, 2]}
MOVED = {"type": "CheckersMoved", "by": "white", "moves": [{"from": 1, "to": 7}, {"from": 7, "to": 9}]}
RULING = {"type": "RulingMade", "kind": "note", "reason": "seen"}


def recorded(api, match, *facts):
    answer = api.post(f"/v1/matches/{match}/events", list(facts), role="referee")
    assert answer.status_code == 202, answer.json
    return answer.json


def test_a_match_is_opened_with_what_was_asked_and_shown_at_its_start(api):
    words = {
        "club": "vasa",
        "game": "swedish",
        "length": {"games": 5},
        "players": {"white": "Anna", "black": " Åke "},
        "check": "advisory",
        "stop": "when_decided",
        "options": {},
    }
    answer = api.post("/v1/matches", words, role="scorer")
    assert answer.status_code == 201
    assert answer.headers["Location"] == f"/v1/matches/{answer.json['id']}"
    assert answer.json | words == answer.json | {"players": {"white": "Anna", "black": " Åke "}}
    shown = api.get(answer.headers["Location"])
    assert shown.json == answer.json | {"players": {"white": "Anna", "black": "Åke"}}
    assert (shown.json["version"], shown.json["judged_version"], shown.json["phase"]) == (0, 0, "opening")
    assert shown.headers["ETag"] == '"v0-j0"'


def test_check_and_stop_have_defaults(api):
    state = api.get(f"/v1/matches/{api.friendly()}").json
    assert (state["check"], state["stop"], state["options"]) == ("strict", "all_games", {})


def test_one_fact_and_a_list_of_facts_are_numbered_on(api):
    match = api.friendly()
    one = api.post(f"/v1/matches/{match}/events", OPENING, role="scorer")
    assert one.status_code == 202
    assert [event["version"] for event in one.json["events"]] == [1]
    two = api.post(f"/v1/matches/{match}/events", [DICE, MOVED], role="scorer")
    assert [(event["version"], event["type"]) for event in two.json["events"]] == [
        (2, "DiceRolled"),
        (3, "CheckersMoved"),
    ]
    assert two.json["events"][1]["moves"] == MOVED["moves"]
    assert two.json["verdicts"] == []
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT[\d:.]+Z", two.json["events"][0]["recorded_at"])
    assert two.headers["Location"] == f"/v1/matches/{match}/events?after=1&limit=2"


def test_facts_come_as_lines_too(api):
    match = api.friendly()
    lines = "".join(f"{json.dumps(fact)}\n" for fact in (OPENING, DICE, MOVED)) + "\n"
    answer = api.post(f"/v1/matches/{match}/events", role="scorer", data=lines, content_type="application/x-ndjson")
    assert answer.status_code == 202
    assert [event["version"] for event in answer.json["events"]] == [1, 2, 3]


@pytest.mark.parametrize(
    "path", some(sorted(MATCHES.glob("*.json")), MATCHES / "seven_games.json"), ids=lambda path: path.stem
)
def test_every_recorded_match_can_be_sent_in_batches(api, path):
    facts = json.loads(path.read_text())["events"]
    match = api.friendly(length={"games": json.loads(path.read_text())["games"]})
    for start in range(0, len(facts), 1000):
        recorded(api, match, *facts[start : start + 1000])
    lines = api.get(f"/v1/matches/{match}/events", headers={"Accept": "application/x-ndjson"}).get_data(as_text=True)
    logged = [json.loads(line) for line in lines.splitlines()]
    assert [{name: event[name] for name in fact} for event, fact in zip(logged, facts, strict=True)] == facts
    assert verify(logged).broken_at is None


def test_pages_of_a_log_lead_from_one_to_the_next(api):
    match = api.friendly()
    recorded(api, match, OPENING, *[RULING] * 6)
    seen, path = [], f"/v1/matches/{match}/events?limit=3"
    while path:
        answer = api.get(path)
        assert len(answer.json["events"]) <= 3
        seen += [event["version"] for event in answer.json["events"]]
        path = re.search(r"<(.*)>; rel=\"next\"", answer.headers.get("Link", "<>"))
        path = path and path[1]
    assert seen == [1, 2, 3, 4, 5, 6, 7]


def test_a_page_begins_after_a_version_and_shows_each_fact_with_its_verdict(api):
    match = api.friendly()
    recorded(api, match, OPENING, DICE, MOVED)
    events = api.get(f"/v1/matches/{match}/events?after=2").json["events"]
    assert [(event["version"], event["verdict"]) for event in events] == [(3, None)]
    assert api.get(f"/v1/matches/{match}/events?after=99").json == {"events": []}
    assert [event["version"] for event in api.get(f"/v1/matches/{match}/events?after=-1&limit=1").json["events"]] == [0]


def test_a_page_has_a_thousand_facts_at_most_and_names_the_next(api):
    match = api.friendly()
    for _ in range(2):
        recorded(api, match, *[RULING] * 501)
    for asked in ("", "?limit=1000", "?limit=5000"):
        page = api.get(f"/v1/matches/{match}/events{asked}")
        assert len(page.json["events"]) == 1000
        assert "after=1000" in page.headers["Link"]
    assert api.get(f"/v1/matches/{match}/events?limit=0").json["errors"].keys() == {"limit"}


def test_a_state_can_be_asked_as_of_any_version(api):
    match = api.friendly()
    recorded(api, match, OPENING, DICE, MOVED)
    assert api.get(f"/v1/matches/{match}").json["judged_version"] == 0
    then = api.get(f"/v1/matches/{match}?version=2")
    assert (then.json["phase"], then.json["dice"], then.headers["ETag"]) == ("move", [6, 2], '"v2-j2"')
    assert api.get(f"/v1/matches/{match}?version=3").json["position"]["white"]["points"] == {"1": 14, "9": 1}
    assert api.get(f"/v1/matches/{match}?version=4").status_code == 404
    assert api.get(f"/v1/matches/{match}?version=x").json["errors"].keys() == {"version"}


def test_a_state_that_has_not_changed_is_not_sent_again(api):
    match = api.friendly()
    etag = api.get(f"/v1/matches/{match}").headers["ETag"]
    again = api.get(f"/v1/matches/{match}", headers={"If-None-Match": etag})
    assert (again.status_code, again.data) == (304, b"")
    recorded(api, match, OPENING)
    assert api.get(f"/v1/matches/{match}", headers={"If-None-Match": etag}).status_code == 200


def test_a_ruling_needs_a_referee_wherever_it_stands_in_a_batch(api):
    match, before = api.friendly(), api.everything_written()
    answer = api.post(f"/v1/matches/{match}/events", [OPENING, RULING], role="scorer")
    assert (answer.status_code, answer.json["code"]) == (403, "forbidden")
    assert api.everything_written() == before | {match: 0}
    assert api.post(f"/v1/matches/{match}/events", [OPENING, RULING], role="referee").status_code == 202


def test_an_ending_that_the_game_does_not_know_is_named_by_its_place(api):
    match = api.friendly()
    facts = [OPENING, {"type": "GameResigned", "by": "white", "outcome": "gammon"}]
    answer = api.post(f"/v1/matches/{match}/events", facts, role="scorer")
    assert answer.status_code == 422
    assert answer.json["errors"].keys() == {"events.1.outcome"}
    assert "jan" in answer.json["errors"]["events.1.outcome"][0]


# ── export and import ────────────────────────────────────────────────────────────────────────────────────────────────
def exported(api, match):
    return api.get(f"/v1/matches/{match}.ndjson").get_data(as_text=True)


def imported(api, text, club="vasa", role="organiser"):
    return api.post(
        f"/v1/matches/import?club={club}", role=role, data=text.encode(), content_type="application/x-ndjson"
    )


def test_an_export_begins_with_the_opening_and_proves_itself(api):
    match = api.friendly()
    recorded(api, match, OPENING, DICE, MOVED)
    lines = [json.loads(line) for line in exported(api, match).splitlines()]
    assert [(line["version"], line["type"]) for line in lines] == [
        (0, "MatchOpened"),
        (1, "OpeningRolled"),
        (2, "DiceRolled"),
        (3, "CheckersMoved"),
    ]
    assert verify(lines).broken_at is None
    transcript = api.get(f"/v1/matches/{match}/transcript.ndjson")
    assert transcript.get_data(as_text=True) == exported(api, match)
    assert transcript.mimetype == "application/x-ndjson"


def test_an_exported_match_comes_back_under_its_own_id_with_its_own_hashes(api, restarted):
    match = api.friendly()
    recorded(api, match, OPENING, DICE, MOVED, RULING)
    text = exported(api, match)
    api.deps.client.flushall()
    api = restarted()
    api.found()
    answer = imported(api, text)
    assert (answer.status_code, answer.json["id"], answer.json["version"]) == (201, match, 4)
    assert exported(api, match) == text
    assert imported(api, text).json["code"] == "refused"


@pytest.mark.parametrize(
    ("change", "path"),
    [
        (lambda lines: lines[2].update(dice=[6, 3]), "events.2"),
        (lambda lines: lines[2].update(dice=[6, 7]), "events.2.dice.1"),
        (lambda lines: lines[2].update(dice=[6.0, 2]), "events.2"),
        (lambda lines: lines[2].update(colour="red"), "events.2.colour"),
        (lambda lines: lines[2].update(schema=2), "events.2.schema"),
        (lambda lines: lines[2].pop("prev_hash"), "events.2.prev_hash"),
        (lambda lines: lines[2].update(recorded_at="yesterday"), "events.2.recorded_at"),
        (lambda lines: lines[2].update(stream="m_other:log"), "events.2.stream"),
        (lambda lines: lines[0].update(club="huk"), "events.0"),
        (lambda lines: lines[0].update(player_ids={"red": "p_1"}), "events.0.player_ids"),
        (lambda lines: lines[0].update(type="ClubFounded"), "events.0.type"),
        (lambda lines: lines.pop(1), "events.1"),
        (lambda lines: lines.pop(0), "events"),
    ],
)
def test_an_altered_export_is_refused_and_the_place_named(api, change, path):
    match = api.friendly()
    recorded(api, match, OPENING, DICE, MOVED)
    lines = [json.loads(line) for line in exported(api, match).splitlines()]
    change(lines)
    before = api.everything_written()
    answer = imported(api, "\n".join(map(json.dumps, lines)))
    assert answer.status_code == 422
    assert any(error.startswith(path) for error in answer.json["errors"]), answer.json
    assert api.everything_written() == before


def test_a_match_of_another_club_is_not_taken_in(api):
    api.found("huk")
    match = api.friendly()
    assert imported(api, exported(api, match), club="huk", role="huk organiser").status_code == 422
    assert imported(api, exported(api, match), club="huk").status_code == 404


def test_only_our_own_lines_are_taken_in(api):
    answer = api.post("/v1/matches/import?club=vasa", data=b"; [Site]", content_type="text/plain")
    assert (answer.status_code, answer.headers["Accept-Post"]) == (415, "application/x-ndjson, text/x-mat")
    assert imported(api, "").status_code == 422
