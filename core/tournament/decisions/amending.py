"""What was announced, changed before the start."""

from collections.abc import Mapping
from typing import Any

from core.errors import Refused
from core.events import Event, TournamentAmended
from core.tournament import Tournament
from core.tournament.state import OPEN


def amend(tournament: Tournament, changes: Mapping[str, Any], reason: str = "") -> list[Event]:
    """The announcement changed in these fields of `TournamentAmended`; no event if it says so already.

    Whether the format can take them is not asked here. Raises `Refused` after the start.
    """
    created = tournament.created
    if tournament.status != OPEN:
        raise Refused(f"{created.name} has started: what was announced holds for it")
    new = {name: said for name, said in changes.items() if (getattr(created, name) or None) != (said or None)}
    return [TournamentAmended(reason, **new)] if new else []
