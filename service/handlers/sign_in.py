"""Use cases at the door: sign in with name and password, choose a password, sign out everywhere."""

import hmac
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from ipaddress import ip_address, ip_network
from time import monotonic, sleep
from typing import NamedTuple

from core import people
from core.club import Club
from core.errors import Malformed, Refused, Unknown, VersionConflict
from core.events import Event, PasswordRehashed, PasswordSet, SignedOutEverywhere
from core.people import Member
from service import passwords
from service.access import OPERATOR, Principal, TooManyTries, Unauthenticated, hash_of, identify
from service.bootstrap import House
from service.handlers.membership import change_club
from service.store import trail, tries
from service.store.trail import Step

DAYS = 7
"""How long a session lasts."""
PATIENCE_SECONDS, _LOOK_SECONDS = 5, 0.05
"""For how long a try waits while too many of its address are under way, and how often it looks."""
USED = "somebody has come in with this token before: sign in with the password, or be invited"
NOT_AN_ORGANISERS = "this token is not an organiser's: ask an organiser for an invitation"
_INVITATION = re.compile(r"in_([a-z0-9-]{1,40})\.([a-z0-9_]{1,40})_([a-z0-9]{20,80})")


class Session(NamedTuple):
    """Somebody who is signed in, as the browser carries it: of which generation, and until when (Unix ms)."""

    club: str
    member: str
    generation: int
    until: int


class Coming(NamedTuple):
    """Somebody who may choose a password: invited as a member, or (`member` is "") with an organiser's token.

    `proof` is the hash of the invitation's secret, or the token's id.
    """

    club: str
    member: str
    proof: str


def sign_in(house: House, slug: str, name: str, password: str, address: str) -> Session:
    """A session for a name and its password. Raises `Unauthenticated`, which does not tell what was wrong, and
    `TooManyTries`.
    """
    with _trying(house, address, (slug, name)):
        club = _club(house, slug)
        member = club.people.named(name) if club else None
        if not passwords.fits(member.password if member else None, password) or not club or not member:
            if club:
                # A name that nobody has is kept nowhere: it may be a password in the wrong field.
                tried = f"{member.role}:{member.name}" if member else "?"
                trail.note(house.client, slug, Step(house.clock(), "SignInFailed", tried, address), failed=True)
            raise Unauthenticated("the club, the name or the password is another one")
    if member.password and passwords.worn(member.password):
        _rehash(house, club, member, password)
    return _session(house, slug, member, "SignedIn", address)


def principal_of(house: House, session: Session) -> Principal:
    """Who is signed in with a session. Raises `Unauthenticated` for one that is over."""
    if session.until > house.clock():
        for fresh in (False, True):  # somebody who just chose a password in another process is in at once
            try:
                member = house.shelf.club(session.club, fresh=fresh).people.members.get(session.member)
            except Unknown:
                break
            if member and member.password and member.generation == session.generation:
                who = f"{member.role}:{member.name}"
                return Principal(session.club, member.role, who, member.id, until=session.until)
    raise Unauthenticated("your session is over: sign in again")


# ── choosing a password ──────────────────────────────────────────────────────────────────────────────────────────────
def coming(house: House, text: str, address: str) -> Coming:
    """Who comes with an invitation, or an organiser's token that was never used for that.

    Raises `Unauthenticated`, `Refused`, `TooManyTries`.
    """
    with _trying(house, address):
        guest = _guest(house, text.strip().rpartition("#")[2])
        ensure_welcome(house, guest)
    return guest


def _guest(house: House, text: str) -> Coming:
    if found := _INVITATION.fullmatch(text):
        slug, member, secret = found.groups()
        return Coming(slug, member, hash_of(secret))
    holder = identify(house, text)
    token = (holder.name if holder else "").partition(".")[2]
    if not holder or holder.club is None or not token:
        raise Unauthenticated("this is neither an invitation nor a token of a club")
    if holder.role != "organiser":
        raise Refused(NOT_AN_ORGANISERS)
    return Coming(holder.club, "", token)


def ensure_welcome(house: House, guest: Coming) -> Member | None:
    """The member whom an invitation is for, `None` for a new one. Raises `Unauthenticated`, `Refused`."""
    club = _club(house, guest.club)
    if club is None:
        raise Unauthenticated("this invitation opens nothing here")
    if not guest.member:
        if guest.proof not in club.tokens or club.tokens[guest.proof].role != "organiser":
            raise Unauthenticated("this token opens nothing any more")
        if guest.proof in club.people.used_tokens:
            raise Refused(USED)
        return None
    member = club.people.members.get(guest.member)
    invitation = member.invitation if member else None
    if not member or not invitation or not hmac.compare_digest(invitation.secret_hash, guest.proof):
        raise Unauthenticated("this invitation was used, or another one was given out after it: ask for a new one")
    if invitation.until <= house.clock():
        raise Unauthenticated("the time of this invitation is over: ask for a new one")
    return member


def choose_password(house: House, guest: Coming, name: str, password: str, address: str) -> Session:
    """The first password, or another for a lost one; with a token also the name, of a new organiser. Signs in.

    Raises `Malformed`, and as `ensure_welcome`.
    """
    known = ensure_welcome(house, guest)
    _ensure_strong(password, (guest.club, known.name if known else name))
    hashed, id_ = passwords.hashed(password), guest.member or house.new_id("u")

    def deciding(club: Club) -> Sequence[Event]:
        ensure_welcome(house, guest)
        added = [] if guest.member else [people.add(club.people, id_, name, "organiser", guest.proof)]
        return [*added, PasswordSet(id_, hashed)]

    by = f"{known.role}:{known.name}" if known else f"{guest.club}.{guest.proof}"
    member = change_club(house, guest.club, by, deciding).club.people.member(id_)
    return _session(house, guest.club, member, "SignedIn", address)


def change_password(house: House, principal: Principal, old: str, new: str, address: str) -> Session:
    """Another password; every session is over but the one given back. Raises `Malformed`, `TooManyTries`."""
    club, member = signed_in(house, principal)
    with _trying(house, address, (club.slug, member.name)):
        if not passwords.fits(member.password, old):
            step = Step(house.clock(), "PasswordChangeFailed", principal.name, address)
            trail.note(house.client, club.slug, step, failed=True)
            raise Malformed({"old": ["this is not the password"]})
    _ensure_strong(new, (club.slug, member.name), "new")
    changed = PasswordSet(member.id, passwords.hashed(new))
    after = change_club(house, club.slug, principal.name, lambda _: [changed]).club
    return _session(house, club.slug, after.people.member(member.id), "PasswordChanged", address)


def reset_password(house: House, slug: str, name: str, password: str, *, new: bool) -> Member:
    """The operator gives somebody another password; `new` lets in an organiser who was not there.

    Raises `Unknown`, `Malformed`.
    """
    _ensure_strong(password, (slug, name))
    hashed, id_ = passwords.hashed(password), house.new_id("u")

    def deciding(club: Club) -> Sequence[Event]:
        if new:
            return [people.add(club.people, id_, name, "organiser"), PasswordSet(id_, hashed)]
        member = club.people.named(name)
        if member is None:
            raise Unknown("member", name, tuple(each.name for each in club.people.members.values()))
        return [PasswordSet(member.id, hashed)]

    member = change_club(house, slug, OPERATOR, deciding).club.people.named(name)
    assert member is not None, "he was there, or has just been added"
    return member


def sign_out_everywhere(house: House, principal: Principal) -> None:
    """Every session of somebody is over, this one too."""
    club, member = signed_in(house, principal)
    change_club(house, club.slug, principal.name, lambda _: [SignedOutEverywhere(member.id)])


def signed_in(house: House, principal: Principal | None) -> tuple[Club, Member]:
    """The club and the member who is signed in. Raises `Unauthenticated` for whoever came otherwise."""
    if principal is None or principal.member is None or principal.club is None:
        raise Unauthenticated("sign in with your name and password first")
    club = house.shelf.club(principal.club)
    return club, club.people.member(principal.member)


def _ensure_strong(password: str, names: Sequence[str], field: str = "password") -> None:
    if wrong := people.weak(password, names):
        raise Malformed({field: [wrong]})


def _session(house: House, slug: str, member: Member, what: str, address: str) -> Session:
    now = house.clock()
    tries.remember(house.client, _for(slug, member.name), _network(address), now)
    trail.note(house.client, slug, Step(now, what, f"{member.role}:{member.name}", address), member=member.id)
    return Session(slug, member.id, member.generation, now + DAYS * 24 * 3600 * 1000)


def _club(house: House, slug: str) -> Club | None:
    try:
        return house.shelf.club(slug)
    except Unknown:
        return None


def _rehash(house: House, club: Club, member: Member, password: str) -> None:
    """Keep the same password at today's cost; if somebody writes at this moment, the next time will do."""
    event = PasswordRehashed(member.id, passwords.hashed(password))
    try:
        house.log.append(
            f"c_{club.slug}", [event], by=f"{member.role}:{member.name}", at=house.clock(), expected=club.version
        )
    except VersionConflict:
        return


# ── trying too often ─────────────────────────────────────────────────────────────────────────────────────────────────
@contextmanager
def _trying(house: House, address: str, person: tuple[str, str] | None = None) -> Iterator[None]:
    """A try of an address, and for a name in a club, which counts if what is done meanwhile raises.

    The address is asked first, before any work on the name; and one that is refused uses up no tries for a name. On a
    network from which the person signed in lately only the address counts: strangers elsewhere cannot keep them out.
    Raises `TooManyTries`.
    """
    taken: list[str] = []
    failed = False
    try:
        _take(house, _from(address), tries.MOST, taken)
        if person:
            named = _for(*person)
            if not tries.is_known(house.client, named, _network(address), house.clock()):
                _take(house, named, tries.MOST_FOR_NAME, taken)
        failed = True
        yield
        failed = False
    finally:
        for whose in taken:
            tries.end(house.client, whose, failed=failed)


def _take(house: House, whose: str, most: int, taken: list[str]) -> None:
    until = monotonic() + PATIENCE_SECONDS
    while (wait := tries.take(house.client, whose, most)) == tries.WAIT and monotonic() < until:
        sleep(_LOOK_SECONDS)
    if wait:
        raise TooManyTries(max(1, wait))
    taken.append(whose)


def _from(address: str) -> str:
    return f"address:{_network(address)}"


def _for(slug: str, name: str) -> str:
    return f"name:{slug}:{hash_of(people.plain(name))[:16]}"


def _network(address: str) -> str:
    """An address as tries are counted: of IPv6 the half that a provider gives to one customer."""
    try:
        ip = ip_address(address)
    except ValueError:
        return "unknown"
    return str(ip) if ip.version == 4 else str(ip_network((ip, 64), strict=False))
