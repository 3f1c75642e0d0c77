"""Backups that a stranger made: bombs, lies and damage. Each is refused with what is wrong, and nothing is written."""

import gzip
import io
import json
import os
import tracemalloc
from dataclasses import replace

import pytest

from core.eventlog.codec import from_public
from core.eventlog.hash_chain import hash_of, with_hash
from core.eventlog.log import NEW, ListLog
from core.events import ClubFounded, MatchOpened, PlayerEntered, PlayerRegistered, TournamentCreated, TournamentStarted
from service.backups import inspection, ndjson
from service.handlers.club import restores
from service.store.maintenance import club_restores
from service.store.server.free_space import FreeSpace
from tests.pages.club.test_restore_page import PAGE, came, send, with_jobs
from tests.pages.entries.test_entries_page import words
from tests.support.proving import some
from tests.support.signed_in import FORMS, Browser, signed_in
from workers.club_restores import read_backup

CLUB, CUP, MATCH = "c_solna", "t_aaaaaaaaaa", "m_bbbbbbbbbb"
CREATED = TournamentCreated("solna", "Cup", "swedish", {"games": 3}, "round_robin")
OPENED = MatchOpened("solna", "swedish", {"games": 3}, {"white": "Eve", "black": "Eva"})
AT = 1_700_000_000_000


def lines(stream, *events, at=AT, by="organiser:Eve"):
    log = ListLog()
    for place, event in enumerate(events):
        log.append(stream, [event], by=by, at=at, expected=NEW if not place else None)
    return [with_hash(stream, each) for each in log.read(stream)]


def rechained(rows):
    """The same lines with whole hashes, whatever was changed in them."""
    previous = "0" * 64
    for row in rows:
        row["prev_hash"] = previous
        row["hash"] = previous = hash_of(row)
    return rows


def backup(*logs, **header):
    heads = [[rows[0]["stream"], rows[-1]["version"], rows[-1]["hash"]] for rows in logs]
    first = {"brade_backup": 1, "store": 2, "streams": len(heads), "events": sum(map(len, logs)), "heads": heads}
    rows = [{**first, **header}, *(row for log in logs for row in log)]
    return b"".join(json.dumps(row).encode() + b"\n" for row in rows)


def changed(stream, events, version, **words):
    rows = lines(stream, *events)
    rows[version].update(words)
    return rechained(rows)


FOUNDED = lines(CLUB, ClubFounded("solna", "Solna"))
GOOD = backup(FOUNDED, lines(MATCH, OPENED), lines(CUP, CREATED, PlayerEntered("p_1", "Eve")))
PLAYER = (ClubFounded("solna", "Solna"), PlayerRegistered("p_1", "Eve"))
DEEP = b'{"brade_backup":1,"heads":' + b"[" * 100_000 + b"]" * 100_000 + b"}"

LONG_LINE = b'{"stream":"c_solna"%s}\n' % (b" " * 99_000)
PADDING = os.urandom(2 << 20)


def bomb(parts):
    """Much that is packed small; made by the test that sends it, since it takes long and much room."""
    return lambda: b"".join(gzip.compress(part, 1) for part in parts())


REFUSED = {
    "empty": (b"", ndjson.DAMAGED),
    "no backup": (b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 9, ndjson.DAMAGED),
    "an export": (json.dumps(FOUNDED[0]).encode(), ndjson.DAMAGED),
    "half a backup": (gzip.compress(GOOD)[:-30], ndjson.CUT_OFF),
    "cut between lines": (b"".join(GOOD.splitlines(keepends=True)[:-1]), ndjson.CUT_OFF),
    "damaged": (gzip.compress(GOOD)[:60] + b"XXXXXXXX" + gzip.compress(GOOD)[68:], ndjson.DAMAGED),
    "altered": (GOOD.replace(b'"Eva"', b'"Eve"'), inspection.CHANGED),
    "another format": (backup(FOUNDED, brade_backup=2), inspection.TOO_NEW),
    "another store": (backup(FOUNDED, store=99), inspection.TOO_NEW),
    "a newer event": (backup(changed(CLUB, PLAYER, 1, type="PlayerCloned")), inspection.TOO_NEW),
    "a newer field": (backup(changed(CLUB, PLAYER, 1, soul="x")), inspection.TOO_NEW),
    "no club": (backup(lines(MATCH, OPENED)), inspection.NO_CLUB),
    "a club behind the others": (backup(lines(MATCH, OPENED), FOUNDED), inspection.NO_CLUB),
    "counts that lie": (backup(FOUNDED, events=10**9), ndjson.DAMAGED),
    "more logs than are read": (
        lambda: backup(
            FOUNDED,
            heads=[[f"m_{number:010}", 0, "a" * 64] for number in range(100_001)],
            streams=100_001,
            events=100_001,
        ),
        inspection.LARGE,
    ),
    "heads that are no numbers": (backup(FOUNDED, heads=[[CLUB, [], {}]]), ndjson.DAMAGED),
    "a log that goes on": (backup(FOUNDED) + json.dumps(lines(CLUB, *PLAYER)[1]).encode(), ndjson.DAMAGED),
    "a log twice": (backup(FOUNDED, lines(MATCH, OPENED)) + json.dumps(FOUNDED[0]).encode(), ndjson.DAMAGED),
    "a path for a name": (backup(FOUNDED, lines("../../../etc/passwd", OPENED)), inspection.STRANGE),
    "a path for a club": (backup(lines("c_../x", ClubFounded("../x", "X"))), inspection.STRANGE),
    "another club's name": (backup(lines("c_vasa", ClubFounded("solna", "Solna"))), inspection.STRANGE),
    "a match of another club": (
        backup(FOUNDED, lines(MATCH, MatchOpened("vasa", "swedish", {"games": 3}, OPENED.players))),
        inspection.STRANGE,
    ),
    "a match of another tournament": (
        backup(FOUNDED, lines(f"{CUP}.1", replace(OPENED, tournament=CUP))),
        inspection.STRANGE,
    ),
    "a name that is no text": (backup(changed(CLUB, PLAYER, 1, name={"a": 1})), inspection.STRANGE),
    "a name of a megabyte": (backup(changed(CLUB, PLAYER, 1, name="x" * 1_000_000)), inspection.STRANGE),
    "an author that is no text": (backup(changed(CLUB, PLAYER, 1, recorded_by=["x"])), inspection.STRANGE),
    "a game that is none": (backup(FOUNDED, lines(MATCH, replace(OPENED, game="chess"))), inspection.STRANGE),
    "a format that is none": (backup(FOUNDED, lines(CUP, replace(CREATED, format="lottery"))), inspection.STRANGE),
    "a tie-break that is none": (
        backup(
            FOUNDED,
            lines(
                CUP,
                replace(CREATED, tie_breaks=("luck",)),
                PlayerEntered("p_1", "A"),
                PlayerEntered("p_2", "B"),
                TournamentStarted("x"),
            ),
        ),
        inspection.STRANGE,
    ),
    "a day to come": (backup(lines(CLUB, *PLAYER, at=AT * 3)), inspection.FUTURE),
    "deep JSON": (DEEP, ndjson.DAMAGED),
    "a number of a megabyte": (GOOD.replace(b'"version": 0', b'"version": ' + b"9" * 1_000_000), ndjson.DAMAGED),
    "a bomb of one line": (bomb(lambda: [b"{" + b" " * (100 << 20)]), ndjson.TOO_LARGE),
    "a bomb of empty lines": (bomb(lambda: [GOOD + b"\n" * (50 << 20)]), ndjson.DAMAGED),
    "a bomb in parts": (bomb(lambda: [GOOD, *[b" " * (10 << 20)] * 30]), ndjson.TOO_LARGE),
    "a log larger than is read": (
        bomb(lambda: [b"".join([GOOD.splitlines(keepends=True)[0], *[LONG_LINE] * 400, b"#" * 99, PADDING])]),
        ndjson.TOO_LARGE,
    ),
}
KEPT = (
    "empty",
    "no backup",
    "half a backup",
    "altered",
    "a newer event",
    "no club",
    "counts that lie",
    "a path for a name",
    "a match of another club",
    "a name of a megabyte",
    "a game that is none",
    "a day to come",
    "deep JSON",
    "a bomb in parts",
)
"""Files for `make test`: one for each reason but too many logs. `make prove` has that and the others."""


@pytest.fixture
def organiser(api, worker_context):
    api.deps = with_jobs(api.client.application, api.deps, worker_context)
    return signed_in(api, "Åsa Lind", "organiser")


@pytest.mark.parametrize("name", some(REFUSED, *KEPT))
def test_a_file_that_is_not_what_it_should_be_is_refused_with_what_is_wrong(api, organiser, worker_context, name):
    data, reason = REFUSED[name]
    before = api.everything_written()
    data = data() if callable(data) else data
    if not data:
        assert send(organiser, PAGE, data).status_code == 422
        return
    assert send(organiser, PAGE, data).status_code == 303
    found = came(api.deps)
    tracemalloc.start()
    try:
        read_backup(worker_context, found.id)
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    now = came(api.deps)
    assert (now.state, now.reason) == (club_restores.REFUSED, reason), now.detail
    assert most < 100 << 20
    assert str(api.deps.settings.data) not in now.detail
    assert reason in words(organiser.client.get(PAGE, headers=FORMS))
    assert organiser.fill(f"{PAGE}/club", club="Eve's").status_code == 303
    assert came(api.deps).state == club_restores.REFUSED
    assert api.everything_written() == before
    assert not restores.file_of(api.deps, found.id).exists()


def test_the_good_file_of_these_tests_is_taken(api, organiser, worker_context):
    send(organiser, PAGE, gzip.compress(GOOD))
    read_backup(worker_context, came(api.deps).id)
    assert (came(api.deps).state, came(api.deps).detail) == (club_restores.READ, "")
    assert [from_public(each).version for each in FOUNDED] == [0]


def test_a_file_is_taken_of_organisers_of_that_club_alone_and_of_no_other_sites_page(api, organiser):
    api.found("nora")
    employed = {role: signed_in(api, f"Bo {role}", role) for role in ("referee", "scorer", "viewer")}
    for part, form in (("", None), ("/removal", {}), ("/club", {"club": "X"})):
        path = f"{PAGE}{part}"

        def ask(browser, path=path, form=form, headers=FORMS):
            data = {"file": (io.BytesIO(b"x"), "x.gz")} if form is None else form
            return browser.client.post(path, data=data, headers=headers).status_code

        assert ask(Browser(api)) == 401
        assert {ask(each) for each in employed.values()} == {403}
        assert ask(organiser, path.replace("vasa", "nora")) == 404
        assert ask(organiser, headers={"Accept": "text/html", "Sec-Fetch-Site": "cross-site"}) == 403
        token = {"Authorization": f"Bearer {api.tokens['organiser']}", **FORMS}
        assert ask(Browser(api), headers=token) == 401
    for path in ("/start/backup", "/start/backup/removal", "/start/backup/club"):
        answer = organiser.client.post(path, data={}, headers=FORMS)
        assert (answer.status_code, answer.headers["Location"]) == (303, "/sign-in")
    assert came(api.deps) is None
    assert not list((api.deps.settings.data / "restores").glob("*"))


def test_a_file_is_bounded_by_the_setting_by_the_room_and_by_how_many_wait(api, organiser, monkeypatch):
    api.deps = with_jobs_of(api, restore_mb=1)
    large = send(organiser, PAGE, os.urandom(1_100_000))
    assert (large.status_code, "larger than 1 MB" in words(large)) == (413, True)
    assert not list((api.deps.settings.data / "restores").glob("*.part"))
    two = {"file": [(io.BytesIO(b"x"), "x.gz"), (io.BytesIO(b"y"), "y.gz")]}
    assert organiser.client.post(PAGE, data=two, headers=FORMS).status_code == 413
    other = {"data": (io.BytesIO(b"x" * 99), "x.gz")}
    assert organiser.client.post(PAGE, data=other, headers=FORMS).status_code == 422
    fields = {f"f{number}": "x" for number in range(20)} | {"file": (io.BytesIO(b"x"), "x.gz")}
    assert organiser.client.post(PAGE, data=fields, headers=FORMS).status_code == 413
    assert not list((api.deps.settings.data / "restores").glob("*"))
    for number in range(restores.MOST_AT_ONCE):
        club_restores.add(
            api.deps.client, club_restores.Restore(f"b_{number}", f"c_{number}", "read", api.deps.clock())
        )
        restores.file_of(api.deps, f"b_{number}").write_bytes(b"x")
    assert send(organiser, PAGE, b"x").status_code == 409
    api.keeps_on(FreeSpace(api.deps.settings.data, least=1 << 60))
    full = send(organiser, PAGE, b"x")
    assert (full.status_code, full.headers["Retry-After"]) == (503, "30")


def with_jobs_of(api, **settings):
    """The application with other settings."""
    deps = replace(api.deps, settings=replace(api.deps.settings, **settings))
    made = api.client.application.extensions
    made["brade"] = made["brade"]._replace(deps=deps)
    return deps
