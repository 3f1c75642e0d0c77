// Boards without a way round: half a board on which men are laid down and taken off, and a ring of seats round a pool.
import { h, say } from "../dom.js";

const man = (seat, number) => h("span", { class: `man ${seat}` }, number > 1 ? h("b", {}, String(number)) : null);

const lines = (match) => Object.fromEntries(match.seats.map((seat) => [seat, h("div", { class: "player" })]));

/** Six points of each side: the pile with what is still stacked, and beside it the men that lie. */
export class HalfBoard {
  constructor(match, tap) {
    Object.assign(this, { match, tap });
    this.element = h("div", { class: "half", role: "group", "aria-label": say("board") });
    this.lines = lines(match);
  }

  turn() { this.element.classList.toggle("turned"); }

  show({ position, mover, from, way }) {
    const touched = (seat, point) => way.moves.some((each) => each.from === point && (each.by ?? way.by) === seat);
    this.element.replaceChildren(...this.match.seats.map((seat) => h("div", { class: "side" },
      [1, 2, 3, 4, 5, 6].map((point) => (
        this.#point(seat, point, position[seat], seat === mover && from.has(point), touched(seat, point)))))));
  }

  #point(seat, point, side, usable, touched) {
    const count = side.points[point] ?? 0;
    const stacked = side.stacked[point] ?? 0;
    return h("button", {
      type: "button", class: `post ${point % 2 ? "light" : "red"}${usable ? " movable" : ""}${touched ? " touched" : ""}`, "data-point": point, "data-seat": seat,
      "aria-disabled": String(!usable), tabindex: usable ? "0" : "-1", onclick: () => usable && this.tap(point),
      "aria-label": say("post", { seat: this.match.seat_words[seat], point, count, stacked }),
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
    this.element = h("div", { class: "ring" }, Object.values(this.lines), this.pool);
  }

  turn() { this.element.classList.toggle("turned"); }

  show({ position }) { this.pool.textContent = say("pool", { count: position.pool }); }

  extras({ position }, seat) {
    return [h("span", { class: "beside" }, say("in_hand", { count: position[seat].men })),
      h("span", { class: "beside" }, say("off", { count: position[seat].off }))];
  }
}
