// Legal plays: the one that is pointed at, or has the focus, is drawn on the board above it.
const point = (event) => {
  const play = event.target.closest?.("[data-play]");
  if (!play?.matches("li")) return;
  const board = play.closest(".plays").querySelector(".board");
  const shown = event.type === "mouseover" || event.type === "focusin";
  board?.querySelector(`.play[data-play="${play.dataset.play}"]`)?.classList.toggle("pointed", shown);
  board?.classList.toggle("pointing", shown);
};
for (const kind of ["mouseover", "mouseout", "focusin", "focusout"]) document.addEventListener(kind, point);

/** Let the plays of a part be reached by keyboard and by thumb. */
export function pointable(part) {
  for (const each of part.querySelectorAll("li[data-play]")) each.tabIndex = 0;
}
