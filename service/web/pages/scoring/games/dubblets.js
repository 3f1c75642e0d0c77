// Dubblets: half a board and no movement; each lays nine stacked men down, then bears fifteen off.
//
// By the source's own words, with the readings DU1 to DU7 of `docs/games/dubblets.md`. A side has its men by point, and how
// many of them are still stacked. The two dice of a throw are used one by one, in the order that the thrower chooses.
import { OFF } from "../board/geometry.js";
import { other, SEATS } from "../rules/board.js";
import { allowed, leftOver, message, refused, shownLandings } from "../rules/messages.js";

const DOWN = "down";
const OPPONENT = "opponent";
const MEN = 15;
const POINTS = [1, 2, 3, 4, 5, 6];

const sum = (counts) => counts.reduce((all, each) => all + each, 0);
const row = (counts = {}) => POINTS.map((point) => counts[point] ?? 0);
const named = (counts) => Object.fromEntries(POINTS.map((point, at) => [point, counts[at]]).filter(([, count]) => count));
const less = (counts, point) => counts.map((count, at) => (at === point - 1 ? count - 1 : count));

const sideOf = ({ points, stacked }) => ({ points: row(points), stacked: row(stacked) });
const wordsOf = ({ points, stacked }) => ({ points: named(points), stacked: named(stacked), off: MEN - sum(points) });
const sidesOf = (position, seat) => [sideOf(position[seat]), sideOf(position[other(seat)])];

function seated(seat, own, foe) {
  const [white, black] = (seat === SEATS[0] ? [own, foe] : [foe, own]).map(wordsOf);
  return { white, black };
}

const laid = (side, point) => ({ ...side, stacked: less(side.stacked, point) });

/** The side with one man of the point off; from a stack the top man is taken. */
const borne = (side, point) => ({ ...(side.stacked[point - 1] ? laid(side, point) : side), points: less(side.points, point) });

/** DU7: the first player to bear off all men wins. */
const over = (side) => (sum(side.points) ? null : "borne_off");

/** Effect of one die on its thrower or the opponent (DU2, DU3, DU4). Null: it is wasted. */
function meant(own, foe, die) {
  if (own.stacked[die - 1]) return { from: die, to: DOWN };
  if (sum(own.stacked)) return foe.stacked[die - 1] ? { from: die, to: DOWN, by: OPPONENT } : null;
  return own.points[die - 1] ? { from: die, to: OFF } : null;
}

/** Both sides after a landing that the men allow, whatever the dice; null if no such man is there. */
function landed(own, foe, { from, to, by }) {
  if (!POINTS.includes(from) || ![undefined, OPPONENT].includes(by)) return null;
  if (to === DOWN) {
    if (!(by ? foe : own).stacked[from - 1]) return null;
    return by ? [own, laid(foe, from)] : [laid(own, from), foe];
  }
  return to === OFF && !by && own.points[from - 1] ? [borne(own, from), foe] : null;
}

/** Two different dice, obeyed one after the other: the landings, and both sides after them. */
function inOrder(own, foe, dice) {
  const moves = [];
  for (const die of dice) {
    const landing = over(own) ? null : meant(own, foe, die);
    if (landing) {
      moves.push(landing);
      [own, foe] = landed(own, foe, landing);
    }
  }
  return { moves, own, foe };
}

/** The men that a player's throws are now for, and where they go. */
const phase = (own) => (sum(own.stacked) ? ["stacked", DOWN] : ["points", OFF]);

/** Every choice of so many men of a pile. */
function choices(pile, men) {
  if (!pile.length) return men ? [] : [[]];
  const [count, ...others] = pile;
  const found = [];
  for (let taken = 0; taken <= Math.min(count, men); taken += 1) {
    found.push(...choices(others, men - taken).map((rest) => [taken, ...rest]));
  }
  return found;
}

/** DU5: every choice of as many men as the dice show spots, or of all that there are in this phase. */
function ofDouble(own, foe, die) {
  const [pile, to] = phase(own);
  return choices(own[pile], Math.min(2 * die, sum(own[pile]))).map((taken) => ({
    moves: [...POINTS].reverse().flatMap((from) => Array(taken[from - 1]).fill({ from, to })),
    own: { ...own, [pile]: own[pile].map((count, at) => count - taken[at]) }, foe,
  }));
}

const turns = (own, foe, dice) => (dice[0] === dice[1] ? ofDouble(own, foe, dice[0])
  : [dice, [...dice].reverse()].map((each) => inOrder(own, foe, each)));

/** Every distinct legal turn; an empty list is a throw that neither player can use, and is passed (DU6). */
function plays(position, seat, dice) {
  const found = new Map();
  for (const { moves, own, foe } of turns(...sidesOf(position, seat), dice)) {
    const key = JSON.stringify([own, foe]);
    if (moves.length && !found.has(key)) found.set(key, { moves, position: seated(seat, own, foe), outcome: over(own) });
  }
  return [...found.values()];
}

const alike = (one, two) => JSON.stringify(one) === JSON.stringify(two);
const plain = (moves) => moves.map(({ from, to, by }) => (by ? [from, to, by] : [from, to]));

/** Judge one turn, the opponent's use of a wasted number included. The men of a double may come in any order. */
function check(position, seat, dice, moves) {
  const [own, foe] = sidesOf(position, seat);
  const isDouble = dice[0] === dice[1];
  const order = (landings) => (isDouble ? plain(landings).sort() : plain(landings));
  const found = turns(own, foe, dice);
  const turn = found.find((each) => alike(order(each.moves), order(moves)));
  if (turn) return allowed(seated(seat, turn.own, turn.foe), over(turn.own));
  if (!moves.length) {
    const possible = shownLandings(found[0].moves);
    return refused("DU6", message("a throw that can be used may not be passed; possible is {possible}", { possible }));
  }
  return refused(...(isDouble ? wrongDouble : wrong)(own, foe, dice, moves));
}

const ruleOf = ({ to, by }) => (by ? "DU3" : to === DOWN ? "DU2" : "DU4");

/** The first landing of two different dice that is not what its die means, or the die that was not used. */
function wrong(own, foe, dice, moves) {
  const diceLeft = [...dice];
  for (const landing of moves) {
    const said = shownLandings([landing]);
    const point = landing.from;
    if (over(own)) return ["DU7", message("{said}: the game was over before, all fifteen are off", { said })];
    if (!diceLeft.includes(point)) {
      const shown = leftOver(diceLeft);
      return ["DU2", message("{said}: {shown} is left of the dice, and each die is one man of its point", { said, shown })];
    }
    const means = meant(own, foe, point);
    if (!means) return [ruleOf(landing), message("{said}: neither player can use a {point} here, so it is lost", { said, point })];
    if (!alike(plain([means]), plain([landing]))) {
      return [ruleOf(means), message("{said}: here a {point} is {text}", { said, point, text: shownLandings([means]) })];
    }
    diceLeft.splice(diceLeft.indexOf(point), 1);
    [own, foe] = landed(own, foe, means);
  }
  const unused = diceLeft.map((die) => meant(own, foe, die)).find(Boolean);
  const missing = message("a number that can be used is used: {text} is missing", { text: shownLandings([unused]) });
  return [unused.by ? ruleOf(unused) : "DU6", missing];
}

/** The reason why these landings are not the men of a double (DU5). */
function wrongDouble(own, foe, dice, moves) {
  const [pile, to] = phase(own);
  const men = Math.min(2 * dice[0], sum(own[pile]));
  const done = message(to === DOWN ? "laid down" : "borne off");
  for (const landing of moves) {
    const said = shownLandings([landing]);
    if (landing.by) return ["DU5", message("{said}: a double is its thrower's alone; what the thrower cannot use is lost", { said })];
    if (landing.to !== to) {
      return [to === DOWN ? "DU5" : "DU4", message("{said}: all men of this throw are {done}", { said, done })];
    }
    const after = landed(own, foe, landing);
    if (!after) return [ruleOf(landing), message("{said}: no man is there that could be {done}", { said, done })];
    [own, foe] = after;
  }
  return ["DU5", message("a double of {dice} is {men} men {done} here, not {moves}", { dice: dice[0], men, done, moves: moves.length })];
}

/** The position after landings that were not judged. Null if a man that was taken is not there. */
function applyMoves(position, seat, moves) {
  let [own, foe] = sidesOf(position, seat);
  for (const landing of moves) {
    const after = landed(own, foe, landing);
    if (!after) return null;
    [own, foe] = after;
    if (over(own)) break;
  }
  return { position: seated(seat, own, foe), outcome: over(own) };
}

export const dubblets = {
  numbers: (dice) => [...dice],
  plays, check, applyMoves,
  ended: (position) => over(sideOf(position.white)) ?? over(sideOf(position.black)), // DU7
  nextSeat: (_, seat) => other(seat),
};
