"""Use case of a change after the start: what would follow of it, before it is written."""

from collections.abc import Mapping
from typing import Any

from service.auth.authorization import Principal
from service.bootstrap import Dependencies
from service.handlers.request import Request
from service.handlers.tournament import corrections, preview, tournaments
from service.handlers.tournament.corrections import Corrected
from service.handlers.tournament.preview import DecisionPreview


def preview_amendment(request: Request, tournament_id: str, command: Mapping[str, Any]) -> Corrected:
    """Everything that would change with this change of the announcement. Nothing is written. Raises as `amend`."""
    return corrections.carry_out(request, tournament_id, tournaments.amending(command), dry_run=True, role="organiser")


def changed(
    deps: Dependencies, principal: Principal | None, tournament_id: str, command: Mapping[str, Any]
) -> DecisionPreview:
    """The tournament as it is, and as it would be with this change. Raises as `amend`."""
    return preview.decided(deps, principal, tournament_id, tournaments.amending(command))
