"""A tournament called off, reinstated, or deleted since it was announced by mistake."""

from core.errors import NotAllowed
from core.events import Event, TournamentCalledOff, TournamentDeleted, TournamentReinstated
from core.messages import say
from core.tournament import Tournament
from core.tournament.decisions.pairing import after, pair
from core.tournament.model.state import FINISHED


def ensure_takes_place(tournament: Tournament) -> None:
    """Raises `NotAllowed` for a tournament that was called off: until that is taken back it takes nothing."""
    if tournament.called_off is not None:
        raise NotAllowed(
            say(
                "{created_name} was called off ({reason}): take that back first",
                created_name=tournament.created.name,
                reason=tournament.called_off,
            )
        )


def call_off(tournament: Tournament, reason: str) -> list[Event]:
    """Call a tournament off, before or after its start. Raises `NotAllowed` after its end, or if it is so already."""
    ensure_takes_place(tournament)
    if tournament.status == FINISHED:
        raise NotAllowed(say("{created_name} is over already", created_name=tournament.created.name))
    return [TournamentCalledOff(reason)]


def reinstate(tournament: Tournament, reason: str = "") -> list[Event]:
    """Take the calling off back: what was due meanwhile is paired. Raises `NotAllowed` if it was not called off."""
    if tournament.called_off is None:
        raise NotAllowed(say("{created_name} was not called off", created_name=tournament.created.name))
    back = TournamentReinstated(reason)
    restored = after(tournament, [back])
    return [back, *(pair(restored) if restored.seed is not None else ())]


def delete(tournament: Tournament, reason: str = "", requests: int = 0) -> list[Event]:
    """Delete a tournament that was announced by mistake: no player ever entered it, or asked to by its form.

    `requests` is the number of those who ask now. Raises `NotAllowed` for one in which others took part: it is called
    off instead.
    """
    created = tournament.created
    instead = say("call it off instead")
    if tournament.entries or tournament.alternates:
        raise NotAllowed(
            say(
                "{created_name} has had entries, and those people know of it: {instead}",
                created_name=created.name,
                instead=instead,
            )
        )
    if requests:
        raise NotAllowed(
            say("people have asked to enter {created_name}: {instead}", created_name=created.name, instead=instead)
        )
    return [TournamentDeleted(reason)]
