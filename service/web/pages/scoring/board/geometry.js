// The points of a board as both players number them, and men that move on it. A position is in the API's words.
export const BAR = "bar";
export const OFF = "off";

/** The number that the other player has for a point: both go the same way round, or towards each other. */
export const facing = (match, point) => (match.game.board === "swedish" ? (point + 11) % 24 + 1 : 25 - point);

/** A point of the first seat, as a seat numbers it; and the other way round. */
export const numbered = (match, seat, point) => (seat === match.seats[0] ? point : facing(match, point));

export const opponent = (match, seat) => match.seats[(match.seats.indexOf(seat) + 1) % match.seats.length];

/** Men of a seat on a point, on the bar or off. */
export const men = (position, seat, place) => (
  (place === BAR || place === OFF ? position[seat][place] : position[seat].points?.[place]) ?? 0);

function moved(side, place, by) {
  if (place === BAR || place === OFF) return { ...side, [place]: side[place] + by };
  const points = { ...side.points, [place]: (side.points[place] ?? 0) + by };
  if (!points[place]) delete points[place];
  return { ...side, points };
}

/** The position after a landing of a seat, and how many men of the other side it sent to the bar. */
export function landed(match, position, seat, { from, to }) {
  const foe = opponent(match, seat);
  const sides = { ...position, [seat]: moved(moved(position[seat], from, -1), to, 1) };
  const there = to === OFF ? 0 : men(position, foe, facing(match, to));
  if (there) sides[foe] = moved(moved(sides[foe], facing(match, to), -there), BAR, there);
  return { position: sides, hit: there };
}

/** Landings of a seat, each with the number of men that it hits. */
export function withHits(match, position, seat, moves) {
  let before = position;
  return moves.map((move) => {
    const { position: after, hit } = landed(match, before, seat, move);
    before = after;
    return { ...move, hit };
  });
}

const WAY = 25; // from the bar to the place behind the last point

/** The eyes that a seat still needs to bring all its men off. */
export function pips(match, position, seat) {
  const { bar, points = {} } = position[seat];
  const up = match.game.forward > 0;
  return Object.entries(points).reduce((all, [point, count]) => all + count * (up ? WAY - point : Number(point)), (bar ?? 0) * WAY);
}

const QUARTER = [1, 2, 3, 4, 5, 6];

/** The checkers of a seat on the bar that a jan takes: one more than points of its first quarter without its own (S7). */
export const janAt = (position, seat) => 1 + QUARTER.filter((point) => !position[seat].points[point]).length;

/** The place on which a man lands from a place with a die, if nothing is in the way. */
export function target(match, from, die) {
  const up = match.game.forward > 0;
  const start = from === BAR ? (up ? 0 : 25) : from;
  const to = start + (up ? die : -die);
  return to < 1 || to > 24 ? OFF : to;
}
