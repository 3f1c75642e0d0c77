"""Placement: losers of a round play on, so that each place is played for (SE13)."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from core.tournament.model.bracket_plan import BYE, LOSER, WINNER, Bracket, PlanRound, Slot, Source
from core.tournament.setting_words import sentence_of

PLACES = "placement"
"""The stage of the matches for places, and the beginning of the keys of their brackets, such as `placement_5_8`."""
PLACEMENT: Mapping[str, Any] = {
    "choices": (0, 4, 8, 16, 32, 64),
    "if_chosen": True,
    "sentence": sentence_of("placement", "SE13"),
}
"""The setting of how many places are played for, as metadata of a field."""
_PLACE = "place_"
_NAME = re.compile(rf"{PLACES}_(?P<first>\d+)_(?P<last>\d+)(_(?P<round>\d+))?")


class PlaceRange(NamedTuple):
    """The places that a bracket is played for, and the number of a round of it; 0 is the whole bracket.

    Its last round is the match for its first place, and has a name of its own (`place_of`).
    """

    first: int
    last: int
    round: int


def places_of(name: str) -> PlaceRange | None:
    """The places that a bracket or a round of this name is played for; `None` if it is another one.

    >>> places_of("placement_5_8_2"), places_of("placement_7_8"), places_of("semi_final")
    (PlaceRange(first=5, last=8, round=2), PlaceRange(first=7, last=8, round=0), None)
    """
    matched = _NAME.fullmatch(name)
    return PlaceRange(int(matched["first"]), int(matched["last"]), int(matched["round"] or 0)) if matched else None


def place_of(name: str) -> int | None:
    """The place that a round of this name is the match for; `None` if it is another one.

    >>> place_of("place_5"), place_of("final")
    (5, None)
    """
    number = name.removeprefix(_PLACE)
    return int(number) if name.startswith(_PLACE) and number.isdecimal() else None


def seeding_order(size: int) -> list[int]:
    """The seeds of a bracket from top to bottom: 1 meets the last, 1 and 2 can meet in the final only, and so on.

    >>> seeding_order(8)
    [1, 8, 4, 5, 2, 7, 3, 6]
    """
    order = [1]
    while len(order) < size:
        order = [each for seed in order for each in (seed, 2 * len(order) + 1 - seed)]
    return order


def placement_brackets(main: Bracket, entrants: int, most: int) -> list[Bracket]:
    """The brackets below a main bracket of so many entrants in which all places up to `most` are played for.

    The match for the third place is the bracket `bronze`. Losers of one round have not met before. They are seeded by
    the seeds that would have lost there: the losers of 4 against 5 and of 3 against 6 are the first two.
    """
    brackets: list[Bracket] = []
    numbers = seeding_order(2 ** len(main.rounds))
    for round_ in main.rounds[:-1]:
        pairs = list(zip(numbers[::2], numbers[1::2], strict=True))
        lost = sorted(
            (max(pair), slot.key) for pair, slot in zip(pairs, round_.slots, strict=True) if max(pair) <= entrants
        )
        first = len(round_.slots) + 1
        if first < most:
            brackets += _played_for([Source(LOSER, slot) for _, slot in lost], first)
        numbers = [min(pair) for pair in pairs]
    return sorted(brackets, key=_order)


def _order(bracket: Bracket) -> tuple[int, int]:
    place_range = places_of(bracket.key)
    return (place_range.first, -place_range.last) if place_range else (0, 0)


def _played_for(sources: Sequence[Source], first: int) -> list[Bracket]:
    """The bracket of these players, the strongest first, for the places from `first` on, and those of its losers.

    One player alone has the place without a match.
    """
    count = len(sources)
    if count < 2:
        return []
    key = "bronze" if first == 3 else f"{PLACES}_{first}_{first + count - 1}"
    order = seeding_order(1 << (count - 1).bit_length())
    players = [(number, sources[number - 1] if number <= count else None) for number in order]
    rounds: list[PlanRound] = []
    behind: list[Bracket] = []
    while len(players) > 1:
        slots, winners, losers = [], [], []
        for place in range(0, len(players), 2):
            (number, white), (other, black) = players[place : place + 2]
            assert white is not None, "the better number of two is a player"
            slot = Slot(f"{key}.{len(rounds) + 1}.{place // 2 + 1}", white, black or Source(BYE, 0))
            slots.append(slot)
            winners.append((number, Source(WINNER, slot.key)))
            if black is not None:
                losers.append((other, Source(LOSER, slot.key)))
        players = list(winners)
        is_last = len(players) == 1
        name = f"{_PLACE}{first}" if is_last and first != 3 else key if is_last else f"{key}_{len(rounds) + 1}"
        rounds.append(PlanRound(0, name, tuple(slots)))
        if not is_last:
            behind += _played_for([source for _, source in sorted(losers)], first + len(slots))
    return [Bracket(key, tuple(rounds)), *behind]
