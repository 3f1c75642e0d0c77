"""If-Match: no caller writes over a head that they have not seen."""

import threading

import pytest

ROLL = {"type": "DiceRolled", "by": "white", "dice": [6, 2]}
NOTE = {"type": "RulingMade", "kind": "note", "reason": "seen"}


@pytest.fixture
def match(api):
    """A match at version 3."""
    match = api.friendly()
    api.post(f"/v1/matches/{match}/events", [ROLL] * 3)
    return match


@pytest.mark.parametrize("said", ['"v3"', '"v3-j0"', '"v3-j2"', 'W/"v3"', "v3", "3", " 3 ", "*", '"x", "v3"'])
def test_the_version_that_is_there_lets_a_write_pass(api, match, said):
    answer = api.post(f"/v1/matches/{match}/events", ROLL, headers={"If-Match": said})
    assert (answer.status_code, answer.json["events"][0]["version"]) == (202, 4)


def test_the_etag_of_a_state_is_what_if_match_takes(api, match):
    for path in (f"/v1/matches/{match}", f"/v1/matches/{match}?version=3"):
        etag = api.get(path).headers["ETag"]
        answer = api.post(f"/v1/matches/{match}/events", [ROLL], headers={"If-Match": etag})
        assert answer.status_code == (202 if path.endswith(match) else 412)


@pytest.mark.parametrize(
    "said", ['"v2"', '"v4"', "2", '"v0-j0"', '"somebody-elses"', "nonsense", '"v3-j0', '"a", "b"', ""]
)
def test_any_other_version_is_stale_and_nothing_is_written(api, match, said):
    before = api.everything_written()
    answer = api.post(f"/v1/matches/{match}/events", ROLL, headers={"If-Match": said})
    assert (answer.status_code, answer.json["code"]) == (412, "version-conflict")
    assert answer.json["current_version"] == 3
    assert api.everything_written() == before


def test_several_versions_at_once_are_not_understood(api, match):
    answer = api.post(f"/v1/matches/{match}/events", ROLL, headers={"If-Match": '"v2", "v3"'})
    assert answer.status_code == 400


@pytest.mark.parametrize(
    ("path", "body"), [("entries", {"players": ["Late"]}), ("start", {}), ("withdrawals", {"player": "{player}"})]
)
def test_a_tournament_is_guarded_too(api, path, body):
    api.post("/v1/clubs/vasa/players", [{"name": "Late"}])
    tournament = api.tournament(2)
    shown = api.get(f"/v1/tournaments/{tournament}")
    body = {name: shown.json["entries"][0]["player"] if "{" in value else value for name, value in body.items()}
    before = api.everything_written()
    stale = api.post(f"/v1/tournaments/{tournament}/{path}", body, headers={"If-Match": '"v1"'})
    assert (stale.status_code, stale.json["current_version"]) == (412, shown.json["version"])
    assert api.everything_written() == before
    fresh = api.post(f"/v1/tournaments/{tournament}/{path}", body, headers={"If-Match": shown.headers["ETag"]})
    assert fresh.status_code < 300


def test_of_two_who_saw_the_same_version_one_writes(api, restarted):
    """Two processes, many rounds: each time exactly one of them wins, and the loser learns the new version."""
    match = api.friendly()
    both = [api, restarted()]
    for version in range(25):
        answers, start = [], threading.Barrier(2)

        def write(by, version=version, answers=answers, start=start):
            start.wait()
            answers.append(by.post(f"/v1/matches/{match}/events", NOTE, headers={"If-Match": f'"v{version}"'}))

        threads = [threading.Thread(target=write, args=(by,)) for by in both]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(answer.status_code for answer in answers) == [202, 412]
        lost = next(answer for answer in answers if answer.status_code == 412)
        assert lost.json["current_version"] == version + 1
    assert api.everything_written()[match] == 25


# ── waiting for verdicts ─────────────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("said", ["", "wait", "wait=", "wait=x", "wait=-1", "respond-async", "hurry=5", "await=5"])
def test_a_preference_that_is_not_understood_is_as_if_it_had_not_been_sent(api, match, said):
    answer = api.post(f"/v1/matches/{match}/events", ROLL, headers={"Prefer": said})
    assert (answer.status_code, answer.json["verdicts"]) == (202, [])
    assert "Preference-Applied" not in answer.headers


@pytest.mark.parametrize("said", ["wait=0", 'wait="0"', "respond-async, wait=0", "wait=0;x", "WAIT = 0"])
def test_a_wait_of_zero_seconds_is_answered_as_without_waiting(api, match, said):
    answer = api.post(f"/v1/matches/{match}/events", ROLL, headers={"Prefer": said})
    assert (answer.status_code, answer.json["verdicts"]) == (202, [])
    assert "Preference-Applied" not in answer.headers


def test_who_waits_is_answered_with_every_verdict(api, judging):
    match = api.friendly()
    with judging():
        facts = [{"type": "OpeningRolled", "white": 2, "black": 5}, ROLL, ROLL]
        answer = api.post(f"/v1/matches/{match}/events", facts, headers={"Prefer": "wait=99"})
    assert answer.status_code == 201
    assert answer.headers["Preference-Applied"] == "wait=10"
    assert [(verdict["version"], verdict["verdict"]) for verdict in answer.json["verdicts"]] == [
        (1, "accepted"),
        (2, "accepted"),
        (3, "refused"),
    ]
    assert answer.json["verdicts"][2]["rule"] == "M4"


def test_who_waits_for_a_reported_result_is_told_how_it_settles_the_match(api, judging):
    tournament = api.tournament(2)
    api.post(f"/v1/tournaments/{tournament}/start")
    body = {"match": f"{tournament}.1", "results": [{"winner": "black", "outcome": "jan"}] * 3}
    with judging():
        answer = api.post(f"/v1/tournaments/{tournament}/results", body, headers={"Prefer": "wait=10"})
    assert (answer.status_code, answer.json["winner"]) == (201, "black")
    assert answer.json["verdicts"][0]["match_settled"]["winner"] == "black"
