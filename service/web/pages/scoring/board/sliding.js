// Checkers slide where they moved: from the place that they left to the place where they lie now.
import { BAR, men } from "./geometry.js";

const LASTS = 180; // milliseconds
const MOST = 8; // men that slide at once: another position is just drawn
const still = matchMedia("(prefers-reduced-motion: reduce)");

const places = (side) => [BAR, ...Object.keys(side.points ?? {}).map(Number)];

/** The places of a seat with fewer men than before, and those with more, each as often as men went or came. */
function changes(before, after, seat) {
  const [left, come] = [[], []];
  for (const place of new Set([...places(before[seat]), ...places(after[seat])])) {
    const more = men(after, seat, place) - men(before, seat, place);
    for (let count = Math.abs(more); count; count -= 1) (more > 0 ? come : left).push(place);
  }
  return { seat, left, come };
}

const last = (element) => [...element?.querySelectorAll(".man") ?? []].at(-1);

/** Look where men lie before a position is drawn. The answer, called once it is drawn, lets them slide. */
export function slide(board, before, after) {
  if (!before || before === after || still.matches) return () => {};
  const moved = board.match.seats.map((seat) => changes(before, after, seat));
  if (moved.some(({ left }) => left.length > MOST)) return () => {};
  const starts = moved.map(({ seat, left }) => left.map((place) => last(board.elementOf(seat, place))?.getBoundingClientRect()));
  return () => moved.forEach(({ seat, come }, at) => come.forEach((place, number) => {
    const man = last(board.elementOf(seat, place));
    const start = starts[at][number];
    if (!man || !start) return;
    const end = man.getBoundingClientRect();
    const isHit = place === BAR;
    man.animate([
      { transform: `translate(${start.x - end.x}px, ${start.y - end.y}px)`, zIndex: 3, position: "relative" },
      { transform: "none", zIndex: 3, position: "relative" },
    ], { duration: LASTS, delay: isHit ? LASTS / 2 : 0, fill: "backwards", easing: "ease-in-out" });
  }));
}
