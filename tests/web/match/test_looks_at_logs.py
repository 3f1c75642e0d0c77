"""A request that only reads looks at the head of each log once; one that writes looks whenever it decides."""

from collections import Counter

import pytest

from service.store.log import RedisLog


@pytest.fixture
def looked(monkeypatch):
    """The number of looks at the head of each log."""
    looks = Counter()
    look = RedisLog.head

    def counted(log, stream):
        looks[stream] += 1
        return look(log, stream)

    monkeypatch.setattr(RedisLog, "head", counted)
    return looks


def test_a_stranger_who_reads_a_match_costs_a_look_at_its_tournament_and_at_its_club_that_hides_names(api, looked):
    cup = api.tournament(published=True)
    api.post(f"/v1/tournaments/{cup}/start")
    api.get(f"/v1/matches/{cup}.1", role=None)  # from now on the process knows how the match was opened
    looked.clear()
    assert api.get(f"/v1/matches/{cup}.1", role=None, headers={"Accept-Language": "sv"}).status_code == 200
    assert looked == {cup: 1, f"{cup}.1": 1, "c_vasa": 1}


def test_a_read_sees_what_another_process_wrote_since_the_last_request(api, restarted):
    cup, other = api.tournament(published=True), restarted()
    assert api.get(f"/v1/tournaments/{cup}").json["status"] == "open"
    assert other.post(f"/v1/tournaments/{cup}/start").status_code == 200
    assert api.get(f"/v1/tournaments/{cup}").json["status"] == "running"


def test_a_write_after_a_read_decides_on_what_another_process_wrote_meanwhile(api, restarted):
    cup, other = api.tournament(published=True), restarted()
    assert api.get(f"/v1/tournaments/{cup}").json["status"] == "open"
    assert other.post(f"/v1/tournaments/{cup}/start").status_code == 200
    assert api.post(f"/v1/tournaments/{cup}/start").status_code == 409


def test_facts_are_recorded_after_a_first_read_without_another_look_at_the_log(api, restarted, looked):
    match, other = api.friendly(), restarted()
    looked.clear()
    roll = {"type": "OpeningRolled", "white": 2, "black": 5}
    assert other.post(f"/v1/matches/{match}/events", roll, role="scorer").status_code == 202
    assert looked[match] == 1
