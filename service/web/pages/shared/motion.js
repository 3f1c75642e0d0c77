// Motion where something moved on a board, and none for those who asked for none.
const MILLISECONDS = 180;

/** Let the checkers of the last play slide to where they lie. */
export function showMoves(board, duration = MILLISECONDS) {
  if (!board || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  for (const man of board.querySelectorAll("[data-dx]")) {
    const from = `translate(${man.dataset.dx}px, ${man.dataset.dy}px)`;
    man.animate([{ transform: from }, { transform: "none" }], { duration, easing: "ease-out" });
  }
}
