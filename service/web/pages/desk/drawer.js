// The selected table in a drawer: its facts, and rulings that show what they will write before they write it.
import { tick } from "../shared/ago.js";
import { away } from "../shared/form_hindrance.js";
import { setClocks } from "../shared/clock.js";
import { showMoves } from "../shared/motion.js";
import { pointable } from "./plays.js";

/** The drawer of the desk at `place`. */
export function drawer(place, { fetched, parsed, everything }) {
  const dialog = document.getElementById("drawer");
  const line = document.getElementById("line"); // a reader with the drawer open sees nothing beside it
  const beside = line.previousElementSibling;
  const elsewhere = (address) => (wrong) => { if (wrong.status < 502) location.assign(address); }; // else the line says so
  const room = {
    get match() { return dialog.open ? dialog.dataset.match : null; },
    open, renew, rule,
  };

  const address = (match, values = {}) =>
    `${place}/tables/${match}?${new URLSearchParams({ part: 1, ...values })}`;

  function fill(content) {
    dialog.replaceChildren(line, content);
    tick(dialog);
    setClocks(dialog);
    pointable(dialog);
    dialog.scrollTop = 0;
  }

  async function open(match, values = {}) {
    const html = await fetched(address(match, values));
    dialog.dataset.match = match;
    fill(parsed(html));
    if (!dialog.open) dialog.showModal();
    const wanted = values.void ? dialog.querySelector("#act-void input[name=reason]") : dialog.querySelector("#table-title");
    wanted?.focus();
  }

  /** Open the ruling of a number, and go to its first field, or to its button. */
  function rule(number) {
    const act = dialog.querySelectorAll(".act")[number - 1];
    if (!act) return;
    act.closest(".further")?.setAttribute("open", "");
    act.open = true;
    act.querySelector("form :is(input:not([type=hidden]), select, button)").focus();
  }

  let renewing = false;
  let due = false;
  async function renew(match) {
    if (!room.match || (match && match !== room.match)) return;
    due = true;
    if (renewing) return;
    renewing = true;
    while (due && room.match) {
      due = false;
      const now = room.match;
      try {
        const fresh = parsed(await fetched(address(now)));
        if (room.match === now) renewed(fresh);
      } catch { /* the line says so */ }
    }
    renewing = false;
  }

  /** Forms that are being filled in stay as they are. */
  function renewed(fresh) {
    const table = dialog.querySelector(".at-table");
    const come = fresh.querySelector(".at-table");
    const moved = table.dataset.version !== come.dataset.version;
    const deciding = dialog.querySelector(".preview") || dialog.querySelector(".rulings").contains(document.activeElement);
    for (const part of [".counts-room", ".alarms", ".reports-room", ".as-it-stands", ".playing-board > .players", ".phase", ".disputed-room", ".lines", ".table-head > p"]) {
      const [old, now] = [table.querySelector(part), come.querySelector(part)];
      if (old && now && !old.contains(document.activeElement)) old.replaceWith(now);
    }
    if (!deciding) table.querySelector(".rulings").replaceWith(come.querySelector(".rulings"));
    pointable(table);
    table.dataset.version = come.dataset.version;
    tick(dialog);
    if (moved) showMoves(table.querySelector(".board"));
  }

  // ── forms: looked at first, written then ─────────────────────────────────────────────────────────────────────────
  async function send(form, submitter) {
    const values = new URLSearchParams(new FormData(form, submitter));
    values.set("part", "1");
    away(form, "");
    const answer = await fetch(form.getAttribute("action"), { method: "POST", body: values, headers: { Accept: "text/html" } });
    if (answer.status >= 502) throw new Error(`${answer.status}`); // the proxy answers for a service that is away
    const content = parsed(await answer.text());
    if (content.querySelector(".at-table")) {
      fill(content);
      dialog.querySelector("#table-title").focus();
      everything();
    } else {
      const look = dialog.querySelector(".look-room");
      const shown = content.querySelector(".preview") ?? content.querySelector("main");
      look.replaceChildren(...(shown ? [shown] : []));
      look.querySelector("h1, #look-title")?.focus();
      look.scrollIntoView({ block: "nearest" });
    }
  }

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.matches(".look-first, .write, .set-out")) return;
    event.preventDefault();
    if (form.dataset.busy) return;
    form.dataset.busy = "1";
    send(form, event.submitter).catch(() => away(form)).finally(() => { delete form.dataset.busy; });
  });

  document.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    const [link, leave, back, plays] = ["a.open", ".leave", "[data-void]", ".show-plays"].map((each) => event.target.closest(each));
    if (link) {
      event.preventDefault();
      const match = link.dataset.match ?? link.closest("[data-match]").dataset.match;
      open(match).catch(elsewhere(link.href));
    } else if (leave) {
      event.preventDefault();
      dialog.querySelector(".look-room").replaceChildren();
      (dialog.querySelector(".act[open] summary") ?? dialog.querySelector("button"))?.focus();
      everything(); // news that came meanwhile were held back
    } else if (back) {
      event.preventDefault();
      open(room.match, { void: back.dataset.void }).catch(elsewhere(back.href));
    } else if (plays) {
      event.preventDefault();
      fetched(`${plays.getAttribute("href")}?part=1`).then((html) => {
        dialog.querySelector(".plays-room").replaceChildren(parsed(html));
        pointable(dialog);
      }).catch(elsewhere(plays.href));
    } else if (event.target.closest("[data-close]") || event.target === dialog) {
      dialog.close();
    }
  });

  dialog.addEventListener("close", () => {
    document.querySelector(`#c-${CSS.escape(dialog.dataset.match)} .open`)?.focus();
    beside.after(line);
    dialog.replaceChildren();
  });
  return room;
}
