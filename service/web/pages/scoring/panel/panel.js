// The lower part of the scorer's page: one line that says what to do, the pad of all throws or what stands in its place,
// and one row of buttons. Each has its place and its height, whatever it shows.
import { button, h, isolated, say } from "../dom.js";
import { pressClock } from "./clock_panel.js";
import { Pad, row } from "./dice.js";
import { closedInstruction, closedPanel } from "./closed.js";
import { isDue, isRolling, serviceDice, serviceInstruction } from "./service_dice.js";
import { watching, watchingInstruction } from "./watching.js";

const ending = (match, outcome) => match.game.endings.find((each) => each.key === outcome);

/** The next thing to do, in one line. */
export function instruction({ match, state, draft, turn, mayReport, closed, half }) {
  if (closed) return closedInstruction({ closed });
  if (draft.watching) return watchingInstruction({ draft });
  if (draft.results && mayReport) return say("results_only");
  const who = match.names[state.to_move];
  if (state.phase === "settled") return say("match_over");
  if (state.suspended) return say("suspended", { why: state.suspended.reason });
  const resting = (state.breaks ?? []).find((each) => !each.until);
  if (resting) return say("break", { who: match.names[resting.by] });
  if ((state.flags ?? []).some((flag) => flag.status === "open")) return say("flag_claimed");
  if (state.awaits) return say("awaits");
  if (draft.rest) return say("rest");
  if (isDue({ state }) && !turn) return serviceInstruction({ match, state });
  if (state.phase === "opening") return say(match.game.opening.lowest ? "opening_lowest" : "opening_highest");
  if (state.phase === "double_offered") return say("double_offered", { who, value: 2 * state.cube.value });
  if (!turn) {
    if (!draft.rolls.every(Boolean)) return say("rolls", { who });
    return say("rolls_obeyed", { dice: draft.rolls.join("–") });
  }
  const dice = turn.dice.join("–");
  if (draft.check && isIllegal({ advisory: true, turn }) && !turn.guided) return draft.check;
  if (turn.mustPass) return say("must_pass", { who, dice });
  if (turn.outcome) {
    const found = ending(match, turn.outcome);
    return say("ends_game", { ending: found?.word ?? turn.outcome, points: (found?.points ?? 0) * (state.cube?.value ?? 1) });
  }
  if (turn.piles && !turn.forced) return say("choose_men", { dice, count: turn.men });
  if (turn.isLaidOut) return say("forced", { dice });
  if (turn.complete) return say(half ? "complete_half" : "complete", { dice });
  if (match.game.board === "half") return say("tap_man", { dice });
  return say("tap_checker", { dice });
}

/** The pad, or its replacement, and the row of buttons. */
export function body(shown) {
  const { state, turn, rare } = shown;
  if (shown.closed) return [box(closedPanel(shown), shown.kiosk.next.parts(shown))];
  if (shown.draft.watching) return [box(watching(shown))];
  if (shown.draft.results && shown.mayReport) return rare.resultsOnly(shown);
  if (state.phase === "settled") return over(shown);
  if (state.suspended || (state.flags ?? []).some((flag) => flag.status === "open")) return [box(), buttons(shown, null)];
  if ((state.breaks ?? []).some((each) => !each.until)) {
    return [box(), buttons(shown, done(say("break_over"), () => shown.actions.record({ type: "BreakEnded" })))];
  }
  if (shown.draft.pressing) return pressClock(shown);
  if (state.awaits) return [box(), buttons(shown, null)];
  if (shown.draft.rest) return rare.restByResults(shown, buttons);
  if (state.phase === "double_offered") return double(shown);
  if (state.phase === "opening" && !isDue(shown)) return opening(shown);
  return [box(dice(shown)), turn ? play(shown) : roll(shown)];
}

const box = (...inside) => h("div", { class: "pad-box" }, inside.flat());

const done = (words, onclick, attributes = {}) => button("done", words, onclick, { class: "primary done", ...attributes });

/** Undo, the large button, the referee and the menu. */
function buttons({ actions, record, state, half }, large, undoable = false) {
  const back = state.phase !== "settled" && !state.awaits && (record.isGoing || record.lastTurn !== null);
  const called = state.on_the_way || (state.calls ?? []).some((each) => !each.came);
  return h("div", { class: "acts" },
    button("undo", say("undo"), actions.undo, { disabled: !(undoable || back) }), large ?? h("span", { class: "no-large" }),
    called ? button("came", say("came"), () => actions.record({ type: "RefereeCame" })) : button("referee", say("referee"), actions.callReferee),
    half ? null : button("menu", "⋯", actions.menu, { "aria-label": say("menu") }));
}

// ── the throw ────────────────────────────────────────────────────────────────────────────────────────────────────────
const pads = new Map(); // one for the phone, one for each half of a tablet

/** The pad; the control of the dice where the service rolls, and rows of six where more than two dice are thrown. */
function dice(shown) {
  const { draft, actions, turn, state, half } = shown;
  if (isRolling(shown)) return serviceDice(shown);
  if (draft.rolls.length > 2) {
    const names = ["first_die", "second_die", "third_die"];
    return draft.rolls.map((chosen, place) => row(`roll-${place}`, say(names[place]), chosen, (eyes) => actions.roll(place, eyes)));
  }
  const key = half ?? "phone";
  if (!pads.has(key)) pads.set(key, new Pad(actions.throwDice));
  const dies = turn?.dice ?? (draft.rolls.every(Boolean) ? draft.rolls : null);
  return pads.get(key).show(dies, Boolean(half) && half !== state.to_move);
}

function opening(shown) {
  const { match, draft, actions, starter, half } = shown;
  const rolls = draft.opening;
  const all = match.seats.every((seat) => rolls[seat]);
  const first = all ? starter(rolls) : null;
  const words = first ? say("starts", { who: match.names[first] }) : say("equal");
  const next = match.seats.find((seat) => !rolls[seat]) ?? match.seats.at(-1);
  const seats = half ? [half] : match.seats.length > 2 ? [next] : match.seats;
  return [
    box(seats.map((seat) => h("div", { class: "named-row" }, h("span", { class: "quiet" }, match.names[seat]),
      row(`open-${seat}`, match.names[seat], rolls[seat], (eyes) => actions.open(seat, eyes))))),
    buttons(shown, all ? done(words, actions.started) : done(say("opening_waits"), null, { disabled: true }), Object.keys(rolls).length > 0),
  ];
}

/** True if the player about to roll may double the stake. */
export function mayDouble({ state, draft }) {
  const { cube, to_move, phase } = state;
  return phase === "roll" && Boolean(cube) && !cube.crawford && cube.value < 64 && [null, to_move].includes(cube.owner) && !draft.rolls.some(Boolean);
}

function roll(shown) {
  const { draft, actions, match, state } = shown;
  if (match.game.throw_is_play && draft.rolls.every(Boolean)) {
    return buttons(shown, done(say("done", { moves: draft.rolls.join("–") }), actions.done), true);
  }
  const large = mayDouble(shown) ? button("double", say("double", { value: 2 * state.cube.value }), actions.double)
    : done(say(isRolling(shown) ? "dice_waits" : "throw_waits"), null, { disabled: true });
  return buttons(shown, large, draft.rolls.some(Boolean));
}

/** Play that the rules do not allow, at a real board: it can be written down all the same. */
const isIllegal = ({ advisory, turn }) => advisory && turn.path.length > 0 && !turn.complete;

function play(shown) {
  const { turn, actions } = shown;
  if (isIllegal(shown)) {
    const words = turn.guided ? say("done_early", { moves: turn.text }) : say("done_illegal", { moves: turn.text });
    return buttons(shown, done(words, actions.done, { class: "done illegal" }), true);
  }
  const ready = turn.complete || turn.mustPass || !turn.guided;
  const pass = !turn.path.length;
  const words = pass ? say("pass") : turn.piles ? say("done_men", { count: turn.men }) : ready ? say("done", { moves: turn.text }) : say("done_so_far", { moves: turn.text });
  const large = ready && (!pass || turn.mustPass)
    ? done(words, actions.done)
    : done(turn.path.length ? words : say("done_waits"), actions.done, { disabled: true });
  return buttons(shown, large, true);
}

function double(shown) {
  const { state, match, actions } = shown;
  const who = match.names[state.to_move];
  const by = state.to_move;
  return [
    box(h("div", { class: "acts two" },
      button("take", say("takes", { who }), () => actions.record({ type: "DoubleTaken", by }), { class: "primary" }),
      button("drop", say("drops", { who }), () => actions.record({ type: "DoubleDropped", by })))),
    buttons(shown, null),
  ];
}

function over(shown) {
  const { match, state, half, kiosk } = shown;
  const { winner, score, decided_by, comparison } = state.settled;
  const winnerFirst = [...match.seats].sort((one, other) => (other === winner) - (one === winner));
  const line = winnerFirst.map((seat) => score[seat]).join("–");
  const how = { points: "won_points", highest_game: "won_tie_break", awarded: "won_awarded" }[decided_by];
  return [
    box(h("p", { class: "winner", role: "alert" }, say(how, { who: match.names[winner], score: line })),
      decided_by === "highest_game" ? tieBreak(match, comparison) : null,
      state.guessed ? h("p", { class: "quiet" }, say("not_judged")) : null,
      half ? null : h("p", {}, h("a", { class: "button", href: `/matches/${match.match_id}` }, say("to_match"))),
      kiosk.next.parts(shown)),
    buttons(shown, null),
  ];
}

/** The games that were compared, best first, until one decided. */
function tieBreak(match, comparison) {
  const word = (game) => (game ? say("compared_game", { number: game.game, ending: ending(match, game.outcome)?.word ?? game.outcome }) : say("compared_none"));
  return h("div", { class: "tie-break" }, h("p", {}, say("tie_break")),
    h("ol", {}, comparison.map((pair) => h("li", {}, match.seats.map((seat) => `${isolated(match.names[seat])}: ${word(pair[seat])}`).join(" · ")))));
}
