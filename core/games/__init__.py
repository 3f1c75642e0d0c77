"""The registry: every game that brade knows, one line each."""

from core.errors import Unknown
from core.game import Game
from core.games import backgammon, dubblets, dutch, english, irish, six_ace, swedish, tick_tack

GAMES: tuple[Game, ...] = (
    swedish.GAME,
    backgammon.GAME,
    dutch.GAME,
    irish.GAME,
    tick_tack.GAME,
    english.GAME,
    dubblets.GAME,
    six_ace.GAME,
)  # fmt: skip
_BY_KEY = {game.key: game for game in GAMES}


def game_of(key: str) -> Game:
    """The game of that key. Raises `Unknown`, which names the known ones."""
    if key not in _BY_KEY:
        raise Unknown("game", key, tuple(_BY_KEY))
    return _BY_KEY[key]
