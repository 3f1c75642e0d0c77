"""Use cases of accounts: sign in with name and password, accept an invitation, choose a password."""

import hmac
import re
from collections.abc import Sequence
from typing import NamedTuple

from core.club import authors, members
from core.club.club import Club
from core.club.members import Member, UsedToken
from core.errors import Invalid, NotAllowed, NotFound, VersionConflict
from core.events import Event, PasswordRehashed, PasswordSet
from core.messages import say
from service.auth import passwords
from service.auth.authorization import OPERATOR, Principal, Unauthenticated, authenticate_token, hash_of
from service.bootstrap import Dependencies
from service.handlers import known_clubs
from service.handlers.club.members import change_club
from service.handlers.club.sessions import Session, begin_session, signed_in
from service.handlers.club.sign_in_limit import limited_attempt
from service.handlers.request import Request
from service.store.access import sign_in_log
from service.store.access.sign_in_log import SignInAttempt

WRONG_PASSWORD = say("this is not the password")


class NotAnOrganisers(NotAllowed):
    """A token that does not allow to sign in, since it is not an organiser's."""

    def __init__(self) -> None:
        super().__init__(say("this token is not an organiser's: ask an organiser for an invitation"))


_INVITATION = re.compile(r"in_([a-z0-9-]{1,40})\.([a-z0-9_]{1,40})_([a-z0-9]{20,80})")


class Invitee(NamedTuple):
    """A person who may choose a password: invited as a member, or (`member` is "") with an organiser's token.

    `proof` is the hash of the invitation's secret, or the token's id.
    """

    club: str
    member: str
    proof: str


def sign_in(deps: Dependencies, typed_club: str, name: str, password: str, address: str) -> Session:
    """A session for a name and its password, in a club of that short or full name.

    Raises `Unauthenticated`, which does not tell what was wrong, and `TooManyTries`.
    """
    with limited_attempt(deps, address, lambda: (known_clubs.named(deps, typed_club), name)) as person:
        slug = person[0]
        club = _club(deps, slug)
        member = club.people.named(name) if club else None
        if not passwords.fits(member.password if member else None, password) or not club or not member:
            if club:
                # An unknown name is not stored: it may be a password in the wrong field.
                tried = authors.recorded(member) if member else "?"
                sign_in_log.note(
                    deps.client, slug, SignInAttempt(deps.clock(), "SignInFailed", tried, address), failed=True
                )
            raise Unauthenticated(say("the club, the name or the password is not right"))
    if member.password and passwords.worn(member.password):
        _rehash(deps, club, member, password)
    return begin_session(deps, slug, member, "SignedIn", address)


# ── choosing a password ──────────────────────────────────────────────────────────────────────────────────────────────
def accept_invitation(deps: Dependencies, text: str, address: str) -> Invitee:
    """The person of an invitation, or of an organiser's token that was never used for that.

    Raises `Unauthenticated`, `NotAllowed`, `TooManyTries`.
    """
    with limited_attempt(deps, address):
        guest = _guest(deps, text.strip().rpartition("#")[2])
        check_invitation(deps, guest)
    return guest


def _guest(deps: Dependencies, text: str) -> Invitee:
    if matched := _INVITATION.fullmatch(text):
        slug, member, secret = matched.groups()
        return Invitee(slug, member, hash_of(secret))
    holder = authenticate_token(deps, text)
    token = (holder.name if holder else "").partition(".")[2]
    if not holder or holder.club is None or not token:
        raise Unauthenticated(say("this is neither an invitation nor a token of a club"))
    if holder.role != "organiser":
        raise NotAnOrganisers
    return Invitee(holder.club, "", token)


def check_invitation(deps: Dependencies, guest: Invitee) -> Member | None:
    """The member whom an invitation is for, `None` for a new one. Raises `Unauthenticated`, `NotAllowed`."""
    club = _club(deps, guest.club)
    if club is None:
        raise Unauthenticated(say("this invitation opens nothing here"))
    if not guest.member:
        if guest.proof not in club.tokens or club.tokens[guest.proof].role != "organiser":
            raise Unauthenticated(say("this token opens nothing any more"))
        if guest.proof in club.people.used_tokens:
            raise UsedToken
        return None
    member = club.people.members.get(guest.member)
    invitation = member.invitation if member else None
    if not member or not invitation or not hmac.compare_digest(invitation.secret_hash, guest.proof):
        raise Unauthenticated(say("this invitation was used, or another one was given out after it: ask for a new one"))
    if invitation.until <= deps.clock():
        raise Unauthenticated(say("the time of this invitation is over: ask for a new one"))
    return member


def choose_password(deps: Dependencies, guest: Invitee, name: str, password: str, address: str) -> Session:
    """The first password, or another for a lost one; with a token also the name, of a new organiser. Signs in.

    Raises `Invalid`, and as `check_invitation`.
    """
    known = check_invitation(deps, guest)
    ensure_strong(password, (guest.club, known.name if known else name))
    hashed, id_ = passwords.hashed(password), guest.member or deps.new_id("u")

    def deciding(club: Club) -> Sequence[Event]:
        check_invitation(deps, guest)
        added = [] if guest.member else [members.add(club.people, id_, name, "organiser", guest.proof)]
        return [*added, PasswordSet(id_, hashed)]

    by = authors.recorded(known) if known else f"{guest.club}.{guest.proof}"
    member = change_club(Request(deps, None), guest.club, by, deciding).club.people.member(id_)
    return begin_session(deps, guest.club, member, "SignedIn", address)


def change_password(deps: Dependencies, principal: Principal, old: str, new: str, address: str) -> Session:
    """Another password; every session is over but the one given back. Raises `Invalid`, `TooManyTries`."""
    club, member = signed_in(deps, principal)
    with limited_attempt(deps, address, lambda: (club.slug, member.name)):
        if not passwords.fits(member.password, old):
            step = SignInAttempt(deps.clock(), "PasswordChangeFailed", principal.name, address)
            sign_in_log.note(deps.client, club.slug, step, failed=True)
            raise Invalid({"old": [WRONG_PASSWORD]})
    ensure_strong(new, (club.slug, member.name), "new")
    changed = PasswordSet(member.id, passwords.hashed(new))
    after = change_club(Request(deps, principal), club.slug, principal.name, lambda _: [changed]).club
    return begin_session(deps, club.slug, after.people.member(member.id), "PasswordChanged", address)


def reset_password(deps: Dependencies, slug: str, name: str, password: str, *, new: bool) -> Member:
    """The operator sets another password of a person; `new` adds an organiser who was not there.

    Raises `NotFound`, `Invalid`.
    """
    ensure_strong(password, (slug, name))
    hashed, id_ = passwords.hashed(password), deps.new_id("u")

    def deciding(club: Club) -> Sequence[Event]:
        if new:
            return [members.add(club.people, id_, name, "organiser"), PasswordSet(id_, hashed)]
        member = club.people.named(name)
        if member is None:
            raise NotFound("member", name, tuple(each.name for each in club.people.members.values()))
        return [PasswordSet(member.id, hashed)]

    member = change_club(Request(deps, None), slug, OPERATOR, deciding).club.people.named(name)
    assert member is not None, "a member of the club, or one who has just been added"
    return member


def ensure_strong(password: str, names: Sequence[str], field: str = "password") -> None:
    if wrong := members.weak(password, names):
        raise Invalid({field: [wrong]})


def _club(deps: Dependencies, slug: str) -> Club | None:
    try:
        return deps.repository.club(slug)
    except NotFound:
        return None


def _rehash(deps: Dependencies, club: Club, member: Member, password: str) -> None:
    """Store the same password at today's cost; on a version conflict, the next time will do."""
    event = PasswordRehashed(member.id, passwords.hashed(password))
    try:
        Request(deps, None).append(f"c_{club.slug}", [event], by=authors.recorded(member), expected=club.version)
    except VersionConflict:
        return
