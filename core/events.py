"""Everything that can ever have happened, in the past tense.

Every stream (a club, a tournament, a match) is opened by one event with version 0; what people record is 1, 2, 3 …
An event is immutable: a correction is a new event that names the old one. `SCHEMA` numbers the shape of a type's
fields; a log that holds a type or number not listed here cannot be read, and reading says so (`UnknownEvent`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from datetime import UTC, datetime, timedelta
from typing import Any, ClassVar, NamedTuple

from core.errors import UnknownEvent

Json = dict[str, Any]
Point = int | str
Landing = tuple[Point, Point]
GameResult = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened. Subclasses hold only what people did, never what replay can derive."""

    SCHEMA: ClassVar[int] = 1


# ── a match ──────────────────────────────────────────────────────────────────────────────────────────────────────────
@dataclass(frozen=True, slots=True)
class MatchOpened(Event):
    """A match was opened: `length` is `{"games": 3 | 5 | 7}`, `players` maps each seat to a person's name."""

    club: str
    game: str
    length: Mapping[str, int]
    players: Mapping[str, str]
    check: str = "strict"
    stop: str = "all_games"
    options: Mapping[str, Any] = field(default_factory=dict)
    player_ids: Mapping[str, str] = field(default_factory=dict)
    tournament: str | None = None
    round: int | None = None


@dataclass(frozen=True, slots=True)
class OpeningRolled(Event):
    """Each player rolled one die to decide who starts (§13)."""

    white: int
    black: int


@dataclass(frozen=True, slots=True)
class DiceRolled(Event):
    """The dice of one turn, in the order in which they lay or were read."""

    by: str
    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CheckersMoved(Event):
    """The landings of one turn in the order played, each from a point to a point."""

    by: str
    moves: tuple[Landing, ...]


@dataclass(frozen=True, slots=True)
class TurnPassed(Event):
    """The player could not, or would not, land anywhere (an idler, *junker*)."""

    by: str


@dataclass(frozen=True, slots=True)
class GameResigned(Event):
    """A player gave the game up, at the value of an outcome of his choice (S11)."""

    by: str
    outcome: str


@dataclass(frozen=True, slots=True)
class RulingMade(Event):
    """A referee's decision: `void`, `let_stand`, `award_game`, `award_match` or `note`, with its reason.

    `void` names the facts `from_version` to `to_version`; `let_stand` may name the fault by `from_version`; the awards
    name the `winner`'s seat, a game also its `outcome`.
    """

    kind: str
    reason: str
    from_version: int | None = None
    to_version: int | None = None
    winner: str | None = None
    outcome: str | None = None


@dataclass(frozen=True, slots=True)
class ResultReported(Event):
    """A whole match result without its rolls: each game's winner (a seat) and outcome, in order."""

    results: tuple[GameResult, ...]


# ── a tournament ─────────────────────────────────────────────────────────────────────────────────────────────────────
@dataclass(frozen=True, slots=True)
class TournamentCreated(Event):
    """A club announced a tournament; everything here is fixed for its matches."""

    club: str
    name: str
    game: str
    length: Mapping[str, int]
    format: str
    tie_breaks: tuple[str, ...] = ()
    check: str = "strict"
    stop: str = "all_games"
    options: Mapping[str, Any] = field(default_factory=dict)
    published: bool = False


@dataclass(frozen=True, slots=True)
class PlayerEntered(Event):
    """A player of the club entered the tournament, under the name used on its lists."""

    player: str
    name: str


@dataclass(frozen=True, slots=True)
class PlayerWithdrew(Event):
    """A player left; what was played stands."""

    player: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class TournamentStarted(Event):
    """Entries are closed. `seed` is the published seed of every drawing of lots."""

    seed: str


@dataclass(frozen=True, slots=True)
class RoundPaired(Event):
    """A round was paired: (match id, white's player id, black's player id); `bye` names who sits out.

    A computed pairing is stored and never computed again on replay.
    """

    round: int
    pairings: tuple[tuple[str, str, str], ...]
    bye: str | None = None


@dataclass(frozen=True, slots=True)
class MatchSettled(Event):
    """A match of the tournament came to its end, by its own log: points per seat, games as (winner, outcome)."""

    match: str
    winner: str
    score: Mapping[str, int]
    decided_by: str
    games: tuple[GameResult, ...]


# ── a club ───────────────────────────────────────────────────────────────────────────────────────────────────────────
@dataclass(frozen=True, slots=True)
class ClubFounded(Event):
    """A club began to use brade."""

    slug: str
    name: str


@dataclass(frozen=True, slots=True)
class PlayerRegistered(Event):
    """A person is on the club's list of players."""

    player: str
    name: str
    rating: int | None = None


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


EVENTS: tuple[type[Event], ...] = (
    MatchOpened, OpeningRolled, DiceRolled, CheckersMoved, TurnPassed, GameResigned, RulingMade, ResultReported,
    TournamentCreated, PlayerEntered, PlayerWithdrew, TournamentStarted, RoundPaired, MatchSettled,
    ClubFounded, PlayerRegistered, TokenIssued, TokenRevoked,
)  # fmt: skip
MATCH_FACTS = (OpeningRolled, DiceRolled, CheckersMoved, TurnPassed, GameResigned, RulingMade, ResultReported)
_BY_NAME = {f"{kind.__name__}.{kind.SCHEMA}": kind for kind in EVENTS}
_ROWS = {
    "moves": ("from", "to"),
    "results": ("winner", "outcome"),
    "games": ("winner", "outcome"),
    "pairings": ("match", "white", "black"),
}
"""Fields that are rows of values here and lists of objects in the contract: their columns' names there."""
_FIELDS = {kind: tuple((f.name, f.default) for f in fields(kind)) for kind in EVENTS}


class Recorded(NamedTuple):
    """An event as it lies in a log: where, when (Unix ms), by whom, and the hash (hex) of the event before it."""

    version: int
    event: Event
    at: int
    by: str
    prev_hash: str


def type_name(event: Event) -> str:
    """The stored name of an event's type with its schema number, such as `DiceRolled.1`."""
    return f"{type(event).__name__}.{event.SCHEMA}"


def to_stored(event: Event) -> list[Any]:
    """An event's fields in the order of its class: what lies in a store, together with `type_name`.

    >>> to_stored(CheckersMoved("white", ((1, 7), ("bar", 2))))
    ['white', ((1, 7), ('bar', 2))]
    """
    return [getattr(event, name) for name, _ in _FIELDS[type(event)]]


def from_stored(name: str, values: Sequence[Any]) -> Event:
    """The event of a stored type name and its field values (lists become tuples). Raises `UnknownEvent`."""
    kind = _BY_NAME.get(name)
    if kind is None:
        raise UnknownEvent(f"this version of brade does not know the event {name!r}")
    return kind(*[_frozen(value) if type(value) is list else value for value in values])


def to_words(event: Event) -> Json:
    """An event's own fields in the contract's words; optional fields that say nothing are left out.

    >>> to_words(CheckersMoved("white", ((1, 7), ("bar", 2))))
    {'by': 'white', 'moves': [{'from': 1, 'to': 7}, {'from': 'bar', 'to': 2}]}
    """
    words: Json = {}
    for name, default in _FIELDS[type(event)]:
        value = getattr(event, name)
        if value is None and default is None:
            continue
        if name in _ROWS:
            value = [dict(zip(_ROWS[name], row, strict=True)) for row in value]
        words[name] = list(value) if isinstance(value, tuple) else value
    return words


def from_words(name: str, words: Mapping[str, Any]) -> Event:
    """The event of a type name with schema number and its fields in the contract's words, trusted as written.

    Raises `UnknownEvent`.
    """
    kind = _BY_NAME.get(name)
    if kind is None:
        raise UnknownEvent(f"this version of brade does not know the event {name!r}")
    return kind(**{
        key: tuple(tuple(row[column] for column in _ROWS[key]) for row in value) if key in _ROWS else _frozen(value)
        for key, value in words.items()
    })  # fmt: skip


def to_public(stream: str, recorded: Recorded) -> Json:
    """A recorded event in the contract's words, without its own hash: what is hashed, exported and shown."""
    event = recorded.event
    return {
        "stream": stream, "version": recorded.version, "type": type(event).__name__, "schema": event.SCHEMA,
        **to_words(event),
        "recorded_at": rfc3339(recorded.at), "recorded_by": recorded.by, "prev_hash": recorded.prev_hash,
    }  # fmt: skip


ENVELOPE = ("stream", "version", "type", "schema", "recorded_at", "recorded_by", "prev_hash", "hash", "verdict")


def from_public(public: Mapping[str, Any]) -> Recorded:
    """The recorded event of its public form, as in an exported log. Raises `UnknownEvent`, `KeyError`, `ValueError`."""
    words = {name: value for name, value in public.items() if name not in ENVELOPE}
    event = from_words(f"{public['type']}.{public['schema']}", words)
    at = unix_ms(public["recorded_at"])
    return Recorded(int(public["version"]), event, at, public["recorded_by"], public["prev_hash"])


_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def rfc3339(at: int) -> str:
    """Unix milliseconds as RFC 3339 in UTC.

    >>> rfc3339(1_700_000_000_123)
    '2023-11-14T22:13:20.123Z'
    """
    return (_EPOCH + timedelta(milliseconds=at)).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def unix_ms(text: str) -> int:
    """The Unix milliseconds of an RFC 3339 time. Raises `ValueError`."""
    return (datetime.fromisoformat(text) - _EPOCH) // timedelta(milliseconds=1)


def _frozen(value: Any) -> Any:
    return tuple([_frozen(item) for item in value]) if isinstance(value, list) else value
