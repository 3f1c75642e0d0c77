// Beside the call for the referee: what is heard of the answer, and the press that asks for notifications.
import { allowNotifications, mayNotify } from "../../shared/call.js";
import { h, say } from "../dom.js";

/** The choices of the sheet that say it. */
export const callNotes = ({ actions }) => [
  h("p", { class: "quiet" }, say("call_heard")),
  mayNotify() && ["notify", say("call_notify"), () => allowNotifications().then(actions.callReferee)],
];
