"""Many who write to one tournament at the same moment: all succeed, or are told to come again."""

import threading

import pytest

from core.errors import VersionConflict
from service.handlers import retry
from service.repository import Repository
from tests.support.problems import is_problem
from tests.web.tournament.test_rounds import WON, play, started

WRITERS = 16


def at_once(api, *requests):
    """The answers to (path, body, headers), all sent in the same moment."""
    ready, answers = threading.Barrier(len(requests)), [None] * len(requests)

    def ask(place, path, body, headers):
        client = api.client.application.test_client()
        ready.wait()
        headers = {"Authorization": f"Bearer {api.tokens['organiser']}", **headers}
        answers[place] = client.post(path, json=body, headers=headers)

    threads = [threading.Thread(target=ask, args=(place, *request)) for place, request in enumerate(requests)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


def events(api, path, kind):
    return [event for event in api.get(f"{path}/events", "organiser").json["events"] if event["type"] == kind]


# ── the same, by one key ─────────────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("version", [False, True])
def test_one_key_sent_at_once_is_answered_as_the_first_time(api, judge, version):
    path = started(api)
    play(api, path, judge, 1)
    seen = {"If-Match": api.get(path).headers["ETag"]} if version else {}
    answers = at_once(api, *[(f"{path}/rounds", {}, {"Idempotency-Key": "k", **seen})] * WRITERS)
    assert [answer.status_code for answer in answers] == [201] * WRITERS
    assert len({answer.data for answer in answers}) == 1
    assert [event["round"] for event in events(api, path, "RoundPaired")] == [1, 2]


def test_a_key_that_lost_the_race_to_decide_is_answered_as_the_one_that_won(api, judge, monkeypatch):
    """Another request with the same key pairs the round after this one has looked for its key."""
    path = started(api)
    play(api, path, judge, 1)
    look, first = Repository.tournament, []

    def overtaken(repository, tournament, **how):
        if len(first) == 0:
            first.append(None)
            first[0] = api.post(f"{path}/rounds", {}, headers={"Idempotency-Key": "k"})
        return look(repository, tournament, **how)

    monkeypatch.setattr(Repository, "tournament", overtaken)
    answer = api.post(f"{path}/rounds", {}, headers={"Idempotency-Key": "k"})
    assert (answer.status_code, answer.json) == (201, first[0].json)
    assert answer.headers["Idempotent-Replayed"] == "true"


def test_a_key_for_a_round_that_was_there_pairs_none_later(api, judge, restarted):
    path = started(api)
    first = api.post(f"{path}/rounds", {}, headers={"Idempotency-Key": "k"})
    assert first.status_code == 200
    play(api, path, judge, 1)
    for by in (api, restarted()):
        again = by.post(f"{path}/rounds", {}, headers={"Idempotency-Key": "k"})
        assert (again.status_code, again.json) == (200, first.json)
        assert again.headers["Idempotent-Replayed"] == "true"
    assert api.post(f"{path}/rounds", {}, headers={"Idempotency-Key": "k2"}).status_code == 201


# ── different writes ─────────────────────────────────────────────────────────────────────────────────────────────────
def test_different_writes_at_once_all_succeed(api):
    names = [f"P{number:02}" for number in range(2 * WRITERS)]
    path = started(api, names)
    rows = zip(names[::2], names[1::2], strict=True)
    body = {"hard": False, "reason": "so"}
    answers = at_once(api, *[(f"{path}/avoidances", {**body, "pairs": [list(row)]}, {}) for row in rows])
    assert [answer.status_code for answer in answers] == [200] * WRITERS
    assert len(events(api, path, "PairsAvoided")) == WRITERS


def test_a_clubs_list_takes_what_many_write_at_once(api):
    path = "/v1/clubs/vasa/players"
    answers = at_once(api, *[(path, [f"P{number}"], {}) for number in range(2 * WRITERS)])
    assert [answer.status_code for answer in answers] == [201] * 2 * WRITERS
    assert api.get(path).json["total"] == 2 * WRITERS


def test_players_sent_at_once_by_one_key_are_on_the_list_once(api):
    path = "/v1/clubs/vasa/players"
    answers = at_once(api, *[(path, ["Anna"], {"Idempotency-Key": "k"})] * WRITERS)
    assert {(answer.status_code, answer.data) for answer in answers} == {(201, answers[0].data)}
    assert api.get(path).json["total"] == 1


def overtake_always(api, monkeypatch):
    def moved(stream, *_args, expected=None, **_options):
        raise VersionConflict(stream, expected or 0, (expected or 0) + 1)

    monkeypatch.setattr(retry, "SECONDS", 0.05)
    monkeypatch.setattr(api.deps.log, "append", moved)


def test_a_request_that_is_always_overtaken_is_told_to_try_again(api, monkeypatch):
    path, friendly = started(api), f"/v1/matches/{api.friendly()}/events"
    rolled = [{"type": "OpeningRolled", "white": 2, "black": 5}, {"type": "DiceRolled", "by": "white", "dice": [6, 4]}]
    assert api.post(friendly, rolled, role="scorer").status_code == 202
    match = api.get(path).json["rounds"][0]["matches"][0]["id"]
    overtake_always(api, monkeypatch)
    for part, body in (("withdrawals", {"player": "Anna"}), ("results", {"match": match, "results": WON})):
        answer = api.post(f"{path}/{part}", body)
        is_problem(answer, 503, "busy")
        assert answer.headers["Retry-After"] == "1"
    written = {"type": "CheckersMoved", "by": "white", "moves": "1/7 1/5"}
    is_problem(api.post(friendly, written, role="scorer"), 503, "busy")
    is_problem(api.post("/v1/clubs/vasa/people", {"role": "scorer", "name": "Anna"}), 503, "busy")
    is_problem(api.post("/v1/clubs/vasa/players", ["Bodil"]), 503, "busy")
