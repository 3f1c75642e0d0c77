"""`brade demo` as a newcomer starts it: in an empty folder, on a free port, with everything that it starts."""

import csv
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from urllib.request import urlopen

import pytest

from core import tournament as tournaments
from core.chain import verify
from core.events import MatchSettled, PlayerEntered, TournamentCreated
from core.match import fold
from core.sheet import REFUSED
from core.tournament import decisions
from core.tournament.standings import standings
from service.demo.evening import recorded
from service.store import running
from tests.core.logs import fact, numbered, opening

ROOT = Path(__file__).parents[3]
SECONDS = 120
pytestmark = pytest.mark.xdist_group("demo")  # one evening for all of them


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def start(folder, *options, port):
    environment = {name: value for name, value in os.environ.items() if not name.startswith("BRADE_")}
    environment |= {"BRADE_BIND": f"127.0.0.1:{port}", "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"}
    return subprocess.Popen(
        [sys.executable, "-m", "service.cli", "demo", *options], cwd=folder, env=environment,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8",
    )  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("evening")


@pytest.fixture(scope="module")
def told(folder):
    """What `brade demo --once` printed, in a folder with nothing in it."""
    process = start(folder, "--once", port=free_port())
    out, errors = process.communicate(timeout=SECONDS)
    assert process.returncode == 0, errors
    assert errors == ""
    return out


@pytest.fixture(scope="module")
def expected():
    """What the recorded facts come to by core alone: the verdicts of every match and its settlement."""
    matches = []
    for record in recorded().records:
        judged = list(fold("m_demo", numbered(opening(), [fact(each) for each in record.facts])))
        matches.append((record, [verdict for _, verdict in judged][1:], judged[-1][0]))
    return matches


@pytest.fixture(scope="module")
def table(expected):
    """The standings that follow, by core alone."""
    programme = recorded()
    words = programme.announced
    created = TournamentCreated("demo", words["name"], words["game"], words["length"], words["format"])
    state, events = tournaments.opened("t_demo", created), [PlayerEntered(name, name) for name in programme.players]
    for event in events:
        state = tournaments.apply(state, event, state.version + 1)
    for event in decisions.start(state, "lots"):
        state = tournaments.apply(state, event, state.version + 1)
    by_seats = {(record.white, record.black): match for record, _, match in expected}
    for pairing in state.matches:
        match = by_seats[pairing.white, pairing.black]
        settled = match.settled
        event = MatchSettled(pairing.match, settled.winner, settled.score, settled.decided_by, match.results)
        state = tournaments.apply(state, event, state.version + 1)
    return standings(state)


def test_it_tells_how_many_facts_were_accepted_and_which_rules_the_others_broke(told, expected):
    verdicts = [verdict for _, given, _ in expected for verdict in given]
    refused = Counter(verdict.rule for verdict in verdicts if verdict.verdict == REFUSED)
    assert f"{len(verdicts) - refused.total():>7,}  accepted" in told
    assert f"{refused.total():>7,}  refused" in told
    shown = re.findall(r"^ +(\d+)  ([A-Z§]\d+)  ", told, re.MULTILINE)
    assert {rule: int(number) for number, rule in shown} == refused


def test_it_tells_every_result_and_what_decided_it(told, expected):
    for record, _, match in expected:
        score, winner = match.settled.score, getattr(record, match.settled.winner)
        how = {"points": "on points", "highest_game": "by the higher game"}[match.settled.decided_by]
        seats = rf"{record.white} +{score['white']} : {score['black']} +{record.black} +{winner} wins {how}"
        assert re.search(seats, told), seats
    assert told.count("Equal on points, so their games are compared, the highest first:") == 2
    assert "bearing off with monk in game 2, rank 2, is higher than" in told


def test_the_table_is_the_one_that_follows_from_the_recorded_facts(told, folder, table):
    with (folder / "standings.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    names = ("rank", "name", "played", "wins", "losses", "games_won", "games_lost", "points_won", "points_lost")
    assert [[row[name] for name in names] for row in rows] == [
        [str(getattr(line, name)) for name in names] for line in table
    ]
    printed = told[told.index("Standings") : told.index("Files")]
    places = [printed.index(f"  {line.rank}  {line.name}") for line in table]
    assert places == sorted(places)


def test_the_log_that_it_writes_holds_everything_and_proves_itself(told, folder, expected):
    lines = [json.loads(line) for line in (folder / "events.ndjson").read_text(encoding="utf-8").splitlines()]
    streams = {}
    for line in lines:
        streams.setdefault(line["stream"], []).append(line)
    assert len(streams) == 7
    assert all(verify(events, events[-1]["hash"]).broken_at is None for events in streams.values())
    assert all(events[0]["version"] == 0 for events in streams.values())
    _, *matches = streams.values()
    assert [len(events) - 1 for events in matches] == [len(record.facts) for record, _, _ in expected]
    command = [sys.executable, "-m", "service.cli", "verify", "events.ndjson"]
    done = subprocess.run(
        command, cwd=folder, env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0
    assert "Every event is as it was recorded." in done.stdout


def test_it_fits_a_terminal_of_eighty_columns_and_is_plain_where_none_is(told):
    assert [line for line in told.splitlines() if len(line) > 80] == []
    assert [line for line in told.splitlines() if line != line.rstrip()] == []
    assert "\x1b" not in told


def test_nothing_runs_on_afterwards(told, folder):
    assert running.address(folder / "data" / "store") is None
    assert running.address(folder / "data" / "queue") is None


def test_a_second_evening_in_the_same_folder_is_served_until_ctrl_c(told, folder):
    process = start(folder, port=free_port())
    try:
        out = ""
        deadline = time.monotonic() + SECONDS
        while "Operator" not in out:
            assert time.monotonic() < deadline, out
            out += process.stdout.readline()
        address = re.search(r"Table +(http://\S+)", out)[1]
        with urlopen(address) as answer:  # the tournament is published: nobody asks for a token
            words = json.loads(answer.read())
        assert words["status"] == "finished"
        assert "data/admin-token" in out
        process.send_signal(signal.SIGINT)
        out, errors = process.communicate(timeout=30)
        assert (process.returncode, errors, "Stopping." in out) == (0, "", True)
    finally:
        process.kill()
        process.wait()


def test_a_port_that_is_taken_is_said_in_a_sentence_that_helps(folder):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        process = start(folder, "--once", port=taken.getsockname()[1])
        _, errors = process.communicate(timeout=SECONDS)
    assert process.returncode == 1
    assert "BRADE_BIND" in errors
    assert "Traceback" not in errors
