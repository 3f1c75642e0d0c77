// The clock of a match: what it shows, and the lower half of the page as a clock that is pressed.
import { serviceTime, words } from "../../shared/ago.js";
import { button, h, say } from "../dom.js";
import { opponent } from "../board/geometry.js";

/** The time that a seat has left, in words: its reserve, less what the turn takes beyond the delay. */
export function timeOf(clock, seat) {
  if (!clock) return null;
  const used = clock.running === seat ? Math.max(0, serviceTime() - Date.parse(clock.since) - clock.delay_left) : 0;
  return words(Math.max(0, clock.remaining[seat] - used));
}

/** A press starts the other player's clock. Beside it: stop, claim the flag, back to the dice. */
export function pressClock({ match, state, actions }) {
  const { clock } = state;
  const runs = clock.running;
  const next = runs ? opponent(match, runs) : state.to_move ?? match.seats[0];
  return [
    button("press", runs
      ? [h("span", {}, say("clock_runs", { who: match.names[runs] })), h("b", { class: "time", "data-clock": runs }, timeOf(clock, runs)),
        h("span", {}, say("clock_press", { who: match.names[next] }))]
      : h("span", {}, say("clock_start", { who: match.names[next] })),
    () => actions.record({ type: "ClockStarted", by: next }), { class: "press primary" }),
    h("div", { class: "acts three" },
      button("clock-stop", say("clock_stop"), () => actions.record({ type: "ClockStopped" }), { disabled: !runs }),
      button("flag", say("flag"), () => actions.record({ type: "FlagClaimed", by: opponent(match, runs ?? next) }), { disabled: !runs }),
      button("dice", say("clock_dice"), actions.pressing)),
  ];
}
