// The next match at the same table. On a phone a button leads there. On a tablet it opens by itself: after a match, once
// both players had time to read the result, and before the first fact, where another match was put at this table meanwhile.
import { fetched } from "../../shared/requests.js";
import { button, h, say } from "../dom.js";

const EVERY = 10_000;
const READING = 15_000; // milliseconds for which the result stays when the next match is there

/** True before anything of the match was recorded or tapped. */
const isUntouched = ({ state, record, draft }) => (
  state.phase === "opening" && !state.games.length && !record.entries.length && !Object.keys(draft.opening).length);

export class NextMatch {
  #timer = 0;
  #found = null; // `{address, names}`
  #shown = null; // what the page shows now
  #lost = false; // the link's time is over
  #over = false; // it was asked for since this match is over

  constructor(match, changed) {
    Object.assign(this, { match, changed });
  }

  get #known() { return Boolean(this.match.tournament && this.match.table); }

  get #isOver() { return Boolean(this.#shown.closed || this.#shown.state.settled); }

  /** True where another match opens by itself. */
  get #opens() { return this.#shown.kiosk.on; }

  /** Ask for the match at the table while this one is over or untouched. */
  watch(shown) {
    this.#shown = shown;
    if (!this.#known) return;
    this.#timer ||= setInterval(() => this.#ask(), EVERY);
    if (this.#isOver === this.#over) return;
    this.#over = this.#isOver;
    this.#ask();
  }

  async #ask() {
    if (document.hidden || this.#found || !(this.#isOver || (this.#opens && isUntouched(this.#shown)))) return;
    const { tournament, table, match_id } = this.match;
    try {
      const text = await fetched(`/tournaments/${tournament}/tablet/next?${new URLSearchParams({ table })}`);
      this.#lost = false;
      const next = new DOMParser().parseFromString(text, "text/html").querySelector("[data-match]");
      if (!next || next.dataset.match.startsWith(`/matches/${match_id}/`)) return;
      if (!this.#isOver) {
        if (this.#opens && isUntouched(this.#shown)) location.replace(next.dataset.match);
        return;
      }
      this.#found = { address: next.dataset.match, names: next.textContent.trim() };
      setTimeout(() => { if (this.#opens && this.#isOver) this.#open(); }, READING);
      this.changed();
    } catch (wrong) { // the service is away, or the link's time is over
      const lost = wrong.status === 401 || wrong.status === 404;
      if (lost === this.#lost) return;
      this.#lost = lost;
      this.changed();
    }
  }

  // Waiting facts are sent first, if the match still takes them.
  #open() {
    const { record, closed } = this.#shown;
    if (record.status.waiting && !closed) setTimeout(() => this.#open(), EVERY);
    else location.replace(this.#opens ? this.#found.address : this.#found.address.split("?")[0]);
  }

  /** The text about it: of a half, or of a phone. */
  parts({ over, kiosk }) {
    if (!over || !this.#known) return [];
    if (!this.#found) return [h("p", { class: "quiet" }, say(!kiosk.on ? "next_here" : this.#lost ? "next_lost" : "next_waits"))];
    return [h("p", { class: "next-match" }, say("next_match", { names: this.#found.names })),
      button("next", say("next_open"), () => this.#open(), { class: "primary" })];
  }
}
