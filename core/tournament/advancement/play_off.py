"""A play-off of players who are level at the line, and the plan of the brackets behind it."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from core.tournament.brackets.filling import FilledBracket
from core.tournament.model.bracket_plan import PLACE, PLAY_OFF, WINNER, Bracket, Plan, PlanRound, Slot, Source
from core.tournament.model.state import Tournament

PlayOffRounds = tuple[tuple[Slot, ...], ...]
"""The slots of the matches of a play-off, round by round."""


@lru_cache(maxsize=256)
def play_off_rounds(
    players: int, places: int, above: int, group: str = "", before: tuple[int, int] = (0, 0)
) -> tuple[PlayOffRounds, tuple[Source, ...]]:
    """The matches of so many players for so many places, round by round, and the sources of those places (SK6).

    `above` are the places before theirs. In each round no more play than must: the first by the table rest. Of those
    who play the first meets the last. `before` are the rounds and the matches of a round whose numbers others have.

    >>> [[slot.key for slot in each] for each in play_off_rounds(3, 1, 7)[0]]
    [['play_off.1.1'], ['play_off.2.1']]
    """
    return play_off_of([Source(PLACE, f"{group}{above + number}") for number in range(1, players + 1)], places, before)


def play_off_of(
    players: Sequence[Source], places: int, before: tuple[int, int] = (0, 0)
) -> tuple[PlayOffRounds, tuple[Source, ...]]:
    """The matches of these players for so many places, round by round, and the sources of those places."""
    spots, played = list(players), list[tuple[Slot, ...]]()
    while len(spots) > places:
        count = min(len(spots) - places, len(spots) // 2)
        resting, playing = spots[: len(spots) - 2 * count], spots[len(spots) - 2 * count :]
        round_ = before[0] + len(played) + 1
        slots = tuple(
            Slot(f"{PLAY_OFF}.{round_}.{before[1] + number + 1}", playing[number], playing[-1 - number])
            for number in range(count)
        )
        played.append(slots)
        spots = [*resting, *(Source(WINNER, slot.key) for slot in slots)]
    return tuple(played), tuple(spots)


def play_off_bracket(rounds: Sequence[Sequence[Slot]], numbers: Sequence[int]) -> Bracket:
    """The matches of a play-off as a bracket, whose rounds have these numbers in the tournament."""
    names = [f"{PLAY_OFF}_{number}" for number in range(1, len(numbers) + 1)] if len(numbers) > 1 else [PLAY_OFF]
    return Bracket(
        PLAY_OFF,
        tuple(
            PlanRound(number, name, tuple(slots)) for number, name, slots in zip(numbers, names, rounds, strict=True)
        ),
    )


def came_to(
    tournament: Tournament, rounds: PlayOffRounds, spots: Sequence[Source], level: Mapping[str, str]
) -> list[str | None]:
    """The players who came to the places of a play-off, `NO_PLAYER` where both lost, `None` while it is not known.

    `level` are those who play it by the places that they play from. The tournament has its matches.
    """
    plan = Plan((play_off_bracket(rounds, range(1, len(rounds) + 1)),))
    filling = FilledBracket(plan, tournament, lambda place: level[str(place)])
    return [filling.player_of(spot) for spot in spots]


def plan_behind(tournament: Tournament, before: int, play_off: PlayOffRounds, brackets: Callable[[int], Plan]) -> Plan:
    """The matches of a play-off, and behind them the brackets, after so many rounds `before`.

    `brackets` are those of a number of their first round. A round keeps the number under which a match of it was paired
    first.
    """
    paired = {pairing.slot: number for number, pairing in tournament.voided.pairings}
    paired |= {pairing.slot: round_.number for round_ in tournament.rounds for pairing in round_.pairings}
    offsets = {slot.key: round_.number for _, round_ in brackets(0).rounds() for slot in round_.slots}
    at_line = {_round(slot): number for slot, number in paired.items() if slot.startswith(f"{PLAY_OFF}.")}
    free = max([before + len(play_off), *at_line.values()]) + 1
    first = next((paired[slot] - offset for slot, offset in offsets.items() if slot in paired), free)
    if not play_off:
        return brackets(first)
    behind = before if first == free else first + max(offsets.values(), default=0)
    numbers: list[int] = []
    for place, slots in enumerate(play_off, 1):
        number = at_line.get(_round(slots[0].key))
        if number is None:
            number = behind + place
            while number in numbers or number in at_line.values():
                number += 1
        numbers.append(number)
    if first == free:
        first = max(free, *(number + 1 for number in numbers))
    return Plan((play_off_bracket(play_off, numbers), *brackets(first).brackets))


def _round(slot: str) -> int:
    return int(slot.split(".")[1])
