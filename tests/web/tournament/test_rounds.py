"""Rounds through the API: paired exactly once, drafted, by hand, taken back; avoidance; the end; who sees what."""

import json
import threading

import pytest

from tests.web.tournament.test_entries import announced

WON = [{"winner": "white", "outcome": "bearing_off"}] * 3
NAMES = ["Anna", "Bo", "Cilla", "Dag", "Eva", "Fia"]


def started(api, names=NAMES, **more):
    """The address of a Swiss that has started."""
    path = announced(api, **{"settings": {"rounds": 3}, **more})
    assert api.post(f"{path}/entries?register=1", list(names)).status_code == 201
    answer = api.post(f"{path}/start", {"seed": "midsummer"})
    assert answer.status_code == 200, answer.json
    return path


def play(api, path, judge, number, but=0):
    """Report the matches of a round, but for the last so many of them."""
    matches = next(round_ for round_ in api.get(path, "organiser").json["rounds"] if round_["round"] == number)[
        "matches"
    ]
    for match in matches[: len(matches) - but]:
        assert api.post(f"{path}/results", {"match": match["id"], "results": WON}).status_code == 202
    judge()
    return [match["id"] for match in matches]


def pairs(words, number):
    return [(match["white"]["name"], match["black"]["name"]) for match in words["rounds"][number - 1]["matches"]]


# ── exactly once ─────────────────────────────────────────────────────────────────────────────────────────────────────
def test_a_round_is_paired_when_the_one_before_is_played(api, judge):
    path = started(api)
    again = api.post(f"{path}/rounds", {})
    assert (again.status_code, len(again.json["rounds"])) == (200, 1)
    *_, last = play(api, path, judge, 1, but=1)
    refused = api.post(f"{path}/rounds", {})
    assert (refused.status_code, last in refused.json["detail"]) == (409, True)
    assert api.post(f"{path}/rounds", {"round": 1}).status_code == 200
    api.post(f"{path}/results", {"match": last, "results": WON})
    judge()
    assert api.post(f"{path}/rounds", {"round": 3}).status_code == 409
    answer = api.post(f"{path}/rounds", {"round": 2})
    assert (answer.status_code, len(answer.json["rounds"])) == (201, 2)
    assert api.get(f"/v1/matches/{answer.json['rounds'][1]['matches'][0]['id']}").json["round"] == 2


def test_a_round_whose_results_all_wait_to_be_confirmed_is_waited_for(api, judge):
    path = started(api, confirm=True)
    matches = play(api, path, judge, 1)
    refused = api.post(f"{path}/rounds", {})
    assert refused.status_code == 409
    for match in matches:
        assert match in refused.json["detail"]
    assert refused.json["detail"].count("reported and not confirmed") == len(matches)


@pytest.mark.parametrize("body", [{}, {"round": 2}])
def test_eight_directors_at_once_pair_one_round(api, judge, body):
    path = started(api)
    play(api, path, judge, 1)
    ready, answers = threading.Barrier(8), []

    def ask():
        client = api.client.application.test_client()
        ready.wait()
        headers = {"Authorization": f"Bearer {api.tokens['organiser']}"}
        answers.append(client.post(f"{path}/rounds", json=body, headers=headers))

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answer.status_code for answer in answers) == [200] * 7 + [201]
    assert {len(answer.json["rounds"]) for answer in answers} == {2}
    events = api.get(f"{path}/events", "organiser").json["events"]
    assert [event["round"] for event in events if event["type"] == "RoundPaired"] == [1, 2]


def test_a_repeated_key_pairs_nothing_anew(api, judge):
    path = started(api)
    play(api, path, judge, 1)
    sent = [api.post(f"{path}/rounds", {}, headers={"Idempotency-Key": "k"}) for _ in range(2)]
    assert [each.status_code for each in sent] == [201, 201]
    assert (sent[0].json, sent[1].headers["Idempotent-Replayed"]) == (sent[1].json, "true")


def test_a_stale_version_pairs_nothing(api, judge):
    path = started(api)
    play(api, path, judge, 1)
    assert api.post(f"{path}/rounds", {}, headers={"If-Match": '"v1"'}).status_code == 412


# ── drafts ───────────────────────────────────────────────────────────────────────────────────────────────────────────
def test_a_draft_is_seen_and_played_once_it_is_published(api):
    path = started(api, drafts=True, published=True)
    draft = api.get(path, "referee").json["rounds"][0]
    match = draft["matches"][0]["id"]
    assert draft["draft"] is True
    for role in (None, "viewer", "scorer"):
        assert api.get(path, role).json["rounds"] == []
        assert api.get(f"{path}/matches", role).json["matches"] == []
        assert api.get(f"{path}/bracket", role).json["rounds"] == []
        assert api.get(f"{path}/tables", role).json["waiting"] == []
        assert match not in api.get(f"{path}/standings", role).get_data(as_text=True)
        text = api.get(f"{path}/events", role, headers={"Accept": "application/x-ndjson"}).get_data(as_text=True)
        last = json.loads(text.splitlines()[-1])
        assert (last.keys(), match in text) == ({"stream", "version", "withheld"}, False)
    assert api.get(f"/v1/matches/{match}").status_code == 404
    assert api.post(f"{path}/results", {"match": match, "results": WON}).status_code in (404, 409)
    assert api.post(f"{path}/rounds/2/publish").status_code == 404
    answer = api.post(f"{path}/rounds/1/publish")
    assert (answer.status_code, answer.json["rounds"][0]["draft"]) == (200, False)
    assert api.get(f"/v1/matches/{match}", None).status_code == 200
    assert api.get(path, None).json["rounds"] == answer.json["rounds"]
    events = api.get(f"{path}/events", None).json["events"]
    assert events == api.get(f"{path}/events", "organiser").json["events"]


# ── by hand, and taken back ──────────────────────────────────────────────────────────────────────────────────────────
def test_a_director_pairs_a_round_by_hand(api):
    path = started(api)
    (a, b), (c, d), (e, f) = pairs(api.get(path).json, 1)
    body = {"pairs": [[a, c], [b, d], [e, f]], "reason": "they share a car"}
    answer = api.post(f"{path}/rounds/1/pairings", body)
    assert answer.status_code == 200, answer.json
    assert sorted(pairs(answer.json, 1)) == sorted([(a, c), (b, d), (e, f)])
    new = next(match for match in answer.json["rounds"][0]["matches"] if match["white"]["name"] == a)
    assert api.get(f"/v1/matches/{new['id']}").json["players"] == {"white": a, "black": c}
    voided = [event for event in api.get(f"{path}/events").json["events"] if event["type"] == "PairingsVoided"]
    assert [each["reason"] for each in voided] == ["they share a car"]


def test_a_rematch_by_hand_needs_force(api, judge):
    path = started(api)
    play(api, path, judge, 1)
    api.post(f"{path}/rounds", {})
    rows = [list(row) for row in pairs(api.get(path).json, 1)]
    body = {"pairs": rows, "reason": "so"}
    refused = api.post(f"{path}/rounds/2/pairings", body)
    assert (refused.status_code, "met in round 1" in refused.json["detail"]) == (409, True)
    assert api.post(f"{path}/rounds/2/pairings", {**body, "force": True}).status_code == 200


@pytest.mark.parametrize(
    ("body", "paths"),
    [
        ({"pairs": [["Anna", "Bo"], ["Cilla", "Nobody"]], "reason": "so"}, {"pairs.1.1"}),
        ({"pairs": [["Anna", "Bo"]], "reason": "so"}, {"pairs"}),
        ({"pairs": [["Anna", "Bo", "Cilla"]], "reason": "so"}, {"pairs.0"}),
        (
            {"pairs": [["Anna", "Bo"], ["Cilla", "Dag"], ["Eva", "Anna"]], "bye": "Fia", "reason": "so"},
            {"pairs.0.0", "pairs.2.1"},
        ),
        ({"pairs": []}, {"reason"}),
        ({"reason": "so"}, {"pairs"}),
    ],
)
def test_everything_wrong_with_a_round_by_hand_is_named(api, body, paths):
    path = started(api)
    answer = api.post(f"{path}/rounds/1/pairings", body)
    assert (answer.status_code, set(answer.json["errors"])) == (422, paths), answer.json


def test_a_round_without_a_begun_match_is_taken_back_and_paired_again(api, judge):
    path = started(api)
    before = api.get(path).json["rounds"]
    answer = api.post(f"{path}/rounds/1/unpair", {"reason": "Gun was overlooked"})
    assert (answer.status_code, answer.json["rounds"]) == (200, [])
    judge()
    assert api.get(path).json["rounds"] == []
    assert api.post(f"{path}/rounds", {}).json["rounds"] == before
    play(api, path, judge, 1, but=2)
    assert api.post(f"{path}/rounds/1/unpair", {"reason": "so"}).status_code == 409
    assert api.post(f"{path}/rounds/1/unpair", {}).status_code == 422


def roll(api, path, judge, names):
    """Record the opening roll of a match of round 1; its id."""
    (match,) = [each["id"] for each in api.get(path).json["rounds"][0]["matches"] if each["white"]["name"] == names[0]]
    sent = api.post(f"/v1/matches/{match}/events", {"type": "OpeningRolled", "white": 6, "black": 1}, role="scorer")
    assert sent.status_code == 202, sent.json
    return match


@pytest.mark.parametrize("judged", [True, False])
def test_a_round_in_play_is_not_taken_back_and_the_refusal_names_what_has_begun(api, judge, judged):
    path = started(api)
    (a, b), *_ = pairs(api.get(path).json, 1)
    match = roll(api, path, judge, (a, b))
    if judged:
        judge()
    written = api.everything_written()
    answer = api.post(f"{path}/rounds/1/unpair", {"reason": "Gun was overlooked"})
    assert (answer.status_code, f"{match} ({a} – {b})" in answer.json["detail"]) == (409, True), answer.json
    assert api.everything_written() == written


def test_a_match_in_play_keeps_its_players_when_the_round_is_paired_by_hand(api, judge):
    path = started(api)
    (a, b), (c, d), (e, f) = pairs(api.get(path).json, 1)
    match = roll(api, path, judge, (a, b))
    written = api.everything_written()
    body = {"pairs": [[a, c], [b, d], [e, f]], "reason": "they share a car", "force": True}
    answer = api.post(f"{path}/rounds/1/pairings", body)
    assert (answer.status_code, f"{match} ({a} – {b})" in answer.json["detail"]) == (409, True), answer.json
    assert api.everything_written() == written
    kept = api.post(f"{path}/rounds/1/pairings", {**body, "pairs": [[a, b], [c, e], [d, f]]})
    assert kept.status_code == 200, kept.json
    assert match in [each["id"] for each in kept.json["rounds"][0]["matches"]]


@pytest.mark.parametrize("first", ["refused", "voided", "taken back"])
def test_a_match_has_not_begun_by_what_does_not_count(api, judge, first):
    path = started(api)
    match = api.get(path).json["rounds"][0]["matches"][0]["id"]
    if first == "refused":
        facts = [({"type": "DiceRolled", "by": "white", "dice": [6, 4]}, "scorer")]
    else:
        undo = {
            "voided": ({"type": "RulingMade", "kind": "void", "reason": "elsewhere", "from_version": 1}, "referee"),
            "taken back": ({"type": "FactsTakenBack", "from_version": 1, "to_version": 1}, "scorer"),
        }
        facts = [({"type": "OpeningRolled", "white": 6, "black": 1}, "scorer"), undo[first]]
    for fact, role in facts:
        assert api.post(f"/v1/matches/{match}/events", fact, role=role).status_code == 202
    judge()
    assert api.post(f"{path}/rounds/1/unpair", {"reason": "Gun was overlooked"}).status_code == 200


# ── kept apart ───────────────────────────────────────────────────────────────────────────────────────────────────────
def test_who_is_kept_apart_is_known_to_the_desk_alone(api):
    path = announced(api, published=True)
    api.post(f"{path}/entries?register=1", NAMES)
    body = {"pairs": [["Bo", "Anna"]], "hard": True, "reason": "they quarrelled"}
    answer = api.post(f"{path}/avoidances", body)
    assert answer.status_code == 200, answer.json
    (row,) = answer.json["avoidances"]
    assert ({player["name"] for player in row["players"]}, row["hard"]) == ({"Anna", "Bo"}, True)
    assert api.get(f"{path}/avoidances", "referee").json == answer.json
    assert api.get(f"{path}/avoidances", "scorer").status_code == 403
    for role in (None, "viewer", "scorer"):
        for part in ("", "/events", "/matches", "/standings"):
            assert "quarrel" not in api.get(f"{path}{part}", role).get_data(as_text=True)
        last = api.get(f"{path}/events", role).json["events"][-1]
        assert last == {"stream": path.rpartition("/")[2], "version": last["version"], "withheld": True}
    freed = api.post(f"{path}/avoidances", {"pairs": [["Anna", "Bo"]], "allow": True})
    assert (freed.status_code, freed.json["avoidances"]) == (200, [])


@pytest.mark.parametrize(
    ("body", "paths"),
    [
        ({"pairs": [["Anna", "Bo"]]}, {"hard"}),
        ({"pairs": [["Anna", "Bo"]], "allow": True, "hard": True}, {"hard"}),
        ({"pairs": [["Anna", "Bo"]], "allow": True}, {"pairs.0"}),
        ({"pairs": [["Anna", "Anna"]], "hard": True}, {"pairs.0"}),
        ({"pairs": [["Anna", "X"], ["Y", "Bo"]], "hard": True}, {"pairs.0.1", "pairs.1.0"}),
        ({"pairs": [], "hard": True}, {"pairs"}),
    ],
)
def test_everything_wrong_with_an_avoidance_is_named(api, body, paths):
    path = announced(api)
    api.post(f"{path}/entries?register=1", NAMES)
    answer = api.post(f"{path}/avoidances", body)
    assert (answer.status_code, set(answer.json["errors"])) == (422, paths), answer.json


# ── the end, and who may look ────────────────────────────────────────────────────────────────────────────────────────
def test_a_director_ends_a_tournament(api):
    path = started(api)
    answer = api.post(f"{path}/end", {"reason": "the hall closes"})
    assert (answer.status_code, answer.json["status"]) == (200, "finished")
    assert api.post(f"{path}/end", {"reason": "again"}).status_code == 409
    assert api.post(f"{path}/rounds", {}).status_code == 409


def test_publication_opens_and_closes_everything_at_once(api, restarted):
    path = started(api)
    match = api.get(path).json["rounds"][0]["matches"][0]["id"]
    places = (
        path,
        f"{path}/standings",
        f"{path}/events",
        f"{path}/stream",
        f"/v1/matches/{match}",
        f"/v1/matches/{match}/stream",
    )
    other = restarted()
    for published, status in ((True, 200), (False, 401), (True, 200)):
        answer = api.post(f"{path}/publication", {"published": published})
        assert (answer.status_code, answer.json["published"]) == (200, published)
        for place in places:
            assert api.get(place, None).status_code == status
            assert other.get(place, None).status_code == status
    again = api.post(f"{path}/publication", {"published": True})
    assert again.json["version"] == answer.json["version"]
