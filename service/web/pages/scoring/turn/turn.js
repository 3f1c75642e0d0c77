// A turn as it is tapped: the landings so far, the dice that are left, and what can be tapped next. Nothing is written
// here. It follows the legal turns, which are the `states`.
import { movesOf } from "./fold.js";
import { written } from "./turn_text.js";
import { BAR, landed, men, OFF, target } from "../board/geometry.js";

export class Turn {
  /** `free`: a play that no legal turn begins with can be tapped, too (a real board). `marked`: the die to begin with. */
  constructor(match, state, dice, states, free, marked) {
    Object.assign(this, { match, seat: state.to_move, dice, states, free });
    this.before = { position: state.position, left: movesOf(match, dice), at: 0 };
    this.path = []; // landings with `die`, `hit`, and what was before each
    this.now = this.before;
    this.marked = marked;
    this.#mark();
  }

  /** True if the taps so far begin a legal turn. */
  get guided() { return this.now.at !== null; }

  get #steps() { return this.guided ? this.states[this.now.at].steps : []; }

  /** True if no legal landing follows. */
  get complete() { return this.guided && !this.#steps.length; }

  /** True if no player can move here. */
  get mustPass() { return this.states.length === 1; }

  /** The ending of the game by this turn. */
  get outcome() { return this.complete ? this.states[this.now.at].outcome : null; }

  get moves() { return this.path.map(({ from, to }) => ({ from, to })); }

  /** The landings that can come next with a die, else with any. */
  steps(die = null) {
    return this.#steps.filter((step) => die === null || step[2] === die)
      .map(([from, to, used, at]) => ({ from, to, die: used, at }));
  }

  /** The one legal result, as landings, if there is no other. */
  get forced() {
    if (this.mustPass) return null;
    if (this.states.filter((state) => !state.steps.length).length > 1) return null;
    const way = [];
    for (let at = 0; this.states[at].steps.length;) {
      const [from, to, die, next] = this.states[at].steps.find((step) => step[2] === this.marked) ?? this.states[at].steps[0];
      way.push({ from, to, die, at: next });
      at = next;
    }
    return way;
  }

  playForced() {
    for (const step of this.forced) this.#land(step);
  }

  /** The dice of the throw in their order, each with `used`. */
  get chips() {
    const left = [...this.now.left];
    return movesOf(this.match, this.dice).map((die) => {
      const place = left.indexOf(die);
      if (place >= 0) left.splice(place, 1);
      return { die, used: place < 0 };
    }).sort((one, other) => (one.die === other.die ? other.used - one.used : 0));
  }

  mark(die) {
    if (this.now.left.includes(die)) this.marked = die;
  }

  /** Tap on a place: a man of the player moves from it, or one lands on it. False if neither is possible. */
  tap(place) {
    const usable = [this.marked, ...this.now.left.filter((die) => die !== this.marked)];
    for (const end of ["from", "to"]) {
      for (const die of usable) {
        const found = this.steps(die).filter((step) => step[end] === place);
        if (found.length) return this.#land(found.at(-1));
      }
    }
    if (!this.free || !this.now.left.length || this.#ended) return false;
    return this.#tapFreely(place, usable);
  }

  get #ended() { return men(this.now.position, this.seat, OFF) >= 15; }

  #tapFreely(place, usable) {
    if (place !== OFF && men(this.now.position, this.seat, place)) {
      return this.#land({ from: place, to: target(this.match, place, usable[0]), die: usable[0], at: null });
    }
    for (const die of usable) { // a target: the man that reaches it with a die
      const from = [BAR, ...Object.keys(this.now.position[this.seat].points).map(Number)]
        .find((each) => men(this.now.position, this.seat, each) && target(this.match, each, die) === place);
      if (from !== undefined) return this.#land({ from, to: place, die, at: null });
    }
    return false;
  }

  /** Several landings that were typed or chosen from the list. */
  play(moves) {
    while (this.path.length) this.undo();
    for (const { from, to } of moves) {
      const step = this.steps().find((each) => each.from === from && each.to === to);
      const die = [...this.now.left].find((each) => target(this.match, from, each) === to) ?? null;
      this.#land(step ?? { from, to, die, at: null });
    }
  }

  undo() {
    const last = this.path.pop();
    if (!last) return false;
    this.now = last.before;
    this.marked = last.die ?? this.marked;
    return true;
  }

  #land({ from, to, die, at }) {
    const { position, hit } = landed(this.match, this.now.position, this.seat, { from, to });
    const left = [...this.now.left];
    if (left.includes(die)) left.splice(left.indexOf(die), 1);
    this.path.push({ from, to, die, hit, before: this.now });
    this.now = { position, left, at: this.guided ? at : null };
    this.#mark();
    return true;
  }

  // A die that nothing can be moved with is not the marked one.
  #mark() {
    if (!this.now.left.includes(this.marked)) this.marked = this.now.left[0] ?? null;
    if (!this.guided || !this.marked || this.steps(this.marked).length) return;
    this.marked = this.steps()[0]?.die ?? this.marked;
  }

  /** The turn as it is written down: `16/22 8/10*`. */
  get text() {
    return written(this.path);
  }
}
