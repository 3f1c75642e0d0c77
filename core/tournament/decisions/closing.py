"""What the director decides of a tournament as a whole: its end, and whether everybody may see it."""

from core.errors import Refused
from core.events import Event, TournamentEnded, TournamentPublished
from core.tournament import Tournament
from core.tournament.state import FINISHED


def end(tournament: Tournament, reason: str) -> list[Event]:
    """End a tournament before its format does: its table stands as it is. Raises `Refused` where nothing runs."""
    if tournament.seed is None:
        raise Refused(f"{tournament.created.name} has not started: there is nothing to end")
    if tournament.status == FINISHED:
        raise Refused(f"{tournament.created.name} is over already")
    return [TournamentEnded(reason)]


def publish(tournament: Tournament, *, published: bool) -> list[Event]:
    """Show the tournament to everybody, or to the club alone; no event if it is so already."""
    return [] if tournament.created.published is published else [TournamentPublished(published)]
