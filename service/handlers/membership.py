"""Use cases of a club's people: who works there and in which role."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from core import club as clubs
from core import people
from core.club import ROLES, Club
from core.codec import rfc3339
from core.errors import Malformed, Refused, Unknown, VersionConflict
from core.events import Event, MemberInvited
from core.log import Appended
from core.people import Member
from service.access import Principal, hash_of, require
from service.bootstrap import House
from service.handlers.contention import Patience
from service.handlers.deciding import told
from service.handlers.matches import ensure_room
from service.store import trail

Json = dict[str, Any]
INVITED_DAYS = 7


class Changed(NamedTuple):
    """A club after a decision, the events of the decision, and whether they had been written before under its key."""

    club: Club
    events: Sequence[Event]
    replayed: bool


def change_club(
    house: House, slug: str, by: str, deciding: Callable[[Club], Sequence[Event]], *,
    key: str | None = None, fingerprint: str = "",
) -> Changed:  # fmt: skip
    """Decide on a club as it is, append at its version, and decide anew if somebody wrote in between.

    A repeated key is answered with the club and the events as they were then, also where it would be refused now: the
    same request may just be succeeding elsewhere. Without events nothing is written. Raises `Contended` if others were
    faster all the time.
    """
    stream, patience = f"c_{slug}", Patience("the club")
    while True:
        if answered := told(house, stream, key, fingerprint):
            return _as_then(house, stream, answered)
        club = house.shelf.club(slug)
        try:
            events = deciding(club)
            if not events:
                return Changed(club, events, False)
            ensure_room(house)
            appended = house.log.append(
                stream, events, by=by, at=house.clock(), expected=club.version, key=key, fingerprint=fingerprint
            )
        except VersionConflict:
            patience.pause()
            continue
        except (Malformed, Refused, Unknown):
            if answered := told(house, stream, key, fingerprint):
                return _as_then(house, stream, answered)
            raise
        if appended.replayed:
            return _as_then(house, stream, appended)
        return Changed(house.shelf.club(slug), events, False)


def _as_then(house: House, stream: str, answered: Appended) -> Changed:
    log = list(house.log.read(stream, limit=answered.last + 1))
    return Changed(clubs.fold(log), [each.event for each in log[answered.first :]], True)


def everybody(house: House, principal: Principal | None, slug: str) -> list[Json]:
    """Who works for a club, in the order in which they came."""
    require(principal, "organiser", slug)
    club = house.shelf.club(slug)
    seen = trail.seen(house.client, slug)
    return [_words(house, member, seen.get(member.id)) for member in club.people.members.values()]


def one(house: House, principal: Principal | None, slug: str, member: str) -> Json:
    """Somebody who works for a club. Raises `Unknown`."""
    require(principal, "organiser", slug)
    known = house.shelf.club(slug).people.member(member)
    return _words(house, known, trail.seen(house.client, slug).get(member))


def invite(
    house: House, principal: Principal | None, slug: str, name: str, role: str, *,
    key: str | None, fingerprint: str = "",
) -> Json:  # fmt: skip
    """Let somebody work for the club; the invitation to choose a password is shown here and never again.

    Raises `Malformed` for a name that is taken.
    """
    by = require(principal, "organiser", slug).name
    invited, secret = _invitation(house, slug, house.new_id("u"), key)

    def deciding(club: Club) -> list[Event]:
        return [people.add(club.people, invited.member, name, role), invited]

    changed = change_club(house, slug, by, deciding, key=key, fingerprint=fingerprint)
    return _shown(house, slug, changed, secret, key, None)


def invite_again(
    house: House, principal: Principal | None, slug: str, member: str, *, key: str | None, fingerprint: str = ""
) -> Json:
    """Give somebody a new invitation, to choose the first password or another; the one before opens nothing any more.

    Raises `Unknown`.
    """
    by = require(principal, "organiser", slug).name
    invited, secret = _invitation(house, slug, member, key)

    def deciding(club: Club) -> list[Event]:
        return [invited] if club.people.member(member) else []

    changed = change_club(house, slug, by, deciding, key=key, fingerprint=fingerprint)
    return _shown(house, slug, changed, secret, key, trail.seen(house.client, slug).get(member))


def change(
    house: House, principal: Principal | None, slug: str, member: str, *,
    name: str | None = None, role: str | None = None, key: str | None = None, fingerprint: str = "",
) -> Json:  # fmt: skip
    """Give somebody another name or role. Raises `Unknown`, `Malformed`, and `Refused` for one's own role."""
    asking = require(principal, "organiser", slug)

    def deciding(club: Club) -> list[Event]:
        return people.change(club.people, member, name, role, asking.member)

    changed = change_club(house, slug, asking.name, deciding, key=key, fingerprint=fingerprint)
    return _words(house, changed.club.people.member(member), trail.seen(house.client, slug).get(member))


def remove(house: House, principal: Principal | None, slug: str, member: str) -> None:
    """Let somebody work for the club no more; he is signed out. Raises `Unknown`, and `Refused` for oneself."""
    asking = require(principal, "organiser", slug)
    change_club(house, slug, asking.name, lambda club: [people.remove(club.people, member, asking.member)])


def _invitation(house: House, slug: str, member: str, key: str | None) -> tuple[MemberInvited, str]:
    """An invitation and its secret, in which its end has a part: the same key makes another one later."""
    until = house.clock() + INVITED_DAYS * 24 * 3600 * 1000
    secret = house.secret(_scope(slug, member, until), key)
    return MemberInvited(member, hash_of(secret), until), secret


def _scope(slug: str, member: str, until: int) -> str:
    return f"invitation/{slug}/{member}/{until}"


def _shown(house: House, slug: str, changed: Changed, secret: str, key: str | None, seen: int | None) -> Json:
    """A member with the invitation that was just written or, for a repeated key, had been."""
    invited = changed.events[-1]
    assert isinstance(invited, MemberInvited), "it is written last"
    if changed.replayed:
        secret = secret_again(house, _scope(slug, invited.member, invited.until), key, invited.secret_hash)
    words = _words(house, changed.club.people.member(invited.member), seen)
    return {**words, "invitation": f"in_{slug}.{invited.member}_{secret}"}


def secret_again(house: House, scope: str, key: str | None, secret_hash: str) -> str:
    """The secret of a first answer, derived again. Raises `Refused` where that was given by another installation."""
    secret = house.secret(scope, key)
    if hash_of(secret) != secret_hash:
        raise Refused(
            "this was given out before, by an earlier version or with another data folder, and cannot be shown again:"
            " take it back, and ask with another Idempotency-Key"
        )
    return secret


def _words(house: House, member: Member, seen: int | None) -> Json:
    open_ = member.invitation is not None and member.invitation.until > house.clock()
    state = "active" if member.password else "invited" if open_ else "lapsed"
    return {
        "id": member.id, "name": member.name, "role": member.role, "state": state,
        "invited_until": rfc3339(member.invitation.until) if open_ and member.invitation else None,
        "last_seen": None if seen is None else rfc3339(seen),
    }  # fmt: skip


def may_give(principal: Principal, role: str) -> bool:
    """Whether somebody's own role reaches as far as the one to be given."""
    return principal.role not in ROLES or ROLES.index(role) <= ROLES.index(principal.role)
