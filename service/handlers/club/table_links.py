"""Use cases of links: access to one table or one match for 18 hours, without an account."""

from collections.abc import Sequence
from typing import NamedTuple

from core.club.club import Club
from core.club.granted_access import LinkMade
from core.club.members import EVERYWHERE
from core.errors import Invalid, NotAllowed, NotFound
from core.events import Event, LinksMade, LinksRevoked
from core.games import game_of
from core.messages import say
from core.tournament.model.locations import MATCH, TABLE, at_match, at_table, tables_of
from service.auth import link_tokens
from service.auth.authorization import Forbidden, Principal, authorize, authorize_tournament, match_opening
from service.auth.link_tokens import HOURS, TableLink
from service.bootstrap import Dependencies
from service.handlers.club.members import change_club, may_give
from service.handlers.request import Request


class MadeLink(NamedTuple):
    """A link to a table or a match, good until a time (Unix ms). `seat` is the one that it was made for, if any."""

    table: str | None
    match: str | None
    seat: str
    role: str
    until: int
    link: str


def for_tables(
    request: Request, tournament_id: str, tables: Sequence[str] | None, role: str, *, each_seat: bool = False
) -> list[MadeLink]:
    """A link to each of these tables, or to all that the tournament has; with `each_seat` two, one for each seat.

    Raises `Invalid`, `NotAllowed`.
    """
    caller = authorize_tournament(request.deps, request.principal, "referee", tournament_id)
    known = tables_of(request.deps.repository.tournament(tournament_id))
    if not known:
        raise NotAllowed(say("this tournament has no tables yet: name them first"))
    wanted = known if tables is None else tuple(dict.fromkeys(tables))
    unknown = {
        f"tables.{place}": [say("there is no such table; known are {known}", known=known)]
        for place, name in enumerate(tables or ())
        if name not in known
    }
    if unknown:
        raise Invalid(unknown)
    opening = request.deps.repository.tournament_opening(tournament_id)
    seats = game_of(opening.game).seats[:2] if each_seat else ("",)
    places = [at_table(name) for name in wanted]
    return _make(request, caller, opening.club, tournament_id, places, role, seats)


def for_match(request: Request, match_id: str, role: str) -> MadeLink:
    """A link to one match, of a tournament or a friendly one. Raises `NotFound`, `NotAllowed`."""
    opening = match_opening(request.deps, request.principal, match_id)
    caller = _with_a_name(authorize(request.principal, "referee", opening.club, ("match", match_id)))
    places = [at_match(match_id)]
    return _make(request, caller, opening.club, opening.tournament or "", places, role)[0]


def good_tables(deps: Dependencies, principal: Principal | None, tournament_id: str, table: str | None) -> int:
    """The slips to a table, or to every place of a tournament, that still open something. Raises `NotFound`."""
    authorize_tournament(deps, principal, "referee", tournament_id)
    _ensure_table(deps, tournament_id, table)
    place = EVERYWHERE if table is None else at_table(table)
    club = deps.repository.club(deps.repository.tournament_opening(tournament_id).club)
    return sum(good_link.is_at(tournament_id, place) for good_link in club.given_out.good_links(deps.clock()))


class LinksOut(NamedTuple):
    """Links to one place that still open something: how many, and until when the last of them does (Unix ms)."""

    tournament: str
    place: str
    roles: tuple[str, ...]
    number: int
    until: int


def links_out(deps: Dependencies, principal: Principal | None, slug: str) -> list[LinksOut]:
    """The links of a club that still open something, by place, those that were made last first."""
    authorize(principal, "organiser", slug)
    by_place: dict[tuple[str, str], list[LinkMade]] = {}
    for good_link in reversed(deps.repository.club(slug).given_out.good_links(deps.clock())):
        by_place.setdefault((good_link.tournament, good_link.place), []).append(good_link)
    return [
        LinksOut(
            *where,
            tuple(dict.fromkeys(link_made.role for link_made in made)),
            len(made),
            max(link_made.until for link_made in made),
        )
        for where, made in by_place.items()
    ]


def revoke_place(request: Request, slug: str, tournament_id: str, place: str) -> None:
    """Links to a place open nothing any more, also where the table is gone. Raises `NotFound` where none is out."""
    by = authorize(request.principal, "organiser", slug).name

    def deciding(club: Club) -> list[Event]:
        if not any((link.tournament, link.place) == (tournament_id, place) for link in club.given_out.links):
            raise NotFound("link", place)
        return [LinksRevoked(tournament_id, place)]

    change_club(request, slug, by, deciding)


def revoke_tables(request: Request, tournament_id: str, table: str | None) -> None:
    """Links to a table, or to every place of a tournament, open nothing any more. Raises `NotFound`."""
    by = authorize_tournament(request.deps, request.principal, "referee", tournament_id).name
    _ensure_table(request.deps, tournament_id, table)
    slug = request.deps.repository.tournament_opening(tournament_id).club
    revoked = LinksRevoked(tournament_id, EVERYWHERE if table is None else at_table(table))
    change_club(request, slug, by, lambda _: [revoked])


def _ensure_table(deps: Dependencies, tournament_id: str, table: str | None) -> None:
    if table is not None and table not in tables_of(deps.repository.tournament(tournament_id)):
        raise NotFound("table", table)


def revoke_match(request: Request, match_id: str) -> None:
    """Links to a match open nothing any more. Raises `NotFound`."""
    opening = match_opening(request.deps, request.principal, match_id)
    by = _with_a_name(authorize(request.principal, "referee", opening.club, ("match", match_id))).name
    revoked = LinksRevoked(opening.tournament or "", at_match(match_id))
    change_club(request, opening.club, by, lambda _: [revoked])


def _with_a_name(principal: Principal) -> Principal:
    """Raises `Forbidden` for the holder of a link: a link cannot prolong itself."""
    if principal.scope is not None:
        raise Forbidden(say("links are made and taken back by those who sign in"))
    return principal


def _make(
    request: Request,
    caller: Principal,
    slug: str,
    tournament_id: str,
    places: Sequence[str],
    role: str,
    seats: Sequence[str] = ("",),
) -> list[MadeLink]:
    if not may_give(caller, role):
        raise NotAllowed(say("a link of the role {role} is given by those who have it", role=role))
    made = LinksMade(tournament_id, tuple(places), role, request.deps.clock() + HOURS * 3600 * 1000)
    changed = change_club(request, slug, caller.name, lambda _: [made])
    made = next(event for event in changed.events if isinstance(event, LinksMade))  # a repeated request's own
    people, steady = changed.club.people, made.until - request.deps.clock_was_set()
    written = [
        TableLink(slug, tournament_id, place, role, people.generation(tournament_id, place), steady, seat)
        for place in made.places
        for seat in seats
    ]
    return [_made(request.deps, link, made.until) for link in written]


def _made(deps: Dependencies, link: TableLink, until: int) -> MadeLink:
    kind, _, name = link.place.partition(":")
    table, match = name if kind == TABLE else None, name if kind == MATCH else None
    return MadeLink(table, match, link.seat, link.role, until, link_tokens.written(deps, link))
