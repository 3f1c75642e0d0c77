"""Use cases of alternates: the list, and an alternate in the place of a player who did not come."""

from collections.abc import Sequence

from core.club.club import names_of
from core.errors import Invalid, NotAllowed
from core.events import Event
from core.messages import say
from core.names.names import name_key
from core.tournament import Tournament, decisions
from core.tournament.decisions import Entrant
from core.tournament.views.tournament_view import TournamentView
from service.bootstrap import Dependencies
from service.handlers.club import clubs
from service.handlers.execute import execute, organiser
from service.handlers.match.started_matches import started_matches
from service.handlers.player_lookup import of_club, one_entered
from service.handlers.request import Request
from service.handlers.resting_events import RestingEvents, while_unmoved
from service.handlers.tournament.entries.entries import PLAYER_ID, id_inside


def set_alternates(
    request: Request, tournament_id: str, players: Sequence[str], *, register: bool = False
) -> TournamentView:
    """Set the alternates, players of the club by id or by name, in their order. With `register` as `enter`.

    Raises `Invalid` naming everybody who is not on the club's list, `NotAllowed`.
    """
    by = organiser(request.deps, request.principal, tournament_id)
    state = request.deps.repository.tournament(tournament_id)
    if register and not request.previous_result(tournament_id):
        _register_alternates(request, state, players)
    club = request.deps.repository.club(state.created.club)
    found = of_club(club, {f"players.{place}": player for place, player in enumerate(players)})
    rows = [
        (id_inside(club, state, player_registered.player), player_registered.name)
        for player_registered in found.values()
    ]
    return execute(request, tournament_id, lambda state: decisions.set_alternates(state, rows), by).view


def _register_alternates(request: Request, state: Tournament, players: Sequence[str]) -> None:
    known = names_of(request.deps.repository.club(state.created.club))
    new = [player for player in dict.fromkeys(players) if not known.meant(player) and not PLAYER_ID.fullmatch(player)]
    if new:
        decisions.set_alternates(state, [(each, each) for each in new])
        listing = request.for_other_stream(request.key and f"{state.id}:{request.key}")
        clubs.register_players(listing, state.created.club, [{"name": each, "rating": None} for each in new])


def replace(request: Request, tournament_id: str, id_or_name: str, by: str, reason: str) -> TournamentView:
    """Put an alternate in the place of a player who did not come; both by id or by name. Raises as `replacing`."""
    writer = organiser(request.deps, request.principal, tournament_id)
    return execute(
        request, tournament_id, lambda state: replacing(request.deps, state, id_or_name, by, reason), writer
    ).view


def replacing(deps: Dependencies, state: Tournament, id_or_name: str, by: str, reason: str = "") -> list[Event]:
    """The events by which an alternate takes the place of a player.

    Raises `NotFound` for one who never entered, `Invalid` for one who is no alternate, and `NotAllowed` if a match of
    the player has begun, or as `decisions.replace`.
    """
    player_id = one_entered(state, "player", id_or_name)
    key = name_key(by)
    alternate = next(
        (member for member in state.alternates if by == member.player or key == name_key(member.name)), None
    )
    if alternate is None:
        raise Invalid({"by": [say("no alternate has this id or name: put them on the list first")]})
    unplayed = decisions.unplayed_of(state, player_id)
    while_at = while_unmoved(deps, unplayed)
    if playing := started_matches(deps, unplayed):
        raise NotAllowed(
            say("a match of {name} has begun: {match}", name=state.entry(player_id).name, match=playing[0])
        )
    club = deps.repository.club(state.created.club)
    known = club.player(alternate.player)
    entrant = Entrant(alternate.player, alternate.name, known.rating, club.groups.get(known.player))
    return RestingEvents(decisions.replace(state, player_id, entrant, reason), while_at)
