"""Use cases of a club's people: who works there and in which role."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from core.club import members
from core.club.club import ROLES, Club, fold
from core.club.members import Member
from core.errors import Invalid, NotAllowed, NotFound, VersionConflict
from core.eventlog.log import Appended
from core.events import Event, MemberInvited
from core.messages import say
from service.auth.authorization import Principal, authorize, hash_of
from service.bootstrap import Dependencies
from service.handlers.execute import ensure_writable
from service.handlers.request import Request
from service.handlers.retry import Backoff
from service.store.access import sign_in_log

INVITED_DAYS = 7


@dataclass(frozen=True)
class ClubMember:
    """A member of a club. `state` is `active`, `invited` or `lapsed`: no password was chosen in time.

    `invited_until` is the end of an open invitation, `last_seen` when the member signed in last (both in Unix ms).
    """

    id: str
    name: str
    role: str
    state: str
    invited_until: int | None
    last_seen: int | None


@dataclass(frozen=True)
class InvitedMember(ClubMember):
    """A member with the text of the invitation, which is known when it is given out and never again."""

    invitation: str
    link: str = ""


class Changed(NamedTuple):
    """A club after a decision, the events of the decision, and whether they had been written before under its key."""

    club: Club
    events: Sequence[Event]
    replayed: bool


def change_club(request: Request, slug: str, by: str, deciding: Callable[[Club], Sequence[Event]]) -> Changed:
    """Decide on the present club, append at its version, and decide again on a version conflict.

    A repeated key gets the club and the events as they were then, also where it would be refused now: the same request
    may just be succeeding elsewhere. Without events nothing is written. Raises `Contention` if other writers were
    faster all the time.
    """
    stream, patience = f"c_{slug}", Backoff(say("the club"))
    while True:
        if answered := request.previous_result(stream):
            return _replayed(request.deps, stream, answered)
        club = request.deps.repository.club(slug)
        try:
            events = deciding(club)
            if not events:
                return Changed(club, events, False)
            ensure_writable(request.deps)
            appended = request.append(stream, events, by=by, expected=club.version)
        except VersionConflict:
            patience.pause()
            continue
        except (Invalid, NotAllowed, NotFound):
            if answered := request.previous_result(stream):
                return _replayed(request.deps, stream, answered)
            raise
        if appended.replayed:
            return _replayed(request.deps, stream, appended)
        return Changed(request.deps.repository.club(slug), events, False)


def _replayed(deps: Dependencies, stream: str, answered: Appended) -> Changed:
    log = list(deps.log.read(stream, limit=answered.last + 1))
    return Changed(fold(log), [recorded.event for recorded in log[answered.first :]], True)


def everybody(deps: Dependencies, principal: Principal | None, slug: str) -> list[ClubMember]:
    """The members of a club, in the order in which they were added."""
    authorize(principal, "organiser", slug)
    club = deps.repository.club(slug)
    seen = sign_in_log.seen(deps.client, slug)
    return [_shown(deps, member, seen.get(member.id)) for member in club.people.members.values()]


def one(deps: Dependencies, principal: Principal | None, slug: str, member_id: str) -> ClubMember:
    """A member of a club. Raises `NotFound`."""
    authorize(principal, "organiser", slug)
    known = deps.repository.club(slug).people.member(member_id)
    return _shown(deps, known, sign_in_log.seen(deps.client, slug).get(member_id))


def invite(request: Request, slug: str, name: str, role: str) -> InvitedMember:
    """Add a member to the club; the invitation to choose a password is shown here and never again.

    Raises `Invalid` for a name that is taken.
    """
    by = authorize(request.principal, "organiser", slug).name
    invited, secret = _invitation(request, slug, request.deps.new_id("u"))

    def deciding(club: Club) -> list[Event]:
        return [members.add(club.people, invited.member, name, role), invited]

    changed = change_club(request, slug, by, deciding)
    return _with_invitation(request, slug, changed, secret, None)


def invite_again(request: Request, slug: str, member_id: str) -> InvitedMember:
    """Give a member a new invitation, to choose the first password or another. The invitation before becomes void.

    Raises `NotFound`.
    """
    by = authorize(request.principal, "organiser", slug).name
    invited, secret = _invitation(request, slug, member_id)

    def deciding(club: Club) -> list[Event]:
        return [invited] if club.people.member(member_id) else []

    changed = change_club(request, slug, by, deciding)
    seen = sign_in_log.seen(request.deps.client, slug).get(member_id)
    return _with_invitation(request, slug, changed, secret, seen)


def change(
    request: Request, slug: str, member_id: str, *, name: str | None = None, role: str | None = None
) -> ClubMember:
    """Change a member's name or role. Raises `NotFound`, `Invalid`, and `NotAllowed` for one's own role."""
    caller = authorize(request.principal, "organiser", slug)

    def deciding(club: Club) -> list[Event]:
        return members.change(club.people, member_id, name, role, caller.member)

    changed = change_club(request, slug, caller.name, deciding)
    seen = sign_in_log.seen(request.deps.client, slug).get(member_id)
    return _shown(request.deps, changed.club.people.member(member_id), seen)


def remove(request: Request, slug: str, member_id: str) -> None:
    """Remove a member from the club and end their sessions. Raises `NotFound`, and `NotAllowed` for oneself."""
    caller = authorize(request.principal, "organiser", slug)
    change_club(request, slug, caller.name, lambda club: [members.remove(club.people, member_id, caller.member)])


def _invitation(request: Request, slug: str, member_id: str) -> tuple[MemberInvited, str]:
    """An invitation and its secret, in which its end has a part: the same key makes another one later."""
    until = request.deps.clock() + INVITED_DAYS * 24 * 3600 * 1000
    secret = request.deps.secret(_scope(slug, member_id, until), request.key)
    return MemberInvited(member_id, hash_of(secret), until), secret


def _scope(slug: str, member_id: str, until: int) -> str:
    return f"invitation/{slug}/{member_id}/{until}"


def _with_invitation(request: Request, slug: str, changed: Changed, secret: str, seen: int | None) -> InvitedMember:
    """A member with the invitation that was just written or, for a repeated key, had been."""
    invited = changed.events[-1]
    assert isinstance(invited, MemberInvited), "it is written last"
    if changed.replayed:
        secret = secret_again(request, _scope(slug, invited.member, invited.until), invited.secret_hash)
    member = _shown(request.deps, changed.club.people.member(invited.member), seen)
    return InvitedMember(**vars(member), invitation=f"in_{slug}.{invited.member}_{secret}")


def secret_again(request: Request, scope: str, secret_hash: str) -> str:
    """The secret of a first answer, derived again. Raises `NotAllowed` where that was given by another installation."""
    secret = request.deps.secret(scope, request.key)
    if hash_of(secret) != secret_hash:
        raise NotAllowed(
            say(
                "this was given out before, by an earlier version or with another data folder, and "
                "cannot be shown again: take it back, and ask with another Idempotency-Key"
            )
        )
    return secret


def _shown(deps: Dependencies, member: Member, seen: int | None) -> ClubMember:
    open_ = member.invitation is not None and member.invitation.until > deps.clock()
    state = "active" if member.password else "invited" if open_ else "lapsed"
    until = member.invitation.until if open_ and member.invitation else None
    return ClubMember(member.id, member.name, member.role, state, until, seen)


def may_give(principal: Principal, role: str) -> bool:
    """True if the caller's own role reaches as far as the one to be given."""
    return principal.role not in ROLES or ROLES.index(role) <= ROLES.index(principal.role)
