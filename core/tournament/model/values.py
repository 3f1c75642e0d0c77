"""The values that a tournament is made of: entries, pairings, rounds, results and meetings."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from core.events import Cause, GameResult

NO_PLAYER = ""


class Member(NamedTuple):
    """A player of a team under the name used on the lists of the tournament."""

    player: str
    name: str


def with_team(name: str, team: str | None) -> str:
    """The name of a player as people read it: that of a team's member with the team.

    >>> with_team("Anna Berg", "Vaxholm"), with_team("Anna Berg", None)
    ('Anna Berg (Vaxholm)', 'Anna Berg')
    """
    return name if team is None else f"{name} ({team})"


class Lineup(NamedTuple):
    """The ids of the players of a team, from board 1 on, from a round on."""

    round: int
    players: tuple[str, ...]


ZERO, HALF, FULL = "zero", "half", "full"
WORTHS = (ZERO, HALF, FULL)


OWN_SCORE, VIRTUAL_OPPONENT = "own_score", "virtual_opponent"
UNPLAYED_RULES = (OWN_SCORE, VIRTUAL_OPPONENT, ZERO)
"""The rules for what a round that was not played counts in Buchholz and its variants."""


class RequestedBye(NamedTuple):
    """A round that a player sits out on request, and its worth: `zero`, `half` or `full`."""

    round: int
    worth: str


class ByeRule(NamedTuple):
    """The rule for byes on request: so many with points, of these worths, and if the last round may be one of them.

    `late`: rounds that a late player missed are such byes, for half a point. Only rounds from `first` to `until` are
    sat out; without `until` all are, while the number of rounds is not known. `ends` are the last rounds of each Swiss.
    """

    most: int
    worths: tuple[str, ...]
    last_round: bool
    late: bool
    first: int = 1
    until: int | None = None
    ends: tuple[int, ...] = ()

    def pays(self, number: int) -> bool:
        """True if the round of that number may be sat out with points."""
        return self.last_round or number not in self.ends

    def allows(self, number: int) -> bool:
        """True if the round of that number is one that may be sat out."""
        return self.first <= number and (self.until is None or number <= self.until)

    @property
    def is_open(self) -> bool:
        """True if any round may be sat out."""
        return self.until is None or self.first <= self.until


class LostIn(NamedTuple):
    """The entry of a player before a re-entry, and the slot of the match that it lost."""

    entry: str
    slot: str


class Entry(NamedTuple):
    """A player, or a team, of the tournament under the name used on its lists.

    `group` keeps players apart. `late` is the number of rounds paired before the entry, `None` if the player was there
    at the start. `members` are a team's, from board 1 on, and behind them later additions. `lineups` are in the order
    in which they were announced. `byes` are those that the player asked for. `in_place_of` is the id of the player
    whose place an alternate took. `again_of` is the id on the club's list of a player who entered again, after the
    loss `lost_in`. `bought` are the rounds after which the player bought a life back.
    """

    player: str
    name: str
    withdrawn: bool = False
    rating: int | None = None
    group: str | None = None
    checked_in: bool = False
    late: int | None = None
    members: tuple[Member, ...] = ()
    lineups: tuple[Lineup, ...] = ()
    byes: tuple[RequestedBye, ...] = ()
    in_place_of: str | None = None
    again_of: str | None = None
    lost_in: LostIn | None = None
    bought: tuple[int, ...] = ()

    @property
    def person(self) -> str:
        """The id on the club's list."""
        return self.again_of or self.player

    @property
    def people(self) -> tuple[str, ...]:
        """The ids under which this entry sits at a board: its own, and its members'."""
        return (self.player, *(player for player, _ in self.members))

    def lineup(self, number: int) -> tuple[str, ...]:
        """The players of the team in the round of that number, from board 1 on."""
        lineups = [players for since, players in self.lineups if since <= number]
        return lineups[-1] if lineups else tuple(player for player, _ in self.members)


def ids_of(entries: Iterable[Entry], person: str) -> frozenset[str]:
    """The ids under which a player, by the id on the club's list, sits at a board: of all their entries."""
    return frozenset(each for entry in entries if entry.person == person for each in entry.people)


class Pairing(NamedTuple):
    """A match of a round and the ids of the players at its two seats; white is the one named first.

    `slot` is the format's name of the place that it fills. If black is `NO_PLAYER`, white has a bye.
    """

    match: str
    white: str
    black: str
    slot: str = ""

    @property
    def is_bye(self) -> bool:
        """True if white has no opponent: there is no match to play."""
        return self.black == NO_PLAYER


class Round(NamedTuple):
    """A paired round. `bye` is the player who sits it out, if anyone does; a draft is not yet played."""

    number: int
    pairings: tuple[Pairing, ...]
    bye: str | None = None
    stage: str = ""
    draft: bool = False


class PairedAnew(NamedTuple):
    """Pairings that were made after their round was drawn: the version of the event, and the reason that was given.

    `by_hand`: a director made them, such as with the player who has a bye in the place of one who left, not the service
    for a player who came late or an alternate. `cause`: the reason is brade's own.
    """

    version: int
    reason: str
    by_hand: bool
    cause: Cause | None = None


class RoundTime(NamedTuple):
    """The time of a round (Unix ms): its start, and the time at which its matches should be over."""

    starts: int
    ends: int


class Exchange(NamedTuple):
    """Two players who changed places in the draw, so that `player` can meet `apart_from` later.

    That was possible in the round `before` of the bracket, and is in the round `after`; 1 is the first. `apart_from` is
    empty where only organisers see who is kept apart.
    """

    player: str
    other: str
    apart_from: str
    before: int
    after: int


class BegunStage(NamedTuple):
    """A later stage that has begun: the number of its first round, and its players in the order of their seeds.

    `exchanges` are those in its draw. `others` are the players of the consolation beside it, in the order of their
    seeds. `rules` is the number of the rules by which it began.
    """

    first: int
    players: tuple[str, ...]
    exchanges: tuple[Exchange, ...] = ()
    others: tuple[str, ...] = ()
    rules: int = 1


class VoidedRound(NamedTuple):
    """A whole round that fell with a result; `by_format` is how the format itself would have paired a draft then.

    Its rows are (white, black), or who sits out.
    """

    round: Round
    by_format: tuple[tuple[str, ...], ...] | None


class Result(NamedTuple):
    """The result of a match: `kind` is `played`, `bye`, or one of a director's decisions (`ResultDecided`).

    `winner` is a seat, `None` where both lost; `score` the points of each seat.
    """

    kind: str
    winner: str | None
    score: Mapping[str, int]
    decided_by: str | None
    games: tuple[GameResult, ...]
    reason: str = ""
    cause: Cause | None = None


class AcrossRow(NamedTuple):
    """A player in a comparison across groups: the place in the group, and the sums over the matches that count.

    `shared`: another one has won as much per match. `goes_on`: to the knock-out.
    """

    player: str
    name: str
    group: str
    matches: int
    points: int
    game_difference: int
    point_difference: int
    shared: bool
    goes_on: bool


class Across(NamedTuple):
    """The players in one place of all groups, the best first."""

    place: int
    players: tuple[AcrossRow, ...]


ANNULLED = "annulled"
"""The kind of a result that counts for no one, since a player left early (`core.tournament.model.leavers`)."""
HALF_EACH = "half_each"
"""The kind of a result that is worth half for each player: the time of the round was up."""
UNPLAYED = frozenset({"bye", "half_bye", "full_bye", "walkover", "no_show", "double_no_show", ANNULLED})


class Meeting(NamedTuple):
    """A round with a result as one of its players sees it. `opponent` is a player id, `NO_PLAYER` for a bye.

    `won`: it counts as a win, as some byes do. `points` is its value in the table by the tournament's scoring;
    `points_won` are those of the games. Teams may have `drawn`, and their `games_won` are boards. `match` is empty for
    a bye that is no match, and for a meeting of teams. `penalty` is what the penalty points given in it take off.
    """

    opponent: str
    won: bool
    games_won: int
    games_lost: int
    points_won: int
    points_lost: int
    points: int = 0
    kind: str = "played"
    match: str = ""
    round: int = 0
    drawn: bool = False
    penalty: int = 0

    @property
    def is_bye(self) -> bool:
        """True if there was no opponent."""
        return self.opponent == NO_PLAYER

    @property
    def played(self) -> bool:
        """They sat down to play."""
        return self.kind not in UNPLAYED

    @property
    def game_difference(self) -> int:
        """Games won minus games lost."""
        return self.games_won - self.games_lost

    @property
    def point_difference(self) -> int:
        """Points won minus points lost."""
        return self.points_won - self.points_lost


Meetings = Mapping[str, Sequence[Meeting]]
