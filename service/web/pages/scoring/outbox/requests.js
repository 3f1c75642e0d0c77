// The requests of the outbox, and what an answer means for a fact.
//
// An outcome: `state` (`sent`, `refused`, `conflict`, or `waiting` if nothing is known yet); `answer`; for `waiting`
// also `reason` (`network`, `busy`, `sign-in`, `not-allowed`) and `seconds` to wait at least. Or only `base`: the fact
// goes out again, at that version.

import { alike } from "../alike.js";
import { MENDED } from "./queue.js";

const PATIENCE = 30_000; // milliseconds after which a request counts as lost
const JUDGING = 5; // seconds that the service may take to judge before it answers
/** Facts that leave position, turn and dice as they are: a queue goes on after them by itself. */
export const BESIDE_THE_PLAY = [
  "AppealDecided", "AppealMade", "DiceCommitted", "DiceSalted", "DiceSeedRevealed", "DiceWithdrawn", "MendedTurnsSeen",
  "NameErased", "PenaltyGiven",
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

/** The version in the log from which a mending takes the play back; beyond the log where nothing of it arrived. */
function mendedFrom(queue, { version, entry_id, place }) {
  if (version) return version;
  const answer = queue.entries.find((each) => each.entry_id === entry_id && each.state === "sent")?.answer;
  if (!answer?.version) return Infinity;
  return place === undefined ? answer.version : answer.first + 1 + place;
}

/** The address and the body by which a fact goes out: turns that are written anew are one request. */
function requestOf(queue, { fact }) {
  if (fact.type !== MENDED) return [queue.send_url, fact];
  const { facts, reason } = fact;
  const from_version = mendedFrom(queue, fact.from);
  if (from_version > queue.base) return [queue.send_url, facts];
  return [queue.send_url.replace(/events$/, "mendings"), { from_version, facts, ...(reason && { reason }) }];
}

/** Send a fact of a queue, at the version on which it rests. Never rejects. */
export async function sendFact(queue, entry, headers) {
  const [address, words] = requestOf(queue, entry);
  if (Array.isArray(words) && !words.length) return { state: "sent", answer: { version: 0, event: null, verdict: ACCEPTED, own: false } };
  try {
    const sent = await ask(address, {
      method: "POST",
      headers: {
        ...headers, "Content-Type": "application/json", "Idempotency-Key": entry.key,
        "If-Match": `"v${queue.base}"`, Prefer: `wait=${JUDGING}`,
      },
      body: JSON.stringify(words),
    });
    const { status, body } = sent;
    if (status < 300) return written(entry, body.events, body.verdicts.at(-1) ?? null, true);
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

const ACCEPTED = { verdict: "accepted" };

/** The outcome of an entry that the log has, as these events. */
function written({ fact }, events, verdict, own) {
  const event = events.at(-1);
  if (fact.type === MENDED) return { state: "sent", answer: { version: event.version, first: events[0].version, events, verdict: ACCEPTED, own } };
  const state = verdict?.verdict === "refused" ? "refused" : "sent";
  return { state, answer: { version: event.version, event, verdict, own } };
}

/** The events of the log that are this entry; null if it is not there. */
function inLog({ fact }, events) {
  if (fact.type !== MENDED) return events.length && same(fact, events[0]) ? [events[0]] : null;
  const back = ["FactsTakenBack", "TurnsVoided"].includes(events[0]?.type) ? 1 : 0;
  const found = events.slice(0, back + fact.facts.length);
  const isThere = found.length && found.length === back + fact.facts.length && fact.facts.every((each, at) => same(each, found[back + at]));
  return isThere ? found : null;
}

// The answer to an earlier try may be lost, and its key forgotten after a day: the log tells if the fact is there. So
// does it where another phone wrote the same: the two agree, and nothing is written twice.
async function afterOthers(queue, entry, headers, status, problem) {
  const events = await readEvents(queue, queue.base, OTHERS + (entry.fact.facts?.length ?? 0), headers);
  const there = inLog(entry, events);
  if (there) return written(entry, there, there.at(-1).verdict, entry.tried);
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
