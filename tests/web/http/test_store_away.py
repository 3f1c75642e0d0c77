"""The store away, full, altered or busy: the answer says so, and when to come back."""

from unittest.mock import Mock

import pytest
from redis.exceptions import ResponseError

from service.store import keys
from service.store.log import StreamBusy
from service.store.server.durability import Durability
from service.store.server.free_space import FreeSpace
from tests.support.problems import is_problem
from tests.support.store import eventually

ROLL = {"type": "DiceRolled", "by": "white", "dice": [6, 2]}
CUP = {"name": "Cup", "game": "swedish", "length": {"games": 3}, "format": "round_robin"}
WRITES = [
    ("/v1/matches/{match}/events", ROLL),
    ("/v1/clubs/vasa/tournaments", CUP),
    ("/v1/clubs/vasa/players", [{"name": "Anna"}]),
    ("/v1/tournaments/{tournament}/start", {}),
]


@pytest.mark.parametrize(("path", "body"), WRITES, ids=[path for path, _ in WRITES])
def test_while_the_store_is_away_a_write_is_answered_with_when_to_come_back(api, no_store, restarted, path, body):
    path = path.format(match=api.friendly(), tournament=api.tournament(2))
    before = api.everything_written()
    pool = api.deps.client.connection_pool
    no_store()
    answer = api.post(path, body, role="operator", headers={"Idempotency-Key": "k"})
    is_problem(answer, 503, "store-away")
    assert int(answer.headers["Retry-After"]) >= 1
    api.deps.client.connection_pool = pool
    assert api.everything_written() == before
    again = api.post(path, body, role="operator", headers={"Idempotency-Key": "k"})
    assert again.status_code < 300
    assert "Idempotent-Replayed" not in again.headers


def test_while_the_store_is_away_rules_are_still_answered(api, no_store):
    no_store()
    assert api.get("/v1/games", role=None).status_code == 200
    answer = api.post("/v1/settlements", {"game": "swedish", "games": 3, "results": []}, role=None)
    assert answer.status_code == 200
    assert api.get("/healthz").status_code == 200
    assert api.get("/readyz").status_code == 503
    assert "brade_store_up 0.0" in api.get("/metrics").get_data(as_text=True)


@pytest.mark.parametrize(("path", "body"), WRITES, ids=[path for path, _ in WRITES])
def test_a_disk_without_room_is_called_a_full_disk_and_nothing_is_written(api, tmp_path, path, body):
    path = path.format(match=api.friendly(), tournament=api.tournament(2))
    before = api.everything_written()
    api.keeps_on(FreeSpace(tmp_path, least=1 << 60))
    answer = api.post(path, body, role="operator", headers={"Idempotency-Key": "k"})
    is_problem(answer, 503, "disk-full")
    assert answer.headers["Retry-After"] == "30"
    assert str(tmp_path) not in answer.get_data(as_text=True)
    assert api.everything_written() == before


def test_a_store_of_ones_own_whose_disk_is_full_is_called_so(api, monkeypatch):
    said = "MISCONF Errors writing to the AOF file: No space left on device"
    monkeypatch.setattr(api.deps.log, "append", Mock(side_effect=ResponseError(said)))
    is_problem(api.post("/v1/clubs/vasa/tokens", {"role": "viewer"}), 503, "disk-full")


def test_facts_are_refused_while_the_store_keeps_no_append_only_file_and_taken_again_when_it_does(api):
    match, client = api.friendly(), api.deps.client
    rolled, path = {"type": "OpeningRolled", "white": 5, "black": 2}, f"/v1/matches/{match}/events"
    before = api.everything_written()
    client.config_set("appendonly", "no")
    try:
        api.kept_by(Durability(client))
        answer = api.post(path, rolled, role="scorer")
        is_problem(answer, 503, "nothing-kept")
        assert answer.headers["Retry-After"] == "30"
        assert api.everything_written() == before
        assert api.get(f"/v1/matches/{match}").status_code == 200
    finally:
        client.config_set("appendonly", "yes")
    eventually(lambda: api.post(path, rolled, role="scorer").status_code == 202, 5, "the fact")


def test_a_log_with_an_entry_behind_its_end_is_called_altered_and_other_logs_go_on(api):
    match, other = api.friendly(), api.friendly()
    place = keys.log(match)
    (_, fields) = api.deps.client.xrevrange(place, count=1)[0]
    api.deps.client.xadd(place, fields, id="7-0")
    before = api.everything_written()
    rolled = {"type": "OpeningRolled", "white": 5, "black": 2}
    answer = api.post(f"/v1/matches/{match}/events", rolled, role="scorer")
    is_problem(answer, 503, "log-altered")
    assert match in answer.json["detail"]
    assert "Retry-After" not in answer.headers
    assert api.everything_written() == before
    assert api.post(f"/v1/matches/{other}/events", rolled, role="scorer").status_code == 202


def test_a_stream_that_others_write_all_the_time_may_be_tried_again(api, monkeypatch):
    def busy(*_args, **_options):
        raise StreamBusy("m_1")

    monkeypatch.setattr(api.deps.log, "append", busy)
    answer = api.post("/v1/clubs/vasa/tokens", {"role": "viewer"})
    is_problem(answer, 503, "store-away")
    assert answer.headers["Retry-After"] == "1"
