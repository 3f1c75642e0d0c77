// A double in a game whose men are laid down or taken off: so many men, of any points. A choice is always there, as even
// as it can be; a tap on a man changes it, and the points that were not tapped even it out.
import { writtenTogether } from "./turn_text.js";

const sum = (counts) => Object.values(counts).reduce((all, each) => all + each, 0);

/** `men` of the piles (point → men): `fixed` of some points, of the others so many that what stays is as even as it can be. */
export function evenly(piles, men, fixed) {
  const taken = Object.fromEntries(Object.keys(piles).map((point) => [point, fixed[point] ?? 0]));
  const free = Object.keys(piles).filter((point) => !(point in fixed));
  for (let left = men - sum(taken); left > 0; left -= 1) {
    const most = free.reduce((best, each) => (piles[each] - taken[each] >= piles[best] - taken[best] ? each : best));
    taken[most] += 1;
  }
  return taken;
}

/**
 * The fixed points (`[point, men]`, the newest last) after a tap on a man of a pile, counted from its top: it goes with
 * those above, or it stays with those below. Points that were fixed first are free again where nothing else fits.
 */
export function tapped(piles, men, fixed, point, man) {
  const before = evenly(piles, men, Object.fromEntries(fixed))[point];
  const wanted = man <= before ? man - 1 : man;
  let after = [...fixed.filter(([each]) => each !== String(point)), [String(point), wanted]];
  const fits = () => {
    const rest = men - after.reduce((all, [, count]) => all + count, 0);
    const names = new Set(after.map(([each]) => each));
    const room = Object.entries(piles).reduce((all, [each, count]) => (names.has(each) ? all : all + count), 0);
    return rest >= 0 && rest <= room;
  };
  while (after.length > 1 && !fits()) after = after.slice(1);
  return fits() ? after : fixed;
}

export class BagDouble {
  #fixed = [];

  constructor(match, state, dice, plays) {
    Object.assign(this, { match, seat: state.to_move, dice, states: plays, plays, marked: null, path: [] });
    this.before = this.now = { position: state.position, left: [] }; // the men that go are marked where they are
    this.lands = plays[0].moves[0].to;
    const side = state.position[this.seat];
    this.piles = this.lands === "down" ? side.stacked : side.points;
    this.#show();
  }

  get guided() { return true; }

  get mustPass() { return false; }

  get complete() { return true; }

  get men() { return this.plays[0].moves.length; }

  get outcome() { return this.forced ? this.plays[0].outcome : null; } // no game ends while there is a choice

  get forced() { return this.plays.length === 1 ? this.plays[0].moves : null; }

  get isLaidOut() { return Boolean(this.forced); }

  get from() { return new Set(this.steps().map((step) => step.from)); }

  get to() { return new Set(); }

  get moves() { return this.path.map((each) => ({ ...each })); }

  /** The number of men of a pile that go by this choice. */
  get taken() { return evenly(this.piles, this.men, Object.fromEntries(this.#fixed)); }

  steps() { return this.forced ? [] : Object.keys(this.piles).map((point) => ({ from: Number(point), to: this.lands })); }

  get chips() { return this.dice.map((die) => ({ die, used: false })); }

  mark() { /* both dice are the same */ }

  /** Tap a man of a point, counted from the top of its pile. */
  tap(point, man) {
    if (this.forced) return false;
    this.#fixed = tapped(this.piles, this.men, this.#fixed, point, man);
    this.#show();
    return true;
  }

  play(moves) {
    this.#fixed = Object.keys(this.piles).map((point) => [point, moves.filter(({ from }) => from === Number(point)).length]);
    this.#show();
  }

  undo() {
    const last = this.#fixed.pop();
    this.#show();
    return Boolean(last);
  }

  #show() {
    this.path = Object.entries(this.taken).reverse()
      .flatMap(([point, count]) => Array(count).fill({ from: Number(point), to: this.lands }));
  }

  get text() { return writtenTogether(this.path); }
}
