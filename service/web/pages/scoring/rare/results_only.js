// Results only: the winner and the ending of each game by large buttons, sent together once the match is over.
import { button, h, isolated, say } from "../dom.js";

const NAME = "brade-results ";

/** The games that were entered before on this phone. */
export const kept = (match) => JSON.parse(localStorage.getItem(NAME + match.match_id) ?? "[]");
export const keep = (match, results) => localStorage.setItem(NAME + match.match_id, JSON.stringify(results ?? []));

const points = (match, { outcome, cube = 1 }) => match.game.endings.find((each) => each.key === outcome).points * cube;

const scoreOf = (match, results) => Object.fromEntries(match.seats.map((seat) => (
  [seat, results.filter((each) => each.winner === seat && each.outcome).reduce((sum, each) => sum + points(match, each), 0)])));

/** The score by the games that were entered, and the number of the game that is next. */
export function standing(match, entered) {
  const results = entered.filter((each) => each.outcome);
  return { score: scoreOf(match, results), number: results.length + 1 };
}

function isOver(match, results) {
  const { games, points: wanted } = match.length;
  return games ? results.length === games : Object.values(scoreOf(match, results)).some((each) => each >= wanted);
}

async function send(shown, results) {
  const { match, actions } = shown;
  const placed = match.game.placings;
  const body = { match: match.match_id, results: results.map((each) => (placed ? { ...each, placings: [each.winner, ...match.seats.filter((seat) => seat !== each.winner)] } : each)) };
  try {
    const answer = await fetch(`/v1/tournaments/${match.tournament}/results`, {
      method: "POST", body: JSON.stringify(body),
      headers: { "Content-Type": "application/json", "Accept-Language": document.documentElement.lang, "Idempotency-Key": `results-${match.match_id}-${JSON.stringify(results).length}-${results.map((each) => each.winner[0] + each.outcome).join("")}`.slice(0, 200) },
    });
    const { status, detail } = await answer.json();
    if (!answer.ok) return actions.tell(detail);
    keep(match, null);
    location.assign(`/matches/${match.match_id}?said=${status}`);
  } catch { actions.tell(say("results_away")); }
  return null;
}

/** The games so far, and the buttons of the next one: who won, then how. */
export function resultsOnly(shown) {
  const { match, draft, actions } = shown;
  const results = draft.results.filter((each) => each.outcome);
  const open = draft.results.find((each) => !each.outcome);
  const score = scoreOf(match, results);
  const line = match.seats.map((seat) => score[seat]).join("–");
  const word = (outcome) => match.game.endings.find((each) => each.key === outcome).word;
  const large = (key, words, onclick) => button(key, words, onclick, { class: "large" });
  const next = isOver(match, results) ? [button("done", say("results_send", { score: line }), () => send(shown, results), { class: "primary done" })]
    : open ? match.game.endings.map(({ key, word: ending, points: worth }) => (
      large(`ending-${key}`, say("worth", { ending, points: worth }), () => actions.setResults([...results, { ...open, outcome: key }]))))
      : match.seats.map((seat) => large(`winner-${seat}`, match.names[seat], () => actions.setResults([...results, { winner: seat }])));
  return [h("div", { class: "pad-box" },
    h("p", {}, isOver(match, results) ? say("results_over") : say(open ? "results_how" : "results_who", { number: results.length + 1 })),
    results.length ? h("ol", { class: "entered" }, results.map((each) => h("li", {}, `${isolated(match.names[each.winner])}: ${word(each.outcome)}`))) : null,
    h("div", { class: "choices" }, next)),
    h("div", { class: "acts two" },
      button("undo", say("undo"), () => actions.setResults(draft.results.slice(0, -1)), { disabled: !draft.results.length }),
      button("roll-by-roll", say("roll_by_roll"), actions.recordRolls)),
  ];
}
