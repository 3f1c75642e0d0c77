"""Groups: the draw, and the places in each group."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from string import ascii_uppercase

from core.tournament.advancement.line import with_lots
from core.tournament.model.state import Tournament
from core.tournament.model.values import NO_PLAYER, Pairing
from core.tournament.pairing.assignment import cheapest
from core.tournament.standings.standings import Standing, standings

STAGE = "groups"
"""The stage of the rounds that are played in groups."""

Groups = Mapping[str, tuple[str, ...]]
"""The players of each group by its name, in the order of their seeds."""


def group_names(count: int) -> list[str]:
    """The names of so many groups: `A` to `Z`, then `AA`, `AB` and so on.

    >>> group_names(28)[25:]
    ['Z', 'AA', 'AB']
    """
    letters = len(ascii_uppercase)
    beyond = (first + second for first in ascii_uppercase for second in ascii_uppercase)
    return [ascii_uppercase[number] if number < letters else next(beyond) for number in range(count)]


def group_of(pairing: Pairing) -> str:
    """The group that a match is in; empty for a match of another stage.

    >>> group_of(Pairing("t_cup.1", "anna", "bo", "B")), group_of(Pairing("t_cup.9", "anna", "bo", "main.1.1"))
    ('B', '')
    """
    return pairing.slot if pairing.slot.isalpha() and pairing.slot.isupper() else ""


def groups_of(tournament: Tournament, count: int) -> Groups:
    """The groups as they were paired, or, before their first round, as they are drawn.

    A draw is never repeated: in a round of a group every player is paired, if only with `NO_PLAYER`. If the first
    round is missing, because it is a draft for this reader, the others show the groups.
    """
    paired: dict[str, set[str]] = {}
    for pairing in _pairings(tournament):
        paired.setdefault(pairing[3], set()).update({pairing[1], pairing[2]} - {NO_PLAYER})
    if not paired:
        return drawn(tournament, count)
    place = {player: number for number, player in enumerate(tournament.starters)}
    # A player in whose place an alternate plays was paired, too.
    return {
        name: tuple(sorted(paired[name] & place.keys(), key=place.__getitem__))
        for name in sorted(paired, key=_in_order)
    }


def _pairings(tournament: Tournament) -> Iterator[tuple[str, str, str, str]]:
    for round_ in tournament.rounds:
        if round_.stage == STAGE:
            yield from round_.pairings
            if round_.number == 1:
                break
    yield from (pairing for number, pairing in tournament.voided.pairings if number == 1)


def _in_order(name: str) -> tuple[int, str]:
    return len(name), name


def drawn(tournament: Tournament, count: int) -> Groups:
    """The draw in the shape of a snake: seeds 1 to n go to A, B, C, …, the next n back from the last group to A.

    Players who are to be kept apart are those of one club (`Entry.group`) and avoided pairs. To separate them, players
    of the same row change groups. The order minimises pairs that must not meet, then pairs that should not, then the
    players who change groups, then how far they move.
    """
    names, apart = group_names(count), _apart(tournament, count * len(tournament.starters) + 1)
    groups: list[list[str]] = [[] for _ in names]
    for row in range(0, len(tournament.starters), count):
        players = tournament.starters[row : row + count]
        usual = range(count) if row // count % 2 == 0 else range(count - 1, -1, -1)
        costs = [
            [_cost(apart.get(player, {}), groups[group], abs(group - place), count) for group in range(count)]
            for player, place in zip(players, usual, strict=False)
        ]
        for player, group in zip(players, cheapest(costs), strict=True):
            groups[group].append(player)
    return {name: tuple(group) for name, group in zip(names, groups, strict=True)}


def _apart(tournament: Tournament, never: int) -> Mapping[str, Mapping[str, int]]:
    """By player the others to be kept apart from, and the cost of each: `never` or more of who must not meet."""
    clubs: dict[str, list[str]] = {}
    for entry in tournament.entries:
        if entry.group is not None:
            clubs.setdefault(entry.group, []).append(entry.player)
    apart = {player: dict.fromkeys(club, 1) for club in clubs.values() if len(club) > 1 for player in club}
    for (one, other), hard in tournament.avoided.items():
        cost = apart.get(one, {}).get(other, 0) + never if hard else 1
        apart.setdefault(one, {})[other] = apart.setdefault(other, {})[one] = cost
    return apart


def _cost(apart: Mapping[str, int], group: Collection[str], moved: int, count: int) -> int:
    together = sum(apart.get(other, 0) for other in group) if apart else 0
    row = count * count + 1
    return (together * row + (moved > 0)) * row + moved


def placed(tournament: Tournament, name: str, players: Sequence[str]) -> tuple[list[str], frozenset[str]]:
    """The players of a group in the order of its table, and those of them who share a place and were drawn."""
    lines = table_of(tournament, name, players)
    return [line.player_id for line in lines], frozenset(line.player_id for line in lines if line.shared)


def table_of(
    tournament: Tournament, name: str, players: Sequence[str], last: Collection[str] = frozenset()
) -> list[Standing]:
    """The table of a group. Of players who share a place those in `last` are behind the others; lots order the rest."""
    # The matches of all other groups are left out first: it is asked of each of a hundred groups after each result.
    mine = tuple(
        round_._replace(pairings=tuple(pairing for pairing in round_.pairings if pairing.slot == name))
        for round_ in tournament.rounds
        if round_.stage == STAGE
    )
    lines = standings(tournament._replace(rounds=mine), players, STAGE)
    return with_lots(lines, tournament.seed, last)
