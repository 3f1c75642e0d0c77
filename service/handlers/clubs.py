"""Use cases of clubs: founding, players, keys."""

from collections.abc import Mapping, Sequence
from typing import Any

from core.club import Club, revoke
from core.club import change_player as change_player_of
from core.errors import Malformed, Refused, Unknown, VersionConflict
from core.events import ClubFounded, Event, PlayerRegistered, PlayerRemoved, TokenIssued
from core.log import NEW
from service.access import Principal, hash_of, require, require_operator
from service.bootstrap import House
from service.handlers.matches import ensure_room
from service.handlers.membership import change_club, secret_again
from service.store import index, inventory

Json = dict[str, Any]

FIRST = "first"
"""The note of the token with which a club begins."""


def found(
    house: House, principal: Principal | None, slug: str, name: str, *, key: str | None, fingerprint: str = ""
) -> Json:
    """Found a club and give out its first organiser token, once. Raises `Refused` if the slug is taken."""
    by = require_operator(principal).name
    issued, secret = _new_token(house, slug, "organiser", FIRST, key)
    ensure_room(house)
    try:
        appended = house.log.append(
            f"c_{slug}", [ClubFounded(slug, name), issued], by=by, at=house.clock(), expected=NEW, key=key,
            fingerprint=fingerprint,
        )  # fmt: skip
    except VersionConflict:
        raise Refused(f"there is a club {slug!r} already: take another slug") from None
    if appended.replayed:
        first = next(house.log.read(f"c_{slug}", after=appended.last - 1, limit=1)).event
        issued, secret = _given_before(house, slug, first, key)
    return {"slug": slug, "name": name, "token": _text(slug, issued, secret)}


def show(house: House, principal: Principal | None, slug: str) -> Json:
    """A club, for its own people."""
    require(principal, "viewer", slug)
    club = house.shelf.club(slug)
    return {"slug": club.slug, "name": club.name, "players": len(club.players)}


def issue_token(
    house: House, principal: Principal | None, slug: str, role: str, note: str = "", *,
    key: str | None, fingerprint: str = "",
) -> Json:  # fmt: skip
    """Give out a key of a role; its secret is shown here and never again."""
    by = require(principal, "organiser", slug).name
    issued, secret = _new_token(house, slug, role, note, key)
    changed = change_club(house, slug, by, lambda _: [issued], key=key, fingerprint=fingerprint)
    if changed.replayed:
        issued, secret = _given_before(house, slug, changed.events[-1], key)
    return {"id": issued.token, "role": role, "note": note, "token": _text(slug, issued, secret)}


def tokens(house: House, principal: Principal | None, slug: str) -> list[Json]:
    """The keys that open this club's doors, without their secrets."""
    require(principal, "organiser", slug)
    return [
        {"id": issued.token, "role": issued.role, "note": issued.note}
        for issued in house.shelf.club(slug).tokens.values()
    ]


def revoke_token(house: House, principal: Principal | None, slug: str, token: str) -> None:
    """Take a key back. Raises `Unknown`, `Refused`."""
    by = require(principal, "organiser", slug).name
    change_club(house, slug, by, lambda club: [revoke(club, token)])


def register_players(
    house: House, principal: Principal | None, slug: str, players: Sequence[Mapping[str, Any]], *,
    key: str | None, fingerprint: str = "",
) -> list[Json]:  # fmt: skip
    """Put people on the club's list of players; all or none. Raises `Malformed` for a name that is there already."""
    by = require(principal, "organiser", slug).name
    events = [PlayerRegistered(house.new_id("p"), player["name"], player.get("rating")) for player in players]

    def deciding(club: Club) -> Sequence[Event]:
        _unknown_names(club, events)
        return events

    changed = change_club(house, slug, by, deciding, key=key, fingerprint=fingerprint)
    return [_player(event) for event in changed.events if isinstance(event, PlayerRegistered)]


def change_player(
    house: House, principal: Principal | None, slug: str, who: str, changes: Mapping[str, Any], *,
    key: str | None, fingerprint: str = "",
) -> Json:  # fmt: skip
    """Give a player of the club's list another `name`, another `rating`, or both. Raises `Unknown`, `Malformed`."""
    by = require(principal, "organiser", slug).name

    def deciding(club: Club) -> Sequence[Event]:
        player = _id(club, who)
        return change_player_of(club, player, changes.get("name"), changes.get("rating"), rated="rating" in changes)

    club = change_club(house, slug, by, deciding, key=key, fingerprint=fingerprint).club
    return _player(club.player(_id(club, changes.get("name") or who, who)))


def remove_player(house: House, principal: Principal | None, slug: str, who: str) -> None:
    """Take a player off the club's list; what he entered and played stands. Raises `Unknown`, `Refused`."""
    by = require(principal, "organiser", slug).name
    change_club(house, slug, by, lambda club: [PlayerRemoved(_id(club, who))])


def _id(club: Club, *names: str) -> str:
    """The id of the player whom the first of these that is an id or a name means. Raises `Unknown`."""
    for who in names:
        if who in club.players:
            return who
        if player := next((each for each in club.players.values() if each.name == who), None):
            return player.player
    raise Unknown("player", names[-1])


def every(house: House, principal: Principal | None) -> list[Json]:
    """Every club of this installation by its slug, for the operator."""
    require_operator(principal)
    slugs = (stream.removeprefix("c_") for stream in inventory.heads(house.client) if stream.startswith("c_"))
    return [{"slug": club.slug, "name": club.name, "players": len(club.players)}
            for club in map(house.shelf.club, sorted(slugs))]  # fmt: skip


def _unknown_names(club: Club, events: Sequence[PlayerRegistered]) -> None:
    known = {player.name for player in club.players.values()}
    problems = {
        f"{place}.name": ["the club has a player of this name already: add a letter or a year"]
        for place, event in enumerate(events)
        if event.name in known or event.name in {each.name for each in events[:place]}
    }
    if problems:
        raise Malformed(problems)


def players(house: House, principal: Principal | None, slug: str) -> list[Json]:
    """The club's players in the order in which they were registered."""
    require(principal, "viewer", slug)
    return [_player(event) for event in house.shelf.club(slug).players.values()]


def matches_of(house: House, principal: Principal | None, slug: str) -> list[str]:
    """The ids of the club's friendly matches, oldest first."""
    require(principal, "viewer", slug)
    house.shelf.club(slug)
    return index.members(house.client, slug, "matches")


def tournaments_of(house: House, principal: Principal | None, slug: str) -> list[str]:
    """The ids of the club's tournaments, oldest first."""
    require(principal, "viewer", slug)
    house.shelf.club(slug)
    return index.members(house.client, slug, "tournaments")


def _player(event: PlayerRegistered) -> Json:
    return {"id": event.player, "name": event.name, "rating": event.rating}


def _new_token(house: House, slug: str, role: str, note: str, key: str | None) -> tuple[TokenIssued, str]:
    """A token and its secret, in which the token's random id has a part: the same key makes another one later."""
    token = house.secret()[:8]
    secret = house.secret(_scope(slug, token), key)
    return TokenIssued(token, role, hash_of(secret), note), secret


def _given_before(house: House, slug: str, event: Event, key: str | None) -> tuple[TokenIssued, str]:
    """The token that was given to a key before, revoked since or not. Raises `Refused` as `secret_again`."""
    assert isinstance(event, TokenIssued), "it is written last"
    return event, secret_again(house, _scope(slug, event.token), key, event.secret_hash)


def _scope(slug: str, token: str) -> str:
    return f"token/{slug}/{token}"


def _text(slug: str, issued: TokenIssued, secret: str) -> str:
    return f"st_{slug}.{issued.token}_{secret}"
