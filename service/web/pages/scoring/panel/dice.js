// Dice to tap: rows of six, and the throw of a turn.
import { button, h, say } from "../dom.js";

const PIPS = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };

/** The face of a die. */
export const face = (eyes) => h(
  "svg", { viewBox: "0 0 60 60", class: "face", "aria-hidden": "true", focusable: "false" },
  PIPS[eyes].map((place) => h("circle", { cx: 15 + 15 * (place % 3), cy: 15 + 15 * Math.floor(place / 3), r: 5.5 })));

/** A row of six dice with a name; the chosen one is pressed. */
export const row = (key, name, chosen, choose) => h(
  "div", { class: "dice-row", role: "group", "aria-label": name },
  [1, 2, 3, 4, 5, 6].map((eyes) => button(`${key}-${eyes}`, face(eyes), () => choose(eyes), {
    class: "die", "aria-pressed": String(chosen === eyes), "aria-label": say("die", { eyes }),
  })));

/** The dice of a turn: the marked one is pressed, used ones are faded. A tap marks. */
export const thrown = (turn, marked) => h(
  "div", { class: "thrown", role: "group", "aria-label": say("the_throw") },
  turn.chips.map(({ die, used }, place) => button(`chip-${place}`, face(die), () => marked(die), {
    class: used ? "die used" : "die", disabled: used, "aria-label": say("die", { eyes: die }),
    "aria-pressed": String(!used && die === turn.marked && turn.chips.findIndex((each) => !each.used && each.die === die) === place),
  })));
