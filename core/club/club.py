"""A club as a fold: its players, its people, and its access tokens."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import NamedTuple

from core.club import members
from core.club.members import People
from core.errors import BradeError, Invalid, NotAllowed, NotFound, UnknownEvent
from core.eventlog.newer_version import Newer, newer
from core.events import (
    ClubFounded,
    Event,
    LinksMade,
    MatchImported,
    NewerEvent,
    PlayerRated,
    PlayerRegistered,
    PlayerRemoved,
    PlayerRenamed,
    Recorded,
    TokenIssued,
    TokenRevoked,
)
from core.messages import say

ROLES = ("viewer", "scorer", "referee", "organiser")
"""The operations that a key allows. Each role includes the roles before it."""


class Imported(NamedTuple):
    """How a match came in from a file: by whom, when (Unix ms), and up to which version its log is the file's."""

    by: str
    at: int
    version: int


class Club(NamedTuple):
    """A club after the event `version`; players and unrevoked tokens by id, in the order in which they came.

    `imported` are the matches that came in from files, by id. `newer` is the first event that only a newer version of
    brade understands: the club is shown without it, and nothing is written.
    """

    slug: str
    name: str
    version: int
    players: dict[str, PlayerRegistered]
    tokens: dict[str, TokenIssued]
    people: People = People()
    imported: Mapping[str, Imported] = {}
    newer: Newer | None = None

    def player(self, player_id: str) -> PlayerRegistered:
        """The registered player of that id. Raises `NotFound`."""
        if player_id not in self.players:
            raise NotFound("player", player_id)
        return self.players[player_id]


def fold(events: Iterable[Recorded], club: Club | None = None) -> Club:
    """The club after these events, which begin with `ClubFounded` or go on from `club`.

    An event of a newer version of brade, and what follows from it only, is passed over: tokens that were revoked after
    it stay revoked. The first of them is in `newer`. Raises `NewerVersion` where it is the opening.
    """
    for recorded in events:
        event = recorded.event
        if found := newer(f"c_{club.slug}" if club else "", recorded):
            if club is None:
                raise found.error()
            club = club._replace(version=recorded.version, newer=club.newer or found)
            continue
        try:
            club = apply(club, event, recorded.version)
        except (BradeError, LookupError):
            if club is None or club.newer is None:
                raise
            club = club._replace(version=recorded.version)
        if isinstance(event, MatchImported):
            came = Imported(recorded.by, recorded.at, event.last)
            club = club._replace(imported={**club.imported, event.match: came})
    if club is None:
        raise UnknownEvent(say("a club's log begins with ClubFounded"))
    return club


def apply(club: Club | None, event: Event, version: int) -> Club:
    """The club after one more event. Raises `NewerVersion`, `UnknownEvent`."""
    if isinstance(event, ClubFounded):
        return Club(event.slug, event.name, version, {}, {})
    if club is None:
        raise UnknownEvent(say("a club's log begins with ClubFounded"))
    match event:
        case PlayerRegistered():
            return club._replace(version=version, players={**club.players, event.player: event})
        case PlayerRenamed(player, name):
            players = {**club.players, player: replace(club.player(player), name=name)}
            return club._replace(version=version, players=players)
        case PlayerRated(player, rating):
            players = {**club.players, player: replace(club.player(player), rating=rating)}
            return club._replace(version=version, players=players)
        case PlayerRemoved(player):
            players = {each: known for each, known in club.players.items() if each != player}
            return club._replace(version=version, players=players)
        case TokenIssued():
            return club._replace(version=version, tokens={**club.tokens, event.token: event})
        case TokenRevoked():
            tokens = {token: issued for token, issued in club.tokens.items() if token != event.token}
            return club._replace(version=version, tokens=tokens)
        case LinksMade() | MatchImported():
            return club._replace(version=version)
    if isinstance(event, NewerEvent):
        raise Newer(f"c_{club.slug}", version, event.event_type, event.schema).error()
    if (people := members.apply(club.people, event)) is not None:
        return club._replace(version=version, people=people)
    raise UnknownEvent(say("{name} is no event of a club", name=type(event).__name__))


def change_player(club: Club, player_id: str, name: str | None, rating: int | None, *, rated: bool) -> list[Event]:
    """Give a player another name, and, if `rated`, another rating or none. Without a change there is no event.

    Raises `NotFound`, and `Invalid` for a name that another player has.
    """
    known = club.player(player_id)
    events: list[Event] = []
    if name is not None and name != known.name:
        if name in {each.name for each in club.players.values()}:
            raise Invalid({"name": [say("the club has a player of this name already: add a letter or a year")]})
        events.append(PlayerRenamed(player_id, name))
    if rated and rating != known.rating:
        events.append(PlayerRated(player_id, rating))
    return events


def revoke(club: Club, token: str) -> TokenRevoked:
    """Take a key back. Raises `NotFound`, and `NotAllowed` for the last organiser's key, which would lock the club
    out."""
    if token not in club.tokens:
        raise NotFound("token", token)
    organisers = [each.token for each in club.tokens.values() if each.role == "organiser"]
    if organisers == [token]:
        raise NotAllowed(say("this is the club's last organiser token: issue another one first"))
    return TokenRevoked(token)
