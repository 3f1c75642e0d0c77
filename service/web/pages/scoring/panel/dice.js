// Dice to tap: the pad of all throws, rows of six, and the throw of a turn.
import { button, h, say } from "../dom.js";

const PIPS = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };
const SIZE = 60; // of a face

/** The pips of dice beside each other, as one path of points. */
const pips = (dice, gap) => dice.map((eyes, at) => PIPS[eyes].map((place) => (
  `M${15 + 15 * (place % 3) + at * (SIZE + gap)} ${15 + 15 * Math.floor(place / 3)}h0`)).join("")).join("");

const drawing = (dice, gap = 0) => h("svg", {
  viewBox: `0 0 ${dice.length * SIZE + (dice.length - 1) * gap} ${SIZE}`, class: "face", "aria-hidden": "true", focusable: "false",
}, h("path", { d: pips(dice, gap) }));

/** A row of six dice with a name; the chosen one is pressed. */
export const row = (key, name, chosen, choose) => h(
  "div", { class: "dice-row", role: "group", "aria-label": name },
  [1, 2, 3, 4, 5, 6].map((eyes) => button(`${key}-${eyes}`, drawing([eyes]), () => choose(eyes), {
    class: "die", "aria-pressed": String(chosen === eyes), "aria-label": say("die", { eyes }),
  })));

/** The dice of a throw on the board: the first to be played is pressed, used ones are faded. A tap marks. */
export const thrown = (chips, marked, mark) => {
  const first = chips.findIndex(({ die, used }) => !used && die === marked);
  return h("div", { class: `thrown of-${chips.length}`, role: "group", "aria-label": say("the_throw") },
    chips.map(({ die, used }, place) => button(`chip-${place}`, drawing([die]), () => mark(die), {
      class: used ? "die used" : "die", "data-eyes": die, disabled: used, "aria-label": say("die", { eyes: die }), "aria-pressed": String(place === first),
    })));
};

const THROWS = [6, 5, 4, 3, 2].flatMap((high) => Array.from({ length: high - 1 }, (_, at) => [high, high - 1 - at]))
  .concat([6, 5, 4, 3, 2, 1].map((die) => [die, die]));
const COLUMNS = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 7, ArrowUp: -7 };

/** All throws of two dice: a tap is a throw. Tab reaches the pad as one place, arrows lead from key to key. */
export class Pad {
  constructor(choose) {
    this.keys = THROWS.map((dice, place) => button(`throw-${dice.join("-")}`, drawing(dice, 8), () => this.#chosen(place, choose), {
      class: dice[0] === dice[1] ? "key double" : "key", "aria-label": dice.join("–"), tabindex: place ? "-1" : "0",
    }));
    this.element = h("div", { class: "pad", role: "group", "aria-label": say("throws"), onkeydown: (event) => this.#moved(event) }, this.keys);
  }

  #chosen(place, choose) {
    this.#stand(place);
    choose([...THROWS[place]]);
  }

  #stand(place) {
    this.keys.forEach((key, at) => { key.tabIndex = at === place ? 0 : -1; });
  }

  #moved(event) {
    const place = this.keys.indexOf(document.activeElement) + (COLUMNS[event.key] ?? 0);
    if (!COLUMNS[event.key] || !this.keys[place]) return;
    event.preventDefault();
    this.#stand(place);
    this.keys[place].focus();
  }

  /** Show the throw that lies there, if one does. */
  show(dice, disabled) {
    const name = dice ? [...dice].sort().reverse().join("-") : null;
    this.keys.forEach((key, at) => {
      const pressed = String(THROWS[at].join("-") === name);
      if (key.getAttribute("aria-pressed") !== pressed) key.setAttribute("aria-pressed", pressed);
      if (key.disabled !== disabled) key.disabled = disabled;
    });
    return this.element;
  }
}
