// Alerts that a person has to see: facts that were refused, another phone, a call for the referee.
import { button, h, say } from "../dom.js";
import { written } from "../turn/turn_text.js";

/** A fact in words. */
export function told(match, { type, by, winner, dice, moves, white, black }) {
  const who = match.names[by ?? winner] ?? "";
  if (type === "DiceRolled") return say("told_roll", { who, dice: dice.join("–") });
  if (type === "CheckersMoved") return say("told_move", { who, moves: written(moves) });
  if (type === "TurnPassed") return say("told_pass", { who });
  if (type === "TurnsMended") return say("told_mended");
  if (type === "OpeningRolled") return say("told_opening", { dice: [white, black].filter(Boolean).join("–") });
  const word = { DoubleOffered: "told_double", DoubleTaken: "told_taken", DoubleDropped: "told_dropped", GameResigned: "told_resigned", GameReported: "told_ended", PositionAgreed: "told_laid_out" }[type];
  return say(word ?? "told_other", { who });
}

const alarm = (words, ...inside) => h("div", { class: "notice alarm", role: "alert" }, h("p", {}, words), h("div", { class: "row" }, inside));

function refused({ match, actions }, { entry_id, fact, answer, blocks }) {
  const why = answer.verdict?.explanation ?? answer.problem?.detail ?? "";
  const words = say("refused", { fact: told(match, fact), why: why.charAt(0).toUpperCase() + why.slice(1) });
  return blocks
    ? alarm(words, button(`again-${entry_id}`, say("enter_again"), fact.type === "TurnsMended" ? () => actions.enterAgain(entry_id) : actions.mend),
      button(`without-${entry_id}`, say("go_on_without"), () => actions.discard(entry_id)))
    : alarm(words, button(`again-${entry_id}`, say("enter_again"), () => actions.discard(entry_id)));
}

function conflict({ match, actions }, { entry_id, fact }) {
  return alarm(say("conflict", { fact: told(match, fact) }),
    button(`theirs-${entry_id}`, say("keep_theirs"), () => actions.keepTheirs(entry_id)),
    fact.type === "TurnsMended" ? null : button(`after-${entry_id}`, say("mine_after"), actions.takeOver));
}

/** The referee who is on the way, by name if a person with a name said so. */
export function onTheWay({ recorded_by_name: who = null }) {
  return who ? say("on_the_way_who", { who }) : say("on_the_way");
}

/** The alerts, the most urgent first. */
export function alerts(shown) {
  const { record, state, actions, match } = shown;
  if (shown.closed) return [];
  const found = record.refused.slice(0, 2).map((entry) => (entry.state === "conflict" ? conflict : refused)(shown, entry));
  const waits = { "sign-in": "no_sign_in", "not-allowed": "not_allowed" }[record.status.reason];
  if (waits) found.push(alarm(say(waits), h("a", { class: "button", href: "/sign-in" }, say("sign_in")), button("retry", say("retry"), actions.retry)));
  const call = (state.calls ?? []).find((each) => !each.came);
  const coming = state.on_the_way;
  if (call || coming) {
    const words = [call && (call.laid_out ? say("board_waits")
      : say("called", { who: match.names[call.by], why: call.cause ? say(`reason_${call.cause}`) : call.reason })), coming && onTheWay(coming)];
    found.push(h("div", { class: "notice" }, words.filter(Boolean).map((each) => h("p", {}, each)))); // the button of the referee ends it
  }
  const fault = (state.faults ?? []).findLast((each) => each.status === "open");
  if (fault) found.push(h("p", { class: "notice" }, say("faulted", { who: match.names[fault.by], why: fault.explanation })));
  return found;
}
