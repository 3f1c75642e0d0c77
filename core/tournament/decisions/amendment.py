"""Changes of the announcement before the start."""

from collections.abc import Mapping
from typing import Any

from core.errors import NotAllowed
from core.events import Event, TournamentAmended
from core.messages import say
from core.tournament import Tournament
from core.tournament.model.state import OPEN


def amend(tournament: Tournament, changes: Mapping[str, Any], reason: str = "") -> list[Event]:
    """The announcement changed in these fields of `TournamentAmended`; no event if it says so already.

    Whether the format can take them is not asked here. Raises `NotAllowed` after the start.
    """
    created = tournament.created
    if tournament.status != OPEN:
        raise NotAllowed(say("{created_name} has started: what was announced holds for it", created_name=created.name))
    new = {name: said for name, said in changes.items() if (getattr(created, name) or None) != (said or None)}
    return [TournamentAmended(reason, **new)] if new else []
