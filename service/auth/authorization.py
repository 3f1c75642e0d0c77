"""Authentication and authorization of callers.

Tokens and people belong to one club and have one role. Things of another club do not exist for them (404), so ids
cannot be tried out. For the holder of a table link, other tables do not exist either.
"""

import hmac
import re
from hashlib import sha256
from typing import NamedTuple

from core.club.club import ROLES
from core.errors import BradeError, Gone, NotFound
from core.events import MatchOpened, TournamentCreated
from core.messages import say, term
from core.names.shown_names import ALL, MEMBER, PUBLIC
from service.bootstrap import Dependencies
from service.store.access.rate_limit import RateLimit

OPERATOR = "operator"
_SIGN_IN = say("sign in, or send a token: Authorization: Bearer st_…")
_TOKEN = re.compile(r"st_([a-z0-9-]{1,40})\.([a-z0-9]{1,20})_([a-z0-9]{20,80})")


class Unauthenticated(BradeError):
    """No token, or none that opens anything."""

    code = "unauthenticated"


class Forbidden(BradeError):
    """The token's role does not reach so far."""

    code = "forbidden"


class TooManyTries(BradeError):
    """Too many tries lately: to sign in, or to enter by the public's form."""

    code = "too-many-tries"

    def __init__(self, seconds: int, limit: RateLimit) -> None:
        super().__init__(say("too many tries: wait {seconds} seconds, then try again", seconds=seconds))
        self.seconds, self.limit = seconds, limit


class LinkScope(NamedTuple):
    """Scope of a link: some matches of a tournament, at a place such as `table:4` or `match:t_….3`.

    `matches` has the one to be played now last. `seat` is the one that the link is for; "" where it is for anybody
    there.
    """

    tournament: str
    place: str
    matches: tuple[str, ...]
    seat: str = ""


class Principal(NamedTuple):
    """The authenticated caller: club (`None` for the operator), role, and the name written into events.

    `member` is the id of a signed-in person, and `person` their name. `scope` limits the holder of a link. A session or
    a link is valid until `until` (steady ms).
    """

    club: str | None
    role: str
    name: str
    member: str | None = None
    scope: LinkScope | None = None
    until: int | None = None
    person: str | None = None

    @property
    def holder(self) -> str:
        """The person, the token or the link that a share is counted for; all devices of a link are one."""
        if self.scope is not None:
            return f"{self.scope.tournament}/{self.scope.place}/{self.scope.seat}"
        return self.member or self.name


def authenticate_token(deps: Dependencies, bearer: str | None) -> Principal | None:
    """The holder of a token; `None` without one. Raises `Unauthenticated` for a token that opens nothing."""
    if bearer is None:
        return None
    if hmac.compare_digest(bearer.encode(), deps.admin_token.encode()):
        return Principal(None, OPERATOR, OPERATOR)
    matched = _TOKEN.fullmatch(bearer)
    if matched:
        slug, token, secret = matched.groups()
        for fresh in (False, True):  # a key that was just given out by another process works at once
            try:
                issued = deps.repository.club(slug, fresh=fresh).tokens.get(token)
            except NotFound:
                break
            if issued and hmac.compare_digest(issued.secret_hash, hash_of(secret)):
                return Principal(slug, issued.role, f"{slug}.{token}")
    raise Unauthenticated(say("this token opens nothing here: it is mistyped, or was revoked"))


def hash_of(secret: str) -> str:
    """The stored hash of a token's secret. Secrets are long and random, so a plain hash protects them."""
    return sha256(secret.encode()).hexdigest()


def authorize(principal: Principal | None, role: str, club: str, thing: tuple[str, str] | None = None) -> Principal:
    """Allow callers of the club with that role or a higher one.

    Raises `Unauthenticated` without a caller, `NotFound` (of `thing`, kind and id, else of the club) for another club's
    people and outside of a link's scope, `Forbidden` for a lower role. The operator is always allowed.
    """
    if principal is None:
        raise Unauthenticated(_SIGN_IN)
    if principal.role == OPERATOR:
        return principal
    thing = thing or ("club", club)
    if not _reaches(principal, club, thing):
        raise NotFound(*thing)
    if ROLES.index(principal.role) < ROLES.index(role):
        raise Forbidden(say("this needs the role {role}; yours is {own}", role=term(role), own=term(principal.role)))
    return principal


def _reaches(principal: Principal, club: str, thing: tuple[str, str]) -> bool:
    """True if a thing of a club exists for the caller."""
    if principal.role == OPERATOR:
        return True
    scope = principal.scope
    return principal.club == club and (scope is None or (thing[0] == "match" and thing[1] in scope.matches))


def tournament_opening(deps: Dependencies, principal: Principal | None, tournament_id: str) -> TournamentCreated:
    """Opening event of a tournament. Raises `NotFound`.

    A stranger is told the same of what does not exist and of what is not published: `Unauthenticated`.
    """
    try:
        return deps.repository.tournament_opening(tournament_id)
    except NotFound:
        if principal is None:
            raise Unauthenticated(_SIGN_IN) from None
        raise


def match_opening(deps: Dependencies, principal: Principal | None, match_id: str) -> MatchOpened:
    """Opening event of a match. Raises as `tournament_opening`; the matches of a published tournament are public."""
    try:
        return deps.repository.match(match_id)
    except NotFound:
        if principal is None:
            tournament = match_id.partition(".")[0]
            club = tournament_opening(deps, principal, tournament).club
            authorize_read(deps, principal, club, tournament, ("tournament", tournament))
        raise


def authorize_match(
    deps: Dependencies, principal: Principal | None, role: str, tournament_id: str, match_id: str
) -> Principal:
    """Allow a caller with that role to act on a match through its tournament; a link to the match is enough.

    Raises as `authorize`, of the tournament or, for the holder of a link, of the match.
    """
    linked = principal is not None and principal.scope is not None
    thing = ("match", match_id) if linked else ("tournament", tournament_id)
    return authorize(principal, role, tournament_opening(deps, principal, tournament_id).club, thing)


def authorize_any_match(deps: Dependencies, principal: Principal | None, role: str, tournament_id: str) -> None:
    """Allow a caller who may act on some match of a tournament; `authorize_match` checks which one.

    Raises as `authorize`.
    """
    if principal is not None and principal.scope is not None and principal.scope.tournament == tournament_id:
        principal = principal._replace(scope=None)
    authorize_tournament(deps, principal, role, tournament_id)


def authorize_tournament(deps: Dependencies, principal: Principal | None, role: str, tournament_id: str) -> Principal:
    """Allow a caller with that role, or a higher one, in the tournament's club. Raises as `authorize`."""
    return authorize(
        principal, role, tournament_opening(deps, principal, tournament_id).club, ("tournament", tournament_id)
    )


def authorize_read(
    deps: Dependencies, principal: Principal | None, club: str, tournament_id: str | None, thing: tuple[str, str]
) -> None:
    """Let pass who may read `thing` of a club: its people, and everybody while the tournament is published.

    Raises as `authorize`, and `Gone` to those who could read a tournament that was deleted.
    """
    stranger = principal is None or not _reaches(principal, club, thing)
    if stranger and tournament_id is not None:
        try:
            if deps.repository.tournament(tournament_id).created.published:
                return
        except Gone as gone:
            if gone.public:
                raise
    authorize(principal, "viewer", club, thing)


def can_see_drafts(principal: Principal | None, club: str) -> bool:
    """True if a reader of a tournament of this club sees the data hidden from players and the public."""
    return visibility(principal, club) == ALL


def visibility(principal: Principal | None, club: str) -> str:
    """The visibility of a club's things for a reader: `all`, a `member`'s part, or only the `public` part.

    Roles count in one's own club alone: callers of another club see the public part.
    """
    if principal is None or principal.club not in (club, None):
        return PUBLIC
    if principal.role == OPERATOR:
        return ALL
    sees_all = principal.scope is None and ROLES.index(principal.role) >= ROLES.index("referee")
    return ALL if sees_all else MEMBER


def require_operator(principal: Principal | None) -> Principal:
    """Let the operator pass. Raises `Unauthenticated`, `Forbidden`."""
    if principal is None:
        raise Unauthenticated(say("this needs the operator's admin token"))
    if principal.role != OPERATOR:
        raise Forbidden(say("this needs the operator's admin token"))
    return principal
