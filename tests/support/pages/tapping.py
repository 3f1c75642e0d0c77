"""A scorer who taps a recorded match on the page: in the browser itself, since thousands of taps go through it."""

import json
from typing import Any

from tests.support.paths import TESTS

RECORDED = TESTS / "data" / "matches"

TAP = r"""async (facts) => {
  const until = async (found, what) => {
    for (let left = 1500; left; left -= 1) {
      const value = found();
      if (value) return value;
      await new Promise((go) => setTimeout(go, 10));
    }
    const panel = document.querySelector(".panel").innerText;
    throw new Error(`no ${what}; the page says: ${panel}`);
  };
  let taps = 0;
  const usable = (selector) => {
    const element = document.querySelector(selector);
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
  const point = (place) => (place === "bar" ? 'button[data-place="bar"]' : (
    `.point[data-point="${[...document.querySelectorAll(".point")]
      .find((each) => each.querySelector(".no").textContent === String(place)).dataset.point}"]`));
  const landsWith = ({ from, to }, die, up) => {
    const start = from === "bar" ? (up ? 0 : 25) : from;
    const end = start + (up ? die : -die);
    return to === "off" ? end < 1 || end > 24 : end === to;
  };
  const up = JSON.parse(document.getElementById("scoring").dataset.match).game.forward > 0;
  const words = JSON.parse(document.getElementById("scoring").dataset.words);
  const counted = [];
  for (let at = 0; at < facts.length; at += 1) {
    const fact = facts[at];
    taps = 0;
    if (fact.type === "OpeningRolled") {
      for (const seat of ["white", "black"]) await tap(`[data-key="open-${seat}-${fact[seat]}"]`);
      await tap('[data-key="done"]');
      counted.push({ type: "opening", taps });
      continue;
    }
    let dice = fact.dice;
    if (fact.type === "DiceRolled") {
      const next = facts[at + 1];
      const moves = next.moves ?? [];
      const begins = (die, other) => moves.length && landsWith(moves[0], die, up)
        && (moves.length === 1 || landsWith(moves[1], other, up) || dice[0] === dice[1]);
      const order = begins(dice[0], dice[1]) || !begins(dice[1], dice[0]) ? [0, 1] : [1, 0];
      for (const place of order) await tap(`[data-key="roll-${place}-${dice[place]}"]`);
      at += 1;
    }
    const played = facts[at];
    await until(() => document.querySelector(".thrown"), "throw");
    const done = usable('[data-key="done"]'); // without the service a pass is always possible
    const forced = done && !(played.moves && done.textContent === words.pass);
    if (!forced) for (const move of played.moves) await tap(point(move.from));
    await tap('[data-key="done"]');
    counted.push({ type: forced ? "forced" : "play", taps, double: dice && dice[0] === dice[1] });
    await until(() => !document.querySelector(".thrown"), "next turn");
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
    await until(() => (dice ? !one(".thrown") : !done()), "next turn");
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
