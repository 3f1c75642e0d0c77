// A checker that is dragged over the board to any place that it may reach. A finger that was not drawn is a tap at once,
// also a slow one, of which browsers make no click.
import { OFF } from "./geometry.js";

const BEGINS = 9; // pixels of a finger until a tap becomes a drag
const MOVABLE = ".point.movable, button.barred";

export class Dragging {
  #start = null; // `{x, y, id, element}` since a finger went down
  #ghost = null;
  #pressed = null; // `{x, y, id, target}` of the finger that is down
  #ended = false; // the finger was heard: a click that follows is none

  /** `drag(start, end)` hears the places of a checker that was dropped where it may go. */
  constructor(board, drag) {
    Object.assign(this, { board, drag });
    const { element } = board;
    element.addEventListener("pointerdown", (event) => this.#down(event));
    element.addEventListener("pointermove", (event) => this.#move(event));
    element.addEventListener("pointerup", (event) => this.#up(event));
    element.addEventListener("pointercancel", () => this.#forget());
  }

  /** True if the finger was heard already: the click that follows is none. */
  get ended() { return this.#ended; }

  #down(event) {
    this.#ended = false;
    this.#forget();
    if (!event.isPrimary || event.button || event.target.closest(".thrown, .cube")) return;
    this.#pressed = { x: event.clientX, y: event.clientY, id: event.pointerId, target: event.target };
    const own = event.target.closest(MOVABLE);
    const element = own ?? (event.target.closest("button.target") ? null : this.board.nearest(event.clientX, event.clientY, MOVABLE));
    if (element) this.#start = { x: event.clientX, y: event.clientY, id: event.pointerId, element };
  }

  #move(event) {
    if (!this.#start || event.pointerId !== this.#start.id) return;
    const { x, y, element } = this.#start;
    if (!this.#ghost) {
      if (Math.hypot(event.clientX - x, event.clientY - y) < BEGINS) return;
      this.#begin(element, event.pointerId);
    }
    this.#ghost.style.translate = `${event.clientX}px ${event.clientY}px`;
  }

  #begin(element, id) {
    const { board } = this;
    const place = board.placeOf(element);
    this.reach = board.drawn.reach?.(place) ?? new Set();
    board.element.setPointerCapture(id);
    board.element.classList.add("dragging");
    const men = [...element.querySelectorAll(".man")];
    men.at(-1).classList.add("lifted");
    this.#ghost = men.at(-1).cloneNode(false);
    this.#ghost.className = `${men.at(-1).className.replace("lifted", "")} ghost`;
    this.#ghost.style.setProperty("--man", `${board.sizes.man}px`);
    document.body.append(this.#ghost);
    for (const each of this.#targets()) each.classList.add("reached");
  }

  #targets() {
    return [...this.reach].map((place) => this.board.elementOf(this.board.seat, place)).filter(Boolean);
  }

  #up(event) {
    if (!this.#ghost) {
      const { x, y, id, target } = this.#pressed ?? {};
      this.#forget();
      if (id !== event.pointerId || Math.hypot(event.clientX - x, event.clientY - y) >= BEGINS) return;
      this.#ended = true;
      this.board.tapAt(target, x, y);
      return;
    }
    const start = this.board.placeOf(this.#start.element);
    const end = this.#dropped(event);
    this.#ended = true;
    this.#forget();
    if (end !== null && end !== start) this.drag(start, end);
  }

  /** The place under the finger, or the nearest that the checker may reach; outside of the board it goes off. */
  #dropped({ clientX, clientY }) {
    const box = this.board.element.getBoundingClientRect();
    const outside = clientX < box.left || clientX > box.right || clientY < box.top || clientY > box.bottom;
    if (outside) return this.reach.has(OFF) ? OFF : null;
    const under = document.elementsFromPoint(clientX, clientY).find((each) => each.matches(".point"));
    if (under && this.reach.has(this.board.placeOf(under))) return this.board.placeOf(under);
    const near = this.board.nearest(clientX, clientY, ".point.reached");
    return near ? this.board.placeOf(near) : under ? this.board.placeOf(under) : null;
  }

  #forget() {
    this.#ghost?.remove();
    this.board.element.classList.remove("dragging");
    for (const each of this.board.element.querySelectorAll(".reached, .lifted")) each.classList.remove("reached", "lifted");
    this.#start = null;
    this.#pressed = null;
    this.#ghost = null;
  }
}
