"""Dubblets: half a board and no movement; each lays nine stacked men down, then bears fifteen off.

By the source's own words, with the readings DU1 to DU7 of `docs/games/dubblets.md`. Men stay on their points, so a
side is two rows of counts. The two dice of a throw are used one by one, in the order that the thrower chooses.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any, NamedTuple

from core.errors import Invalid
from core.events import Landing
from core.messages import left_over, say, shown_landings
from core.rules.board import OFF, SEATS, other
from core.rules.game import Game, LegalTurn, NoOptions, Notation, Opening, Outcome, TurnCheck, higher

DOWN, OPPONENT, BORNE_OFF, MEN = "down", "opponent", "borne_off", 15
_FULL = (2, 2, 2, 3, 3, 3)
_POINTS = range(1, 7)


class Side(NamedTuple):
    """Men on each of the points 1 to 6, and how many of them are still to be laid down; the other men are off."""

    points: tuple[int, ...]
    stacked: tuple[int, ...]

    def laid(self, point: int) -> "Side":
        """This side with one man of the point laid down."""
        return self._replace(stacked=_less(self.stacked, point))

    def borne(self, point: int) -> "Side":
        """This side with one man of the point off; from a stack the top man is taken."""
        stacked = _less(self.stacked, point) if self.stacked[point - 1] else self.stacked
        return Side(_less(self.points, point), stacked)


class Position(NamedTuple):
    """Both sides, each on points of its own. Immutable."""

    white: Side
    black: Side


_Turn = tuple[tuple[Landing, ...], Side, Side]
"""Landings in an order that can be played, and the mover's and the opponent's side after them."""


def _less(counts: tuple[int, ...], point: int) -> tuple[int, ...]:
    return (*counts[: point - 1], counts[point - 1] - 1, *counts[point:])


def _sides(position: Position, seat: str) -> tuple[Side, Side]:
    return position if seat == SEATS[0] else (position.black, position.white)


def _seated(seat: str, own: Side, foe: Side) -> Position:
    return Position(own, foe) if seat == SEATS[0] else Position(foe, own)


def _over(own: Side) -> str | None:
    """DU7: the first player to bear off all men wins."""
    return None if any(own.points) else BORNE_OFF


def _meant(own: Side, foe: Side, die: int) -> Landing | None:
    """Effect of one die on its thrower or the opponent (DU2, DU3, DU4). `None`: it is wasted."""
    if own.stacked[die - 1]:
        return die, DOWN
    if any(own.stacked):
        return (die, DOWN, OPPONENT) if foe.stacked[die - 1] else None
    return (die, OFF) if own.points[die - 1] else None


def _landed(own: Side, foe: Side, landing: Landing) -> tuple[Side, Side] | None:
    """Both sides after a landing that the men allow, whatever the dice; `None` if no such man is there."""
    point, to, by = landing[0], landing[1], landing[2:]
    if not isinstance(point, int) or point not in _POINTS or by not in ((), (OPPONENT,)):
        return None
    if to == DOWN:
        mover = foe if by else own
        if not mover.stacked[point - 1]:
            return None
        return (own, foe.laid(point)) if by else (own.laid(point), foe)
    return (own.borne(point), foe) if to == OFF and not by and own.points[point - 1] else None


def _in_order(own: Side, foe: Side, dice: Sequence[int]) -> _Turn:
    """Two different dice, obeyed one after the other."""
    moves: list[Landing] = []
    for die in dice:
        if any(own.points) and (landing := _meant(own, foe, die)):
            moves.append(landing)
            own, foe = _landed(own, foe, landing) or (own, foe)
    return tuple(moves), own, foe


def _phase(own: Side) -> tuple[tuple[int, ...], str]:
    """The men that a player's throws are now for, and where they go."""
    return (own.stacked, DOWN) if any(own.stacked) else (own.points, OFF)


def _of_double(own: Side, foe: Side, die: int) -> Iterator[_Turn]:
    """DU5: every choice of as many men as the dice show spots, or of all that there are in this phase."""
    pile, to = _phase(own)
    men = min(2 * die, sum(pile))
    for taken in product(*(range(min(count, men) + 1) for count in pile)):
        if sum(taken) == men:
            rest = tuple(count - some for count, some in zip(pile, taken, strict=True))
            after = own._replace(stacked=rest) if to == DOWN else own._replace(points=rest)
            moves: list[Landing] = [(point, to) for point in reversed(_POINTS) for _ in range(taken[point - 1])]
            yield tuple(moves), after, foe


def _turns(own: Side, foe: Side, dice: Sequence[int]) -> list[_Turn]:
    in_order = (_in_order(own, foe, each) for each in (dice, dice[::-1]))
    return list(_of_double(own, foe, dice[0]) if dice[0] == dice[1] else in_order)


def plays(position: Position, seat: str, dice: Sequence[int], _options: NoOptions) -> list[LegalTurn]:
    """Every distinct legal turn; an empty list is a throw that neither player can use, and is passed (DU6)."""
    found: dict[tuple[Side, Side], LegalTurn] = {}
    for moves, own, foe in _turns(*_sides(position, seat), dice):
        if moves:
            found.setdefault((own, foe), LegalTurn(moves, _seated(seat, own, foe), _over(own)))
    return list(found.values())


def check(position: Position, seat: str, dice: Sequence[int], moves: Sequence[Landing], _: NoOptions) -> TurnCheck:
    """Judge one turn, the opponent's use of a wasted number included. The men of a double may come in any order."""
    (own, foe), double, landings = _sides(position, seat), dice[0] == dice[1], Counter(moves)
    for turn, own_after, foe_after in _turns(own, foe, dice):
        if turn == tuple(moves) or (double and Counter(turn) == landings):
            return TurnCheck(True, None, "", _seated(seat, own_after, foe_after), _over(own_after))
    if not moves:
        possible = shown_landings(_turns(own, foe, dice)[0][0])
        text = say(
            "a throw that can be used may not be passed; possible is {possible}",
            "throw_must_be_used",
            possible=possible,
        )
        return TurnCheck(False, "DU6", text)
    return TurnCheck(False, *(_wrong_double if double else _wrong)(own, foe, dice, moves))


def _rule(landing: Landing) -> str:
    return "DU3" if landing[2:] else "DU2" if landing[1] == DOWN else "DU4"


def _wrong(own: Side, foe: Side, dice: Sequence[int], moves: Sequence[Landing]) -> tuple[str, str]:
    """The first landing of two different dice that is not what its die means, or the die that was not used."""
    dice_left = list(dice)
    for landing in moves:
        name, point = shown_landings([landing]), landing[0]
        if not any(own.points):
            return "DU7", say("{said}: the game was over before, all fifteen are off", "all_men_were_off", said=name)
        if not isinstance(point, int) or point not in dice_left:
            return "DU2", say(
                "{said}: {shown} is left of the dice, and each die is one man of its point",
                "one_man_a_die",
                said=name,
                shown=left_over(dice_left),
            )
        meant = _meant(own, foe, point)
        if meant is None:
            text = say(
                "{said}: neither player can use a {point} here, so it is lost", "number_is_lost", said=name, point=point
            )
            return _rule(landing), text
        if meant != landing:
            text = shown_landings([meant])
            return _rule(meant), say(
                "{said}: here a {point} is {text}", "number_means", said=name, point=point, text=text
            )
        dice_left.remove(point)
        own, foe = _landed(own, foe, meant) or (own, foe)
    unused = next(each for die in dice_left if (each := _meant(own, foe, die)))
    missing = say(
        "a number that can be used is used: {text} is missing", "number_missing_in_play", text=shown_landings([unused])
    )
    return (_rule(unused) if unused[2:] else "DU6"), missing


def _wrong_double(own: Side, foe: Side, dice: Sequence[int], moves: Sequence[Landing]) -> tuple[str, str]:
    """The reason why these landings are not the men of a double (DU5)."""
    pile, to = _phase(own)
    men, done = (
        min(2 * dice[0], sum(pile)),
        say("laid down", "laid_down") if to == DOWN else say("borne off", "borne_off"),
    )
    for landing in moves:
        name = shown_landings([landing])
        if landing[2:]:
            return "DU5", say(
                "{said}: a double is its thrower's alone; what the thrower cannot use is lost",
                "double_is_the_throwers",
                said=name,
            )
        if landing[1] != to:
            return "DU5" if to == DOWN else "DU4", say(
                "{said}: all men of this throw are {done}", "men_of_throw_used", said=name, done=done
            )
        if (after := _landed(own, foe, landing)) is None:
            return _rule(landing), say(
                "{said}: no man is there that could be {done}", "no_man_to_move", said=name, done=done
            )
        own, foe = after
    return "DU5", say(
        "a double of {dice} is {men} men {done} here, not {moves}",
        "double_moves_its_men",
        dice=dice[0],
        men=men,
        done=done,
        moves=len(moves),
    )


def apply_moves(
    position: Position, seat: str, moves: Sequence[Landing], _options: NoOptions | None = None
) -> tuple[Position, str | None] | None:
    """The position after landings that were not judged. `None` if a man that was taken is not there."""
    own, foe = _sides(position, seat)
    for landing in moves:
        if (after := _landed(own, foe, landing)) is None:
            return None
        own, foe = after
        if _over(own):
            break
    return _seated(seat, own, foe), _over(own)


def ended(position: Position, _options: NoOptions | None = None) -> str | None:
    """The ending that a position shows: one side has borne all its men off (DU7)."""
    return _over(position.white) or _over(position.black)


def _start(_options: NoOptions, _seats: Sequence[str]) -> Position:
    side = Side(_FULL, tuple(count - 1 for count in _FULL))
    return Position(side, side)


# ── the contract's words ─────────────────────────────────────────────────────────────────────────────────────────────
def write(position: Position) -> dict[str, Any]:
    """A position in the contract's words; empty points are left out."""
    return {seat: _write_side(side) for seat, side in zip(SEATS, position, strict=True)}


def _write_side(side: Side) -> dict[str, Any]:
    points, stacked = ({str(n): count for n, count in zip(_POINTS, row, strict=True) if count} for row in side)
    return {"points": points, "stacked": stacked, "off": MEN - sum(side.points)}


def read(data: Any) -> Position:
    """The position of the contract's words; what is left out of a side is none.

    Raises `Invalid`, which names every wrong field: unknown or missing names, too many men on a point or on its
    bottom man, sides without fifteen men. Men off while others are stacked pass: a faulted play may have left them.
    """
    if not isinstance(data, Mapping):
        raise Invalid({"": [say("a position is an object with white and black", "two_sides_wanted")]})
    problems: dict[str, list[str]] = {
        str(item): [say("there is no such seat", "no_such_seat")] for item in data if item not in SEATS
    }
    position = Position(*(_read_side(data.get(seat), seat, problems) for seat in SEATS))
    if problems:
        raise Invalid(problems)
    return position


def _read_side(data: Any, seat: str, problems: dict[str, list[str]]) -> Side:
    before = len(problems)
    if not isinstance(data, Mapping):
        problems[seat] = [say("missing: an object with points, stacked and off", "seat_fields_missing")]
        return Side(_FULL, (0,) * 6)
    for name in [item for item in data if item not in {"points", "stacked", "off"}]:
        problems[f"{seat}.{name}"] = [say("there is no such field", "no_such_field")]
    points = _read_row(data.get("points", {}), _FULL, f"{seat}.points", problems)
    on_top = tuple(max(count - 1, 0) for count in points)
    if not _is_count(off := data.get("off", 0), MEN):
        problems[f"{seat}.off"] = [say("not a count from 0 to {men}", "count_of_men_wanted", men=MEN)]
    limits = on_top if len(problems) == before else tuple(count - 1 for count in _FULL)
    stacked = _read_row(data.get("stacked", {}), limits, f"{seat}.stacked", problems)
    if len(problems) == before and sum(points) + off != MEN:
        problems[seat] = [say("{off} men in all instead of {men}", "men_in_all", off=sum(points) + off, men=MEN)]
    return Side(points, stacked)


def _read_row(data: Any, limits: Sequence[int], path: str, problems: dict[str, list[str]]) -> tuple[int, ...]:
    counts = [0] * 6
    if not isinstance(data, Mapping):
        problems[path] = [say("not an object from point to count", "points_object_wanted")]
        return tuple(counts)
    for name, count in data.items():
        if not re.fullmatch("[1-6]", str(name)):
            problems[f"{path}.{name}"] = [say("points are numbered 1 to 6", "points_to_6")]
        elif not _is_count(count, limit := limits[int(name) - 1]):
            problems[f"{path}.{name}"] = [say("not a count from 0 to {limit}", "count_wanted", limit=limit)]
        else:
            counts[int(name) - 1] = count
    return tuple(counts)


def _is_count(value: Any, most: int) -> bool:
    return type(value) is int and 0 <= value <= most


GAME: Game = Game(
    key="dubblets",
    name="Dubblets",
    rule=say(
        "Fifteen men each, stacked on six points and never moved: lay down the men of the "
        "numbers thrown, then bear them off; a double is as many men as it shows spots, and "
        "what one cannot lay down the other does."
    ),
    source="Randle Holme, The Academy of Armory, 1688, and Wayne Robinson, Games – Tables or Backgammon, 2012",
    version="2012",
    seats=SEATS,
    dice=lambda _options: 2,
    outcomes=(Outcome(BORNE_OFF, 1, 1),),
    opening=Opening(
        say("each player rolls one die, the higher starts and throws both dice", "opening_of_dubblets"), higher
    ),
    start=_start,
    plays=plays,
    check=check,
    apply_moves=apply_moves,
    ended=ended,
    read=read,
    write=write,
    notation=Notation(-1, {DOWN: DOWN, OFF: OFF, "0": OFF}),
    words=((), (DOWN, OFF), (OPPONENT,)),
    next_seat=lambda _position, seat, _dice, _options: other(seat),
)
