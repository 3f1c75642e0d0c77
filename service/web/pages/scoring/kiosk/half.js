// A player's half of the tablet: name, score and clock, and while it is their turn the dice and buttons of the phone.
import { body, instruction } from "../panel/panel.js";
import { alerts } from "../panel/alerts.js";
import { button, h, renew, say } from "../dom.js";
import { opponent } from "../board/geometry.js";
import { tellLast } from "../board/last_play.js";
import { claim, halfClock, running } from "./clock.js";

/** True if it is for this player to act: their turn, or what both can do. */
function isActive({ state, draft, half, over }) {
  const resting = (state.breaks ?? []).some((each) => !each.until);
  const blocked = state.suspended || (state.flags ?? []).some((flag) => flag.status === "open");
  return !state.to_move || state.to_move === half || resting || blocked || draft.watching || over;
}

/** True while both halves are a clock. */
const isClock = ({ state, draft, over }) => Boolean(draft.pressing && state.clock && !over);

export class Half {
  constructor(kiosk, seat) {
    Object.assign(this, { kiosk, seat });
    this.score = h("b", { class: "own-score" });
    this.queue = h("span", { class: "state" });
    this.menu = button("menu", say("menu"), () => this.shown.actions.menu());
    this.place = h("span", { class: "half-game" });
    this.head = h("div", { class: "half-head" }, this.score, h("div", { class: "half-state" }, this.queue, this.place), this.menu);
    this.alerts = h("div", { class: "half-alerts" });
    this.line = h("p", { class: "instruction", role: "status" });
    this.before = h("p", { class: "last quiet" });
    this.notice = h("p", { class: "notice" });
    this.body = h("div", { class: "panel-body" });
    this.element = h("section", {
      class: "table-half", "data-seat": seat, "aria-label": say("half_of", { who: kiosk.match.names[seat] }),
    }, this.head, this.alerts, this.line, this.notice, this.before, this.body);
    this.element.addEventListener("click", () => kiosk.faceSheets(seat), { capture: true });
    this.element.addEventListener("click", (event) => this.#tapped(event));
  }

  // With a clock the half itself is the button that ends a turn.
  #tapped({ target }) {
    const { state, actions } = this.shown;
    if (!state.clock || running(state) !== this.seat || target.closest("button, a, .die")) return;
    const done = this.body.querySelector('[data-key="done"]');
    if (done && !done.disabled && done.classList.contains("primary")) done.click();
  }

  show(shown) {
    this.shown = shown;
    const { match, state, draft } = shown;
    const active = isActive(shown);
    const pressing = isClock(shown);
    const other = opponent(match, this.seat);
    this.element.classList.toggle("active", active);
    this.score.textContent = `${state.score[this.seat]}–${state.score[other]}`;
    this.place.textContent = this.kiosk.place;
    const { queue } = shown.parts;
    this.queue.textContent = queue.textContent;
    this.queue.className = queue.className;
    this.queue.dataset.icon = queue.dataset.icon;
    this.menu.disabled = !active;
    const found = active && !pressing ? alerts(shown) : [];
    renew(this.alerts, found);
    this.line.textContent = active ? instruction(shown) : say("waits_for", { who: match.names[other] });
    this.line.hidden = pressing;
    this.notice.textContent = draft.notice;
    this.notice.hidden = !draft.notice;
    tellLast(this.before, match, shown.over || pressing || found.length ? null : shown.last);
    renew(this.body, pressing ? halfClock(shown) : active ? body(shown) : [claim(shown)]);
  }
}
