"""Input of a Swiss round: its players, their scores, opponents, floats and seats so far.

Everything is derived from the rounds before, so it is the same for the pairing and for its explanation. Every paired
match counts as met.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from itertools import groupby
from typing import Any, NamedTuple

from core.games import game_of
from core.messages import say
from core.tournament.model.byes import BYE_KINDS, requested, sat_out
from core.tournament.model.state import Tournament
from core.tournament.model.values import FULL, Pairing, Round
from core.tournament.pairing.lots import shuffled
from core.tournament.standings.scoring import kind_for, scoring_of

DOWN, UP = 1, -1
"""A float: down to an opponent with fewer points, or the bye; up to an opponent with more points."""
WHITE, BLACK = 1, -1
FOLD, RANDOM, MONRAD = "fold", "random", "monrad"
NONE, SOFT, HARD = "none", "soft", "hard"
PAIRING: Mapping[str, Any] = {
    "choices": (FOLD, RANDOM, MONRAD),
    "sentence": say(
        "Who meets whom among equals: the upper half of the seeds the lower (fold), the same by lots (random), or the "
        "first the second, the third the fourth (monrad)."
    ),
}
"""The setting of who meets whom, as metadata of a field."""
AVOID: Mapping[str, Any] = {
    "choices": (NONE, SOFT, HARD),
    "sentence": say("Players of one group, such as a club, meet as any others, not if it can be helped, or never."),
}
"""The setting of who is kept apart, as metadata of a field."""


class PlayerHistory(NamedTuple):
    """A player after the rounds before.

    `met` is the last round against each opponent. `floats` are those of the last two rounds, the last one first.
    `seats` are those of the rounds played, the last one last. `added` is the part of the score that is added for the
    pairing only.
    """

    player: str
    score: int = 0
    met: Mapping[str, int] = {}
    byes: int = 0
    floats: tuple[int, int] = (0, 0)
    seats: tuple[int, ...] = ()
    added: int = 0

    @property
    def balance(self) -> int:
        """The number of rounds as white less those as black."""
        return sum(self.seats)

    @property
    def sat(self) -> int:
        """The last seat; 0 before the first."""
        return self.seats[-1] if self.seats else 0


class ScoreGroup(NamedTuple):
    """Players with equal scores: `size` of them from the place `first` of the field on.

    `arrives` is true if a player is expected to float down to them. `half` is the distance of partners without the
    players who float and the player with the bye: half of the others by the fold, 1 by `monrad`. `paired` is the number
    of these others, an even one.
    """

    score: int
    first: int
    size: int
    arrives: bool
    half: int
    paired: int


class RoundInput(NamedTuple):
    """The players of the round `number`, best score first, and within a score in the order that pairs them.

    `avoided` are the pairs, in the order of their ids, that must not meet (`True`) or should not; `apart` the pairs
    kept apart by their group. `relaxed`: repeated meetings and byes, otherwise forbidden, are expensive instead.
    `limited`: there is a limit on seats. `neighbours`: players of one score meet as neighbours, not by the fold.
    """

    number: int
    players: tuple[PlayerHistory, ...]
    groups: tuple[ScoreGroup, ...]
    kin: Mapping[str, str]
    apart: str
    avoided: Mapping[tuple[str, str], bool]
    relaxed: bool
    limited: bool = False
    neighbours: bool = False


Added = Callable[[int], Mapping[str, int]]
"""The points added to the scores of players, by player id, for the pairing of the round of a number only."""


def past(tournament: Tournament, number: int, added: Added = lambda _: {}) -> dict[str, PlayerHistory]:
    """All players by player id after the rounds before `number`, with what is `added` to their scores in it."""
    counts, seats = scoring_of(tournament), game_of(tournament.created.game).seats[:2]
    known = {player: PlayerHistory(player, tournament.carried.get(player, 0), met={}) for player in tournament.starters}
    for round_ in tournament.rounds:
        if round_.number >= number:
            continue
        known = {
            player: player_history._replace(floats=(0, player_history.floats[0]))
            for player, player_history in known.items()
        }
        more = added(round_.number)
        before = {player: player_history.score + more.get(player, 0) for player, player_history in known.items()}
        for pairing in round_.pairings:
            result = tournament.results.get(pairing.match)
            gained = [0, 0] if result is None else [counts[kind_for(result, seat)] for seat in seats]
            _meet(known, round_.number, pairing, gained, before)
        if round_.bye in known:
            one = known[round_.bye]
            known[one.player] = one._replace(
                score=one.score + counts["bye"], byes=one.byes + 1, floats=(DOWN, one.floats[1])
            )
        for player, worth in sat_out(tournament, round_).items():
            if player in known and worth in BYE_KINDS:
                one = known[player]
                known[player] = one._replace(
                    score=one.score + counts[BYE_KINDS[worth]], byes=one.byes + (worth == FULL)
                )
    for player, points in added(number).items():
        known[player] = known[player]._replace(score=known[player].score + points, added=points)
    return known


def _meet(
    known: dict[str, PlayerHistory], number: int, pairing: Pairing, gained: Collection[int], before: Mapping[str, int]
) -> None:
    ends = ((pairing.white, pairing.black, WHITE), (pairing.black, pairing.white, BLACK))
    for (player, opponent, seat), points in zip(ends, gained, strict=True):
        if player not in known:
            continue
        one, mine, other = known[player], before.get(player, 0), before.get(opponent, 0)
        known[player] = one._replace(
            score=one.score + points,
            met={**one.met, opponent: number},
            floats=((mine > other) - (mine < other), one.floats[1]),
            seats=(*one.seats, seat),
        )


def present(tournament: Tournament, number: int | None = None) -> tuple[str, ...]:
    """The players who can be paired now: the starters who have not withdrawn, in the order of their seeds.

    With the `number` of a round, without those who asked to sit it out.
    """
    absent = tournament.withdrawn | (requested(tournament, number).keys() if number is not None else set())
    return tuple(player for player in tournament.starters if player not in absent)


def sitting(round_: Round) -> set[str]:
    """The players who were paired for a round, or sat it out."""
    players = {player for pairing in round_.pairings for player in (pairing.white, pairing.black)}
    return (players | {round_.bye or ""}) - {""}


def field_of(
    tournament: Tournament,
    number: int,
    standing: Mapping[str, PlayerHistory],
    players: Collection[str],
    *,
    order: str = FOLD,
    apart: str = NONE,
    relaxed: bool = False,
    limited: bool = False,
) -> RoundInput:
    """The field of a round: these players as they stand, in groups of equal scores.

    In a group they stand in the order of the seeds (`fold`, `monrad`), or of lots drawn anew for each round (`random`).
    """
    drawn = shuffled(tournament.starters, lots(tournament, number)) if order == RANDOM else tournament.starters
    inside, place = set(players), {player: count for count, player in enumerate(drawn)}
    listed = sorted(
        (standing[each] for each in inside),
        key=lambda player_history: (-player_history.score, place[player_history.player]),
    )
    kin = {entry.player: entry.group for entry in tournament.entries if entry.group}
    neighbours = order == MONRAD
    groups = tuple(_groups(listed, relaxed, neighbours))
    return RoundInput(number, tuple(listed), groups, kin, apart, tournament.avoided, relaxed, limited, neighbours)


def lots(tournament: Tournament, number: int) -> str:
    """The seed of the lots of a round: the lot of a player is the SHA-256 of `<seed>:round <number>:<player id>`."""
    return f"{tournament.seed}:round {number}"


def _groups(listed: list[PlayerHistory], relaxed: bool, neighbours: bool) -> Iterator[ScoreGroup]:
    sizes = [
        (score, len(list(each))) for score, each in groupby(listed, key=lambda player_history: player_history.score)
    ]
    resting = (
        [player_history.score for player_history in listed if relaxed or not player_history.byes]
        if len(listed) % 2
        else []
    )
    first, arrives = 0, False
    for score, size in sizes:
        stay = size - arrives - (bool(resting) and score == resting[-1])
        pairs = stay // 2
        yield ScoreGroup(score, first, size, arrives, min(1, pairs) if neighbours else pairs, 2 * pairs)
        first, arrives = first + size, bool(stay % 2)
