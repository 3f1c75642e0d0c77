// Motion where something moved, and none for those who asked for none.
const MILLISECONDS = 180;
const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Let the checkers of the last play slide to where they lie. */
export function showMoves(board, duration = MILLISECONDS) {
  if (!board || still()) return;
  for (const man of board.querySelectorAll("[data-dx]")) {
    const from = `translate(${man.dataset.dx}px, ${man.dataset.dy}px)`;
    man.animate([{ transform: from }, { transform: "none" }], { duration, easing: "ease-out" });
  }
}

const FOLLOWED = "tr[data-player], .table-card[data-match]";

/** The rows of tables and the cards of a part, by what they are of, and where each stands on the page. */
function places(part) {
  const found = new Map();
  for (const each of part.querySelectorAll(FOLLOWED)) {
    const key = each.dataset.match ?? `${each.closest("table").dataset.section} ${each.dataset.player}`;
    const { left, top } = each.getBoundingClientRect();
    found.set(key, { each, left: left + scrollX, top: top + scrollY });
  }
  return found;
}

/** Draw a part anew by `change`, and let the rows and cards that stand elsewhere afterwards slide there. */
export function slide(part, change) {
  if (still()) { change(); return; }
  const before = places(part);
  change();
  for (const [key, { each, left, top }] of places(part)) {
    const old = before.get(key);
    if (!old || (old.left === left && old.top === top)) continue;
    const from = `translate(${old.left - left}px, ${old.top - top}px)`;
    each.animate([{ transform: from }, { transform: "none" }], { duration: MILLISECONDS, easing: "ease-out" });
  }
}
