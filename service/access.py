"""Who asks, and what that person may do.

Tokens and people belong to one club and have one role. What belongs to another club does not exist for them (404), so
that ids cannot be tried out; and for whoever came by the link to a table, what is not played there.
"""

import hmac
import re
from hashlib import sha256
from typing import NamedTuple

from core.club import ROLES
from core.errors import BradeError, Unknown
from core.events import MatchOpened, TournamentCreated
from service.bootstrap import House

OPERATOR = "operator"
ALL, MEMBER, PUBLIC = "all", "member", "public"
_SIGN_IN = "sign in, or send a token: Authorization: Bearer st_…"
_TOKEN = re.compile(r"st_([a-z0-9-]{1,40})\.([a-z0-9]{1,20})_([a-z0-9]{20,80})")


class Unauthenticated(BradeError):
    """No token, or none that opens anything."""

    code = "unauthenticated"


class Forbidden(BradeError):
    """The token's role does not reach so far."""

    code = "forbidden"


class TooManyTries(BradeError):
    """Somebody tried to sign in too often of late."""

    code = "too-many-tries"

    def __init__(self, seconds: int) -> None:
        super().__init__(f"too many tries to sign in: wait {seconds} seconds, then try again")
        self.seconds = seconds


class Scope(NamedTuple):
    """How far a link reaches: some matches of a tournament, at a place such as `table:4` or `match:t_….3`.

    `seat` is the one that the link is for; "" where it is for anybody there.
    """

    tournament: str
    place: str
    matches: frozenset[str]
    seat: str = ""


class Principal(NamedTuple):
    """Whoever asks: the club (`None` for the operator), the role, and the name under which deeds are recorded.

    `member` is the id of somebody who signed in; `scope` limits whoever came by a link. A session's or a link's time
    is over at `until` (Unix ms).
    """

    club: str | None
    role: str
    name: str
    member: str | None = None
    scope: Scope | None = None
    until: int | None = None

    @property
    def holder(self) -> str:
        """The person, the token or the link that a share is counted for; all devices of a link are one."""
        if self.scope is not None:
            return f"{self.scope.tournament}/{self.scope.place}/{self.scope.seat}"
        return self.member or self.name


def identify(house: House, bearer: str | None) -> Principal | None:
    """The holder of a token; `None` without one. Raises `Unauthenticated` for a token that opens nothing."""
    if bearer is None:
        return None
    if hmac.compare_digest(bearer.encode(), house.admin_token.encode()):
        return Principal(None, OPERATOR, OPERATOR)
    found = _TOKEN.fullmatch(bearer)
    if found:
        slug, token, secret = found.groups()
        for fresh in (False, True):  # a key that was just given out by another process works at once
            try:
                issued = house.shelf.club(slug, fresh=fresh).tokens.get(token)
            except Unknown:
                break
            if issued and hmac.compare_digest(issued.secret_hash, hash_of(secret)):
                return Principal(slug, issued.role, f"{slug}.{token}")
    raise Unauthenticated("this token opens nothing here: it is mistyped, or was revoked")


def hash_of(secret: str) -> str:
    """What is kept of a token's secret. Secrets are long and random, so a plain hash keeps them."""
    return sha256(secret.encode()).hexdigest()


def require(principal: Principal | None, role: str, club: str, thing: tuple[str, str] | None = None) -> Principal:
    """Let somebody of the club with that role or a higher one pass.

    Raises `Unauthenticated` for nobody, `Unknown` (of `thing`, kind and id, else of the club) for another club's
    people and for what a link does not lead to, `Forbidden` for a lower role. The operator passes everywhere.
    """
    if principal is None:
        raise Unauthenticated(_SIGN_IN)
    if principal.role == OPERATOR:
        return principal
    thing = thing or ("club", club)
    if not _reaches(principal, club, thing):
        raise Unknown(*thing)
    if ROLES.index(principal.role) < ROLES.index(role):
        raise Forbidden(f"this needs the role {role}; yours is {principal.role}")
    return principal


def _reaches(principal: Principal, club: str, thing: tuple[str, str]) -> bool:
    """Whether a thing of a club exists for somebody."""
    if principal.role == OPERATOR:
        return True
    scope = principal.scope
    return principal.club == club and (scope is None or (thing[0] == "match" and thing[1] in scope.matches))


def tournament_opening(house: House, principal: Principal | None, tournament: str) -> TournamentCreated:
    """How a tournament was announced. Raises `Unknown`.

    A stranger is told the same of what does not exist and of what is not published: `Unauthenticated`.
    """
    try:
        return house.shelf.tournament_opening(tournament)
    except Unknown:
        if principal is None:
            raise Unauthenticated(_SIGN_IN) from None
        raise


def match_opening(house: House, principal: Principal | None, match: str) -> MatchOpened:
    """How a match was opened. Raises as `tournament_opening`; of a published tournament everybody knows the matches."""
    try:
        return house.shelf.match(match)
    except Unknown:
        if principal is None:
            tournament = match.partition(".")[0]
            club = tournament_opening(house, principal, tournament).club
            reading(house, principal, club, tournament, ("tournament", tournament))
        raise


def acting_at(house: House, principal: Principal | None, role: str, tournament: str, match: str) -> Principal:
    """Let somebody with that role act on a match through its tournament; a link to the match will do.

    Raises as `require`, of the tournament or, for whoever came by a link, of the match.
    """
    linked = principal is not None and principal.scope is not None
    thing = ("match", match) if linked else ("tournament", tournament)
    return require(principal, role, tournament_opening(house, principal, tournament).club, thing)


def entering(house: House, principal: Principal | None, role: str, tournament: str) -> None:
    """Let pass whoever may act on some match of a tournament; on which one, `acting_at` asks. Raises as `require`."""
    if principal is not None and principal.scope is not None and principal.scope.tournament == tournament:
        principal = principal._replace(scope=None)
    acting(house, principal, role, tournament)


def acting(house: House, principal: Principal | None, role: str, tournament: str) -> Principal:
    """Let somebody with that role, or a higher one, in the tournament's club pass. Raises as `require`."""
    return require(principal, role, tournament_opening(house, principal, tournament).club, ("tournament", tournament))


def reading(
    house: House, principal: Principal | None, club: str, tournament: str | None, thing: tuple[str, str]
) -> None:
    """Let pass who may read `thing` of a club: its people, and everybody while the tournament is published.

    Raises as `require`.
    """
    stranger = principal is None or not _reaches(principal, club, thing)
    if stranger and tournament is not None and house.shelf.tournament(tournament).created.published:
        return
    require(principal, "viewer", club, thing)


def sees_drafts(principal: Principal | None, club: str) -> bool:
    """Whether somebody who may read a tournament of this club sees what players and the public do not."""
    return sight(principal, club) == ALL


def sight(principal: Principal | None, club: str) -> str:
    """How much of a club's things is for somebody who may read them: `all`, a `member`'s part, or what is `public`.

    Roles count in one's own club alone: whoever comes from another one sees what everybody sees.
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
        raise Unauthenticated("this needs the operator's admin token")
    if principal.role != OPERATOR:
        raise Forbidden("this needs the operator's admin token")
    return principal
