// The queue of a match after its play was mended.
import { caughtUp, changed, isWaiting, MENDED } from "../outbox/queue.js";

const isFree = (entry) => Boolean(entry) && ((isWaiting(entry) && !entry.tried) || (entry.state === "refused" && entry.blocks));

/**
 * The queue after the play of a game, `before`, was mended to `after` (items as `mend/tape.js` has them): what is still in
 * this phone is changed here, and for what may have arrived one more entry takes the play back and writes it anew.
 * `mending` has the words of that entry, and `newId` makes ids.
 */
export function withMended(queue, before, after, mending, newId) {
  const cut = before.findIndex((item, place) => item !== after[place]);
  if (cut < 0 && before.length === after.length) return queue;
  const kept = cut < 0 ? before.length : cut;
  const [tail, rest] = [before.slice(kept), after.slice(kept)];
  const entries = new Map(queue.entries.map((entry) => [entry.entry_id, entry]));
  const goes = new Set(tail.filter(({ entry_id }) => entry_id && isFree(entries.get(entry_id))).map(({ entry_id }) => entry_id));
  const made = (fact) => { const entry_id = newId(); return { entry_id, key: `phone-${entry_id}`, fact, state: "waiting", answer: null, tried: false }; };
  const written = (item) => (tail.includes(item) && entries.has(item.entry_id) ? entries.get(item.entry_id) : made(item.fact));
  const inMending = tail.find(({ place }) => place !== undefined);
  if (!tail.every(({ entry_id }) => goes.has(entry_id))) {
    const { version, entry_id, place } = tail[0];
    const from = version ? { version } : { entry_id, ...(place !== undefined && { place }) };
    const left = queue.entries.filter((entry) => !goes.has(entry.entry_id));
    return caughtUp({ ...queue, entries: [...left, made({ ...mending, type: MENDED, from, facts: rest.map(({ fact }) => fact) })] });
  }
  if (inMending) {
    const { fact } = entries.get(inMending.entry_id);
    const facts = [...fact.facts.slice(0, inMending.place), ...rest.map((item) => item.fact)];
    const left = queue.entries.filter(({ entry_id }) => entry_id === inMending.entry_id || !goes.has(entry_id));
    return changed({ ...queue, entries: left }, inMending.entry_id, { fact: { ...fact, facts } });
  }
  let at = 0;
  const changedEntries = queue.entries.flatMap((entry) => {
    if (!goes.has(entry.entry_id)) return [entry];
    const place = rest.findIndex((item, each) => each >= at && tail.includes(item) && item.entry_id === entry.entry_id);
    if (place < 0) return [];
    const found = rest.slice(at, place + 1).map(written);
    at = place + 1;
    return found;
  });
  return caughtUp({ ...queue, entries: [...changedEntries, ...rest.slice(at).map(written)] });
}
