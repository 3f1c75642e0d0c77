// A turn as it is tapped: the landings so far, the dice that are left, and what can be tapped next. Nothing is written
// here. It follows the legal turns, which are the `states`.
import { movesOf } from "./fold.js";
import { written } from "./turn_text.js";
import { BAR, landed, men, OFF, target } from "../board/geometry.js";

export class Turn {
  #tapped = null; // the checker that was tapped last: the `ways` from where it stood, and the number of landings `before`
  #alone = true; // what is forced is laid out by itself, until something was taken back

  /** `free`: a play that no legal turn begins with can be tapped, too (a real board). The larger die begins. */
  constructor(match, state, dice, states, free) {
    Object.assign(this, { match, seat: state.to_move, dice, states, free });
    this.before = { position: state.position, left: movesOf(match, dice), at: 0 };
    this.path = []; // landings with `die`, `hit`, what was before each, and `more`: it came with the one before it
    this.now = this.before;
    this.marked = Math.max(...this.before.left);
    this.#mark();
    this.#layOut();
  }

  /** True if the taps so far begin a legal turn. */
  get guided() { return this.now.at !== null; }

  get #steps() { return this.guided ? this.states[this.now.at].steps : []; }

  /** True if no legal landing follows. */
  get complete() { return this.guided && !this.#steps.length && !this.mustPass; }

  /** True if no player can move here. */
  get mustPass() { return this.states.length === 1; }

  /** True if the whole play lies there by itself: it is the only one. */
  get isLaidOut() { return this.path.length > 0 && this.path.every(({ more }) => more); }

  /** The ending of the game by this turn. */
  get outcome() { return this.complete ? this.states[this.now.at].outcome : null; }

  get moves() { return this.path.map(({ from, to }) => ({ from, to })); }

  /** The landings that can come next with a die, else with any. */
  steps(die = null) {
    return this.#steps.filter((step) => die === null || step[2] === die)
      .map(([from, to, used, at]) => ({ from, to, die: used, at }));
  }

  /** The places from which a checker can move. */
  get from() { return new Set(this.#steps.map(([from]) => from)); }

  /** The places on which one can land: by the marked die, and for the checker that was tapped last by any. */
  get to() {
    return new Set([...this.steps(this.marked).map(({ to }) => to), ...this.#again?.keys() ?? []]);
  }

  /** Lay out what is left of the turn, where that can end in one way only. */
  #layOut() {
    if (!this.#alone || !this.guided || this.mustPass) return;
    const reached = new Set([this.now.at]);
    for (const at of reached) for (const [, , , next] of this.states[at].steps) reached.add(next);
    if ([...reached].filter((at) => !this.states[at].steps.length).length > 1) return;
    while (this.#steps.length) this.#land({ ...this.steps(this.marked)[0] ?? this.steps()[0], more: true });
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

  /** Begin with a die; with another one than this, if it is to be played first already. */
  mark(die) {
    const others = this.now.left.filter((each) => each !== this.marked);
    if (die !== this.marked && this.now.left.includes(die)) this.marked = die;
    else if (others.length) [this.marked] = others;
  }

  /**
   * Every place that the checkers of a place may reach, one of them alone: by the place the landings that lead there, the
   * marked die first. At a real board also what no legal turn begins with.
   */
  ways(start) {
    const found = new Map();
    const waiting = [{ node: this.now.at, place: start, way: [] }];
    const by = (one, other) => (other[2] === this.marked) - (one[2] === this.marked);
    for (const { node, place, way } of waiting) {
      const steps = node === null ? [] : this.states[node].steps.filter(([from]) => from === place).sort(by);
      for (const [from, to, die, at] of steps) {
        const longer = [...way, { from, to, die, at }];
        if (!found.has(to)) found.set(to, longer);
        if (to !== OFF) waiting.push({ node: at, place: to, way: longer });
      }
    }
    if (this.free && men(this.now.position, this.seat, start)) this.#freely(found, start, [], this.now.left);
    return found;
  }

  #freely(found, place, way, left) {
    for (const die of new Set([...left].sort((one, other) => (other === this.marked) - (one === this.marked)))) {
      const to = target(this.match, place, die);
      const longer = [...way, { from: place, to, die, at: null }];
      if (!found.has(to)) found.set(to, longer);
      const rest = [...left];
      rest.splice(rest.indexOf(die), 1);
      if (to !== OFF) this.#freely(found, to, longer, rest);
    }
  }

  /** The ways of the checker that was tapped last, while nothing followed it. */
  get #again() { return this.#tapped?.after === this.path.length ? this.#tapped.ways : null; }

  /** Tap on a place: a man of the player moves from it, or one lands on it. False if neither is possible. */
  tap(place) {
    const usable = [this.marked, ...this.now.left.filter((die) => die !== this.marked)];
    for (const die of usable) {
      const found = this.steps(die).filter((step) => step.from === place);
      if (found.length) return this.#go(place, [found.at(-1)], this.ways(place));
    }
    if (this.#again?.has(place)) return this.#goOn(place);
    for (const die of usable) {
      const found = this.steps(die).filter((step) => step.to === place);
      if (found.length) return this.#go(found.at(-1).from, [found.at(-1)]);
    }
    if (!this.free || !this.now.left.length || this.#ended) return false;
    return this.#tapFreely(place, usable);
  }

  // The checker that was tapped last goes to another place than it went to.
  #goOn(place) {
    const { ways, before } = this.#tapped;
    while (this.path.length > before) this.#takeOne();
    return this.#go(ways.get(place)[0].from, ways.get(place), ways);
  }

  /** A checker is dragged from one place to another. False if it may not. */
  drag(start, end) {
    const way = this.ways(start).get(end);
    return way ? this.#go(start, way) : false;
  }

  /** Landings that belong together; what is forced then follows by itself. `ways` are others that the checker has. */
  #go(start, way, ways = null) {
    const before = this.path.length;
    way.forEach((step, at) => this.#land({ ...step, more: at > 0 }));
    this.#layOut();
    this.#tapped = ways && { ways, before, after: this.path.length };
    return true;
  }

  get #ended() { return men(this.now.position, this.seat, OFF) >= 15; }

  #tapFreely(place, usable) {
    if (place !== OFF && men(this.now.position, this.seat, place)) {
      return this.#go(place, [{ from: place, to: target(this.match, place, usable[0]), die: usable[0], at: null }], this.ways(place));
    }
    for (const die of usable) { // a target: the man that reaches it with a die
      const from = [BAR, ...Object.keys(this.now.position[this.seat].points).map(Number)]
        .find((each) => men(this.now.position, this.seat, each) && target(this.match, each, die) === place);
      if (from !== undefined) return this.#go(from, [{ from, to: place, die, at: null }]);
    }
    return false;
  }

  /** Several landings that were typed or chosen from the list. */
  play(moves) {
    while (this.path.length) this.#takeOne();
    for (const { from, to } of moves) {
      const step = this.steps().find((each) => each.from === from && each.to === to);
      const die = [...this.now.left].find((each) => target(this.match, from, each) === to) ?? null;
      this.#land(step ?? { from, to, die, at: null });
    }
  }

  /** Take the last tap or drag back, with what followed it by itself. False if there is none. */
  undo() {
    if (!this.path.length) return false;
    this.#alone = false;
    while (this.#takeOne().more && this.path.length);
    return true;
  }

  #takeOne() {
    const last = this.path.pop();
    this.now = last.before;
    this.marked = last.die ?? this.marked;
    return last;
  }

  #land({ from, to, die, at, more = false }) {
    const { position, hit } = landed(this.match, this.now.position, this.seat, { from, to });
    const left = [...this.now.left];
    if (left.includes(die)) left.splice(left.indexOf(die), 1);
    this.path.push({ from, to, die, hit, more, before: this.now });
    this.now = { position, left, at: this.guided ? at : null };
    this.#mark();
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
