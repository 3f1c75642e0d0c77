// Single keys of the desk; they can be switched off (WCAG 2.1.4).
const KEPT = "brade-keys";

/** Let keys walk from table to table; `room` is the drawer. */
export function keys(cards, room) {
  const help = document.getElementById("keys");
  const on = document.getElementById("keys-on");
  const kept = () => { try { return localStorage.getItem(KEPT) !== "off"; } catch { return true; } };
  on.checked = kept();
  on.addEventListener("change", () => { try { localStorage.setItem(KEPT, on.checked ? "on" : "off"); } catch { /* not kept */ } });
  document.getElementById("help").addEventListener("click", () => help.showModal());

  const step = (by) => {
    const all = [...cards.querySelectorAll(".table-card:not([hidden])")];
    if (!all.length) return;
    const match = room.match ?? document.activeElement.closest(".table-card")?.dataset.match;
    const at = all.findIndex((each) => each.dataset.match === match);
    const next = all[at < 0 ? (by > 0 ? 0 : all.length - 1) : (at + by + all.length) % all.length];
    if (room.match) room.open(next.dataset.match);
    else next.querySelector(".open").focus();
  };
  const does = {
    j: () => step(1),
    k: () => step(-1),
    a: () => {
      const first = [...document.querySelectorAll(".need .open, .group summary")].find((each) => each.checkVisibility());
      if (room.match && first?.closest(".need")) room.open(first.dataset.match);
      else (first ?? document.querySelector(".calm"))?.focus();
    },
    r: () => room.match && room.rule(1),
    "/": () => document.getElementById("find").focus(),
    "?": () => help.showModal(),
  };
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || !on.checked || help.open) return;
    if (event.target.closest("input, select, textarea")) return;
    const doing = does[event.key] ?? (room.match && /^[1-9]$/.test(event.key) ? () => room.rule(Number(event.key)) : null);
    if (!doing) return;
    event.preventDefault();
    doing();
  });
}
