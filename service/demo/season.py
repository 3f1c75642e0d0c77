"""A season of eight evenings, one table: played through the public HTTP API, with a correction after the sixth."""

import secrets
import time
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from service.demo.client import Client
from service.demo.recorded_match import POLL, SETTLING_SECONDS
from service.demo.scenario import Json, NotAsExpected

EVENINGS, PLAYERS, THERE, BEST = 8, 12, 6, 6
CORRECTED = 6
"""The evening after which a result of an earlier one is corrected."""
_LOTS = 2026
"""The seed of who is there, and who wins: every season is played alike."""
_ENDINGS = ("bearing_off", "bearing_off", "bearing_off", "jan", "tower")
_ANNOUNCED: Json = {
    "tables": [{"points": [10, 7, 5, 3, 2, 1]}],
    "participation": 1,
    "bonuses": {"jan": 2, "tower": 1},
    "best": BEST,
    "public": True,
    "final": THERE,
    "prizes": [{"place": 1, "text": "Vandringspokalen"}, {"place": 2, "text": "En bok"}],
}


class Season:
    """The season of a club at a service; `client` has the token of an organiser."""

    def __init__(self, client: Client, club: str, players: Sequence[str]) -> None:
        self._client, self._club, self._players = client, f"/v1/clubs/{club}", players[:PLAYERS]
        self._lots, self._run = Random(_LOTS), secrets.token_hex(8)  # noqa: S311  # results of a story, the same each time
        self._evenings: list[str] = []
        self.series: Json = {}

    def announce(self) -> None:
        """Announce the series. Where seasons were played before it is one more, numbered in its name."""
        earlier = self._client.get(f"{self._club}/series?limit=1").data["total"]
        name = f"Säsongen {earlier + 1}" if earlier else "Säsongen"
        self.series = self._post(f"{self._club}/series", {"name": name, **_ANNOUNCED})

    def play(self, played: Callable[[int], None]) -> Json:
        """Play the evenings, the last of which counts twice; the players who moved by the correction on the way."""
        moved: Json = {}
        for number in range(1, EVENINGS + 1):
            tournament = self._evening(number)
            self._evenings.append(tournament)
            factor = 2 if number == EVENINGS else 1
            self._post(f"{self._path()}/tournaments", {"tournaments": [tournament], "factor": factor})
            if number == CORRECTED:
                moved = self._correct()
            played(1)
        return moved

    def rows(self) -> list[Json]:
        """The rows of the table, best first."""
        rows: list[Json] = self._client.get(f"{self._path()}/table").data["rows"]
        return rows

    def page(self) -> str:
        """The address of the page of the table."""
        return self._path().removeprefix("/v1")

    def _evening(self, number: int) -> str:
        """An evening of a round robin, to its end; its id. In the last one the first of the table play the final."""
        words = {
            "name": f"Torsdag {number}" if number < EVENINGS else "Finalkvällen",
            "game": "swedish",
            "length": {"games": 3},
            "format": "round_robin",
            "published": True,
            "details": {"starts": f"2026-{8 + (number + 1) // 2:02}-{10 + 7 * (number % 2):02}T18:30"},
        }
        tournament = str(self._post(f"{self._club}/tournaments", words)["id"])
        path = f"/v1/tournaments/{tournament}"
        if number < EVENINGS:
            there = self._lots.sample(self._players, THERE)
            self._post(f"{path}/entries?register=1", {"players": there})
        else:
            self._post(f"{path}/series-field", {"series": self.series["id"]})
        self._post(f"{path}/start", {"seed": "torsdag"})
        for match in self._matches(tournament):
            self._post(f"{path}/results", {"match": match["id"], "results": self._result()})
        self._over(path)
        return tournament

    def _correct(self) -> Json:
        """The players who moved when a result of the third evening turned out to be the other way round."""
        before = {row["player"]: row for row in self.rows()}
        tournament = self._evenings[2]
        match = self._matches(tournament)[0]
        seat = "white" if match["result"]["winner"] == "black" else "black"
        asked = {"match": match["id"], "kind": "played", "reason": "the sheet was read the wrong way round"}
        results = [{"winner": seat, "outcome": "bearing_off"}] * 3
        self._post(f"/v1/tournaments/{tournament}/decisions", {**asked, "results": results})
        after = {row["player"]: row for row in self.rows()}
        return {
            after[player]["name"]: (before[player]["points"], after[player]["points"])
            for player in after
            if before[player]["points"] != after[player]["points"]
        }

    def _result(self) -> list[Json]:
        winner, loser = self._lots.sample(("white", "black"), 2)
        seats = [winner, loser, winner] if self._lots.random() < 0.4 else [winner] * 3
        return [{"winner": seat, "outcome": self._lots.choice(_ENDINGS)} for seat in seats]

    def _matches(self, tournament: str) -> list[Json]:
        found = self._client.get(f"/v1/tournaments/{tournament}/matches?limit=1000").data["matches"]
        return [each for each in found if each["black"]]

    def _over(self, path: str) -> None:
        """Wait until the workers have settled all results. Raises `NotAsExpected` if they do not come to an end."""
        deadline = time.monotonic() + SETTLING_SECONDS
        while self._client.get(path).data["status"] != "finished":
            if time.monotonic() > deadline:
                raise NotAsExpected(f"the results of {path} were not settled")
            time.sleep(POLL)

    def _post(self, path: str, data: Json) -> Any:
        key = f"{self._run}-{secrets.token_hex(4)}"
        return self._client.post(path, data, key=key).data

    def _path(self) -> str:
        return f"{self._club}/series/{self.series['id']}"
