"""A whole recorded match of each game: one that GNU Backgammon played, and others played at random by the rules."""

from core.games import GAMES
from core.notation.mat_import import read
from tests.support.matches.random_matches import FILES, log_of, played

_PLAYED = {
    "swedish": {"seed": 3},
    "backgammon": {"seed": 29, "cubes": 0.05, "resigns": 0.005, "length": {"points": 7}},
    "dutch": {"seed": 22, "resigns": 0.001},
    "irish": {"seed": 1},
    "tick-tack": {"seed": 11, "resigns": 0.001},
    "english": {"seed": 1},
    "dubblets": {"seed": 1},
    "six-ace": {"seed": 1, "players": ("Anna", "Bertil", "Cecilia")},
}
GNU = next(path for path in FILES if path.stem == "gnubg_5pt_11")
WHOLE = [*(game.key for game in GAMES), GNU.stem]


def whole_match(name):
    """The log of a match: of a game by its key, or of GNU Backgammon by the name of its file."""
    if name == GNU.stem:
        return log_of(read(GNU.read_text()))
    return played(name, **{"length": {"games": 3}, **_PLAYED[name]}).log
