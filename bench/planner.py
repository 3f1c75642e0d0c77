"""Processor time of a whole table of plans: every format with every length of match, asked for the first time.

    python -m bench.planner

The limit beside which the figures stand is the project's own: 200 ms for the fields of a club's evening.
"""

import time

from bench.figures import Figure, limited
from core.games import GAMES
from service.handlers.planning.plan import Question, plans

LIMIT = 200
FIELDS = ((8, 4), (16, 8), (24, 12), (32, 16), (64, 16), (128, 32))


def main() -> list[Figure]:
    """Processor time of each table."""
    figures = []
    for players, tables in FIELDS:
        for game in GAMES[:2]:
            begun = time.process_time()
            count = len(plans(Question(game.key, players, tables, 240)).plans)
            spent = 1000 * (time.process_time() - begun)
            figures.append(limited(f"{game.name}, {players} players, {count} plans", spent, LIMIT, "ms", more=False))
    return figures


if __name__ == "__main__":
    main()
