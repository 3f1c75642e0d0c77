"""`brade demo` as a newcomer starts it: in an empty folder, on a free port, with everything that it starts."""

import csv
import os
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from typing import NamedTuple
from urllib.request import urlopen

import pytest
from click.testing import CliRunner

from core.eventlog.hash_chain import verify
from core.match.state import REFUSED
from core.tournament.money.account import account
from core.tournament.standings.standings import sections, standings
from service import cli
from service.demo.scenario import recorded
from service.store.server import running_server
from tests.support.paths import ROOT
from tests.support.processes.programs.other_program import other_program
from tests.support.processes.serving import free_port
from tests.support.proving import prove
from tests.support.tournament.demo_weekend import folded, judged_records, logs_in, played_by_core

SECONDS = 120
PAGES = (
    "Start here",
    "Tournament",
    "Replay",
    "Bracket",
    "Tables",
    "Cross-tables",
    "Pairings",
    "Decisions",
    "A match",
)
pytestmark = pytest.mark.xdist_group("demo")  # one weekend for all of them


def start(folder, *options, port):
    environment = {name: value for name, value in os.environ.items() if not name.startswith("BRADE_")}
    environment |= {"BRADE_BIND": f"127.0.0.1:{port}", "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"}
    return subprocess.Popen(
        [sys.executable, "-m", "service.cli", "demo", *options],
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )


class Served(NamedTuple):
    """The output of `brade demo` until Ctrl-C, and the status of every page that it named."""

    output: str
    pages: dict[str, int]
    errors: str
    code: int


def served(folder):
    """Start the demo, ask for its pages when it serves, and press Ctrl-C."""
    process = start(folder, port=free_port())
    try:
        out = read_until(process, "Operator")
        pages = {}
        for name in PAGES:
            with urlopen(re.search(rf"{name} +(http://\S+)", out)[1]) as answer:  # published: no token is asked for
                pages[name] = answer.status
        process.send_signal(signal.SIGINT)
        rest, errors = process.communicate(timeout=SECONDS)
        return Served(out + rest, pages, errors, process.returncode)
    finally:
        process.kill()
        process.wait()


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("weekend")


@pytest.fixture(scope="module")
def weekend_served(folder):
    """`brade demo` in a folder with nothing in it."""
    return served(folder)


@pytest.fixture(scope="module")
def output(weekend_served):
    """Its output."""
    return weekend_served.output


@pytest.fixture(scope="module")
def expected():
    """The outcome of the recorded facts by core alone: the verdicts of every match and its settlement."""
    return judged_records(recorded())


@pytest.fixture(scope="module")
def logs(output, folder):
    return logs_in(folder)


@pytest.fixture(scope="module")
def weekend(logs):
    """The tournament as its own log tells it."""
    return folded(*next(iter(logs.items())))


@pytest.fixture(scope="module")
def by_core():
    return played_by_core()


def ranks(tournament):
    return [(line.rank, line.name, line.wins, line.points_won, line.withdrawn) for line in standings(tournament)]


def test_it_tells_how_many_facts_were_accepted_and_which_rules_the_others_broke(output, expected):
    verdicts = [verdict for _, given, _ in expected for verdict in given]
    refused = Counter(verdict.rule for verdict in verdicts if verdict.verdict == REFUSED)
    assert f"  {len(verdicts) - refused.total():,} accepted, {refused.total()} refused." in output
    shown = re.findall(r"^ +(\d+)  ([A-Z§]\d+)  ", output, re.MULTILINE)
    assert {rule: int(number) for number, rule in shown} == refused


def test_it_tells_which_games_decided_where_points_were_equal(output):
    words = " ".join(output.split())
    assert words.count("wins by the higher game") == 2
    assert "bearing off with monk (rank 2) against Åsa Lindgren's bearing off (rank 1)" in words


def test_the_weekend_ends_as_the_files_of_the_demo_say(weekend, by_core):
    assert weekend.status == by_core.status == "finished"
    assert ranks(weekend) == ranks(by_core)
    slots = [{pairing.slot: pairing[1:3] for pairing in each.matches if pairing.slot} for each in (weekend, by_core)]
    named = {slot: tuple(map(weekend.name_of, pair)) for slot, pair in slots[0].items() if all(pair)}
    assert named == {slot: pair for slot, pair in slots[1].items() if all(pair)}


def test_what_it_tells_of_the_groups_is_what_the_log_says(output, weekend):
    printed = output[output.index("The groups") :]
    for _, lines in sections(weekend):
        for line in lines[:1] + lines[3:]:  # the correction changes places behind the first
            assert re.search(rf"{line.rank} {line.name} +{line.wins}–{line.losses}", printed), line.name


def test_the_money_of_the_weekend_is_paid_out_as_its_plan_says(output, weekend, by_core):
    rows = re.findall(r"^ *(\d+) SEK +(.+?) \(", output[output.index("Paid out") :], re.MULTILINE)
    assert account(weekend).paid_out == account(by_core).paid_out == 100 * sum(int(amount) for amount, _ in rows)
    assert account(weekend).final
    first = [line.name for line in standings(by_core)[:4]]
    assert [name for _, name in rows][:4] == first
    assert len(rows) == 5, "four places, and the side pool"


def test_the_prizes_go_to_the_first_four_and_to_who_won_the_consolation(output, by_core):
    prizes = dict(
        re.findall(r"^  (\S+) +([^,\n]+)", output[output.index("Prizes") : output.index("Paid out")], re.MULTILINE)
    )
    first = {str(line.rank): line.name for line in standings(by_core)[:4]}
    last = next(match for match in by_core.matches if match.slot == "consolation.4.1")
    winner = last.white if by_core.results[last.match].winner == "white" else last.black
    assert prizes == {**first, "Consolation": winner}


def test_the_table_is_the_one_that_follows_from_the_log(output, folder, weekend):
    with (folder / "standings.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    names = ("rank", "name", "played", "wins", "losses", "games_won", "games_lost", "points_won", "points_lost")
    assert [[row[name] for name in names] for row in rows] == [
        [str(getattr(line, name)) for name in names] for line in standings(weekend)
    ]
    assert (folder / "bracket.svg").read_text(encoding="utf-8").count("Åberg") > 1


def test_the_correction_changes_what_its_dry_run_had_said_and_stands_in_the_log(output, logs):
    story = output[output.index("A correction") : output.index("The knock-out")]
    assert re.findall(r"\b(\d+) → \1\b", story) == []
    assert "Then written, and it changed exactly that." in story
    tournament = next(iter(logs.values()))
    decided = next(line for line in tournament if line["type"] == "ResultDecided" and line["kind"] == "played")
    assert f"undo decision {decided['version']}" in story
    voided = [line for line in tournament if line["type"] == "PairingsVoided" and line["version"] > decided["version"]]
    assert story.count("  voided ") == sum(len(line["matches"]) for line in voided)


def test_who_left_lost_the_match_that_was_open_and_another_one_moved_up(output, weekend):
    assert re.search(r"Ingrid Palm – Einar Dahl +walkover for Einar Dahl", output)
    assert "Ingrid Palm keeps place 2 of group E; Olof Sjödin moves up." in output
    assert weekend.entry(next(entry.player for entry in weekend.entries if entry.name == "Ingrid Palm")).withdrawn


def test_every_result_in_the_tournaments_log_is_that_of_the_matchs_own_log(logs, weekend, expected):
    tournament, *matches = logs
    settled = {line["match"]: line for line in logs[tournament] if line["type"] == "MatchSettled"}
    open_in_the_end = {match.match for match in weekend.matches} - settled.keys()
    assert open_in_the_end == {
        match.match for match in weekend.matches if weekend.results[match.match].kind != "played"
    }
    for match in settled:
        reported = [line for line in logs[match] if line["type"] == "ResultReported"]
        if reported:
            games = [{name: game[name] for name in ("winner", "outcome")} for game in reported[-1]["results"]]
            output = [{name: game[name] for name in ("winner", "outcome")} for game in settled[match]["games"]]
            assert games == output
    recorded_lengths = sorted(len(record.facts) for record, _, _ in expected)
    assert sorted(len(logs[match]) - 1 for match in matches if len(logs[match]) > 10) == recorded_lengths


def test_the_log_that_it_writes_proves_itself(output, folder, logs):
    assert all(verify(events, events[-1]["hash"]).broken_at is None for events in logs.values())
    assert all(events[0]["version"] == 0 for events in logs.values())
    done = CliRunner().invoke(cli.main, ["verify", str(folder / "events.ndjson")])
    assert done.exit_code == 0
    assert "Every event is as it was recorded." in done.stdout
    assert re.search(r"^  to prove +brade verify events.ndjson$", output, re.MULTILINE)


def too_long(output):
    """The lines that do not fit a terminal, but for those with an address, which nothing can shorten."""
    return [line for line in output.splitlines() if len(line) > 80 and "://" not in line]


def test_it_fits_a_terminal_of_eighty_columns_and_is_plain_where_none_is(output):
    assert too_long(output) == []
    assert [line for line in output.splitlines() if line != line.rstrip()] == []
    assert "\x1b" not in output


def test_the_first_weekend_has_its_plain_name_and_none_before_it(output):
    assert re.search(r"^  Tournament +Höstbräde \(t_", output, re.MULTILINE)
    assert "begin anew" not in output


def test_nothing_runs_on_afterwards_and_a_clubs_own_folder_was_not_touched(output, folder):
    assert running_server.address(folder / "data-demo" / "store") is None
    assert running_server.address(folder / "data-demo" / "queue") is None
    assert not (folder / "data").exists()


def test_it_serves_the_weekend_until_ctrl_c(weekend_served):
    assert weekend_served.pages == dict.fromkeys(PAGES, 200)
    assert (weekend_served.code, weekend_served.errors, "Stopping." in weekend_served.output) == (0, "", True)
    assert "data-demo/admin-token" in weekend_served.output
    assert re.search(
        r"Sign in +as Anna Berg, organiser.*\n +http://\S+/sign-in#\S+\n  The desk +http", weekend_served.output
    )


@prove
def test_a_weekend_that_is_killed_in_the_middle_spoils_nothing_and_the_next_one_is_served(output, folder, by_core):
    killed = start(folder, port=free_port())
    read_until(killed, "withdraws")
    killed.kill()
    killed.wait()
    again = served(folder)
    assert again.pages == dict.fromkeys(PAGES, 200)
    assert re.search(r"^  Tournament +Höstbräde 3 \(t_", again.output, re.MULTILINE)
    assert re.search(
        r"^  Before +2 weekends played here stay: to begin anew, delete data-demo$", again.output, re.MULTILINE
    )
    assert too_long(again.output) == []
    assert (again.code, again.errors) == (0, "")
    assert ranks(folded(*next(iter(logs_in(folder).items())))) == ranks(by_core)


@prove
def test_played_once_it_ends_by_itself(tmp_path, by_core):
    process = start(tmp_path, "--once", port=free_port())
    _, errors = process.communicate(timeout=SECONDS)
    assert (process.returncode, errors) == (0, "")
    assert ranks(folded(*next(iter(logs_in(tmp_path).items())))) == ranks(by_core)


def read_until(process, word):
    out, deadline = "", time.monotonic() + SECONDS
    while word not in out:
        assert time.monotonic() < deadline, out
        line = process.stdout.readline()
        assert line, out
        out += line
    return out


@prove
def test_a_port_that_is_taken_is_said_in_a_sentence_that_helps(folder):
    with other_program() as port:
        process = start(folder, "--once", port=port)
        _, errors = process.communicate(timeout=SECONDS)
    assert process.returncode == 1
    assert "BRADE_BIND" in errors
    assert "Traceback" not in errors


def test_a_season_of_eight_evenings_has_one_table_with_a_correction_on_the_way(tmp_path):
    process = start(tmp_path, "--season", "--once", port=free_port())
    said, told = process.communicate(timeout=SECONDS)
    assert (process.returncode, told) == (0, ""), said
    assert "The whole season took" in said
    assert re.search(r"Corrected .+ → .+ points", said)
    points = [float(text) for text in re.findall(r": ([\d.]+) points, \d evening", said)]
    assert (len(points), points) == (12, sorted(points, reverse=True))
    assert not (tmp_path / "standings.csv").exists()
