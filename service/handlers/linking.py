"""Use cases of links: let people in at one table or one match for an evening, without accounts."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from core.codec import rfc3339
from core.errors import Malformed, Refused, Unknown
from core.events import LinksMade, LinksRevoked
from core.games import game_of
from core.people import EVERYWHERE
from core.tournament.places import MATCH, TABLE, at_match, at_table, tables_of
from service import links
from service.access import Forbidden, Principal, acting, match_opening, require
from service.bootstrap import House
from service.handlers.membership import change_club, may_give
from service.links import HOURS, Link

Json = dict[str, Any]


def for_tables(
    house: House, principal: Principal | None, tournament: str, tables: Sequence[str] | None, role: str, *,
    key: str | None, fingerprint: str = "", each_seat: bool = False,
) -> list[Json]:  # fmt: skip
    """A link to each of these tables, or to all that the tournament has; with `each_seat` two, one for each seat.

    Raises `Malformed`, `Refused`.
    """
    asking = acting(house, principal, "referee", tournament)
    known = tables_of(house.shelf.tournament(tournament))
    if not known:
        raise Refused("this tournament has no tables yet: name them first")
    wanted = known if tables is None else tuple(dict.fromkeys(tables))
    unknown = {
        f"tables.{place}": [f"there is no such table; known are {', '.join(known)}"]
        for place, name in enumerate(tables or ())
        if name not in known
    }
    if unknown:
        raise Malformed(unknown)
    opening = house.shelf.tournament_opening(tournament)
    seats = game_of(opening.game).seats[:2] if each_seat else ("",)
    places = [at_table(name) for name in wanted]
    return _make(house, asking, opening.club, tournament, places, role, key, fingerprint, seats)


def for_match(
    house: House, principal: Principal | None, match: str, role: str, *, key: str | None, fingerprint: str = ""
) -> Json:
    """A link to one match, of a tournament or a friendly one. Raises `Unknown`, `Refused`."""
    opening = match_opening(house, principal, match)
    asking = _with_a_name(require(principal, "referee", opening.club, ("match", match)))
    places = [at_match(match)]
    return _make(house, asking, opening.club, opening.tournament or "", places, role, key, fingerprint)[0]


def good_tables(house: House, principal: Principal | None, tournament: str, table: str | None) -> int:
    """How many slips to a table, or to every place of a tournament, still open something. Raises `Unknown`."""
    acting(house, principal, "referee", tournament)
    _ensure_table(house, tournament, table)
    good: Counter[str] = Counter()
    for each in house.log.read(f"c_{house.shelf.tournament_opening(tournament).club}"):
        match each.event:
            case LinksMade(there, places, _, until) if there == tournament and until > house.clock():
                good.update(places)
            case LinksRevoked(there, place) if there == tournament:
                good = Counter() if place == EVERYWHERE else good - Counter({place: good[place]})
    return good.total() if table is None else good[at_table(table)]


def revoke_tables(house: House, principal: Principal | None, tournament: str, table: str | None) -> None:
    """Links to a table, or to every place of a tournament, open nothing any more. Raises `Unknown`."""
    by = acting(house, principal, "referee", tournament).name
    _ensure_table(house, tournament, table)
    slug = house.shelf.tournament_opening(tournament).club
    revoked = LinksRevoked(tournament, EVERYWHERE if table is None else at_table(table))
    change_club(house, slug, by, lambda _: [revoked])


def _ensure_table(house: House, tournament: str, table: str | None) -> None:
    if table is not None and table not in tables_of(house.shelf.tournament(tournament)):
        raise Unknown("table", table)


def revoke_match(house: House, principal: Principal | None, match: str) -> None:
    """Links to a match open nothing any more. Raises `Unknown`."""
    opening = match_opening(house, principal, match)
    by = _with_a_name(require(principal, "referee", opening.club, ("match", match))).name
    revoked = LinksRevoked(opening.tournament or "", at_match(match))
    change_club(house, opening.club, by, lambda _: [revoked])


def _with_a_name(principal: Principal) -> Principal:
    """Raises `Forbidden` for whoever came by a link himself: the time of a link is not for him to prolong."""
    if principal.scope is not None:
        raise Forbidden("links are made and taken back by those who sign in")
    return principal


def _make(
    house: House, asking: Principal, slug: str, tournament: str, places: Sequence[str], role: str,
    key: str | None, fingerprint: str, seats: Sequence[str] = ("",),
) -> list[Json]:  # fmt: skip
    if not may_give(asking, role):
        raise Refused(f"a link of the role {role} is given by those who have it")
    made = LinksMade(tournament, tuple(places), role, house.clock() + HOURS * 3600 * 1000)
    changed = change_club(house, slug, asking.name, lambda _: [made], key=key, fingerprint=fingerprint)
    made = next(event for event in changed.events if isinstance(event, LinksMade))  # a repeated request's own
    people = changed.club.people
    written = [
        Link(slug, tournament, place, role, people.generation(tournament, place), made.until, seat)
        for place in made.places
        for seat in seats
    ]
    return [_words(house, link) for link in written]


def _words(house: House, link: Link) -> Json:
    kind, _, name = link.place.partition(":")
    return {
        "table": name if kind == TABLE else None, "match": name if kind == MATCH else None,
        "seat": link.seat or None, "role": link.role, "until": rfc3339(link.until), "link": links.written(house, link),
    }  # fmt: skip
