"""Events of a club's members and sign-in, and of the links for one table without an account."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from core.events.base import Event, NamesPeople


@dataclass(frozen=True, slots=True)
class MemberAdded(NamesPeople):
    """A person became a member of the club, in a role.

    `token` is the key with which they added themselves, if they did.
    """

    SCHEMA: ClassVar[int] = 2
    member: str
    name: str
    role: str
    token: str | None = None
    salts: Mapping[str, str] | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class MemberInvited(Event):
    """A link to choose a password was given out; of its secret the SHA-256 (hex) is kept. Good `until` (Unix ms)."""

    member: str
    secret_hash: str
    until: int


@dataclass(frozen=True, slots=True)
class MemberRenamed(NamesPeople):
    """A member signs in under another name. Earlier events keep the earlier name."""

    SCHEMA: ClassVar[int] = 2
    member: str
    name: str
    salts: Mapping[str, str] | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class MemberRoleChanged(Event):
    """A member has another role."""

    member: str
    role: str


@dataclass(frozen=True, slots=True)
class MemberRemoved(Event):
    """A member was removed from the club and is signed out everywhere."""

    member: str


@dataclass(frozen=True, slots=True)
class PasswordSet(Event):
    """A member chose a password. The event holds its argon2id hash. Invitations are used up, sessions end."""

    member: str
    password_hash: str


@dataclass(frozen=True, slots=True)
class PasswordRehashed(Event):
    """The same password is kept as a hash of today's cost."""

    member: str
    password_hash: str


@dataclass(frozen=True, slots=True)
class SignedOutEverywhere(Event):
    """All sessions of a member end."""

    member: str


@dataclass(frozen=True, slots=True)
class LinksMade(Event):
    """Links to these places of a tournament were given out, each good for a role `until` then (Unix ms)."""

    tournament: str
    places: tuple[str, ...]
    role: str
    until: int


@dataclass(frozen=True, slots=True)
class LinksRevoked(Event):
    """All links so far to a place of a tournament, or to all its places, open nothing any more."""

    tournament: str
    place: str
