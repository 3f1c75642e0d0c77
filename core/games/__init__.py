"""The registry: every game that brade knows, one line each."""

from core.errors import NotFound
from core.games import backgammon, dubblets, dutch, english, irish, six_ace, swedish, tick_tack
from core.rules.game import Game

GAMES: tuple[Game, ...] = (
    swedish.GAME,
    backgammon.GAME,
    dutch.GAME,
    irish.GAME,
    tick_tack.GAME,
    english.GAME,
    dubblets.GAME,
    six_ace.GAME,
)
_BY_KEY = {game.key: game for game in GAMES}


def game_of(key: str) -> Game:
    """The game of that key. Raises `NotFound`, which names the known ones."""
    if key not in _BY_KEY:
        raise NotFound("game", key, tuple(_BY_KEY))
    return _BY_KEY[key]
