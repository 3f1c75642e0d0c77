// The answer to a call for the referee: how it is heard, and the press that asks for notifications.
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
