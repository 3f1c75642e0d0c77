"""Matches that a tournament still has to play, in the order in which they are given tables, and what each waits for."""

from collections.abc import Mapping
from typing import NamedTuple

from core.tournament.brackets.filling import FilledBracket
from core.tournament.model.bracket_plan import LOSER, PLACE, PLAY_OFF, SEED, WINNER, Slot, Source
from core.tournament.model.state import Tournament
from core.tournament.model.values import NO_PLAYER
from core.tournament.terms import has_rules, terms_of, terms_of_slot


class Task(NamedTuple):
    """A match to be played: the number of its round, the places of the tasks that it waits for, and its id if paired.

    `slot` is the slot of a bracket that is not paired yet. `perhaps`: it is played in half of all cases. `terms` are
    length and stop where they differ from the tournament's.
    """

    round: int
    needs: tuple[int, ...]
    match: str = ""
    perhaps: bool = False
    terms: tuple[Mapping[str, int], str] | None = None
    slot: str = ""


def remaining(tournament: Tournament) -> tuple[Task, ...]:
    """The matches of a started tournament without those of rounds that are paired on command and are not paired yet.

    Every task comes after those that it waits for.
    """
    tasks = _paired(tournament)
    plan = tournament.format.plan
    return (*tasks, *_Unpaired(tournament, tasks).tasks) if plan is not None else tuple(tasks)


def _paired(tournament: Tournament) -> list[Task]:
    """Paired matches without a result: one waits for the earlier ones of its players."""
    waiting = {pairing.match for pairing in tournament.to_play} - tournament.reported.keys()
    last: dict[str, int] = {}
    tasks: list[Task] = []
    for round_ in tournament.rounds if waiting else ():
        for pairing in round_.pairings:
            if pairing.match not in waiting:
                continue
            players = (pairing.white, pairing.black)
            needs = tuple({last[player] for player in players if player in last})
            terms = terms_of(tournament, round_, pairing) if has_rules(tournament) else None
            own = (terms.length, terms.stop) if terms else None
            last |= dict.fromkeys(players, len(tasks))
            tasks.append(Task(round_.number, needs, pairing.match, terms=own))
    return tasks


class _Unpaired:
    """Slots of a bracket that are not paired yet, as tasks behind those that are paired."""

    def __init__(self, tournament: Tournament, paired: list[Task]) -> None:
        form = tournament.format
        assert form.plan is not None, "it is asked of formats with brackets only"
        plan = form.plan(tournament)
        self._filled = FilledBracket(plan, tournament, form.entrant(tournament) if form.entrant else None)
        self._first, self.tasks = len(paired), list[Task]()
        self._pairings = {match.slot: match for match in tournament.matches if match.slot}
        self._open = {task.match: place for place, task in enumerate(paired)}
        self._groups: dict[str, set[int]] = {}
        for match in tournament.matches:
            if match.match in self._open:
                self._groups.setdefault(match.slot, set()).add(self._open[match.match])
        self._needs: dict[str, set[int]] = {}
        """By slot the tasks after which its winner and its loser are known."""
        self._deciding = set(range(len(paired))) if form.entrant is not None else set[int]()
        """The tasks after which the seeds of a later stage are known."""
        self._empty: dict[str, tuple[bool, bool]] = {}
        brackets = {bracket.key: bracket for bracket in plan.brackets}
        for key, round_ in plan.rounds():
            own = terms_of_slot(tournament, brackets[key], round_) if has_rules(tournament) else None
            for slot in round_.slots:
                self._add(round_.number, slot, (own.length, own.stop) if own else None)
                if key == PLAY_OFF:
                    self._deciding |= self._needs[slot.key]

    def _add(self, number: int, slot: Slot, terms: tuple[Mapping[str, int], str] | None) -> None:
        before = self._before(slot.white) | self._before(slot.black)
        empty = self._is_empty(slot.white), self._is_empty(slot.black)
        self._empty[slot.key], self._needs[slot.key] = empty, before
        pairing = self._pairings.get(slot.key)
        if pairing is not None:
            self._needs[slot.key] = {self._open[pairing.match]} if pairing.match in self._open else set()
        elif not any(empty) and NO_PLAYER not in self._filled.fills[slot.key]:
            self._needs[slot.key] = {self._first + len(self.tasks)}
            self.tasks.append(Task(number, tuple(before), perhaps=slot.only_if is not None, terms=terms, slot=slot.key))

    def _before(self, source: Source) -> set[int]:
        if source.kind in (WINNER, LOSER):
            return self._needs[str(source.of)]
        if source.kind == SEED:
            return set() if self._is_empty(source) else self._deciding
        return self._groups.get(str(source.of).rstrip("0123456789"), set()) if source.kind == PLACE else set()

    def _is_empty(self, source: Source) -> bool:
        """True if no player can come from there: beyond the last seed, or the loser of a slot with a bye."""
        if source.kind in (WINNER, LOSER):
            sides = self._empty[str(source.of)]
            return any(sides) if source.kind == LOSER else all(sides)
        return self._filled.player_of(source) == NO_PLAYER if source.kind in (SEED, PLACE) else True
