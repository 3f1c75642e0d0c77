"""Events of a tournament's rounds, from the pairing to the end."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from core.events.base import Cause, Event, GameResult, MayBeWithheld


@dataclass(frozen=True, slots=True)
class RoundPaired(MayBeWithheld):
    """A round was paired: (match id, white's player id, black's player id, slot). `bye` is the player who sits out.

    A computed pairing is stored and never computed again on replay. The slot is the format's name of the place that the
    match fills, if it has one. There, black's id is empty if white has no opponent. A round that has pairings already
    gets these in addition. A match whose pairing was voided is played again under its old id. `stage` is the format's
    name of the part of the tournament that the round belongs to.
    """

    round: int
    pairings: tuple[tuple[str, ...], ...]
    bye: str | None = None
    stage: str | None = None
    salt: str | None = None


@dataclass(frozen=True, slots=True)
class RoundPublished(Event):
    """A drafted round was shown to everybody: from now on its matches are played."""

    round: int


@dataclass(frozen=True, slots=True)
class RoundTimeSet(Event):
    """A round starts and ends at these times (Unix ms), whatever was set before; without them it has no time any more.

    The end is when its matches should be over. Nothing happens by itself then.
    """

    round: int
    starts: int | None = None
    ends: int | None = None


@dataclass(frozen=True, slots=True)
class PairingsVoided(MayBeWithheld):
    """Pairings and the results of their matches no longer count. `reason` says what happened to them.

    `bye`: the round's bye is taken back, too. A round without pairings and bye is no round any more. `follows`: the
    pairings were voided because of a result, not by a director; with the result they may come back. `by_format`: how
    the format would have paired a voided draft, as (white, black) or the player who sits out. If the format would pair
    so again, the draft comes back, by hand or not. Where a director pairs by hand instead, they are the voided pairs.
    `cause`: the reason is brade's own. It has players by their ids, and up to schema 3 by their names.
    """

    SCHEMA: ClassVar[int] = 4
    round: int
    matches: tuple[str, ...]
    reason: str
    bye: bool = False
    follows: bool | None = None
    by_format: tuple[tuple[str, ...], ...] | None = None
    cause: Cause | None = None
    salt: str | None = None


@dataclass(frozen=True, slots=True)
class ImpasseResolved(Event):
    """The director's answer when a round cannot be paired by the format's rules.

    `way`: `look_ahead` (the round before is paired again so that this one can be), `rematch` (the oldest meetings may
    be repeated in this round), `byes_back` (who asked to sit it out plays in it), `no_match` (a round of byes alone),
    `end` (no further round).
    """

    round: int
    way: str
    reason: str


@dataclass(frozen=True, slots=True)
class PairsAvoided(MayBeWithheld):
    """These players should not meet: never if `hard`, else not if it can be helped."""

    pairs: tuple[tuple[str, str], ...]
    hard: bool
    reason: str = ""
    salt: str | None = None


@dataclass(frozen=True, slots=True)
class PairsAllowed(MayBeWithheld):
    """These players may meet again as any others."""

    pairs: tuple[tuple[str, str], ...]
    reason: str = ""
    salt: str | None = None


@dataclass(frozen=True, slots=True)
class TablesSet(Event):
    """The tables of the hall, in the order in which they are filled: (name, group of tables, or empty)."""

    tables: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class MatchesSeated(Event):
    """Matches were given their tables: (match id, table); an empty table takes it away again."""

    seats: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class MatchesScheduled(Event):
    """Matches have these times and tables in the timetable: (match, start and end in Unix ms, table or empty).

    A match that is not paired yet is named by its slot in a bracket, or by its round and place in it, such as `3:2`.
    An end of 0 takes it out of the timetable.
    """

    times: tuple[tuple[str, int, int, str], ...]


@dataclass(frozen=True, slots=True)
class TimetableRulesSet(Event):
    """Rules of the timetable, all that hold from now on. Breaks are (start, end, what it is), in Unix ms.

    `rest` are the minutes that a player has between two matches. With `pushes` a match that lasts longer moves those
    that follow it.
    """

    breaks: tuple[tuple[int, int, str], ...] = ()
    rest: int = 0
    pushes: bool = False


@dataclass(frozen=True, slots=True)
class MatchSettled(Event):
    """A match of the tournament came to its end, by its own log.

    `winner` is a seat, `score` the points per seat, `games` how each of them ended.
    """

    match: str
    winner: str
    score: Mapping[str, int]
    decided_by: str
    games: tuple[GameResult, ...]


@dataclass(frozen=True, slots=True)
class MatchReopened(Event):
    """A ruling in a match's own log took its settled result back; what is played now will settle it anew."""

    match: str


@dataclass(frozen=True, slots=True)
class PenaltiesReported(Event):
    """The penalty points of each seat of a match changed, by its own log, in a tournament whose table counts them.

    `points` are all that hold from now on, by seat; a seat without any is left out. `fact` is the version of the
    match's fact that changed them.
    """

    match: str
    fact: int
    points: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class ResultConfirmed(Event):
    """A person who did not report a match's result, or a referee, confirmed it. Now it counts."""

    match: str


@dataclass(frozen=True, slots=True)
class ResultDisputed(Event):
    """Another person reported another result of a match that waits for confirmation. A referee must decide."""

    match: str
    results: tuple[GameResult, ...]
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ResultDecided(Event):
    """A referee's or director's decision on a match's result, which holds whatever the match's own log says.

    `kind`: `played` (a corrected score), `walkover`, `no_show`, `double_no_show`, `forfeit` (given up after its start)
    or `adjudicated`. `winner` is a seat, `None` where both lost; `score` the points of each seat. `cause`: the reason
    is brade's own. It has players by their ids, and up to schema 2 by their names.
    """

    SCHEMA: ClassVar[int] = 3
    match: str
    kind: str
    reason: str
    winner: str | None
    score: Mapping[str, int]
    decided_by: str | None
    games: tuple[GameResult, ...]
    cause: Cause | None = None


@dataclass(frozen=True, slots=True)
class DecisionUndone(Event):
    """The decision recorded as the version `decision` counts no longer: what held before it holds again."""

    match: str
    decision: int
    reason: str


@dataclass(frozen=True, slots=True)
class TournamentEnded(Event):
    """The director ended the tournament before its format did: no further round is paired."""

    reason: str


@dataclass(frozen=True, slots=True)
class TournamentCalledOff(Event):
    """The tournament does not take place, or is not played to its end. What was written stands."""

    reason: str


@dataclass(frozen=True, slots=True)
class TournamentReinstated(Event):
    """The calling off was taken back: the tournament stands as it stood before it."""

    reason: str = ""


@dataclass(frozen=True, slots=True)
class TournamentDeleted(Event):
    """The tournament was announced by mistake, and no player took part. It is in no list any more. Its log stays."""

    reason: str = ""


@dataclass(frozen=True, slots=True)
class TournamentPublished(Event):
    """From now on everybody may see the tournament and its matches; not `published`: only the club's people."""

    published: bool
