"""A scorer who changes turns on the page of mending, in the browser itself."""

from typing import Any

MEND = r"""async (steps) => {
  const one = (selector) => document.querySelector(`.mending ${selector}`);
  const until = async (found, what) => {
    for (let left = 1000; left; left -= 1) {
      const value = found();
      if (value) return value;
      await new Promise((go) => setTimeout(go, 10));
    }
    const shown = document.querySelector("dialog") ?? document.body;
    throw new Error(`no ${what}; the page says: ${shown.innerText}`);
  };
  const usable = (selector) => {
    const element = one(selector);
    return element && !element.disabled && element.getAttribute("aria-disabled") !== "true" ? element : null;
  };
  const tap = async (selector) => { (await until(() => usable(selector), selector)).click(); };
  const { game, seats } = JSON.parse(document.querySelector("#scoring").dataset.match);

  if (!document.querySelector(".mending")) {
    await until(() => !document.querySelector("dialog"), "page");
    (await until(() => document.querySelector('[data-key="menu"]'), "menu")).click();
    (await until(() => document.querySelector('dialog [data-key="mend"]'), "entry of the menu")).click();
  }
  await until(() => one('[data-key="mend-write"]'), "list");

  const place = (from) => {
    if (from === "bar") return '[data-place="bar"]';
    if (game.board === "half") return `.post.movable[data-point="${from}"]`;
    const point = [...document.querySelectorAll(".mending .point")]
      .find((each) => each.querySelector(".no").textContent === String(from));
    return `.point[data-point="${point.dataset.point}"]`;
  };
  const landsWith = ({ from, to }, die) => {
    const start = from === "bar" ? (game.forward > 0 ? 0 : 25) : from;
    const end = start + (game.forward > 0 ? die : -die);
    return to === "off" ? end < 1 || end > 24 : end === to;
  };
  const chips = () => [...document.querySelectorAll(".mending .thrown .die:not(.used)")];
  const play = async (moves) => {
    while (one('[data-key="mend-undo"]')) one('[data-key="mend-undo"]').click();
    for (const move of moves) {
      if (!chips().length) break; // the rest was laid out
      const marked = chips().find((chip) => chip.getAttribute("aria-pressed") === "true");
      const fits = (chip) => landsWith(move, Number(chip.dataset.eyes));
      const other = chips().find(fits);
      if (marked && !fits(marked) && other) other.click();
      await tap(place(move.from));
    }
  };
  const enter = async ({ opening, dice, moves }) => {
    if (opening) for (const seat of seats) await tap(`[data-key="mend-open-${seat}-${opening[seat]}"]`);
    if (dice?.length === 2) await tap(`[data-key="throw-${[...dice].sort().reverse().join("-")}"]`);
    else if (dice) for (const at of dice.keys()) await tap(`[data-key="mend-roll-${at}-${dice[at]}"]`);
    if (moves?.length && game.board !== "ring") await play(moves);
    if (moves && !moves.length && !usable('[data-key="mend-save"]')) { await tap('[data-key="mend-pass"]'); return; }
    await tap('[data-key="mend-save"]');
  };
  for (const step of steps) {
    await tap(`[data-key="mend-turn-${step.turn}"]`);
    if (step.kind === "remove") await tap('[data-key="mend-remove"]');
    else {
      if (step.kind === "insert") await tap('[data-key="mend-insert"]');
      await enter(step);
    }
    await until(() => one('[data-key="mend-write"]'), "list after a turn");
  }
  return [...document.querySelectorAll(".mending .mend-turns li")].map((each) => ({
    words: each.querySelector(".words").textContent, mark: each.querySelector(".mark").className.replace("mark ", ""),
    why: each.querySelector(".why")?.textContent ?? "", isLocked: each.querySelector("button").disabled,
  }));
}"""


def mend(page: Any, *steps: dict[str, Any], write: bool = True) -> list[dict[str, Any]]:
    """Change turns on the page of mending, which is opened first: `kind`, `turn` from 1 on, and `dice` and `moves`.

    Returns the rows of the list as they are then, before they are written.
    """
    rows: list[dict[str, Any]] = page.evaluate(MEND, list(steps))
    if write:
        page.locator('[data-key="mend-write"]').click()
        page.locator(".mending").wait_for(state="detached")
    return rows
