"""A tournament as it stands: a value with what everybody asks it; and how a round is paired from it."""

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from core.errors import Unknown
from core.events import Event, GameResult, PlayersSeeded, RoundPaired, TournamentCreated

if TYPE_CHECKING:
    from core.tournament.format import Format

OPEN, RUNNING, FINISHED = "open", "running", "finished"
NOBODY = ""
"""The player id at a seat that nobody takes: white has a bye."""


class Entry(NamedTuple):
    """A player, or a team, of the tournament under the name used on its lists.

    `group` is what he should be kept apart by; `late` the number of rounds that were paired when he entered, `None` if
    he was there at the start; `members` are a team's (player id, name), from board 1 on, and behind them who was added
    later. `lineups` are who plays on its boards from the round of a number on, in the order in which that was said.
    """

    player: str
    name: str
    withdrawn: bool = False
    rating: int | None = None
    group: str | None = None
    checked_in: bool = False
    late: int | None = None
    members: tuple[tuple[str, str], ...] = ()
    lineups: tuple[tuple[int, tuple[str, ...]], ...] = ()

    @property
    def people(self) -> tuple[str, ...]:
        """The ids under which this entry sits at a board: its own, and its members'."""
        return (self.player, *(player for player, _ in self.members))

    def lineup(self, number: int) -> tuple[str, ...]:
        """Who plays for the team in the round of that number, from board 1 on."""
        said = [players for since, players in self.lineups if since <= number]
        return said[-1] if said else tuple(player for player, _ in self.members)


class Pairing(NamedTuple):
    """A match of a round and the ids of the players at its two seats; white is the one named first.

    `slot` is the format's name of the place that it fills. Where nobody (`NOBODY`) is black, white has a bye.
    """

    match: str
    white: str
    black: str
    slot: str = ""

    @property
    def is_bye(self) -> bool:
        """Nobody opposes white: there is nothing to play."""
        return self.black == NOBODY


class Round(NamedTuple):
    """A paired round. `bye` is the player who sits it out, if anyone does; a draft is not yet played."""

    number: int
    pairings: tuple[Pairing, ...]
    bye: str | None = None
    stage: str = ""
    draft: bool = False


class Fallen(NamedTuple):
    """A whole round that fell with a result; `by_format` is how the format itself would have paired a draft then.

    Its rows are (white, black), or who sits out.
    """

    round: Round
    by_format: tuple[tuple[str, ...], ...] | None


class Result(NamedTuple):
    """What came of a match: `kind` is `played`, `bye`, or one of a director's decisions (`ResultDecided`).

    `winner` is a seat, `None` where both lost; `score` the points of each seat.
    """

    kind: str
    winner: str | None
    score: Mapping[str, int]
    decided_by: str | None
    games: tuple[GameResult, ...]
    reason: str = ""


class Tournament(NamedTuple):
    """A tournament after the event `version`. `results` is what counts, by match id; `seed` is `None` until the start.

    `starters` are the ids of those who take part, in the order of their seeds: from the start on those who had entered
    and not withdrawn then, and behind them who came late. `reported` are results by the matches' own logs, `decisions`
    those of the director with their versions, `disputed` the matches of which somebody reported something else.
    `voided` are pairings that no longer count, with their rounds' numbers. `avoided` says of a pair of ids in order
    whether it must not meet (`True`) or should not. `tables` are (name, group), `seated` the table by match id.
    `left` are the tables of matches whose pairings were voided, to which these come back.
    `resolved` are the director's ways out of an impasse by round. `created` is the announcement as it holds now, and
    `seeded` how the players were last seeded. `shown` are the numbers of the drafted rounds that have been published,
    `fallen` are the rounds that fell with a result, `gone` the numbers of those that have not been paired since.
    `drafted` are the pairings, by their events' versions, of rounds that are drafts; `unseen` the versions of events of
    drafts that were taken back, in whole or in part, before they were published.
    `unsalted` are the events, with their versions, that may be withheld and whose hash could be guessed.
    """

    id: str
    created: TournamentCreated
    format: "Format"
    version: int
    results: Mapping[str, Result]
    entries: tuple[Entry, ...] = ()
    seed: str | None = None
    starters: tuple[str, ...] = ()
    rounds: tuple[Round, ...] = ()
    reported: Mapping[str, Result] = {}
    decisions: Mapping[str, tuple[tuple[int, Result], ...]] = {}
    confirmed: frozenset[str] = frozenset()
    disputed: frozenset[str] = frozenset()
    paired: Mapping[str, Pairing] = {}
    voided: tuple[tuple[int, Pairing], ...] = ()
    left: Mapping[str, str] = {}
    avoided: Mapping[tuple[str, str], bool] = {}
    tables: tuple[tuple[str, str], ...] = ()
    seated: Mapping[str, str] = {}
    resolved: Mapping[int, str] = {}
    seeding: tuple[str, ...] = ()
    seeded: PlayersSeeded | None = None
    ended: bool = False
    shown: frozenset[int] = frozenset()
    fallen: tuple[Fallen, ...] = ()
    gone: frozenset[int] = frozenset()
    drafted: Mapping[int, RoundPaired] = {}
    unseen: frozenset[int] = frozenset()
    unsalted: tuple[tuple[int, Event], ...] = ()

    @property
    def status(self) -> str:
        """`open` for entries, `running`, or `finished`; a result taken back makes it run again."""
        if self.seed is None:
            return OPEN
        return FINISHED if self.ended or self.format.is_over(self) else RUNNING

    @property
    def tie_breaks(self) -> tuple[str, ...]:
        """The codes that order the table, from the first to the last."""
        return self.created.tie_breaks or self.format.default_tie_breaks

    @property
    def field(self) -> tuple[Entry, ...]:
        """Who takes part: until the start all who are still entered, from then on the starters, withdrawn or not."""
        if self.seed is None:
            return tuple(entry for entry in self.entries if not entry.withdrawn)
        started = set(self.starters)
        return tuple(entry for entry in self.entries if entry.player in started)

    @property
    def withdrawn(self) -> frozenset[str]:
        """The ids of those who have left."""
        return frozenset(entry.player for entry in self.entries if entry.withdrawn)

    @property
    def matches(self) -> Iterator[Pairing]:
        """Every match that was paired, round by round; not those whose pairing was voided."""
        return (pairing for round_ in self.rounds for pairing in round_.pairings)

    @property
    def to_play(self) -> tuple[Pairing, ...]:
        """Matches that wait for a result; one that a withdrawn player did not play is waited for no longer.

        What he played and nobody has confirmed yet is; and where his opponent wins by walkover one of a draft is, too,
        since that is decided when it is published.
        """
        gone = {each for entry in self.entries if entry.withdrawn for each in entry.people}
        return tuple(
            each
            for round_ in self.rounds
            for each in round_.pairings
            if each.match not in self.results
            and (
                (each.white not in gone and each.black not in gone)
                or each.match in self.reported
                or (round_.draft and self.format.walkovers)
            )
        )

    @property
    def waits(self) -> bool:
        """Whether a match waits for a result; asked after every result, so counted where nobody has left."""
        return bool(self.to_play) if self.withdrawn else len(self.results) < len(self.paired)

    def entry(self, player: str) -> Entry:
        """The entry of that player id. Raises `Unknown`."""
        for entry in self.entries:
            if entry.player == player:
                return entry
        raise Unknown("player", player)

    def entry_of(self, player: str) -> Entry:
        """The entry that a player plays for: his own, or that of his team. Raises `Unknown`."""
        for entry in self.entries:
            if entry.player == player or any(player == member for member, _ in entry.members):
                return entry
        raise Unknown("player", player)

    def name_of(self, player: str) -> str:
        """The name on the lists of a player, a team or a team's member. Raises `Unknown`."""
        for entry in self.entries:
            if entry.player == player:
                return entry.name
        return dict(self.entry_of(player).members)[player]

    def match(self, match: str) -> Pairing:
        """The pairing of that match id, if it still counts. Raises `Unknown`."""
        if match not in self.paired:
            raise Unknown("match", match)
        return self.paired[match]

    def round(self, number: int) -> Round:
        """The round of that number. Raises `Unknown`."""
        for round_ in self.rounds:
            if round_.number == number:
                return round_
        raise Unknown("round", str(number), tuple(str(each.number) for each in self.rounds))


def in_order(tournament: Tournament) -> tuple[str, ...]:
    """The ids of those who are entered, in the order of their seeds; those not seeded behind, in the order of entry."""
    place = {player: number for number, player in enumerate(tournament.seeding)}
    entered = [entry.player for entry in tournament.entries if not entry.withdrawn]
    return tuple(sorted(entered, key=lambda player: place.get(player, len(place))))


def paired(
    tournament: Tournament, pairs: Iterable[tuple[str, ...]], bye: str | None = None, *,
    number: int | None = None, stage: str | None = None,
) -> RoundPaired:  # fmt: skip
    """A round of (white's, black's player id, and perhaps the slot): the one after the last, or that of `number`.

    Its matches are numbered on from the last of the tournament; where the same players, in the same slot and round,
    were paired before and that pairing was voided, the match that they had then is theirs again.
    """
    number = len(tournament.rounds) + 1 if number is None else number
    before = {(round_, *pairing[1:]): pairing.match for round_, pairing in tournament.voided}
    count = len(tournament.paired) + len(tournament.voided)
    rows = []
    for white, black, *slot in pairs:
        match = before.get((number, white, black, slot[0] if slot else ""))
        if match is None:
            count += 1
            match = f"{tournament.id}.{count}"
        rows.append((match, white, black, *slot))
    return RoundPaired(number, tuple(rows), bye, stage)
