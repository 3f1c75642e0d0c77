"""A match's state and the verdicts on its facts, as values. `schemas.views.matches` gives their JSON."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from core.events import GameResult, MatchOpened
from core.match.conduct import NONE, OPEN, Conduct, MendedTurns, SetOut
from core.match.results.game_results import FinishedGame, finished_game
from core.match.results.settlement import Settlement, score, settle
from core.rules.game import Game

ACCEPTED, REFUSED, FAULTED = "accepted", "refused", "faulted"


class Fault(NamedTuple):
    """An illegal play that stands on the board: `open` until a ruling or the opponent's next roll accepts it."""

    version: int
    by: str
    rule: str
    explanation: str
    status: str


class Cube(NamedTuple):
    """The stake of a game: its value, the seat that may double next (`None`: either), whether it rests (Crawford)."""

    value: int = 1
    owner: str | None = None
    crawford: bool = False


class ServiceDice(NamedTuple):
    """The dice of a match that the service rolls: what is published of them, and the number of rolls so far.

    `salts` are by seat. Rolls count whatever their verdict, and also if a ruling voids them: no roll comes twice.
    """

    commitment: str | None
    salts: Mapping[str, str]
    rolls: int = 0
    seed: str | None = None
    withdrawn: bool = False

    @property
    def is_over(self) -> bool:
        """True if the service rolls no more in this match, so that people throw."""
        return self.withdrawn or self.seed is not None


class Verdict(NamedTuple):
    """The judgement on one fact, with what it ended: a game and perhaps the match."""

    version: int
    verdict: str
    rule: str | None = None
    explanation: str = ""
    game_finished: FinishedGame | None = None
    match_settled: Settlement | None = None


Refused = tuple[tuple[int, ...], ...]
"""The versions of refused facts in ascending order, in blocks."""
_BLOCK = 128


def with_refused(refused: Refused, *versions: int) -> Refused:
    """The versions and later ones. Only the last block is copied: a match may have thousands of refused facts.

    >>> with_refused(((3, 4),), 7, 8)
    ((3, 4, 7, 8),)
    """
    for version in versions:
        if refused and len(refused[-1]) < _BLOCK:
            refused = (*refused[:-1], (*refused[-1], version))
        else:
            refused = (*refused, (version,))
    return refused


class Match(NamedTuple):
    """A match after the fact `version`, between the players at `seats`.

    `to_move` is who must act next: roll, move, or answer a double. `cube` only in games that have one. `voids` are
    rulings as (version, first and last fact that no longer count), `voidings` how many were tried; `refused` are the
    facts that never counted, in blocks (`with_refused`). `conduct` is all that was recorded beside the play.
    `service_dice` is `None` where people throw the dice. `set_out` is the referee who is on the way, until they are
    there or have ruled. `mended` are turns that a scorer took back and no referee has seen yet. `takings_back` is how
    many of the voidings were a scorer's.
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
    refused: Refused = ()
    conduct: Conduct = NONE
    service_dice: ServiceDice | None = None
    set_out: SetOut | None = None
    mended: MendedTurns | None = None
    takings_back: int | None = None

    @property
    def waits(self) -> bool:
        """True if a call, a claim, an appeal or an illegal play on the board waits for the referee."""
        return self.conduct.waits or any(fault.status == OPEN for fault in self.faults)

    @property
    def judged_version(self) -> int:
        """The last fact that is judged: a state is never ahead of it."""
        return self.version

    @property
    def game_number(self) -> int:
        """The number of the game that is played, or of the last one."""
        return len(self.results) + (self.settled is None)

    @property
    def games(self) -> list[FinishedGame]:
        """The finished games with their points."""
        return [finished_game(self.game, result) for result in self.results]

    @property
    def score(self) -> dict[str, int]:
        """The points of each seat; where games have placings, the rounds that it pays."""
        return self.score_after(self.results)

    def score_after(self, results: Sequence[GameResult]) -> dict[str, int]:
        """The points of each seat after these games, with those of its start."""
        return score(self.game, results, self.seats, self.opened.start)

    def settled_after(self, results: Sequence[GameResult]) -> Settlement:
        """The match as it stands after these games."""
        return settle(self.game, self.opened.length, results, self.seats, self.opened.start)

    @property
    def written_position(self) -> dict[str, Any]:
        """The position as JSON data, as the game writes it."""
        return self.game.write(self.position)

    @property
    def voided(self) -> list[tuple[int, int]]:
        """The first and the last fact of each part that no longer counts."""
        return [(first, last) for _, first, last in self.voids]


_PLACES = {name: place for place, name in enumerate(Match._fields)}


def _replaced(match: Match, /, **changes: Any) -> Match:
    """The match with other values. Judging a fact makes one or two: the general `_replace` takes four times as long."""
    values = list(match)
    for name, value in changes.items():
        values[_PLACES[name]] = value
    return tuple.__new__(Match, values)


Match._replace = _replaced  # type: ignore[method-assign, assignment]


Judged = tuple[Match, Verdict]
