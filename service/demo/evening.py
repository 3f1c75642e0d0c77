"""The evening itself: a club, its players, a tournament, and its matches as they were written down."""

import json
import secrets
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import islice, zip_longest
from pathlib import Path
from typing import Any

from core.errors import BradeError
from service.demo.client import NDJSON, Client, Told

Json = dict[str, Any]
BATCH = 50
"""Facts in a request: some turns, as a scorer's tablet sends them."""
SETTLING_SECONDS = 60.0
_WAIT_SECONDS = 5
_POLL = 0.05
_MOST = 1000
_KEY = "brade-demo"


class NotAsExpected(BradeError):
    """The evening did not come to what it should."""

    code = "not-as-expected"


@dataclass
class Record:
    """A recorded match: who plays, its facts, and, once it is paired, its id and what was said of its facts."""

    white: str
    black: str
    facts: list[Json]
    match: str = ""
    number: int = 0
    round: int = 0
    verdicts: dict[int, Json] = field(default_factory=dict)
    state: Json = field(default_factory=dict)


@dataclass
class Programme:
    """What is recorded: the tournament as announced, its players, its matches."""

    club: Json
    announced: Json
    players: list[str]
    records: list[Record]

    @property
    def facts(self) -> int:
        """How many facts there are to tell."""
        return sum(len(record.facts) for record in self.records)


def recorded() -> Programme:
    """The evening that comes with brade. Raises `NotAsExpected` if it does not."""
    folder = _folder()
    words = json.loads(folder.joinpath("tournament.json").read_text(encoding="utf-8"))
    club, players, matches = (words.pop(name) for name in ("club", "players", "matches"))
    return Programme(club, words, players, [
        Record(each["white"], each["black"], [
            json.loads(line) for line in folder.joinpath(each["file"]).read_text(encoding="utf-8").splitlines()
        ])
        for each in matches
    ])  # fmt: skip


def _folder() -> Traversable:
    """Beside the code where brade is installed, and at the top of a checkout."""
    for folder in (files("service.demo") / "recorded", Path(__file__).parents[2] / "demo"):
        if folder.joinpath("tournament.json").is_file():
            return folder
    raise NotAsExpected("the recorded matches of the demo are missing: install brade again")


class Evening:
    """The evening at a service. `operator` is a client with the operator's token."""

    def __init__(self, programme: Programme, url: str, operator: str) -> None:
        self.programme = programme
        self.tournament: Json = {}
        self._operator = Client(url, operator)
        self._client = Client(url)
        self._run = secrets.token_hex(8)
        self._prompt = True

    def close(self) -> None:
        """Close the connections."""
        self._operator.close()
        self._client.close()

    # ── before play ──────────────────────────────────────────────────────────────────────────────────────────────────
    def welcome(self) -> None:
        """Found the club or find it again, with its players."""
        club = self.programme.club
        try:
            # The same key as every time: the club that this service founded then answers with the same token.
            self._client.token = self._operator.post("/v1/clubs", club, key=_KEY).words["token"]
            self._client.get(self._club())
        except Told as told:
            if told.status not in (401, 409, 422):
                raise
            asked = {"role": "organiser", "note": "brade demo"}
            self._client.token = self._operator.post(self._club("tokens"), asked, key=self._run).words["token"]
        known = {player["name"] for player in self._players()}
        if new := [{"name": name} for name in self.programme.players if name not in known]:
            self._client.post(self._club("players"), new, key=f"{self._run}-players")

    def announce(self) -> None:
        """Announce the tournament, enter the players in their order, start it, and find its matches."""
        words = {**self.programme.announced, "published": True}
        self.tournament = self._client.post(self._club("tournaments"), words, key=f"{self._run}-announce").words
        self._client.post(self._part("entries"), {"players": self.programme.players}, key=f"{self._run}-enter")
        self.tournament = self._client.post(self._part("start"), {}, key=f"{self._run}-start").words
        by_seats = {(record.white, record.black): record for record in self.programme.records}
        for number, row in enumerate(self._client.get(self._part("matches")).words["matches"], 1):
            record = by_seats.pop((row["white"]["name"], row["black"]["name"]), None)
            if record is None:
                raise NotAsExpected(f"{row['white']['name']} – {row['black']['name']} was paired and is not recorded")
            record.match, record.number, record.round = row["id"], number, row["round"]
        if by_seats:
            raise NotAsExpected(f"recorded and not paired: {', '.join(' – '.join(seats) for seats in by_seats)}")
        self.programme.records.sort(key=lambda record: record.number)

    # ── play ─────────────────────────────────────────────────────────────────────────────────────────────────────────
    def play(self, told: Callable[[Record, int], None]) -> None:
        """Write down every match, those of a round side by side; `told` hears how many facts of a match were judged."""
        for number in sorted({record.round for record in self.programme.records}):
            tables = [record for record in self.programme.records if record.round == number]
            for turns in zip_longest(*[self._sent(record) for record in tables]):
                for record, judged in zip(tables, turns, strict=True):
                    told(record, judged or 0)
        for record in self.programme.records:
            told(record, self._rest(record))

    def _sent(self, record: Record) -> Iterator[int]:
        """Send a match batch by batch; after each, how many facts were judged by then."""
        facts = iter(record.facts)
        place = f"/v1/matches/{record.match}/events"
        for number, batch in enumerate(iter(lambda: list(islice(facts, BATCH)), [])):
            key = f"{self._run}-{record.match}-{number}"
            wait = _WAIT_SECONDS if self._prompt else None
            verdicts = self._client.post(place, batch, key=key, wait=wait).words["verdicts"]
            self._prompt = len(verdicts) == len(batch)  # where nobody judges now, waiting is for later
            yield _noted(record, verdicts)

    def _rest(self, record: Record) -> int:
        """Wait for the verdicts that did not come at once."""
        judged, deadline = 0, time.monotonic() + SETTLING_SECONDS
        while len(record.verdicts) < len(record.facts):
            before = len(record.verdicts)
            for event in self._events(record):
                judged += _noted(record, [event["verdict"]] if event["verdict"] else [])
            if len(record.verdicts) > before:
                deadline = time.monotonic() + SETTLING_SECONDS
            elif time.monotonic() > deadline:
                missing = len(record.facts) - before
                raise NotAsExpected(f"{missing} facts of {record.match} were not judged in {SETTLING_SECONDS:.0f} s")
            time.sleep(_POLL)
        return judged

    def _events(self, record: Record) -> Iterator[Json]:
        after = 0
        while True:
            path = f"/v1/matches/{record.match}/events?after={after}&limit={_MOST}"
            rows: Sequence[Json] = self._client.get(path).words["events"]
            yield from rows
            if len(rows) < _MOST:
                return
            after = rows[-1]["version"]

    # ── afterwards ───────────────────────────────────────────────────────────────────────────────────────────────────
    def settle(self) -> None:
        """Wait until the tournament is over. Raises `NotAsExpected` if a match did not settle."""
        deadline = time.monotonic() + SETTLING_SECONDS
        while self.tournament["status"] != "finished":
            if time.monotonic() > deadline:
                waiting = [row["id"] for row in self._client.get(self._part("matches")).words["matches"]
                           if row["result"] is None]  # fmt: skip
                raise NotAsExpected(f"these matches did not settle: {', '.join(waiting) or 'none'}")
            self.tournament = self._client.get(self._part()).words
            time.sleep(_POLL)
        for record in self.programme.records:
            record.state = self._client.get(f"/v1/matches/{record.match}").words
            if not record.state["settled"]:
                raise NotAsExpected(f"{record.match} did not settle")

    def verdicts(self) -> Counter[str]:
        """How many facts were given each verdict."""
        return Counter(verdict["verdict"] for record in self.programme.records for verdict in record.verdicts.values())

    def refusals(self) -> dict[str, list[Json]]:
        """The refusals by the rule that they cite, the most frequent first."""
        found: dict[str, list[Json]] = {}
        for record in self.programme.records:
            for verdict in record.verdicts.values():
                if verdict["verdict"] != "accepted":
                    found.setdefault(verdict["rule"], []).append(verdict)
        return dict(sorted(found.items(), key=lambda item: (-len(item[1]), item[0])))

    def standings(self) -> list[Json]:
        """The table, best first."""
        rows: list[Json] = self._client.get(self._part("standings")).words["standings"]
        return rows

    def standings_csv(self) -> bytes:
        """The table for a spreadsheet."""
        return self._client.get(self._part("standings.csv"), "text/csv").body

    def log(self) -> Iterator[bytes]:
        """Every event of the tournament and of its matches with their hashes, log after log."""
        yield self._client.get(f"{self._part('events')}?after=-1", NDJSON).body
        for record in self.programme.records:
            yield self._client.get(f"/v1/matches/{record.match}.ndjson", NDJSON).body

    def _players(self) -> Sequence[Json]:
        rows: Sequence[Json] = self._client.get(f"{self._club('players')}?limit={_MOST}").words["players"]
        return rows

    def _club(self, *part: str) -> str:
        return "/".join(("/v1/clubs", self.programme.club["slug"], *part))

    def _part(self, *part: str) -> str:
        return "/".join(("/v1/tournaments", self.tournament["id"], *part))


def _noted(record: Record, verdicts: Sequence[Json]) -> int:
    """Keep verdicts; how many of them are new."""
    before = len(record.verdicts)
    record.verdicts |= {verdict["version"]: verdict for verdict in verdicts}
    return len(record.verdicts) - before
