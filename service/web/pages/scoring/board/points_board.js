// The board upright: a row a point, both long sides beside each other, numbered for the player who moves. Every point is
// a button, so that it can be reached by keyboard, and is as high as a thumb needs.
import { h, say } from "../dom.js";
import { drawPath } from "./last_play.js";
import { BAR, men, numbered, OFF, opponent } from "./geometry.js";

const SHOWN = 4; // men that lie beside each other on a point; further ones are a number

const man = (seat, number, ringed) => h(
  "span", { class: `man ${seat}${ringed ? " ringed" : ""}` }, number ? h("b", {}, String(number)) : null);

/** The men on a point, from the rim on. The last one carries the number and the ring. */
function pile(seat, count, ringed) {
  const shown = Math.min(count, SHOWN);
  return Array.from({ length: shown }, (_, place) => {
    const last = place === shown - 1;
    return man(seat, last && count > SHOWN ? count : 0, last && ringed);
  });
}

export class PointsBoard {
  #points = new Map(); // by the number of the first seat

  constructor(match, tap) {
    Object.assign(this, { match, tap, turned: false });
    this.element = h("div", { class: `points ${match.game.board}`, role: "group", "aria-label": say("board") });
    this.path = h("svg", { class: "path", "aria-hidden": "true", focusable: "false" });
    this.lines = Object.fromEntries(match.seats.map((seat) => [seat, h("div", { class: "player" })]));
    this.#lay();
    new ResizeObserver(() => this.#draw()).observe(this.element);
  }

  /** Draw the board from the other side. */
  turn() {
    this.turned = !this.turned;
    this.#lay();
  }

  #lay() {
    const rows = Array.from({ length: 12 }, (_, row) => (this.turned ? [row + 1, 24 - row] : [row + 13, 12 - row]));
    this.#points = new Map(rows.flat().map((point, place) => [point, h("button", {
      type: "button", class: `point ${place % 2 ? "right" : "left"} ${point % 2 ? "light" : "red"}`, "data-point": point,
      onclick: () => this.tap(numbered(this.match, this.seat, point)),
    })]));
    this.element.replaceChildren(...this.#points.values(), this.path);
  }

  /**
   * Show a position for the seat that moves; `from` and `to` are the places that can be tapped, in its numbers. `way` are
   * the landings of a play that are drawn, with `by`, the seat whose numbers they have.
   */
  show({ position, seat, from, to, taps, way }) {
    this.seat = seat ?? this.match.seats[0];
    this.drawn = { position, way };
    for (const [point, element] of this.#points) this.#showPoint(element, point, { position, from, to, taps });
    this.#draw();
  }

  #draw() {
    if (!this.drawn) return;
    const { position, way: { by, moves } } = this.drawn;
    drawPath(this.path, moves, (place) => {
      const element = this.#points.get(numbered(this.match, by, place));
      return element ? { element, count: men(position, by, place) } : null;
    });
  }

  #showPoint(element, point, { position, from, to, taps }) {
    const own = numbered(this.match, this.seat, point);
    const foe = opponent(this.match, this.seat);
    const [mine, theirs] = [men(position, this.seat, own), men(position, foe, numbered(this.match, foe, point))];
    const [movable, wanted] = [from.has(own), to.has(own)];
    const holder = mine ? this.seat : foe;
    const state = [holder, mine || theirs, movable, wanted, own, taps].join();
    if (element.dataset.state === state) return;
    element.dataset.state = state;
    element.classList.toggle("movable", movable);
    element.classList.toggle("target", wanted);
    const usable = movable || wanted || (taps && mine > 0);
    element.setAttribute("aria-disabled", String(!usable));
    element.tabIndex = usable ? 0 : -1;
    element.setAttribute("aria-label", this.#label(own, holder, mine || theirs, movable, wanted));
    element.replaceChildren(
      h("span", { class: "tip" }), h("span", { class: "no" }, String(own)),
      h("span", { class: "men" }, pile(holder, mine || theirs, movable), wanted ? h("span", { class: "landing" }) : null),
    );
  }

  /** The men of a seat on the bar and off. */
  extras(view, seat) { return besides(this.match, { ...view, seat }, this.tap); }

  #label(own, holder, count, movable, wanted) {
    const words = [count ? say("point_held", { point: own, count, seat: this.match.seat_words[holder] })
      : say("point_empty", { point: own })];
    if (movable) words.push(say("can_move"));
    if (wanted) words.push(say("can_land"));
    return words.join(", ");
  }
}

/** The men of a seat on the bar and off, to be tapped where that is possible. */
function besides(match, { position, seat, from, to, mover }, tap) {
  const part = (place, word, usable) => {
    const count = men(position, seat, place);
    if (!count && !usable) return null;
    const inside = [man(seat, 0, usable && place === BAR), h("span", {}, say(word, { count }))];
    return usable
      ? h("button", { type: "button", class: `beside ${place === BAR ? "movable" : "target"}`, "data-place": place, onclick: () => tap(place) }, inside)
      : h("span", { class: "beside", "data-place": place }, inside);
  };
  const moves = seat === mover;
  return [part(BAR, "on_bar", moves && from.has(BAR)), part(OFF, "off", moves && to.has(OFF))];
}
