// Tick-Tack: all men start on the last point, and the first player to fill the home table wins.
// Bearing off does not exist. Rules T1 to T9 of `docs/games/tick_tack.md`.
import { FOE, turned } from "../rules/board.js";
import { message } from "../rules/messages.js";
import { enteringFirst, family } from "../rules/race.js";

const isFilled = (board, fill) => board.slice(1, 7).every((count) => count >= fill);

/** The point of the rearmost man; 0 if no man is left. */
const rear = (board) => (board[0] ? 25 : Math.max(board.slice(0, 25).findLastIndex(Boolean), 0));

/** Hits apart, the mover's side can no longer fill its table: too few men stand on some point k or further back. */
function isDead(board, fill) {
  let behind = board[0] + board.slice(7, 25).reduce((sum, count) => sum + count, 0);
  for (let point = 6; point > 0; point -= 1) {
    behind += board[point];
    if (behind < fill * (7 - point)) return true;
  }
  return false;
}

/** T9: neither side can fill its table with the men that are far enough back, and no man can be hit any more. */
function isVoid(board, fill) {
  const [own, foe] = [rear(board), rear(board.slice(FOE))];
  if (own + foe > 25 && Math.min(own, foe) > 1) return false;
  return isDead(board, fill) && isDead(turned(board), fill);
}

export const tickTack = family(({ fill = 1 }) => ({
  letter: "T",
  starts: (state, die) => (isFilled(state.board, fill) ? 0 : enteringFirst(state, die)),
  ending: (board) => (isFilled(board, fill) ? "table_filled" : null), // T7
  // Void is looked at once the turn is over; a position that is void already does not become so again.
  atTheEnd: (outcome, before, after) => outcome ?? (isVoid(after, fill) && !isVoid(before, fill) ? "void" : null),
  reason: (_state, _start, end) => (end ? null : [4, message("nothing is borne off")]),
}));
