"""A published tournament with matches of any game, judged or not, written into a log for page tests."""

import json
from dataclasses import dataclass
from functools import cache

from core.eventlog.codec import from_public
from core.eventlog.log import NEW
from core.events import ClubFounded, Event, MatchOpened, TournamentCreated
from service.bootstrap import Dependencies
from tests.support.judging import judge_all
from tests.support.paths import TESTS
from workers.context import WorkerContext

GOLDEN = TESTS / "golden"
TOURNAMENT, CLOSED = "t_hallhall22", "t_closedhall"
PLAYERS = {
    "white": "Åsa Lindgren",
    "black": "Göran Ask",
    "seat1": "Åsa Lindgren",
    "seat2": "Göran Ask",
    "seat3": "Märta Ström",
    "seat4": "Björn Öberg",
    "seat5": "Ida Dahl",
}
BEGAN, STEP = 1_780_000_000_000, 11_000


def golden(name: str) -> list[Event]:
    """The events of an old log."""
    return list(_read(name))


@cache
def _read(name: str) -> tuple[Event, ...]:
    lines = (GOLDEN / f"{name}.ndjson").read_text().splitlines()
    return tuple(from_public(json.loads(line)).event for line in lines)


@dataclass
class StoredTournament:
    """A club `vasa` with a published tournament and one that is not."""

    deps: Dependencies
    worker_context: WorkerContext
    matches: int = 0

    def open(self) -> None:
        self.deps.log.append("c_vasa", [ClubFounded("vasa", "Vasa")], by="operator", at=BEGAN, expected=NEW)
        for tournament, published in ((TOURNAMENT, True), (CLOSED, False)):
            created = TournamentCreated(
                "vasa", "Vasa Open", "swedish", {"games": 3}, "round_robin", published=published
            )
            self.deps.log.append(tournament, [created], by="vasa.a", at=BEGAN, expected=NEW)

    def match(self, name: str, facts: int | None = None, tournament: str = TOURNAMENT) -> str:
        """A match of the tournament with the first facts of an old log; its id."""
        opened, *rest = golden(name)
        assert isinstance(opened, MatchOpened)
        self.matches += 1
        match = f"{tournament}.{self.matches}"
        words = {field: getattr(opened, field) for field in ("game", "length", "check", "stop", "options")}
        players = {seat: PLAYERS[seat] for seat in opened.players}
        mine = MatchOpened(club="vasa", players=players, tournament=tournament, round=1, **words)
        self.deps.log.append(match, [mine], by="vasa.scorer", at=BEGAN, expected=NEW)
        for number, event in enumerate(rest[:facts]):
            self.record(match, [event], BEGAN + STEP * (number + 1))
        return match

    def record(self, match: str, events: list[Event], at: int = BEGAN) -> None:
        """Write facts down."""
        self.deps.log.append(match, events, by="vasa.scorer", at=at)

    def judge(self) -> None:
        """Have a worker judge everything that is written."""
        judge_all(self.worker_context, 30.0)
