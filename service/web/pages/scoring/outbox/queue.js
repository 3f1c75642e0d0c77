// The queue of a match: values and pure functions. Everything that can happen to a fact of this phone is here.
//
// A queue: `match_id`; `send_url`; `base`, the version of the log on which the first waiting fact rests; `seen`, the
// newest version that the page has shown; `own`, the newest version that this phone wrote; `entries` in their order.
// An entry: `entry_id`, `key` (Idempotency-Key), `fact`, `state`, `answer`, `tried` (true once it may have arrived),
// and `blocks` (true for a refused fact on which later ones rest).

const KEPT = 200; // sent facts that stay in the phone: what a page that opens without a network goes on from

/** A queue without facts, of a match whose log is at `version`. */
export const emptyQueue = (match_id, send_url, version) => (
  { match_id, send_url, base: version, seen: version, own: 0, entries: [] });

export const isWaiting = (entry) => entry.state === "waiting";
const isStanding = (entry) => entry.state === "conflict" || (entry.state === "refused" && entry.blocks);

/** The refused or conflicting fact at which the queue stands, or `undefined`. */
export const standingAt = (queue) => queue.entries.find(isStanding);

/** The fact to send next; `undefined` if there is none, or a person has to decide first. */
export const nextEntry = (queue) => (standingAt(queue) ? undefined : queue.entries.find(isWaiting));

/** The sent facts of which no verdict is known. */
export const unjudged = (queue) => queue.entries.filter((entry) => entry.state === "sent" && !entry.answer.verdict);

/** The queue with one more fact at its end, or right after the entry `after`. */
export function withFact(queue, fact, entry_id, after = null) {
  const entry = { entry_id, key: `phone-${entry_id}`, fact, state: "waiting", answer: null, tried: false };
  const entries = [...queue.entries];
  const place = after === null ? entries.length : entries.findIndex((each) => each.entry_id === after) + 1;
  entries.splice(place || entries.length, 0, entry);
  return { ...queue, entries };
}

/** The queue with other fields of an entry. */
export const changed = (queue, entry_id, fields) => (
  { ...queue, entries: queue.entries.map((each) => (each.entry_id === entry_id ? { ...each, ...fields } : each)) });

/** The queue before a fact goes out: from now on it may have arrived. */
export const withTry = (queue, entry_id) => changed(queue, entry_id, { tried: true });

/** The queue whose next fact rests on `base`, after others wrote what leaves the play as it is. */
export const withBase = (queue, base) => ({ ...queue, base: Math.max(queue.base, base) });

/** The queue after the service answered for a fact: `state` and `answer` as `sendFact` gives them. */
export function withAnswer(queue, entry_id, state, answer) {
  const entry = queue.entries.find((each) => each.entry_id === entry_id);
  if (!entry || !isWaiting(entry)) return queue; // another tab was faster, with the same answer
  let after = changed(queue, entry_id, { state, answer });
  if (answer.version) {
    after = { ...after, base: answer.version, own: Math.max(after.own, answer.own ? answer.version : 0) };
  }
  if (state === "refused") after = withBlock(after, entry_id);
  return caughtUp(pruned(after));
}

/** The queue after a verdict came on a fact that was sent before. */
export function withVerdict(queue, version, verdict) {
  const entry = queue.entries.find((each) => each.state === "sent" && each.answer.version === version);
  if (!entry || entry.answer.verdict) return queue;
  const state = verdict.verdict === "refused" ? "refused" : "sent";
  const after = changed(queue, entry.entry_id, { state, answer: { ...entry.answer, verdict } });
  return state === "refused" ? withBlock(after, entry.entry_id) : after;
}

// Facts that were entered before a refusal was known rest on the refused fact. Later ones do not.
function withBlock(queue, entry_id) {
  const place = queue.entries.findIndex((each) => each.entry_id === entry_id);
  return changed(queue, entry_id, { blocks: queue.entries.slice(place + 1).some(isWaiting) });
}

/** The queue after the page has shown the log up to `version`. */
export function withSeen(queue, version) {
  return version > queue.seen || version > queue.base ? caughtUp({ ...queue, seen: Math.max(queue.seen, version) }) : queue;
}

/** The queue whose next entry rests on the state that the page shows, unless a waiting one rests on less. */
export const caughtUp = (queue) => (queue.entries.some((entry) => isWaiting(entry) || entry.state === "conflict")
  ? queue : { ...queue, base: Math.max(queue.base, queue.seen) });

/** The number of entries after one that wait and that the service certainly does not have. */
export const unsentAfter = (entries, entry_id) => (
  entries.slice(entries.findIndex((each) => each.entry_id === entry_id) + 1).filter((each) => isWaiting(each) && !each.tried).length);

/** The queue without a fact, and with `following` without all waiting facts after it. A fact that may have arrived stays. */
export function withoutEntry(queue, entry_id, following) {
  const place = queue.entries.findIndex((each) => each.entry_id === entry_id);
  const goes = (entry, at) => (at === place ? !(isWaiting(entry) && entry.tried)
    : following && place >= 0 && at > place && entry.state !== "sent" && !(isWaiting(entry) && entry.tried));
  const entries = queue.entries.filter((entry, at) => !goes(entry, at));
  return entries.length === queue.entries.length ? queue : caughtUp({ ...queue, entries });
}

/** The queue in which `fact` stands for a refused one, before the facts that rest on it. */
export function withRepair(queue, entry_id, fact, new_id) {
  return withFact(changed(queue, entry_id, { blocks: false }), fact, new_id, entry_id);
}

/** The queue in which the fact that was refused without being written, or conflicts, is tried again. */
export function withRetry(queue) {
  const entry = standingAt(queue) ?? queue.entries.findLast((each) => each.state === "refused" && !each.answer.version);
  if (!entry || entry.answer.version || entry.state === "conflict") return queue;
  return changed(queue, entry.entry_id, { state: "waiting", answer: null, blocks: false });
}

/** The queue that goes on after what another phone wrote. Nothing of theirs is changed: these facts come after it. */
export function withTakeOver(queue) {
  const entry = queue.entries.find((each) => each.state === "conflict");
  if (!entry) return queue;
  const after = changed(queue, entry.entry_id, { state: "waiting", answer: null });
  return { ...after, base: Math.max(after.base, after.seen, entry.answer.current_version) };
}

/** The fact by which turns of the log are written anew: it goes out as one request. */
export const MENDED = "TurnsMended";

function pruned(queue) {
  let surplus = queue.entries.filter((entry) => entry.state === "sent" && entry.answer.verdict).length - KEPT;
  if (surplus <= 0) return queue;
  return { ...queue, entries: queue.entries.filter((entry) => {
    const goes = surplus > 0 && entry.state === "sent" && entry.answer.verdict;
    surplus -= goes ? 1 : 0;
    return !goes;
  }) };
}
