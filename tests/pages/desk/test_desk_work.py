"""Work that failed, on the desk: in words, on the desk of its tournament alone, and done again from there."""

import time
from dataclasses import replace

import pytest

from core.errors import NewerVersion
from core.messages import say
from service.jobs import JOBS, Failed, Jobs, connect_queue
from service.store import altered_log, held_streams
from service.store.maintenance import copies
from service.store.read_models import failed_streams
from service.store.server import running_server
from service.store.server.free_space import Room
from service.web.pages.desk.needs import work
from tests.pages.desk.test_desk_next import CUP, opened, shown
from tests.support.pages.browser import needs_chromium
from tests.support.pages.club_evening import Client
from tests.support.pages.desk import OPERATOR, another, desk, live
from tests.support.pages.stored_tournament import TOURNAMENT
from tests.support.processes.worker_processes import end_pauses
from tests.support.proving import prove
from tests.support.store import eventually
from workers.pump import Pump

BEARER = {"Authorization": f"Bearer {OPERATOR}"}
OWN = {**BEARER, "Origin": "http://localhost"}


# ── in a browser, with the workers that fail ─────────────────────────────────────────────────────────────────────────
@prove
@needs_chromium
@pytest.mark.xdist_group("browser-2")
def test_a_file_that_could_not_be_written_is_told_and_written_again_from_the_desk(browser, service):
    expect = pytest.importorskip("playwright.sync_api").expect
    evening = another(service)
    place = service.settings.data / "exports" / f"{evening.tournament}.standings.csv"
    place.mkdir(parents=True)  # a folder where the file is to be
    for match in evening.matches:
        evening.result(match)
    operator = Client(service.url, OPERATOR)

    def failed():
        end_pauses(running_server.address(service.settings.data / "queue"))
        return operator.ask("GET", "/readyz")["failed_jobs"]

    eventually(failed, 20, "the failed job")
    with desk(browser, another(service)) as page:
        live(page)
        expect(page.locator('.need[data-kind="job"]')).to_have_count(0)
    with desk(browser, evening, locale="en-GB") as page:
        live(page)
        need = page.locator('.need[data-kind="job"]')
        expect(need).to_contain_text("Vasa Open failed work")
        expect(need).to_contain_text("The file with the standings was not written")
        need.locator("summary").click()
        expect(need.locator("details p")).to_contain_text("IsADirectoryError")
        place.rmdir()
        need.get_by_role("button", name="Do it again now").click()
        expect(page.locator(".written")).to_have_text("asked for again")
        eventually(place.is_file, 10, "the standings")
        expect(need).to_have_count(0)
    assert operator.ask("GET", "/readyz")["failed_jobs"] == {}


# ── over HTTP ────────────────────────────────────────────────────────────────────────────────────────────────────────
def test_a_tournament_that_cannot_be_judged_says_since_when_and_is_judged_again(stored, client, monkeypatch):
    opened(stored)

    def broken(*_):
        raise ZeroDivisionError("a projection with a mistake")

    with monkeypatch.context() as patched:
        patched.setattr("workers.judging.to_json", broken)
        Pump(stored.worker_context).run(time.monotonic() + 0.5)
    text = shown(client, "/parts/needs", **BEARER)
    assert "cannot be judged" in text
    assert "It is tried again every few seconds" in text
    assert "<p>ZeroDivisionError: a projection with a mistake</p>" in text
    assert client.post(f"/desk/{CUP}/again", data={"stream": CUP}, headers=OWN).status_code == 303
    stored.judge()
    assert "cannot be judged" not in shown(client, "/parts/needs", **BEARER)
    assert client.post(f"/desk/{CUP}/again", data={"stream": CUP}, headers=OWN).status_code == 404


def test_facts_that_are_missing_are_named_on_the_desk_and_nothing_new_is_taken(stored, client):
    opened(stored)
    head = stored.deps.log.head(CUP)
    held_streams.hold(stored.deps.client, {CUP.encode(): b"%d %064x" % (head.version + 3, 0), b"t_othercup11": b"1 aa"})
    text = shown(client, "/parts/needs", **BEARER)
    assert "facts missing" in text
    assert f"{CUP}: versions {head.version + 1} to {head.version + 3} missing (3 facts)" in text
    assert "Do it again now" not in text
    assert "t_othercup11" not in text
    answer = client.post(f"/v1/tournaments/{CUP}/start", json={}, headers={**BEARER, "Idempotency-Key": "k"})
    assert (answer.status_code, answer.json["code"]) == (503, "facts-missing")
    stored.deps.client.flushall()


def test_facts_that_are_not_as_they_were_are_named_on_the_desk(stored, client):
    opened(stored)
    for stream in (CUP, "t_othercup11"):
        sentence = say("{stream}: version {version} is not as it was recorded", stream=stream, version=3)
        altered_log.note(stored.deps.client, stream, sentence)
    text = shown(client, "/parts/needs", **BEARER)
    assert "facts damaged" in text
    assert f"{CUP}: version 3 is not as it was recorded" in text
    assert "tell the operator of brade" in text
    assert "t_othercup11" not in text
    stored.deps.client.flushall()


@pytest.mark.parametrize("form", [{}, {"job": "export_match-x"}, {"stream": "t_othercup11"}])
def test_what_did_not_fail_here_is_not_done_again(stored, client, form):
    assert client.post(f"/desk/{TOURNAMENT}/again", data=form, headers=OWN).status_code == 404


def test_the_reason_of_what_cannot_be_judged_is_in_the_language_of_the_client(stored, client):
    newer = NewerVersion("m_aaaaaaaaaa", 3, "CubeTurned", 1)
    failed_streams.note(stored.deps.client, "m_aaaaaaaaaa", newer.message, at=1)
    swedish = client.get("/readyz", headers={"Accept-Language": "sv"}).json["failed"]["m_aaaaaaaaaa"]
    english = client.get("/readyz", headers={"Accept-Language": "en"}).json["failed"]["m_aaaaaaaaaa"]
    assert english == str(newer)
    assert swedish.startswith("händelse 3 i m_aaaaaaaaaa")


def test_failed_work_is_for_referees(stored, client):
    assert client.post(f"/desk/{TOURNAMENT}/again", data={}, headers={"Origin": "http://localhost"}).status_code == 401


def test_a_queue_that_is_away_is_shown_and_does_not_prevent_rulings(stored, client, made_app, tmp_path):
    away = Jobs(connect_queue(f"unix://{tmp_path / 'no-server.sock'}"))
    desk_ = made_app.extensions["brade"]
    made_app.extensions["brade"] = desk_._replace(deps=replace(stored.deps, jobs=away))
    text = shown_in_english(client)
    assert "work waits" in text
    assert "The queue does not answer: files are written once it does" in text
    assert client.get("/readyz").json["queue"] == "svarar inte", "in the language of the client"
    made_app.extensions["brade"] = desk_
    assert "work waits" not in shown_in_english(client)
    assert client.get("/readyz").json["queue"] == "ok"


class Disk:
    """A disk with so much room."""

    def __init__(self, room):
        self.room = lambda: room
        self.warning = lambda: None


@pytest.mark.parametrize(
    ("room", "said"),
    [
        (Room(50 << 20, 2430), ("disk nearly full", "In about 40 minutes nothing new can be written down")),
        (Room(1, 60), ("disk nearly full", "In about 1 minute nothing new can be written down")),
        (Room(-1), ("disk full", "Nothing new can be written down until there is room")),
        (Room(50 << 20), ()),
    ],
)
def test_a_disk_that_is_full_or_soon_will_be_is_told(stored, client, made_app, room, said):
    desk_ = made_app.extensions["brade"]
    made_app.extensions["brade"] = desk_._replace(deps=replace(stored.deps, space=Disk(room)))
    text = shown_in_english(client)
    assert ("disk" in text, all(each in text for each in said)) == (bool(said), True)


def test_a_second_copy_that_is_not_up_to_date_is_told(stored, client):
    copies.set_state(stored.deps.client, "/media/stick", "")
    ear = copies.listen(stored.deps.client, "/media/stick")
    eventually(lambda: ear.get_message(), 5, "the subscription")
    assert "second copy" not in shown_in_english(client)
    copies.set_state(stored.deps.client, "/media/stick", "nothing is copied: the folder is not there")
    text = shown_in_english(client)
    ear.close()
    assert "look at its stick or share" in text
    assert "/media/stick: nothing is copied: the folder is not there" in text


@pytest.mark.parametrize(
    ("strict", "said"),
    [
        (True, "nothing new is recorded until it is back"),
        (False, "recording goes on, and what is recorded now is in one place alone"),
    ],
)
def test_a_store_that_lost_its_standby_is_told_with_what_follows(stored, client, made_app, strict, said):
    assert "standby" not in shown_in_english(client)
    desk_ = made_app.extensions["brade"]
    settings = replace(stored.deps.settings, replicas=1, replicas_strict=strict)
    made_app.extensions["brade"] = desk_._replace(deps=replace(stored.deps, settings=settings))
    assert f"The store has lost its standby: {said}" in shown_in_english(client)


def shown_in_english(client):
    return client.get(f"/desk/{TOURNAMENT}", headers={**BEARER, "Accept-Language": "en"}).get_data(as_text=True)


def test_every_kind_of_failed_work_is_told_in_words_of_its_own(app):
    with app.test_request_context():
        told = {kind: work(Failed("j_1", kind, ("t_1", "standings.csv"), 0, "")) for kind in JOBS}
    assert len(set(told.values())) == len(JOBS)
