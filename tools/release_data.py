"""A small data folder as this version leaves it behind, with its backup and its answers: `make release` commits it.

Every later version opens it, proves it, judges it again, restores its backup and gives the same answers
(`tests/upgrades/test_releases.py`). It is made by the service as people run it, through the public API. To make one by
hand: `.venv/bin/python -m tools.release_data tests/golden/releases/NAME`.
"""

import json
import os
import re
import signal
import subprocess
import sys
import tarfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import takewhile
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from core.match.judging import RULES
from service.demo.client import Client
from service.store.maintenance.store_format import FORMAT
from service.version import number

RELEASES = "tests/golden/releases"
"""The folder of the repository with a folder for each release, named by its version."""
DATA, BACKUP, ANSWERS = "data.tar.gz", "backup.gz", "answers.json"
OPERATOR = "the-operators-own-token-of-golden-data"
_ROOT = Path(__file__).parents[1]
_RECORDED = "demo/1-jan-and-forced-jan.ndjson"
_FACTS = 180
"""The facts of a recorded match: the first game and a part of the second."""
_SECONDS = 60.0
_NAMES = ("Åsa Lindgren", "Örjan Ek", "Märta Ström", "Nils Öberg", "Håkan Åberg", "Sigrid Löf")
_WON = {
    seat: [{"winner": seat, "outcome": ending}] * 3 for seat, ending in (("white", "bearing_off"), ("black", "jan"))
}

Json = dict[str, Any]


def main(arguments: Sequence[str]) -> int:
    """Make the data in the folder that the command line names."""
    if len(arguments) != 1:
        sys.stderr.write("usage: python -m tools.release_data FOLDER\n")
        return 2
    make(Path(arguments[0]))
    return 0


def make(folder: Path) -> None:
    """Play a small evening on a data folder of its own, and write the three files into `folder`."""
    folder.mkdir(parents=True)
    with TemporaryDirectory(prefix="brade-data-") as scratch:
        data = Path(scratch) / "data"
        with serving(data) as url:
            evening = _Evening(url, data)
            evening.play()
            answers = evening.answers()
        run(data, "backup", str((folder / BACKUP).absolute()))
        with tarfile.open(folder / DATA, "w:gz") as archive:
            archive.add(data, "data", filter=_of_no_machine)
    versions = {"version": number(), "rules": RULES, "store_format": FORMAT}
    text = json.dumps({**versions, **answers}, ensure_ascii=False, indent=1, sort_keys=True)
    (folder / ANSWERS).write_text(text + "\n", encoding="utf-8")


@contextmanager
def serving(data: Path) -> Iterator[str]:
    """`brade serve` on a data folder, on a port of its own: its address. It is ended as by Ctrl-C."""
    command = [sys.executable, "-m", "service.cli", "serve"]
    with subprocess.Popen(command, cwd=_ROOT, env=_environment(data), stdout=subprocess.PIPE, text=True) as process:  # noqa: S603
        try:
            for line in process.stdout or ():
                if found := re.search(r"brade serves at (\S+)", line):
                    yield found[1]
                    break
            else:
                raise RuntimeError("the service did not start")
        finally:
            process.send_signal(signal.SIGINT)
            process.communicate(timeout=_SECONDS)


def run(data: Path, *words: str) -> str:
    """The output of a command of brade on a data folder. Raises `CalledProcessError` if it fails."""
    command = [sys.executable, "-m", "service.cli", *words]
    done = subprocess.run(command, cwd=_ROOT, env=_environment(data), stdout=subprocess.PIPE, text=True, check=True)  # noqa: S603
    return done.stdout


def _of_no_machine(member: tarfile.TarInfo) -> tarfile.TarInfo | None:
    """A file without its owner; none of those that a start writes anew, with addresses of the machine."""
    if Path(member.name).name in ("server.conf", "server.log"):
        return None
    member.uid = member.gid = 0
    member.uname = member.gname = ""
    return member


def read_verdicts(client: Client, match: str) -> list[str]:
    """The verdicts of a match in the order of its events up to the first one without, such as `refused M3`."""
    events = client.get(f"/v1/matches/{match}/events?limit=1000").data["events"]
    given = [event["verdict"] for event in takewhile(lambda event: event["verdict"], events)]
    return [" ".join((verdict["verdict"], verdict.get("rule") or "")).strip() for verdict in given]


class _Evening:
    """A club with a tournament in each state, recorded matches, a correction, an erased name and a series."""

    def __init__(self, url: str, data: Path) -> None:
        self._url, self._data, self._keys = url, data, 0
        self._client = Client(url, OPERATOR)
        self._paths: list[str] = []
        self._matches: list[str] = []
        self._token = ""

    def play(self) -> None:
        """Record everything. Raises `RequestFailed` where the service refuses it."""
        founded = self._post("/v1/clubs", {"slug": "huken", "name": "Brädspelsklubben Huken"})
        self._token = self._client.token = founded["token"]
        players = self._post("/v1/clubs/huken/players", [{"name": name, "rating": 1500} for name in _NAMES])["players"]
        self._post("/v1/clubs/huken/people", {"name": "Anna Berg", "role": "referee"})
        finished = self._finished()
        self._series(finished)
        self._recorded()
        self._swiss()
        self._friendlies()
        self._erased(players[-1]["id"])
        run(self._data, "archive", finished)

    def answers(self) -> Json:
        """The club's token, answers of the API and the verdicts of facts, which a later version has to repeat."""
        self._until(lambda: all(event["verdict"] for match in self._matches for event in self._events(match)))
        return {
            "token": self._token,
            "answers": {path: self._client.get(path).data for path in self._paths},
            "verdicts": {match: read_verdicts(self._client, match) for match in self._matches},
        }

    def _finished(self) -> str:
        """A round robin to its end, with a handwritten result that was corrected; its id."""
        tournament = self._tournament("Vårens bräde", "round_robin", (*_NAMES[:3], _NAMES[-1]))
        self._results(tournament)
        match = self._playable(tournament, "settled")[0]
        seat = "white" if match["result"]["winner"] == "black" else "black"
        body = {"match": match["id"], "kind": "played", "reason": "the sheet was read the wrong way round"}
        self._post(f"/v1/tournaments/{tournament}/decisions", {**body, "results": _WON[seat]})
        return tournament

    def _series(self, finished: str) -> None:
        path = "/v1/clubs/huken/series"
        series = self._post(path, {"name": "Våren", "tables": [{"points": [3, 2, 1]}], "public": True})["id"]
        self._post(f"{path}/{series}/tournaments", {"tournaments": [finished]})
        self._paths.append(f"{path}/{series}/table")

    def _recorded(self) -> None:
        """A knock-out in which one match is recorded move by move, up to its second game."""
        tournament = self._tournament("Höstbräde", "single_elimination", _NAMES[:5])
        match = self._playable(tournament, "open")[0]["id"]
        facts = [json.loads(line) for line in (_ROOT / _RECORDED).read_text(encoding="utf-8").splitlines()[:_FACTS]]
        self._post(f"/v1/matches/{match}/events", facts)
        self._post(f"/v1/matches/{match}/events", [{"type": "TurnPassed", "by": "white"}])
        self._matches.append(match)

    def _swiss(self) -> None:
        """A Swiss after its first round, without one player who left, and with a result that a referee decided."""
        tournament = self._tournament("Julbräde", "swiss", _NAMES[:5], settings={"rounds": 3})
        first, second, *_ = self._playable(tournament, "open")
        body = {"match": first["id"], "kind": "no_show", "winner": "white", "reason": "did not come"}
        self._post(f"/v1/tournaments/{tournament}/decisions", body)
        self._results(tournament)
        self._post(f"/v1/tournaments/{tournament}/withdrawals", {"player": second["black"]["id"], "reason": "ill"})
        self._post(f"/v1/tournaments/{tournament}/rounds", {})

    def _friendlies(self) -> None:
        """A match of dice that the service rolls, and one of Backgammon to points."""
        body: Json = {"club": "huken", "players": {"white": "Disa", "black": "Lo"}}
        diced = self._post(
            "/v1/matches",
            {**body, "game": "swedish", "length": {"games": 3}, "options": {"dice_source": "service"}},
        )
        salts = [{"type": "DiceSalted", "by": seat, "salt": f"salt of {seat}"} for seat in ("white", "black")]
        self._until(lambda: bool(self._events(diced["id"])))
        self._post(f"/v1/matches/{diced['id']}/events", salts)
        self._post(f"/v1/matches/{diced['id']}/rolls", {})
        points = self._post("/v1/matches", {**body, "game": "backgammon", "length": {"points": 5}})
        opening = [
            {"type": "OpeningRolled", "white": 3, "black": 1},
            {"type": "GameResigned", "by": "black", "outcome": "gammon"},
        ]
        self._post(f"/v1/matches/{points['id']}/events", opening)
        self._matches += [diced["id"], points["id"]]

    def _erased(self, player: str) -> None:
        """A name that is erased for good, out of all logs and lists."""
        path = f"/v1/clubs/huken/players/{player}/erasure"
        self._post(path, {})
        self._until(lambda: self._client.get(path).data["erasure"]["state"] == "done")

    def _tournament(self, name: str, form: str, players: Sequence[str], **more: object) -> str:
        """A tournament that is announced, entered and started; its id."""
        body = {"name": name, "game": "swedish", "length": {"games": 3}, "format": form, "published": True, **more}
        tournament = str(self._post("/v1/clubs/huken/tournaments", body)["id"])
        path = f"/v1/tournaments/{tournament}"
        self._post(f"{path}/entries", {"players": list(players)})
        self._post(f"{path}/start", {"seed": "midsummer"})
        self._paths += [path, f"{path}/standings", f"{path}/matches?limit=100"]
        return tournament

    def _results(self, tournament: str) -> None:
        """Results of all open matches, in one round after the other if they follow by themselves."""
        for position, match in enumerate(self._playable(tournament, "open")):
            won = _WON["black" if position % 3 == 1 else "white"]
            self._post(f"/v1/tournaments/{tournament}/results", {"match": match["id"], "results": won})
        self._until(lambda: not self._playable(tournament, "open", "playing"))

    def _playable(self, tournament: str, *states: str) -> list[Json]:
        found = self._client.get(f"/v1/tournaments/{tournament}/matches?limit=100").data["matches"]
        return [match for match in found if match["black"] and match["status"] in states]

    def _events(self, match: str) -> list[Json]:
        events: list[Json] = self._client.get(f"/v1/matches/{match}/events?limit=1000").data["events"]
        return events

    def _post(self, path: str, body: object) -> Any:
        self._keys += 1
        return self._client.post(path, body, key=f"golden-{self._keys}", wait=10).data

    def _until(self, holds: Callable[[], bool]) -> None:
        deadline = time.monotonic() + _SECONDS
        while not holds():
            if time.monotonic() > deadline:
                raise RuntimeError("the workers did not come to an end")
            time.sleep(0.05)


def _environment(data: Path) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("BRADE_")}
    own = {"BRADE_DATA": str(data), "BRADE_BIND": "127.0.0.1:0", "BRADE_ADMIN_TOKEN": OPERATOR, "PYTHONUNBUFFERED": "1"}
    return kept | own


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
