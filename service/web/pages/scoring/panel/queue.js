// The line about what was entered and is not in the log yet.
import { put, say } from "../dom.js";

/** The line about what waits in this phone. Of a match that takes nothing more it says what was not sent. */
export function showQueue(element, { status, closed, unsent }) {
  const { waiting, reason, detail, standing } = status;
  const count = closed ? unsent : waiting;
  const word = closed ? "not_sent" : standing ? "held" : reason && reason !== "judging" ? "waiting" : "sending";
  put(element, count ? say(word, { count }) : say("saved"));
  element.className = `state ${count ? "look" : "playing"}`;
  element.dataset.icon = count ? "↑" : "✓";
  element.title = closed ? "" : detail;
}
