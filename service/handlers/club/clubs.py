"""Use cases of clubs: founding, players, keys."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from core.club import closing
from core.club.club import CONTACT_DAYS, TAKEN, Club, looks_like, names_of, revoke, taken_numbers
from core.club.club import change_player as change_player_of
from core.errors import Invalid, NotAllowed, NotFound, VersionConflict
from core.eventlog.log import NEW, Appended
from core.eventlog.personal_values import erased_number
from core.events import (
    ClubFounded,
    ContactRetentionSet,
    EmbeddingSet,
    Event,
    PlayerGrouped,
    PlayerRegistered,
    PlayerRemoved,
    TokenIssued,
)
from core.messages import quoted, say
from service.auth.authorization import Principal, authorize, hash_of, require_operator
from service.bootstrap import Dependencies
from service.handlers.club.members import change_club, secret_again
from service.handlers.execute import ensure_writable
from service.handlers.request import Request
from service.store.maintenance import all_streams
from service.store.read_models.club import club_index

_MOST_TRIES = 100
"""Ids that are tried until one has a number that no other player of the club has."""

FIRST = "first"
"""The note of the token with which a club begins."""


class Founded(NamedTuple):
    """A club that was founded, and the text of its first token."""

    slug: str
    name: str
    token: str


class IssuedToken(NamedTuple):
    """A token of a club. `token` is its text, which is known when it is given out and never again."""

    id: str
    role: str
    note: str
    token: str = ""


class ListedPlayer(NamedTuple):
    """A player of a club's list."""

    id: str
    name: str
    rating: int | None
    group: str | None


def found(request: Request, slug: str, name: str) -> Founded:
    """Found a club and give out its first organiser token, once. Raises `NotAllowed` if the slug is taken."""
    by = require_operator(request.principal).name
    issued, secret = _new_token(request, slug, "organiser", FIRST)
    appended = found_with(request, slug, name, [issued], by)
    if appended.replayed:
        first = next(request.deps.log.read(f"c_{slug}", after=appended.last - 1, limit=1)).event
        issued, secret = _given_before(request, slug, first)
    return Founded(slug, name, _text(slug, issued, secret))


def found_with(request: Request, slug: str, name: str, first: Sequence[Event], by: str) -> Appended:
    """Found a club whose log begins with these events, all or none. Raises `NotAllowed` if the slug is taken."""
    ensure_writable(request.deps)
    try:
        return request.append(f"c_{slug}", [ClubFounded(slug, name), *first], by=by, expected=NEW)
    except VersionConflict:
        raise NotAllowed(say("there is a club {slug} already: take another slug", slug=quoted(slug))) from None


def show(deps: Dependencies, principal: Principal | None, slug: str) -> Club:
    """A club, for its own people."""
    authorize(principal, "viewer", slug)
    return deps.repository.club(slug)


def issue_token(request: Request, slug: str, role: str, note: str = "") -> IssuedToken:
    """Give out a key of a role; its secret is shown here and never again."""
    by = authorize(request.principal, "organiser", slug).name
    issued, secret = _new_token(request, slug, role, note)
    changed = change_club(request, slug, by, lambda _: [issued])
    if changed.replayed:
        issued, secret = _given_before(request, slug, changed.events[-1])
    return IssuedToken(issued.token, role, note, _text(slug, issued, secret))


def tokens(deps: Dependencies, principal: Principal | None, slug: str) -> list[IssuedToken]:
    """The access tokens of this club, without their secrets."""
    authorize(principal, "organiser", slug)
    return [IssuedToken(token.token, token.role, token.note) for token in deps.repository.club(slug).tokens.values()]


def revoke_token(request: Request, slug: str, token: str) -> None:
    """Take a key back. Raises `NotFound`, `NotAllowed`."""
    by = authorize(request.principal, "organiser", slug).name
    change_club(request, slug, by, lambda club: [revoke(club, token)])


def set_embedding(request: Request, slug: str, *, allowed: bool) -> Club:
    """Let other websites show the club's published tournaments in a frame, or no longer."""
    by = authorize(request.principal, "organiser", slug).name

    def deciding(club: Club) -> Sequence[Event]:
        return [] if club.embedding == allowed else [EmbeddingSet(allowed)]

    return change_club(request, slug, by, deciding).club


def set_contact_retention(request: Request, slug: str, days: int) -> Club:
    """Set after how many days after the end of a tournament contacts from its entry form are removed.

    Raises `Invalid` for more days than `CONTACT_DAYS`.
    """
    by = authorize(request.principal, "organiser", slug).name
    if not 0 <= days <= CONTACT_DAYS:
        raise Invalid({"days": [say("write a whole number from 0 to {most}", most=CONTACT_DAYS)]})

    def deciding(club: Club) -> Sequence[Event]:
        return [] if club.contact_days == days else [ContactRetentionSet(days)]

    return change_club(request, slug, by, deciding).club


def close(request: Request, slug: str, reason: str) -> Club:
    """Close the club: everything of it can be read, and nothing is written any more. Raises `NotAllowed`."""
    by = authorize(request.principal, "organiser", slug).name
    return change_club(request, slug, by, lambda club: closing.close(club, reason)).club


def reopen(request: Request, slug: str) -> Club:
    """Open a closed club again. Raises `NotAllowed`."""
    by = authorize(request.principal, "organiser", slug).name
    return change_club(request, slug, by, closing.reopen).club


def register_players(request: Request, slug: str, players: Sequence[Mapping[str, Any]]) -> list[ListedPlayer]:
    """Put people on the club's list of players; all or none. Raises `Invalid` for a name that is there already.

    A name that looks like another one is refused, unless the row says with `another` that it is another person's.
    """
    by = authorize(request.principal, "organiser", slug).name

    def deciding(club: Club) -> Sequence[Event]:
        _ensure_new(club, players)
        events: list[Event] = []
        for player, new_id in zip(players, new_player_ids(request.deps, club), strict=False):
            events.append(PlayerRegistered(new_id, player["name"], player.get("rating")))
            events += [PlayerGrouped(new_id, group)] if (group := player.get("group")) else []
        return events

    changed = change_club(request, slug, by, deciding)
    groups = {event.player: event.group for event in changed.events if isinstance(event, PlayerGrouped)}
    return [
        ListedPlayer(event.player, event.name, event.rating, groups.get(event.player))
        for event in changed.events
        if isinstance(event, PlayerRegistered)
    ]


def new_player_ids(deps: Dependencies, club: Club) -> Iterator[str]:
    """Ids for new players of a club. As long as there are numbers, each has one of its own for an erased name."""
    taken = taken_numbers(club)
    while True:
        tries = (deps.new_id("p") for _ in range(_MOST_TRIES))
        found = next((try_ for try_ in tries if erased_number(try_) not in taken), None) or deps.new_id("p")
        taken.add(erased_number(found))
        yield found


def change_player(
    request: Request, slug: str, id_or_name: str, changes: Mapping[str, Any], seen: Mapping[str, Any] | None = None
) -> ListedPlayer:
    """Give a player of the club's list another `name`, `rating` or `group`.

    `seen` are these as the caller saw them. Raises `NotFound`, `Invalid`, and `NotAllowed` where they are others now.
    """
    by = authorize(request.principal, "organiser", slug).name

    def deciding(club: Club) -> Sequence[Event]:
        player = player_id(club, id_or_name)
        events = change_player_of(club, player, changes)
        now = listed_player(club, player)
        if events and seen is not None and any(getattr(now, name) != value for name, value in seen.items()):
            raise NotAllowed(say("{name} was changed meanwhile: look again", name=now.name))
        return events

    club = change_club(request, slug, by, deciding).club
    return listed_player(club, player_id(club, changes.get("name") or id_or_name, id_or_name))


def remove_player(request: Request, slug: str, id_or_name: str) -> None:
    """Remove a player from the club's list. Their entries and results stand. Raises `NotFound`, `NotAllowed`."""
    by = authorize(request.principal, "organiser", slug).name
    change_club(request, slug, by, lambda club: [PlayerRemoved(player_id(club, id_or_name))])


def player_id(club: Club, *names: str) -> str:
    """The id of the player whom the first of these that is an id or a name means. Raises `NotFound`."""
    for id_or_name in names:
        if (present := club.present_id(id_or_name)) in club.players:
            return present
        if players := names_of(club).meant(id_or_name):
            return players[0]
    raise NotFound("player", names[-1])


def every(deps: Dependencies, principal: Principal | None) -> list[Club]:
    """Every club of this installation by its slug, for the operator."""
    require_operator(principal)
    return [deps.repository.club(club) for club in sorted(all_streams.clubs(deps.client))]


def _ensure_new(club: Club, rows: Sequence[Mapping[str, Any]]) -> None:
    """Raise `Invalid` for rows with a name that the list has, and for those with one that only looks like it."""
    known, problems = names_of(club), {}
    for place, row in enumerate(rows):
        name = row["name"]
        if known.same(name):
            problems[f"{place}.name"] = [TAKEN]
        elif (twins := known.twins(name)) and not row.get("another"):
            problems[f"{place}.name"] = [looks_like(name, club, twins)]
        known.add(name, name)
    if problems:
        raise Invalid(problems)


def players(deps: Dependencies, principal: Principal | None, slug: str) -> list[ListedPlayer]:
    """The club's players in the order in which they were registered."""
    authorize(principal, "viewer", slug)
    club = deps.repository.club(slug)
    return [listed_player(club, player) for player in club.players]


def matches_of(deps: Dependencies, principal: Principal | None, slug: str) -> list[str]:
    """The ids of the club's friendly matches, oldest first."""
    authorize(principal, "viewer", slug)
    deps.repository.club(slug)
    return club_index.members(deps.client, slug, "matches")


def tournaments_of(deps: Dependencies, principal: Principal | None, slug: str) -> list[str]:
    """The ids of the club's tournaments, oldest first."""
    authorize(principal, "viewer", slug)
    deps.repository.club(slug)
    return club_index.members(deps.client, slug, "tournaments")


def listed_player(club: Club, player_id: str) -> ListedPlayer:
    """A player of a club's list. Raises `NotFound`."""
    player = club.player(player_id)
    return ListedPlayer(player.player, player.name, player.rating, club.groups.get(player.player))


def _new_token(request: Request, slug: str, role: str, note: str) -> tuple[TokenIssued, str]:
    """A token and its secret, in which the token's random id has a part: the same key makes another one later."""
    token = request.deps.secret()[:8]
    secret = request.deps.secret(_scope(slug, token), request.key)
    return TokenIssued(token, role, hash_of(secret), note), secret


def _given_before(request: Request, slug: str, event: Event) -> tuple[TokenIssued, str]:
    """The token that was given to a key before, revoked since or not. Raises `NotAllowed` as `secret_again`."""
    assert isinstance(event, TokenIssued), "it is written last"
    return event, secret_again(request, _scope(slug, event.token), event.secret_hash)


def _scope(slug: str, token: str) -> str:
    return f"token/{slug}/{token}"


def _text(slug: str, issued: TokenIssued, secret: str) -> str:
    return f"st_{slug}.{issued.token}_{secret}"
