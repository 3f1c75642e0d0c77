// Positions of the games that are played on twenty-four points, for a search of turns. A board is 52 counts: those of the
// mover's side (bar, points 1 to 24, off), then those of the opponent's, each side in its own numbering.
const POINTS = Array.from({ length: 24 }, (_, at) => at + 1);

export const SEATS = ["white", "black"];
export const FOE = 26;
export const OFF_SLOT = 25;

/** The seat across the board. */
export const other = (seat) => SEATS[seat === SEATS[0] ? 1 : 0];

const counts = ({ bar, off, points }) => [bar, ...POINTS.map((point) => points[point] ?? 0), off];

/** The board of a position (in the API's words) at which a seat looks. */
export const boardOf = (position, seat) => [...counts(position[seat]), ...counts(position[other(seat)])];

function words(board, side) {
  const points = {};
  for (let point = 1; point < OFF_SLOT; point += 1) { // in a turn's first search this loop is not compiled yet
    const count = board[side + point];
    if (count) points[point] = count;
  }
  return { bar: board[side], off: board[side + OFF_SLOT], points };
}

/** The position of a board at which a seat looks. */
export function positionOf(board, seat) {
  const [white, black] = seat === SEATS[0] ? [0, FOE] : [FOE, 0];
  return { white: words(board, white), black: words(board, black) };
}

/** The same board from the other side. */
export const turned = (board) => [...board.slice(FOE), ...board.slice(0, FOE)];

/** The single moves that two dice give: a double counts each die twice (§1). */
export const doubled = (dice) => (dice.length === 2 && dice[0] === dice[1] ? [...dice, ...dice] : [...dice]);

/** The numbers of the bits that are set, the lowest first. */
export function bitsOf(bits) {
  const found = [];
  for (let rest = bits; rest; rest &= rest - 1) found.push(31 - Math.clz32(rest & -rest));
  return found;
}

/** The number of bits that are set. */
export const countOf = (bits) => bitsOf(bits).length;
