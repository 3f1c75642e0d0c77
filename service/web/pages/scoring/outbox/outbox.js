// The outbox of a scorer's phone: no fact is lost without a network. docs/hall/scoring-offline.md tells what it promises.
//
//     const outbox = await openOutbox({ match_id, send_url: `/v1/matches/${match_id}/events`, version });
//     outbox.subscribe(() => render(outbox.entries(), outbox.status()));
//     await outbox.add({ type: "DiceRolled", by: "white", dice: [6, 2] }); // it is on the phone's disk now
//
// A fact is stored with its idempotency key before it is sent. Facts go out one by one, each at the version of the log
// on which it rests. A key is written once by the service, so a fact counts once even where two tabs send it.
import { answers, pause } from "../../shared/requests.js";
import {
  emptyQueue, isWaiting, nextEntry, standingAt, unjudged, withAnswer, withBase, withFact, withRepair, withRetry,
  withSeen, withTakeOver, withTry, withVerdict, withoutEntry,
} from "./queue.js";
import { readEvents, sendFact } from "./requests.js";
import { openStore } from "./store.js";

const CHANNEL = "brade-outbox";
const LOCKED = 45_000; // milliseconds to wait for another tab, longer than a request: it may be frozen
const WITHOUT_RIGHTS = 60_000; // milliseconds between tries while the phone may not write
const ACTIVE = 30 * 60_000; // milliseconds after which a phone that wrote last counts as gone
const OTHER_TAB = 5_000; // milliseconds that a tab has to send what it stored, before this one does
const TAKEN = "RecorderChanged"; // the fact by which a phone takes over
const NOTHING = { reason: null, detail: "", retry_at: null };

// crypto.randomUUID is missing on plain http; this is there.
const newId = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Do `work` while no other tab does. Without Web Locks (plain http), or after a long wait, the keys alone protect. */
async function exclusively(name, work) {
  if (!navigator.locks) return work();
  let began = false;
  const locked = () => { began = true; return work(); };
  try {
    return await navigator.locks.request(name, { signal: AbortSignal.timeout(LOCKED) }, locked);
  } catch (wrong) {
    if (began) throw wrong;
    return work();
  }
}

/**
 * The outbox of a match. `version` is the version of the log that the page shows; without it, what the phone knows.
 * `headers` go with every request. Rejects where the browser stores nothing: then say so, and record nothing.
 */
export async function openOutbox({ match_id, send_url, headers = {}, version = 0 }) {
  const store = await openStore();
  const channel = new BroadcastChannel(CHANNEL);
  const listeners = new Set();
  let queue = await store.change(match_id, (before) => (
    withSeen({ ...(before ?? emptyQueue(match_id, send_url, version)), send_url }, version)));
  let held = NOTHING; // the reason why nothing goes out just now
  let failures = 0;
  let timer = 0;
  let running = null;
  let again = false;
  let open = true;

  const tell = () => { for (const listener of listeners) listener(outbox); };

  async function change(by) {
    const after = await store.change(match_id, (before) => by(before ?? queue));
    queue = after;
    channel.postMessage(match_id);
    tell();
    return after;
  }

  function hold(reason, seconds, detail = "") {
    failures += 1;
    const least = reason === "sign-in" || reason === "not-allowed" ? WITHOUT_RIGHTS : 0;
    const wait = Math.max(pause(failures), 1000 * seconds, least);
    held = { reason, detail, retry_at: Date.now() + wait };
    clearTimeout(timer);
    timer = setTimeout(run, wait);
    tell();
  }

  async function sendAll() {
    for (;;) {
      queue = await store.read(match_id) ?? queue;
      const entry = open && nextEntry(queue);
      if (!entry) return;
      const { entry_id } = entry;
      // Without an answer the fact is not tried: a fact that cannot have arrived can still be taken back.
      if ((failures || !navigator.onLine) && !await answers()) { hold("network", 0); return; }
      await change((before) => withTry(before, entry_id));
      const { state, answer, reason, seconds, detail, base } = await sendFact(queue, entry, headers);
      if (base) { await change((before) => withBase(before, base)); continue; }
      if (state === "waiting") { hold(reason, seconds, detail); return; }
      failures = 0;
      held = NOTHING;
      await change((before) => withAnswer(before, entry_id, state, answer));
    }
  }

  async function learnVerdicts() {
    const [first] = unjudged(queue);
    if (!first || !open) return;
    try {
      const events = await readEvents(queue, first.answer.version - 1, 1000, headers);
      await change((before) => events.filter((event) => event.verdict)
        .reduce((each, event) => withVerdict(each, event.version, event.verdict), before));
      if (unjudged(queue).length) hold("judging", 1);
      else if (held.reason === "judging") { held = NOTHING; tell(); }
    } catch {
      hold("network", 0);
    }
  }

  function run() {
    clearTimeout(timer);
    again = Boolean(running);
    running ??= (async () => {
      try {
        await exclusively(`${CHANNEL} ${match_id}`, sendAll);
        if (!held.reason || held.reason === "judging") await learnVerdicts();
      } finally {
        running = null;
        if (again && open) run();
      }
    })();
    return running;
  }

  const now = () => { if (held.reason !== "busy" || Date.now() >= held.retry_at) run(); }; // Retry-After is honoured
  const shown = () => { if (!document.hidden) now(); };
  const told = async ({ data }) => {
    if (data !== match_id) return;
    queue = await store.read(match_id) ?? queue;
    if (nextEntry(queue) && !held.reason) {
      clearTimeout(timer);
      timer = setTimeout(run, OTHER_TAB);
    }
    tell();
  };

  const outbox = {
    match_id,
    send_url,

    /** All facts of this phone in their order: `{entry_id, key, fact, state, answer}`. */
    entries: () => queue.entries,

    /**
     * `waiting`, the number of facts that wait; `standing`, the refused or conflicting entry at which the queue stands,
     * or null; `reason` why nothing goes out (`network`, `busy`, `sign-in`, `not-allowed`, `judging`) or null, with the
     * service's `detail`; `retry_at` in Unix ms; `version`, the version on which the next fact rests.
     */
    status: () => ({
      ...held, waiting: queue.entries.filter(isWaiting).length, standing: standingAt(queue) ?? null,
      version: queue.base,
    }),

    /** Store a fact and send it when its turn comes. Resolves with its entry once it is on the disk. */
    async add(fact) {
      const entry_id = newId();
      const after = await change((before) => withFact(before, fact, entry_id));
      if (!held.reason || held.reason === "judging") run();
      return after.entries.find((entry) => entry.entry_id === entry_id);
    },

    /** Change the queue by a function of it that makes ids with `newId`; see `mend/rewrite.js`. It is on the disk then. */
    async rewrite(by) {
      await change((queued) => by(queued, newId));
      run();
    },

    /** Put a fact in the place of a refused one. Facts that were entered after it follow. */
    async repair(entry_id, fact) {
      const new_id = newId();
      const after = await change((before) => withRepair(before, entry_id, fact, new_id));
      run();
      return after.entries.find((entry) => entry.entry_id === new_id);
    },

    /**
     * Forget a fact, with `following` also all unsent ones after it. False if it stays, since it may have arrived.
     * Facts in the log stay there: only this phone forgets them.
     */
    async discard(entry_id, { following = false } = {}) {
      const after = await change((before) => withoutEntry(before, entry_id, following));
      run();
      return !after.entries.some((entry) => entry.entry_id === entry_id);
    },

    /** Try at once what waits, also a fact that was refused without being written. Resolves when it was tried. */
    async retry() {
      await change(withRetry);
      failures = 0;
      held = NOTHING;
      await run();
    },

    /** After a conflict: go on after what the other phone wrote. */
    async takeOver() {
      await change(withTakeOver);
      await run();
    },

    /** The page shows the log up to this version now: facts that are added next rest on it. */
    saw: (seen) => (seen > queue.seen ? change((before) => withSeen(before, seen)) : Promise.resolve()),

    /** A verdict that came by the match's stream. */
    async judged(at, verdict) {
      await change((before) => withVerdict(before, at, verdict));
      run();
    },

    /**
     * True if another phone records this match: it wrote the `last` fact by which a phone records (`version`,
     * `recorded_at`), less than half an hour ago. A phone that takes over adds a `RecorderChanged`.
     */
    isElsewhere: (last, at = Date.now()) => Boolean(last) && last.version > queue.own
      && at - Date.parse(last.recorded_at) < ACTIVE
      && !queue.entries.some((entry) => isWaiting(entry) && (entry.tried || entry.fact.type === TAKEN)),

    /** Call `listener(outbox)` after every change. Returns the function that ends it. */
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    /** End timers and listeners. Facts that wait stay in the phone. */
    close() {
      open = false;
      clearTimeout(timer);
      removeEventListener("online", now);
      removeEventListener("pageshow", now);
      document.removeEventListener("visibilitychange", shown);
      channel.close();
    },
  };

  channel.addEventListener("message", told);
  addEventListener("online", now);
  addEventListener("pageshow", now);
  document.addEventListener("visibilitychange", shown);
  run();
  return outbox;
}
