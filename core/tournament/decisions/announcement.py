"""The announcement and the tournament as a whole: amended, published, ended, and the public's form to enter."""

from collections.abc import Collection, Mapping
from typing import Any

from core.errors import NotAllowed
from core.events import EntryFormSet, Event, TournamentAmended, TournamentEnded, TournamentPublished
from core.messages import say
from core.tournament import Tournament
from core.tournament.decisions.changes import CHANGEABLE, ensure_changeable
from core.tournament.decisions.entries import ensure_playable
from core.tournament.decisions.pairing import after, pair, voided
from core.tournament.model.reasons import FEWER_ROUNDS
from core.tournament.model.state import FINISHED, OPEN


def ensure_amendable(tournament: Tournament, names: Collection[str]) -> None:
    """Raises `NotAllowed` if one of these fields of the announcement holds for good, since the tournament started."""
    if tournament.seed is not None:
        ensure_changeable(tournament, {name: None for name in names if name not in CHANGEABLE})


def amend(tournament: Tournament, changes: Mapping[str, Any], reason: str = "") -> list[Event]:
    """The announcement changed in these fields of `TournamentAmended`, with what follows; no event if it says so.

    Whether the format can take them is not asked here. Raises as `ensure_amendable`, and as `ensure_changeable`.
    """
    ensure_amendable(tournament, changes)
    created = tournament.created
    new = {name: value for name, value in changes.items() if (getattr(created, name) or None) != (value or None)}
    if not new:
        return []
    amended = TournamentAmended(reason, **new)
    if tournament.seed is None or new.keys() == {"details"}:
        return [amended]
    ensure_changeable(tournament, new)
    changed = after(tournament, [amended])
    ensure_playable(changed, len(tournament.starters))
    fallen = voided(changed, changed.format.stale(changed), FEWER_ROUNDS)
    return [amended, *fallen, *pair(after(changed, fallen))]


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


def set_entry_form(tournament: Tournament, *, is_open: bool, places: int | None) -> list[Event]:
    """Let strangers ask to enter, or no longer; from `places` entries on they wait in a list.

    Raises `NotAllowed` after the start, for teams, and for a form that is to be open where the public sees nothing.
    """
    created = tournament.created
    if tournament.status != OPEN:
        raise NotAllowed(say("{created_name} has started: its entries are closed", created_name=created.name))
    if is_open and tournament.format.teams:
        raise NotAllowed(say("teams are entered by organisers: the form is for players"))
    if is_open and not created.published:
        raise NotAllowed(
            say("publish {created_name} first: until then only the club sees its form", created_name=created.name)
        )
    now = tournament.entry_form or EntryFormSet(False)
    wanted = EntryFormSet(is_open, places)
    return [] if (now.open, now.places) == (wanted.open, wanted.places) else [wanted]
