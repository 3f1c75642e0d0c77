// The rest of the match by its results: who has won each game from here on, and how. Each is a fact as soon as it is entered.
import { button, h, isolated, say } from "../dom.js";

const REST = "brade-rest ";

/** True if this phone records the rest of a match by results. */
export const isByResults = (match) => localStorage.getItem(REST + match.match_id) !== null;

/** Record the rest of a match by results, or turn by turn again. */
export function goByResults(match, on) {
  if (on) localStorage.setItem(REST + match.match_id, "1");
  else localStorage.removeItem(REST + match.match_id);
}

const CUBES = [1, 2, 4, 8, 16, 32, 64];

/** The games so far, and the buttons of this one: who has won, then how. `buttons` is the row below. */
export function restByResults(shown, buttons) {
  const { match, state, draft, actions } = shown;
  const { winner = null, cube = state.cube?.value ?? 1 } = draft.rest;
  const word = (outcome) => match.game.endings.find((each) => each.key === outcome)?.word ?? outcome;
  const large = (key, words, onclick) => button(key, words, onclick, { class: "large" });
  const worn = match.game.cube && !state.cube?.crawford; // in a Crawford game the cube rests
  const ended = (outcome) => actions.record({ type: "GameReported", winner, outcome, ...(worn && { cube }) });
  const next = winner === null ? match.seats.map((seat) => large(`winner-${seat}`, match.names[seat], () => actions.rest({ ...draft.rest, winner: seat })))
    : match.game.endings.map(({ key, word: ending, points }) => large(`ending-${key}`, say("worth", { ending, points: points * cube }), () => ended(key)));
  return [h("div", { class: "pad-box" },
    h("p", {}, winner === null ? say("results_who", { number: state.game_number }) : say("end_how", { who: match.names[winner] })),
    worn && winner !== null ? h("div", { class: "cubes", role: "group", "aria-label": say("cube", { value: cube }) }, CUBES.map((value) => button(
      `cube-${value}`, String(value), () => actions.rest({ ...draft.rest, cube: value }), { "aria-pressed": String(value === cube) }))) : null,
    h("div", { class: "choices" }, next, winner === null ? null : large("other-winner", say("rest_other"), () => actions.rest({}))),
    state.games.length ? h("ol", { class: "entered" }, state.games.map((each) => h("li", {}, `${isolated(match.names[each.winner])}: ${word(each.outcome)} (+${each.points})`))) : null),
  buttons(shown, button("roll-by-roll", say("roll_by_roll"), () => actions.rest(null)))];
}
