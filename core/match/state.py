"""A match's state and the verdicts on its facts, as values with their words."""

from typing import Any, NamedTuple

from core.eventlog.codec import result_json
from core.events import GameResult, MatchOpened
from core.match.conduct import NONE, Conduct
from core.match.game_results import points
from core.match.settlement import Settlement, score
from core.messages import explained
from core.rules.game import VOID, Game

ACCEPTED, REFUSED, FAULTED = "accepted", "refused", "faulted"


class Fault(NamedTuple):
    """An illegal play that stands on the board: `open` until a ruling or the opponent's next roll accepts it."""

    version: int
    by: str
    rule: str
    explanation: str
    status: str

    def to_json(self) -> dict[str, Any]:
        """The fault in the contract's words."""
        return {
            "version": self.version, "by": self.by, "rule": self.rule, **explained(self.explanation),
            "status": self.status,
        }  # fmt: skip


class Cube(NamedTuple):
    """The stake of a game: its value, the seat that may double next (`None`: either), whether it rests (Crawford)."""

    value: int = 1
    owner: str | None = None
    crawford: bool = False


class Verdict(NamedTuple):
    """The judgement on one fact, with what it ended: a game and perhaps the match."""

    version: int
    verdict: str
    rule: str | None = None
    explanation: str = ""
    game_finished: GameResult | None = None
    match_settled: Settlement | None = None

    def to_json(self, game: Game) -> dict[str, Any]:
        """The verdict in the contract's words; what does not apply is left out."""
        data: dict[str, Any] = {"version": self.version, "verdict": self.verdict}
        if self.rule is not None:
            data |= {"rule": self.rule, **explained(self.explanation)}
        if self.game_finished is not None:
            data["game_finished"] = finished_json(game, self.game_finished)
        if self.match_settled is not None:
            data["match_settled"] = self.match_settled.to_json()
        return data


class Match(NamedTuple):
    """A match after the fact `version`, between the players at `seats`.

    `to_move` is who must act next: roll, move, or answer a double. `cube` only in games that have one. `voids` are
    rulings as (version, first and last fact that no longer count), `voidings` how many were tried; `refused` are the
    facts that never counted. `conduct` is all that was recorded beside the play.
    """

    id: str
    opened: MatchOpened
    game: Game
    options: Any
    version: int
    position: Any
    seats: tuple[str, ...]
    phase: str = "opening"
    to_move: str | None = None
    dice: tuple[int, ...] | None = None
    cube: Cube | None = None
    results: tuple[GameResult, ...] = ()
    faults: tuple[Fault, ...] = ()
    settled: Settlement | None = None
    voids: tuple[tuple[int, int, int], ...] = ()
    voidings: int = 0
    refused: tuple[int, ...] = ()
    conduct: Conduct = NONE

    def to_json(self) -> dict[str, Any]:
        """The state in the contract's words."""
        opened = self.opened
        return {
            "id": self.id, "version": self.version, "judged_version": self.version, "club": opened.club,
            "tournament": opened.tournament, "round": opened.round, "game": opened.game, "length": opened.length,
            "players": opened.players, "player_ids": opened.player_ids or None,
            "check": opened.check, "stop": opened.stop, "options": opened.options,
            "game_number": len(self.results) + (self.settled is None),
            "games": [finished_json(self.game, result) for result in self.results],
            "score": score(self.game, self.results, self.seats), "position": self.game.write(self.position),
            "phase": self.phase, "to_move": self.to_move, "dice": None if self.dice is None else list(self.dice),
            "cube": self.cube and self.cube._asdict(), "faults": [fault.to_json() for fault in self.faults],
            "voided": [[first, last] for _, first, last in self.voids],
            "settled": self.settled and self.settled.to_json(), **self.conduct.to_json(), "in_tournament": None,
        }  # fmt: skip


Judged = tuple[Match, Verdict]


def finished_json(game: Game, result: GameResult) -> dict[str, Any]:
    """A finished game in the contract's words, with the points that it was worth."""
    if result.outcome == VOID:
        return {"winner": None, "outcome": VOID, "points": 0}
    return {**result_json(result), "points": points(game, result)}
