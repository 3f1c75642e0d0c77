// A position that is laid out by taps, and what is still wrong with it (M14). Nothing is written here.
//
// A layout has a `position` in the API's words, `carries` (the seat whose checker is put next, or null), `hand(seat)`, the
// checkers that are nowhere yet, and `tap(seat, place)`: a place in a seat's own numbers. `tap` gives null, or the name of
// the sentence that says why nothing was done.
import { BAR, facing, men, OFF, opponent } from "../board/geometry.js";

const POSTS = [1, 2, 3, 4, 5, 6];

const sum = (counts) => Object.values(counts).reduce((all, count) => all + count, 0);

/** Twenty-four points, the bar, and what is off: a tap takes a checker up, the next ones put checkers down. */
export class PointsLayout {
  constructor(match, position) {
    Object.assign(this, { match, position, carries: null });
  }

  #count(side) { return side.bar + side.off + sum(side.points); }

  /** The checkers of a seat that are nowhere yet. */
  hand(seat) { return this.#count(this.match.game.start[seat]) - this.#count(this.position[seat]); }

  tap(seat, place) {
    const onPoint = place !== BAR && place !== OFF;
    const foe = opponent(this.match, seat);
    const sides = onPoint ? [[seat, place], [foe, facing(this.match, place)]] : [[seat, place]];
    const holder = sides.find(([each, at]) => men(this.position, each, at) > 0);
    if (!this.carries && holder) return this.#take(...holder);
    const putting = this.carries ?? this.match.seats.find((each) => this.hand(each) > 0);
    if (!putting) return "lay_tap";
    const to = sides.find(([each]) => each === putting);
    if (!to || (holder && holder[0] !== putting)) return "lay_held";
    if (place === OFF && !this.match.game.bears_off) return "lay_stays";
    this.#set(putting, to[1], 1);
    this.carries = this.hand(putting) ? putting : null;
    return null;
  }

  #take(seat, place) {
    this.#set(seat, place, -1);
    this.carries = seat;
    return null;
  }

  #set(seat, place, by) {
    const side = this.position[seat];
    const count = men(this.position, seat, place) + by;
    if (place === BAR || place === OFF) {
      this.position = { ...this.position, [seat]: { ...side, [place]: count } };
      return;
    }
    const points = { ...side.points, [place]: count };
    if (!count) delete points[place];
    this.position = { ...this.position, [seat]: { ...side, points } };
  }

  /** Take all checkers up. */
  clear() {
    const none = () => ({ bar: 0, off: 0, points: {} });
    this.position = Object.fromEntries(this.match.seats.map((seat) => [seat, none()]));
    [this.carries] = this.match.seats;
  }

  /** Put checkers of another side next. */
  carry(seat) { this.carries = this.hand(seat) ? seat : null; }

  /** True of a seat that can play next. */
  plays() { return true; }
}

/** Half a board of Dubblets: a tap on a point shows the next way in which its men can stand there, until all are off. */
export class HalfLayout {
  constructor(match, position) {
    Object.assign(this, { match, position, carries: null });
  }

  hand() { return 0; }

  tap(seat, point) {
    const side = this.position[seat];
    const full = this.match.game.start[seat].points[point];
    const [here, stacked] = [side.points[point] ?? 0, side.stacked[point] ?? 0];
    const next = stacked ? [here, stacked - 1] : here ? [here - 1, Math.max(here - 2, 0)] : [full, full - 1];
    const rest = (counts, count) => Object.fromEntries(
      POSTS.map((each) => [each, each === point ? count : counts[each] ?? 0]).filter(([, each]) => each));
    const points = rest(side.points, next[0]);
    const total = sum(this.match.game.start[seat].points);
    const off = total - sum(points);
    this.position = { ...this.position, [seat]: { ...side, points, stacked: rest(side.stacked, next[1]), off } };
    return null;
  }

  clear() {
    for (const seat of this.match.seats) {
      const { points } = this.match.game.start[seat];
      this.position = { ...this.position, [seat]: { ...this.position[seat], points: {}, stacked: {}, off: sum(points) } };
    }
  }

  carry() {}

  plays() { return true; }
}

/** The ring of Six-Ace: men in hand and off, one by one; all others lie in the pool. */
export class RingLayout {
  constructor(match, position) {
    Object.assign(this, { match, position, carries: null });
  }

  hand() { return 0; }

  /** `place` is "men" or "off": one man comes there from the pool, or goes back with `by` of -1. */
  tap(seat, place, by = 1) {
    const side = this.position[seat];
    const [count, pool] = [side[place] + by, this.position.pool - by];
    if (count < 0 || pool < 0) return "lay_pool_empty";
    const position = { ...this.position, [seat]: { ...side, [place]: count }, pool };
    const out = (this.position.out ?? []).filter((each) => position[each].men === 0);
    if (position[seat].men === 0 && !out.includes(seat)) out.push(seat);
    delete position.out;
    this.position = out.length ? { ...position, out } : position;
    return null;
  }

  clear() {
    for (const seat of this.match.seats) for (const place of ["men", "off"]) while (this.position[seat][place]) this.tap(seat, place, -1);
  }

  carry() {}

  plays(seat) { return this.position[seat].men > 0; } // without men a player is out
}

/** The layout of a match's board, from a position on. */
export const layoutOf = (match, position) => (
  new ({ half: HalfLayout, ring: RingLayout }[match.game.board] ?? PointsLayout)(match, position));

/**
 * What keeps a position from being played on, as `{name, values}` of sentences: checkers that are nowhere, an ending that it
 * shows. `ended` are the game's rules for that. The service judges.
 */
export function wrongWith(match, layout, ended) {
  const found = match.seats.filter((seat) => layout.hand(seat) > 0)
    .map((seat) => ({ name: "lay_missing", values: { who: match.names[seat], count: layout.hand(seat) } }));
  if (match.game.board === "ring" && match.seats.every((seat) => layout.position[seat].men === 0)) return [{ name: "lay_no_men", values: {} }];
  if (found.length) return found;
  const outcome = ended(layout.position, match.options);
  const ending = outcome && (match.game.endings.find((each) => each.key === outcome)?.word ?? outcome);
  return outcome ? [{ name: "lay_ended", values: { ending } }] : [];
}

/** The fact of a position (M14). What was not chosen is left out. `agreed_by`: the players agree, else a referee writes. */
export const factOf = ({ position, to_move, reason, dice, cube, results, agreed_by }) => ({
  type: agreed_by ? "PositionAgreed" : "PositionSet", position, to_move, reason,
  ...(dice && { dice }), ...(cube && { cube }), ...(results && { results }), ...(agreed_by && { agreed_by }),
});
