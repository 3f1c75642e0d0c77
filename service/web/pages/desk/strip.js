// The strip under the tables: standings and log share its room, as tabs. The browser keeps which one is shown.
const KEPT = "brade-desk-strip";
const kept = () => { try { return localStorage.getItem(KEPT); } catch { return null; } };

/** Let the tabs of the desk choose. */
export function strip() {
  const tabs = [...document.querySelectorAll('.tabs [role="tab"]')];
  const panel = (tab) => document.getElementById(tab.getAttribute("aria-controls"));
  const show = (chosen) => {
    for (const tab of tabs) {
      tab.setAttribute("aria-selected", String(tab === chosen));
      tab.tabIndex = tab === chosen ? 0 : -1;
      panel(tab).hidden = tab !== chosen;
    }
  };
  const choose = (tab) => {
    show(tab);
    try { localStorage.setItem(KEPT, tab.id); } catch { /* not kept */ }
  };
  for (const tab of tabs) {
    panel(tab).setAttribute("role", "tabpanel");
    tab.addEventListener("click", () => choose(tab));
    tab.addEventListener("keydown", (event) => {
      if (event.key !== "ArrowRight" && event.key !== "ArrowLeft") return;
      event.preventDefault();
      const other = tabs[(tabs.indexOf(tab) + 1) % tabs.length]; // of two, either way is the other one
      choose(other);
      other.focus();
    });
  }
  show(tabs.find((tab) => tab.id === kept()) ?? tabs[0]);
}
