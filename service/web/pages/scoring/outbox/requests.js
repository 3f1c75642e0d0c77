// The requests of the outbox, and what an answer means for a fact.
//
// An outcome: `state` (`sent`, `refused`, `conflict`, or `waiting` if nothing is known yet); `answer`; for `waiting`
// also `reason` (`network`, `busy`, `sign-in`, `not-allowed`) and `seconds` to wait at least. Or only `base`: the fact
// goes out again, at that version.

import { alike } from "../alike.js";

const PATIENCE = 30_000; // milliseconds after which a request counts as lost
const JUDGING = 5; // seconds that the service may take to judge before it answers
/** Facts that leave position, turn and dice as they are: a queue goes on after them by itself. */
export const BESIDE_THE_PLAY = [
  "AppealDecided", "AppealMade", "DiceCommitted", "DiceSalted", "DiceSeedRevealed", "DiceWithdrawn", "PenaltyGiven",
  "RecorderChanged", "RefereeCalled", "RefereeCame", "RefereeSetOut", "WarningGiven",
];
const OTHERS = 50; // facts of another phone that are read where it was faster

const later = (reason, seconds = 0, detail = "") => ({ state: "waiting", answer: null, reason, seconds, detail });

/** Ask the service. What is no answer of the service itself, such as the page of a hotel's wifi, rejects. */
async function ask(address, options) {
  const answer = await fetch(address, {
    cache: "no-store", credentials: "same-origin", redirect: "error", signal: AbortSignal.timeout(PATIENCE), ...options });
  const kind = answer.headers.get("Content-Type") ?? "";
  if (!/^application\/(problem\+)?json\b/.test(kind)) throw new Error(`an answer of the kind ${kind}`);
  return { status: answer.status, body: await answer.json(), seconds: retryAfter(answer.headers.get("Retry-After")) };
}

function retryAfter(value) {
  if (!value) return 0;
  const seconds = Number(value);
  return Number.isFinite(seconds) ? seconds : Math.max(0, (Date.parse(value) - Date.now()) / 1000 || 0);
}

/** Send a fact of a queue, at the version on which it rests. Never rejects. */
export async function sendFact(queue, entry, headers) {
  try {
    const sent = await ask(queue.send_url, {
      method: "POST",
      headers: {
        ...headers, "Content-Type": "application/json", "Idempotency-Key": entry.key,
        "If-Match": `"v${queue.base}"`, Prefer: `wait=${JUDGING}`,
      },
      body: JSON.stringify(entry.fact),
    });
    const { status, body } = sent;
    if (status < 300) return written(body.events[0], body.verdicts[0] ?? null, true);
    if (status === 401) return later("sign-in", 0, body.detail);
    if (status === 403 || status === 404) return later("not-allowed", 0, body.detail);
    if (status === 408 || status === 425 || status === 429 || status >= 500) {
      return later("busy", sent.seconds, body.detail);
    }
    if (status !== 409 && status !== 412) return { state: "refused", answer: { status, problem: body } };
    return await afterOthers(queue, entry, headers, status, body);
  } catch {
    return later("network");
  }
}

function written(event, verdict, own) {
  const state = verdict?.verdict === "refused" ? "refused" : "sent";
  return { state, answer: { version: event.version, event, verdict, own } };
}

// The answer to an earlier try may be lost, and its key forgotten after a day: the log tells if the fact is there. So
// does it where another phone wrote the same: the two agree, and nothing is written twice.
async function afterOthers(queue, entry, headers, status, problem) {
  const events = await readEvents(queue, queue.base, OTHERS, headers);
  const [first] = events;
  if (first && same(entry.fact, first)) return written(first, first.verdict, entry.tried);
  if (status === 409) return { state: "refused", answer: { status, problem } };
  const last = events.at(-1)?.version;
  const goesOn = events.every((event) => BESIDE_THE_PLAY.includes(event.type)) || isAlone(queue, entry);
  if (last === problem.current_version && goesOn) return { base: last };
  return { state: "conflict", answer: { status, current_version: problem.current_version, events } };
}

// A fact beside the play on which nothing rests that was entered before the others' facts were known.
const isAlone = (queue, entry) => (
  BESIDE_THE_PLAY.includes(entry.fact.type) && queue.entries.at(-1).entry_id === entry.entry_id);

/** True if an event of the log is what a phone entered. */
export const same = (fact, event) => Object.entries(fact).every(([name, value]) => alike(value, event[name]));

/** The facts of the log after a version, with their verdicts. Rejects without an answer. */
export async function readEvents(queue, after, limit, headers) {
  const { status, body } = await ask(`${queue.send_url}?after=${after}&limit=${limit}`, { headers });
  if (status !== 200) throw new Error(`${status} for the facts after ${after}`);
  return body.events;
}
