"""Position-independent validation of a fact of a game: its seats, dice, endings and places."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from core.errors import Invalid
from core.events import (
    CheckersMoved,
    ClockSet,
    DiceRolled,
    DoubleDropped,
    DoubleOffered,
    DoubleTaken,
    Event,
    FlagConfirmed,
    GameReported,
    GameResigned,
    GameResult,
    Landing,
    MatchOpened,
    OpeningRolled,
    PositionAgreed,
    PositionSet,
    RefereeCalled,
    RulingMade,
    TurnPassed,
)
from core.match.results.game_results import CUBES, result_problems
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
                    "number_of_dice",
                    game_name=term(game.name),
                    count=count,
                    dice=len(dice),
                )
            ]
        case CheckersMoved() | TurnPassed() if game.throw_is_play:
            found["type"] = [
                say(
                    "in {game_name} the throw is the play: nothing follows it",
                    "throw_ends_the_turn",
                    game_name=term(game.name),
                )
            ]
        case CheckersMoved(_, moves):
            found |= {f"moves.{path}": messages for path, messages in unknown_landings(game, moves).items()}
        case DoubleOffered() | DoubleTaken() | DoubleDropped() if not game.cube:
            found["type"] = [say("{game_name} is played without a cube", "no_cube", game_name=term(game.name))]
        case GameReported(winner, outcome, cube, placings):
            found |= result_problems(game, seats, GameResult(winner, outcome, cube or 1, placings or ()))
        case PositionSet():
            found |= _position_problems(game, opened, seats, event)
        case RefereeCalled(laid_out=Mapping() as board):
            found |= {f"laid_out.{path}": messages for path, messages in _board_problems(game, opened, seats, board)}
        case GameResigned() | RulingMade() | FlagConfirmed() if event.outcome is not None:
            known = [outcome.key for outcome in game.endings]
            if event.outcome not in known:
                found["outcome"] = [
                    say(
                        "{game_name} ends as one of: {known}",
                        "ending_unknown",
                        game_name=term(game.name),
                        known=terms(known),
                    )
                ]
    return found


def _dice(game: Game, options: Mapping[str, Any]) -> int:
    return game.dice(game.read_options(options))


def _seats(game: Game, seats: Sequence[str], event: Event) -> Problems:
    named = ((name, getattr(event, name, None)) for name in ("by", "winner", "seat", "to_move"))
    unknown = {name: seat for name, seat in named if seat is not None and seat not in seats}
    if not unknown and not isinstance(event, OpeningRolled | ClockSet):
        return {}  # nearly every fact: the sentence is not put together for nothing
    known = say(
        "{game_name} is played here by {seats}", "seats_of_the_game", game_name=term(game.name), seats=terms(seats)
    )
    if isinstance(event, OpeningRolled):
        found = {
            seat: [say("missing: the die of this seat; {known}", "die_missing", known=known)]
            for seat in seats
            if seat not in event.rolls
        }
        return found | {
            seat: [say("no such seat; {known}", "seats_known", known=known)]
            for seat in event.rolls
            if seat not in seats
        }
    if isinstance(event, ClockSet):
        missing = [seat for seat in seats if seat not in event.reserve]
        found = {
            f"reserve.{seat}": [say("missing: the time of this seat; {known}", "time_missing", known=known)]
            for seat in missing
        }
        return found | {
            f"reserve.{seat}": [say("no such seat; {known}", "seats_known", known=known)]
            for seat in event.reserve
            if seat not in seats
        }
    return {
        name: [say("{seat} is no seat; {known}", "seat_unknown", seat=quoted(seat), known=known)]
        for name, seat in unknown.items()
    }


def _board_problems(
    game: Game, opened: MatchOpened, seats: Sequence[str], board: Mapping[str, Any]
) -> Iterable[tuple[str, list[str]]]:
    """The fields of a board that waits for a referee (M14) which no position of this match can have."""
    rows = board.get("results")
    results = None if rows is None else tuple(GameResult(**row | {"placings": row.get("placings", ())}) for row in rows)
    dice = None if board.get("dice") is None else tuple(board["dice"])
    laid = PositionSet(board["position"], board["to_move"], "", dice, board.get("cube"), results)
    return (_seats(game, seats, laid) | _position_problems(game, opened, seats, laid)).items()


def _position_problems(game: Game, opened: MatchOpened, seats: Sequence[str], event: PositionSet) -> Problems:
    """The fields of a position that is laid out which no match between these players can have."""
    options, position_problems = game.read_options(opened.options), Problems()
    dice = game.dice(options)
    if event.dice is not None and game.throw_is_play:
        position_problems["dice"] = [
            say("in {game_name} the throw is the play: lay out no dice", "no_dice_laid_out", game_name=term(game.name))
        ]
    elif event.dice is not None and len(event.dice) != dice:
        position_problems["dice"] = [
            say("{game_name} is played with {dice} dice", "dice_of_the_game", game_name=term(game.name), dice=dice)
        ]
    try:
        position = game.read(event.position)
        mover = event.to_move if event.to_move in seats else seats[0]
        game.plays(position, mover, range(1, dice + 1), options)  # the number of men depends on the options
        if here := [seat for seat in game.seats if (seat in game.write(position)) != (seat in seats)]:
            position_problems["position"] = [
                say(
                    "this match is played by {seats}: not by {here}",
                    "other_seats_play",
                    seats=terms(seats),
                    here=terms(here),
                )
            ]
    except Invalid as wrong:
        position_problems |= {f"position.{path}".rstrip("."): messages for path, messages in wrong.problems.items()}
    if isinstance(event, PositionAgreed) and (strange := [seat for seat in event.agreed_by if seat not in seats]):
        position_problems["agreed_by"] = [
            say("{seat} is no seat of this match", "not_a_seat_here", seat=quoted(seat)) for seat in strange
        ]
    if event.cube is not None and not game.cube:
        position_problems["cube"] = [say("{game_name} is played without a cube", "no_cube", game_name=term(game.name))]
    elif event.cube is not None:
        if event.cube.get("value") not in CUBES:
            position_problems["cube.value"] = [
                say(
                    "{cube} is not one of {cubes}",
                    "cube_value_unknown",
                    cube=quoted(str(event.cube.get("value"))),
                    cubes=terms(map(str, CUBES)),
                )
            ]
        owner = event.cube.get("owner")
        if owner is not None and owner not in seats:
            position_problems["cube.owner"] = [
                say("{seat} is no seat of this match", "not_a_seat_here", seat=quoted(str(owner)))
            ]
    for place, result in enumerate(event.results or ()):
        problems = result_problems(game, seats, result)
        position_problems |= {f"results.{place}.{field}": messages for field, messages in problems.items()}
    return position_problems


def unknown_landings(game: Game, moves: Sequence[Landing]) -> Problems:
    """Words in landings that the game does not know: path → messages."""
    found: Problems = {}
    for place, landing in enumerate(moves):
        for name, value, known_words in zip(("from", "to", "by"), landing, game.words, strict=False):
            if isinstance(value, str) and value not in known_words:
                known = tuple(map(quoted, known_words)) or say("no word", "not_a_word")
                found[f"{place}.{name}"] = [
                    say(
                        "{game_name} knows no {said} here but {known}",
                        "word_unknown",
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
