"""Brackets and groups in the tables of brackets-model, which brackets-viewer draws.

Each bracket is a stage; main bracket, lower bracket and final of a double elimination are one, and so are a main
bracket and its match for the third place. Groups, and a round robin, are a stage with a group for each of them.
Swiss rounds and meetings of teams have no place there. Ids are numbers from 0 within their table.
Source: brackets-model 1.6 (its storage types, and the statuses of its matches).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from core.games import game_of
from core.tournament.brackets.view import PLAYED, READY, BracketView, SeatView, SlotView
from core.tournament.model.bracket_plan import LOSER, SEED
from core.tournament.model.state import Tournament
from core.tournament.model.values import UNPLAYED, Pairing, Result
from core.tournament.standings.crosstable import OPPONENTS, crosstables

ROUND_ROBIN, SINGLE, DOUBLE = "round_robin", "single_elimination", "double_elimination"
STAGE_TYPES = (ROUND_ROBIN, SINGLE, DOUBLE)
FINALS = ("none", "simple", "double")
"""No match between the winners of both brackets; one; one that is played again if the lower bracket's winner wins."""
LOCKED, WAITING_FOR_ONE, CAN_START, COMPLETED = 0, 1, 2, 4
WIN, LOSS = "win", "loss"
_JOINED = ("lower", "final")
"""The brackets that make one stage with the main bracket before them."""
_THIRD_PLACE = "bronze"


class Participant(NamedTuple):
    """A player, with the player id of the tournament."""

    id: int
    tournament_id: str
    name: str
    player_id: str


class Settings(NamedTuple):
    """Settings of a stage: players and byes, groups, the final (`FINALS`), and if there is a match for third place."""

    size: int
    groups: int
    final: str
    third_place: bool


class Stage(NamedTuple):
    """A stage. `type` is one of `STAGE_TYPES`."""

    id: int
    tournament_id: str
    name: str
    type: str
    number: int
    settings: Settings


class Group(NamedTuple):
    """A part of a stage: a group, or a bracket."""

    id: int
    stage_id: int
    number: int


class Round(NamedTuple):
    """A round of a group."""

    id: int
    stage_id: int
    group_id: int
    number: int


class Opponent(NamedTuple):
    """A side of a match. `id` is `None` until the player is known; a side that stays empty is no opponent at all.

    `position` is the seed, or the number of the match whose loser comes here. `score` are the points of the match.
    """

    id: int | None
    position: int | None = None
    score: int | None = None
    result: str | None = None
    forfeit: bool | None = None


class Match(NamedTuple):
    """A match, or the place of one. `match_id` is empty until it is paired. Its games are not told."""

    id: int
    stage_id: int
    group_id: int
    round_id: int
    number: int
    child_count: int
    status: int
    opponent1: Opponent | None
    opponent2: Opponent | None
    match_id: str


class BracketsModel(NamedTuple):
    """The six tables."""

    participant: Sequence[Participant]
    stage: Sequence[Stage]
    group: Sequence[Group]
    round: Sequence[Round]
    match: Sequence[Match]
    match_game: Sequence[Match]


def brackets_model(tournament: Tournament, brackets: Sequence[BracketView]) -> BracketsModel:
    """The tables of a tournament and its brackets (`bracket_views`), both as their reader may see them."""
    tables = _Tables(tournament)
    tables.add_groups()
    stages: list[list[BracketView]] = []
    for bracket in brackets:
        if stages and bracket.bracket in (*_JOINED, _THIRD_PLACE) and stages[-1][0].bracket == "main":
            stages[-1].append(bracket)
        else:
            stages.append([bracket])
    for parts in stages:
        tables.add_brackets(parts)
    return tables.model()


class _Tables:
    """The tables while they are filled."""

    def __init__(self, tournament: Tournament) -> None:
        self._tournament = tournament
        self._seats = game_of(tournament.created.game).seats[:2]
        self._numbers = {entry.player: number for number, entry in enumerate(tournament.field)}
        self._stages: list[Stage] = []
        self._groups: list[Group] = []
        self._rounds: list[Round] = []
        self._matches: list[Match] = []

    def model(self) -> BracketsModel:
        """The tables."""
        people = [
            Participant(number, self._tournament.id, self._tournament.name_of(player), player)
            for player, number in self._numbers.items()
        ]
        return BracketsModel(people, self._stages, self._groups, self._rounds, self._matches, ())

    # ── brackets ─────────────────────────────────────────────────────────────────────────────────────────────────────
    def add_brackets(self, parts: Sequence[BracketView]) -> None:
        """A stage of brackets that belong together, in their order."""
        keys = [each.bracket for each in parts]
        joined = any(key in _JOINED for key in keys)
        last = next((each for each in parts if each.bracket == "final"), None)
        final = FINALS[len(last.rounds)] if last else FINALS[0]
        size = 2 * len(parts[0].rounds[0].slots)
        stage_id = self._stage(keys[0], DOUBLE if joined else SINGLE, Settings(size, 1, final, _THIRD_PLACE in keys))
        places = {slot.slot: place for part in parts for place, slot in _placed(part)}
        for bracket in parts:
            group_id = self._group(stage_id)
            for number, round_ in enumerate(bracket.rounds, 1):
                round_id = self._round(stage_id, group_id, number)
                for place, slot in enumerate(round_.slots, 1):
                    sides = [self._side(slot, seat, places) for seat in slot.seats[:2]]
                    self._match(stage_id, group_id, round_id, place, _status(slot, sides), sides, slot.match)

    def _side(self, slot: SlotView, seat: SeatView, places: Mapping[str, int]) -> Opponent | None:
        if seat.bye:
            return None
        of = seat.source.of
        position = None
        if seat.source.kind == SEED and isinstance(of, int):
            position = of
        elif seat.source.kind == LOSER:
            position = places.get(str(of))
        side = Opponent(None if seat.player is None else self._numbers[seat.player], position)
        result = self._tournament.results.get(slot.match) if slot.match else None
        return side if result is None else _with_result(side, result, seat.seat)

    # ── groups ───────────────────────────────────────────────────────────────────────────────────────────────────────
    def add_groups(self) -> None:
        """The stage in which all of a group meet all, if the tournament has one."""
        tables = [each for each in crosstables(self._tournament) if each.by == OPPONENTS]
        rounds = [each for each in self._tournament.rounds if each.stage == self._tournament.rounds[0].stage]
        if self._tournament.format.teams or not tables or not rounds:
            return
        groups = [{row.line.player_id for row in table.rows} for table in tables]
        settings = Settings(sum(map(len, groups)), len(groups), FINALS[0], third_place=False)
        stage_id = self._stage(rounds[0].stage or ROUND_ROBIN, ROUND_ROBIN, settings)
        for players in groups:
            group_id = self._group(stage_id)
            played = [[one for one in each.pairings if {one.white, one.black} <= players] for each in rounds]
            for number, pairings in enumerate(filter(None, played), 1):
                round_id = self._round(stage_id, group_id, number)
                for place, pairing in enumerate(pairings, 1):
                    self._paired(stage_id, group_id, round_id, place, pairing)

    def _paired(self, stage_id: int, group_id: int, round_id: int, place: int, pairing: Pairing) -> None:
        result = self._tournament.results.get(pairing.match)
        sides = [Opponent(self._numbers[player]) for player in (pairing.white, pairing.black)]
        if result is not None:
            sides = [_with_result(side, result, seat) for side, seat in zip(sides, self._seats, strict=True)]
        status = CAN_START if result is None else COMPLETED
        self._match(stage_id, group_id, round_id, place, status, sides, pairing.match)

    # ── rows ─────────────────────────────────────────────────────────────────────────────────────────────────────────
    def _stage(self, name: str, kind: str, settings: Settings) -> int:
        number = len(self._stages)
        self._stages.append(Stage(number, self._tournament.id, name, kind, number + 1, settings))
        return number

    def _group(self, stage_id: int) -> int:
        number = sum(each.stage_id == stage_id for each in self._groups) + 1
        self._groups.append(Group(len(self._groups), stage_id, number))
        return len(self._groups) - 1

    def _round(self, stage_id: int, group_id: int, number: int) -> int:
        self._rounds.append(Round(len(self._rounds), stage_id, group_id, number))
        return len(self._rounds) - 1

    def _match(
        self, stage_id: int, group_id: int, round_id: int, number: int, status: int,
        sides: Sequence[Opponent | None], match_id: str | None,
    ) -> None:  # fmt: skip
        first, second = sides
        self._matches.append(
            Match(len(self._matches), stage_id, group_id, round_id, number, 0, status, first, second, match_id or "")
        )


def _placed(bracket: BracketView) -> Iterator[tuple[int, SlotView]]:
    for round_ in bracket.rounds:
        yield from enumerate(round_.slots, 1)


def _status(slot: SlotView, sides: Iterable[Opponent | None]) -> int:
    if slot.status in (PLAYED, READY):
        return COMPLETED if slot.status == PLAYED else CAN_START
    found = list(sides)
    known = [side for side in found if side is not None and side.id is not None]
    return WAITING_FOR_ONE if len(known) == 1 and None not in found else LOCKED


def _with_result(side: Opponent, result: Result, seat: str) -> Opponent:
    won = result.winner == seat
    absent = not won and result.kind in UNPLAYED
    return side._replace(
        score=result.score.get(seat) if any(result.score.values()) else None,
        result=WIN if won else LOSS, forfeit=True if absent else None,
    )  # fmt: skip
