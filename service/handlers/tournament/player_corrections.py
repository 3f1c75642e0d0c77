"""Use cases of corrections about a player while the tournament runs: looked at beforehand, or written.

A correction is a function that gives its events. What is looked at and what is written come from the same one.
"""

from collections.abc import Callable

from core.events import Event
from core.tournament import Tournament
from core.tournament.decisions import corrections as results
from core.tournament.decisions.places import again
from service.bootstrap import Dependencies
from service.handlers.match.started_matches import ensure_unbegun
from service.handlers.player_lookup import one_entered
from service.handlers.request import Request
from service.handlers.tournament.corrections import Corrected, carry_out

NewId = Callable[[], str]
Correction = Callable[[Dependencies, Tournament, str, str, NewId], list[Event]]
"""The events about an entry, by its id, for a reason. A new entry has a new id. Raises `NotFound`, `NotAllowed`."""


def readmit(_deps: Dependencies, state: Tournament, player_id: str, reason: str, _: NewId) -> list[Event]:
    """A withdrawal is taken back."""
    return results.readmit(state, player_id, reason)


def re_enter(deps: Dependencies, state: Tournament, player_id: str, reason: str, new_id: NewId) -> list[Event]:
    """A player who is out is entered once more. Raises `NotAllowed` also if a match that would fall has begun."""
    return ensure_unbegun(deps, state, again.re_enter(state, player_id, new_id(), reason))


def take_re_entry_back(deps: Dependencies, state: Tournament, player_id: str, reason: str, _: NewId) -> list[Event]:
    """A new entry is taken back. Raises `NotAllowed` also if a match that would fall has begun."""
    return ensure_unbegun(deps, state, again.take_re_entry_back(state, player_id, reason))


def buy_back(_deps: Dependencies, state: Tournament, player_id: str, reason: str, _: NewId) -> list[Event]:
    """A lost match is forgiven to a player who is out."""
    return again.buy_back(state, player_id, reason)


def take_buy_back_back(_deps: Dependencies, state: Tournament, player_id: str, reason: str, _: NewId) -> list[Event]:
    """A buy-back is taken back."""
    return again.take_buy_back_back(state, player_id, reason)


def correct(
    correction: Correction, request: Request, tournament_id: str, id_or_name: str, reason: str, *, dry_run: bool
) -> Corrected:
    """Write a correction about a player, or see what it would change. Raises `NotFound`, `NotAllowed`."""

    def deciding(state: Tournament) -> list[Event]:
        entry = one_entered(state, "player", id_or_name)
        return correction(request.deps, state, entry, reason, lambda: request.deps.new_id("p"))

    return carry_out(request, tournament_id, deciding, dry_run, "organiser")
