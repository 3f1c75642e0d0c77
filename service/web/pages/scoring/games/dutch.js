// Dutch Backgammon: all men begin off the board and are entered in the opponent's home table.
// Rules D1 to D10 of `docs/games/dutch.md`.
import { OFF_SLOT } from "../rules/board.js";
import { message } from "../rules/messages.js";
import { bearingOff, enteringFirst, family, HOME, running } from "../rules/race.js";

const ENTRY = { all: enteringFirst, free: running }; // D3: others move while men wait to be entered
const hasComeHome = ({ board, mine }) => Boolean(mine & HOME || board[OFF_SLOT]);

export const dutch = family(({ entry = "all", hit_after_home: late = false }) => {
  const entering = (state, die) => ENTRY[entry](state, die) | bearingOff(state, die);
  if (!late) return { letter: "D", starts: entering };
  return {
    letter: "D",
    // D9: until one man is home a blot is as good as closed. The moment before the landing is judged.
    starts: (state, die) => entering(state, die) & ~(hasComeHome(state) ? 0 : state.blots << die),
    reason: (state, start, end, left) => (state.blots >> end & 1 && left.includes(start - end) && !hasComeHome(state)
      ? [9, message("an enemy man may be hit only after one of the player's men has come home")] : null),
  };
});
