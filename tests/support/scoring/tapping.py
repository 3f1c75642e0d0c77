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
    throw new Error(`no ${what}; the page says: ${one(".panel").innerText}`);
  };
  let taps = 0;
  const usable = (selector) => {
    const element = one(selector);
    return element && !element.disabled && element.getAttribute("aria-disabled") !== "true" ? element : null;
  };
  const tap = async (selector) => {
    const element = await until(() => usable(selector), selector);
    element.scrollIntoView({ block: element.closest(".panel") ? "nearest" : "center" });
    const box = element.getBoundingClientRect();
    const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    if (!element.contains(top)) throw new Error(`${selector} is covered by ${top?.outerHTML}`);
    if (element.matches(".point") && box.height < 40) throw new Error(`a row of ${box.height} px`);
    if (element.closest(".acts") && box.height < 56) throw new Error(`a button of ${box.height} px`);
    element.click();
    taps += 1;
  };
  const { game, seats } = JSON.parse(one("#scoring").dataset.match);
  const words = JSON.parse(one("#scoring").dataset.words);
  const standing = () => one("[data-part=score]").textContent + one("[data-part=game]").textContent;

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
  // Where the marked die does not lead there, the other one is marked first.
  const mark = async (move) => {
    const chips = [...document.querySelectorAll(".thrown .die:not(.used)")];
    const leads = (chip) => landsWith(move, chip.querySelectorAll("circle").length);
    const marked = chips.find((chip) => chip.getAttribute("aria-pressed") === "true");
    const other = chips.find(leads);
    if (marked && !leads(marked) && other) await tap(`[data-key="${other.dataset.key}"]`);
  };

  const acts = {
    async OpeningRolled(fact) {
      for (const seat of seats) await tap(`[data-key="open-${seat}-${fact[seat]}"]`);
      await tap('[data-key="done"]');
      await until(() => !one('[data-key^="open-"][aria-pressed="true"]'), "end of the opening");
      return "opening";
    },
    async DoubleOffered() { await tap('[data-key="double"]'); },
    async DoubleTaken() { await tap('[data-key="take"]'); },
    async DoubleDropped() { await tap('[data-key="drop"]'); },
    async GameResigned({ by, outcome }) {
      const before = standing();
      for (const key of ["menu", `resign-${by}`, `resign-${outcome}`]) await tap(`[data-key="${key}"]`);
      await until(() => standing() !== before || one(".winner"), "next game");
    },
  };

  const throwDice = async ({ dice }, { moves = [] } = {}) => {
    const begins = (die, other) => dice.length === 2 && game.forward && moves.length && landsWith(moves[0], die)
      && (moves.length === 1 || landsWith(moves[1], other) || dice[0] === dice[1]);
    const order = !begins(dice[0], dice[1]) && begins(dice[1], dice[0]) ? [1, 0] : [...dice.keys()];
    for (const at of order) await tap(`[data-key="roll-${at}-${dice[at]}"]`);
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
    await tap('[data-key="done"]');
    await until(() => !one(".thrown"), "next turn");
    return "chosen";
  };
  const playTurn = async ({ by, moves }) => {
    await until(() => one(".thrown"), "throw");
    if (one(".take")) return chooseMen(moves);
    const done = usable('[data-key="done"]'); // without the service a pass is always possible
    const forced = done && !(moves && done.textContent === words.pass);
    for (const move of forced ? [] : moves) {
      if (move.by) continue; // what the opponent makes of a wasted number
      if (game.board !== "half") await mark(move);
      await tap(place(by, move.from));
    }
    await tap('[data-key="done"]');
    await until(() => !one(".thrown"), "next turn");
    return forced ? "forced" : "play";
  };

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
      await throwDice(fact, facts[at + 1]);
      if (game.throw_is_play) {
        await tap('[data-key="done"]');
        await until(() => !one('[data-key^="roll-"][aria-pressed="true"]'), "next throw");
        counted.push({ type: "throw", taps });
        continue;
      }
      fact = facts[at += 1];
      if (fact?.type === "GameResigned") await until(() => one(".thrown"), "throw");
    }
    const type = !fact ? "throw" : acts[fact.type] ? await acts[fact.type](fact) ?? fact.type : await playTurn(fact);
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
  for (let turn = 0; turn <= turns; turn += 1) {
    await until(() => one(".dice-row") || one(".thrown"), "dice");
    const rows = document.querySelectorAll(".dice-row").length;
    for (let row = 0; row < rows; row += 1) { // never equal
      const eyes = (turn + [0, 3, 1][row]) % 6;
      document.querySelectorAll(".dice-row")[row].querySelectorAll("button")[eyes].click();
    }
    await until(() => one(".thrown") || done(), "throw");
    for (let taps = 0; !done() && taps < 20; taps += 1) one("button.movable").click();
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


def tap_facts(page: Any, facts: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Tap these facts, and count: an entry for each opening and each turn, with its `taps`."""
    return list(page.evaluate(TAP, facts))
