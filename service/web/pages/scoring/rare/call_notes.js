// The answer to a call for the referee: how it is heard, what it says of a board that was laid out, and the press that asks
// for notifications.
import { allowNotifications, call, mayNotify } from "../../shared/call.js";
import { h, say } from "../dom.js";

/** The choices of the sheet that say it. */
export const callNotes = ({ actions }) => [
  h("p", { class: "quiet" }, say("call_heard")),
  mayNotify() && ["notify", say("call_notify"), () => allowNotifications().then(actions.callReferee)],
];

let heard; // the version of the referee's way that was heard; undefined before the first look

/** A referee who sets out is heard at the table, also if no player looks at the page. `words` says who comes. */
export function hear(coming, words) {
  const version = coming?.version ?? 0;
  if (version && heard !== undefined && version !== heard) call(words(coming), { tag: "way" });
  heard = version;
}

let board = 0; // the version of the call whose board waits to be confirmed

/** The sentence once a referee has confirmed the board that waited; "" else. */
export function boardAnswer({ state, record }) {
  const before = board;
  board = (state.calls ?? []).findLast(({ laid_out, came }) => laid_out && !came)?.version ?? 0;
  const isSet = before && before !== board && record.recent.some(({ type, version }) => type === "PositionSet" && version > before);
  return isSet ? say("lay_confirmed") : "";
}
