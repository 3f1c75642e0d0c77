// A match in which nothing is recorded any more, whatever its own log says: its tournament decided it, or took it back.
import { h, say } from "../dom.js";

const CLOSED = new Set(["decided", "voided", "draft", "ended"]);

/** The reason why nothing is recorded, for `say`; null while the match is open. */
export const closedBy = (in_tournament) => (CLOSED.has(in_tournament?.status) ? in_tournament.status : null);

export const closedInstruction = ({ closed }) => say(`closed_${closed}`);

/** The result that counts, and how much of what this phone wrote does not. */
export function closedPanel({ match, state, closed, unsent, half }) {
  const result = closed === "decided" ? state.in_tournament?.result : null;
  const score = match.seats.map((seat) => result?.score?.[seat] ?? 0);
  const who = match.names[result?.winner];
  const words = result && say(!who ? "decided_none" : score.some(Boolean) ? "decided_for" : "decided_unplayed", { who, score: score.join("–") });
  return [
    words && h("p", { class: "winner", role: "alert" }, words),
    result?.reason ? h("p", {}, result.reason) : null,
    unsent ? h("p", { class: "notice" }, say("closed_unsent", { count: unsent })) : null,
    half || closed === "gone" ? null : h("p", {}, h("a", { class: "button", href: `/matches/${match.match_id}` }, say("to_match"))),
  ];
}
