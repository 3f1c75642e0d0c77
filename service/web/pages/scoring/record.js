// The record of a match on this phone: the state that the service has judged, and on top of it what this phone entered.
import { serviceTime } from "../shared/ago.js";
import { openOutbox } from "./outbox/outbox.js";
import { MENDED, unsentAfter } from "./outbox/queue.js";
import { readEvents, same } from "./outbox/requests.js";
import { closedBy } from "./panel/closed.js";
import { fold, isPlay, isRecording } from "./turn/fold.js";

export const LANGUAGE = { "Accept-Language": document.documentElement.lang }; // of explanations
const MANY = 50; // facts on top of the judged state, after which it is read again
const RECENT = 500; // newest facts of the log that the page keeps: more than a game has
const SOON = 400; // milliseconds until a state is read again that is not judged to its end
const AWAY = 5_000; // milliseconds until it is read again after the service was away

export class Record {
  #reading = null;
  #again = false;
  #timer = 0;
  #closed = 0; // facts that the match did not take
  #gone = false; // the match is not for this phone any more
  #tournament = 0; // the newest version of the tournament of which the phone was told

  /** Open the record of a match whose judged state came with the page. Rejects where the browser stores nothing. */
  static async open(match, changed) {
    const record = new Record();
    Object.assign(record, { match, changed, known: match.state, read_facts: match.recent });
    const { match_id } = match;
    record.outbox = await openOutbox({
      match_id, send_url: `/v1/matches/${match_id}/events`, version: match.state.version, headers: LANGUAGE,
    });
    record.outbox.subscribe(() => record.#told());
    if (match.state.judged_version < match.state.version) record.read();
    return record;
  }

  get entries() { return this.outbox.entries(); }

  get status() { return this.outbox.status(); }

  /** Facts of this phone that the judged state does not hold yet, up to one that another phone was faster than. */
  get #onTop() {
    const held = this.known.judged_version > this.status.version ? this.#unanswered : null;
    const found = [];
    for (const entry of this.entries) {
      if (entry.state === "conflict") break;
      if (entry === held) continue;
      if (entry.state === "waiting" || (entry.state === "sent" && entry.answer.version > this.known.judged_version)) found.push(entry);
    }
    return found;
  }

  /** The entry that the log has while its answer is still on the way: what is read can be faster. */
  get #unanswered() {
    const next = this.entries.find((entry) => entry.state === "waiting");
    const event = next?.tried && this.read_facts.find((each) => each.version === this.status.version + 1);
    return event && same(next.fact, event) ? next : null;
  }

  /** The entries without the one that `recent` holds before its answer: with `recent` they have each fact once. */
  get entriesOnce() {
    const twice = this.#unanswered;
    return this.entries.filter((entry) => entry !== twice);
  }

  /** The match as it stands for this phone. */
  get state() {
    return this.#onTop.reduce((state, { fact }) => fold(this.match, state, fact), this.known);
  }

  /** The number of facts that this phone has not sent and that were entered after one of them. */
  unsentAfter(entry_id) { return unsentAfter(this.entries, entry_id); }

  /** Take an entry that a person has seen out of the phone, with `following` also what rests on it. */
  async discard(entry_id, following = false) {
    await this.outbox.discard(entry_id, { following });
    return this.read();
  }

  /** Facts that the service did not take, or that change nothing; a person has to see them. */
  get refused() { return this.entries.filter((entry) => entry.state === "refused" || entry.state === "conflict"); }

  /**
   * The last turn of this phone, if nothing of the play followed it: its entries, and if they are `unsent`. Null if there
   * is none, or another person wrote since.
   */
  get lastTurn() {
    const gone = this.known.voided ?? [];
    const counted = this.entries.filter(({ fact, state, answer }) => isPlay(fact) && (state === "waiting" || (
      state === "sent" && !gone.some(([low, high]) => low <= answer.version && answer.version <= high))));
    const [before, last] = [counted.at(-2), counted.at(-1)];
    if (!last || (last.state === "sent" && !last.answer.own)) return null;
    const two = before?.fact.type === "DiceRolled" && ["CheckersMoved", "TurnPassed"].includes(last.fact.type)
      && before.fact.by === last.fact.by && before.state === last.state;
    const entries = two ? [before, last] : [last];
    const unsent = entries.every(({ state, tried }) => state === "waiting" && !tried);
    return unsent || last.state === "sent" ? { entries, unsent } : null;
  }

  /** True while the last play of this phone is on its way: whether it was written is not known yet. */
  get isGoing() {
    const { state, tried } = this.entries.findLast(({ fact }) => isPlay(fact)) ?? {};
    return state === "waiting" && Boolean(tried);
  }

  /** Take the last turn back: out of the phone, or by a fact of its own. */
  async takeBack() {
    const { entries, unsent } = this.lastTurn;
    if (unsent) {
      await this.outbox.discard(entries[0].entry_id, { following: true });
      return;
    }
    const [from_version, to_version] = [entries[0].answer.version, entries.at(-1).answer.version];
    await this.outbox.add({ type: "FactsTakenBack", from_version, to_version });
  }

  /** Store facts, in their order. */
  async add(facts) {
    for (const fact of facts) await this.outbox.add(fact);
  }

  /** The newest facts of the log that this phone knows, its own too, in their order. */
  get recent() {
    const own = this.entries.filter((entry) => entry.answer?.event).map(({ answer }) => ({ ...answer.event, verdict: answer.verdict }));
    const mended = this.entries.flatMap(({ answer }) => answer?.events ?? []);
    const found = new Map([...mended, ...this.read_facts, ...own].map((event) => [event.version, event]));
    return [...found.values()].sort((one, other) => one.version - other.version).slice(-RECENT);
  }

  /** The newest facts that count, in their order: those of the log, then those that wait in this phone. */
  get counting() {
    const recent = this.recent.filter(({ verdict }) => verdict?.verdict !== "refused");
    const twice = this.#unanswered;
    const waiting = this.#onTop.filter((entry) => entry.state === "waiting" && entry !== twice).flatMap(({ fact }) => (fact.type === MENDED ? [fact, ...fact.facts] : [fact]));
    const takenBack = [...recent, ...waiting].filter(({ type }) => type === "FactsTakenBack");
    const isIn = (ranges, version) => ranges.some(([low, high]) => low <= version && version <= high);
    const plays = takenBack.map((each) => [each.from_version, each.to_version]);
    for (const each of waiting) if (each.type === MENDED && each.from.version) plays.push([each.from.version, Infinity]);
    const isGone = (event) => isIn(this.known.voided ?? [], event.version) || (isPlay(event) && isIn(plays, event.version));
    return [...recent.filter((event) => !isGone(event)), ...waiting];
  }

  /** The reason why nothing is recorded in the match now, whatever its log says; null while it is open. */
  get closed() { return this.#gone ? "gone" : closedBy(this.known.in_tournament); }

  /** The number of facts that this phone wrote and the log does not have. */
  get unsent() {
    return this.entries.filter(({ state, answer }) => state === "waiting" || (state !== "sent" && !answer?.version)).length;
  }

  /** Read the match again, unless what is known of its tournament is as new as this version. */
  tournamentIsAt(version) {
    this.#tournament = Math.max(this.#tournament, version);
    if (this.#isBehind) this.read();
  }

  get #isBehind() { return (this.known.in_tournament?.version ?? Infinity) < this.#tournament; }

  /** True while another phone records this match. */
  get isElsewhere() { return this.outbox.isElsewhere(this.recent.findLast(isRecording), serviceTime()); }

  // Facts of others that came since.
  async #readRecent(version) {
    const newest = this.recent.at(-1)?.version ?? 0;
    if (version <= newest) return;
    const { send_url } = this.outbox;
    const events = await readEvents({ send_url }, Math.max(newest, version - RECENT), RECENT, LANGUAGE);
    this.read_facts = [...this.read_facts, ...events].slice(-RECENT);
  }

  /** True if a version of the log is a fact of this phone. */
  isOwn(version) {
    return this.entries.some(({ answer }) => answer?.version && (answer.first ?? answer.version) <= version && version <= answer.version);
  }

  /** Read the judged state again. Without the service the phone goes on from what it has. */
  async read() {
    if (this.#reading) { this.#again = true; return; }
    clearTimeout(this.#timer);
    this.#reading = (async () => {
      const answer = await fetch(`/v1/matches/${this.match.match_id}`, { cache: "no-store", headers: LANGUAGE });
      if (answer.ok || answer.status === 403 || answer.status === 404) this.#gone = !answer.ok;
      if (!answer.ok) return;
      const state = await answer.json();
      if (state.version < this.known.version) return;
      await this.#readRecent(state.version);
      this.known = state;
      await this.outbox.saw(state.version);
      if (state.judged_version < state.version || this.#isBehind) this.#timer = setTimeout(() => this.read(), SOON);
    })();
    try {
      await this.#reading;
    } catch { // the outbox says that the service is away
      if (this.#isBehind) this.#timer = setTimeout(() => this.read(), AWAY);
    }
    this.#reading = null;
    this.changed();
    if (this.#again) { this.#again = false; this.read(); }
  }

  #told() {
    this.read_facts = this.recent; // the outbox forgets what was sent long ago
    const sent = this.#onTop.filter((entry) => entry.state === "sent");
    const ended = sent.some(({ fact, answer: { verdict } }) => verdict?.game_finished || verdict?.match_settled
      || verdict?.verdict === "faulted" || (verdict && !isPlay(fact)));
    const surprised = this.refused.some((entry) => (entry.answer.version ?? entry.answer.current_version ?? 0) > this.known.judged_version);
    const closed = this.entries.filter(({ answer }) => answer?.status === 409 && !answer.version).length;
    const guessed = this.state.guessed && !this.status.waiting;
    const news = closed > this.#closed;
    this.#closed = closed;
    if (ended || surprised || news || guessed || sent.length > MANY) this.read();
    this.changed();
  }
}
