"""What a format must answer, as one frozen value, and the tournament that it is asked about."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from core.errors import Unknown
from core.events import MatchSettled, RoundPaired, TournamentCreated

OPEN, RUNNING, FINISHED = "open", "running", "finished"


class Entry(NamedTuple):
    """A player of the tournament, under the name used on its lists."""

    player: str
    name: str
    withdrawn: bool = False


class Pairing(NamedTuple):
    """A match of a round and the ids of the players at its two seats; white is the one named first."""

    match: str
    white: str
    black: str


class Round(NamedTuple):
    """A paired round. `bye` is the player who sits it out, if anyone does."""

    number: int
    pairings: tuple[Pairing, ...]
    bye: str | None = None


@dataclass(frozen=True)
class Format:
    """One way to run a tournament: who meets whom, and when it is over.

    `next_round(tournament, seed)` pairs the one round that follows, or answers `None` if it waits for results or there
    is none left; it is asked again until it does, so a format that knows all its rounds gives them all at once. It is
    only asked of a tournament that has started. `is_over(tournament)` says whether nothing is left to pair or play.
    """

    key: str
    name: str
    rule: str
    default_tie_breaks: tuple[str, ...]
    next_round: Callable[["Tournament", str], RoundPaired | None]
    is_over: Callable[["Tournament"], bool]


class Tournament(NamedTuple):
    """A tournament after the event `version`. `results` is by match id; `seed` is `None` until the start.

    `starters` are the ids of those who had entered and not withdrawn when it started, in the order of entry.
    """

    id: str
    created: TournamentCreated
    format: Format
    version: int
    results: Mapping[str, MatchSettled]
    entries: tuple[Entry, ...] = ()
    seed: str | None = None
    starters: tuple[str, ...] = ()
    rounds: tuple[Round, ...] = ()

    @property
    def status(self) -> str:
        """`open` for entries, `running`, or `finished`; a result taken back makes it run again."""
        if self.seed is None:
            return OPEN
        return FINISHED if self.format.is_over(self) else RUNNING

    @property
    def tie_breaks(self) -> tuple[str, ...]:
        """The codes that order the table, from the first to the last."""
        return self.created.tie_breaks or self.format.default_tie_breaks

    @property
    def field(self) -> tuple[Entry, ...]:
        """Who takes part: until the start all who are still entered, from then on the starters, withdrawn or not."""
        if self.seed is None:
            return tuple(entry for entry in self.entries if not entry.withdrawn)
        return tuple(entry for entry in self.entries if entry.player in self.starters)

    @property
    def matches(self) -> Iterator[Pairing]:
        """Every match that was paired, round by round."""
        return (pairing for round_ in self.rounds for pairing in round_.pairings)

    @property
    def to_play(self) -> tuple[Pairing, ...]:
        """Matches that wait for a result; one that a withdrawn player did not play is waited for no longer."""
        gone = {entry.player for entry in self.entries if entry.withdrawn}
        waiting = (each for each in self.matches if each.match not in self.results)
        return tuple(each for each in waiting if each.white not in gone and each.black not in gone)

    def entry(self, player: str) -> Entry:
        """The entry of that player id. Raises `Unknown`."""
        for entry in self.entries:
            if entry.player == player:
                return entry
        raise Unknown("player", player)

    def match(self, match: str) -> Pairing:
        """The pairing of that match id. Raises `Unknown`."""
        for pairing in self.matches:
            if pairing.match == match:
                return pairing
        raise Unknown("match", match)


def paired(tournament: Tournament, pairs: Iterable[tuple[str, str]], bye: str | None = None) -> RoundPaired:
    """The round after the last one, of (white's, black's player id); its matches are numbered on from the last."""
    played = sum(len(round_.pairings) for round_ in tournament.rounds)
    rows = tuple((f"{tournament.id}.{number}", *pair) for number, pair in enumerate(pairs, played + 1))
    return RoundPaired(len(tournament.rounds) + 1, rows, bye)
