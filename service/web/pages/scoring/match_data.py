"""Data of a match for the scripts that record it, or lay out its board."""

from typing import Any

from core.errors import Invalid
from core.events import MatchOpened
from core.match import judging
from core.match.state import Match
from core.rules.board import BAR, OFF
from core.rules.game import VOID, Game
from service import translations
from service.auth.authorization import Principal
from service.handlers.match import laying_out
from service.web import boards
from service.web.http.context import deps
from service.web.i18n import labels, locale

Json = dict[str, Any]


def match_data(principal: Principal | None, match_id: str, opening: MatchOpened, state: Json) -> Json:
    """The match as the scripts know it. `lays_out` says who confirms a position that is laid out."""
    before = judging.opened(match_id, opening)
    catalogue = translations.catalogue(locale.current())
    return {
        "match_id": match_id,
        "seats": before.seats,
        "names": opening.players,
        "check": opening.check,
        "length": opening.length,
        "start": opening.start,
        "stop": opening.stop,
        "options": opening.options,
        "game": game_json(before),
        "state": state,
        "now": deps().clock(),
        "tournament": opening.tournament,
        "lays_out": laying_out.right(deps(), principal, opening, match_id),
        "seat_words": {seat: boards.seat_word(seat, catalogue) for seat in before.seats},
    }


def game_json(match: Match) -> Json:
    """The game of a match: its dice, its opening, its board, its endings and where its men begin."""
    game, seats = match.game, match.seats
    starter = game.opening.starter({seat: place + 1 for place, seat in enumerate(seats)})
    return {
        "key": game.key,
        "dice": game.dice(match.options),
        "throw_is_play": game.throw_is_play,
        "cube": game.cube,
        "placings": game.placings is not None,
        "opening": {
            "lowest": starter == seats[0],
            "plays_dice": game.opening.plays_dice,
            "every_game": game.opening.every_game,
        },
        "board": boards.DRAWINGS[game.key].kind,
        "forward": game.notation.forward if game.notation else 0,
        "bears_off": bears_off(game, game.write(game.start(match.options, seats))),
        "start": game.write(game.start(match.options, seats)),
        "endings": [
            {"key": outcome.key, "word": labels.ending(outcome.key), "points": outcome.points, "rank": outcome.rank}
            for outcome in sorted(game.outcomes, key=lambda each: (each.points, each.rank))
            if outcome.key != VOID
        ],
    }


def bears_off(game: Game, start: Json) -> bool:
    """True if a checker may be off the board in this game: Tick-Tack has no such position (T1)."""
    seats = [seat for seat, side in start.items() if isinstance(side, dict) and BAR in side]
    if not seats:  # no board of twenty-four points
        return True
    first, other = seats
    checkers = sum(start[first]["points"].values()) + start[first][BAR] + start[first][OFF]
    try:
        game.read({first: {OFF: 1, "points": {"2": checkers - 1}}, other: {"points": {"2": checkers}}})
    except Invalid:
        return False
    return True
