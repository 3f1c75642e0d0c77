"""Use case of the referee's desk: every table of a tournament with all that its card shows, in a few round trips."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from core.errors import NotFound
from core.events import CheckersMoved, DiceRolled, OpeningRolled, Recorded, TurnPassed
from core.match import judging
from core.match.state import REFUSED
from core.tournament import Tournament
from core.tournament.brackets.placement import places_of
from core.tournament.decisions.seating import playing
from core.tournament.model.match_status import OPEN, InTournament, in_tournament, status_of
from core.tournament.model.values import Pairing, Round
from schemas.match_states import StoredMatch, StoredVerdict, match_json, read_match, read_verdict
from service.auth.authorization import Principal, authorize_tournament
from service.bootstrap import Dependencies
from service.handlers.match.hidden_names import shown_state
from service.handlers.match.timeline import Turn
from service.store.keys import shard_of
from service.store.read_models import failed_streams
from service.store.read_models.failed_streams import Failure
from service.store.read_models.match_snapshots import MatchSnapshot, match_snapshots

LAST = 14
"""The facts of each match that the desk looks at."""


class MatchCard(NamedTuple):
    """A match as the desk sees it: its place in the tournament, and `state`, `last` facts and `verdicts` of its own.

    `table` is where it is played, if that is said. `since` is the time of its last fact (Unix ms), the opening
    included. `turn` is the last play that counts. `failed` says why it could not be judged;
    `in_tournament` is its status and result in the tournament.
    """

    match: str
    round: int
    stage: str
    table: str | None
    pairing: Pairing
    status: str
    state: StoredMatch
    last: tuple[Recorded, ...]
    verdicts: Mapping[int, StoredVerdict]
    since: int
    turn: Turn | None
    failed: Failure | None
    in_tournament: InTournament | None

    @property
    def head(self) -> int:
        """The last fact's version."""
        return self.last[-1].version

    @property
    def over(self) -> bool:
        """True if the match is over."""
        return self.state.settled or self.status in ("decided", "confirmed", "settled", "ended")

    @property
    def judged(self) -> bool:
        """True if all recorded facts have been judged."""
        return self.state.judged_version >= self.head

    @property
    def refused(self) -> StoredVerdict | None:
        """The verdict on the last fact that was judged, if that fact was refused."""
        verdicts = [self.verdicts[fact.version] for fact in self.last if fact.version in self.verdicts]
        return verdicts[-1] if verdicts and verdicts[-1].verdict == REFUSED else None

    def at(self, version: int) -> int:
        """The time of a fact; the oldest known time for one that is further back."""
        return next((fact.at for fact in self.last if fact.version >= version), self.since)


class DeskView(NamedTuple):
    """All tables that are shown: those of the round `number`, or, without one, whatever is played or waited for now."""

    tournament: Tournament
    number: int | None
    tables: tuple[MatchCard, ...]
    now: int

    @property
    def current(self) -> Round | None:
        """The round that is being played: the first that waits for a result, else the last."""
        return current(self.tournament)


def current(tournament: Tournament) -> Round | None:
    """The first published round that waits for a result, else the last one."""
    waiting = {pairing.match for pairing in tournament.to_play}
    published = [round_ for round_ in tournament.rounds if not round_.draft]
    playing_ = (round_ for round_ in published if any(pairing.match in waiting for pairing in round_.pairings))
    return next(playing_, published[-1] if published else None)


def rounds_in_play(tournament: Tournament) -> list[Round]:
    """The published rounds that are being played, a match for bronze behind the others; else the last one.

    A bracket goes on while others are still at it, so that there several may be.
    """
    waiting = {pairing.match for pairing in tournament.to_play}
    published = [round_ for round_ in tournament.rounds if not round_.draft]
    on = [
        round_
        for round_ in published
        if any(pairing.match in waiting and not pairing.is_bye for pairing in round_.pairings)
    ]
    now = current(tournament)
    if tournament.format.plan is None or not on:
        return [now] if now else []
    return sorted(
        on, key=lambda round_: (round_.stage == "bronze" or places_of(round_.stage) is not None, round_.number)
    )


def desk_view(
    deps: Dependencies, principal: Principal | None, tournament_id: str, number: int | None = None
) -> DeskView:
    """The desk of a tournament, for its referees. Raises `Unauthenticated`, `Forbidden`, `NotFound`."""
    authorize_tournament(deps, principal, "referee", tournament_id)
    state = deps.repository.tournament(tournament_id)
    if number is not None:
        state.round(number)
    wanted = _shown(state, number)
    reasons = failed_streams.of_shard(deps.client, shard_of(tournament_id))
    return DeskView(state, number, tuple(_tables(deps, state, wanted, reasons)), deps.clock())


def public_tables(deps: Dependencies, state: Tournament) -> tuple[MatchCard, ...]:
    """The tables that are played now of a tournament without its drafts, for everybody who may see it."""
    return tuple(_tables(deps, state, _shown(state, None), {}))


def table(deps: Dependencies, principal: Principal | None, tournament_id: str, match_id: str) -> MatchCard:
    """One table of a tournament, for its referees. Raises as `desk_view`."""
    authorize_tournament(deps, principal, "referee", tournament_id)
    state = deps.repository.tournament(tournament_id)
    wanted = [(round_, pairing) for round_ in state.rounds for pairing in round_.pairings if pairing.match == match_id]
    found = list(_tables(deps, state, wanted, failed_streams.of_shard(deps.client, shard_of(tournament_id))))
    if not found:
        raise NotFound("match", match_id)
    return found[0]


def live_tables(deps: Dependencies, state: Tournament, most: int, match_id: str | None = None) -> list[MatchCard]:
    """The first so many tables that are played now, or that of one match, in a tournament that its reader may see."""
    waiting = {pairing.match for pairing in state.to_play}
    wanted = [row for row in _shown(state, None) if row[1].match in waiting and match_id in (None, row[1].match)]
    return list(_tables(deps, state, wanted[:most], {}))


def tables_now(state: Tournament) -> list[tuple[Round, Pairing]]:
    """The matches that are played or were played now, in the order of their tables."""
    return _shown(state, None)


def _shown(state: Tournament, number: int | None) -> list[tuple[Round, Pairing]]:
    """The matches with cards, in the order of their tables; those of a round, or of now."""
    live = [(round_, pairing) for round_ in state.rounds if not round_.draft for pairing in round_.pairings]
    live = [(round_, pairing) for round_, pairing in live if not pairing.is_bye]
    if number is not None:
        return _by_table(state, [(round_, pairing) for round_, pairing in live if round_.number == number])
    now = current(state)
    on = {pairing.match for pairing in playing(state)} & set(state.seated)
    asked = {match for match in state.reported if status_of(state, match) in ("reported", "disputed")}
    return _by_table(
        state,
        [
            (round_, pairing)
            for round_, pairing in live
            if round_ is now or pairing.match in on or pairing.match in asked or _beside(state, round_, pairing, now)
        ],
    )


def _beside(state: Tournament, each: Round, pairing: Pairing, now: Round | None) -> bool:
    """True if a match of a later round may be played already: brackets go on while other matches still run."""
    if now is None or state.format.plan is None or each.number < now.number:
        return False
    return status_of(state, pairing.match) == OPEN


def _by_table(state: Tournament, rows: list[tuple[Round, Pairing]]) -> list[tuple[Round, Pairing]]:
    places = {name: place for place, (name, _) in enumerate(state.tables)}
    return sorted(rows, key=lambda row: places.get(state.seated.get(row[1].match, ""), len(places)))


def _tables(
    deps: Dependencies, state: Tournament, wanted: Sequence[tuple[Round, Pairing]], reasons: Mapping[str, Failure]
) -> Iterable[MatchCard]:
    seen = {
        match_snapshot.stream: match_snapshot
        for match_snapshot in match_snapshots(deps.client, [pairing.match for _, pairing in wanted], LAST)
    }
    for round_, pairing in wanted:
        if glance := seen.get(pairing.match):
            yield _table(deps, state, round_, pairing, glance, reasons.get(pairing.match))


def _table(
    deps: Dependencies, state: Tournament, each: Round, pairing: Pairing, glance: MatchSnapshot, why: Failure | None
) -> MatchCard:
    match = pairing.match
    if glance.state is None:
        data = match_json(judging.opened(match, deps.repository.match(match)), glance.head)
    else:
        data = shown_state(deps, glance.state.json, deps.repository.match(match))
    stored, verdicts = (
        read_match(data),
        {version: read_verdict(verdict) for version, verdict in glance.verdicts.items()},
    )
    return MatchCard(
        match,
        each.number,
        each.stage,
        state.seated.get(match),
        pairing,
        status_of(state, match),
        stored,
        glance.facts,
        verdicts,
        glance.facts[-1].at,
        _turn(glance.facts, verdicts, stored.voided),
        why,
        in_tournament(state, match),
    )


def _turn(
    facts: Iterable[Recorded], verdicts: Mapping[int, StoredVerdict], voided: Iterable[tuple[int, int]]
) -> Turn | None:
    """The last play that counts, as far as it is among the last facts and no game ended with it."""
    turn: Turn | None = None
    dice: tuple[int, ...] = ()
    for fact in facts:
        verdict = verdicts.get(fact.version)
        voided_now = any(first <= fact.version <= last for first, last in voided)
        if verdict is None or voided_now or verdict.verdict == REFUSED:
            continue
        event = fact.event
        if isinstance(event, DiceRolled):
            dice = event.dice
        elif isinstance(event, OpeningRolled):
            dice = tuple(event.rolls.values())
        elif isinstance(event, CheckersMoved | TurnPassed):
            turn = Turn(event.by, dice, event.moves if isinstance(event, CheckersMoved) else ())
        if verdict.ended_game:
            turn = None
    return turn
