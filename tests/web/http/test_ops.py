"""For those who run the service: alive, ready, measured."""

import re

import pytest

from service.bootstrap import load_or_create_secret
from service.copies.follower import Follower
from service.store.server.free_space import FreeSpace, Room
from service.web.http import telemetry


@pytest.fixture
def api(unfounded):
    """The API with a club that was founded just now: how long facts have waited is read from the store's own times."""
    unfounded.found()
    return unfounded


def test_the_health_of_a_process_asks_no_other_process(api):
    answer = api.get("/healthz", role=None)
    assert (answer.status_code, answer.json) == (200, {"status": "ok"})


def test_without_a_worker_the_service_is_not_ready(api):
    api.friendly()
    answer = api.get("/readyz", role=None)
    assert (answer.status_code, answer.json["status"], answer.json["store"]) == (503, "not ready", "ok")
    assert "no worker" in answer.json["workers"]
    assert answer.json["unjudged"] == 2


def test_with_store_and_workers_the_service_is_ready(api, judging):
    with judging():
        answer = api.get("/readyz", role=None)
    assert (answer.status_code, answer.json["status"], answer.json["workers"]) == (200, "ready", "ok")


def test_a_disk_that_will_be_full_within_the_hour_is_told_and_the_service_is_ready(api, judging, tmp_path, monkeypatch):
    space = FreeSpace(tmp_path)
    monkeypatch.setattr(space, "room", lambda: Room(90 << 20, 2430))
    api.keeps_on(space)
    with judging():
        answer = api.get("/readyz", role=None)
    assert (answer.status_code, answer.json["status"]) == (200, "ready")
    assert "will be full in about 40 min" in answer.json["disk"]
    assert "brade_room_bytes 9.437184e+07" in api.get("/metrics").get_data(as_text=True)


def test_a_service_whose_disk_is_full_is_not_ready_and_says_that_it_is_the_disk(api, judging, tmp_path):
    with judging():
        assert api.get("/readyz", role=None).json["disk"] == "ok"
        api.keeps_on(FreeSpace(tmp_path, least=1 << 60))
        answer = api.get("/readyz", role=None)
    assert (answer.status_code, answer.json["store"], answer.json["workers"]) == (503, "ok", "ok")
    assert answer.json["disk"].startswith(f"the disk of {tmp_path} has ")


def test_a_second_copy_that_is_away_is_told_and_the_service_is_ready(api, store, judging, tmp_path):
    copying = Follower(store.url, tmp_path / "stick", lambda _: None)
    with judging():
        copying.look()
        answer = api.get("/readyz", role=None)
        assert (answer.status_code, answer.json["status"]) == (200, "ready")
        assert answer.json["copies"] == {str(tmp_path / "stick"): "nothing is copied: the folder is not there"}
        assert "brade_copies_behind 1.0" in api.get("/metrics").get_data(as_text=True)
        (tmp_path / "stick").mkdir()
        copying.look()
        assert api.get("/readyz", role=None).json["copies"] == {str(tmp_path / "stick"): "ok"}
        assert "brade_copies_behind 0.0" in api.get("/metrics").get_data(as_text=True)
    copying.close()
    assert api.get("/readyz", role=None).json["copies"] == {}


def test_measurements_count_requests_by_rule_and_never_by_name(api, monkeypatch):
    telemetry._requests.cache_clear()
    monkeypatch.setattr(telemetry, "_counted", set())  # a process counts so many kinds: other tests have had theirs
    match = api.friendly()
    api.get(f"/v1/matches/{match}")
    api.get("/v1/nothing/at/all")
    page = api.get("/metrics", role=None).get_data(as_text=True)
    assert 'rule="/v1/matches/<match:match>",status="200"' in page
    assert 'rule="unknown",status="404"' in page
    assert match not in page
    assert re.search(r"^brade_unjudged_streams [1-9]", page, re.MULTILINE)
    assert "brade_shards_without_worker 16.0" in page
    assert "brade_store_up 1.0" in page


@pytest.mark.parametrize("name", ["session-key", "idempotency-key", "admin-token"])
def test_a_key_that_was_emptied_under_a_running_service_is_said(api, judging, name):
    path = api.deps.settings.data / name
    path.unlink(missing_ok=True)
    load_or_create_secret(api.deps.settings.data, name)
    with judging():
        api.get("/readyz", role=None)
        path.write_bytes(bytes(43))
        answer = api.get("/readyz", role=None)
        assert (answer.status_code, answer.json["secrets"].startswith(f"{path} is empty")) == (503, True)
        path.unlink()
        assert api.get("/readyz", role=None).json["secrets"] == "ok"
