// The clocks of two players at one tablet: Done presses them, and so does a tap on the own half.
import { serviceTime } from "../../shared/ago.js";
import { timeOf } from "../panel/clock_panel.js";
import { button, h, say } from "../dom.js";
import { opponent } from "../board/geometry.js";

const pressed = { clock: null, seat: null }; // the last press of this page, until the service's clock is read again

/** The seat whose clock runs, as far as this page knows. */
export const running = ({ clock }) => (pressed.clock === clock && clock ? pressed.seat : clock?.running ?? null);

/** The fact that starts the clock of the player whose turn it is, if it does not run. */
export function pressedBy(before, { clock, to_move, phase }) {
  if (!clock || !to_move || phase === "settled" || to_move === before.to_move || running({ clock }) === to_move) return [];
  Object.assign(pressed, { clock, seat: to_move });
  return [{ type: "ClockStarted", by: to_move }];
}

/** True if a player has no time left. */
export function isOut({ clock }, seat) {
  if (!clock || clock.running !== seat) return false;
  return clock.remaining[seat] - Math.max(0, serviceTime() - Date.parse(clock.since) - clock.delay_left) < 0;
}

/** The button by which a player claims that the other one's time is up. */
export const claim = ({ match, state, actions, half }) => (isOut(state, opponent(match, half))
  ? button("flag", say("flag"), () => actions.record({ type: "FlagClaimed", by: half }), { class: "primary" }) : null);

/** A half as one half of a clock: a tap starts the other player's time. */
export function halfClock(shown) {
  const { match, state, actions, half } = shown;
  const runs = running(state);
  const other = opponent(match, half);
  const mine = runs === half || !runs;
  const press = () => {
    Object.assign(pressed, { clock: state.clock, seat: other });
    actions.record({ type: "ClockStarted", by: other });
  };
  return [
    button("press", [h("b", { class: "time", "data-clock": half }, timeOf(state.clock, half)),
      h("span", {}, say(runs === half ? "clock_end_turn" : runs ? "waits_for" : "clock_start", { who: match.names[other] }))],
    press, { class: mine ? "press primary" : "press", disabled: !mine }),
    mine ? h("div", { class: "acts two" },
      button("clock-stop", say("clock_stop"), () => actions.record({ type: "ClockStopped" }), { disabled: !runs }),
      button("dice", say("clock_dice"), actions.pressing)) : claim(shown),
  ];
}
