"""A scorer who taps a recorded match of any game: in the browser itself, since thousands of taps go through it."""

import json
from typing import Any

from tests.support.paths import TESTS

RECORDED = TESTS / "data" / "matches"

TAP = r"""async (facts) => {
  const one = (selector) => document.querySelector(selector);
  const until = async (found, what) => {
    for (let left = 1500; left; left -= 1) {
      const value = found();
      if (value) return value;
      await new Promise((go) => setTimeout(go, 10));
    }
    throw new Error(`no ${what}; the page says: ${one("#scoring").innerText}`);
  };
  let taps = 0;
  const usable = (selector) => {
    const element = one(selector);
    return element && !element.disabled && element.getAttribute("aria-disabled") !== "true" ? element : null;
  };
  // Nothing is scrolled: what is tapped lies in the window, and nothing lies over it.
  const tap = async (selector) => {
    const element = await until(() => usable(selector), selector);
    const box = element.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) throw new Error(`${selector} is out of sight`);
    const top = document.elementFromPoint(x, y);
    const isCovered = !element.contains(top) && !top?.closest(".middle, .bar, .cube");
    if (isCovered) throw new Error(`${selector} is covered by ${top?.outerHTML}`);
    const least = element.matches(".key") ? 39.5 : element.closest(".acts") ? 43.5 : 0;
    if (Math.min(box.width, box.height) < least) throw new Error(`${selector} has ${box.width}×${box.height} px`);
    element.click();
    taps += 1;
  };
  await until(() => one("#scoring.ready"), "page");
  const { game, seats, names } = JSON.parse(one("#scoring").dataset.match);
  const words = JSON.parse(one("#scoring").dataset.words);
  const isTablet = Boolean(one("#scoring.kiosk"));
  const texts = (selector) => [...document.querySelectorAll(selector)].map((each) => each.textContent);
  const standing = () => texts(".points-won").join("–") + one("[data-part=game]").textContent;

  const lie = (dice) => {
    const eyes = [...document.querySelectorAll(".thrown .die")].map((each) => Number(each.dataset.eyes));
    return eyes.length && dice.every((die) => eyes.includes(die));
  };
  const moves = (seat) => texts(".player.turn strong").includes(names[seat]);

  const place = (seat, from) => {
    if (from === "bar") return 'button[data-place="bar"]';
    if (game.board === "half") return `.post[data-seat="${seat}"][data-point="${from}"]`;
    const point = [...document.querySelectorAll(".point")]
      .find((each) => each.querySelector(".no").textContent === String(from));
    return `.point[data-point="${point.dataset.point}"]`;
  };
  const landsWith = ({ from, to }, die) => {
    const start = from === "bar" ? (game.forward > 0 ? 0 : 25) : from;
    const end = start + (game.forward > 0 ? die : -die);
    return to === "off" ? end < 1 || end > 24 : end === to;
  };
  const chips = () => [...document.querySelectorAll(".thrown .die:not(.used)")];
  const marked = () => chips().find((chip) => chip.getAttribute("aria-pressed") === "true");
  const leads = (move) => (chip) => landsWith(move, Number(chip.dataset.eyes));
  // Where the marked die does not lead there, the other one is marked first.
  const mark = async (move) => {
    const other = chips().find(leads(move));
    if (marked() && !leads(move)(marked()) && other) await tap(`[data-key="${other.dataset.key}"]`);
  };

  const acts = {
    async OpeningRolled(fact) {
      for (const seat of seats) await tap(`[data-key="open-${seat}-${fact[seat]}"]`);
      await tap('[data-key="done"]');
      await until(() => !one('[data-key^="open-"][aria-pressed="true"]'), "end of the opening");
      return "opening";
    },
    async DoubleOffered({ by }) {
      await until(() => usable('[data-key="done"]') || usable('[data-key="double"]'), "the turn before");
      if (!usable('[data-key="double"]')) await tap('[data-key="done"]');
      await until(() => moves(by), "turn");
      for (const key of ["double", "double-yes"]) await tap(`[data-key="${key}"]`);
    },
    async DoubleTaken() { await tap('[data-key="take"]'); },
    async DoubleDropped() { await tap('[data-key="drop"]'); },
    async GameResigned({ by, outcome }) {
      const before = standing();
      for (const key of ["menu", `resign-${by}`, `resign-${outcome}`]) await tap(`[data-key="${key}"]`);
      await until(() => standing() !== before || one(".winner"), "next game");
    },
  };

  // On a phone the throw also writes the turn before, which is complete.
  const throwDice = async ({ by, dice }) => {
    if (dice.length > 2) for (const at of dice.keys()) await tap(`[data-key="roll-${at}-${dice[at]}"]`);
    else await tap(`[data-key="throw-${[...dice].sort().reverse().join("-")}"]`);
    await new Promise((go) => setTimeout(go)); // the throw before may be the same
    await until(() => lie(dice) && moves(by), "throw");
    if (game.throw_is_play && dice[0] < dice[1]) await tap('[data-key="chip-1"]');
  };
  // Of a double of Dubblets men are marked: a tap says how many a point gives, and the others even it out.
  const chooseMen = async (moves) => {
    const wanted = {};
    for (const { from, by } of moves) if (!by) wanted[from] = (wanted[from] ?? 0) + 1;
    const marked = (point) => document.querySelectorAll(`[data-key^="man-${point}-"][aria-pressed="true"]`).length;
    const points = [...new Set([...document.querySelectorAll(".take")].map((each) => each.dataset.key.split("-")[1]))];
    const wrong = () => points.find((point) => marked(point) !== (wanted[point] ?? 0));
    for (let point = wrong(); point && taps < 20; point = wrong()) {
      const count = wanted[point] ?? 0;
      await tap(`[data-key="man-${point}-${marked(point) > count ? count + 1 : count}"]`);
    }
    return "chosen";
  };
  const isPlayed = () => Boolean(usable('[data-key="done"]:not(.illegal)'));
  const playTurn = async ({ by, moves }) => {
    await until(() => one(".thrown"), "throw");
    if (one(".take")) return chooseMen(moves);
    if (isPlayed() && !(moves && one('[data-key="done"]').textContent === words.pass)) return "forced";
    for (const move of moves) {
      if (move.by) continue; // what the opponent makes of a wasted number
      if (isPlayed()) break; // the rest was the only one
      if (game.board !== "half") await mark(move);
      await tap(place(by, move.from));
    }
    return "play";
  };
  const finish = async () => {
    await tap('[data-key="done"]');
    await until(() => !one(".thrown"), "next turn");
  };
  // The next throw writes a turn on a phone; before all else, and on a tablet, it is done.
  const goesOn = (next) => next?.type === "DiceRolled" && next.dice.length === 2 && !isTablet;

  const counted = [];
  for (let at = 0; at < facts.length; at += 1) {
    let fact = facts[at];
    taps = 0;
    if (acts[fact.type]) {
      counted.push({ type: await acts[fact.type](fact) ?? fact.type, taps });
      continue;
    }
    const { dice } = fact;
    if (fact.type === "DiceRolled") {
      await throwDice(fact);
      if (game.throw_is_play) {
        if (!goesOn(facts[at + 1])) await finish();
        counted.push({ type: "throw", taps });
        continue;
      }
      fact = facts[at += 1];
    }
    if (!fact || acts[fact.type]) {
      counted.push({ type: fact ? await acts[fact.type](fact) ?? fact.type : "throw", taps });
      continue;
    }
    const type = await playTurn(fact);
    if (!goesOn(facts[at + 1])) await finish();
    counted.push({ type, taps, double: dice && dice[0] === dice[1] });
  }
  return counted;
}"""


SOME_TURNS = r"""async (turns) => {
  const until = async (found, what) => {
    for (let left = 1500; left; left -= 1) {
      const value = found();
      if (value) return value;
      await new Promise((go) => setTimeout(go, 10));
    }
    throw new Error(`no ${what}; the page says: ${document.querySelector(".panel").innerText}`);
  };
  const one = (selector) => document.querySelector(selector);
  const done = () => { const found = one('[data-key="done"]'); return found && !found.disabled ? found : null; };
  const press = (selector) => [...document.querySelectorAll(selector)].find((each) => !each.disabled)?.click();
  for (let turn = 0; turn <= turns; turn += 1) {
    await until(() => one(".dice-row") || one(".key:not([disabled])") || one(".thrown"), "dice");
    const rows = document.querySelectorAll(".dice-row").length;
    for (let row = 0; row < rows; row += 1) { // never equal
      const eyes = (turn + [0, 3, 1][row]) % 6;
      document.querySelectorAll(".dice-row")[row].querySelectorAll("button")[eyes].click();
    }
    if (!rows && !one(".thrown")) press(`[data-key="throw-${["6-2", "5-1", "4-3"][turn % 3]}"]`);
    await until(() => one(".thrown") || done(), "throw");
    for (let taps = 0; !done() && taps < 20; taps += 1) {
      one("button.movable").click();
      await new Promise((go) => setTimeout(go, 20));
    }
    const dice = one(".thrown");
    (await until(done, "done")).click();
    // After an opening whose dice are played, a forced play is done at once.
    await until(() => (dice ? !one(".thrown") : one(".thrown") || !done()), "next turn");
  }
}"""


def tap_some_turns(page: Any, turns: int) -> None:
    """Tap an opening and some turns of any game: the first man that can move, until the turn is done."""
    page.evaluate(SOME_TURNS, turns)


def recorded(name: str) -> dict[str, Any]:
    """A recorded match of Swedish Tables: `events` and what is `expected` of them."""
    return dict(json.loads((RECORDED / f"{name}.json").read_text()))


def as_tapped(facts: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """These facts as the pad writes them: the larger of two dice is the first."""
    return [
        {**fact, "dice": sorted(fact["dice"], reverse=True)} if len(fact.get("dice") or ()) == 2 else fact
        for fact in facts
    ]


def tap_facts(page: Any, facts: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Tap these facts, and count: an entry for each opening and each turn, with its `taps`."""
    return list(page.evaluate(TAP, facts))
