// A list of which Tab reaches one control: arrow keys walk in it (a toolbar), and the next Tab leaves it.
const STEPS = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

/** Make the `.needs-bar` of a room, which is filled again and again, one stop. */
export function oneStop(room) {
  const bar = () => room.querySelector(".needs-bar");
  const controls = () => [...(bar()?.querySelectorAll("a, button, summary") ?? [])].filter((each) => each.checkVisibility());

  function settle() {
    bar()?.setAttribute("role", "toolbar");
    bar()?.setAttribute("aria-orientation", "vertical");
    const all = controls();
    const at = all.find((each) => each === document.activeElement) ?? all[0];
    for (const each of all) each.tabIndex = each === at ? 0 : -1;
  }

  new MutationObserver(settle).observe(room, { childList: true });
  room.addEventListener("focusin", settle);
  room.addEventListener("toggle", settle, true); // unfolded controls are reached, too
  room.addEventListener("keydown", (event) => {
    const all = controls();
    const at = all.indexOf(event.target);
    if (at < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
    const to = { Home: 0, End: all.length - 1 }[event.key] ?? (event.key in STEPS ? at + STEPS[event.key] : null);
    if (to === null) return;
    event.preventDefault();
    all[Math.min(Math.max(to, 0), all.length - 1)].focus();
  });
  settle();
}
