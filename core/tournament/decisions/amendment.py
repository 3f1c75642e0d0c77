"""Changes of the announcement."""

from collections.abc import Collection, Mapping
from typing import Any

from core.errors import NotAllowed
from core.events import Event, TournamentAmended
from core.messages import say
from core.tournament import Tournament
from core.tournament.model.state import OPEN

ALWAYS = frozenset({"details"})
"""Fields that change after the start, too: they change nothing of how it is played."""


def ensure_amendable(tournament: Tournament, names: Collection[str]) -> None:
    """Raises `NotAllowed` if one of these fields of the announcement holds for good, since the tournament started."""
    if tournament.status != OPEN and not ALWAYS.issuperset(names):
        name = tournament.created.name
        raise NotAllowed(say("{created_name} has started: what was announced holds for it", created_name=name))


def amend(tournament: Tournament, changes: Mapping[str, Any], reason: str = "") -> list[Event]:
    """The announcement changed in these fields of `TournamentAmended`; no event if it says so already.

    Whether the format can take them is not asked here. Raises as `ensure_amendable`.
    """
    ensure_amendable(tournament, changes)
    created = tournament.created
    new = {name: value for name, value in changes.items() if (getattr(created, name) or None) != (value or None)}
    return [TournamentAmended(reason, **new)] if new else []
