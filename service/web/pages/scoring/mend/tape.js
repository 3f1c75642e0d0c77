// The play of the game in play, fact by fact: what the log and this phone have of it, and if it stands when it is changed.
//
// An item: `fact`, as it is entered; `version` in the log, or the `entry_id` of the queue (with its `place` in a mending); `mark`, what
// became of it: "judged", "sent", "waiting", "refused", or "new" where it was entered on the page of mending.
import { opponent } from "../board/geometry.js";
import { score } from "../match/settlement.js";
import { fold, isPlay, nextGame, playOf } from "../turn/fold.js";
import { rulesOf } from "../turn/legal.js";

const ROLLS = ["OpeningRolled", "DiceRolled"];
const DECIDES = ["DiceWithdrawn", "FlagConfirmed", "FlagRejected", "PositionSet", "TurnsVoided"];

const isIn = (ranges, version) => ranges.some(([low, high]) => low <= version && version <= high);
const isOfService = ({ type, recorded_by = "" }) => ROLLS.includes(type) && recorded_by.startsWith("dice:");
const isDecision = (event) => DECIDES.includes(event.type) || (event.type === "RulingMade" && event.kind !== "note");

/** The items of a mending that waits or was sent, in place of those that it takes back. */
function mended(items, entry, mark) {
  const { fact, answer, entry_id } = entry;
  const kept = items.slice(0, placeOf(items, fact.from));
  return [...kept, ...fact.facts.map((each, place) => (
    { fact: each, entry_id, place, mark, ...(answer?.version && { version: answer.first + 1 + place }) }))];
}

/** The place of the item from which a mending takes the play back; behind all items where it is none of them. */
export function placeOf(items, { version, entry_id, place }) {
  const found = items.findIndex((item) => (version ? item.version >= version : item.entry_id === entry_id && (item.place ?? null) === (place ?? null)));
  return found < 0 ? items.length : found;
}

/** The facts of play that count, in their order, of `events` of the log, of which `voided` are gone, and of the queue. */
function allItems(match, events, entries, known) {
  const { voided = [], judged_version } = known;
  const back = events.filter(({ type, verdict }) => ["FactsTakenBack", "TurnsVoided"].includes(type) && verdict?.verdict !== "refused")
    .map(({ from_version, to_version, version }) => [version, from_version, to_version]);
  const gone = [...voided, ...back.filter(([version]) => version > judged_version).map(([, low, high]) => [low, high])];
  let items = events.filter((event) => isPlay(event) && event.verdict?.verdict !== "refused" && !isIn(gone, event.version))
    .map((event) => ({
      fact: playOf(match, event), version: event.version, mark: event.verdict || event.version <= judged_version ? "judged" : "sent",
      ends: Boolean(event.verdict?.game_finished), isOfService: isOfService(event),
    }));
  const newest = events.at(-1)?.version ?? 0;
  for (const entry of entries) {
    const { fact, state, answer, entry_id } = entry;
    if (state === "conflict") break;
    if (state === "refused") {
      if (isPlay(fact) && entry.blocks) items.push({ fact, entry_id, mark: "refused", why: answer.verdict?.explanation ?? answer.problem?.detail });
    } else if (fact.type === "TurnsMended") {
      if (state === "waiting" || answer.version > newest) items = mended(items, entry, state === "waiting" ? "waiting" : "sent");
    } else if (isPlay(fact) && state === "waiting") items.push({ fact, entry_id, mark: "waiting" });
    else if (isPlay(fact) && answer.version > newest) items.push({ fact, entry_id, version: answer.version, mark: "sent" });
    else if (fact.type === "FactsTakenBack" && state === "waiting") {
      items = items.filter(({ version }) => !version || version < fact.from_version || version > fact.to_version);
    }
  }
  return items;
}

/** The loser of a game, who rolls next; null where that is said by the opening. */
const loserOf = (match, game) => (game ? game.placings?.at(-1) ?? opponent(match, game.winner) : null);

/** The state at the beginning of a game, after these games. */
function beginning(match, known, games, items) {
  const opens = items[0]?.fact.type === "OpeningRolled";
  const before = { ...known, games, game_number: games.length + 1, settled: null, faults: [], guessed: false, awaits: false };
  const scored = { ...before, score: score(match.game, games, match.seats, match.start) };
  return nextGame(match, scored, opens || !games.length ? null : loserOf(match, games.at(-1)));
}

/**
 * The game in play: `items`, the state `begun` before them, and `locked`, the number of first items before which a referee
 * has decided or the service rolled. Null where the phone does not know the game from its first fact on.
 */
export function tapeOf(match, { events, entries, known, reaches }) {
  const all = allItems(match, events, entries, known);
  const ends = all.map((item, at) => (item.ends ? at : -1)).filter((at) => at >= 0);
  const last = ends.findLast((at) => at < all.length - 1) ?? -1;
  if (last < 0 && !reaches) return null;
  const ended = ends.filter((at) => at > last).length;
  let items = all.slice(last + 1);
  let begun = beginning(match, known, known.games.slice(0, known.games.length - ended), items);
  for (let state = begun, at = 0; at < items.length - 1; at += 1) {
    const { fact } = items[at];
    const after = fold(match, state, fact);
    if (after.games.length > state.games.length) {
      items = items.slice(at + 1);
      begun = beginning(match, known, after.games, items);
      [at, state] = [-1, begun];
    } else state = after;
  }
  const decided = events.findLast((event) => event.verdict?.verdict !== "refused" && isDecision(event))?.version ?? 0;
  const rolled = items.findLastIndex((item) => item.isOfService);
  const before = items.findLastIndex(({ version }) => version && version <= decided);
  return {
    items: withFaults(match, begun, items), begun, locked: Math.max(rolled, before) + 1,
  };
}

const seated = (fact, by) => ("by" in fact && fact.type !== "GameResigned" && by ? { ...fact, by } : fact);
const PHASES = {
  OpeningRolled: "opening", DiceRolled: "roll", CheckersMoved: "move", TurnPassed: "move", DoubleOffered: "roll",
  DoubleTaken: "double_offered", DoubleDropped: "double_offered",
};

/** The reason why a fact does not fit a state: `{rule, message}`, or a `{word}` of the page; null if it fits. */
function unfit(match, state, fact, stays) {
  if (state.phase === "settled") return { word: "mend_over" };
  const phase = PHASES[fact.type];
  if (phase && phase !== state.phase) return { word: "mend_unfit" };
  if (fact.type === "DoubleOffered" && (!state.cube || state.cube.crawford || ![null, state.to_move].includes(state.cube.owner))) return { word: "mend_unfit" };
  const rules = rulesOf(match);
  const isThrow = match.game.throw_is_play && fact.type === "DiceRolled";
  if (!isThrow && !["CheckersMoved", "TurnPassed"].includes(fact.type)) return null;
  const dice = isThrow ? fact.dice : state.dice;
  const verdict = rules.check(state.position, fact.by, dice, fact.moves ?? [], match.options);
  if (verdict.legal) return null;
  const carried = match.check === "advisory" && rules.applyMoves(state.position, fact.by, fact.moves ?? [], match.options);
  return carried && stays ? null : { rule: verdict.rule, message: verdict.message, carried: Boolean(carried) };
}

/** The items, of which an illegal play that was recorded all the same `stays` (a real board). */
function withFaults(match, begun, items) {
  if (match.check !== "advisory") return items;
  let state = begun;
  return items.map((item) => {
    const why = unfit(match, state, item.fact, false);
    state = fold(match, state, item.fact);
    return why?.carried ? { ...item, stays: true } : item;
  });
}

/**
 * The items tried one after the other from the state `begun` on: `states` before each and after the last, the items with
 * the players whose turn it is, and `failed`, the place of the first that does not stand, with `why`; -1 if all stand.
 */
export function tried(match, begun, items) {
  const states = [begun];
  const seats = [];
  for (const [at, item] of items.entries()) {
    const state = states.at(-1);
    const fact = seated(item.fact, state.to_move);
    seats.push(fact.by === item.fact.by ? item : { ...item, fact });
    const over = state.games.length > begun.games.length && { word: "mend_over" };
    const refused = item.mark === "refused" && { text: item.why };
    const why = over || refused || unfit(match, state, fact, item.stays);
    if (why) return { states, items: [...seats, ...items.slice(at + 1)], failed: at, why };
    states.push(fold(match, state, fact));
  }
  return { states, items: seats, failed: -1, why: null };
}

/** Items as turns: each an array of places. A double and its answer belong to the turn in which it was offered. */
export function turnsOf(items) {
  const turns = [];
  for (const [at, { fact }] of items.entries()) {
    const before = items[at - 1]?.fact;
    const goesOn = before && fact.type !== "OpeningRolled" && fact.type !== "DoubleOffered" && fact.by !== undefined
      && (fact.type !== "DiceRolled" || before.type === "DoubleTaken")
      && !["CheckersMoved", "TurnPassed", "DoubleDropped", "GameResigned"].includes(before.type);
    if (goesOn) turns.at(-1).push(at);
    else turns.push([at]);
  }
  return turns;
}
