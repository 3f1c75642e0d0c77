"""Dry runs: the effect of a fact, a round, a confirmation or a correction, without writing it."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from core.eventlog.hash_chain import ZERO_HASH
from core.events import Event, Recorded
from core.match import judging
from core.match.state import Match, Verdict
from core.tournament import Tournament, apply, decisions
from core.tournament.decisions import Entrant
from core.tournament.decisions.confirmation import confirm
from core.tournament.decisions.corrections import Correction as ResultCorrection
from service.auth.authorization import Principal, authorize, authorize_tournament, match_opening
from service.bootstrap import Dependencies
from service.handlers.execute import organiser
from service.handlers.match import replay
from service.handlers.match.open_log import open_log
from service.handlers.match.published_next_round import ensure_result_stands
from service.handlers.player_lookup import one_entered
from service.handlers.tournament import corrections, rounds
from service.handlers.tournament.entries import alternates, entries
from service.handlers.tournament.player_corrections import Correction


class FactPreview(NamedTuple):
    """A match as it is written, the same with one more fact, and what would be said of that."""

    before: Match
    after: Match
    verdict: Verdict


def preview_fact(deps: Dependencies, principal: Principal | None, match_id: str, event: Event) -> FactPreview:
    """Judge a fact on a copy of the match, for its referees; nothing is written. Raises as `matches.record`."""
    opening = match_opening(deps, principal, match_id)
    by = authorize(principal, "referee", opening.club, ("match", match_id)).name
    open_log(deps, match_id, opening)
    ensure_result_stands(deps, opening.tournament, match_id, [event])
    before = replay.state_at(deps, match_id)
    fact = Recorded(before.version + 1, event, deps.clock(), by, ZERO_HASH)
    after, verdict = judging.judge(before, fact, replay.earlier(deps.client, match_id, fact.version))
    return FactPreview(before, after, verdict)


class DecisionPreview(NamedTuple):
    """A tournament as it is, what would be written, and the tournament with that."""

    before: Tournament
    events: Sequence[Event]
    after: Tournament


def next_round(deps: Dependencies, principal: Principal | None, tournament_id: str) -> DecisionPreview:
    """The next round as it would be paired now, for organisers; nothing is written.

    Raises `NotAllowed` naming what is waited for.
    """
    return decided(deps, principal, tournament_id, decisions.pair_round)


def published(deps: Dependencies, principal: Principal | None, tournament_id: str, number: int) -> DecisionPreview:
    """A drafted round as it would be published now, for organisers. Raises `NotFound`, `NotAllowed`."""
    return decided(deps, principal, tournament_id, lambda state: decisions.publish_round(state, number))


def ended(deps: Dependencies, principal: Principal | None, tournament_id: str) -> DecisionPreview:
    """The tournament as it would be if it were ended now, for organisers. Raises `NotAllowed`."""
    return decided(deps, principal, tournament_id, lambda state: decisions.end(state, ""))


def confirmed(deps: Dependencies, principal: Principal | None, tournament_id: str, match_id: str) -> DecisionPreview:
    """A reported result as it would be confirmed now, for referees. Raises `NotFound`, `NotAllowed`."""
    authorize_tournament(deps, principal, "referee", tournament_id)
    return _apply_all(deps, tournament_id, lambda state: confirm(state, match_id, second=True, referee=True))


def corrected_result(
    deps: Dependencies, principal: Principal | None, tournament_id: str, correction: ResultCorrection
) -> DecisionPreview:
    """A tournament as the correction of a result would leave it, for referees. Raises as `corrections.correct`."""
    authorize_tournament(deps, principal, "referee", tournament_id)
    return _apply_all(deps, tournament_id, partial(corrections.events_of, deps, correction))


def withdrawn(
    deps: Dependencies, principal: Principal | None, tournament_id: str, id_or_name: str, *, bye_plays: bool = False
) -> DecisionPreview:
    """A player, by id or by name, as they would be taken out now. Raises as `entries.leaving`, forced."""
    return decided(
        deps,
        principal,
        tournament_id,
        lambda state: entries.leaving(deps, state, id_or_name, bye_plays=bye_plays, force=True),
    )


def corrected(
    correction: Correction, deps: Dependencies, principal: Principal | None, tournament_id: str, id_or_name: str
) -> DecisionPreview:
    """A player, by id or by name, as a correction would leave them now. Raises `NotFound`, `NotAllowed`."""

    def correcting(state: Tournament) -> Sequence[Event]:
        return correction(deps, state, one_entered(state, "player", id_or_name), "", lambda: "p_new")

    return decided(deps, principal, tournament_id, correcting)


def replaced(
    deps: Dependencies, principal: Principal | None, tournament_id: str, id_or_name: str, by: str
) -> DecisionPreview:
    """An alternate as they would take the place of a player now. Raises as `alternates.replacing`."""
    return decided(deps, principal, tournament_id, lambda state: alternates.replacing(deps, state, id_or_name, by))


def entered(
    deps: Dependencies, principal: Principal | None, tournament_id: str, entrant: Entrant, *, into_bye: bool
) -> DecisionPreview:
    """A player as they would be entered now. Raises `NotAllowed`."""
    return decided(deps, principal, tournament_id, lambda state: decisions.enter(state, [entrant], into_bye=into_bye))


def started(
    deps: Dependencies, principal: Principal | None, tournament_id: str, lots: str, order: Sequence[str] = ()
) -> DecisionPreview:
    """The start as it would be now with the seed `lots`, and with the players in this order if one is given.

    Raises `NotAllowed`, and `Invalid` for an order with another player.
    """
    seeding = "hand" if order else None
    return decided(deps, principal, tournament_id, lambda state: decisions.start(state, lots, seeding, order))


def paired_by_hand(
    deps: Dependencies,
    principal: Principal | None,
    tournament_id: str,
    number: int,
    pairs: Sequence[tuple[str, str]],
    bye: str | None,
) -> DecisionPreview:
    """A round as it would be paired by hand now, forced. Raises `Invalid`, `NotFound`, `NotAllowed`."""
    return decided(
        deps,
        principal,
        tournament_id,
        lambda state: rounds.pairing_by_hand(deps, state, number, pairs, bye, "", force=True),
    )


def decided(
    deps: Dependencies,
    principal: Principal | None,
    tournament_id: str,
    deciding: Callable[[Tournament], Sequence[Event]],
) -> DecisionPreview:
    """The tournament as it would be after this decision, for organisers. Raises what the decision does."""
    organiser(deps, principal, tournament_id)
    return _apply_all(deps, tournament_id, deciding)


def _apply_all(
    deps: Dependencies, tournament_id: str, deciding: Callable[[Tournament], Sequence[Event]]
) -> DecisionPreview:
    before = deps.repository.tournament(tournament_id)
    decisions.ensure_takes_place(before)
    events = deciding(before)
    after = before
    for version, event in enumerate(events, before.version + 1):
        after = apply(after, event, version)
    return DecisionPreview(before, events, after)
