"""Data of a game for the scorer's page, so that no script knows a game's name."""

from typing import Any

from core.match.state import Match
from core.rules.game import VOID
from service.web import boards
from service.web.i18n import labels

Json = dict[str, Any]


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
        "start": game.write(game.start(match.options, seats)),
        "endings": [
            {"key": each.key, "word": labels.ending(each.key), "points": each.points, "rank": each.rank}
            for each in sorted(game.outcomes, key=lambda each: (each.points, each.rank))
            if each.key != VOID
        ],
    }
