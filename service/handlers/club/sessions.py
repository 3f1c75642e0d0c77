"""Use cases of sessions: one begins, is asked for its person, and all of a person end."""

from typing import NamedTuple

from core.club import authors
from core.club.club import Club
from core.club.members import Member
from core.errors import NotFound
from core.events import SignedOutEverywhere
from core.messages import say
from service.auth.authorization import Principal, Unauthenticated
from service.bootstrap import Dependencies
from service.handlers.club.members import change_club
from service.handlers.club.sign_in_limit import attempts_key, network_of
from service.handlers.request import Request
from service.store.access import sign_in_log, sign_in_rate_limit
from service.store.access.sign_in_log import SignInAttempt

DAYS = 7
"""The duration of a session."""


class Session(NamedTuple):
    """A signed-in person, as the browser carries it: of which generation, and until when (steady ms)."""

    club: str
    member: str
    generation: int
    until: int


def begin_session(deps: Dependencies, slug: str, member: Member, what: str, address: str) -> Session:
    """A session of a member that begins now, noted as `what`, from an address."""
    now = deps.clock()
    steady = deps.steady()
    sign_in_rate_limit.remember(deps.client, attempts_key(slug, member.name), network_of(address), steady)
    sign_in_log.note(
        deps.client, slug, SignInAttempt(now, what, authors.recorded(member), address), member_id=member.id
    )
    return Session(slug, member.id, member.generation, steady + DAYS * 24 * 3600 * 1000)


def principal_of(deps: Dependencies, session: Session) -> Principal:
    """The signed-in person of a session. Raises `Unauthenticated` for one that is over."""
    if session.until > deps.steady():
        for fresh in (False, True):  # a person who just chose a password in another process is in at once
            try:
                member = deps.repository.club(session.club, fresh=fresh).people.members.get(session.member)
            except NotFound:
                break
            if member and member.password and member.generation == session.generation:
                by = authors.recorded(member)
                until, name = session.until, member.name
                return Principal(session.club, member.role, by, member.id, until=until, person=name)
    raise Unauthenticated(say("your session is over: sign in again"))


def sign_out_everywhere(deps: Dependencies, principal: Principal) -> None:
    """End every session of a person, this one too."""
    club, member = signed_in(deps, principal)
    change_club(Request(deps, principal), club.slug, principal.name, lambda _: [SignedOutEverywhere(member.id)])


def signed_in(deps: Dependencies, principal: Principal | None) -> tuple[Club, Member]:
    """The club and the member who is signed in. Raises `Unauthenticated` for other callers."""
    if principal is None or principal.member is None or principal.club is None:
        raise Unauthenticated(say("sign in with your name and password first"))
    club = deps.repository.club(principal.club)
    return club, club.people.member(principal.member)
