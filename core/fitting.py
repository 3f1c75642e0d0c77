"""Whether a fact can be one of a game at all, whatever the position: its seats, dice, endings and words."""

from collections.abc import Mapping, Sequence
from typing import Any

from core.events import (
    CheckersMoved,
    ClockSet,
    DiceRolled,
    DoubleDropped,
    DoubleOffered,
    DoubleTaken,
    Event,
    FlagConfirmed,
    GameResigned,
    Landing,
    MatchOpened,
    OpeningRolled,
    RulingMade,
    TurnPassed,
)  # fmt: skip
from core.game import Game

Problems = dict[str, list[str]]


def unfit(game: Game, opened: MatchOpened, event: Event) -> Problems:
    """What of a fact no match between these players can hold: field → messages."""
    seats = tuple(seat for seat in game.seats if seat in opened.players)
    found = _seats(game, seats, event)
    match event:
        case DiceRolled(_, dice) if len(dice) != (count := _dice(game, opened.options)):
            found["dice"] = [f"{game.name} is played with {count} dice, not {len(dice)}"]
        case CheckersMoved() | TurnPassed() if game.throw_is_play:
            found["type"] = [f"in {game.name} the throw is the play: nothing follows it"]
        case CheckersMoved(_, moves):
            found |= {f"moves.{path}": said for path, said in strange_landings(game, moves).items()}
        case DoubleOffered() | DoubleTaken() | DoubleDropped() if not game.cube:
            found["type"] = [f"{game.name} is played without a cube"]
        case GameResigned() | RulingMade() | FlagConfirmed() if event.outcome is not None:
            known = [outcome.key for outcome in game.endings]
            if event.outcome not in known:
                found["outcome"] = [f"{game.name} ends as one of: {', '.join(known)}"]
    return found


def _dice(game: Game, options: Mapping[str, Any]) -> int:
    return game.dice(game.read_options(options))


def _seats(game: Game, seats: Sequence[str], event: Event) -> Problems:
    known = f"{game.name} is played here by {', '.join(seats)}"
    if isinstance(event, OpeningRolled):
        found = {seat: [f"missing: the die of this seat; {known}"] for seat in seats if seat not in event.rolls}
        return found | {seat: [f"no such seat; {known}"] for seat in event.rolls if seat not in seats}
    if isinstance(event, ClockSet):
        missing = [seat for seat in seats if seat not in event.reserve]
        found = {f"reserve.{seat}": [f"missing: the time of this seat; {known}"] for seat in missing}
        return found | {f"reserve.{seat}": [f"no such seat; {known}"] for seat in event.reserve if seat not in seats}
    named = {name: getattr(event, name, None) for name in ("by", "winner", "seat")}
    return {name: [f"{seat!r} is no seat; {known}"] for name, seat in named.items() if seat not in (None, *seats)}


def strange_landings(game: Game, moves: Sequence[Landing]) -> Problems:
    """Words in landings that the game does not know: path → messages."""
    found: Problems = {}
    for place, landing in enumerate(moves):
        for name, said, words in zip(("from", "to", "by"), landing, game.words, strict=False):
            if isinstance(said, str) and said not in words:
                known = ", ".join(map(repr, words)) or "no word"
                found[f"{place}.{name}"] = [f"{game.name} knows no {said!r} here but {known}"]
    return found


def has_strange_landings(game: Game, moves: Sequence[Landing]) -> bool:
    """The same in short."""
    sources, targets, movers = game.words
    for landing in moves:
        start, end = landing[0], landing[1]
        if (type(start) is str and start not in sources) or (type(end) is str and end not in targets):
            return True
        if len(landing) > 2 and landing[2] not in movers:
            return True
    return False
