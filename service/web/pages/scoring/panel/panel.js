// The lower part of the scorer's page: one line that says what to do, and what is tapped next.
import { button, h, isolated, say } from "../dom.js";
import { pressClock } from "./clock_panel.js";
import { row, thrown } from "./dice.js";
import { closedInstruction, closedPanel } from "./closed.js";
import { isDue, serviceDice, serviceInstruction } from "./service_dice.js";
import { watching, watchingInstruction } from "./watching.js";
import { resultsOnly } from "./results_only.js";

const ending = (match, outcome) => match.game.endings.find((each) => each.key === outcome);

/** The next thing to do, in one line. */
export function instruction({ match, state, draft, turn, mayReport, closed }) {
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
  if (isDue({ state })) return serviceInstruction({ match, state });
  if (state.phase === "opening") return say(match.game.opening.lowest ? "opening_lowest" : "opening_highest");
  if (state.phase === "double_offered") return say("double_offered", { who, value: 2 * state.cube.value });
  if (!turn) return say(match.game.throw_is_play ? "rolls_obeyed" : "rolls", { who });
  const dice = turn.dice.join("–");
  if (draft.check && isIllegal({ advisory: true, turn }) && !turn.guided) return draft.check;
  if (turn.mustPass) return say("must_pass", { who, dice });
  if (turn.outcome) {
    const found = ending(match, turn.outcome);
    return say("ends_game", { ending: found?.word ?? turn.outcome, points: (found?.points ?? 0) * (state.cube?.value ?? 1) });
  }
  if (turn.piles && !turn.forced) return say("choose_men", { dice, count: turn.men });
  if (turn.forced && turn.path.length) return say("forced", { dice });
  if (turn.complete) return say("complete", { dice });
  if (!match.game.forward || match.game.board === "half") return say("tap_man", { dice });
  return say(draft.rolls.length > 1 && new Set(turn.now.left).size > 1 ? "tap_checker" : "tap_checker_last", { dice });
}

/** The dice or buttons of the phase. */
export function body(shown) {
  const { state, turn } = shown;
  if (shown.closed) return closedPanel(shown);
  if (shown.draft.watching) return watching(shown);
  if (shown.draft.results && shown.mayReport) return resultsOnly(shown);
  if (state.phase === "settled") return over(shown);
  if (state.suspended || (state.flags ?? []).some((flag) => flag.status === "open")) return [buttons(shown, null)];
  if ((state.breaks ?? []).some((each) => !each.until)) {
    return [buttons(shown, done(say("break_over"), () => shown.actions.record({ type: "BreakEnded" })))];
  }
  if (shown.draft.pressing) return pressClock(shown);
  if (state.awaits) return [buttons(shown, null)];
  if (isDue(shown)) return serviceDice(shown, mayDouble(shown) ? doubling(shown) : null, buttons);
  if (state.phase === "opening") return opening(shown);
  if (state.phase === "double_offered") return double(shown);
  if (turn) return play(shown);
  return roll(shown);
}

const done = (words, onclick, attributes = {}) => button("done", words, onclick, { class: "primary done", ...attributes });

/** Undo, the large button, and the referee. */
function buttons({ actions, draft, record, state }, large, undoable = false) {
  const back = state.phase !== "settled" && !state.awaits && record.lastTurn !== null;
  return h("div", { class: "acts" },
    button("undo", say("undo"), actions.undo, { disabled: !(undoable || back) || draft.busy }), large ?? h("span", { class: "no-large" }),
    button("referee", say("referee"), actions.callReferee));
}

function opening(shown) {
  const { match, draft, actions, starter, half } = shown;
  const rolls = draft.opening;
  const all = match.seats.every((seat) => rolls[seat]);
  const first = all ? starter(rolls) : null;
  const words = first ? say("starts", { who: match.names[first] }) : say("equal");
  return [
    ...(half ? [half] : match.seats).map((seat) => h("div", { class: "named-row" }, h("span", { class: "quiet" }, match.names[seat]),
      row(`open-${seat}`, match.names[seat], rolls[seat], (eyes) => actions.open(seat, eyes)))),
    buttons(shown, all ? done(words, actions.started, { disabled: draft.busy }) : null, Object.keys(rolls).length > 0),
  ];
}

/** True if the player about to roll may double the stake. */
function mayDouble({ state, draft }) {
  const { cube, to_move } = state;
  return state.phase === "roll" && cube && !cube.crawford && cube.value < 64 && [null, to_move].includes(cube.owner) && !draft.rolls.some(Boolean);
}

const doubling = ({ state, actions }) => button("double", say("double", { value: 2 * state.cube.value }),
  () => actions.record({ type: "DoubleOffered", by: state.to_move }));

function roll(shown) {
  const { draft, actions } = shown;
  const names = ["first_die", "second_die", "third_die"];
  return [
    ...draft.rolls.map((chosen, place) => row(`roll-${place}`, say(names[place]), chosen, (eyes) => actions.roll(place, eyes))),
    buttons(shown, shown.match.game.throw_is_play ? done(
      draft.rolls.every(Boolean) ? say("done", { moves: draft.rolls.join("–") }) : say("opening_waits"), actions.rolled,
      { disabled: draft.busy || !draft.rolls.every(Boolean) }) : mayDouble(shown) ? doubling(shown) : null, draft.rolls.some(Boolean)),
  ];
}

/** Play that the rules do not allow, at a real board: it can be written down all the same. */
const isIllegal = ({ advisory, turn }) => advisory && turn.path.length > 0 && !turn.complete;

function play(shown) {
  const { turn, actions, draft } = shown;
  if (isIllegal(shown)) {
    const words = turn.guided ? say("done_early", { moves: turn.text }) : say("done_illegal", { moves: turn.text });
    return [thrown(turn, actions.mark), buttons(shown, done(words, actions.done, { class: "done illegal", disabled: draft.busy }), true)];
  }
  const ready = turn.complete || turn.mustPass || !turn.guided;
  const pass = !turn.path.length;
  const words = pass ? say("pass") : turn.piles ? say("done_men", { count: turn.men }) : ready ? say("done", { moves: turn.text }) : say("done_so_far", { moves: turn.text });
  const large = ready && (!pass || turn.mustPass)
    ? done(words, actions.done, { disabled: draft.busy })
    : done(turn.path.length ? words : say("done_waits"), actions.done, { disabled: true });
  return [thrown(turn, actions.mark), buttons(shown, large, true)];
}

function double(shown) {
  const { state, match, actions } = shown;
  const who = match.names[state.to_move];
  const by = state.to_move;
  return [
    h("div", { class: "acts two" },
      button("take", say("takes", { who }), () => actions.record({ type: "DoubleTaken", by }), { class: "primary" }),
      button("drop", say("drops", { who }), () => actions.record({ type: "DoubleDropped", by }))),
    buttons(shown, null),
  ];
}

function over(shown) {
  const { match, state, half } = shown;
  const { winner, score, decided_by, comparison } = state.settled;
  const winnerFirst = [...match.seats].sort((one, other) => (other === winner) - (one === winner));
  const line = winnerFirst.map((seat) => score[seat]).join("–");
  const how = { points: "won_points", highest_game: "won_tie_break", awarded: "won_awarded" }[decided_by];
  return [
    h("p", { class: "winner", role: "alert" }, say(how, { who: match.names[winner], score: line })),
    decided_by === "highest_game" ? tieBreak(match, comparison) : null,
    state.guessed ? h("p", { class: "quiet" }, say("not_judged")) : null,
    half ? null : h("p", {}, h("a", { class: "button", href: `/matches/${match.match_id}` }, say("to_match"))),
    buttons(shown, null),
  ];
}

/** The games that were compared, best first, until one decided. */
function tieBreak(match, comparison) {
  const word = (game) => (game ? say("compared_game", { number: game.game, ending: ending(match, game.outcome)?.word ?? game.outcome }) : say("compared_none"));
  return h("div", { class: "tie-break" }, h("p", {}, say("tie_break")),
    h("ol", {}, comparison.map((pair) => h("li", {}, match.seats.map((seat) => `${isolated(match.names[seat])}: ${word(pair[seat])}`).join(" · ")))));
}
