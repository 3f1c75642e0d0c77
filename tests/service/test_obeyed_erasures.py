"""A file is brought back without the names that were erased here, by a list that holds no name."""

import json
from dataclasses import replace

import pytest
from click.testing import CliRunner

from core.eventlog.erasure import Erasure, erased, erased_commitments, reference
from core.eventlog.hash_chain import recorded_hash, with_hash
from core.eventlog.log import NEW, ListLog, proven
from core.events import (
    ClubFounded,
    MatchOpened,
    PlayerEntered,
    PlayerErased,
    PlayerRegistered,
    TournamentCalledOff,
    TournamentCreated,
)
from service.commands.backup import backup
from service.commands.export import export
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
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    events = list(store.log().read(FRIENDLY))
    found = erased_commitments(FRIENDLY, events, erased(FRIENDLY, events, ZEBULON, "x", 1, lambda: "0" * 32))
    assert len(found) == 1
    store.client.flushall()
    erasure_list.add(store.client, ENTRY._replace(commitments=tuple(found)))
    run(import_, file)
    assert "Zebulon" not in texts(store), "known by its commitment, since the match has no ids"
    assert "Guest" in texts(store)


@pytest.mark.parametrize("kept", [False, True], ids=["erased", "kept in its text"])
def test_a_whole_club_is_imported_without_the_name_as_it_was_decided(run, store, tmp_path, kept):
    written(store)
    run(export, "vasa", "--whole", "-o", tmp_path / "vasa.ndjson")
    store.client.flushall()
    text = reference(CUP, 0, "details.description")
    erasure_list.add(store.client, ENTRY._replace(kept=(text,) if kept else ()))
    erasure_list.keep(store.client, tmp_path)
    store.client.flushall()
    run(import_, tmp_path / "vasa.ndjson")
    assert texts(store).count("Zebulon") == kept
    log = store.log()
    for stream in (CLUB, CUP, FRIENDLY):
        assert proven(stream, list(log.read(stream))) == log.head(stream)


def test_a_part_of_the_name_goes_from_a_text_of_which_it_was_decided(run, store, tmp_path):
    written(store)
    store.log().append(CUP, [TournamentCalledOff("Qvist is ill")], by="x", at=2)
    run(backup, tmp_path / "before.gz")
    store.client.flushall()
    erasure_list.add(store.client, ENTRY._replace(emptied=(reference(CUP, 2, "reason"),)))
    run(restore, tmp_path / "before.gz")
    assert "Qvist" not in texts(store)
    assert "is ill" in texts(store)


def test_a_match_that_an_organiser_imports_is_without_the_name(api, store):
    player = api.post("/v1/clubs/vasa/players", [NAME]).json["players"][0]["id"]
    opened = replace(OPENED, player_ids={"white": player}, salts={"players.white": "0" * 32, "players.black": "1" * 32})
    file = ListLog()
    file.append(FRIENDLY, [opened], by="x", at=1, expected=NEW)
    lines = "".join(json.dumps(with_hash(FRIENDLY, each)) + "\n" for each in file.read(FRIENDLY))
    erasure_list.add(store.client, ENTRY._replace(players=(player,)))
    path, kind = "/v1/matches/import?club=vasa", "application/x-ndjson"
    answer = api.send("POST", path, "organiser", data=lines, content_type=kind)
    assert answer.status_code == 201, answer.text
    assert NAME not in answer.text
    log = api.deps.log
    assert recorded_hash(FRIENDLY, next(log.read(FRIENDLY, limit=1))) == file.head(FRIENDLY).hash
    assert NAME not in json.dumps([with_hash(FRIENDLY, each) for each in log.read(FRIENDLY)])


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
