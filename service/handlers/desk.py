"""Use case of the referee's desk: every table of a tournament with all that its card shows, in a few round trips."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from core import match as rules
from core.errors import Unknown
from core.events import CheckersMoved, DiceRolled, OpeningRolled, Recorded, TurnPassed
from core.sheet import REFUSED
from core.tournament import Tournament
from core.tournament.boards import OPEN, board_words, status_of
from core.tournament.decisions.seating import playing
from core.tournament.state import Pairing, Round
from service.access import Principal, acting
from service.bootstrap import House
from service.handlers.matches import kept_words
from service.handlers.watching import Turn
from service.store import failed
from service.store.failed import Failure
from service.store.glance import Glance, glances
from service.store.keys import shard_of

Json = dict[str, Any]
LAST = 14
"""The facts of each match that the desk looks at."""


class Table(NamedTuple):
    """A match as the desk sees it: its place in the tournament, and `state`, `last` facts and `verdicts` of its own.

    `table` is where it is played, if that is said. `since` is the time of its last fact (Unix ms), the opening
    included. `turn` is the last play that counts. `failed` says why it could not be judged;
    `said` is what the tournament says of it.
    """

    match: str
    round: int
    stage: str
    table: str | None
    pairing: Pairing
    status: str
    state: Json
    last: tuple[Recorded, ...]
    verdicts: Mapping[int, Json]
    since: int
    turn: Turn | None
    failed: Failure | None
    said: Json | None

    @property
    def head(self) -> int:
        """The last fact's version."""
        return self.last[-1].version

    @property
    def over(self) -> bool:
        """Whether nothing is played there any more."""
        return self.state["settled"] is not None or self.status in ("decided", "confirmed", "settled", "ended")

    @property
    def judged(self) -> bool:
        """Whether all that is written down has been judged."""
        return bool(self.state["judged_version"] >= self.head)

    @property
    def refused(self) -> Json | None:
        """The verdict on the last fact that was judged, if that fact was refused."""
        said = [self.verdicts[fact.version] for fact in self.last if fact.version in self.verdicts]
        return said[-1] if said and said[-1]["verdict"] == REFUSED else None

    def at(self, version: int) -> int:
        """When a fact was written down; the oldest time known for one that is further back."""
        return next((fact.at for fact in self.last if fact.version >= version), self.since)


class Hall(NamedTuple):
    """All tables that are shown: those of the round `number`, or, without one, whatever is played or waited for now."""

    tournament: Tournament
    number: int | None
    tables: tuple[Table, ...]
    now: int

    @property
    def current(self) -> Round | None:
        """The round that is being played: the first that waits for a result, else the last."""
        return current(self.tournament)


def current(tournament: Tournament) -> Round | None:
    """The first published round that waits for a result, else the last one."""
    waiting = {pairing.match for pairing in tournament.to_play}
    shown = [each for each in tournament.rounds if not each.draft]
    playing_ = (each for each in shown if any(one.match in waiting for one in each.pairings))
    return next(playing_, shown[-1] if shown else None)


def rounds_in_play(tournament: Tournament) -> list[Round]:
    """The published rounds that are being played, a match for bronze behind the others; else the last one.

    A bracket goes on while others are still at it, so that there several may be.
    """
    waiting = {pairing.match for pairing in tournament.to_play}
    shown = [each for each in tournament.rounds if not each.draft]
    on = [each for each in shown if any(one.match in waiting and not one.is_bye for one in each.pairings)]
    now = current(tournament)
    if tournament.format.plan is None or not on:
        return [now] if now else []
    return sorted(on, key=lambda each: (each.stage == "bronze", each.number))


def hall(house: House, principal: Principal | None, tournament: str, number: int | None = None) -> Hall:
    """The desk of a tournament, for its referees. Raises `Unauthenticated`, `Forbidden`, `Unknown`."""
    acting(house, principal, "referee", tournament)
    state = house.shelf.tournament(tournament)
    if number is not None:
        state.round(number)
    wanted = _shown(state, number)
    reasons = failed.of_shard(house.client, shard_of(tournament))
    return Hall(state, number, tuple(_tables(house, state, wanted, reasons)), house.clock())


def table(house: House, principal: Principal | None, tournament: str, match: str) -> Table:
    """One table of a tournament, for its referees. Raises as `hall`."""
    acting(house, principal, "referee", tournament)
    state = house.shelf.tournament(tournament)
    wanted = [(each, pairing) for each in state.rounds for pairing in each.pairings if pairing.match == match]
    found = list(_tables(house, state, wanted, failed.of_shard(house.client, shard_of(tournament))))
    if not found:
        raise Unknown("match", match)
    return found[0]


def _shown(state: Tournament, number: int | None) -> list[tuple[Round, Pairing]]:
    """The matches with cards, in the order of their tables; those of a round, or of now."""
    live = [(each, pairing) for each in state.rounds if not each.draft for pairing in each.pairings]
    live = [(each, pairing) for each, pairing in live if not pairing.is_bye]
    if number is not None:
        return _by_table(state, [(each, pairing) for each, pairing in live if each.number == number])
    now = current(state)
    on = {pairing.match for pairing in playing(state)} & set(state.seated)
    asked = {match for match in state.reported if status_of(state, match) in ("reported", "disputed")}
    return _by_table(state, [
        (each, pairing)
        for each, pairing in live
        if each is now or pairing.match in on or pairing.match in asked or _beside(state, each, pairing, now)
    ])  # fmt: skip


def _beside(state: Tournament, each: Round, pairing: Pairing, now: Round | None) -> bool:
    """Whether a later round's match may be played already: brackets go on while others are still at it."""
    if now is None or state.format.plan is None or each.number < now.number:
        return False
    return status_of(state, pairing.match) == OPEN


def _by_table(state: Tournament, rows: list[tuple[Round, Pairing]]) -> list[tuple[Round, Pairing]]:
    places = {name: place for place, (name, _) in enumerate(state.tables)}
    return sorted(rows, key=lambda row: places.get(state.seated.get(row[1].match, ""), len(places)))


def _tables(
    house: House, state: Tournament, wanted: Sequence[tuple[Round, Pairing]], reasons: Mapping[str, Failure]
) -> Iterable[Table]:
    seen = {each.stream: each for each in glances(house.client, [pairing.match for _, pairing in wanted], LAST)}
    for each, pairing in wanted:
        if glance := seen.get(pairing.match):
            yield _table(house, state, each, pairing, glance, reasons.get(pairing.match))


def _table(
    house: House, state: Tournament, each: Round, pairing: Pairing, glance: Glance, why: Failure | None
) -> Table:  # fmt: skip
    match = pairing.match
    if glance.state is None:
        words = {**rules.opened(match, house.shelf.match(match)).to_words(), "version": glance.head}
    else:
        words = kept_words(glance.state, glance.head)
    return Table(
        match, each.number, each.stage, state.seated.get(match), pairing, status_of(state, match), words,
        glance.facts, glance.verdicts, glance.facts[-1].at, _turn(glance, words["voided"]), why,
        board_words(state, match),
    )  # fmt: skip


def _turn(glance: Glance, voided: Sequence[Sequence[int]]) -> Turn | None:
    """The last play that counts, as far as it is among the last facts and no game ended with it."""
    found: Turn | None = None
    dice: tuple[int, ...] = ()
    for fact in glance.facts:
        verdict = glance.verdicts.get(fact.version)
        gone = any(first <= fact.version <= last for first, last in voided)
        if verdict is None or gone or verdict["verdict"] == REFUSED:
            continue
        event = fact.event
        if isinstance(event, DiceRolled):
            dice = event.dice
        elif isinstance(event, OpeningRolled):
            dice = tuple(event.rolls.values())
        elif isinstance(event, CheckersMoved | TurnPassed):
            found = Turn(event.by, dice, event.moves if isinstance(event, CheckersMoved) else ())
        if "game_finished" in verdict:
            found = None
    return found
