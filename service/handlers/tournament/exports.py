"""Use cases of files: a tournament as its reader may see it, drawn, tabled or listed."""

from typing import Any

from core.tournament.brackets.view import bracket_json
from core.tournament.standings import crosstable
from core.tournament.views.tournament_view import paired_rounds
from schemas.dump import dump_all
from schemas.views.tournaments import Round
from service.auth.authorization import Principal, can_see_drafts
from service.bootstrap import Dependencies
from service.exports import EXPORTS, Asked, paper
from service.handlers.tournament.tournaments import may_read

Json = dict[str, Any]


def export(deps: Dependencies, principal: Principal | None, tournament_id: str, name: str, asked: Asked) -> bytes:
    """A file of a tournament. Raises `NotFound` for a round that is not there, or not yet for this reader."""
    may_read(deps, principal, tournament_id)
    whole = deps.repository.tournament(tournament_id)
    drafts = can_see_drafts(principal, whole.created.club)

    def make() -> bytes:
        return EXPORTS[name].make(paper(whole, lambda: deps.log.read(tournament_id), drafts=drafts), asked)

    return deps.answers.get((tournament_id, whole.version, drafts, name, asked), make)


def bracket(deps: Dependencies, principal: Principal | None, tournament_id: str) -> Json:
    """Every round, and every bracket with all its slots."""
    state = may_read(deps, principal, tournament_id)
    whole = deps.repository.tournament(tournament_id)
    return {
        "tournament": tournament_id, "version": state.version, "status": state.status,
        "rounds": dump_all(Round)(paired_rounds(state)),
        "brackets": bracket_json(whole, drafts=can_see_drafts(principal, whole.created.club))["brackets"],
    }  # fmt: skip


def crosstables(deps: Dependencies, principal: Principal | None, tournament_id: str) -> Json:
    """The cross-tables, with the tournament's version that they are of."""
    state = may_read(deps, principal, tournament_id)
    return {
        "tournament": tournament_id, "version": state.version, "status": state.status,
        "crosstables": [table.to_json() for table in crosstable.crosstables(state)],
    }  # fmt: skip
