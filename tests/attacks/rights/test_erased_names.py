"""A name that was erased is found in no byte of the store and its files, in no file of the service and in no answer.

A club plays with people whose names are found nowhere else. One of them is erased. Whatever held the name is read
through, also packed, in UTF-16 and in JSON's escapes.
"""

import gc
import json
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from core.eventlog import personal_values
from core.eventlog.codec import to_public
from core.eventlog.hash_chain import recorded_hash
from core.eventlog.log import proven
from core.eventlog.personal_values import erased_name
from core.events import MatchOpened, NameErased, PlayerEntered, PlayerErased, PlayerRegistered, RulingMade
from service.backups import archiving
from service.handlers.forgetting import Forgetter, forget_names
from service.jobs import Jobs
from service.store import prepared_files
from service.store.archive import places
from service.store.log import RedisLog
from service.store.maintenance import all_streams, club_backups, erasures
from service.store.prepared_files import READY, WAITING, PreparedFile
from tests.attacks.rights.test_where_names_rest import content, kind_of, plain
from tests.support.cluster.both_stores import on_cluster
from tests.support.judging import judge_all
from tests.support.signed_in import Browser, signed_in
from tests.support.store import eventually
from workers import erasure
from workers.club_backups import back_up_club
from workers.exports import export_match, export_standings, prepare_file
from workers.sweeper import Sweeper

NAME = "Zebulon Qvistgård"
FORMER = "Zebulon Qvarnström"
OTHERS = ["Ottilia Berg", "Isidor Ek", "Wendela Alm"]
RESULT = [{"winner": "white", "outcome": "bearing_off"}] * 3
FORMS = {
    form
    for name in (NAME, FORMER)
    for word in (name, name.split()[1], name.upper(), name.casefold())
    for form in (
        word.encode(),
        word.encode("utf-16-le"),
        word.encode("utf-16-be"),
        json.dumps(word)[1:-1].encode(),
        word.encode("latin-1"),
    )
}


def has_name(part: bytes) -> bool:
    return any(form in part for form in FORMS)


def keys_with_the_name(store) -> set[bytes]:
    return {key for key in store.client.scan_iter() if has_name(key) or has_name(content(store, key))}


def files_with_the_name(*folders: Path) -> list[Path]:
    files = [file for folder in folders for file in folder.rglob("*") if file.is_file()]
    return [file for file in files if has_name(file.read_bytes()) or has_name(plain(file.read_bytes()))]


def folders(store) -> list[Path]:
    """The folders of the servers; a replica's file is written anew by its own setting (`docs/server/privacy.md`)."""
    return [server.folder for server in getattr(store.server, "primaries", [store.server])]


class Scene:
    """A club in which the person played a tournament and a friendly match, under two names, and is named in notes."""

    def __init__(self, api, worker_context) -> None:
        self.api, self.worker = api, worker_context
        self.organiser = signed_in(api, "Hjalmar Ek", "organiser")
        listed = api.post("/v1/clubs/vasa/players", [FORMER, *OTHERS]).json["players"]
        self.player = next(each["id"] for each in listed if each["name"] == FORMER)
        path = f"/v1/clubs/vasa/players/{self.player}"
        assert api.send("PATCH", path, "organiser", json={"name": NAME}).status_code == 200
        self.cup = api.post(
            "/v1/clubs/vasa/tournaments",
            {
                "name": "Cup",
                "game": "swedish",
                "length": {"games": 3},
                "format": "round_robin",
                "published": True,
                "details": {"description": f"with {NAME} and others"},
            },
        ).json["id"]
        self.path = f"/v1/tournaments/{self.cup}"
        assert api.send("PUT", f"{self.path}/entry-form", "organiser", json={"open": True}).status_code == 200
        assert Browser(api).fill(f"/tournaments/{self.cup}/enter", name=NAME, contact="z@example").status_code == 201
        assert api.post(f"{self.path}/entries", [NAME, *OTHERS]).status_code == 201
        assert api.post(f"{self.path}/start", {"seed": "x"}).status_code == 200
        judge_all(worker_context)
        self.matches = [match["id"] for round_ in api.get(self.path).json["rounds"] for match in round_["matches"]]
        self.friendly = api.friendly(players={"white": NAME, "black": "Guest"})

    def end(self) -> None:
        for match_id in self.matches:
            answer = self.api.post(f"{self.path}/results", {"match": match_id, "results": RESULT}, "scorer")
            if answer.status_code >= 300:
                judge_all(self.worker)
                answer = self.api.post(f"{self.path}/results", {"match": match_id, "results": RESULT}, "scorer")
            assert answer.status_code < 300, answer.json
            judge_all(self.worker)
            rounds = self.api.get(self.path).json["rounds"]
            self.matches += [
                match["id"] for round_ in rounds for match in round_["matches"] if match["id"] not in self.matches
            ]
        ruling = {"type": "RulingMade", "kind": "note", "reason": f"{NAME.upper()} came late"}
        assert self.api.post(f"/v1/matches/{self.friendly}/events", ruling, "referee").status_code < 300
        judge_all(self.worker)

    @property
    def erasure(self) -> str:
        return f"/v1/clubs/vasa/players/{self.player}/erasure"

    def files(self) -> None:
        """Have every file made that a worker makes."""
        for match_id in self.matches:
            export_match(self.worker, match_id)
        export_standings(self.worker, self.cup)
        deps, version = self.worker.deps, self.worker.deps.log.head(self.cup).version
        for name in ("whole.ndjson.gz", "matches.zip"):
            file = PreparedFile(f"f_{name[:5]}", "vasa", self.cup, version, name, "sv", WAITING, deps.clock())
            prepared_files.add(deps.client, file)
            prepare_file(self.worker, file.id)
            assert prepared_files.find(deps.client, file.id).state == READY
        club_backups.ask(deps.client, "vasa", deps.clock())
        back_up_club(self.worker, "vasa", deps.clock())

    def archive(self) -> None:
        """Archive the tournament."""
        client, data = self.worker.deps.client, self.worker.deps.settings.data
        found = archiving.look(client, all_streams.heads(client), self.cup, places.every(client))
        assert found.why == ""
        with archiving.alone(client, data) as folder:
            archiving.archive(client, self.worker.deps.log, folder, found, lambda _: None)

    def erase(self) -> None:
        erasure.erase_player(self.worker, erasures.id_of("vasa", self.player))


ANSWERS: tuple[str, ...] = (
    "/v1/clubs/vasa/players",
    "/v1/clubs/vasa/audit",
    "{path}",
    "{path}/events",
    "{path}/standings",
    "{path}/standings.csv",
    "{path}/feed.atom",
    "/v1/matches/{friendly}",
    "/v1/matches/{friendly}/events",
    "/v1/matches/{match}",
    "/v1/matches/{match}/events",
    "/tournaments/{cup}",
    "/matches/{match}",
    "/matches/{friendly}",
    "/clubs/vasa/players",
    "/clubs/vasa/audit",
)


@pytest.fixture
def scene(api, worker_context):
    return Scene(api, worker_context)


@pytest.fixture
def as_another_process(scene) -> Callable[[], None]:
    """Let the process that serves look, as it does all the time."""
    forgetter = Forgetter(scene.api.deps, threading.Event())
    forgetter.look()
    return forgetter.look


def answers(scene) -> dict[str, bytes]:
    known = {"path": scene.path, "friendly": scene.friendly, "match": scene.matches[0], "cup": scene.cup}
    found = {}
    for pattern in ANSWERS:
        path = pattern.format(**known)
        answer = scene.api.get(path, "organiser") if path.startswith("/v1") else scene.organiser.get(path)
        found[path] = answer.data
        assert answer.status_code in (200, 404), (path, answer.status_code)
    return found


@on_cluster
def test_an_erased_name_is_found_nowhere(scene, store, tmp_path, as_another_process):
    scene.end()
    scene.files()
    assert {kind_of(key) for key in keys_with_the_name(store)} >= {"log", "state", "asked", "news"}
    assert {file.parent.name for file in files_with_the_name(tmp_path)} == {"exports", "prepared"}
    assert files_with_the_name(*folders(store))
    assert any(map(has_name, answers(scene).values()))
    heads = {stream: scene.api.deps.log.head(stream) for stream in scene.api.deps.log.streams()}
    seen = scene.api.get(scene.erasure, "organiser").json
    assert (seen["name"], seen["former_names"], seen["tournaments"]) == (NAME, [FORMER], 1)
    assert seen["matches"] == 4
    assert (seen["rewritten"], seen["playing"], seen["is_member"], seen["erasure"]) == (0, [], False, None)
    assert {text["field"] for text in seen["texts"]} == {"details.description", "reason"}
    asked = scene.api.post(scene.erasure, {})
    assert (asked.status_code, asked.json["erasure"]["state"]) == (202, "working")
    scene.erase()
    as_another_process()
    assert scene.api.get(scene.erasure, "organiser").json["erasure"] | {"asked": ""} == {
        "state": "done",
        "step": "store",
        "percent": 100,
        "asked": "",
    }
    assert keys_with_the_name(store) == set()
    assert files_with_the_name(tmp_path, *folders(store)) == []
    after = answers(scene)
    assert [path for path, answer in after.items() if has_name(answer)] == []
    shown = str(erased_name(scene.player)).encode()
    assert shown in after[f"{scene.path}/standings"]
    assert shown in after[f"/v1/matches/{scene.matches[0]}"] or shown in after[scene.path]
    proved_before_is_proved_after(scene, heads)


def proved_before_is_proved_after(scene, heads) -> None:
    """Every log goes on from the head that it had, or says which head that was; each says once what happened."""
    log = scene.worker.deps.log
    for stream, before in heads.items():
        events = list(log.read(stream))
        assert proven(stream, events) == log.head(stream)
        said = [event for event in events if isinstance(event.event, PlayerErased | NameErased)]
        if before.version >= len(events) - 1:
            assert (log.head(stream), said) == (before, []), stream
            continue
        assert len(said) == 1, stream
        goes_on = recorded_hash(stream, events[before.version]) == before.hash
        assert goes_on or said[0].event.head is not None, stream


class Killed(BaseException):
    """The worker is gone in this moment."""


def test_an_archived_tournament_is_archived_again_without_the_name(scene, store, tmp_path, as_another_process):
    scene.end()
    scene.archive()
    (file,) = (tmp_path / "archive").glob("*.gz")
    log = scene.worker.deps.log
    heads = {stream: log.head(stream) for stream in log.streams()}
    seen = scene.api.get(scene.erasure, "organiser").json
    assert seen["archived"] == 4
    scene.api.post(scene.erasure, {})
    scene.erase()
    as_another_process()
    assert not file.exists()
    assert len(list((tmp_path / "archive").glob("*.gz"))) == 1
    archived = places.every(store.client)
    assert scene.cup in archived
    assert set(scene.matches) <= archived.keys()
    assert keys_with_the_name(store) == set()
    assert files_with_the_name(tmp_path, *folders(store)) == []
    assert not any(map(has_name, answers(scene).values()))
    proved_before_is_proved_after(scene, heads)


@pytest.mark.parametrize("archived", [False, True])
def test_an_erasure_that_is_killed_again_and_again_comes_to_the_same_end(scene, store, tmp_path, monkeypatch, archived):
    scene.end()
    scene.files()
    if archived:
        scene.archive()
    log = scene.worker.deps.log
    heads = {stream: log.head(stream) for stream in log.streams()}
    scene.api.post(scene.erasure, {})
    crossings, kill_at = 0, 0

    def crossing(function):
        def crossed(*given, **named):
            nonlocal crossings
            crossings += 1
            if crossings == kill_at:
                raise Killed
            value = function(*given, **named)
            crossings += 1
            if crossings == kill_at:
                raise Killed
            return value

        return crossed

    monkeypatch.setattr(RedisLog, "rewrite", crossing(RedisLog.rewrite))
    for module, name in (
        (erasure.archiving, "bring_back"),
        (erasure.archiving, "archive"),
        (erasure.erasure_list, "keep"),
        (erasure.news, "replace"),
        (erasure.dice_counts, "rename"),
        (erasure.entry_requests, "remove"),
        (erasure.sign_in_log, "remove"),
        (erasure.prepared_files, "remove"),
        (erasure.erasures, "raise_count"),
        (erasure.erasures, "forget_names"),
        (erasure.erasures, "end"),
        (erasure.store_files, "rewrite"),
    ):
        monkeypatch.setattr(module, name, crossing(getattr(module, name)))
    kills = 0
    while erasures.find(store.client, "vasa", scene.player).state != erasures.DONE:
        crossings, kill_at = 0, kills + 1
        try:
            scene.erase()
        except Killed:
            kills += 1
        store.client.hset(f"{{s00}}:erasure:vasa.{scene.player}", "tries", 0)
    assert kills > 15
    assert (scene.cup in places.every(store.client)) == archived
    assert keys_with_the_name(store) == set()
    assert files_with_the_name(tmp_path, *folders(store)) == []
    proved_before_is_proved_after(scene, heads)


def test_nothing_that_is_recorded_meanwhile_is_lost(scene):
    scene.end()
    scene.api.post(scene.erasure, {})
    log, written, ended = scene.worker.deps.log, [], threading.Event()
    began = log.head(scene.friendly).version

    def record() -> None:
        other = RedisLog(scene.api.deps.client)
        while not ended.wait(0.02):  # far faster than any table
            fact = RulingMade("note", f"note {len(written)}")
            answer = other.append(scene.friendly, [fact], by="referee:u_1", at=1)
            written.append((answer.last, fact))

    writer = threading.Thread(target=record)
    writer.start()
    try:
        scene.erase()
    finally:
        ended.set()
        writer.join()
    events = {each.version: each.event for each in log.read(scene.friendly)}
    assert all(events[version] == fact for version, fact in written)
    assert len(events) == began + 1 + len(written) + 1
    assert proven(scene.friendly, list(log.read(scene.friendly))) == log.head(scene.friendly)
    assert erasures.find(scene.api.deps.client, "vasa", scene.player).state == erasures.DONE


def test_a_player_who_still_plays_and_a_member_of_the_name_are_not_erased(scene):
    refused = scene.api.post(scene.erasure, {})
    assert (refused.status_code, refused.json["type"]) == (409, "/problems/refused")
    assert "Cup" in refused.json["detail"]
    assert scene.api.get(scene.erasure, "organiser").json["playing"] == [{"id": scene.cup, "name": "Cup"}]
    listed = scene.api.get("/v1/clubs/vasa/players", "organiser").json["players"]
    signed_in(scene.api, "Isidora Dahl", "viewer")
    other = scene.api.post("/v1/clubs/vasa/players", ["Isidora Dahl"]).json["players"][0]["id"]
    assert scene.api.get(f"/v1/clubs/vasa/players/{other}/erasure", "organiser").json["is_member"] is True
    assert scene.api.post(f"/v1/clubs/vasa/players/{other}/erasure", {}).status_code == 409
    assert scene.api.post("/v1/clubs/vasa/players/p_nobody0000/erasure", {}).status_code == 404
    assert scene.api.get(scene.erasure, "scorer").status_code == 403
    names = [player["name"] for player in scene.api.get("/v1/clubs/vasa/players", "organiser").json["players"]]
    assert {each["name"] for each in listed} <= set(names)


def test_a_name_is_erased_from_a_club_that_is_closed_too(scene, store):
    scene.end()
    assert scene.organiser.fill("/clubs/vasa/closing", reason="").status_code == 303
    asked = scene.api.post(scene.erasure, {})
    assert asked.status_code == 202, asked.json
    scene.erase()
    assert keys_with_the_name(store) == set()


def test_names_in_texts_stay_where_that_is_wanted(scene, store):
    scene.end()
    scene.api.post(scene.erasure, {"texts": False})
    scene.erase()
    kinds = {kind_of(key) for key in keys_with_the_name(store)}
    assert kinds <= {"log", "state"}
    texts = json.dumps([to_public(scene.friendly, each) for each in scene.worker.deps.log.read(scene.friendly)])
    assert json.dumps(NAME.upper())[1:-1] in texts
    assert json.dumps(NAME)[1:-1] not in texts


def test_two_players_of_a_club_do_not_share_the_number_of_an_erased_name(api, monkeypatch):
    monkeypatch.setattr(personal_values, "_DIGITS", 12)
    first = api.post("/v1/clubs/vasa/players", [f"Ada {number}" for number in range(5)]).json["players"]
    gone = f"/v1/clubs/vasa/players/{first[0]['id']}"
    assert api.send("DELETE", gone, "organiser").status_code == 204
    rows = "".join(f"Bo {number}\n" for number in range(5))
    answer = api.send("POST", "/v1/clubs/vasa/players", "organiser", data=f"name\n{rows}", content_type="text/csv")
    assert answer.status_code == 201, answer.text
    later = api.post("/v1/clubs/vasa/players", ["Cy", "Di"]).json["players"]
    every = [player["id"] for player in (*first, *answer.json["players"], *later)]
    assert len({erased_name(each) for each in every}) == len(every) == 12
    more = api.post("/v1/clubs/vasa/players", ["Ed"])
    assert more.status_code == 201, "a club with more players than numbers registers them all the same"


def test_each_text_is_decided_by_itself(scene):
    scene.end()
    texts = scene.api.get(scene.erasure, "organiser").json["texts"]
    description = next(text for text in texts if text["field"] == "details.description")
    reason = next(text for text in texts if text["field"] == "reason" and text["stream"] == scene.friendly)
    assert description["erased"]
    assert reason["erased"]
    named = {name: reason[name] for name in ("stream", "version", "field")}
    scene.api.post(scene.erasure, {"decisions": [{**named, "erase": False}]})
    scene.erase()
    logs = {
        each: json.dumps([to_public(each, line) for line in scene.worker.deps.log.read(each)], ensure_ascii=False)
        for each in (scene.friendly, description["stream"])
    }
    assert NAME.upper() in logs[scene.friendly]
    assert NAME not in logs[scene.friendly]
    assert "Qvistg" not in logs[description["stream"]]


def test_asking_twice_is_one_erasure_and_a_name_that_is_gone_is_not_erased_again(scene):
    scene.end()
    first = scene.api.post(scene.erasure, {}).json["erasure"]
    assert scene.api.post(scene.erasure, {}).json["erasure"] == first
    scene.erase()
    assert scene.api.post(scene.erasure, {}).json["erasure"]["state"] == "done"
    events = list(scene.worker.deps.log.read("c_vasa"))
    scene.erase()
    assert list(scene.worker.deps.log.read("c_vasa")) == events


def test_other_processes_forget_what_they_keep_of_the_name_by_themselves(scene, restarted):
    scene.end()
    other, ending = restarted(), threading.Event()
    opened = other.deps.repository.match(scene.friendly)
    assert opened.players["white"] == NAME
    forgetter = Forgetter(other.deps, ending)
    forgetter.look()
    forgetter.start()
    try:
        scene.api.post(scene.erasure, {})
        scene.erase()
        eventually(lambda: other.deps.repository.match(scene.friendly).players["white"] != NAME)
    finally:
        ending.set()
        forgetter.join()
    assert other.deps.repository.match(scene.friendly).players["white"] == erased_name("players.white")
    assert not has_name(other.get(f"/v1/matches/{scene.friendly}", "organiser").data)


def test_the_sweeper_goes_on_with_an_erasure_that_a_worker_left(scene, monkeypatch):
    scene.end()
    scene.api.post(scene.erasure, {})
    client, asked = scene.api.deps.client, []
    monkeypatch.setattr(Jobs, "ask", lambda _self, kind, *args, name: asked.append((kind, *args)))
    sweeper, erasure_id = Sweeper(scene.worker), erasures.id_of("vasa", scene.player)
    erasures.move(client, erasure_id, erasures.WORKING, beat=scene.worker.deps.clock())
    sweeper.sweep()
    erase = ("erase_player", erasure_id)
    assert erase not in asked, "a worker has just been heard of"
    long_ago = scene.worker.deps.clock() - 2 * erasures.STALE_MS
    erasures.move(client, erasure_id, erasures.WORKING, beat=long_ago)
    sweeper.sweep()
    assert erase in asked


def test_no_function_and_no_fold_in_memory_remembers_the_name(scene):
    scene.end()
    answers(scene)
    scene.api.post(scene.erasure, {})
    scene.erase()
    assert any(map(_is_named, gc.get_objects())), "or this would find none"
    forget_names(scene.api.deps)
    forget_names(scene.worker.deps)
    gc.collect()
    assert [object_ for object_ in gc.get_objects() if _is_named(object_)] == []


def _is_named(value) -> bool:
    return isinstance(value, MatchOpened | PlayerRegistered | PlayerEntered) and NAME in (
        *getattr(value, "players", {}).values(),
        getattr(value, "name", ""),
    )
