"""A client that openapi-python-client generates from the published document plays a match."""

import importlib
import json
import subprocess
import sys

import httpx
import pytest

from tests.support.api import OPERATOR
from tests.support.paths import ROOT
from tests.support.proving import prove

CONFIG = ROOT / "docs" / "openapi-python-client.yaml"
JSON = "application/json"
# Without the garbage collector it takes two thirds of the time: everything that it makes is needed to the end.
GENERATOR = "import gc; gc.disable(); from openapi_python_client.cli import app; app()"


@pytest.fixture
def brade_client(app, tmp_path, monkeypatch):
    """Imports a module of a client that was generated without a warning."""
    published = app.test_client().get("/v1/openapi.json").json
    for operations in published["paths"].values():
        for words in operations.values():
            if isinstance(words, dict) and JSON in words.get("requestBody", {}).get("content", ()):
                # As docs/clients.md tells, with the reason.
                words["requestBody"]["content"] = {JSON: words["requestBody"]["content"][JSON]}
    document = tmp_path / "openapi.json"
    document.write_text(json.dumps(published), encoding="utf-8")
    command = [sys.executable, "-c", GENERATOR, "generate", "--path", document, "--config", CONFIG]
    command += ["--meta", "none", "--output-path", tmp_path / "brade_client", "--fail-on-warning"]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    said = (ran.returncode, ran.stderr, "".join(ran.stdout.split()))
    assert said == (0, "", "".join(f"Generating {tmp_path / 'brade_client'}".split())), ran.stdout
    monkeypatch.syspath_prepend(tmp_path)
    yield lambda name: importlib.import_module(f"brade_client.{name}")
    for name in [each for each in sys.modules if each.partition(".")[0] == "brade_client"]:
        del sys.modules[name]


@prove
def test_a_generated_client_plays_a_match(brade_client, app, judge):
    models, connect = brade_client("models"), brade_client("client").AuthenticatedClient

    def client(token):
        transport = httpx.WSGITransport(app)
        return connect("http://localhost", token, raise_on_unexpected_status=True, httpx_args={"transport": transport})

    def ask(operation, client, *address, **options):
        return brade_client(f"api.{operation}").sync(*address, client=client, **options)

    # The operator founds a club, whose token opens a match.
    founding = models.ClubFounding(slug="huk", name="Huk")
    huk = client(ask("clubs.create_club", client(OPERATOR), body=founding).token)
    players = models.MatchOpeningPlayers.from_dict({"white": "Åsa", "black": "Nils"})
    opening = models.MatchOpening(game="swedish", length=models.Length(games=3), club="huk", players=players)
    match = ask("matches.open_match", huk, body=opening)
    assert (match.phase, match.version, match.players.to_dict()) == ("opening", 0, {"white": "Åsa", "black": "Nils"})

    # A turn, at first with too few landings, then one game after the other is given up.
    played = [
        models.OpeningRolledFact("OpeningRolled", white=5, black=2),
        models.DiceRolledFact("DiceRolled", "black", [6, 4]),
        models.CheckersMovedFact("CheckersMoved", "black", [models.Landing(1, 7)]),
        models.CheckersMovedFact("CheckersMoved", "black", [models.Landing(1, 7), models.Landing(7, 11)]),
        *[models.GameResignedFact("GameResigned", "white", "jan")] * 3,
    ]
    recording = ask("matches.append_facts", huk, match.id, body=played, idempotency_key="evening-1")
    assert [each.version for each in recording.events] == [1, 2, 3, 4, 5, 6, 7]
    judge()

    # What was written is read with its verdicts, the state after it, and the log as a file.
    events = ask("logs.list_match_events", huk, match.id).events
    assert [type(each).__name__.removesuffix("Recorded") for each in events] == [
        "OpeningRolled", "DiceRolled", "CheckersMoved", "CheckersMoved", *["GameResigned"] * 3,
    ]  # fmt: skip
    assert [each.verdict.verdict for each in events] == ["accepted"] * 2 + ["refused"] + ["accepted"] * 4
    assert (events[2].verdict.rule, events[3].moves[1].to) == ("S4", 11)
    state = ask("matches.get_match", huk, match.id)
    assert (state.phase, state.settled.winner, state.score.to_dict()) == ("settled", "black", {"white": 0, "black": 12})
    lines = ask("logs.export_match", huk, match.id).payload.read().splitlines()
    assert [json.loads(line)["type"] for line in lines[:2]] == ["MatchOpened", "OpeningRolled"]

    # Errors come as problems.
    missing = ask("matches.get_match", huk, "m_nothing")
    assert (type(missing), missing.status) == (models.Problem, 404)
