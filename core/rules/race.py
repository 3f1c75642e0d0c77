"""Shared rules of the backgammon family: men run from 24 down to 1, hit blots, enter from the bar, are borne off.

A game calls these functions with its own `Rules`; no function here depends on the game. My point `n` is my opponent's
`25 − n`; the bar is 25, off the board is 0. A search state is five integers from the mover's side:

    own, foe        men per slot of a `Position`, one byte each, each side in its own numbering (byte 0 bar, 25 off)
    mine            bit n: I hold my point n (bit 25: I have men on the bar)
    blots, closed   bit n: the opponent has one / more men on *my* point n
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from core.events import Landing
from core.messages import left_over, say, shown_landings, term
from core.rules.board import BAR, OFF, Position, from_json, other, seated, side, sides
from core.rules.game import LegalTurn, Outcome, TurnCheck

State = tuple[int, int, int, int, int]
Step = tuple[int, int, State]
"""One landing: from point, to point (25 the bar, 0 off), and the state that it leaves."""
Steps = Callable[[State, int], list[Step]]
"""Every landing with one die; none once the game is over."""
Path = tuple[tuple[int, int], ...]

BEARING_OFF = (Outcome("single", 1, 1), Outcome("gammon", 2, 2), Outcome("backgammon", 3, 3))

_ON_BAR, _BOARD = 1 << 25, (1 << 25) - 2
_SHIFT = [200, *range(8, 200, 8), 0]
_MAN = [1 << shift for shift in _SHIFT]
_SENT = [0] + [1 - (1 << (8 * (25 - point))) for point in range(1, 25)]
_WORD: list[int | str] = [OFF, *range(1, 25), BAR]
_LANDING = [[(_WORD[start], _WORD[end]) for end in range(26)] for start in range(26)]


class Turn(NamedTuple):
    """Landings that cannot be continued: how many, the eyes of the dice that they used, and what they leave."""

    moves: int
    eyes: int
    path: Path
    state: State


class Rules(NamedTuple):
    """The decisions of one game of the family, for one choice of its options.

    `letter` begins the names of its rules (B3: rule 3 of `docs/games/backgammon.md`); `ending(state)` names what the
    mover's last landing brought about; `reason(state, from, to, dice left)` is the game's own cause for refusing a
    landing, as (number of the rule, sentence).
    """

    letter: str
    steps: Steps
    ending: Callable[[State], str | None]
    reason: Callable[[State, int, int, Sequence[int]], tuple[int, str] | None] = lambda *_: None


# ── positions ────────────────────────────────────────────────────────────────────────────────────────────────────────
def facing(point: int) -> int:
    """The opponent's number of my point."""
    return 25 - point


def read(data: object) -> Position:
    """The position of the contract's words. Raises `Invalid`."""
    return from_json(data, facing)


def start(points: Mapping[int | str, int]) -> Position:
    """The position in which both sides have these men.

    >>> start({"bar": 15}).white == start({"bar": 15}).black
    True
    """
    return Position(side(points), side(points))


def next_seat(_position: Position, seat: str, _dice: Sequence[int], _options: object) -> str:
    """The players take turns."""
    return other(seat)


def state_of(position: Position, seat: str) -> State:
    """The state of a search in which `seat` moves."""
    own, foe = sides(position, seat)
    mine = _ON_BAR if own[0] else 0
    blots = closed = 0
    for point in range(1, 25):
        if own[point]:
            mine |= 1 << point
        elif count := foe[25 - point]:
            if count == 1:
                blots |= 1 << point
            else:
                closed |= 1 << point
    return int.from_bytes(own, "little"), int.from_bytes(foe, "little"), mine, blots, closed


def position_of(state: State, seat: str) -> Position:
    """The position that a state of `seat`'s search stands for."""
    return seated(seat, state[0].to_bytes(26, "little"), state[1].to_bytes(26, "little"))


# ── single landings ──────────────────────────────────────────────────────────────────────────────────────────────────
def land(state: State, start: int, end: int) -> State:
    """The state after a landing: a man goes from `start` to `end`, all enemies there go to the bar."""
    own, foe, mine, blots, closed = state
    own += _MAN[end] - _MAN[start]
    if not own >> _SHIFT[start] & 255:
        mine ^= 1 << start
    if end:
        bit = 1 << end
        mine |= bit
        if blots & bit:
            foe += _SENT[end]
            blots ^= bit
        elif closed & bit:
            foe += (foe >> 8 * (25 - end) & 255) * _SENT[end]
            closed ^= bit
    return own, foe, mine, blots, closed


def running(state: State, die: int) -> list[Step]:
    """Landings of all men, those on the bar included, on points that are not closed."""
    sources = state[2] & (_BOARD & ~state[4]) << die
    steps = []
    while sources:
        start = sources.bit_length() - 1
        sources ^= 1 << start
        steps.append((start, start - die, land(state, start, start - die)))
    return steps


def entering_first(state: State, die: int) -> list[Step]:
    """The same, but while men are on the bar no others move."""
    if not state[2] & _ON_BAR:
        return running(state, die)
    if state[4] >> 25 - die & 1:
        return []
    return [(25, 25 - die, land(state, 25, 25 - die))]


def bearing_off(state: State, die: int) -> list[Step]:
    """Once all men that are left stand on 1 to 6: one from the die's point, or from the highest if all are lower."""
    mine = state[2]
    if not mine or mine >> 7:
        return []
    start = mine.bit_length() - 1
    if start > die:
        if not mine >> die & 1:
            return []
        start = die
    return [(start, 0, land(state, start, 0))]


def race(state: State, die: int) -> list[Step]:
    """Landings of backgammon: enter, run, bear off."""
    return entering_first(state, die) + bearing_off(state, die)


def borne_off(state: State) -> str | None:
    """The ending of a game by the mover's fifteenth man borne off: it depends on the loser's position."""
    own, foe, *_ = state
    if own >> 200 < 15:
        return None
    if foe >> 200:
        return "single"
    return "backgammon" if foe & 255 or foe >> 152 & 0xFFFFFFFFFFFF else "gammon"


def ended(position: Position, ending: Callable[[State], str | None]) -> str | None:
    """The ending of a position, whichever side caused it."""
    return ending(state_of(position, "white")) or ending(state_of(position, "black"))


# ── turns ────────────────────────────────────────────────────────────────────────────────────────────────────────────
def turns(root: State, numbers: Sequence[int], steps: Steps) -> list[Turn]:
    """The turns that cannot be continued, in any order of the numbers: one for each state that they leave.

    Of those that leave the same state the fullest is kept: the most moves, then the most eyes.
    """
    found: dict[State, Turn] = {}
    level: dict[tuple[int, ...], dict[State, Path]] = {tuple(sorted(numbers, reverse=True)): {root: ()}}
    while level:
        following: dict[tuple[int, ...], dict[State, Path]] = {}
        for left, states in level.items():
            eyes = sum(numbers) - sum(left)
            choices = [
                (die, following.setdefault(left[:at] + left[at + 1 :], {}))
                for at, die in enumerate(left)
                if die not in left[:at]
            ]
            for state, path in states.items():
                stuck = True
                for die, reached in choices:
                    for start, end, after in steps(state, die):
                        stuck = False
                        if after not in reached:
                            reached[after] = (*path, (start, end))
                if stuck and path and (state not in found or found[state][:2] < (len(path), eyes)):
                    found[state] = Turn(len(path), eyes, path, state)
        level = following
    return list(found.values())


def legal(root: State, numbers: Sequence[int], rules: Rules) -> list[Turn]:
    """The turns with the most moves and of these the most eyes, then those others that end the game and owe no more."""
    found = turns(root, numbers, rules.steps)
    best = max((turn[:2] for turn in found), default=None)
    others = [turn for turn in found if turn[:2] != best and rules.ending(turn.state)]
    return [turn for turn in found if turn[:2] == best] + others


def plays(position: Position, seat: str, numbers: Sequence[int], rules: Rules) -> list[LegalTurn]:
    """Every distinct legal turn; an empty list is a forced pass."""
    found = legal(state_of(position, seat), numbers, rules)
    return [LegalTurn(_landings(turn), position_of(turn.state, seat), rules.ending(turn.state)) for turn in found]


def _landings(turn: Turn) -> tuple[Landing, ...]:
    return tuple([_LANDING[start][end] for start, end in turn.path])


# ── judging ──────────────────────────────────────────────────────────────────────────────────────────────────────────
def _numbers(landing: Landing) -> tuple[int, int]:
    start, end = (25 if each == BAR else 0 if each == OFF else int(each) for each in landing)
    return start, end


def apply_moves(
    position: Position, seat: str, moves: Sequence[Landing], ending: Callable[[State], str | None]
) -> tuple[Position, str | None] | None:
    """The position after landings that were not judged. `None` if a point of departure has no man."""
    state = state_of(position, seat)
    for start, end in map(_numbers, moves):
        if not state[2] >> start & 1 or end == 25:
            return None
        state = land(state, start, end)
        if ending(state):
            break
    return position_of(state, seat), ending(state)


def check(position: Position, seat: str, numbers: Sequence[int], moves: Sequence[Landing], rules: Rules) -> TurnCheck:
    """Judge one turn: legal if its landings are and it uses every number or ends the game, or else is among `legal`."""
    root = state = state_of(position, seat)
    left = sorted(numbers)
    for move in moves:
        start, end = _numbers(move)
        taken = [(die, after) for die in left for *points, after in rules.steps(state, die) if points == [start, end]]
        if not taken:
            number, reason = _reason(rules, state, start, end, left)
            text = say("{landing}: {reason}", landing=shown_landings([move]), reason=reason)
            return TurnCheck(False, f"{rules.letter}{number}", text)
        die, state = taken[0]
        left.remove(die)
    outcome = rules.ending(state)
    if left and not outcome:
        allowed = legal(root, numbers, rules)
        if allowed and all(turn.state != state for turn in allowed):
            number, reason = _fuller(allowed, len(moves))
            return TurnCheck(False, f"{rules.letter}{number}", reason)
    return TurnCheck(True, None, "", position_of(state, seat), outcome)


def _reason(rules: Rules, state: State, start: int, end: int, left: Sequence[int]) -> tuple[int, str]:
    """The reason why no die allows this landing: the number of the rule, and a sentence."""
    (own, _, mine, _, closed), shown = state, left_over(left)
    if outcome := rules.ending(state):
        return 7, say("the game was over before this landing, by {outcome}", outcome=term(outcome))
    if not mine >> start & 1:
        return 1, say("no man of the player stands there")
    if own_reason := rules.reason(state, start, end, left):
        return own_reason
    if end == 0:
        if mine >> 7:
            return 4, say("bearing off begins when all men that are left stand on 1 to 6")
        if start not in left and max(left, default=0) > start:
            return 4, say("with {shown} the highest man goes off; one stands on {value}",
                shown=shown, value=mine.bit_length() - 1)  # fmt: skip
        return 4, say("bearing off from {start} takes {start2} or, from the highest point, more; left is {shown}",
            start=start, start2=start, shown=shown)  # fmt: skip
    if start - end not in left:
        return 1, say("that is {start} points forward, and {shown} is left of the dice; each landing takes one die",
            start=start - end, shown=shown)  # fmt: skip
    if closed >> end & 1:
        return 2, say("two or more enemy men stand there")
    return 3, say("{own} on the bar must enter before any other man moves", own=own & 255)


def _fuller(allowed: list[Turn], used: int) -> tuple[int, str]:
    """The demand that a turn of allowed landings misses."""
    example, most = shown_landings(_landings(allowed[0])), allowed[0].moves
    if not used:
        return 5, say("a player who can move may not pass; possible is {example}", example=example)
    if used < most:
        return 5, say("{used} of the moves made where {most} can be: for instance {example}",
            used=used, most=most, example=example)  # fmt: skip
    return 6, say("as many moves can be made with more eyes: for instance {example}", example=example)
