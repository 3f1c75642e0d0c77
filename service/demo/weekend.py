"""The weekend itself, as an organiser lives it: entries, check-in, groups, one who leaves, a wrong sheet, brackets."""

import json
import secrets
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import quote

from service.demo.client import NDJSON, Client, RequestFailed
from service.demo.recorded_match import POLL, SETTLING_SECONDS, Recording
from service.demo.scenario import Json, NotAsExpected, Place, Scenario
from service.demo.season import Season

_KEY = "brade-demo"
_MOST = 1000
_ORGANISER = "Anna Berg"
FILES = {"standings.csv": "text/csv", "bracket.svg": "image/svg+xml"}
"""Data beside the log, as the service makes it."""


class Weekend:
    """The weekend at a service. `operator` is the operator's token."""

    def __init__(self, programme: Scenario, url: str, operator: str) -> None:
        self.programme = programme
        self.tournament: Json = {}
        self.earlier = 0
        self._operator = Client(url, operator)
        self._client = Client(url)
        self._run = secrets.token_hex(8)
        self._reported: set[str] = set()
        self.recording = Recording(self._client, programme.records, self._run)

    def close(self) -> None:
        """Close the connections."""
        self._operator.close()
        self._client.close()

    def season(self) -> Season:
        """A season of the club, whose first players are those of the weekend."""
        return Season(self._client, self.programme.club["slug"], self.programme.players)

    # ── before play ──────────────────────────────────────────────────────────────────────────────────────────────────
    def welcome(self) -> None:
        """Found the club or find it again."""
        club = self.programme.club
        try:
            # The same key as every time: the club that this service founded then answers with the same token.
            self._client.token = self._operator.post("/v1/clubs", club, key=_KEY).data["token"]
            self._client.get(self._club())
        except RequestFailed as refused:
            if refused.status not in (401, 409, 422):
                raise
            asked = {"role": "organiser", "note": "brade demo"}
            self._client.token = self._operator.post(self._club("tokens"), asked, key=self._run).data["token"]

    def announce(self) -> None:
        """Announce the tournament, take the entries and the fees, let everybody check in, set the tables, start.

        Where weekends were played before it is one more, numbered in its name.
        """
        programme = self.programme
        self.earlier = self._client.get(self._club("tournaments?limit=1")).data["total"]
        name = f"{programme.announced['name']} {self.earlier + 1}" if self.earlier else programme.announced["name"]
        words = {**programme.announced, "name": name}
        self.tournament = self._client.post(self._club("tournaments"), words, key=f"{self._run}-announce").data
        self._client.post_csv(self._part("entries?register=1"), programme.entries, key=f"{self._run}-enter")
        self._post("check-ins", {"players": programme.players})
        self._post("tables", {"tables": programme.tables})
        self._client.put(self._part("money"), programme.money["plan"], key=f"{self._run}-money")
        for number, payment in enumerate(programme.payments):
            self._client.post(self._part("payments"), payment, key=f"{self._run}-paid-{number}")
        self.tournament = self._post("start", {"seeding": {"method": "rating"}})
        by_seats = {(record.white, record.black): record for record in programme.records}
        for number, row in enumerate(self.matches(), 1):
            record = by_seats.pop(_names(row), None)
            if record is not None:
                record.match, record.number, record.round = row["id"], number, row["round"]
        if by_seats:
            raise NotAsExpected(f"recorded and not paired: {', '.join(' – '.join(seats) for seats in by_seats)}")
        programme.records.sort(key=lambda record: record.number)

    def invite(self) -> tuple[str, str]:
        """The club's organiser, and the link at which she signs in: she chooses a password there."""
        asked, key = {"name": _ORGANISER, "role": "organiser"}, f"{self._run}-invite"
        members = self._client.get(self._club("people?limit=1000")).data["members"]
        known = next((member["id"] for member in members if member["name"] == _ORGANISER), None)
        path = self._club("people", known, "invitation") if known else self._club("people")
        return _ORGANISER, str(self._client.post(path, asked, key=key).data["link"])

    # ── play ─────────────────────────────────────────────────────────────────────────────────────────────────────────
    def report(self, part: str, announced: Callable[[int], None]) -> int:
        """Report the whole results of a part of the weekend as their matches come up; how many there were."""
        waiting = dict(self.programme.results[part])
        deadline = time.monotonic() + SETTLING_SECONDS
        while waiting:
            up = {place: match for place, match in self._open().items() if place in waiting}
            for place, match in up.items():
                words = {"match": match, "results": waiting[place]}
                self._client.post(self._part("results"), words, key=f"{self._run}-{match}")
                del waiting[place]
                self._reported.add(match)
                announced(1)
            if up.keys() - waiting.keys():
                deadline = time.monotonic() + SETTLING_SECONDS
            elif time.monotonic() > deadline:
                missing = ", ".join(f"{white} – {black}" for _, white, black in waiting)
                raise NotAsExpected(f"these matches did not come up: {missing}")
            else:
                time.sleep(POLL)
        self._follow()
        return len(self.programme.results[part])

    def withdraw(self) -> list[Json]:
        """The withdrawal; the matches that are decided by it."""
        before = {row["id"] for row in self.matches() if row["result"]}
        self._post("withdrawals", self.programme.withdrawal)
        return [row for row in self.matches() if row["result"] and row["id"] not in before]

    def correct(self) -> Iterator[Json]:
        """The correction: what it would change, then what it changed. Raises `NotAsExpected` if that differs."""
        correction = self.programme.correction
        match = next(row for row in self.matches() if _place(row) == correction.place)["id"]
        words = {"match": match, "kind": "played", "results": correction.results, "reason": correction.reason}
        seen = self._client.post(self._part("decisions?dry_run=true"), words, key=f"{self._run}-look").data
        yield seen
        written = self._post("decisions", words)
        if written["changes"] != seen["changes"]:
            raise NotAsExpected("the correction changed something else than its dry run had said")
        yield written

    def settle(self) -> None:
        """Wait until the tournament is over. Raises `NotAsExpected` if it is not after all results."""
        deadline = time.monotonic() + SETTLING_SECONDS
        while self.tournament["status"] != "finished":
            if time.monotonic() > deadline:
                missing = ", ".join(f"{white} – {black}" for _, white, black in self._open())
                raise NotAsExpected(f"the tournament is not over; there wait: {missing or 'none'}")
            self.tournament = self._client.get(self._part()).data
            time.sleep(POLL)

    # ── reading ──────────────────────────────────────────────────────────────────────────────────────────────────────
    def matches(self) -> Sequence[Json]:
        """Every match that was paired, with its stage."""
        self.tournament = self._client.get(self._part()).data
        return [
            {**row, "stage": round_["stage"], "round": round_["round"]}
            for round_ in self.tournament["rounds"]
            for row in round_["matches"]
        ]

    def standings(self) -> Json:
        """The table, and those of the groups."""
        words: Json = self._client.get(self._part("standings")).data
        return words

    def prizes(self) -> Json:
        """The prizes in money, and who has won them."""
        prizes: Json = self._client.get(self._part("prizes")).data
        return prizes

    def brackets(self) -> Mapping[str, list[Json]]:
        """The rounds of every bracket by its name."""
        trees = self._client.get(self._part("bracket")).data["brackets"]
        return {tree["bracket"]: tree["rounds"] for tree in trees}

    def explained(self, player_id: str) -> Json:
        """Explanation of a player's place."""
        words: Json = self._client.get(self._part("standings/explain", quote(player_id))).data
        return words

    def file(self, name: str) -> bytes:
        """One of `FILES`."""
        return self._client.get(self._part(name), FILES[name]).body

    def logs(self) -> list[str]:
        """The addresses of every event of the tournament, and of its matches, those of voided pairings too."""
        events = f"{self._part('events')}?after=-1"
        lines = map(json.loads, self._client.get(events, NDJSON).body.splitlines())
        rows = [row for words in lines if words["type"] == "RoundPaired" for row in words["pairings"]]
        matches = dict.fromkeys(row["match"] for row in rows if row["black"])  # a bye has no log of its own
        return [events, *(f"/v1/matches/{match}.ndjson" for match in matches)]

    def lines(self, address: str) -> bytes:
        """A log with its hashes, an event a line."""
        return self._client.get(address, NDJSON).body

    def _follow(self) -> None:
        """Wait until the table holds every result that was reported, and the brackets what follows from them."""
        deadline = time.monotonic() + SETTLING_SECONDS
        while time.monotonic() < deadline:
            late = [row["id"] for row in self.matches() if row["id"] in self._reported and not row["result"]]
            slots = [slot for rounds in self.brackets().values() for round_ in rounds for slot in round_["slots"]]
            known = [slot for slot in slots if all(seat["player"] for seat in slot["seats"])]
            if not late and all(slot["match"] for slot in known):
                return
            time.sleep(POLL)
        raise NotAsExpected(f"these results did not arrive, or nothing followed from them: {', '.join(late) or 'none'}")

    def _open(self) -> dict[Place, str]:
        """The matches that wait for a result and have both players."""
        return {_place(row): row["id"] for row in self.matches() if row["result"] is None and row["black"]}

    def _post(self, part: str, words: Any) -> Json:
        answer: Json = self._client.post(self._part(part), words, key=f"{self._run}-{part}").data
        return answer

    def _club(self, *part: str) -> str:
        return "/".join(("/v1/clubs", self.programme.club["slug"], *part))

    def _part(self, *part: str) -> str:
        return "/".join(("/v1/tournaments", self.tournament["id"], *part))


def _names(row: Json) -> tuple[str, str]:
    return tuple(row[seat]["name"] if row[seat] else "" for seat in ("white", "black"))  # type: ignore[return-value]


def _place(row: Json) -> Place:
    return Place(row["stage"], *_names(row))
