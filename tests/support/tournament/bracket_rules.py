"""Rules of a bracket, from its definition: nothing here asks the code that makes or fills brackets.

A slot's name says where it is; who must be there follows from the results of the slots before it.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from core.tournament import Pairing, Tournament


class Outcome(NamedTuple):
    """A slot's pairing and, once it has a result, its winner and loser; where both lost, there is no winner."""

    pairing: Pairing
    over: bool
    winner: str | None
    losers: tuple[str, ...]


def outcomes(tournament: Tournament) -> dict[tuple[str, int, int], Outcome]:
    """Every live pairing by bracket, round of the bracket and place."""
    found = {}
    for each in tournament.matches:
        bracket, round_, place = each.slot.split(".")
        result = tournament.results.get(each.match)
        players = [player for player in (each.white, each.black) if player]
        winner = None
        if result is not None and result.winner is not None:
            winner = each.white if result.winner == "white" else each.black
        losers = tuple(player for player in players if player != winner) if result and not each.is_bye else ()
        where = bracket, int(round_), int(place)
        assert where not in found, f"{each.slot} is taken twice"
        found[where] = Outcome(each, result is not None, winner, losers)
    return found


def check_main(tournament: Tournament) -> None:
    """SE2–SE4: who meets in the first round, who has byes, and that winners go on to the place above them."""
    starters, slots = tournament.starters, outcomes(tournament)
    seed = {player: number for number, player in enumerate(starters, 1)}
    size = 2
    while size < len(starters):
        size *= 2
    byes = set()
    for place in range(1, size // 2 + 1):
        pairing = slots["main", 1, place].pairing
        if pairing.is_bye:
            byes.add(seed[pairing.white])
        else:
            assert seed[pairing.white] + seed[pairing.black] == size + 1, pairing
            assert seed[pairing.white] < seed[pairing.black], "who stands above sits white"
    assert byes == set(range(1, size - len(starters) + 1)), "the best seeds have the byes"
    _sent(slots, size.bit_length() - 1, 1)


def _sent(slots: Mapping[tuple[str, int, int], Outcome], round_: int, place: int) -> tuple[str, ...] | None:
    """The player who goes on from a slot of the main bracket, perhaps none; `None` while that is open."""
    slot = slots.get(("main", round_, place))
    if round_ > 1:
        sent = [_sent(slots, round_ - 1, 2 * place - each) for each in (1, 0)]
        if None in sent:
            assert slot is None, f"{slot} is paired before its players are known"
            return None
        players = [player for each in sent for player in each or ()]
        assert [player for player in (slot.pairing[1:3] if slot else ()) if player] == players
    if slot is None:
        return ()
    return ((slot.winner,) if slot.winner else ()) if slot.over else None


def check_nobody_twice(tournament: Tournament) -> None:
    """No player has two matches to play, and no withdrawn player has one."""
    waiting = [match for match in tournament.matches if match.match not in tournament.results]
    players = Counter(player for each in waiting for player in (each.white, each.black))
    assert not [player for player, count in players.items() if count > 1 and player]
    assert not set(players) & tournament.withdrawn


def losses(tournament: Tournament) -> Counter[str]:
    """The number of losses of every player."""
    return Counter(player for outcome in outcomes(tournament).values() for player in outcome.losers)


def check_lower(
    tournament: Tournament, bracket: str, tokens: Iterable[str], above: Mapping[str, tuple[str, int]]
) -> None:
    """DS2–DS6 in a bracket that is over: who is in each round are those left and those who enter, each once.

    `above` is the (bracket, round) of each letter.
    """
    slots = outcomes(tournament)
    left: list[str] = []
    for number, token in enumerate(tokens, 1):
        entering = [
            player
            for letter in token.replace("|", "")
            for where, slot in slots.items()
            if where[:2] == above[letter] and slot.winner
            for player in slot.losers
        ]
        there = [slot for where, slot in slots.items() if where[:2] == (bracket, number)]
        playing = [player for each in there for player in each.pairing[1:3] if player]
        expected = left + entering
        if len(expected) < 2 and not playing:
            left = expected
            continue
        assert Counter(playing) == Counter(expected), (bracket, number, token)
        left = [each.winner for each in there if each.winner]


def check_sizes(tournament: Tournament, bracket: str, sizes: list[tuple[int, int]]) -> None:
    """So many (players, matches of two) in each round of a bracket."""
    slots = outcomes(tournament)
    seen = []
    for number in range(1, len(sizes) + 1):
        there = [slot.pairing for where, slot in slots.items() if where[:2] == (bracket, number)]
        seen.append((sum(2 - each.is_bye for each in there), sum(not each.is_bye for each in there)))
    assert seen == sizes
