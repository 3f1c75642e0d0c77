"""A file is brought back without the names that were erased here, by a list that holds no name."""

import json

import pytest
from click.testing import CliRunner

from core.eventlog.erasure import Erasure, erased, erased_commitments
from core.eventlog.hash_chain import recorded_hash, with_hash
from core.eventlog.log import NEW, proven
from core.events import ClubFounded, MatchOpened, PlayerEntered, PlayerErased, PlayerRegistered, TournamentCreated
from service.commands.backup import backup
from service.commands.import_ import import_
from service.commands.restore import restore
from service.store.maintenance import erasure_list
from service.store.maintenance.erasure_list import Entry, Obeyed

CLUB, CUP, FRIENDLY = "c_vasa", "t_abcdefghij", "m_abcdefghij"
PLAYER, NAME = "p_zebulon000", "Zebulon Qvist"
ENTRY = Entry(f"vasa.{PLAYER}", "organiser:u_1", (PLAYER,), (), texts=True)
ZEBULON = Erasure(frozenset({PLAYER}), frozenset({NAME}))
CREATED = TournamentCreated(
    "vasa", "Cup", "swedish", {"games": 3}, "round_robin", details={"description": f"{NAME} comes"}
)
OPENED = MatchOpened("vasa", "swedish", {"games": 3}, {"white": NAME, "black": "Guest"})


def written(store) -> None:
    log = store.log()
    for stream, events in (
        (CLUB, [ClubFounded("vasa", "Vasa"), PlayerRegistered(PLAYER, NAME)]),
        (CUP, [CREATED, PlayerEntered(PLAYER, NAME)]),
        (FRIENDLY, [OPENED]),
    ):
        log.append(stream, events, by="x", at=1, expected=NEW)


@pytest.fixture
def run(store, tmp_path, monkeypatch):
    monkeypatch.setenv("BRADE_STORE_URL", store.url)
    monkeypatch.setenv("BRADE_DATA", str(tmp_path))

    def invoke(command, *words) -> str:
        done = CliRunner().invoke(command, list(map(str, words)), catch_exceptions=False)
        assert done.exit_code == 0, done.output
        return done.output

    return invoke


def texts(store) -> str:
    log = store.log()
    return json.dumps([with_hash(stream, each) for stream in log.streams() for each in log.read(stream)])


def test_a_backup_from_before_is_restored_without_the_name_into_a_store_that_knows_the_list_alone(run, store, tmp_path):
    written(store)
    hashes = {stream: store.log().head(stream).hash for stream in (CLUB, FRIENDLY)}
    run(backup, tmp_path / "before.gz")
    erasure_list.add(store.client, ENTRY)
    erasure_list.keep(store.client, tmp_path)
    assert NAME not in (tmp_path / erasure_list.FILE).read_text()
    store.client.flushall()
    run(restore, tmp_path / "before.gz")
    assert "Zebulon" not in texts(store)
    log = store.log()
    for stream in (CLUB, CUP, FRIENDLY):
        events = list(log.read(stream))
        assert proven(stream, events) == log.head(stream)
        if stream in hashes:
            assert recorded_hash(stream, events[-2]) == hashes[stream], "proved before, proved after"
    assert isinstance(list(log.read(CLUB))[-1].event, PlayerErased)
    run(restore, tmp_path / "before.gz")


def test_without_a_list_everything_is_restored_as_it_was(run, store, tmp_path):
    written(store)
    run(backup, tmp_path / "before.gz")
    before = texts(store)
    store.client.flushall()
    run(restore, tmp_path / "before.gz")
    assert texts(store) == before


def test_an_exported_log_is_imported_without_the_name(run, store, tmp_path):
    written(store)
    lines = [with_hash(FRIENDLY, each) for each in store.log().read(FRIENDLY)]
    file = tmp_path / "match.ndjson"
    file.write_text("".join(json.dumps(each) + "\n" for each in lines))
    events = list(store.log().read(FRIENDLY))
    found = erased_commitments(FRIENDLY, events, erased(FRIENDLY, events, ZEBULON, "x", 1, lambda: "0" * 32))
    assert len(found) == 1
    store.client.flushall()
    erasure_list.add(store.client, ENTRY._replace(commitments=tuple(found)))
    run(import_, file)
    assert "Zebulon" not in texts(store), "known by its commitment, since the match has no ids"
    assert "Guest" in texts(store)


def test_names_of_others_are_brought_back_as_they_were(store):
    obeyed = Obeyed([ENTRY])
    written(store)
    events = list(store.log().read(FRIENDLY))
    assert obeyed.log(FRIENDLY, events) == events
    club = list(store.log().read(CLUB))
    assert obeyed.log(CLUB, club) != club


def test_the_list_grows_and_what_the_file_has_stays(store, tmp_path):
    erasure_list.add(store.client, ENTRY._replace(commitments=("sha256:a",)))
    erasure_list.keep(store.client, tmp_path)
    store.client.flushall()
    erasure_list.add(store.client, ENTRY._replace(commitments=("sha256:b",)))
    other = Entry("vasa.p_other00000", "organiser:u_1", ("p_other00000",), (), texts=False)
    erasure_list.add(store.client, other)
    erasure_list.keep(store.client, tmp_path)
    store.client.flushall()
    both = ENTRY._replace(commitments=("sha256:a", "sha256:b"))
    assert erasure_list.entries(store.client, tmp_path) == [other, both]
