// Swedish Tables (svenskt brädspel): both go the same way round, and seven endings beat bearing off.
//
// Rules as adopted on 26 February 2003 (§1–§13), with the rulings S1–S12 of `docs/games/swedish.md`. The bar is 0, off the
// board is 25. A state has its board, and bits from the mover's side: `mine` (bit 0: checkers on the bar), and `blots` and
// `closed` (the opponent has one or more checkers on *my* point).
import { BAR, OFF } from "../board/geometry.js";
import { bitsOf, boardOf, countOf, doubled, FOE, OFF_SLOT, other, positionOf, turned } from "../rules/board.js";
import { allowed, leftOver, message, refused, shownLandings } from "../rules/messages.js";
import { landingsTo, leads, searched, turnsOf, turnStates } from "../rules/turn_search.js";

const FIRST = 0b1111110;
const FOURTH = FIRST << 18;
const UNSTACKED = (1 << 12) - 2; // points 1 to 11, where a player may not land on their own checker (§4)
const BOARD = (1 << 25) - 2;
const BELOW_20 = (1 << 20) - 1;
const HANDSOME = { // checkers on 20 to 24
  single_crown: [3, 3, 3, 3, 3], double_crown: [0, 0, 5, 5, 5], staircase: [0, 0, 3, 5, 7], tower: [0, 0, 0, 0, 15],
};

const word = (point) => (point === OFF_SLOT ? OFF : point || BAR);
const number = (place) => (place === BAR ? 0 : place === OFF ? OFF_SLOT : place);

/** The opponent's number of my point: both move in the same direction. */
const parallel = (point) => (point <= 12 ? point + 12 : point - 12);

/** The state of a search in which a seat moves. Where both stand, after a faulted play, the mover does. */
function stateOf(position, seat) {
  const board = boardOf(position, seat);
  let [mine, blots, closed] = [board[0] ? 1 : 0, 0, 0];
  for (let point = 1; point <= 24; point += 1) {
    const theirs = board[FOE + parallel(point)];
    if (board[point]) mine |= 1 << point;
    else if (theirs === 1) blots |= 1 << point;
    else if (theirs) closed |= 1 << point;
  }
  return { board, mine, blots, closed };
}

// ── single landings ──────────────────────────────────────────────────────────────────────────────────────────────────
/** The number of points of my first quarter that hold none of my checkers and are not closed (S3). */
const accessible = ({ mine, closed }) => countOf(FIRST & ~mine & ~closed);

/** The opponent's closed points that I may force with my next landing (§5). */
function forceable({ board, mine, closed }) {
  let run = closed & closed >> 1 & closed >> 2;
  run &= run >> 3;
  let prime = run | run << 1 | run << 2;
  prime |= prime << 3; // S2
  if (mine & 1 && accessible({ mine, closed }) < board[0]) prime |= closed & FIRST; // S3
  return board[OFF_SLOT] === 14 ? 0 : prime; // S1
}

/** Bits of the points from which a checker can land with one die (§2–§6). */
function starts(state, die) {
  const { mine, closed } = state;
  const barred = mine & UNSTACKED | closed & ~forceable(state);
  if (mine & 1) return ~barred >> die & 1;
  const found = mine & ~barred >> die & BOARD >> die;
  const backmost = mine & -mine;
  return mine && !(mine & ~FOURTH) && backmost << die >> OFF_SLOT ? found | backmost : found;
}

/** S7: more of the opponent's checkers are on the bar than points of their first quarter are left by them. */
const isJan = (sent, theirs) => sent > 6 - countOf(theirs & FIRST << 12);

/** The ending that the mover's side shows (§8–§10). */
function endingOf(board) {
  const outcome = board[OFF_SLOT] === 15 ? "bearing_off"
    : Object.keys(HANDSOME).find((name) => HANDSOME[name].every((count, at) => board[20 + at] === count));
  return outcome ? outcome + (board[FOE] ? "_with_monk" : "") : null;
}

/** The state after a landing that is allowed, and the ending that it brings, if any (S7–S9). */
function land(state, start, end) {
  const board = [...state.board];
  let { mine, blots, closed } = state;
  board[start] -= 1;
  board[end] += 1;
  if (!board[start]) mine ^= 1 << start;
  let outcome = null;
  if (end !== OFF_SLOT) {
    const bit = 1 << end;
    mine |= bit;
    if (bit & (blots | closed)) {
      const jan = bit & blots ? "jan" : "forced_jan"; // S8
      board[FOE] += board[FOE + parallel(end)];
      board[FOE + parallel(end)] = 0;
      blots &= ~bit;
      closed &= ~bit;
      if (isJan(board[FOE], blots | closed)) outcome = jan; // S9: before any other
    }
  }
  outcome ??= mine & BELOW_20 ? null : endingOf(board);
  return { state: { board, mine, blots, closed }, outcome };
}

// ── turns ────────────────────────────────────────────────────────────────────────────────────────────────────────────
const sum = (counts) => counts.reduce((all, each) => all + each, 0);
const travelled = (board) => sum(board.slice(0, FOE).map((count, point) => count * point));

function searchOf(root, dice) {
  const numbers = doubled(dice);
  const steps = (state, die) => bitsOf(starts(state, die)).map((start) => {
    const end = Math.min(start + die, OFF_SLOT);
    return { from: word(start), to: word(end), ...land(state, start, end) };
  });
  /** The reduction of a turn: eyes that were not used (§6). */
  const costOf = ({ state, left }) => sum(numbers) - sum(left) - travelled(state.board) + travelled(root.board);
  /** S4: the most dice, the larger one if it is one (§1), the smallest total reduction. */
  const best = (ends) => {
    const longest = mostDice(ends);
    const larger = numbers.length - longest[0]?.left.length === 1 && longest.filter(({ left }) => left[0] < Math.max(...dice));
    const demanded = larger?.length ? larger : longest;
    const least = Math.min(...demanded.map(costOf));
    return demanded.filter((node) => costOf(node) === least);
  };
  return { root, numbers, steps, best, costOf, outcome: (node) => node.outcome };
}

function mostDice(ends) {
  const fewest = Math.min(...ends.map(({ left }) => left.length));
  return ends.filter(({ left }) => left.length === fewest);
}

/** Judge one turn. Only one that leaves dice unused or reduces needs all turns (S4). */
function check(position, seat, dice, moves) {
  const root = stateOf(position, seat);
  const diceLeft = doubled(dice);
  let [state, outcome, reduction] = [root, null, 0];
  const wrong = (move, rule, reason) => (
    refused(rule, message("{landing}: {reason}", { landing: shownLandings([move]), reason })));
  for (const move of moves) {
    if (outcome) {
      return wrong(move, "§11", message("the game was over before this landing, by {outcome}", { outcome: message(outcome) }));
    }
    const [start, end] = [number(move.from), number(move.to)];
    const die = dieOf(state, start, end, diceLeft);
    if (!die) return wrong(move, ...reasonOf(state, start, end, diceLeft));
    diceLeft.splice(diceLeft.indexOf(die), 1);
    reduction += start + die - end;
    ({ state, outcome } = land(state, start, end));
  }
  if ((diceLeft.length || reduction) && !outcome) {
    const search = searchOf(root, dice);
    const { ends, best } = searched(search);
    if (best.length && !leads(best, state.board, null)) return refused(...better(search, ends, best, moves.length, reduction));
  }
  return allowed(positionOf(state.board, seat), outcome);
}

/** The die among those left that allows this landing (§2–§6); 0 if none does. */
function dieOf(state, start, end, diceLeft) {
  const { mine, closed } = state;
  if ((mine & 1 && start) || !(mine >> start & 1)) return 0;
  if (end === OFF_SLOT) {
    if (!start || mine & ~FOURTH || mine & (1 << start) - 1) return 0;
    const enough = diceLeft.filter((die) => start + die >= OFF_SLOT);
    return enough.length && Math.min(...enough);
  }
  if (!diceLeft.includes(end - start) || mine & UNSTACKED & 1 << end) return 0;
  return closed >> end & 1 && !(forceable(state) >> end & 1) ? 0 : end - start;
}

/** The reason why `dieOf` found none: the clause or ruling, and a sentence. */
function reasonOf(state, start, end, diceLeft) {
  const { board, mine } = state;
  const shown = leftOver(diceLeft);
  if (mine & 1 && start) return ["§3", message("{own} on the bar must enter before any other checker moves", { own: board[0] })];
  if (!(mine >> start & 1)) return ["§1", message("no checker of the player stands there")];
  if (end === OFF_SLOT) {
    if (!start || mine & ~FOURTH) return ["§6", message("bearing off begins when all remaining checkers stand on 19 to 24")];
    if (mine & (1 << start) - 1) {
      const [value] = bitsOf(mine);
      return ["§6", message("only the backmost checker is borne off; one stands on {value}", { value })];
    }
    return ["§6", message("{off} or more is needed to bear off from {source}, and {shown} is left of the dice",
      { off: OFF_SLOT - start, source: start, shown })];
  }
  if (!diceLeft.includes(end - start)) {
    return ["§1", message("that is {target} points, and {shown} is left of the dice; each landing takes one die",
      { target: end - start, shown })];
  }
  if (mine & UNSTACKED & 1 << end) return ["§4", message("on points 1 to 11 a player may not land on a point that they hold")];
  if (board[OFF_SLOT] === 14) return ["S1", message("the point is closed, and a player with one checker left may not force")];
  if (!start) {
    return ["S3", message("the point is closed, and {own} on the bar have {accessible} accessible points to enter on",
      { own: board[0], accessible: accessible(state) })];
  }
  return ["S2", message("the point is closed by the opponent and part of no prime of six")];
}

/** The first of S4's three demands that a turn of allowed landings misses. S6 for a pass without need. */
function better({ costOf, numbers }, ends, best, used, reduction) {
  const example = shownLandings(landingsTo(best[0]));
  const [most, cost] = [numbers.length - best[0].left.length, costOf(best[0])];
  if (!used) return ["S6", message("a player who can land may not pass; possible is {example}", { example })];
  if (used < most) return ["S4", message("{used} of the dice used where {most} can be: for instance {example}", { used, most, example })];
  if (used === 1 && mostDice(ends).length !== best.length && reduction <= cost) {
    return ["S4", message("only one die can be used, and then the larger: for instance {example}", { example })];
  }
  return ["S4", message("{reduction} eyes given up where {cost} would do: for instance {example}", { reduction, cost, example })];
}

/** The position after landings that were not judged: enemy checkers met on the way go to the bar. Null if it is impossible. */
function applyMoves(position, seat, moves) {
  let [state, outcome] = [stateOf(position, seat), null];
  for (const move of moves) {
    if (!(state.mine >> number(move.from) & 1)) return null;
    ({ state, outcome } = land(state, number(move.from), number(move.to)));
    if (outcome) break;
  }
  return { position: positionOf(state.board, seat), outcome };
}

/** The ending that a position shows, whichever player brought it about; a forced jan looks like any other (S7). */
function ended(position) {
  const board = boardOf(position, "white");
  for (const each of [board, turned(board)]) {
    if (each[0] > each.slice(1, 7).filter((count) => !count).length) return "jan";
    const outcome = endingOf(each);
    if (outcome) return outcome;
  }
  return null;
}

export const swedish = {
  numbers: doubled,
  plays: (position, seat, dice) => turnsOf(searchOf(stateOf(position, seat), dice), (board) => positionOf(board, seat)),
  turnStates: (position, seat, dice) => turnStates(searchOf(stateOf(position, seat), dice)),
  check, applyMoves, ended,
  nextSeat: (_, seat) => other(seat),
};
