"""A lower bracket: the entering players of each round, crossed so that players who have met do not soon meet again.

For each player who may enter, it has the probability of having been in each slot before, if every match were even. From
it follows the probability that two of them have met. Losers enter in the order with the least such probability in the
round itself and in the rounds without newcomers after it. The tried orders are those of printed brackets: reversed,
halves swapped, halves reversed, and so on.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from core.tournament.model.bracket_plan import BYE, LOSER, WINNER, Slot, Source

_TRIED = 64
"""The number of orders tried at most for one round."""
NOBODY_COMES = Source(BYE, 0)


class Arrival(NamedTuple):
    """A player who will come from a slot: the slots where they may have met others, the probabilities, and the byes so
    far.
    """

    source: Source
    met: Mapping[str, float]
    byes: int = 0


Pair = tuple[Arrival, Arrival | None]


class Lower(NamedTuple):
    """A lower bracket: the slots of each round, who wins it, and who loses in each round."""

    rounds: tuple[tuple[Slot, ...], ...]
    champion: Arrival | None
    losers: tuple[tuple[Arrival, ...], ...]


def lower_bracket(key: str, rounds: Sequence[str], losers: Mapping[str, Sequence[Arrival]]) -> Lower:
    """The bracket of that key in which the losers of the rounds named by letters enter as `rounds` say.

    A round in which only one is left has no slot.
    """
    waiting: list[Arrival] = []
    drawn: list[tuple[Slot, ...]] = []
    lost: list[tuple[Arrival, ...]] = []
    for number, letters in enumerate(rounds, 1):
        groups = [list(losers[letter]) for letter in letters if losers[letter]]
        older = waiting or (groups.pop(0) if groups else [])
        newer = [arrival for group in groups for arrival in group]
        if len(older) + len(newer) < 2:
            waiting = older + newer
            drawn.append(())
            lost.append(())
            continue
        after = sum(1 for _ in _without_newcomers(rounds[number:]))
        slots, waiting, out = _played(f"{key}.{number}", _drawn(older, newer, after))
        drawn.append(slots)
        lost.append(out)
    return Lower(tuple(drawn), waiting[0] if waiting else None, tuple(lost))


def _without_newcomers(rounds: Sequence[str]) -> Iterator[str]:
    for letters in rounds:
        if letters:
            return
        yield letters


def _played(prefix: str, pairs: Iterable[Pair]) -> tuple[tuple[Slot, ...], list[Arrival], tuple[Arrival, ...]]:
    """The slots of a round, their winners and their losers. A bye has no loser."""
    slots, winners, losers = [], [], []
    for place, (arrival, other) in enumerate(pairs, 1):
        key = f"{prefix}.{place}"
        slots.append(Slot(key, arrival.source, other.source if other else NOBODY_COMES))
        came = after_match(key, arrival, other)
        winners.append(came._replace(source=Source(WINNER, key)))
        if other:
            losers.append(came._replace(source=Source(LOSER, key), byes=0))
    return tuple(slots), winners, tuple(losers)


def after_match(key: str, one: Arrival, other: Arrival | None) -> Arrival:
    """The player who comes out of a slot, as winner or as loser: either of the two, who have met, or the one with a
    bye.
    """
    if other is None:
        return one._replace(byes=one.byes + 1)
    met = {key: 1.0}
    for each in (one, other):
        for slot, likely in each.met.items():
            met[slot] = met.get(slot, 0.0) + likely / 2
    return Arrival(Source(WINNER, key), met, max(one.byes, other.byes))


# ── who meets whom in a round ────────────────────────────────────────────────────────────────────────────────────────
def _drawn(older: list[Arrival], newer: list[Arrival], after: int) -> list[Pair]:
    """The pairs of a round in their order; `after` rounds without newcomers follow it."""
    resting = None
    if (len(older) + len(newer)) % 2:
        older, newer, resting = _rested(older, newer)
    if not older or not newer:
        pairs = _neighbours(older or newer)
    else:
        few, many = sorted((newer, older), key=len)
        tried = (_mixed(order, many) for order in _orders(few))
        pairs = min(tried, key=lambda each: round(_rematches(each, after), 9))
    return [*pairs, (resting, None)] if resting else pairs


def _rested(older: list[Arrival], newer: list[Arrival]) -> tuple[list[Arrival], list[Arrival], Arrival]:
    """The two lists without the player who has the bye: of the last entered, the one with the fewest byes so far."""
    group = newer or older
    resting = (
        min(reversed(group), key=lambda arrival: arrival.byes)
        if not newer
        else min(group, key=lambda arrival: arrival.byes)
    )
    rest = [arrival for arrival in group if arrival is not resting]
    return (older, rest, resting) if newer else (rest, newer, resting)


def _neighbours(arrivals: Sequence[Arrival]) -> list[Pair]:
    return list(zip(arrivals[::2], arrivals[1::2], strict=True))


def _mixed(few: Sequence[Arrival], many: Sequence[Arrival]) -> list[Pair]:
    """Each of the few against one of the many, spread evenly; the rest of the many against their neighbours."""
    chosen = {(2 * place + 1) * len(many) // (2 * len(few)): arrival for place, arrival in enumerate(few)}
    pairs: list[Pair] = []
    waiting: Arrival | None = None
    for place, arrival in enumerate(many):
        if place in chosen:
            pairs.append((arrival, chosen[place]))
        elif waiting is None:
            waiting = arrival
        else:
            pairs.append((waiting, arrival))
            waiting = None
    return pairs


def _orders(few: Sequence[Arrival]) -> Iterator[list[Arrival]]:
    """The orders to try, the usual first: reversed, halves swapped, halves reversed; turned, if there are no halves."""
    count = len(few)
    if count & (count - 1) == 0:
        usual = [count - 1, count // 2, count // 2 - 1]
        masks = list(dict.fromkeys([each for each in usual if each > 0] + list(range(count))))
        for mask in masks[:_TRIED]:
            yield [few[place ^ mask] for place in range(count)]
        return
    step = -(-2 * count // _TRIED)
    for turn in range(0, count, step):
        for order in (list(reversed(few)), list(few)):
            yield order[turn:] + order[:turn]


def _rematches(pairs: Sequence[Pair], after: int) -> float:
    """The expected number of a round's pairs that have met before, and of the rounds after it without newcomers."""
    total = sum(_likely(arrival, other) for arrival, other in pairs if other)
    if not after or len(pairs) < 2:
        return total
    following = [after_match(f"?{after}.{place}", *pair) for place, pair in enumerate(pairs)]
    if len(following) % 2:
        following, _, _ = _rested(following, [])
    return total + _rematches(_neighbours(following), after - 1)


def _likely(one: Arrival, other: Arrival) -> float:
    """The probability that two who may come have met before."""
    few, many = sorted((one.met, other.met), key=len)
    return sum(likely * many[slot] for slot, likely in few.items() if slot in many)
