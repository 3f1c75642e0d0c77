"""Swedish Tables (svenskt brädspel): both go the same way round, and seven endings beat bearing off.

Rules as adopted on 26 February 2003 (§1–§13), with the rulings S1–S12 of `docs/games/swedish.md` where they leave room.
Landings and complete turns are in `core/rules/swedish_landings.py` and `swedish_search.py`.
"""

from collections.abc import Sequence

from core.events import Landing
from core.messages import left_over, say, shown_landings, term
from core.rules.board import BAR, OFF, SEATS, Position, from_json, other, parallel, side, to_json
from core.rules.game import COUNTED_UP, Game, NoOptions, Opening, Outcome, Search, TurnCheck, higher, throw
from core.rules.legal_turns import LegalTurns
from core.rules.packed_board import points, position_of, unpack
from core.rules.swedish_landings import (
    FOURTH,
    HANDSOME,
    LANDING,
    OFF_BOARD,
    UNSTACKED,
    State,
    accessible,
    forceable,
    land,
    starts,
    state_of,
)
from core.rules.swedish_search import (
    SwedishTurns,
    best_turns,
    complete_turns,
    cost_of,
    legal_turns,
    length_of,
    most_dice,
)

OUTCOMES = (
    Outcome("forced_jan", 6, 6),
    Outcome("jan", 4, 5),
    *(Outcome(f"{name}_with_monk", 3, 4) for name in HANDSOME.values()),
    *(Outcome(name, 2, 3) for name in HANDSOME.values()),
    Outcome("bearing_off_with_monk", 2, 2),
    Outcome("bearing_off", 1, 1),
)


# ── turns ────────────────────────────────────────────────────────────────────────────────────────────────────────────
def plays(position: Position, seat: str, dice: Sequence[int], _options: NoOptions) -> LegalTurns:
    """Every distinct legal turn (S4, S5); an empty list is a forced pass (S6)."""
    return legal_turns(state_of(position, seat), dice, throw(dice), seat)


def _search(position: Position, seat: str, dice: Sequence[int], _options: NoOptions) -> Search:
    def steps(state: State, die: int) -> list[tuple[Landing, State, str | None]]:
        landed = [(start, min(start + die, OFF_BOARD)) for start in points(starts(state, die))]
        return [(LANDING[start][end], *land(state, start, end)) for start, end in landed]

    return Search(state_of(position, seat), throw(dice), steps, lambda state: position_of(state[0], seat))


def check(position: Position, seat: str, dice: Sequence[int], moves: Sequence[Landing], _: NoOptions) -> TurnCheck:
    """Judge one turn. Only one that leaves dice unused or reduces needs all turns (S4)."""
    root = state = state_of(position, seat)
    dice_left = list(throw(dice))
    reduction, outcome = 0, None
    for start, end in moves:
        if outcome:
            reason = say("the game was over before this landing, by {outcome}", "game_was_over", outcome=term(outcome))
            return _refused((start, end), "§11", reason)
        source = start if isinstance(start, int) else _slot(start)
        target = end if isinstance(end, int) else _slot(end)
        die = _die(state, source, target, dice_left)
        if not die:
            return _refused((start, end), *_reason(state, source, target, dice_left))
        dice_left.remove(die)
        reduction += source + die - target
        state, outcome = land(state, source, target)
    if (dice_left or reduction) and not outcome:
        found = complete_turns(root, throw(dice))
        best = SwedishTurns(best_turns(found, dice), root, seat)
        if best and (state[0], None) not in map(best.result, best.codes):
            rule, reason = _better(best, found, len(moves), reduction)
            return TurnCheck(False, rule, reason)
    # The constructor of a named tuple is Python code, and this is nearly every turn.
    return tuple.__new__(TurnCheck, (True, None, "", position_of(state[0], seat), outcome))


def _slot(place: str) -> int:
    return 0 if place == BAR else OFF_BOARD if place == OFF else int(place)


def _refused(landing: Landing, rule: str, reason: str) -> TurnCheck:
    return TurnCheck(
        False, rule, say("{landing}: {reason}", "landing_reason", landing=shown_landings([landing]), reason=reason)
    )


def _die(state: State, source: int, target: int, dice_left: list[int]) -> int:
    """The die among those left that allows this landing (§2–§6); 0 if none does."""
    _, mine, _, closed = state
    if (mine & 1 and source) or not mine >> source & 1:
        return 0
    if target == OFF_BOARD:
        if not source or mine & ~FOURTH or mine & ((1 << source) - 1):
            return 0
        return min((die for die in dice_left if source + die >= OFF_BOARD), default=0)
    if target - source not in dice_left or mine & UNSTACKED & 1 << target:
        return 0
    if closed >> target & 1 and not forceable(state) >> target & 1:
        return 0
    return target - source


def _reason(state: State, source: int, target: int, dice_left: list[int]) -> tuple[str, str]:
    """The reason why `_die` found none: the clause or ruling, and a sentence."""
    board, mine, _, closed = state
    shown = left_over(dice_left)
    if mine & 1 and source:
        return "§3", say(
            "{own} on the bar must enter before any other checker moves", "bar_enters_first", own=board & 255
        )
    if not mine >> source & 1:
        return "§1", say("no checker of the player stands there", "no_checker_there")
    if target == OFF_BOARD:
        if not source or mine & ~FOURTH:
            return "§6", say(
                "bearing off begins when all remaining checkers stand on 19 to 24", "bearing_off_too_early"
            )
        if mine & ((1 << source) - 1):
            return "§6", say(
                "only the backmost checker is borne off; one stands on {value}",
                "backmost_checker_first",
                value=(mine & -mine).bit_length() - 1,
            )
        return "§6", say(
            "{off} or more is needed to bear off from {source}, and {shown} is left of the dice",
            "die_too_small_to_bear_off",
            off=OFF_BOARD - source,
            source=source,
            shown=shown,
        )
    if target - source not in dice_left:
        return "§1", say(
            "that is {target} points, and {shown} is left of the dice; each landing takes one die",
            "not_left_of_the_dice",
            target=target - source,
            shown=shown,
        )
    if mine & UNSTACKED & 1 << target:
        return "§4", say("on points 1 to 11 a player may not land on a point that they hold", "point_held_already")
    if unpack(board)[0][OFF_BOARD] == 14:
        return "S1", say(
            "the point is closed, and a player with one checker left may not force", "last_checker_may_not_force"
        )
    if not source:
        return "S3", say(
            "the point is closed, and {own} on the bar have {accessible} accessible points to enter on",
            "no_force_with_entry",
            own=board & 255,
            accessible=accessible(mine, closed),
        )
    return "S2", say("the point is closed by the opponent and part of no prime of six", "point_closed_without_prime")


def _better(best: SwedishTurns, found: list[int], used: int, reduction: int) -> tuple[str, str]:
    """The first of S4's three demands that a turn of allowed landings misses. S6 for a pass without need."""
    first = best.codes[0]
    example, most = shown_landings(best.path(first)), length_of(first)
    if not used:
        return "S6", say(
            "a player who can land may not pass; possible is {example}", "landing_is_possible", example=example
        )
    if used < most:
        return "S4", say(
            "{used} of the dice used where {most} can be: for instance {example}",
            "more_dice_can_be_used",
            used=used,
            most=most,
            example=example,
        )
    if used == 1 and len(most_dice(found)) != len(best) and reduction <= cost_of(first):
        return "S4", say(
            "only one die can be used, and then the larger: for instance {example}", "larger_die_first", example=example
        )
    return "S4", say(
        "{reduction} eyes given up where {cost} would do: for instance {example}",
        "eyes_given_up",
        reduction=reduction,
        cost=cost_of(first),
        example=example,
    )


def apply_moves(
    position: Position, seat: str, moves: Sequence[Landing], _options: NoOptions | None = None
) -> tuple[Position, str | None] | None:
    """The position after landings that were not judged: enemy checkers met on the way go to the bar.

    `None` if it is impossible, because the point of departure has no checker.
    """
    state, outcome = state_of(position, seat), None
    for start, end in moves:
        source, target = 0 if start == BAR else int(start), OFF_BOARD if end == OFF else int(end)
        if not state[1] >> source & 1:
            return None
        state, outcome = land(state, source, target)
        if outcome:
            break
    return position_of(state[0], seat), outcome


def ended(position: Position, _options: NoOptions | None = None) -> str | None:
    """The ending that a position shows, whichever player brought it about; a forced jan looks like any other (S7)."""
    for own, foe in (position, position[::-1]):
        if foe[0] > foe[1:7].count(0):
            return "jan"
        if outcome := "bearing_off" if own[OFF_BOARD] == 15 else HANDSOME.get(own):
            return f"{outcome}_with_monk" if foe[0] else outcome
    return None


_START = Position(side({1: 15}), side({1: 15}))
GAME: Game = Game(
    key="swedish",
    name="Swedish Tables",
    rule=say(
        "Fifteen checkers each, both counter-clockwise from home; bear off, build a handsome "
        "game, or send so many checkers off the board that they cannot all come back (jan)."
    ),
    source="Rules adopted by the Swedish-Tables Association of the Vasa Museum, 26 February 2003",
    version="2003",
    seats=SEATS,
    dice=lambda _options: 2,
    outcomes=OUTCOMES,
    opening=Opening(
        say("each player rolls one die, the lower starts (§13)", "opening_of_swedish"),
        lambda rolls: higher({seat: -die for seat, die in rolls.items()}),
    ),
    start=lambda _options, _seats: _START,
    plays=plays,
    check=check,
    apply_moves=apply_moves,
    ended=ended,
    search=_search,
    read=lambda words: from_json(words, parallel),
    write=to_json,
    notation=COUNTED_UP,
    next_seat=lambda _position, seat, _dice, _options: other(seat),
)
