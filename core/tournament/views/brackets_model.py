"""Brackets and groups in the tables of brackets-model, which brackets-viewer draws.

Each bracket is a stage; main bracket, lower bracket and final of a double elimination are one, and so are a main
bracket and its match for the third place. Groups, and a round robin, are a stage with a group for each of them.
Swiss rounds and meetings of teams have no place there.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from core.games import game_of
from core.match.results.settlement import score
from core.tournament.brackets.view import PLAYED, READY, BracketView, SeatView, SlotView
from core.tournament.model.bracket_plan import LOSER, SEED
from core.tournament.model.state import Tournament
from core.tournament.model.values import UNPLAYED, Pairing, Result
from core.tournament.model.values import Round as PairedRound
from core.tournament.standings.crosstable import OPPONENTS, CrossTable, crosstables
from core.tournament.terms import Terms, terms_of, terms_of_slot
from core.tournament.views.brackets_tables import (
    CAN_START,
    COMPLETED,
    DOUBLE,
    FINALS,
    LOCKED,
    LOSS,
    ROUND_ROBIN,
    SINGLE,
    WAITING_FOR_ONE,
    WIN,
    BracketsModel,
    Group,
    Match,
    MatchGame,
    Opponent,
    Participant,
    Round,
    Settings,
    Stage,
)

_JOINED = ("lower", "final")
"""The brackets that make one stage with the main bracket before them."""
_THIRD_PLACE = "bronze"


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
        self._games: list[MatchGame] = []
        self._terms = _terms(tournament)

    def model(self) -> BracketsModel:
        """The tables."""
        people = [
            Participant(number, self._tournament.id, self._tournament.name_of(player), player)
            for player, number in self._numbers.items()
        ]
        return BracketsModel(people, self._stages, self._groups, self._rounds, self._matches, self._games)

    # ── brackets ─────────────────────────────────────────────────────────────────────────────────────────────────────
    def add_brackets(self, parts: Sequence[BracketView]) -> None:
        """A stage of brackets that belong together, in their order."""
        keys = [part.bracket for part in parts]
        joined = any(key in _JOINED for key in keys)
        last = next((part for part in parts if part.bracket == "final"), None)
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
                    self._match(stage_id, group_id, round_id, place, _status(slot, sides), sides, slot.match, slot.slot)

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
        """Each stage in which all of a group meet all."""
        stages = {pairing.match: round_.stage for round_ in self._tournament.rounds for pairing in round_.pairings}
        for alone in _alone(self._tournament):
            tables = [crosstable for crosstable in crosstables(alone) if crosstable.by == OPPONENTS]
            rounds = [round_ for round_ in alone.rounds if round_.stage == alone.rounds[0].stage]
            if tables and rounds and not alone.format.teams:
                self._add_groups(stages[rounds[0].pairings[0].match] or ROUND_ROBIN, tables, rounds)

    def _add_groups(self, name: str, tables: Sequence[CrossTable], rounds: Sequence[PairedRound]) -> None:
        groups = [{row.line.player_id for row in table.rows} for table in tables]
        settings = Settings(sum(map(len, groups)), len(groups), FINALS[0], third_place=False)
        stage_id = self._stage(name, ROUND_ROBIN, settings)
        for players in groups:
            group_id = self._group(stage_id)
            played = [
                [pairing for pairing in round_.pairings if {pairing.white, pairing.black} <= players]
                for round_ in rounds
            ]
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
        self._match(stage_id, group_id, round_id, place, status, sides, pairing.match, "")

    # ── rows ─────────────────────────────────────────────────────────────────────────────────────────────────────────
    def _stage(self, name: str, kind: str, settings: Settings) -> int:
        number = len(self._stages)
        self._stages.append(Stage(number, self._tournament.id, name, kind, number + 1, settings))
        return number

    def _group(self, stage_id: int) -> int:
        number = sum(group.stage_id == stage_id for group in self._groups) + 1
        self._groups.append(Group(len(self._groups), stage_id, number))
        return len(self._groups) - 1

    def _round(self, stage_id: int, group_id: int, number: int) -> int:
        self._rounds.append(Round(len(self._rounds), stage_id, group_id, number))
        return len(self._rounds) - 1

    def _match(
        self,
        stage_id: int,
        group_id: int,
        round_id: int,
        number: int,
        status: int,
        sides: Sequence[Opponent | None],
        match_id: str | None,
        slot: str,
    ) -> None:
        first, second = sides
        terms = self._terms.get(match_id or "") or self._terms.get(slot)
        games = terms.length.get("games", 0) if terms and None not in sides else 0
        number_of = len(self._matches)
        self._matches.append(
            Match(number_of, stage_id, group_id, round_id, number, games, status, first, second, match_id or "")
        )
        result = self._tournament.results.get(match_id or "")
        if first and second and result:
            self._add_games(stage_id, number_of, (first, second), result)

    def _add_games(self, stage_id: int, parent_id: int, sides: tuple[Opponent, Opponent], result: Result) -> None:
        game = game_of(self._tournament.created.game)
        for number, game_result in enumerate(result.games, 1):
            points = score(game, [game_result], self._seats)
            first, second = (
                Opponent(side.id, score=points[seat], result=WIN if game_result.winner == seat else LOSS)
                for side, seat in zip(sides, self._seats, strict=True)
            )
            self._games.append(MatchGame(len(self._games), stage_id, parent_id, number, COMPLETED, first, second))


def _alone(tournament: Tournament) -> Iterable[Tournament]:
    """The stages that have tables, each as a tournament of its own, or the tournament itself."""
    if tournament.format.staged.tables is None:
        return (tournament,)
    parts = [alone for _, alone, _, _ in tournament.format.staged.tables(tournament)]
    return {id(part): part for part in reversed(parts)}.values()


def _terms(tournament: Tournament) -> dict[str, Terms]:
    """The terms of every match by its id, and of every slot of the brackets."""
    paired = {
        pairing.match: terms_of(tournament, round_, pairing)
        for round_ in tournament.rounds
        for pairing in round_.pairings
    }
    plan = tournament.format.plan
    brackets = plan(tournament).brackets if plan and tournament.seed is not None else ()
    slots = {
        slot.key: terms_of_slot(tournament, bracket, round_)
        for bracket in brackets
        for round_ in bracket.rounds
        for slot in round_.slots
    }
    return slots | paired


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
        result=WIN if won else LOSS,
        forfeit=True if absent else None,
    )
