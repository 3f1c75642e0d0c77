"""Page of what a club keeps of people, and its removal when its time is over."""

from dataclasses import replace

import pytest

from core.club.club import CONTACT_DAYS
from service.store.access import entry_requests
from tests.support.judging import judge_all
from tests.support.signed_in import Browser, signed_in
from workers.context import WorkerContext
from workers.sweeper import Sweeper

CUP = {"name": "Cup", "game": "swedish", "length": {"games": 3}, "format": "round_robin", "published": True}
DAY_MS = 24 * 3600 * 1000


@pytest.fixture
def worker_context(api, worker_context):
    """A worker with the clock of the club."""
    deps = replace(worker_context.deps, clock=api.deps.clock)
    return WorkerContext(deps, worker_context.queue, worker_context.jobs)


@pytest.fixture
def cup(api):
    """A published tournament in whose form a stranger asked."""
    cup = api.post("/v1/clubs/vasa/tournaments", CUP).json["id"]
    assert api.send("PUT", f"/v1/tournaments/{cup}/entry-form", "organiser", json={"open": True}).status_code == 200
    asked = Browser(api).fill(f"/tournaments/{cup}/enter", name="Fabian", contact="fabian@example.org")
    assert asked.status_code == 201
    return cup


def waiting(api, cup):
    return [each.contact for each in entry_requests.waiting(api.deps.client, cup)]


def days_later(api, worker_context, days):
    """Let so many days go by, and have the housekeeping done."""
    judge_all(worker_context)
    api.deps.clock.now += days * DAY_MS
    Sweeper(worker_context).sweep()


@pytest.mark.parametrize("days", [None, 0, 7])
def test_contacts_are_gone_some_days_after_the_end_by_themselves(api, worker_context, cup, days):
    if days is not None:
        organiser = signed_in(api, "Hjalmar", "organiser")
        assert organiser.fill("/clubs/vasa/privacy", days=str(days)).status_code == 303
    days_later(api, worker_context, 30)
    assert waiting(api, cup) == ["fabian@example.org"], "the tournament is still to come"
    assert api.post(f"/v1/tournaments/{cup}/call-off", {"reason": "rain"}).status_code == 200
    kept = CONTACT_DAYS if days is None else days
    if kept:
        days_later(api, worker_context, kept - 1)
        assert waiting(api, cup) == ["fabian@example.org"]
    days_later(api, worker_context, 1)
    assert waiting(api, cup) == []


def test_a_tournament_that_is_reinstated_keeps_its_requests(api, worker_context, cup):
    assert api.post(f"/v1/tournaments/{cup}/call-off", {"reason": "rain"}).status_code == 200
    judge_all(worker_context)
    assert api.post(f"/v1/tournaments/{cup}/reinstate", {"reason": "sun"}).status_code == 200
    days_later(api, worker_context, CONTACT_DAYS)
    assert waiting(api, cup) == ["fabian@example.org"]


def test_everybody_reads_what_is_kept_and_organisers_set_how_long(api, worker_context, cup):
    judge_all(worker_context)
    stranger, organiser = Browser(api), signed_in(api, "Hjalmar", "organiser")
    assert 'href="/clubs/vasa/privacy"' in stranger.get("/clubs/vasa").text
    assert 'href="/clubs/vasa/privacy"' in stranger.get(f"/tournaments/{cup}/enter").text
    assert "at the latest 60 days after" in stranger.get("/clubs/vasa/privacy").text
    assert stranger.fill("/clubs/vasa/privacy", days="1").status_code in (401, 403)
    assert organiser.fill("/clubs/vasa/privacy", days="1").status_code == 303
    assert "at the latest 1 day after" in stranger.get("/clubs/vasa/privacy").text
    for wrong in ("61", "-1", "soon", ""):
        refused = organiser.fill("/clubs/vasa/privacy", days=wrong)
        assert refused.status_code == 422
        assert "from 0 to 60" in refused.text
    assert "at the latest 1 day after" in stranger.get("/clubs/vasa/privacy").text


def test_a_club_that_shows_nothing_is_not_told_of(api):
    assert Browser(api).get("/clubs/vasa/privacy").status_code == 404
