// A match that another phone records: this one watches, or takes over.
import { button, h, say } from "../dom.js";

/** The text that stands instead of the next thing to do. */
export const watchingInstruction = ({ draft }) => say(draft.watches ? "you_watch" : "elsewhere");

/** The choice; who watches may still take over. */
export function watching({ draft, record, actions }) {
  if (record.refused.some(({ state }) => state === "conflict")) return null; // it is decided first
  return h("div", { class: draft.watches ? "acts one" : "acts two" },
    draft.watches ? null : button("watch", say("watch"), actions.watch),
    button("record-here", say("record_here"), actions.recordHere));
}
