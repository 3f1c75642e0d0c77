// What is needed now and then: a sheet over the page with one button for each.
import { button, h, say } from "./dom.js";

/** Open the sheet. */
export function openSheet(shown) {
  const { actions } = shown;
  const sheet = h("dialog", { class: "sheet", "aria-labelledby": "sheet-title" });
  const close = (then) => () => { sheet.close(); then(); };
  sheet.append(h("h2", { id: "sheet-title" }, say("more_title")), h("div", { class: "choices" },
    button("turn-board", say("turn_board"), close(actions.turnBoard)),
    h("a", { class: "button", href: `/matches/${shown.match.match_id}` }, say("to_match")),
    button("close", say("close"), close(() => {}))));
  sheet.addEventListener("close", () => sheet.remove());
  document.body.append(sheet);
  sheet.showModal();
}
