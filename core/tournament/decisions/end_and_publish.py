"""The director's decisions on a tournament as a whole: its end, and its publication."""

from core.errors import NotAllowed
from core.events import Event, TournamentEnded, TournamentPublished
from core.messages import say
from core.tournament import Tournament
from core.tournament.model.state import FINISHED


def end(tournament: Tournament, reason: str) -> list[Event]:
    """End a tournament before its format does: its table stands as it is. Raises `NotAllowed` where nothing runs."""
    if tournament.seed is None:
        raise NotAllowed(
            say("{created_name} has not started: there is nothing to end", created_name=tournament.created.name)
        )
    if tournament.status == FINISHED:
        raise NotAllowed(say("{created_name} is over already", created_name=tournament.created.name))
    return [TournamentEnded(reason)]


def publish(tournament: Tournament, *, published: bool) -> list[Event]:
    """Show the tournament to everybody, or to the club alone; no event if it is so already."""
    return [] if tournament.created.published is published else [TournamentPublished(published)]
