"""Round reached in a bracket, as one number that orders the table: more is better."""

from collections.abc import Iterable, Mapping, Sequence

from core.tournament.brackets.filling import FilledBracket
from core.tournament.brackets.placement import places_of
from core.tournament.model.bracket_plan import LOSER, WINNER, Bracket, Plan, Slot, Source
from core.tournament.model.values import NO_PLAYER

_DIGITS = 100
"""The value by which a round of a bracket below counts less than one above it; no bracket has so many rounds."""

_NESTED = 5
"""The brackets of places that a player may come to, one within the other: 33–64, 49–64, and so on."""


def single_depth(plan: Plan, filling: FilledBracket, players: Iterable[str]) -> dict[str, int]:
    """The rounds that these players reached in a single elimination (SE8).

    The round of the main bracket, and one more for its winner; in the two digits behind, if there is one, that of the
    bronze match or consolation; in two more that of the last chance. A match that is not yet played counts as reached.
    """
    brackets = {bracket.key: bracket for bracket in plan.brackets}
    main = _furthest(filling, brackets["main"])
    depth = {player: main.get(player, 0) for player in players}
    sets = (("bronze", "consolation"), ("last_chance",))
    beside = [[brackets[key] for key in keys if key in brackets] for keys in sets]
    return _behind(depth, plan, filling, [each for each in beside if each])


def depths_below(plan: Plan, filling: FilledBracket, players: Iterable[str]) -> tuple[dict[str, int], int] | None:
    """Rounds that these players of a knock-out reached in the brackets of its losers, and a number above all of these.

    `None` where the plan has none: no consolation of losers, no last chance, no placement.
    """
    nested = [bracket for bracket in plan.brackets if places_of(bracket.key)]
    aside = [
        bracket for bracket in plan.brackets if bracket.key in ("consolation", "last_chance") and _takes_losers(bracket)
    ]
    if not nested and not aside:
        return None
    depth = _behind(dict.fromkeys(players, 0), plan, filling, [[bracket] for bracket in aside])
    return depth, _DIGITS ** (len(aside) + (_NESTED if nested else 0))


def _behind(
    depth: Mapping[str, int], plan: Plan, filling: FilledBracket, beside: Sequence[Sequence[Bracket]]
) -> dict[str, int]:
    """The depths, and behind them two digits for each of these sets of brackets, and more for those of places."""
    for brackets in beside:
        there = [_furthest(filling, bracket) for bracket in brackets]
        depth = {
            player: number * _DIGITS + sum(each.get(player, 0) for each in there) for player, number in depth.items()
        }
    nested = [bracket for bracket in plan.brackets if places_of(bracket.key)]
    return _placed(depth, filling, nested) if nested else dict(depth)


def _takes_losers(bracket: Bracket) -> bool:
    """True if the players of a bracket are losers of others, and no players of a stage before."""
    return any(source.kind == LOSER for slot in bracket.rounds[0].slots for source in (slot.white, slot.black))


def _placed(depth: Mapping[str, int], filling: FilledBracket, nested: Sequence[Bracket]) -> dict[str, int]:
    """The depths, and behind them two digits for each bracket of places that a player came to, the outermost first."""
    outer_first = sorted(nested, key=lambda bracket: len(bracket.rounds), reverse=True)
    came: dict[str, list[int]] = {}
    for bracket in outer_first:
        for player, number in _furthest(filling, bracket).items():
            came.setdefault(player, []).append(number)
    placed = {}
    for player, number in depth.items():
        for digits in (came.get(player, []) + [0] * _NESTED)[:_NESTED]:
            number = number * _DIGITS + digits
        placed[player] = number
    return placed


def double_depth(plan: Plan, filling: FilledBracket, players: Iterable[str]) -> dict[str, int]:
    """Round of the lower bracket that these players reached in a double elimination (DE8).

    A player who has not lost has reached the round in which they would enter. The final counts one more than the last
    round. Its winner counts one more again.
    """
    brackets = {bracket.key: bracket for bracket in plan.brackets}
    entry = _entries(brackets)
    last = max((_number(slot) for slot in _slots(brackets.get("lower"))), default=0)
    depth = dict.fromkeys(players, 0)

    def at_least(player_id: str | None, number: int) -> None:
        if player_id:
            depth[player_id] = max(depth.get(player_id, 0), number)

    for slot in _slots(brackets["main"]):
        for player in filling.fills[slot.key]:
            at_least(player, entry.get(slot.key, 0))
    for slot in _slots(brackets.get("lower")):
        for player in filling.fills[slot.key]:
            at_least(player, _number(slot))
    grand, *again = _slots(brackets["final"])
    for source in (grand.white, grand.black):
        at_least(filling.player_of(source), last + 1)
    deciding = again[0] if again and filling.fills[again[0].key] != (NO_PLAYER, NO_PLAYER) else grand
    at_least(filling.player_of(Source(WINNER, deciding.key)), last + 2)
    return depth


def _furthest(filling: FilledBracket, bracket: Bracket) -> Mapping[str, int]:
    """The last round of a bracket, from 1 on, that each player reached. One more for the winner of its last round."""
    reached: dict[str, int] = {}
    for slot in _slots(bracket):
        reached |= {player: _number(slot) for player in filling.fills[slot.key] if player}
    final = bracket.rounds[-1].slots[-1]
    if winner := filling.player_of(Source(WINNER, final.key)):
        reached[winner] = _number(final) + 1
    return reached


def _entries(brackets: Mapping[str, Bracket]) -> dict[str, int]:
    """The round of the lower bracket in which the loser of each slot of the main bracket enters."""
    numbers: dict[str, int] = {}
    for slot in _slots(brackets.get("lower")):
        for source in (slot.white, slot.black):
            if source.kind == LOSER:
                numbers[str(source.of)] = _number(slot)
    entered = {slot.key: numbers.get(slot.key) for slot in _slots(brackets["main"])}
    known = {key.split(".")[1]: number for key, number in entered.items() if number is not None}
    return {key: known.get(key.split(".")[1], 0) for key in entered}


def _slots(bracket: Bracket | None) -> list[Slot]:
    return [slot for round_ in bracket.rounds for slot in round_.slots] if bracket else []


def _number(slot: Slot) -> int:
    """The round of its bracket that a slot is in."""
    return int(slot.key.split(".")[1])
