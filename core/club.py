"""A club as a fold: its players, its people, and the keys that open its doors."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import NamedTuple

from core import people as peoples
from core.errors import Malformed, Refused, Unknown, UnknownEvent
from core.events import (
    ClubFounded,
    Event,
    LinksMade,
    MatchImported,
    PlayerRated,
    PlayerRegistered,
    PlayerRemoved,
    PlayerRenamed,
    Recorded,
    TokenIssued,
    TokenRevoked,
)
from core.people import People

ROLES = ("viewer", "scorer", "referee", "organiser")
"""What a key may do, each role including the ones before it."""


class Imported(NamedTuple):
    """How a match came in from a file: by whom, when (Unix ms), and up to which version its log is the file's."""

    by: str
    at: int
    version: int


class Club(NamedTuple):
    """A club after the event `version`; players and unrevoked tokens by id, in the order in which they came.

    `imported` are the matches that came in from files, by id.
    """

    slug: str
    name: str
    version: int
    players: dict[str, PlayerRegistered]
    tokens: dict[str, TokenIssued]
    people: People = People()
    imported: Mapping[str, Imported] = {}

    def player(self, player: str) -> PlayerRegistered:
        """The registered player of that id. Raises `Unknown`."""
        if player not in self.players:
            raise Unknown("player", player)
        return self.players[player]


def fold(events: Iterable[Recorded], club: Club | None = None) -> Club:
    """The club after these events, which begin with `ClubFounded` or go on from `club`."""
    for recorded in events:
        event = recorded.event
        club = apply(club, event, recorded.version)
        if isinstance(event, MatchImported):
            came = Imported(recorded.by, recorded.at, event.last)
            club = club._replace(imported={**club.imported, event.match: came})
    if club is None:
        raise UnknownEvent("a club's log begins with ClubFounded")
    return club


def apply(club: Club | None, event: Event, version: int) -> Club:
    """The club after one more event. Raises `UnknownEvent`."""
    if isinstance(event, ClubFounded):
        return Club(event.slug, event.name, version, {}, {})
    if club is None:
        raise UnknownEvent("a club's log begins with ClubFounded")
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
    if (people := peoples.apply(club.people, event)) is not None:
        return club._replace(version=version, people=people)
    raise UnknownEvent(f"{type(event).__name__} is no event of a club")


def change_player(club: Club, player: str, name: str | None, rating: int | None, *, rated: bool) -> list[Event]:
    """Give a player another name, and, if `rated`, another rating or none; no event for what is so already.

    Raises `Unknown`, and `Malformed` for a name that somebody else has.
    """
    known = club.player(player)
    events: list[Event] = []
    if name is not None and name != known.name:
        if name in {each.name for each in club.players.values()}:
            raise Malformed({"name": ["the club has a player of this name already: add a letter or a year"]})
        events.append(PlayerRenamed(player, name))
    if rated and rating != known.rating:
        events.append(PlayerRated(player, rating))
    return events


def revoke(club: Club, token: str) -> TokenRevoked:
    """Take a key back. Raises `Unknown`, and `Refused` for the last organiser's key, which would lock the club out."""
    if token not in club.tokens:
        raise Unknown("token", token)
    organisers = [each.token for each in club.tokens.values() if each.role == "organiser"]
    if organisers == [token]:
        raise Refused("this is the club's last organiser token: issue another one first")
    return TokenRevoked(token)
