// The board of twenty-four points: it draws a position, and hears taps and drags on its places.
//
//     const board = new PointsBoard(match, tap, drag); // of the match: `seats`, `seat_words`, `game.board`, `game.forward`
//     box.append(board.element); // it fills a box that has a size of its own, and lies or stands as its points are larger
//     board.show({ position, seat, from, to, taps, way, reach });
//     board.turn(); // it is drawn from the other side
//
// A place is a point in the numbers of `seat`, "bar" or "off". `tap(place)` hears a tap: one beside everything that can be
// tapped goes to the nearest that can. `drag(start, end)` hears a checker that was dragged; without it none can be.
// `show` takes the places of `from` (a checker moves) and `to` (one can land); `taps` lets all checkers of the seat be
// tapped, `"all"` every point. `reach(place)` gives the places to which a checker there can be dragged. `way` is
// `{by, moves}`, landings drawn as a path. `lines` are elements for a line about each player, `middle` one for dice.
import { h, say } from "../dom.js";
import { drawPath } from "./last_play.js";
import { Dragging } from "./dragging.js";
import { BAR, janAt, men, numbered, OFF, opponent, pips } from "./geometry.js";
import { measured } from "./measures.js";
import { slide } from "./sliding.js";

const SHOWN = 4; // men that lie beside each other on a point; further ones are a number
const NEAR = 2.5; // how far a tap may be from what it is for, in checkers
const USABLE = ".point:not([aria-disabled=true]), button[data-place]";

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

  constructor(match, tap, drag = null) {
    Object.assign(this, { match, tap, turned: false, family: match.game.board !== "swedish" });
    this.element = h("div", { class: `points ${this.family ? "family" : "swedish"}`, role: "group", "aria-label": say("board") });
    this.path = h("svg", { class: "path", "aria-hidden": "true", focusable: "false" });
    this.bar = h("div", { class: "bar" });
    this.middle = h("div", { class: "middle" });
    this.pips = h("div", { class: "pips" });
    this.lines = Object.fromEntries(match.seats.map((seat) => [seat, h("div", { class: "player" })]));
    this.#lay();
    this.element.addEventListener("click", (event) => this.#tapped(event));
    if (drag) this.dragging = new Dragging(this, drag);
    this.resized = new ResizeObserver(() => { this.#measure(); this.#draw(); });
  }

  /** Draw the board from the other side. */
  turn() {
    this.turned = !this.turned;
    this.#lay();
  }

  #lay() {
    const columns = Array.from({ length: 12 }, (_, at) => (this.turned ? [at + 1, 24 - at] : [at + 13, 12 - at]));
    this.#points = new Map(columns.flatMap((pair, at) => pair.map((point, place) => {
      const near = (place === 0) !== this.family;
      const element = h("button", {
        type: "button", class: `point ${near ? "near" : "far"} ${place ? "right" : "left"} ${point % 2 ? "light" : "red"}`, "data-point": point,
      });
      element.style.setProperty("--at", at < 6 ? at + 1 : at + 2);
      return [point, element];
    })));
    this.element.replaceChildren(...this.#points.values(), this.bar, this.pips, this.middle, this.path);
  }

  #measure() {
    const { stands, ...sizes } = measured(this.box, this.family);
    this.element.classList.toggle("stands", stands);
    this.sizes = { stands, ...sizes };
    for (const [name, size] of Object.entries(sizes)) this.element.style.setProperty(`--${name}`, `${size}px`);
  }

  /** Show a position for the seat that moves. */
  show(view) {
    if (this.box !== this.element.parentElement) {
      this.box = this.element.parentElement;
      this.resized.observe(this.box);
      this.#measure();
    }
    const before = this.drawn;
    this.seat = view.seat ?? this.match.seats[0];
    this.drawn = view;
    this.element.classList.toggle("draggable", Boolean(this.dragging) && view.from.size > 0);
    const slides = slide(this, before?.position, view.position);
    for (const [point, element] of this.#points) this.#showPoint(element, point, view);
    this.#showBar(view);
    this.#showPips(view);
    this.#draw();
    slides();
  }

  /** Show the cube, if one is played with: in the middle, or at the side of its owner. A tap on it is `double`, if that can be. */
  showCube(cube, double) {
    this.cube?.remove();
    if (!cube) return;
    const owner = cube.owner ?? null;
    const near = this.match.seats[this.turned ? 1 : 0];
    const words = owner ? say("cube_of", { value: cube.value, seat: this.match.seat_words[owner] }) : say("cube", { value: cube.value });
    this.cube = h("button", {
      type: "button", class: `cube ${owner ? (owner === near ? "near" : "far") : "free"}`, "data-key": "cube", "aria-label": words,
      disabled: !double, onclick: double,
    }, String(cube.value));
    this.element.append(this.cube);
  }

  /** The element of a place in a seat's numbers. Undefined for what is off. */
  elementOf(seat, place) {
    if (place === BAR) return this.bar.querySelector(`.${seat}`)?.parentElement ?? this.bar;
    return this.#points.get(numbered(this.match, seat, place));
  }

  /** The place of an element, in the numbers of the seat that is shown. */
  placeOf(element) {
    return element.dataset.place ?? numbered(this.match, this.seat, Number(element.dataset.point));
  }

  /** The element of `selector` that is nearest to a spot of the screen, within reach of a finger. Null if none is. */
  nearest(x, y, selector) {
    const distance = (element) => {
      const { left, right, top, bottom } = (element.querySelector(".men")?.firstChild ? element.querySelector(".men") : element).getBoundingClientRect();
      return Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
    };
    const found = [...this.element.querySelectorAll(selector)].map((element) => [distance(element), element]);
    const [away, element] = found.reduce((best, each) => (each[0] < best[0] ? each : best), [Infinity, null]);
    return away <= NEAR * (this.sizes?.man ?? 32) ? element : null;
  }

  #tapped(event) {
    const own = event.target.closest(".point, [data-place]");
    const isKey = event.detail === 0; // or a script
    if (isKey && own) this.tap(this.placeOf(own));
    else if (!isKey && !this.dragging?.ended) this.tapAt(event.target, event.clientX, event.clientY);
  }

  /** Hear a tap at a spot of the screen: on what was tapped, else on the nearest that can be. */
  tapAt(target, x, y) {
    if (target.closest(".middle, .cube")) return;
    const own = target.closest(".point, [data-place]");
    const found = own?.matches(USABLE) ? own : this.nearest(x, y, USABLE) ?? own;
    if (found) this.tap(this.placeOf(found));
  }

  #draw() {
    if (!this.drawn || !this.sizes) return;
    const { position, way } = this.drawn;
    drawPath(this.path, this.sizes, way?.moves ?? [], (place) => {
      const element = this.#points.get(numbered(this.match, way.by, place));
      return element ? { element, count: men(position, way.by, place) } : null;
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
    const usable = movable || wanted || taps === "all" || (taps && mine > 0);
    element.setAttribute("aria-disabled", String(!usable));
    element.tabIndex = usable ? 0 : -1;
    element.setAttribute("aria-label", this.#label(own, holder, mine || theirs, movable, wanted));
    element.replaceChildren(
      h("span", { class: "tip" }), h("span", { class: "no" }, String(own)),
      h("span", { class: "men" }, pile(holder, mine || theirs, movable), wanted ? h("span", { class: "landing" }) : null),
    );
  }

  // The men of both seats on the bar; those of the seat that moves can be tapped.
  #showBar({ position, from, taps }) {
    const { match } = this;
    const near = match.seats[this.turned ? 1 : 0];
    const parts = [opponent(match, near), near].map((seat) => {
      const count = men(position, seat, BAR);
      const usable = seat === this.seat && (from.has(BAR) || (taps && count > 0));
      if (!count && !(taps === "all")) return null;
      const words = say("on_bar", { count });
      const jan = this.family || !count ? null : h("span", { class: "jan" }, say("jan_at", { count: janAt(position, seat) }));
      const inside = [man(seat, count > 1 ? count : 0, usable && from.has(BAR)), h("span", { class: "word" }, words), jan];
      return usable || taps === "all"
        ? h("button", { type: "button", class: `barred${from.has(BAR) ? " movable" : ""}`, "data-place": BAR, "data-seat": seat, "aria-label": words }, inside)
        : h("span", { class: "barred", "data-seat": seat }, inside);
    });
    this.bar.replaceChildren(...parts.filter(Boolean));
  }

  // The eyes that both seats need, the far one's first.
  #showPips({ position }) {
    const { match } = this;
    const seats = this.turned ? match.seats : [...match.seats].reverse();
    const state = seats.map((seat) => `${seat} ${pips(match, position, seat)}`).join();
    if (this.pips.dataset.state === state) return;
    this.pips.dataset.state = state;
    this.pips.replaceChildren(...seats.map((seat) => {
      const count = pips(match, position, seat);
      return h("span", { role: "img", "aria-label": say("pips", { seat: match.seat_words[seat], count }) },
        h("span", { class: `seat ${seat}` }), String(count));
    }));
  }

  /** The number of men of a seat that are off, to be tapped where one can go off. */
  extras({ position, to, mover }, seat) {
    const count = men(position, seat, OFF);
    const usable = seat === mover && to.has(OFF);
    if (!count && !usable) return [];
    const words = say("off", { count });
    return [usable ? h("button", { type: "button", class: "beside target", "data-place": OFF, onclick: () => this.tap(OFF) }, words)
      : h("span", { class: "beside", "data-place": OFF }, words)];
  }

  #label(own, holder, count, movable, wanted) {
    const words = [count ? say("point_held", { point: own, count, seat: this.match.seat_words[holder] })
      : say("point_empty", { point: own })];
    if (movable) words.push(say("can_move"));
    if (wanted) words.push(say("can_land"));
    return words.join(", ");
  }
}
