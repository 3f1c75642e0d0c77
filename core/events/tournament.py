"""Events of a tournament up to its start."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from core.events.base import Cause, Event, NamesPeople


@dataclass(frozen=True, slots=True)
class TournamentCreated(Event):
    """A club announced a tournament. The values hold for all its matches.

    `settings` are the format's own (`Format.settings`). `terms` give the matches of a stage or round another `length`,
    `check` or `stop`. `scoring` is the value of a match by its kind of result: `win`, `bye`, `walkover`, … With
    `check_in` only checked-in players start. With `drafts` a paired round is visible and playable once it is published.
    With `confirm` a result counts once another person, or a referee, has confirmed it. `details` say when and where it
    is and all else that people are told of it (`core.tournament.details`). `time_up` is the worth of a match that is
    unfinished at the end of its round's time (`core.tournament.time_up`). `handicap` is the rule of the points with
    which the weaker player of a match begins (`core.tournament.handicap`).
    """

    SCHEMA: ClassVar[int] = 4

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
    settings: Mapping[str, Any] | None = None
    terms: tuple[Mapping[str, Any], ...] | None = None
    scoring: Mapping[str, int] | None = None
    check_in: bool | None = None
    drafts: bool | None = None
    confirm: bool | None = None
    details: Mapping[str, Any] | None = None
    time_up: str | None = None
    handicap: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class TournamentAmended(Event):
    """The announcement was changed: whatever is named here holds in place of what was announced.

    After the start only `details` change. An empty `handicap` takes it away.
    """

    SCHEMA: ClassVar[int] = 4

    reason: str = ""
    name: str | None = None
    length: Mapping[str, int] | None = None
    tie_breaks: tuple[str, ...] | None = None
    check: str | None = None
    stop: str | None = None
    settings: Mapping[str, Any] | None = None
    terms: tuple[Mapping[str, Any], ...] | None = None
    scoring: Mapping[str, int] | None = None
    check_in: bool | None = None
    drafts: bool | None = None
    confirm: bool | None = None
    details: Mapping[str, Any] | None = None
    time_up: str | None = None
    handicap: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class PlayerEntered(NamesPeople):
    """A player of the club entered the tournament, under the name used on its lists.

    `group` is the group by which the player is kept apart, such as a club. A team's `members` are (player id, name),
    from board 1 on. After the start this is a late entry.
    """

    SCHEMA: ClassVar[int] = 2
    player: str
    name: str
    rating: int | None = None
    group: str | None = None
    members: tuple[tuple[str, str], ...] | None = None
    salts: Mapping[str, str] | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class EntryChanged(NamesPeople):
    """Before the start an entry has this name, rating and group on the tournament's lists."""

    SCHEMA: ClassVar[int] = 2
    player: str
    name: str
    rating: int | None = None
    group: str | None = None
    salts: Mapping[str, str] | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class EntryFormSet(Event):
    """Strangers may ask to enter, or not any more. From `places` entries on, if it is named, they wait in a list."""

    open: bool
    places: int | None = None


@dataclass(frozen=True, slots=True)
class TeamLinedUp(NamesPeople):
    """From the round of that number on, these play for a team, from board 1 on: (player id, name)."""

    SCHEMA: ClassVar[int] = 2
    team: str
    round: int
    members: tuple[tuple[str, str], ...]
    reason: str = ""
    salts: Mapping[str, str] | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class ByesSet(Event):
    """The rounds that a player sits out on request, all that hold from now on: (round, `zero`, `half` or `full`).

    `cause`: the reason is brade's own.
    """

    SCHEMA: ClassVar[int] = 2
    player: str
    byes: tuple[tuple[int, str], ...]
    reason: str = ""
    cause: Cause | None = None


@dataclass(frozen=True, slots=True)
class PlayerWithdrew(Event):
    """A player left; what was played stands. `cause`: the reason is brade's own."""

    SCHEMA: ClassVar[int] = 2
    player: str
    reason: str = ""
    cause: Cause | None = None


@dataclass(frozen=True, slots=True)
class WithdrawalTakenBack(Event):
    """A player who had left after the start is back, and plays on."""

    player: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class AlternatesSet(NamesPeople):
    """The alternates, (player id, name), in the order in which they are asked: all that hold from now on."""

    SCHEMA: ClassVar[int] = 2
    alternates: tuple[tuple[str, str], ...]
    salts: Mapping[str, str] | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class PlayerReplaced(NamesPeople):
    """A player did not come to the first round: the alternate `by` stands in the draw and in the rounds in their place.

    Matches of the player are voided before, and paired for the alternate afterwards. `name`, `rating` and `group` are
    the alternate's.
    """

    SCHEMA: ClassVar[int] = 2
    player: str
    by: str
    name: str
    rating: int | None = None
    group: str | None = None
    reason: str = ""
    salts: Mapping[str, str] | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class PlayerReentered(NamesPeople):
    """A player who lost the match in the slot `lost_in` entered again: `entry` is the id of the new entry.

    `player` is the id of the entry that lost, `person` that on the club's list. `name`, `rating` and `group` are those
    of the new entry.
    """

    SCHEMA: ClassVar[int] = 2
    player: str
    entry: str
    person: str
    name: str
    lost_in: str
    rating: int | None = None
    group: str | None = None
    reason: str = ""
    salts: Mapping[str, str] | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class ReentryTakenBack(Event):
    """The new entry `entry` of a player was a mistake; `player` is the id of the entry that lost."""

    player: str
    entry: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class PlayerBoughtBack(Event):
    """A player who was out after the round of that number bought a life back: one lost match is forgiven."""

    player: str
    round: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class BuyBackTakenBack(Event):
    """The buy-back of a player after the round of that number was a mistake."""

    player: str
    round: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class PlayerCheckedIn(Event):
    """A player is present. Not `present`: the check-in was a mistake, or the player left again."""

    player: str
    present: bool = True


@dataclass(frozen=True, slots=True)
class PlayersSeeded(Event):
    """The order of the entries, best first, by `rating`, by `hand` or by `lots` drawn with the published `seed`."""

    players: tuple[str, ...]
    method: str
    seed: str | None = None


@dataclass(frozen=True, slots=True)
class PlayersDrawn(Event):
    """The order of the entries as it was drawn: the first `seeded` are seeded, best first, the others are drawn.

    The others are in the order of their lots, drawn with the published `seed`.
    """

    players: tuple[str, ...]
    seeded: int
    seed: str


@dataclass(frozen=True, slots=True)
class DrawWordsSaid(Event):
    """The words that were said for the draw, in their order: all that hold from now on."""

    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlayersExchanged(Event):
    """Pairs of players changed places in the draw, one after the other, so that others meet later.

    Each is (player, other, apart from whom, the round in which these two could meet before, and after). It is empty
    from whom where only organisers see who is kept apart.
    """

    exchanges: tuple[tuple[str, str, str, int, int], ...]


@dataclass(frozen=True, slots=True)
class StageBegun(Event):
    """The next stage began with these players, in the order of their seeds. Its rounds are those paired from now on.

    `others` missed it and play a consolation beside it, in the order of their seeds there. `rules` is the number of the
    rules by which it was decided who plays where (`core.tournament.model.state.Format`).
    """

    SCHEMA: ClassVar[int] = 3

    players: tuple[str, ...]
    others: tuple[str, ...] | None = None
    rules: int | None = None


@dataclass(frozen=True, slots=True)
class StageTakenBack(Event):
    """The stage that began last was taken back before any match of it was played."""

    reason: str = ""


@dataclass(frozen=True, slots=True)
class TournamentStarted(Event):
    """Entries are closed. `seed` is the published seed of every drawing of lots.

    `rules` is the number of the rules of its format by which it is played (`core.tournament.model.state.Format`).
    """

    SCHEMA: ClassVar[int] = 2

    seed: str
    rules: int | None = None
