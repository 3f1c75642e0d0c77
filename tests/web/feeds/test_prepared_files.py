"""Files with all matches of a tournament: asked for, written by a worker, downloaded, stopped, within their bounds."""

import io
import json
import re
import zipfile
from dataclasses import replace

import pytest
from rq import Queue
from rq.serializers import JSONSerializer

from core.eventlog.hash_chain import verify
from schemas.feeds.prepared_files import PREPARED, PREPARED_STATES
from service.backups import backup_archive
from service.backups.verification import prove_lines
from service.handlers import prepared_files as handlers
from service.jobs import JOBS, Jobs
from service.store import keys, prepared_files
from service.translations import OFFERED
from tests.support.signed_in import employ, signed_in
from tests.web.tournament.test_rounds import play
from workers import exports
from workers.sweeper import Sweeper


@pytest.fixture
def working(api, worker_context):
    """The API with a queue."""
    api.deps = replace(api.deps, jobs=Jobs(worker_context.queue))
    made = api.client.application.extensions
    made["brade"] = made["brade"]._replace(deps=api.deps)
    return api


@pytest.fixture
def waiting(worker_context):
    return Queue("jobs", connection=worker_context.queue, serializer=JSONSerializer)


@pytest.fixture
def work(worker_context, waiting):
    """Have a worker do the jobs that wait; the number of them."""

    def work():
        jobs = [job for job in waiting.jobs if job.func_name == JOBS["prepare_file"].function]
        waiting.empty()
        for job in jobs:
            exports.prepare_file(worker_context, *job.args)
        return len(jobs)

    return work


@pytest.fixture
def cup(working, judge):
    """A published round robin of three with all results; its address."""
    tournament = working.tournament(3, published=True, name='The "Cup"', details={"place": "Vasamuseet"})
    path = f"/v1/tournaments/{tournament}"
    assert working.post(f"{path}/start").status_code == 200
    for number in (1, 2, 3):
        play(working, path, judge, number)
    return path


def ask(api, cup, name="matches.txt", role="viewer", **more):
    return api.post(f"{cup}/prepared-files", {"name": name, **more}, role)


def content(api, file):
    answer = api.get(file["content"], "viewer")
    assert answer.status_code == 200, answer.json
    data = answer.get_data()
    answer.close()
    return data


def test_the_document_names_the_files_languages_and_states_that_there_are():
    assert handlers.NAMES == PREPARED
    assert PREPARED_STATES == prepared_files.STATES
    assert OFFERED == ("en", "sv")


def test_a_file_is_asked_for_written_and_downloaded(working, cup, work):
    asked = ask(working, cup, lang="sv")
    assert (asked.status_code, asked.json["state"], asked.json["percent"], asked.json["content"]) == (
        202,
        "waiting",
        0,
        None,
    )
    address = asked.headers["Location"]
    assert working.get(f"{address}/content", "viewer").status_code == 409
    assert work() == 1
    file = working.get(address, "viewer").json
    assert (file["state"], file["percent"]) == ("ready", 100)
    text = content(working, file).decode()
    assert len(text.encode()) == file["size"]
    assert text.count('[Event "The \\"Cup\\""]') == 3
    assert re.findall(r"\[Round \"(\d)\"\]", text) == ["1", "2", "3"]
    assert text.count('[Site "Vasamuseet"]') == text.count("Parti 1") == 3
    again = ask(working, cup, lang="sv")
    assert (again.status_code, again.json["id"], work()) == (200, file["id"], 0)


@pytest.mark.parametrize("name", ["matches.txt", "matches.zip"])
def test_a_file_has_no_hidden_name_and_goes_when_a_name_is_hidden(working, cup, work, name):
    def written():
        file = ask(working, cup, name, "organiser").json
        assert work() == 1
        data = content(working, working.get(f"{cup}/prepared-files/{file['id']}", "viewer").json)
        if name == "matches.txt":
            return data.decode()
        archive = zipfile.ZipFile(io.BytesIO(data))
        return "".join(archive.read(each).decode() for each in archive.namelist())

    hidden = re.compile(r"\bPlayer 1\b")
    assert hidden.search(written())
    setting = {"public": "chosen", "members": "chosen", "name": "Quistgaard"}
    assert (
        working.send("PUT", "/v1/clubs/vasa/players/Player 1/shown-name", "organiser", json=setting).status_code == 200
    )
    assert working.get(f"{cup}/prepared-files", "viewer").json == {"files": []}
    text = written()
    assert "Quistgaard" in text
    assert not hidden.search(text)


def test_an_archive_has_each_match_to_read_and_as_its_log_and_equal_logs_give_equal_bytes(working, cup, work):
    file = ask(working, cup, "matches.zip").json
    work()
    data = content(working, working.get(f"{cup}/prepared-files/{file['id']}", "viewer").json)
    archive = zipfile.ZipFile(io.BytesIO(data))
    assert archive.testzip() is None
    assert len(archive.namelist()) == 6
    for name in archive.namelist():
        match = name.partition("/")[2].rpartition(".")[0]
        if name.endswith(".ndjson"):
            events = working.get(f"/v1/matches/{match}").json["version"] + 1
            lines = [json.loads(line) for line in archive.read(name).splitlines()]
            proof = verify(lines)
            assert (proof.events, proof.broken_at) == (events, None), proof.reason
    assert working.send("DELETE", f"{cup}/prepared-files/{file['id']}", "viewer").status_code == 204
    file = ask(working, cup, "matches.zip").json
    work()
    assert content(working, working.get(f"{cup}/prepared-files/{file['id']}", "viewer").json) == data


def test_mat_files_are_of_backgammon_alone_and_what_has_none_is_named(working, judge, work):
    tournament = working.tournament(2, published=True, game="backgammon", length={"points": 3})
    path = f"/v1/tournaments/{tournament}"
    working.post(f"{path}/start")
    judge()
    [match] = [each["id"] for each in working.get(path).json["rounds"][0]["matches"]]
    results = [{"winner": "white", "outcome": "backgammon"}]
    assert working.post(f"{path}/results", {"match": match, "results": results}).status_code == 202
    judge()
    file = ask(working, path, "mat.zip").json
    work()
    ready = working.get(f"{path}/prepared-files/{file['id']}", "viewer").json
    archive = zipfile.ZipFile(io.BytesIO(content(working, ready)))
    assert archive.namelist() == ["left-out.txt"], "results without rolls"
    assert match in archive.read("left-out.txt").decode()


@pytest.mark.parametrize(
    ("body", "wrong"), [({}, "name"), ({"name": "all.zip"}, "name"), ({"name": "matches.txt", "lang": "de"}, "lang")]
)
def test_what_is_no_file_is_refused_by_name(working, cup, body, wrong):
    answer = working.post(f"{cup}/prepared-files", body, "viewer")
    assert (answer.status_code, list(answer.json["errors"])) == (422, [wrong])


def test_a_game_without_mat_and_a_tournament_without_matches_are_refused(working, cup):
    assert ask(working, cup, "mat.zip").status_code == 409
    empty = f"/v1/tournaments/{working.tournament(3)}"
    assert ask(working, empty).status_code == 409
    assert working.get(f"{empty}/prepared-files", "viewer").json == {"files": []}


def test_a_club_asks_for_three_files_at_once(working, cup, work):
    names = [("matches.txt", "en"), ("matches.txt", "sv"), ("matches.zip", "en")]
    assert [ask(working, cup, name, lang=lang).status_code for name, lang in names] == [202] * 3
    assert ask(working, cup, "matches.zip", lang="sv").status_code == 409
    assert work() == 3
    assert ask(working, cup, "matches.zip", lang="sv").status_code == 202
    assert len(working.get(f"{cup}/prepared-files", "viewer").json["files"]) == 4


def test_files_are_for_the_club_s_people_alone(working, cup, work):
    working.found("huk")
    file = ask(working, cup).json
    work()
    for path in ("", f"/{file['id']}", f"/{file['id']}/content"):
        assert working.get(f"{cup}/prepared-files{path}", None).status_code == 401
        assert working.get(f"{cup}/prepared-files{path}", "huk organiser").status_code in (403, 404)
    other = f"/v1/tournaments/{working.tournament(2)}"
    assert working.get(f"{other}/prepared-files/{file['id']}", "viewer").status_code == 404
    assert working.get(f"{cup}/prepared-files/f_none", "viewer").status_code == 404


def test_organisers_have_the_whole_tournament_written_and_it_proves_itself(working, cup, work, tmp_path):
    for role in ("viewer", "scorer", "referee"):
        assert ask(working, cup, "whole.ndjson.gz", role).status_code == 403
    asked = ask(working, cup, "whole.ndjson.gz", "organiser")
    assert (asked.status_code, work()) == (202, 1)
    address = asked.headers["Location"]
    assert working.get(address, "organiser").json["state"] == "ready"
    for path in (address, f"{address}/content"):
        assert working.get(path, "referee").status_code == 403
    assert working.get(f"{cup}/prepared-files", "referee").json == {"files": []}
    answer = working.get(f"{address}/content", "organiser")
    (tmp_path / "cup.gz").write_bytes(answer.get_data())
    assert (answer.mimetype, answer.headers["Content-Disposition"].partition("filename=")[2]) == (
        "application/gzip",
        f"{cup.rpartition('/')[2]}-whole.ndjson.gz",
    )
    answer.close()
    header, streams = backup_archive.contents(str(tmp_path / "cup.gz"))
    assert (header.whole, len(header.heads)) == (cup.rpartition("/")[2], 5)
    assert sum(prove_lines(stream, lines).left_out for stream, lines in streams) == 4, "the tokens of the club"
    assert ask(working, cup, "whole.ndjson.gz", "organiser").status_code == 200
    employ(working, "Anna Berg", "viewer")
    assert ask(working, cup, "whole.ndjson.gz", "organiser").status_code == 202, "the club's log went on"


def test_a_whole_tournament_with_an_altered_log_has_failed(working, cup, work, worker_context):
    address = ask(working, cup, "whole.ndjson.gz", "organiser").headers["Location"]
    match = working.get(f"{cup}/matches").json["matches"][0]["id"]
    worker_context.deps.client.xdel(keys.log(match), "1-0")
    work()
    assert working.get(address, "organiser").json["state"] == "failed"


def test_a_file_that_is_removed_while_it_is_written_leaves_nothing(working, cup, work, monkeypatch, worker_context):
    file = ask(working, cup).json
    read = exports._match_log

    def removed_meanwhile(deps, match_id):
        working.send("DELETE", f"{cup}/prepared-files/{file['id']}", "viewer")
        return read(deps, match_id)

    monkeypatch.setattr(exports, "_match_log", removed_meanwhile)
    monkeypatch.setattr(exports, "_BEAT_SECONDS", 0.0)
    work()
    assert working.get(f"{cup}/prepared-files/{file['id']}", "viewer").status_code == 404
    handlers.remove_forgotten(worker_context.deps)
    assert list(handlers.folder(worker_context.deps).iterdir()) == []


def test_another_worker_writes_what_one_left(working, cup, waiting, work, worker_context):
    file = ask(working, cup).json
    waiting.empty()  # the worker was killed
    now = worker_context.deps.clock()
    prepared_files.change(worker_context.deps.client, file["id"], state="writing", done=2, beat=now)
    Sweeper(worker_context).sweep()
    assert work() == 0, "it may be at work"
    prepared_files.change(worker_context.deps.client, file["id"], beat=1)
    Sweeper(worker_context).sweep()
    assert work() == 1
    assert working.get(f"{cup}/prepared-files/{file['id']}", "viewer").json["state"] == "ready"


def test_a_file_at_which_workers_end_again_and_again_is_given_up_and_asked_for_anew(working, cup, work, worker_context):
    file = ask(working, cup).json
    prepared_files.change(worker_context.deps.client, file["id"], tries=8)
    work()
    assert working.get(f"{cup}/prepared-files/{file['id']}", "viewer").json["state"] == "failed"
    assert ask(working, cup).status_code == 202
    assert work() == 1
    assert working.get(f"{cup}/prepared-files/{file['id']}", "viewer").json["state"] == "ready"


def test_the_page_writes_shows_how_far_it_is_and_downloads(working, cup, work):
    page = cup.removeprefix("/v1") + "/files"
    assert "All matches" not in working.client.get(page).get_data(as_text=True)
    organiser = signed_in(working, "Anna", "organiser")
    assert organiser.fill(page, name="matches.txt").status_code == 303
    shown = organiser.client.get(page)
    assert shown.headers["Refresh"] == "2"
    assert "<progress" in shown.get_data(as_text=True)
    work()
    shown = organiser.client.get(page)
    assert "Refresh" not in shown.headers
    link = re.search(r'href="(/v1/[^"]+/content)"', shown.get_data(as_text=True))[1]
    answer = organiser.client.get(link)
    assert answer.headers["Content-Disposition"].startswith("attachment")
    answer.close()
    assert organiser.fill(page, name="all.zip").status_code == 404
    assert organiser.fill(page, name="matches.zip").status_code == 303
    file = organiser.client.get(f"{cup}/prepared-files").json["files"][0]
    assert organiser.fill(page, remove=file["id"]).status_code == 303
    assert len(organiser.client.get(f"{cup}/prepared-files").json["files"]) == 1
