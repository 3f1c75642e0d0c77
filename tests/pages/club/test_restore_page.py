"""A club brought back by pages: to an empty installation as it was, and to a running one as a copy."""

import gzip
import io
import itertools
import json
import os
import pkgutil
from dataclasses import replace

import pytest
from rq import Queue
from rq.serializers import JSONSerializer

from core.club.authors import shown
from core.club.club import fold as fold_club
from core.eventlog.hash_chain import recorded_hash, with_hash
from core.events import ClubCopied
from service.app import WebContext
from service.auth import setup_key
from service.backups.club_logs import club_heads
from service.exports import ExportOptions
from service.handlers.club import restores
from service.handlers.tournament import exports
from service.jobs import Jobs
from service.store.maintenance import all_streams, club_restores, erasure_list
from service.store.maintenance.erasure_list import Entry
from service.store.maintenance.store_format import upgrade
from service.store.read_models.club import club_index
from service.web.http.made_answers import MadeAnswers
from tests.pages.club.test_backup_page import played
from tests.pages.entries.test_entries_page import words
from tests.support.api import new_house
from tests.support.signed_in import FORMS, PASSWORD, Browser, later, signed_in
from workers.club_backups import back_up_club
from workers.club_restores import read_backup, restore_backup
from workers.sweeper import Sweeper

PAGE, START = "/clubs/vasa/restore", "/start/backup"


@pytest.fixture
def club(api, worker_context, judge):
    """The club with people, a friendly match and a tournament, and its backup as bytes."""
    api.deps = with_jobs(api.client.application, api.deps, worker_context)
    object.__setattr__(worker_context.deps, "clock", lambda: api.deps.clock())
    signed_in(api, "Åsa Lind", "organiser")
    api.friendly()
    api.cup = played(api)
    words_of = {"name": "Misstag", "game": "swedish", "length": {"games": 3}, "format": "swiss"}
    api.mistake = api.post("/v1/clubs/vasa/tournaments", words_of).json["id"]
    assert api.send("DELETE", f"/v1/tournaments/{api.mistake}", "organiser").status_code == 204
    judge()
    back_up_club(worker_context, "vasa", 1)
    return (api.deps.settings.data / "exports" / "vasa.backup.gz").read_bytes()


def with_jobs(app, deps, worker_context):
    """These dependencies, with a queue, as those of the application."""
    deps = replace(deps, jobs=Jobs(worker_context.queue))
    app.extensions["brade"] = WebContext(deps, None, app.extensions["brade"].document, MadeAnswers())
    return deps


def send(browser, path, data, name="../../etc/passwd.gz"):
    answer = browser.client.post(path, data={"file": (io.BytesIO(data), name)}, headers=FORMS)
    answer.request.environ["wsgi.input"].close()  # of a large one it is a file of the test's client
    return answer


def came(deps, owner="c_vasa"):
    return club_restores.of_owner(deps.client, owner)


def looked_at(browser, worker_context, data, path=PAGE, owner="c_vasa"):
    """Send a file and have a worker look at it; the page that follows."""
    answer = send(browser, path, data)
    assert answer.status_code == 303, words(answer)
    read_backup(worker_context, came(worker_context.deps, owner).id)
    return browser.client.get(path, headers=FORMS)


@pytest.fixture
def empty(store, api, club, worker_context, tmp_path):
    """The same installation with nothing in it, and a browser that had the start key."""
    store.client.flushall()
    upgrade(store.client)
    deps = with_jobs(api.client.application, new_house(store, tmp_path / "new"), worker_context)
    (tmp_path / "new").mkdir(exist_ok=True)
    object.__setattr__(worker_context.deps.settings, "data", deps.settings.data)
    key = setup_key.prepare(deps.client, deps.settings.data)
    api.deps, browser = deps, Browser(api)
    assert browser.client.get(f"/start?key={key}", headers=FORMS).status_code == 303
    return browser


def test_an_empty_installation_gets_everything_back_as_it_was(api, club, store, worker_context, judge, request):
    heads = club_heads(store.client, "vasa")
    before = exports.export(api.deps, None, api.cup, "standings.csv", ExportOptions())
    empty = request.getfixturevalue("empty")
    assert START in empty.client.get("/start", headers=FORMS).text
    seen = looked_at(empty, worker_context, club, START, "start")
    for each in ("The backup is whole", "Vasa", "1 tournament, 4 matches", "organisers who can sign in: Åsa Lind"):
        assert each in words(seen), each
    assert all_streams.heads(store.client) == {}
    assert empty.fill(f"{START}/club", name="", password="").status_code == 303
    restore_backup(worker_context, came(api.deps, "start").id)
    assert "The club is back" in words(empty.client.get(START, headers=FORMS))
    assert all_streams.heads(store.client) == heads
    judge()
    assert exports.export(api.deps, None, api.cup, "standings.csv", ExportOptions()) == before
    assert empty.client.get("/start", headers=FORMS).headers["Location"] == "/sign-in"
    assert Browser(api).sign_in("Åsa Lind").status_code == 200
    assert list((api.deps.settings.data / "restores").iterdir()) == []
    assert [tournament["id"] for tournament in api.get("/v1/clubs/vasa/tournaments").json["tournaments"]] == [api.cup]
    assert club_index.members(store.client, "vasa", "tournaments") == [api.cup]
    assert api.get(f"/v1/tournaments/{api.mistake}", role="organiser").status_code == 410
    assert "deleted the tournament" in words(signed_in(api, "Bo Ek", "organiser").get("/clubs/vasa/audit"))


def test_where_no_organiser_can_sign_in_the_founder_becomes_one(api, club, worker_context, empty, store):
    with_password = gzip.decompress(club)
    assert b"PasswordSet" in with_password
    stream = with_password.splitlines(keepends=True)
    header = json.loads(stream[0])
    kept = [each for each in stream[1:] if json.loads(each)["stream"] == "c_vasa"][:1]
    first = json.loads(kept[0])
    header |= {"heads": [["c_vasa", 0, first["hash"]]], "streams": 1, "events": 1}
    del header["root"]
    bare = gzip.compress(json.dumps(header).encode() + b"\n" + kept[0])
    seen = words(looked_at(empty, worker_context, bare, START, "start"))
    assert "You become its organiser" in seen
    refused = empty.fill(f"{START}/club", name="", password="kort")
    assert (refused.status_code, refused.text.count('aria-invalid="true"')) == (422, 2)
    assert empty.fill(f"{START}/club", name="Bo Ek", password="en kopp te till").status_code == 303
    written = repr(store.client.hgetall(club_restores.key(came(api.deps, "start").id)))
    assert "en kopp te till" not in written
    restore_backup(worker_context, came(api.deps, "start").id)
    assert Browser(api).sign_in("bo ek", "en kopp te till").status_code == 200
    assert "argon2" not in repr(store.client.hgetall(club_restores.key(came(api.deps, "start").id)))


def test_an_organiser_makes_a_copy_with_names_of_its_own(api, club, store, worker_context, judge):
    before = all_streams.heads(store.client)
    organiser = Browser(api)
    assert organiser.sign_in("Åsa Lind").status_code == 200
    looked_at(organiser, worker_context, club)
    taken = organiser.fill(f"{PAGE}/club", club="Vasa Två", slug="vasa")
    assert (taken.status_code, "with this short name already" in words(taken)) == (422, True)
    assert organiser.fill(f"{PAGE}/club", club="", slug="No Good").text.count('aria-invalid="true"') == 2
    assert organiser.fill(f"{PAGE}/club", club="Vasa Två").status_code == 303
    assert all_streams.heads(store.client) == before
    restore_backup(worker_context, came(api.deps).id)
    judge()
    after = all_streams.heads(store.client)
    assert {stream: after[stream] for stream in before} == before
    new = after.keys() - before.keys()
    assert len(new) == len(club_heads(store.client, "vasa")) == len(club_heads(store.client, "vasa-tva"))
    copied = list(api.deps.log.read("c_vasa-tva"))
    made = fold_club(copied)
    assert shown(made.copied.by, made.people.names.get) == "organiser:Åsa Lind"
    assert "Lind" not in made.copied.by
    event = next(each.event for each in copied if isinstance(each.event, ClubCopied))
    original = list(api.deps.log.read("c_vasa"))
    assert (event.club, event.head) == ("vasa", recorded_hash("c_vasa", original[event.last]))
    assert fold_club(copied).tokens == {}
    there = Browser(api)
    assert there.sign_in("Åsa Lind", club="vasa-tva").status_code == 200
    (cup,) = there.get("/v1/clubs/vasa-tva/tournaments").json["tournaments"]
    tables = [
        [[line["name"], line["points"]] for line in browser.get(f"/v1/tournaments/{each}/standings").json["standings"]]
        for browser, each in ((organiser, api.cup), (there, cup["id"]))
    ]
    assert tables[0] == tables[1]
    assert cup["id"] != api.cup
    told = words(there.client.get("/clubs/vasa-tva/audit", headers=FORMS))
    assert "made the club from a backup" in told


def texts(api) -> str:
    log = api.deps.log
    return json.dumps([with_hash(stream, each) for stream in log.streams() for each in log.read(stream)])


def erased(api, store) -> str:
    """Have a player of the club on the list of erasures; the name."""
    player = api.get("/v1/clubs/vasa/players", "organiser").json["players"][0]
    entry = Entry(f"vasa.{player['id']}", "operator", (player["id"],), (), texts=True)
    erasure_list.add(store.client, entry)
    erasure_list.keep(store.client, api.deps.settings.data)
    return player["name"]


def test_an_empty_installation_gets_a_club_back_without_a_name_that_was_erased(
    api, club, store, worker_context, judge, request
):
    name = erased(api, store)
    file = (api.deps.settings.data / erasure_list.FILE).read_bytes()
    assert json.dumps(name) in texts(api)
    empty = request.getfixturevalue("empty")
    (api.deps.settings.data / erasure_list.FILE).write_bytes(file)
    looked_at(empty, worker_context, club, START, "start")
    assert empty.fill(f"{START}/club", name="", password="").status_code == 303
    restore_backup(worker_context, came(api.deps, "start").id)
    judge()
    assert json.dumps(name) not in texts(api)
    assert "Erased player" in api.get(f"/v1/tournaments/{api.cup}/standings.csv").text


def test_a_copy_of_a_club_is_without_a_name_that_was_erased(api, club, store, worker_context, judge):
    name = erased(api, store)
    organiser = Browser(api)
    assert organiser.sign_in("Åsa Lind").status_code == 200
    looked_at(organiser, worker_context, club)
    assert organiser.fill(f"{PAGE}/club", club="Vasa Två").status_code == 303
    restore_backup(worker_context, came(api.deps).id)
    judge()
    copied = [stream for stream in api.deps.log.streams() if stream not in club_heads(store.client, "vasa")]
    told = json.dumps([with_hash(stream, each) for stream in copied for each in api.deps.log.read(stream)])
    assert json.dumps(name) not in told
    assert "sha256:" in told


# ── what may happen in between ───────────────────────────────────────────────────────────────────────────────────────
@pytest.fixture
def organiser(api, club):
    browser = Browser(api)
    assert browser.sign_in("Åsa Lind").status_code == 200
    return browser


def begun(api, organiser, worker_context, club):
    """A copy that was asked for, and that no worker has begun; its id."""
    looked_at(organiser, worker_context, club)
    assert organiser.fill(f"{PAGE}/club", club="Vasa Två").status_code == 303
    return came(api.deps).id


class Killed(BaseException):
    """A worker that is killed where it stands."""


@pytest.mark.parametrize(
    ("where", "after"),
    [
        ("service.store.maintenance.hidden_logs.HiddenLogs.gather", 3),
        ("service.store.maintenance.hidden_logs.HiddenLogs.publish", 0),
        ("service.store.read_models.states.forget", 2),
    ],
)
def test_a_worker_that_is_killed_leaves_nothing_or_everything_and_another_goes_on(
    api, organiser, club, worker_context, store, judge, monkeypatch, where, after
):
    restore_id, before = begun(api, organiser, worker_context, club), all_streams.heads(store.client)
    module, _, name = where.rpartition(".")
    owner = pkgutil.resolve_name(module)
    real, calls = getattr(owner, name), itertools.count()

    def killed(*args, **kwargs):
        if next(calls) >= after:
            raise Killed
        return real(*args, **kwargs)

    monkeypatch.setattr(owner, name, killed)
    with pytest.raises(Killed):
        restore_backup(worker_context, restore_id)
    monkeypatch.setattr(owner, name, real)
    there = all_streams.heads(store.client).keys() - before.keys()
    assert len(there) in (0, len(club_heads(store.client, "vasa")))
    assert ("c_vasa-tva" in there) == bool(there)
    later(api, club_restores.STALE_MS + 1)
    Sweeper(worker_context).sweep()
    waiting = Queue("jobs", connection=worker_context.queue, serializer=JSONSerializer)
    asked = [job.func_name for job in waiting.jobs if restore_id in job.args]
    assert asked.count("workers.club_restores.restore_backup") == 2, "the first one, and one of the sweeper"
    for _ in range(2):
        restore_backup(worker_context, restore_id)
    judge()
    assert came(api.deps).state == club_restores.DONE
    assert Browser(api).sign_in("Åsa Lind", club="vasa-tva").status_code == 200
    assert list(store.client.scan_iter(match="*:restoring:*")) == []


def test_a_short_name_that_is_taken_meanwhile_stops_all_of_it(api, organiser, club, worker_context, store):
    restore_id = begun(api, organiser, worker_context, club)
    api.found("vasa-tva")
    before = all_streams.heads(store.client)
    restore_backup(worker_context, restore_id)
    assert all_streams.heads(store.client) == before
    page = words(organiser.client.get(PAGE, headers=FORMS))
    assert "a club or a tournament in it is here already" in page
    assert list(store.client.scan_iter(match="*:restoring:*")) == []
    assert api.get("/v1/clubs/vasa-tva/tournaments", "vasa-tva viewer").json["tournaments"] == []


def test_while_a_backup_is_brought_back_nothing_else_is_founded_and_no_file_taken(api, club, worker_context, empty):
    looked_at(empty, worker_context, club, START, "start")
    assert empty.fill(f"{START}/club", name="", password="").status_code == 303
    form = {"club": "Another", "name": "Bo", "password": PASSWORD, "slug": ""}
    assert empty.fill("/start", **form).headers["Location"] == START
    assert empty.client.get("/start", headers=FORMS).headers["Location"] == START
    assert send(empty, START, club).status_code == 409
    assert empty.fill(f"{START}/removal").status_code == 409
    assert all_streams.heads(api.deps.client) == {}


def test_a_file_is_kept_for_one_owner_once_and_removed_with_the_next(api, organiser, club, worker_context):
    looked_at(organiser, worker_context, club)
    first = came(api.deps).id
    looked_at(organiser, worker_context, club)
    second = came(api.deps).id
    kept = {path.name for path in (api.deps.settings.data / "restores").iterdir() if path.suffix == ".gz"}
    assert (kept, first != second) == ({f"{second}.gz"}, True)
    assert organiser.fill(f"{PAGE}/removal").status_code == 303
    assert came(api.deps) is None
    left = api.deps.settings.data / "restores" / "b_left.part"
    left.write_text("of a killed process")
    os.utime(left, (0, 0))
    restores.remove_forgotten(api.deps, [])
    assert not left.exists()
