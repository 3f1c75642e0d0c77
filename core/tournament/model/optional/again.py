"""Second chances of players who are out: a new entry (re-entry), or a forgiven loss (buy-back). `T` is the tournament.

A format without them says in a sentence why it has none, to the organiser who asks and to one who announces it.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from core.errors import Invalid
from core.messages import say

T = TypeVar("T")
RE_ENTRIES, BUY_BACKS = "re_entries", "buy_backs"
NO_RE_ENTRY = say(
    "no player is out here while a place is free: a re-entry takes a place with a bye in a single elimination"
)
NO_BUY_BACK = say(
    "a loss is not forgiven here: a buy-back is for an elimination by losses, which pairs round after round"
)
_ELSEWHERE = {
    RE_ENTRIES: NO_RE_ENTRY,
    "re_entry_until": NO_RE_ENTRY,
    BUY_BACKS: NO_BUY_BACK,
    "buy_back_until": NO_BUY_BACK,
}


@dataclass(frozen=True)
class Again(Generic[T]):
    """The second chances that a format gives; a format that gives none has these functions."""

    re_entry: Callable[[T, str], str | None] = lambda _tournament, _player: NO_RE_ENTRY
    """The reason why that player cannot enter again now, if so."""
    buy_back: Callable[[T, str], str | None] = lambda _tournament, _player: NO_BUY_BACK
    """The reason why that player has no buy-back now, if so."""
    lost_in: Callable[[T, str], str] = lambda _tournament, _player: ""
    """The slot of the match that put a player out who may enter again."""
    lapsed: Callable[[T], Collection[str]] = lambda _: ()
    """Ids of entries that do not count, since that match was corrected."""
    gone_on: Callable[[T], Collection[str]] = lambda _: ()
    """Ids of entries that another one followed."""
    bought: Callable[[T], Mapping[str, int]] = lambda _: {}
    """The buy-backs of each player that count."""


NO_AGAIN: Again[Any] = Again()


def ensure_known(settings: Mapping[str, Any], known: Collection[str]) -> None:
    """Raises `Invalid` for the settings of a second chance that this format does not give."""
    refused = {name: [_ELSEWHERE[name]] for name in settings if name in _ELSEWHERE and name not in known}
    if refused:
        raise Invalid(refused)
