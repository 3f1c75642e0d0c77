"""Contents of the cells of a transcript: each fact as short text, texts side by side."""

import textwrap
from collections.abc import Mapping
from typing import Any

from core.events import (
    CheckersMoved,
    DiceRolled,
    DoubleDropped,
    DoubleOffered,
    DoubleTaken,
    GameResigned,
    TurnPassed,
)
from core.match.state import FAULTED, Match
from core.messages import say, term
from core.notation.ending_text import outcome_text
from core.notation.replayed_match import ReplayedFact
from core.notation.turn_text import canonical

WIDTH = 78
_CELL = 35


def wrap(text: str, width: int, initial_indent: str = "", subsequent_indent: str = "") -> list[str]:
    """Lines as `textwrap.wrap` breaks them: plain text, by far the most, in a tenth of its time."""
    words, room = text.split(" "), width - max(len(initial_indent), len(subsequent_indent))
    if "-" in text or not text.isprintable() or "" in words or max(map(len, words)) > room:
        return textwrap.wrap(text, width, initial_indent=initial_indent, subsequent_indent=subsequent_indent)
    lines, line = [], initial_indent + words[0]
    for word in words[1:]:
        if len(line) + 1 + len(word) <= width:
            line += f" {word}"
        else:
            lines.append(line)
            line = subsequent_indent + word
    return [*lines, line]


def cell(fact: ReplayedFact) -> str:
    """The text of a fact in its player's column. Empty for a throw that is shown with the play that follows it."""
    event, match = fact.recorded.event, fact.before
    dice = "".join(map(str, sorted(match.dice or (), reverse=True)))
    if isinstance(event, CheckersMoved):
        played = canonical(match.game, event.moves, match.position, event.by, match.options)
        fault = " ?" if fact.counts and fact.verdict.verdict == FAULTED else ""
        return f"{dice}: {played}{fault}" if fact.counts else played
    if isinstance(event, DiceRolled):
        thrown = "".join(map(str, event.dice))
        if match.game.throw_is_play:
            return say("{dice}: {play}", dice=thrown, play=_obeyed(match, event))
        return "" if fact.counts else thrown
    if isinstance(event, TurnPassed):
        return say("{dice}: {play}", dice=dice, play=say("passes")) if fact.counts else say("passes")
    if isinstance(event, DoubleOffered):
        return say("doubles to {value}", value=2 * match.cube.value) if match.cube else say("doubles")
    if isinstance(event, GameResigned):
        rolled = f"{dice}: " if fact.counts and dice and event.by == match.to_move else ""
        return say("{rolled}resigns ({outcome})", rolled=rolled, outcome=outcome_text(event.outcome))
    if isinstance(event, DoubleTaken):
        return say("takes")
    return say("drops") if isinstance(event, DoubleDropped) else ""


def _obeyed(match: Match, event: DiceRolled) -> str:
    """The effect of a throw that is itself the play."""
    if event.by not in match.seats or not match.to_move:
        return ""
    turn = match.game.plays(match.position, event.by, event.dice, match.options)[0]
    return canonical(match.game, turn.moves, match.position, event.by, match.options) if turn.moves else term("nothing")


def position_text(match: Match) -> str:
    """The men of each seat where they are, by their owner's numbers: `Anna 1:13 bar:2, Bo 1:15`.

    What belongs to no seat, such as a pool, comes last.
    """
    written = match.written_position
    sides = [f"{match.opened.players[seat]} {_counts(written[seat])}" for seat in match.seats]
    rest = _counts({name: value for name, value in written.items() if name not in match.seats})
    return ", ".join([*sides, rest] if rest else sides)


def _counts(side: Mapping[str, Any]) -> str:
    """The counts of a side that are not 0, those of `points` first."""
    places = {**side.get("points", {}), **{name: value for name, value in side.items() if name != "points"}}
    return " ".join(f"{name}:{value}" for name, value in places.items() if value)


def both(left: str, right: str) -> list[str]:
    """Two texts at both ends of a line; one below the other if they do not fit."""
    room = WIDTH - len(left)
    return [f"{left}{right:>{room}}"] if len(right) + 2 <= room else [*wrap(left, WIDTH), f"{right:>{WIDTH}}"]


def columns(cells: list[str], number: str = "   ") -> list[str]:
    """One row of two cells; a cell that is too long goes on in the line below."""
    rows = [wrap(cell, _CELL) or [""] for cell in (*cells, "", "")[:2]]
    depth = max(map(len, rows))
    left, right = ([*row, *[""] * (depth - len(row))] for row in rows)
    return [
        f"{number if place == 0 else '   '}  {left[place]:<{_CELL}}  {right[place]}".rstrip() for place in range(depth)
    ]
