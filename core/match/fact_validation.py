"""Position-independent validation of a fact of a game: its seats, dice, endings and places."""

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
)
from core.messages import quoted, say, term, terms
from core.rules.game import Game

Problems = dict[str, list[str]]


def field_errors(game: Game, opened: MatchOpened, event: Event) -> Problems:
    """The fields of a fact that are wrong in any match between these players: field → messages."""
    seats = tuple(seat for seat in game.seats if seat in opened.players)
    found = _seats(game, seats, event)
    match event:
        case DiceRolled(_, dice) if len(dice) != (count := _dice(game, opened.options)):
            found["dice"] = [
                say(
                    "{game_name} is played with {count} dice, not {dice}",
                    game_name=term(game.name),
                    count=count,
                    dice=len(dice),
                )
            ]
        case CheckersMoved() | TurnPassed() if game.throw_is_play:
            found["type"] = [say("in {game_name} the throw is the play: nothing follows it", game_name=term(game.name))]
        case CheckersMoved(_, moves):
            found |= {f"moves.{path}": messages for path, messages in unknown_landings(game, moves).items()}
        case DoubleOffered() | DoubleTaken() | DoubleDropped() if not game.cube:
            found["type"] = [say("{game_name} is played without a cube", game_name=term(game.name))]
        case GameResigned() | RulingMade() | FlagConfirmed() if event.outcome is not None:
            known = [outcome.key for outcome in game.endings]
            if event.outcome not in known:
                found["outcome"] = [
                    say("{game_name} ends as one of: {known}", game_name=term(game.name), known=terms(known))
                ]
    return found


def _dice(game: Game, options: Mapping[str, Any]) -> int:
    return game.dice(game.read_options(options))


def _seats(game: Game, seats: Sequence[str], event: Event) -> Problems:
    named = ((name, getattr(event, name, None)) for name in ("by", "winner", "seat"))
    unknown = {name: seat for name, seat in named if seat is not None and seat not in seats}
    if not unknown and not isinstance(event, OpeningRolled | ClockSet):
        return {}  # nearly every fact: the sentence is not put together for nothing
    known = say("{game_name} is played here by {seats}", game_name=term(game.name), seats=terms(seats))
    if isinstance(event, OpeningRolled):
        found = {
            seat: [say("missing: the die of this seat; {known}", known=known)]
            for seat in seats
            if seat not in event.rolls
        }
        return found | {seat: [say("no such seat; {known}", known=known)] for seat in event.rolls if seat not in seats}
    if isinstance(event, ClockSet):
        missing = [seat for seat in seats if seat not in event.reserve]
        found = {f"reserve.{seat}": [say("missing: the time of this seat; {known}", known=known)] for seat in missing}
        return found | {
            f"reserve.{seat}": [say("no such seat; {known}", known=known)]
            for seat in event.reserve
            if seat not in seats
        }
    return {name: [say("{seat} is no seat; {known}", seat=quoted(seat), known=known)] for name, seat in unknown.items()}


def unknown_landings(game: Game, moves: Sequence[Landing]) -> Problems:
    """Words in landings that the game does not know: path → messages."""
    found: Problems = {}
    for place, landing in enumerate(moves):
        for name, value, known_words in zip(("from", "to", "by"), landing, game.words, strict=False):
            if isinstance(value, str) and value not in known_words:
                known = tuple(map(quoted, known_words)) or say("no word")
                found[f"{place}.{name}"] = [
                    say(
                        "{game_name} knows no {said} here but {known}",
                        game_name=term(game.name),
                        said=quoted(value),
                        known=known,
                    )
                ]
    return found


def has_unknown_landings(game: Game, moves: Sequence[Landing]) -> bool:
    """The same in short."""
    sources, targets, movers = game.words
    for landing in moves:
        start, end = landing[0], landing[1]
        if (type(start) is str and start not in sources) or (type(end) is str and end not in targets):
            return True
        if len(landing) > 2 and landing[2] not in movers:
            return True
    return False
