import csv
import io
import json
import threading

import pytest

from core.chain import verify
from core.codec import from_public
from core.errors import Unknown
from core.match import replay
from service.exports import EXPORTS, Asked, paper
from tests.workers.conftest import open_match, pump_all, record, recorded
from tests.workers.playing import T, started, tournament, won
from workers.exports import export_match, export_standings, export_tournament
from workers.workshop import Workshop

M = "m_aaaaaaaaaa"


def exported(workshop: Workshop, name: str) -> bytes:
    return (workshop.house.settings.data / "exports" / name).read_bytes()


def test_an_exported_match_is_its_whole_log_with_hashes_and_verdicts(workshop: Workshop):
    match = recorded("refusals_three")
    open_match(workshop, M, match.opened())
    record(workshop, M, *match.facts[:999])
    record(workshop, M, *match.facts[999:])
    pump_all(workshop)
    export_match(workshop, M)
    lines = [json.loads(line) for line in exported(workshop, f"{M}.ndjson").splitlines()]
    assert [line["version"] for line in lines] == list(range(len(match.facts) + 1))
    proof = verify(lines, workshop.house.log.head(M).hash)
    assert proof.broken_at is None
    assert {line["version"] for line in lines if line["verdict"]["verdict"] == "refused"} == match.refused
    assert replay(M, map(from_public, lines)).settled.winner == match.expected["winner"]


def test_the_same_log_gives_the_same_bytes_and_leaves_no_draft(workshop: Workshop):
    started(workshop, ["anna", "bo", "=cmd"])
    pump_all(workshop)
    record(workshop, f"{T}.1", won("white"))
    pump_all(workshop)
    for export, stream, name in (
        (export_match, f"{T}.1", f"{T}.1.ndjson"),
        (export_standings, T, f"{T}.standings.csv"),
    ):
        export(workshop, stream)
        first = exported(workshop, name)
        threads = [threading.Thread(target=export, args=(workshop, stream)) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert exported(workshop, name) == first
    assert not list((workshop.house.settings.data / "exports").glob("*draft*"))


def test_exported_standings_open_in_a_spreadsheet_without_harm(workshop: Workshop):
    started(workshop, ["anna", "=cmd"])
    pump_all(workshop)
    record(workshop, f"{T}.1", won("black"))
    pump_all(workshop)
    export_standings(workshop, T)
    text = exported(workshop, f"{T}.standings.csv")
    assert text.startswith(b"\xef\xbb\xbf")
    rows = list(csv.DictReader(io.StringIO(text.decode("utf-8-sig"), newline="")))
    assert [(row["rank"], row["name"], row["wins"]) for row in rows] == [("1", "'=Cmd", "1"), ("2", "Anna", "0")]


@pytest.mark.parametrize("name", EXPORTS)
def test_every_file_that_the_web_shows_is_written_as_everybody_may_see_it(workshop: Workshop, name: str):
    state = started(workshop, ["anna", "bo", "cilla"])
    pump_all(workshop)
    record(workshop, f"{T}.1", won("white"))
    pump_all(workshop)
    export_tournament(workshop, T, name, 1, "sv")
    middle = "round-1." if EXPORTS[name].of_round else ""
    log = workshop.house.log
    given = paper(tournament(workshop), lambda: log.read(T))
    expected = EXPORTS[name].make(given, Asked(lang="sv", round=1, bom=True))
    assert exported(workshop, f"{T}.{middle}{name}") == expected
    assert state.id == T


def test_a_file_that_nobody_knows_is_not_written(workshop: Workshop):
    started(workshop, ["anna", "bo"])
    with pytest.raises(Unknown, match=r"standings\.csv"):
        export_tournament(workshop, T, "standings.doc")
    with pytest.raises(Unknown):
        export_tournament(workshop, T, "pairings.csv", 7)
    folder = workshop.house.settings.data / "exports"
    assert not [each for each in folder.glob("*") if not each.name.startswith(".")]


def test_a_settled_match_and_a_moved_table_ask_for_their_files(workshop: Workshop):
    started(workshop, ["anna", "bo"])
    pump_all(workshop)
    before = workshop.jobs.waiting("jobs")
    record(workshop, f"{T}.1", won("white"))
    pump_all(workshop)
    assert workshop.jobs.waiting("jobs") == before + 2


@pytest.mark.parametrize("name", ["../../etc/passwd", "m_a/../b", "", "m_a\n"])
def test_no_id_leads_out_of_the_folder(workshop: Workshop, name: str):
    with pytest.raises(Unknown):
        export_match(workshop, name)


def test_a_match_that_is_not_there_makes_no_file(workshop: Workshop):
    with pytest.raises(Unknown):
        export_match(workshop, "m_zzzzzzzzzz")
    assert not list((workshop.house.settings.data / "exports").glob("*.ndjson"))
