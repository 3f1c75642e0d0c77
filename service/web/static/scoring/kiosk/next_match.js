// After a match: the next one at the same table opens by itself, once both players had time to read the result.
import { fetched } from "../../requests.js";
import { button, h, say } from "../dom.js";

const EVERY = 10_000;
const READING = 15_000; // milliseconds for which the result stays when the next match is there

export class NextMatch {
  #timer = 0;
  #found = null; // `{address, names}`
  #record = null;
  #lost = false; // the link's time is over

  constructor(match, changed) {
    Object.assign(this, { match, changed });
  }

  get #known() { return Boolean(this.match.tournament && this.match.table); }

  /** Ask for the next match from the end of this one on. */
  watch(state, record) {
    this.#record = record;
    if (!this.#known || !state.settled || this.#timer) return;
    this.#timer = setInterval(() => this.#ask(), EVERY);
    this.#ask();
  }

  async #ask() {
    if (document.hidden || this.#found) return;
    const { tournament, table, match_id } = this.match;
    try {
      const text = await fetched(`/tournaments/${tournament}/tablet/next?${new URLSearchParams({ table, after: match_id })}`);
      const next = new DOMParser().parseFromString(text, "text/html").querySelector("[data-match]");
      if (!next) return;
      this.#found = { address: next.dataset.match, names: next.textContent.trim() };
      setTimeout(() => this.#open(), READING);
      this.changed();
    } catch (wrong) { // the service is away, or the link's time is over
      this.#lost = wrong.status === 401 || wrong.status === 404;
      if (this.#lost) this.changed();
    }
  }

  // What waits to be sent goes first.
  #open() {
    if (this.#record.status.waiting) setTimeout(() => this.#open(), EVERY);
    else location.replace(this.#found.address);
  }

  /** What a half says about it. */
  parts({ state }) {
    if (state.phase !== "settled" || !this.#known) return [];
    if (!this.#found) return [h("p", { class: "quiet" }, say(this.#lost ? "next_lost" : "next_waits"))];
    return [h("p", { class: "next-match" }, say("next_match", { names: this.#found.names })),
      button("next", say("next_open"), () => this.#open(), { class: "primary" })];
  }
}
