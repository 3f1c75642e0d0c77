import csv
import io
import json
import threading

import pytest

from core.csv_text import CsvForm
from core.errors import NotFound
from core.eventlog.codec import from_public
from core.eventlog.hash_chain import verify
from core.events import RulingMade
from core.match.judging import replay
from service.exports import EXPORTS, ExportOptions, paper
from tests.support.judging import open_match, pump_all, record, recorded
from tests.support.tournament.in_store import T, started, tournament, won
from workers.context import WorkerContext
from workers.exports import export_match, export_standings, export_tournament

M = "m_aaaaaaaaaa"


def exported(worker_context: WorkerContext, name: str) -> bytes:
    return (worker_context.deps.settings.data / "exports" / name).read_bytes()


def test_an_exported_match_is_its_whole_log_with_hashes_and_verdicts(worker_context: WorkerContext):
    match = recorded("refusals_three")
    open_match(worker_context, M, match.opened())
    record(worker_context, M, *match.facts[:999])
    record(worker_context, M, *match.facts[999:])
    pump_all(worker_context)
    export_match(worker_context, M)
    lines = [json.loads(line) for line in exported(worker_context, f"{M}.ndjson").splitlines()]
    assert [line["version"] for line in lines] == list(range(len(match.facts) + 1))
    proof = verify(lines, worker_context.deps.log.head(M).hash)
    assert proof.broken_at is None
    assert {line["version"] for line in lines if line["verdict"]["verdict"] == "refused"} == match.refused
    assert replay(M, map(from_public, lines)).settled.winner == match.expected["winner"]


def test_the_records_of_the_matches_of_a_tournament_come_with_its_table_and_need_no_job_each(
    worker_context: WorkerContext,
):
    started(worker_context, ["anna", "bo", "=cmd"])
    pump_all(worker_context)
    for number, winner in ((1, "white"), (2, "black")):
        record(worker_context, f"{T}.{number}", won(winner))
        pump_all(worker_context)
    waiting = worker_context.jobs._queues["jobs"].jobs
    assert {each.func_name.rpartition(".")[2] for each in waiting} == {"export_standings"}
    export_standings(worker_context, T)
    folder = worker_context.deps.settings.data / "exports"
    written = {number: (folder / f"{T}.{number}.ndjson").stat().st_ino for number in (1, 2)}
    assert not (folder / f"{T}.3.ndjson").exists(), "it has no result"
    record(worker_context, f"{T}.2", RulingMade("note", "the score was told late"))
    pump_all(worker_context)
    export_standings(worker_context, T)
    assert (folder / f"{T}.1.ndjson").stat().st_ino == written[1]
    lines = exported(worker_context, f"{T}.2.ndjson").decode().splitlines()
    assert json.loads(lines[-1])["type"] == "RulingMade"


def test_the_same_log_gives_the_same_bytes_and_leaves_no_draft(worker_context: WorkerContext):
    started(worker_context, ["anna", "bo", "=cmd"])
    pump_all(worker_context)
    record(worker_context, f"{T}.1", won("white"))
    pump_all(worker_context)
    for export, stream, name in (
        (export_match, f"{T}.1", f"{T}.1.ndjson"),
        (export_standings, T, f"{T}.standings.csv"),
    ):
        export(worker_context, stream)
        first = exported(worker_context, name)
        threads = [threading.Thread(target=export, args=(worker_context, stream)) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert exported(worker_context, name) == first
    assert not list((worker_context.deps.settings.data / "exports").glob("*draft*"))


def test_exported_standings_open_in_a_spreadsheet_without_harm(worker_context: WorkerContext):
    started(worker_context, ["anna", "=cmd"])
    pump_all(worker_context)
    record(worker_context, f"{T}.1", won("black"))
    pump_all(worker_context)
    export_standings(worker_context, T)
    text = exported(worker_context, f"{T}.standings.csv")
    assert text.startswith(b"\xef\xbb\xbf")
    rows = list(csv.DictReader(io.StringIO(text.decode("utf-8-sig"), newline="")))
    assert [(row["rank"], row["name"], row["wins"]) for row in rows] == [("1", "'=Cmd", "1"), ("2", "Anna", "0")]


def test_every_file_that_the_web_shows_is_written_as_everybody_may_see_it(worker_context: WorkerContext):
    state = started(worker_context, ["anna", "bo", "cilla"])
    pump_all(worker_context)
    record(worker_context, f"{T}.1", won("white"))
    pump_all(worker_context)
    assert state.id == T
    for name, export in EXPORTS.items():
        export_tournament(worker_context, T, name, 1, "sv")
        given = paper(tournament(worker_context), lambda: worker_context.deps.log.read(T))
        expected = export.make(given, ExportOptions(lang="sv", round=1, csv=CsvForm(bom=True, separator=";")))
        assert exported(worker_context, f"{T}.{'round-1.' if export.of_round else ''}{name}") == expected, name


def test_an_unknown_file_is_not_written(worker_context: WorkerContext):
    started(worker_context, ["anna", "bo"])
    with pytest.raises(NotFound, match=r"standings\.csv"):
        export_tournament(worker_context, T, "standings.doc")
    with pytest.raises(NotFound):
        export_tournament(worker_context, T, "pairings.csv", 7)
    folder = worker_context.deps.settings.data / "exports"
    assert not [path for path in folder.glob("*") if not path.name.startswith(".")]


def test_a_moved_table_and_a_settled_friendly_match_ask_for_their_files(worker_context: WorkerContext):
    match = recorded("refusals_three")
    started(worker_context, ["anna", "bo"])
    pump_all(worker_context)
    before = worker_context.jobs.waiting("jobs")
    record(worker_context, f"{T}.1", won("white"))
    pump_all(worker_context)
    assert worker_context.jobs.waiting("jobs") == before + 1
    open_match(worker_context, M, match.opened())
    record(worker_context, M, *match.facts)
    pump_all(worker_context)
    assert worker_context.jobs.waiting("jobs") == before + 2


@pytest.mark.parametrize("name", ["../../etc/passwd", "m_a/../b", "", "m_a\n"])
def test_no_id_leads_out_of_the_folder(worker_context: WorkerContext, name: str):
    with pytest.raises(NotFound):
        export_match(worker_context, name)


def test_a_match_that_is_not_there_makes_no_file(worker_context: WorkerContext):
    with pytest.raises(NotFound):
        export_match(worker_context, "m_zzzzzzzzzz")
    assert not list((worker_context.deps.settings.data / "exports").glob("*.ndjson"))
