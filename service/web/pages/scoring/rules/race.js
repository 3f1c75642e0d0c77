// Shared rules of the backgammon family: men run from 24 down to 1, hit blots, enter from the bar, are borne off.
//
// A game has its own rules, which `family` makes a game of. My point `n` is my opponent's `25 − n`; the bar is 25, off the
// board is 0. A state has its board, and bits from the mover's side: `mine` (bit 25: men on the bar), and `blots` and
// `closed` (the opponent has one or more men on *my* point).
import { BAR, OFF } from "../board/geometry.js";
import { boardOf, doubled, FOE, OFF_SLOT, other, positionOf, turned } from "./board.js";
import { allowed, leftOver, message, refused, shownLandings } from "./messages.js";
import { landingsTo, searched, turnsOf, turnStates } from "./turn_search.js";

const BAR_POINT = 25;
const ON_BAR = 1 << BAR_POINT;
const BOARD = (1 << 25) - 2;
export const HOME = 0b1111110;

const slot = (point) => (point === BAR_POINT ? 0 : point || OFF_SLOT);
const word = (point) => (point === BAR_POINT ? BAR : point || OFF);
const number = (place) => (place === BAR ? BAR_POINT : place === OFF ? 0 : place);
const target = (start, die) => Math.max(start - die, 0);

/** The state of a search in which a seat moves. Where both stand, after a faulted play, the mover does. */
function stateOf(position, seat) {
  const board = boardOf(position, seat);
  let [mine, blots, closed] = [board[0] ? ON_BAR : 0, 0, 0];
  for (let point = 1; point < BAR_POINT; point += 1) {
    const theirs = board[FOE + 25 - point];
    if (board[point]) mine |= 1 << point;
    else if (theirs === 1) blots |= 1 << point;
    else if (theirs) closed |= 1 << point;
  }
  return { board, mine, blots, closed };
}

// ── single landings ──────────────────────────────────────────────────────────────────────────────────────────────────
/** The state after a landing: a man goes from `start` to `end`, all enemies there go to the bar. */
function land(state, start, end) {
  const board = state.board.slice();
  let { mine, blots, closed } = state;
  const from = slot(start);
  board[from] -= 1;
  board[end || OFF_SLOT] += 1;
  if (!board[from]) mine ^= 1 << start;
  if (end) {
    const bit = 1 << end;
    mine |= bit;
    if ((blots | closed) & bit) {
      board[FOE] += board[FOE + 25 - end];
      board[FOE + 25 - end] = 0;
      blots &= ~bit;
      closed &= ~bit;
    }
  }
  return { board, mine, blots, closed };
}

/** Bits of the starts of all men, those on the bar included, who land on points that are not closed. */
export const running = ({ mine, closed }, die) => mine & (BOARD & ~closed) << die;

/** The same, but while men are on the bar no others move. */
export const enteringFirst = (state, die) => running(state, die) & (state.mine & ON_BAR || -1);

/** Once all men that are left stand on 1 to 6: one from the die's point, or from the highest if all are lower. */
export function bearingOff({ mine }, die) {
  if (mine >> 7) return 0;
  if (mine >> die) return mine & 1 << die;
  return mine && 1 << 31 - Math.clz32(mine);
}

const starts = (state, die) => enteringFirst(state, die) | bearingOff(state, die);

/** The ending of a game by the mover's fifteenth man borne off: it depends on the loser's position. */
export function borneOff(board) {
  if (board[OFF_SLOT] < 15) return null;
  if (board[FOE + OFF_SLOT]) return "single";
  return board[FOE] || board.slice(FOE + 19, FOE + 25).some(Boolean) ? "backgammon" : "gammon";
}

// ── turns ────────────────────────────────────────────────────────────────────────────────────────────────────────────
/** The turns with the most moves, and of these the most eyes. */
function fullest(ends) {
  let [found, fewest, least] = [[], Infinity, Infinity];
  for (let at = 0; at < ends.length; at += 1) {
    const { left } = ends[at];
    let eyes = 0;
    for (let place = 0; place < left.length; place += 1) eyes += left[place];
    if (left.length < fewest || (left.length === fewest && eyes < least)) [found, fewest, least] = [[], left.length, eyes];
    if (left.length === fewest && eyes === least) found.push(ends[at]);
  }
  return found;
}

function searchOf(root, numbers, rules) {
  const steps = (state, die) => {
    const found = [];
    for (let rest = rules.starts(state, die); rest; rest &= rest - 1) {
      const start = 31 - Math.clz32(rest & -rest);
      const end = target(start, die);
      const after = land(state, start, end);
      found.push({ from: word(start), to: word(end), state: after, outcome: rules.ending(after.board) });
    }
    return found;
  };
  return { root, numbers, steps, best: fullest, outcome: ({ state, outcome }) => rules.atTheEnd(outcome, root.board, state.board) };
}

/** Judge one turn: legal if its landings are and it uses every number or ends the game, or else is among the legal ones. */
function check(position, seat, numbers, moves, rules) {
  const root = stateOf(position, seat);
  const left = [...numbers].sort();
  let state = root;
  for (const move of moves) {
    const [start, end] = [number(move.from), number(move.to)];
    const die = left.find((each) => end === target(start, each) && rules.starts(state, each) >> start & 1);
    if (!die) {
      const [rule, reason] = reasonOf(rules, state, start, end, left);
      return refused(`${rules.letter}${rule}`, message("{landing}: {reason}", { landing: shownLandings([move]), reason }));
    }
    left.splice(left.indexOf(die), 1);
    state = land(state, start, end);
  }
  const outcome = rules.ending(state.board);
  if (left.length && !outcome) {
    const { best, legal } = searched(searchOf(root, numbers, rules));
    const isListed = [...legal.values()].some((node) => node.state.board.every((count, at) => count === state.board[at]));
    if (best.length && !isListed) {
      const [rule, reason] = fuller(landingsTo(best[0]), moves.length);
      return refused(`${rules.letter}${rule}`, reason);
    }
  }
  return allowed(positionOf(state.board, seat), rules.atTheEnd(outcome, root.board, state.board));
}

/** The reason why no die allows this landing: the number of the rule, and a sentence. */
function reasonOf(rules, state, start, end, left) {
  const { board, mine, closed } = state;
  const shown = leftOver(left);
  const over = rules.ending(board);
  if (over) return [7, message("the game was over before this landing, by {outcome}", { outcome: message(over) })];
  if (!(mine >> start & 1)) return [1, message("no man of the player stands there")];
  const own = rules.reason(state, start, end, left);
  if (own) return own;
  if (!end) {
    if (mine >> 7) return [4, message("bearing off begins when all men that are left stand on 1 to 6")];
    if (!left.includes(start) && Math.max(0, ...left) > start) {
      const value = 31 - Math.clz32(mine);
      return [4, message("with {shown} the highest man goes off; one stands on {value}", { shown, value })];
    }
    return [4, message("bearing off from {start} takes {start2} or, from the highest point, more; left is {shown}",
      { start, start2: start, shown })];
  }
  if (!left.includes(start - end)) {
    return [1, message("that is {start} points forward, and {shown} is left of the dice; each landing takes one die",
      { start: start - end, shown })];
  }
  if (closed >> end & 1) return [2, message("two or more enemy men stand there")];
  return [3, message("{own} on the bar must enter before any other man moves", { own: board[0] })];
}

/** The demand that a turn of allowed landings misses. */
function fuller(first, used) {
  const [example, most] = [shownLandings(first), first.length];
  if (!used) return [5, message("a player who can move may not pass; possible is {example}", { example })];
  if (used < most) return [5, message("{used} of the moves made where {most} can be: for instance {example}", { used, most, example })];
  return [6, message("as many moves can be made with more eyes: for instance {example}", { example })];
}

/** The position after landings that were not judged, and its ending. Null if a point of departure has no man. */
function applyMoves(position, seat, moves, rules) {
  const before = stateOf(position, seat);
  let state = before;
  for (const move of moves) {
    const [start, end] = [number(move.from), number(move.to)];
    if (!(state.mine >> start & 1) || end === BAR_POINT) return null;
    state = land(state, start, end);
    if (rules.ending(state.board)) break;
  }
  const outcome = rules.atTheEnd(rules.ending(state.board), before.board, state.board);
  return { position: positionOf(state.board, seat), outcome };
}

/**
 * A game of the family. `rulesOf(options)` gives what it decides itself; the rest is backgammon's: `letter` begins the
 * names of its rules (B3: rule 3 of `docs/games/backgammon.md`), `numbers(dice)` are the single moves of a throw,
 * `starts(state, die)` the bits of the points from which a man can go, `ending(board)` is what the mover's last landing
 * brought about, `atTheEnd(ending, before, after)` the same once the turn is over, and `reason(state, start, end, left)` the
 * game's own cause for refusing a landing: number of the rule, and sentence.
 */
export function family(rulesOf) {
  const backgammon = { numbers: doubled, starts, ending: borneOff, atTheEnd: (outcome) => outcome, reason: () => null };
  const chosen = (options) => ({ ...backgammon, ...rulesOf(options) });
  const search = (position, seat, dice, options) => {
    const rules = chosen(options);
    return searchOf(stateOf(position, seat), rules.numbers(dice), rules);
  };
  return {
    numbers: (dice, options) => chosen(options).numbers(dice),
    plays: (position, seat, dice, options) => turnsOf(search(position, seat, dice, options), (board) => positionOf(board, seat)),
    turnStates: (...asked) => turnStates(search(...asked)),
    check: (position, seat, dice, moves, options) => check(position, seat, chosen(options).numbers(dice), moves, chosen(options)),
    applyMoves: (position, seat, moves, options) => applyMoves(position, seat, moves, chosen(options)),
    ended(position, options) {
      const board = boardOf(position, "white");
      return chosen(options).ending(board) ?? chosen(options).ending(turned(board));
    },
    nextSeat: (_, seat) => other(seat),
  };
}
