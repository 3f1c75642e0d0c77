"""The content of the weekend: the announcement, the entries, recorded matches, whole results, further events."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, NamedTuple

from core.errors import BradeError

Json = dict[str, Any]
PARTS = ("saturday", "evening", "sunday", "afternoon")
"""The whole results in their order: the withdrawal comes after the first part, the correction after the third."""


class NotAsExpected(BradeError):
    """The weekend did not come to what it should."""

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


class Place(NamedTuple):
    """The players of a match: in one stage two players meet once."""

    stage: str
    white: str
    black: str


class Correction(NamedTuple):
    """The result that a match really had, and why another one was written."""

    place: Place
    results: list[Json]
    reason: str


@dataclass
class Scenario:
    """The weekend as it is written down in `demo/`."""

    club: Json
    announced: Json
    entries: str
    """The entries, as CSV."""
    tables: list[Any]
    money: Json
    """The `plan` of fees and prizes, what players pay whose rest is `waived`, and who is in the side `pool`."""
    records: list[Record]
    results: Mapping[str, Mapping[Place, list[Json]]]
    """Whole results by part of the weekend."""
    withdrawal: Json
    correction: Correction

    @property
    def facts(self) -> int:
        """The number of facts of recorded matches to show."""
        return sum(len(record.facts) for record in self.records)

    @property
    def players(self) -> list[str]:
        """The names of those who enter, best rating first."""
        return [line.split(";")[0] for line in self.entries.splitlines()[1:]]

    @property
    def payments(self) -> list[Json]:
        """The payments at the door: the fees of all, and of some for the side pool."""
        pool, waived = self.money["plan"]["pools"][0]["name"], self.money["waived"]
        parts = ({"player": name, "paid": paid, "waived": True} for name, paid in waived.items())
        whole = ({"player": name} for name in self.players if name not in waived)
        return [*whole, *parts, *({"player": name, "pool": pool} for name in self.money["pool"])]


def recorded() -> Scenario:
    """The weekend that comes with brade. Raises `NotAsExpected` if it does not."""
    folder = _folder()

    def text(name: str) -> str:
        return folder.joinpath(name).read_text(encoding="utf-8")

    words, weekend = json.loads(text("tournament.json")), json.loads(text("weekend.json"))
    correction = weekend["correction"]
    return Scenario(
        club=words["club"],
        announced=words["tournament"],
        entries=text("entries.csv"),
        tables=words["tables"],
        money=words["money"],
        records=[
            Record(each["white"], each["black"], [json.loads(line) for line in text(each["file"]).splitlines()])
            for each in words["recorded"]
        ],
        results={part: {_place(row): _games(row) for row in weekend["results"][part]} for part in PARTS},
        withdrawal=weekend["withdrawal"],
        correction=Correction(_place(correction), _games(correction), correction["reason"]),
    )


def _place(row: Json) -> Place:
    return Place(row["stage"], row["white"], row["black"])


def _games(row: Json) -> list[Json]:
    """Each game's winner and outcome, in the words of the API."""
    return [dict(zip(("winner", "outcome"), game.split(), strict=True)) for game in row["games"]]


def _folder() -> Traversable:
    """Beside the code where brade is installed, and at the top of a checkout."""
    for folder in (files("service.demo") / "recorded", Path(__file__).parents[2] / "demo"):
        if folder.joinpath("weekend.json").is_file():
            return folder
    raise NotAsExpected("the files of the demo are missing: install brade again")
