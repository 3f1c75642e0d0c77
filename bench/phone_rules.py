"""The legal plays of a turn in the phone's scripts, on a processor four times slower.

    python -m bench.phone_rules

Chromium runs the rules on an empty page with the slower processor of `bench.scorer`. The rolls are the recorded ones,
which are harder than those of most matches. A roll's time is the least of seven searches in turn: the other ones waited
for the machine. The first search of a page, which also compiles the scripts, has no second try. It is the median of
three pages. The limit is the project's own.
"""

import os
import statistics
from typing import Any

from bench.figures import Figure, limited
from tests.support.matches.recorded_rolls import FAMILY, SWEDISH, recorded_rolls
from tests.support.pages.browser import CHROMIUM, FLAGS, MISSING
from tests.support.scoring.phone_rules import MODULES, source

SLOWER = 4
LIMIT_MS = 10
PAGES = 3
MEASURED = """(rolls) => {
  const milliseconds = rolls.map(() => Infinity);
  const search = ({ game, position, to_move, dice, options }) => {
    const began = performance.now();
    GAMES[game].plays(position, to_move, dice, options);
    return performance.now() - began;
  };
  const first = search(rolls[0]);
  for (let round = 0; round < 7; round += 1) {
    rolls.forEach((roll, at) => { milliseconds[at] = Math.min(milliseconds[at], search(roll)); });
  }
  return [first, ...milliseconds];
}"""


def measured(chromium: Any, rolls: list[Any]) -> tuple[float, list[float]]:
    """Milliseconds of the first search of a new page, and of each roll."""
    page = chromium.new_page()
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.add_script_tag(content=f"{source(MODULES[0])}const {{ GAMES }} = module_scoring_games_games;")
    first, *others = page.evaluate(MEASURED, rolls)
    page.close()
    return first, others


def main() -> list[Figure]:
    """For each game the longest turn of its recorded rolls, and the first one."""
    if not os.access(CHROMIUM, os.X_OK):
        print(MISSING)
        return []
    from playwright.sync_api import sync_playwright

    rolls = [{"game": "swedish", "options": {}} | roll for roll in recorded_rolls(SWEDISH, FAMILY)]
    figures = []
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for key in dict.fromkeys(roll["game"] for roll in rolls):
            own = [roll for roll in rolls if roll["game"] == key]
            firsts, rounds = zip(*[measured(chromium, own) for _ in range(PAGES)], strict=True)
            longest = max(map(min, zip(*rounds, strict=True)))
            figures.append(limited(f"the longest turn, {key}", longest, LIMIT_MS, "ms", more=False))
            first = statistics.median(firsts)
            figures.append(limited(f"the first turn of a page, {key}", first, LIMIT_MS, "ms", more=False))
        chromium.close()
    return figures


if __name__ == "__main__":
    print(*main(), sep="\n")
