"""Who works for a club and signs in, and the links that let somebody without a name in at one table."""

from dataclasses import dataclass

from core.events.event import Event


@dataclass(frozen=True, slots=True)
class MemberAdded(Event):
    """Somebody works for the club, in a role; `token` is the key with which he added himself, if he did."""

    member: str
    name: str
    role: str
    token: str | None = None


@dataclass(frozen=True, slots=True)
class MemberInvited(Event):
    """A link to choose a password was given out; of its secret the SHA-256 (hex) is kept. Good `until` (Unix ms)."""

    member: str
    secret_hash: str
    until: int


@dataclass(frozen=True, slots=True)
class MemberRenamed(Event):
    """Somebody signs in under another name; what he did keeps the name under which he did it."""

    member: str
    name: str


@dataclass(frozen=True, slots=True)
class MemberRoleChanged(Event):
    """Somebody has another role."""

    member: str
    role: str


@dataclass(frozen=True, slots=True)
class MemberRemoved(Event):
    """Somebody works for the club no more and is signed out everywhere."""

    member: str


@dataclass(frozen=True, slots=True)
class PasswordSet(Event):
    """Somebody chose a password, of which an argon2id hash is kept; invitations are used up, sessions are over."""

    member: str
    password_hash: str


@dataclass(frozen=True, slots=True)
class PasswordRehashed(Event):
    """The same password is kept as a hash of today's cost."""

    member: str
    password_hash: str


@dataclass(frozen=True, slots=True)
class SignedOutEverywhere(Event):
    """Every session of somebody is over."""

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
