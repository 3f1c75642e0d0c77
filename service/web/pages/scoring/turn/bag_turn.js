// A turn of a game whose men do not move from point to point: they are laid down or taken off. The service lists the
// whole plays; what is tapped chooses among them. The men of a double come in any order.
import { writtenTogether } from "./turn_text.js";

const same = (one, other) => one.from === other.from && one.to === other.to && (one.by ?? null) === (other.by ?? null);

/** The rest of a play after these landings; null if it is another play. */
function rest(moves, path, ordered) {
  if (ordered) return path.every((each, place) => moves[place] && same(each, moves[place])) ? moves.slice(path.length) : null;
  const left = [...moves];
  for (const each of path) {
    const place = left.findIndex((move) => same(move, each));
    if (place < 0) return null;
    left.splice(place, 1);
  }
  return left;
}

function fewer(counts, point) {
  const left = { ...counts, [point]: counts[point] - 1 };
  if (!left[point]) delete left[point];
  return left;
}

/** A side with one man of a point laid down, or off: from a pile the top man is taken. */
function without(side, { from, to }) {
  const stacked = side.stacked[from] ? fewer(side.stacked, from) : side.stacked;
  return to === "down" ? { ...side, stacked } : { points: fewer(side.points, from), stacked, off: side.off + 1 };
}

/** The position after a landing of a seat, or of the other player for it. */
function laid(match, position, seat, landing) {
  const by = landing.by ? match.seats.find((each) => each !== seat) : seat;
  return { ...position, [by]: without(position[by], landing) };
}

export class BagTurn {
  constructor(match, state, dice, plays) {
    Object.assign(this, { match, seat: state.to_move, dice, states: plays, plays, marked: null, path: [] });
    this.before = { position: state.position };
    this.ordered = dice[0] !== dice[1];
    if (plays.length === 1) this.path = [...plays[0].moves];
    this.isLaidOut = this.path.length > 0;
    this.#follow();
  }

  get #rests() { return this.plays.map((play) => rest(play.moves, this.path, this.ordered)).filter(Boolean); }

  get guided() { return true; }

  get mustPass() { return !this.plays.length; }

  get complete() { return this.path.length > 0 && this.#rests.some((left) => !left.length); }

  get outcome() {
    if (!this.complete) return null;
    return this.plays.find((play) => rest(play.moves, this.path, this.ordered)?.length === 0).outcome;
  }

  get moves() { return this.path.map((each) => ({ ...each })); }

  get from() { return new Set(this.steps().map((step) => step.from)); }

  get to() { return new Set(); }

  steps() {
    const next = this.#rests.flatMap((left) => (this.ordered ? left.slice(0, 1) : left)).filter((each) => !each.by);
    return next.map(({ from, to }) => ({ from, to }));
  }

  get chips() { return this.dice.map((die) => ({ die, used: this.complete })); }

  mark() { /* the points say which die is used */ }

  tap(point) {
    const step = this.steps().find((each) => each.from === point);
    if (!step) return false;
    this.path.push(step);
    this.#follow();
    return true;
  }

  play(moves) { this.path = [...moves]; this.#follow(); }

  undo() {
    if (this.isLaidOut) return false;
    while (this.path.at(-1)?.by) this.path.pop(); // the opponent's part comes back by itself
    const last = this.path.pop();
    this.#show();
    return Boolean(last);
  }

  // The opponent's use of a wasted number follows by itself.
  #follow() {
    for (let rests = this.#rests; rests.length && rests.every((left) => left[0]?.by); rests = this.#rests) this.path.push(rests[0][0]);
    this.#show();
  }

  #show() {
    const position = this.path.reduce((sides, landing) => laid(this.match, sides, this.seat, landing), this.before.position);
    this.now = { position, left: this.complete ? [] : [...this.dice] };
  }

  get text() { return writtenTogether(this.path); }
}
