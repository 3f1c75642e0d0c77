"""Swedish Tables (svenskt brädspel): both go the same way round, and seven endings beat bearing off.

Rules as adopted on 26 February 2003 (§1–§13), with the rulings S1–S12 of `docs/games/swedish.md` where they leave room.
A search state is six integers from the mover's side, so that one landing is a handful of machine operations:

    own, foe        checkers per point, one byte each, each side in its own numbering (byte 0 bar, 25 off)
    mine            bit n: I hold my point n
    blots, closed   bit n: the opponent has one / more checkers on *my* point n
"""

from collections.abc import Sequence

from core.events import Landing
from core.messages import left_over, say, shown_landings, term
from core.rules.board import BAR, OFF, SEATS, Position, from_json, other, parallel, seated, side, sides, to_json
from core.rules.complete_turns import Step, Turn, complete_turns, larger_die, least_cost, most_dice
from core.rules.game import COUNTED_UP, Game, LegalTurn, NoOptions, Opening, Outcome, Search, TurnCheck, higher, throw

HEAD = 12
_OFF = 25
_MINE = [1 << (8 * point) for point in range(26)]
_SHIFT = [8 * point for point in range(26)]
_FACING = [0] + [parallel(point) for point in range(1, 25)]
_LANDING = [[(start or BAR, OFF if end == _OFF else end) for end in range(26)] for start in range(25)]
_BOARD = (1 << 25) - 2
_UNSTACKED = (1 << HEAD) - 2  # points 1 to 11, where a player may not land on their own checker (§4)
_FIRST = 0b1111110
_FOURTH = _FIRST << 18
_HIS_FIRST = _FIRST << 12

_PATTERNS: dict[str, dict[int | str, int]] = {
    "single_crown": {20: 3, 21: 3, 22: 3, 23: 3, 24: 3},
    "double_crown": {22: 5, 23: 5, 24: 5},
    "staircase": {22: 3, 23: 5, 24: 7},
    "tower": {24: 15},
}
_HANDSOME = {int.from_bytes(side(points), "little"): name for name, points in _PATTERNS.items()}

OUTCOMES = (
    Outcome("forced_jan", 6, 6),
    Outcome("jan", 4, 5),
    *(Outcome(f"{name}_with_monk", 3, 4) for name in _HANDSOME.values()),
    *(Outcome(name, 2, 3) for name in _HANDSOME.values()),
    Outcome("bearing_off_with_monk", 2, 2),
    Outcome("bearing_off", 1, 1),
)


_State = tuple[int, int, int, int, int]


def _state(own: bytes, foe: bytes) -> _State:
    mine = blots = closed = 0
    for point in range(1, 25):
        if own[point]:
            mine |= 1 << point
        elif count := foe[_FACING[point]]:
            if count == 1:
                blots |= 1 << point
            else:
                closed |= 1 << point
    return int.from_bytes(own, "little"), int.from_bytes(foe, "little"), mine, blots, closed


def _forceable(own: int, mine: int, closed: int) -> int:
    """The opponent's closed points that I may force with my next landing (§5; S1, S2, S3)."""
    if not closed or own >> 200 == 14:  # S1
        return 0
    run = closed & closed >> 1 & closed >> 2
    run &= run >> 3
    prime = run | run << 1 | run << 2
    prime |= prime << 3  # S2
    bar = own & 255
    if bar and (_FIRST & ~mine & ~closed).bit_count() < bar:
        prime |= closed & _FIRST  # S3
    return prime


def _steps(state: _State, die: int) -> list[Step]:
    """Every single landing with one die (§2–§6)."""
    own, _, mine, _, closed = state
    barred = mine & _UNSTACKED | closed & ~_forceable(own, mine, closed)
    if own & 255:
        return [] if barred >> die & 1 else [(0, die, 0, *_land(state, 0, die))]
    steps: list[Step] = []
    sources = mine & ~barred >> die & _BOARD >> die
    while sources:
        start = (sources & -sources).bit_length() - 1
        sources &= sources - 1
        steps.append((start, start + die, 0, *_land(state, start, start + die)))
    if mine and not mine & ~_FOURTH:
        start = (mine & -mine).bit_length() - 1
        if start + die >= _OFF:
            steps.append((start, _OFF, start + die - _OFF, *_land(state, start, _OFF)))
    return steps


def _land(state: _State, start: int, end: int) -> tuple[_State, str | None]:
    """The state after a landing that is allowed, and the ending that it brings, if any (S7–S9)."""
    own, foe, mine, blots, closed = state
    own += _MINE[end] - _MINE[start]
    if start and not own >> _SHIFT[start] & 255:
        mine ^= 1 << start
    if end != _OFF:
        bit = 1 << end
        mine |= bit
        if bit & (blots | closed):
            point = _FACING[end]
            sent = foe >> _SHIFT[point] & 255
            foe += sent - sent * _MINE[point]
            jan = "jan" if bit & blots else "forced_jan"  # S8
            blots, closed = blots & ~bit, closed & ~bit
            if (foe & 255) > 6 - ((blots | closed) & _HIS_FIRST).bit_count():  # S7; S9: before any other
                return (own, foe, mine, blots, closed), jan
        outcome = _HANDSOME.get(own)
    else:
        outcome = "bearing_off" if own >> 200 == 15 else None
    if outcome and foe & 255:
        outcome += "_with_monk"
    return (own, foe, mine, blots, closed), outcome


# ── turns ────────────────────────────────────────────────────────────────────────────────────────────────────────────
def plays(position: Position, seat: str, dice: Sequence[int], _options: NoOptions) -> list[LegalTurn]:
    """Every distinct legal turn (S4, S5); an empty list is a forced pass (S6)."""
    return [
        LegalTurn(_landings(turn), _position(seat, turn.steps[-1][3]), turn.steps[-1][4])
        for turn in _legal(_state(*sides(position, seat)), dice)
    ]


def _search(position: Position, seat: str, dice: Sequence[int], _options: NoOptions) -> Search:
    def steps(state: _State, die: int) -> list[tuple[Landing, _State, str | None]]:
        return [(_LANDING[start][end], after, outcome) for start, end, _, after, outcome in _steps(state, die)]

    return Search(_state(*sides(position, seat)), throw(dice), steps, lambda state: _position(seat, state))


def _legal(root: _State, dice: Sequence[int]) -> list[Turn]:
    found = complete_turns(root, throw(dice), _steps)
    by_result = {turn.leaves: turn for turn in _best(found, dice)}
    for turn in found:
        if turn.steps[-1][4]:  # S5
            by_result.setdefault(turn.leaves, turn)
    return list(by_result.values())


def _best(found: list[Turn], dice: Sequence[int]) -> list[Turn]:
    """S4: the most dice, the larger one if it is one, the smallest total reduction."""
    return least_cost(larger_die(most_dice(found), dice))


def _landings(turn: Turn) -> tuple[Landing, ...]:
    return tuple([_LANDING[step[0]][step[1]] for step in turn.steps])


def _position(seat: str, state: _State) -> Position:
    return seated(seat, state[0].to_bytes(26, "little"), state[1].to_bytes(26, "little"))


def check(position: Position, seat: str, dice: Sequence[int], moves: Sequence[Landing], _: NoOptions) -> TurnCheck:
    """Judge one turn. Only one that leaves dice unused or reduces needs all turns (S4)."""
    root = state = _state(*sides(position, seat))
    dice_left = list(throw(dice))
    reduction, outcome = 0, None
    for start, end in moves:
        if outcome:
            reason = say("the game was over before this landing, by {outcome}", outcome=term(outcome))
            return _refused((start, end), "§11", reason)
        source = 0 if start == BAR else int(start)
        target = _OFF if end == OFF else int(end)
        die = _die(state, source, target, dice_left)
        if not die:
            return _refused((start, end), *_reason(state, source, target, dice_left))
        dice_left.remove(die)
        reduction += source + die - target
        state, outcome = _land(state, source, target)
    if (dice_left or reduction) and not outcome:
        found = complete_turns(root, throw(dice), _steps)
        best = _best(found, dice)
        if best and not any(turn.leaves == (state, None) for turn in best):
            rule, reason = _better(best, found, len(moves), reduction)
            return TurnCheck(False, rule, reason)
    return TurnCheck(True, None, "", _position(seat, state), outcome)


def _refused(landing: Landing, rule: str, reason: str) -> TurnCheck:
    return TurnCheck(False, rule, say("{landing}: {reason}", landing=shown_landings([landing]), reason=reason))


def _die(state: _State, source: int, target: int, dice_left: list[int]) -> int:
    """The die among those left that allows this landing (§2–§6); 0 if none does."""
    own, _, mine, _, closed = state
    if (own & 255 and source) or not own >> _SHIFT[source] & 255:
        return 0
    if target == _OFF:
        if not source or mine & ~_FOURTH or mine & ((1 << source) - 1):
            return 0
        return min((die for die in dice_left if source + die >= _OFF), default=0)
    if target - source not in dice_left or mine & _UNSTACKED & 1 << target:
        return 0
    if closed >> target & 1 and not _forceable(own, mine, closed) >> target & 1:
        return 0
    return target - source


def _reason(state: _State, source: int, target: int, dice_left: list[int]) -> tuple[str, str]:
    """The reason why `_die` found none: the clause or ruling, and a sentence."""
    own, _, mine, _, closed = state
    shown = left_over(dice_left)
    if own & 255 and source:
        return "§3", say("{own} on the bar must enter before any other checker moves", own=own & 255)
    if not own >> _SHIFT[source] & 255:
        return "§1", say("no checker of the player stands there")
    if target == _OFF:
        if not source or mine & ~_FOURTH:
            return "§6", say("bearing off begins when all remaining checkers stand on 19 to 24")
        if mine & ((1 << source) - 1):
            return "§6", say("only the backmost checker is borne off; one stands on {value}",
                value=(mine & -mine).bit_length() - 1)  # fmt: skip
        return "§6", say("{off} or more is needed to bear off from {source}, and {shown} is left of the dice",
            off=_OFF - source, source=source, shown=shown)  # fmt: skip
    if target - source not in dice_left:
        return "§1", say("that is {target} points, and {shown} is left of the dice; each landing takes one die",
            target=target - source, shown=shown)  # fmt: skip
    if mine & _UNSTACKED & 1 << target:
        return "§4", say("on points 1 to 11 a player may not land on a point that they hold")
    if own >> 200 == 14:
        return "S1", say("the point is closed, and a player with one checker left may not force")
    if not source:
        accessible = (_FIRST & ~mine & ~closed).bit_count()
        return "S3", say("the point is closed, and {own} on the bar have {accessible} accessible points to enter on",
            own=own & 255, accessible=accessible)  # fmt: skip
    return "S2", say("the point is closed by the opponent and part of no prime of six")


def _better(best: list[Turn], found: list[Turn], used: int, reduction: int) -> tuple[str, str]:
    """The first of S4's three demands that a turn of allowed landings misses. S6 for a pass without need."""
    example = shown_landings(_landings(best[0]))
    most = len(best[0].steps)
    if not used:
        return "S6", say("a player who can land may not pass; possible is {example}", example=example)
    if used < most:
        return "S4", say("{used} of the dice used where {most} can be: for instance {example}",
            used=used, most=most, example=example)  # fmt: skip
    if used == 1 and len(most_dice(found)) != len(best) and reduction <= best[0].cost:
        return "S4", say("only one die can be used, and then the larger: for instance {example}", example=example)
    return "S4", say("{reduction} eyes given up where {cost} would do: for instance {example}",
        reduction=reduction, cost=best[0].cost, example=example)  # fmt: skip


def apply_moves(
    position: Position, seat: str, moves: Sequence[Landing], _options: NoOptions | None = None
) -> tuple[Position, str | None] | None:
    """The position after landings that were not judged: enemy checkers met on the way go to the bar.

    `None` if it is impossible, because the point of departure has no checker.
    """
    state, outcome = _state(*sides(position, seat)), None
    for start, end in moves:
        source, target = 0 if start == BAR else int(start), _OFF if end == OFF else int(end)
        if not state[0] >> _SHIFT[source] & 255:
            return None
        state, outcome = _land(state, source, target)
        if outcome:
            break
    return _position(seat, state), outcome


def ended(position: Position, _options: NoOptions | None = None) -> str | None:
    """The ending that a position shows, whichever player brought it about; a forced jan looks like any other (S7)."""
    for own, foe in (position, position[::-1]):
        if foe[0] > foe[1:7].count(0):
            return "jan"
        if outcome := "bearing_off" if own[_OFF] == 15 else _HANDSOME.get(int.from_bytes(own, "little")):
            return f"{outcome}_with_monk" if foe[0] else outcome
    return None


GAME = Game(
    key="swedish",
    name="Swedish Tables",
    rule=say(
        "Fifteen checkers each, both counter-clockwise from home; bear off, build a handsome "
        "game, or send so many checkers off the board that they cannot all come back (jan)."
    ),
    source="Rules adopted by the Swedish-Tables Association of the Vasa Museum, 26 February 2003", version="2003",
    seats=SEATS, dice=lambda _options: 2, outcomes=OUTCOMES,
    opening=Opening(
        say("each player rolls one die, the lower starts (§13)"),
        lambda rolls: higher({seat: -die for seat, die in rolls.items()}),
    ),
    start=lambda _options, _seats: Position(side({1: 15}), side({1: 15})),
    plays=plays, check=check, apply_moves=apply_moves, ended=ended, search=_search,
    read=lambda words: from_json(words, parallel), write=to_json, notation=COUNTED_UP,
    next_seat=lambda _position, seat, _dice, _options: other(seat),
)  # fmt: skip
