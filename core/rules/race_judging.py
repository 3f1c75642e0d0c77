"""Judgement of the landings and turns of the backgammon family."""

from collections.abc import Sequence

from core.events import Landing
from core.messages import left_over, say, shown_landings, term
from core.rules.board import BAR, OFF, Position
from core.rules.game import TurnCheck
from core.rules.packed_board import position_of, unpack
from core.rules.race import Ending, Rules, State, land, starts, state_of
from core.rules.race_search import RaceTurns, legal


def _numbers(landing: Landing) -> tuple[int, int]:
    start, end = (25 if each == BAR else 0 if each == OFF else int(each) for each in landing)
    return start, end


def apply_moves(
    position: Position, seat: str, moves: Sequence[Landing], ending: Ending
) -> tuple[Position, str | None] | None:
    """The position after landings that were not judged. `None` if a point of departure has no man."""
    state = state_of(position, seat)
    for start, end in map(_numbers, moves):
        if not state[1] >> start & 1 or end == 25:
            return None
        state = land(state, start, end)
        if ending(*unpack(state[0])):
            break
    return position_of(state[0], seat), ending(*unpack(state[0]))


def check(position: Position, seat: str, numbers: Sequence[int], moves: Sequence[Landing], rules: Rules) -> TurnCheck:
    """Judge one turn: legal if its landings are and it uses every number or ends the game, or else is among `legal`."""
    root = state = state_of(position, seat)
    left = sorted(numbers)
    for move in moves:
        start, end = _numbers(move)
        taken = [die for die in left if end == max(start - die, 0) and starts(rules, state, die) >> start & 1]
        if not taken:
            number, reason = _reason(rules, state, start, end, left)
            text = say("{landing}: {reason}", "landing_reason", landing=shown_landings([move]), reason=reason)
            return TurnCheck(False, f"{rules.letter}{number}", text)
        left.remove(taken[0])
        state = land(state, start, end)
    outcome = rules.ending(*unpack(state[0]))
    if left and not outcome:
        allowed = legal(root, numbers, rules)
        if allowed and state[0] not in map(allowed.board, allowed.codes):
            number, reason = _fuller(allowed, len(moves))
            return TurnCheck(False, f"{rules.letter}{number}", reason)
    return TurnCheck(True, None, "", position_of(state[0], seat), outcome)


def _reason(rules: Rules, state: State, start: int, end: int, left: Sequence[int]) -> tuple[int, str]:
    """The reason why no die allows this landing: the number of the rule, and a sentence."""
    (board, mine, _, closed), shown = state, left_over(left)
    if outcome := rules.ending(*unpack(board)):
        return 7, say("the game was over before this landing, by {outcome}", "game_was_over", outcome=term(outcome))
    if not mine >> start & 1:
        return 1, say("no man of the player stands there", "no_man_there")
    if own_reason := rules.reason(state, start, end, left):
        return own_reason
    if end == 0:
        if mine >> 7:
            return 4, say("bearing off begins when all men that are left stand on 1 to 6", "men_not_home")
        if start not in left and max(left, default=0) > start:
            return 4, say(
                "with {shown} the highest man goes off; one stands on {value}",
                "highest_man_first",
                shown=shown,
                value=mine.bit_length() - 1,
            )
        return 4, say(
            "bearing off from {start} takes {start2} or, from the highest point, more; left is {shown}",
            "die_does_not_bear_off",
            start=start,
            start2=start,
            shown=shown,
        )
    if start - end not in left:
        return 1, say(
            "that is {start} points forward, and {shown} is left of the dice; each landing takes one die",
            "points_not_on_the_dice",
            start=start - end,
            shown=shown,
        )
    if closed >> end & 1:
        return 2, say("two or more enemy men stand there", "point_is_held")
    return 3, say("{own} on the bar must enter before any other man moves", "bar_man_enters_first", own=board & 255)


def _fuller(allowed: RaceTurns, used: int) -> tuple[int, str]:
    """The demand that a turn of allowed landings misses."""
    first = allowed.path(allowed.codes[0])
    example, most = shown_landings(first), len(first)
    if not used:
        return 5, say("a player who can move may not pass; possible is {example}", "move_is_possible", example=example)
    if used < most:
        return 5, say(
            "{used} of the moves made where {most} can be: for instance {example}",
            "more_moves_possible",
            used=used,
            most=most,
            example=example,
        )
    return 6, say(
        "as many moves can be made with more eyes: for instance {example}", "more_eyes_possible", example=example
    )
