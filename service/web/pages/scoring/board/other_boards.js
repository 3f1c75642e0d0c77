// Boards without a way round: half a board on which men are laid down and taken off, and a ring of seats round a pool.
import { button, h, renew, say } from "../dom.js";

const man = (seat, number) => h("span", { class: `man ${seat}` }, number > 1 ? h("b", {}, String(number)) : null);

const marked = (seat, goes) => h("span", { class: `man ${seat}` }, goes ? h("b", { "aria-hidden": "true" }, "✓") : null);

const lines = (match) => Object.fromEntries(match.seats.map((seat) => [seat, h("div", { class: "player" })]));

/** Six points of each side: the pile with what is still stacked, and beside it the men that lie. */
export class HalfBoard {
  constructor(match, tap) {
    Object.assign(this, { match, tap });
    this.middle = h("div", { class: "middle" });
    this.sides = h("div", { class: "half", role: "group", "aria-label": say("board") });
    this.element = h("div", { class: "half-board" }, this.sides, this.middle);
    this.lines = lines(match);
    this.turned = false;
  }

  turn() {
    this.turned = !this.turned;
    this.sides.classList.toggle("turned", this.turned);
  }

  /** `choice` are the men of a double: `piles` and how many are `taken`, by their points. */
  show({ position, mover, from, way, choice }) {
    const touched = (seat, point) => way.moves.some((each) => each.from === point && (each.by ?? way.by) === seat);
    renew(this.sides, this.match.seats.map((seat) => h("div", { class: "side" }, [1, 2, 3, 4, 5, 6].map((point) => (
      seat === mover && choice?.piles[point]
        ? this.#pile(seat, point, position[seat], choice)
        : this.#point(seat, point, position[seat], seat === mover && from.has(point), touched(seat, point)))))));
  }

  // A point of a double: each man that can go is a button, the top one first.
  #pile(seat, point, side, { piles, taken }) {
    const [all, goes] = [piles[point], taken[point]];
    const men = Array.from({ length: all }, (_, place) => button(
      `man-${point}-${place + 1}`, marked(seat, place < goes), () => this.tap(point, place + 1), {
        class: "take", "aria-pressed": String(place < goes), "aria-label": say("take_man", { point, man: place + 1, all }),
      }));
    return h("div", { class: `post ${point % 2 ? "light" : "red"}`, role: "group", "aria-label": this.#label(seat, point, side) },
      h("span", { class: "no" }, String(point)), men,
      Array.from({ length: (side.points[point] ?? 0) - all }, () => man(seat, 0)));
  }

  #label(seat, point, side) {
    return say("post", { seat: this.match.seat_words[seat], point, count: side.points[point] ?? 0, stacked: side.stacked[point] ?? 0 });
  }

  #point(seat, point, side, usable, touched) {
    const count = side.points[point] ?? 0;
    const stacked = side.stacked[point] ?? 0;
    return h("button", {
      type: "button", "data-key": `post-${seat}-${point}`, class: `post ${point % 2 ? "light" : "red"}${usable ? " movable" : ""}${touched ? " touched" : ""}`, "data-point": point, "data-seat": seat,
      "aria-disabled": String(!usable), tabindex: usable ? "0" : "-1", onclick: () => usable && this.tap(point),
      "aria-label": this.#label(seat, point, side),
    }, h("span", { class: "no" }, String(point)),
    count ? [man(seat, stacked + 1), Array.from({ length: count - stacked - 1 }, () => man(seat, 0))].flat() : null);
  }

  extras({ position }, seat) {
    return [h("span", { class: "beside" }, say("off", { count: position[seat].off }))];
  }
}

/** A row a seat with its men in hand and off, and the pool. */
export class RingBoard {
  constructor(match) {
    this.match = match;
    this.lines = lines(match);
    this.pool = h("p", { class: "pool" });
    this.middle = h("div", { class: "middle" });
    this.element = h("div", { class: "ring" }, Object.values(this.lines), h("div", { class: "pool-row" }, this.pool, this.middle));
  }

  turn() { this.element.classList.toggle("turned"); }

  show({ position }) { this.pool.textContent = say("pool", { count: position.pool }); }

  extras({ position }, seat) {
    return [h("span", { class: "beside" }, say("in_hand", { count: position[seat].men })),
      h("span", { class: "beside" }, say("off", { count: position[seat].off }))];
  }
}
