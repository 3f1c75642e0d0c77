// The page on which turns are changed: a list of the turns of the game in play, each of which opens on the position before
// it. What follows is tried on the new position by the rules in the phone. Nothing is written before one press at the end.
import { button, explain, h, isolated, renew, say } from "../dom.js";
import { writtenTogether } from "../turn/turn_text.js";
import { useRules } from "../turn/legal.js";
import { editor } from "./editor.js";
import { withMended } from "./rewrite.js";
import { tapeOf, tried, turnsOf } from "./tape.js";

const MARKS = { judged: "✓", sent: "↑", waiting: "…", refused: "✕", new: "✎" };

/** A turn in words, without the player. */
function inWords(match, facts) {
  const last = facts.at(-1);
  const dice = facts.find(({ type }) => type === "DiceRolled")?.dice;
  const thrown = dice ? `${dice.join("–")}` : "";
  if (last.type === "OpeningRolled") return say("mend_opening", { dice: match.seats.map((seat) => last[seat]).join("–") });
  if (last.type === "CheckersMoved") return [thrown, writtenTogether(last.moves)].filter(Boolean).join(": ");
  if (last.type === "TurnPassed") return [thrown, say("mend_passes")].filter(Boolean).join(": ");
  if (last.type === "DiceRolled") return thrown;
  if (last.type === "ResultReported") return "";
  return [thrown, say(`mend_${last.type === "PositionAgreed" ? "PositionSet" : last.type}`)].filter(Boolean).join(": ");
}

/** The reason why a turn does not stand, as a sentence. */
function reason({ word, text, rule, message }) {
  if (word) return say(word);
  return text ?? say("mend_illegal", { rule, why: explain(message) });
}

/** The game in play, fact by fact, as the log and the phone have it. */
function tapeNow({ match, record: { recent, entriesOnce, known } }) {
  return tapeOf(match, { events: recent, entries: entriesOnce, known, reaches: !recent.length || recent[0].version === 1 });
}

/** Change the play of the game to these items, in one step; `reason` is a referee's. */
async function written({ match, record }, tape, items, reason = null) {
  const at = tape.items.findIndex((item, place) => item !== items[place]);
  const { states } = tried(match, tape.begun, tape.items.slice(0, at < 0 ? tape.items.length : at));
  const { position, phase, to_move, dice, cube, games, score, game_number, settled } = states.at(-1);
  const before = { position, phase, to_move, dice, cube, games, score, game_number, settled, faults: [] };
  await record.outbox.rewrite((queue, newId) => withMended(queue, tape.items, items, { before, ...(reason && { reason }) }, newId));
}

/** Take the last turn back. False where this phone does not know the game, or a referee has decided since. */
export async function takeBack(page) {
  useRules(await import(page.rules));
  const tape = tapeNow(page);
  const last = tape && turnsOf(tape.items).at(-1);
  if (!last || last[0] < tape.locked) return false;
  await written(page, tape, tape.items.slice(0, last[0]));
  return true;
}

/** Have the style of this page, which comes with it. */
export async function styled(root) {
  if (root.querySelector("link")) return;
  const link = h("link", { rel: "stylesheet", href: root.dataset.mendingStyle });
  const loaded = new Promise((done) => { link.onload = done; link.onerror = done; });
  root.append(link);
  await loaded;
}

/** Open the page on which turns are changed. `page` has the `match`, its `record`, the `root`, the `rules` and `changed`. */
export async function openMending(page) {
  await styled(page.root);
  useRules(await import(page.rules));
  new Mending(page).open();
}

class Mending {
  constructor(page) {
    const { match, record, root, changed } = page;
    Object.assign(this, { page, match, record, changed });
    this.tape = tapeNow(page);
    this.items = this.tape?.items ?? [];
    const forget = record.outbox.subscribe(() => { if (this.lists) this.#list(); }); // the marks of facts that were sent meanwhile
    this.element = h("dialog", { class: "mending", "aria-labelledby": "mend-title", onclose: () => { forget(); this.element.remove(); } });
    root.append(this.element);
  }

  /** Open the list, at the turn that was refused if there is one. */
  open() {
    this.#list();
    this.element.showModal();
    this.element.querySelector(".mend-turns .failed, .mend-turns li:last-child")?.scrollIntoView({ block: "center" });
  }

  #close() { this.element.close(); }

  get #cut() {
    const { items } = this.tape;
    const at = items.findIndex((item, place) => item !== this.items[place]);
    return at < 0 ? items.length : at;
  }

  get #isChanged() { return this.#cut < this.tape.items.length || this.items.length !== this.tape.items.length; }

  /** The mark of an item as it is by now. */
  #mark(item) {
    const entry = item.entry_id && this.record.entries.find(({ entry_id }) => entry_id === item.entry_id);
    if (!entry || entry.state === "refused") return item.mark;
    if (entry.state === "waiting") return "waiting";
    return entry.answer.verdict ? "judged" : "sent";
  }

  /** A sentence on the effect of a press: who is told, or that nothing was sent. */
  #consequence() {
    const taken = this.tape.items.slice(this.#cut);
    const sent = taken.filter((item) => ["judged", "sent"].includes(this.#mark(item)));
    if (!sent.length) return say("mend_unsent");
    return say(turnsOf(sent).length > 1 ? "mend_told" : "mend_last");
  }

  #list() {
    this.lists = true;
    const key = this.element.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    this.#show();
    if (key) this.element.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus();
  }

  #show() {
    const title = h("header", {}, h("h2", { id: "mend-title" }, say("mend_title")), button("mend-close", say("mend_close"), () => this.#close()));
    if (!this.tape) {
      this.element.replaceChildren(title, h("p", { class: "notice" }, say("mend_unknown")));
      return;
    }
    const { match, tape } = this;
    const found = tried(match, tape.begun, this.items);
    this.items = found.items;
    const turns = turnsOf(this.items);
    const locked = match.may_rule ? 0 : tape.locked;
    const rows = turns.map((places, number) => this.#row(places, number, found, places[0] < locked));
    const needsReason = this.#cut < tape.locked;
    const why = needsReason ? (this.reason ??= h("input", { id: "mend-reason", maxlength: "500", autocomplete: "off" })) : null;
    const write = button("mend-write", say("mend_write"), () => this.#write(why?.value.trim() || null, needsReason), {
      class: "primary", disabled: !this.#isChanged || found.failed >= 0,
    });
    renew(this.element, title,
      h("p", { class: "quiet" }, say(locked ? "mend_locked" : "mend_hint")),
      tape.begun.games.length ? h("p", { class: "quiet" }, say(match.may_rule ? "mend_ended_referee" : "mend_ended")) : null,
      turns.length ? h("ol", { class: "mend-turns" }, rows) : h("p", {}, say("mend_none")),
      h("footer", {},
        h("p", { role: "status", class: "quiet" }, this.#isChanged ? this.#consequence() : say("mend_marks")),
        needsReason && this.#isChanged ? h("label", { for: "mend-reason" }, say("mend_reason"), why) : null,
        h("div", { class: "row" }, button("mend-cancel", say("mend_cancel"), () => this.#cancel(), { disabled: !this.#isChanged }), write)));
  }

  #row(places, number, found, isLocked) {
    const { match } = this;
    const items = places.map((place) => this.items[place]);
    const facts = items.map(({ fact }) => fact);
    const by = facts.find((fact) => fact.by)?.by;
    const failed = places.includes(found.failed);
    const after = found.failed >= 0 && places[0] > found.failed;
    const isNew = items.some((item) => !this.tape.items.includes(item));
    const mark = isNew ? "new" : this.#mark(items.at(-1));
    const words = [by ? isolated(match.names[by]) : null, inWords(match, facts)].filter(Boolean).join(" ");
    return h("li", { class: [failed && "failed", after && "after"].filter(Boolean).join(" ") },
      button(`mend-turn-${number + 1}`, [h("span", { class: "no" }, String(number + 1)), h("span", { class: `seat ${by ?? ""}` }),
        h("span", { class: "words" }, words), h("span", { class: `mark ${mark}`, role: "img", "aria-label": say(`mend_is_${mark}`) }, MARKS[mark])],
      () => this.#edit(places), { disabled: isLocked || after }),
      failed ? h("p", { class: "why", role: "alert" }, reason(found.why)) : null,
      failed ? h("div", { class: "row" },
        found.why.carried ? button("mend-keep", say("mend_keep"), () => this.#keep(found.failed)) : null,
        button("mend-leave-out", say("mend_leave_out"), () => this.#replace(places, [])),
        button("mend-leave-all", say("mend_leave_all"), () => this.#cutAt(places[0]))) : null);
  }

  #replace(places, items) {
    this.items = [...this.items.slice(0, places[0]), ...items, ...this.items.slice(places.at(-1) + 1)];
    this.#list();
    this.element.querySelector(".mend-turns .failed")?.scrollIntoView({ block: "center" });
  }

  #cutAt(place) {
    this.items = this.items.slice(0, place);
    this.#list();
  }

  /** An illegal play at a real board was played so. */
  #keep(place) {
    this.items = this.items.with(place, { ...this.items[place], stays: true });
    this.#list();
  }

  #cancel() {
    this.items = this.tape.items;
    this.#list();
  }

  #edit(places, insert = false) {
    const { match } = this;
    this.lists = false;
    const found = tried(match, this.tape.begun, this.items.slice(0, places[0]));
    const isLast = !insert && places.at(-1) === this.items.length - 1;
    const own = insert ? [] : places.map((place) => this.items[place]);
    editor({
      into: this.element, match, state: found.states.at(-1), items: own, isLast, number: insert ? null : turnsOf(this.items).findIndex(([first]) => first === places[0]) + 1,
      save: (items) => (insert ? this.#insert(places[0], items) : this.#replace(places, items)),
      leaveOut: insert ? null : () => this.#replace(places, []),
      insert: insert ? null : () => this.#edit(places, true),
      back: () => this.#list(),
    });
    this.element.scrollTop = 0;
  }

  #insert(place, items) {
    this.items = [...this.items.slice(0, place), ...items, ...this.items.slice(place)];
    this.#list();
  }

  async #write(why, needsReason) {
    if (needsReason && !why) {
      document.getElementById("mend-reason").focus();
      return;
    }
    await written(this.page, this.tape, this.items, why);
    this.#close();
    this.changed();
  }
}
