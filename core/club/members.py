"""The people of a club as a fold: who signs in, in which role; and how often links to a place were taken back."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from core.errors import Invalid, NotAllowed, NotFound
from core.events import (
    Event,
    LinksRevoked,
    MemberAdded,
    MemberInvited,
    MemberRemoved,
    MemberRenamed,
    MemberRoleChanged,
    PasswordRehashed,
    PasswordSet,
    SignedOutEverywhere,
)
from core.messages import say
from core.names.names import folded, name_key, read_name

EVERYWHERE = "*"
"""The place that means all places of a tournament."""
LONGEST_PASSWORD = 200
SHORT = say("it is shorter than 10 characters")
LONG = say("it is longer than 200 characters")
REPEATING = say("it repeats the same few characters")
A_NAME = say("it is mostly a name that everybody knows")
"""Faults of a password."""
TAKEN = say("another member of the club has this name: add a letter")


class UsedToken(NotAllowed):
    """A member has signed in with this token before."""

    def __init__(self) -> None:
        super().__init__(
            say("this token has been used to sign in: sign in with your password, or ask for an invitation")
        )


class Invitation(NamedTuple):
    """The SHA-256 (hex) of the secret of a link to choose a password, and until when it is good (Unix ms)."""

    secret_hash: str
    until: int


class Member(NamedTuple):
    """A member of a club. `password` is a hash, `None` before one is chosen.

    A session is valid as long as it names the `generation`. `former` are the names before the present one.
    """

    id: str
    name: str
    role: str
    password: str | None = None
    generation: int = 0
    invitation: Invitation | None = None
    former: tuple[str, ...] = ()


class People(NamedTuple):
    """The members by id, the tokens that were used to add members, and revoked links by tournament and place.

    `names` has the last name of each person who is or was a member, by id.
    """

    members: Mapping[str, Member] = {}
    used_tokens: frozenset[str] = frozenset()
    revoked: Mapping[tuple[str, str], int] = {}
    names: Mapping[str, str] = {}

    def member(self, member_id: str) -> Member:
        """The member of that id. Raises `NotFound`."""
        if member_id not in self.members:
            raise NotFound("member", member_id)
        return self.members[member_id]

    def named(self, name: str) -> Member | None:
        """The member whom a name means, however it is written."""
        wanted = name_key(name)
        return next((member for member in self.members.values() if name_key(member.name) == wanted), None)

    def generation(self, tournament_id: str, place: str) -> int:
        """The number of times that links to a place were taken back: a link is good as long as it names this number."""
        return self.revoked.get((tournament_id, place), 0) + self.revoked.get((tournament_id, EVERYWHERE), 0)


def apply(people: People, event: Event) -> People | None:
    """The people after one more event; `None` for an event that is not about them. Raises `NotFound`."""
    match event:
        case MemberAdded(member, name, role, token):
            used = people.used_tokens if token is None else people.used_tokens | {token}
            return _with(people, Member(member, name, role))._replace(used_tokens=used)
        case MemberRemoved(member):
            members = {each: known for each, known in people.members.items() if each != member}
            return people._replace(members=members)
        case LinksRevoked(tournament, place):
            count = people.revoked.get((tournament, place), 0) + 1
            return people._replace(revoked={**people.revoked, (tournament, place): count})
        case (
            MemberInvited()
            | MemberRenamed()
            | MemberRoleChanged()
            | PasswordSet()
            | PasswordRehashed()
            | SignedOutEverywhere()
        ):
            return _with(people, _changed(people.member(event.member), event))
    return None


def _changed(member: Member, event: Event) -> Member:
    match event:
        case MemberInvited(_, secret_hash, until):
            return member._replace(invitation=Invitation(secret_hash, until))
        case MemberRenamed(_, name):
            return member._replace(name=name, former=(*member.former, member.name))
        case MemberRoleChanged(_, role):
            return member._replace(role=role)
        case PasswordSet(_, hash_):  # of an imported club it was left out: then they have none
            return member._replace(password=hash_ or None, invitation=None, generation=member.generation + 1)
        case PasswordRehashed(_, hash_):
            return member._replace(password=hash_ or None)
    return member._replace(generation=member.generation + 1)


def _with(people: People, member: Member) -> People:
    names = people.names if people.names.get(member.id) == member.name else {**people.names, member.id: member.name}
    return people._replace(members={**people.members, member.id: member}, names=names)


# ── what may be done ─────────────────────────────────────────────────────────────────────────────────────────────────
def add(people: People, member_id: str, name: str, role: str, token: str | None = None) -> MemberAdded:
    """Add a member to the club. Raises `Invalid` for what is no name or is taken, `NotAllowed` for a used token."""
    name = read_name(name)
    if token is not None and token in people.used_tokens:
        raise UsedToken
    _free(people, name, None)
    return MemberAdded(member_id, name, role, token)


def change(people: People, member_id: str, name: str | None, role: str | None, by: str | None) -> list[Event]:
    """Give a member another name or role; nothing for what is so already. `by` is the member who does that.

    Raises `NotFound`, `Invalid` for what is no name or is taken, and `NotAllowed` for one's own role.
    """
    known = people.member(member_id)
    events: list[Event] = []
    name = None if name is None or name == known.name else read_name(name)
    if name is not None and name != known.name:
        _free(people, name, member_id)
        events.append(MemberRenamed(member_id, name))
    if role is not None and role != known.role:
        if member_id == by:
            raise NotAllowed(say("members cannot change their own role: ask another organiser"))
        events.append(MemberRoleChanged(member_id, role))
    return events


def remove(people: People, member_id: str, by: str | None) -> MemberRemoved:
    """Remove a member from the club. Raises `NotFound`, and `NotAllowed` for oneself."""
    if people.member(member_id).id == by:
        raise NotAllowed(say("members cannot remove themselves: ask another organiser"))
    return MemberRemoved(member_id)


def _free(people: People, name: str, but: str | None) -> None:
    known = people.named(name)
    if known is not None and known.id != but:
        raise Invalid({"name": [TAKEN]})


def weak(password: str, names: Iterable[str]) -> str | None:
    """The weakness of a password, if any. `names` are the names of its owner.

    >>> weak("tables", ()), weak("vasa vasa!", ["vasa"]), weak("a cup of coffee", ["vasa"])
    ('it is shorter than 10 characters', 'it is mostly a name that everybody knows', None)
    """
    if len(password) < 10:
        return SHORT
    if len(password) > LONGEST_PASSWORD:
        return LONG
    rest = folded(password)
    if len(set(rest)) < 4:
        return REPEATING
    for name in names:
        rest = rest.replace(name_key(name), "") if name_key(name) else rest
    return A_NAME if len(rest) < 5 else None
