"""The club with which tests begin is loaded from a copy of the store: all is there that founding it wrote."""

import pytest

from core.club.club import ROLES
from tests.support.snapshots import Snapshots, TestClock


def content(client):
    """Everything in the store."""
    reads = {b"string": client.get, b"hash": client.hgetall, b"stream": client.xrange}
    return {key: (reads[client.type(key)](key), client.ttl(key)) for key in client.scan_iter()}


def test_a_loaded_club_is_as_founding_makes_it(unfounded, store):
    snapshots, clock = Snapshots(store.client), TestClock()
    assert snapshots.load("vasa", unfounded.deps.clock, unfounded.found) == "vasa"
    founded = content(store.client)
    assert len(founded) > 3
    store.client.flushall()
    assert snapshots.load("vasa", clock) == "vasa"
    assert content(store.client) == founded
    assert clock.now == unfounded.deps.clock.now


def test_every_role_comes_in_to_a_loaded_club(api, restarted):
    for each in (api, restarted()):
        assert [each.get("/v1/clubs/vasa", role=role).status_code for role in ROLES] == [200] * len(ROLES)
        assert each.get("/v1/clubs", role="operator").json["clubs"][0]["slug"] == "vasa"


def test_a_snapshot_is_not_loaded_over_what_a_test_wrote(api):
    api.begin_with("nothing more", list)
    api.friendly()
    with pytest.raises(AssertionError, match="written before"):
        api.begin_with("nothing more", list)
