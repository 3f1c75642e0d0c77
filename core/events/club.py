"""Events of a club: its players and its keys."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from core.events.base import Event, NamesPeople


@dataclass(frozen=True, slots=True)
class ClubFounded(Event):
    """A club began to use brade."""

    slug: str
    name: str


@dataclass(frozen=True, slots=True)
class PlayerRegistered(NamesPeople):
    """A person is on the club's list of players."""

    SCHEMA: ClassVar[int] = 2
    player: str
    name: str
    rating: int | None = None
    salts: Mapping[str, str] | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class PlayerRenamed(NamesPeople):
    """A player has another name on the club's list; what was played keeps the name under which it was played."""

    SCHEMA: ClassVar[int] = 2
    player: str
    name: str
    salts: Mapping[str, str] | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class PlayerRated(Event):
    """A player has another rating on the club's list, or none."""

    player: str
    rating: int | None = None


@dataclass(frozen=True, slots=True)
class PlayerGrouped(Event):
    """A player belongs to another group, such as a club, by the club's list, or to none."""

    player: str
    group: str | None = None


@dataclass(frozen=True, slots=True)
class PlayersMerged(Event):
    """Two players on the club's list are one person: the id `player` means the player `into` from now on."""

    player: str
    into: str


@dataclass(frozen=True, slots=True)
class PlayerNameShown(NamesPeople):
    """From now on readers see a player's name so: `full`, `initials`, or the `chosen` name `name`.

    `for_public` is for everybody, `for_members` for the club's people below referees. Paper and feeds are as for
    everybody, unless they have a style of their own. With `since` (Unix ms) what was over before stays as it was.
    """

    SCHEMA: ClassVar[int] = 2
    player: str
    for_public: str
    for_members: str
    name: str | None = None
    for_paper: str | None = None
    for_feeds: str | None = None
    since: int | None = None
    salts: Mapping[str, str] | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class PlayerRemoved(Event):
    """A player was removed from the club's list. Their entries and results stand."""

    player: str


@dataclass(frozen=True, slots=True)
class PlayerErased(Event):
    """The name of a player was erased from the log before this event, which is of a club or of a tournament.

    Its `commitments` stand in the places of the name. Where the name itself had been hashed, the log was written anew:
    the events from `first` on have other hashes, and the last of them had the hash `head`.
    """

    player: str
    commitments: tuple[str, ...] = ()
    first: int | None = None
    head: str | None = None


@dataclass(frozen=True, slots=True)
class TokenIssued(Event):
    """A key to the API was given out; only the SHA-256 (hex) of its secret is kept."""

    token: str
    role: str
    secret_hash: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class TokenRevoked(Event):
    """A key to the API no longer opens anything."""

    token: str


@dataclass(frozen=True, slots=True)
class MatchImported(Event):
    """A match's log came in from a file: up to the event `last`, of the hash `head`, it says what the file says."""

    match: str
    last: int
    head: str


@dataclass(frozen=True, slots=True)
class ClubCopied(Event):
    """The club's log up to here, its tournaments and its matches are a copy of those in a backup of the club `club`.

    The copies have names of their own, and so other hashes. `head` is the hash of the event `last` of that club's log.
    """

    club: str
    last: int
    head: str


@dataclass(frozen=True, slots=True)
class ClubClosed(Event):
    """The club is no longer wanted: everything of it can be read, and nothing is written any more."""

    reason: str = ""


@dataclass(frozen=True, slots=True)
class ClubReopened(Event):
    """The club takes everything again as before it was closed."""


@dataclass(frozen=True, slots=True)
class EmbeddingSet(Event):
    """Other websites may show the club's published tournaments in a frame, or no longer may."""

    allowed: bool


@dataclass(frozen=True, slots=True)
class ClubLookSet(Event):
    """The club's colour (`#2f5b46`) and logo (a PNG in base64) are these from now on; empty where it has none."""

    colour: str = ""
    logo: str = ""


@dataclass(frozen=True, slots=True)
class ContactRetentionSet(Event):
    """Contacts from entry forms are removed so many days after the end of the tournament."""

    days: int


@dataclass(frozen=True, slots=True)
class RatingRuleSet(Event):
    """From now on the club keeps a rating list of a game by this rule (`core.ratings.rule`), or none (`None`)."""

    game: str
    rule: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class WebhookAdded(Event):
    """From now on the club's news are sent to an address. Nothing of the secret that signs them is kept here."""

    webhook: str
    url: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class WebhookStopped(Event):
    """Nothing more is sent to the address of a webhook: it was `failing` for days, or said that it is `gone`."""

    webhook: str
    reason: str


@dataclass(frozen=True, slots=True)
class WebhookResumed(Event):
    """News are sent again to the address of a webhook that had been stopped."""

    webhook: str


@dataclass(frozen=True, slots=True)
class WebhookRemoved(Event):
    """A webhook was removed: nothing more is sent to its address."""

    webhook: str


@dataclass(frozen=True, slots=True)
class TemplateKept(Event):
    """The announcement of a tournament is kept under a name, for the next ones; a template of this id is changed.

    `announced` are the fields of `TournamentCreated` but club and name; `tables` are names, each with its group.
    `money` is the plan of fees and prizes, as `MoneyPlanned` has it.
    """

    SCHEMA: ClassVar[int] = 2

    template: str
    name: str
    announced: Mapping[str, Any]
    tables: tuple[tuple[str, str], ...] = ()
    money: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class TemplateRenamed(Event):
    """A template has another name."""

    template: str
    name: str


@dataclass(frozen=True, slots=True)
class TemplateRemoved(Event):
    """A template was deleted. Tournaments that were announced as it says stay as they are."""

    template: str
