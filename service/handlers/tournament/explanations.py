"""Use cases of questions why: a player's place, a round's pairings."""

from dataclasses import dataclass
from typing import NamedTuple

from core.names.name_index import NameIndex
from core.tournament import Tournament
from core.tournament.model.explanation import Why
from core.tournament.model.reasons import reason_of
from core.tournament.model.visibility import voided_without_reasons
from core.tournament.standings.explanation import ExplainedPlace, explain_place, explain_round
from core.tournament.views.history import as_paired
from core.tournament.views.tournament_view import PairedMatch, Player, match_view, player_view
from service.auth.authorization import Principal, can_see_drafts
from service.bootstrap import Dependencies
from service.handlers.authors import Authors
from service.handlers.tournament.tournaments import may_read


def place(deps: Dependencies, principal: Principal | None, tournament_id: str, id_or_name: str) -> ExplainedPlace:
    """Explanation of the place of a player, by id or by name. Raises `NotFound`."""
    state = may_read(deps, principal, tournament_id)
    return explain_place(state, _player_id(state, id_or_name))


class PairedAfterwards(NamedTuple):
    """Author, time (Unix ms) and reason of a match or a bye that was paired after its round was drawn.

    `by_hand`: a director paired it, not brade. `recorded_by_name` is the name of a person.
    """

    by_hand: bool
    recorded_by: str
    recorded_by_name: str | None
    recorded_at: int
    reason: str


@dataclass(frozen=True)
class ExplainedMatch(PairedMatch):
    """A match and why it was paired: words for people, and what the format says besides."""

    why: Why
    anew: PairedAfterwards | None


class ExplainedBye(NamedTuple):
    """The player who sits out a round, and why."""

    player: Player
    why: Why
    anew: PairedAfterwards | None


class ExplainedRound(NamedTuple):
    """A round and why it was paired as it was; `rule` is the format in one sentence."""

    tournament: str
    version: int
    round: int
    stage: str
    draft: bool
    format: str
    rule: str
    bye: ExplainedBye | None
    matches: tuple[ExplainedMatch, ...]


def pairings(deps: Dependencies, principal: Principal | None, tournament_id: str, number: int) -> ExplainedRound:
    """The explanation of a paired round, by the results of that time. Raises `NotFound`."""
    state = may_read(deps, principal, tournament_id)
    round_, log = state.round(number), deps.log.read(tournament_id, limit=state.version + 1)
    then = deps.repository.with_shown_names(as_paired(tournament_id, log, number), of=state)
    if not can_see_drafts(principal, state.created.club):
        then = then._replace(avoided={}, voided=voided_without_reasons(then))
    why = explain_round(then, number)
    resting = player_view(state, round_.bye)
    return ExplainedRound(
        tournament_id,
        state.version,
        round_.number,
        round_.stage,
        round_.draft,
        state.format.key,
        state.format.rule_of(state) or state.format.rule,
        bye=resting and ExplainedBye(resting, why["bye"], paired_afterwards(deps, state, why["bye"])),
        matches=tuple(
            ExplainedMatch(
                **vars(match_view(state, number, pairing)),
                why=why[pairing.match],
                anew=paired_afterwards(deps, state, why[pairing.match]),
            )
            for pairing in round_.pairings
        ),
    )


def paired_afterwards(deps: Dependencies, state: Tournament, why: Why) -> PairedAfterwards | None:
    """The event by which a match or a bye was paired after its round was drawn; `None` for others, and in a preview."""
    anew = why.anew
    recorded = next(iter(deps.log.read(state.id, anew.version, limit=1)), None) if anew else None
    if anew is None or recorded is None:
        return None
    reason = reason_of(anew.reason, anew.cause, state.name_of)
    name = Authors(deps.repository, state.created.club).person(recorded.by)
    return PairedAfterwards(anew.by_hand, recorded.by, name, recorded.at, reason)


def _player_id(state: Tournament, id_or_name: str) -> str:
    """The id of the player of this id or, if there is none, of this name."""
    if any(entry.player == id_or_name for entry in state.entries):
        return id_or_name
    meant = NameIndex((entry.player, entry.name) for entry in state.entries).meant(id_or_name)
    return next(iter(meant), id_or_name)
