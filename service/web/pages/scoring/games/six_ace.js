// Six-Ace: two to five players hand men on, into the pool and off the table; the last one with men pays.
//
// By the source's own words, with the readings SA1 to SA11 of `docs/games/six_ace.md`. Nothing is chosen but the order of
// the two dice: the throw is the play. Seats sit clockwise, so that the next one is the neighbour on the left. The caller
// sees to it that the seat that throws has men, and that the game is not over.
import { OFF } from "../board/geometry.js";
import { allowed, leftOver, message, refused, shownLandings } from "../rules/messages.js";

const HAND = "men";
const LEFT = "left";
const POOL = "pool";
const TO = { 1: LEFT, 5: POOL, 6: OFF };

const seatsOf = (position) => Object.keys(position).filter((name) => ![POOL, "out"].includes(name)).sort();
const stillIn = (position) => seatsOf(position).filter((seat) => position[seat].men);
const outOf = (position) => position.out ?? seatsOf(position).filter((seat) => !position[seat].men);

/** The next seat clockwise that still has men (SA3, SA10): `seat` itself if no other has. */
function leftOf(position, seat) {
  const seats = seatsOf(position);
  const place = seats.indexOf(seat);
  return [...seats.slice(place + 1), ...seats.slice(0, place + 1)].find((each) => position[each].men) ?? seat;
}

/** Every seat, the first one out first and the one that pays last (SA11); empty while the game goes on. */
export function placings(position) {
  const still = stillIn(position);
  return still.length === 1 ? [...outOf(position), ...still] : [];
}

const ended = (position) => (placings(position).length ? "placings" : null);

/** One die after the other (SA2 to SA9), and whether the thrower is then out (SA10). */
function obeyed(before, seat, dice) {
  const left = leftOf(before, seat);
  const position = { ...Object.fromEntries(seatsOf(before).map((each) => [each, { ...before[each] }])), pool: before.pool };
  const own = position[seat];
  const moves = [];
  for (const die of dice) {
    if (die === 2 && position.pool) {
      position.pool -= 1;
      own.men += 1;
      moves.push({ from: POOL, to: HAND });
    } else if (TO[die] && own.men) {
      own.men -= 1;
      if (die === 1) position[left].men += 1;
      else if (die === 6) own.off += 1;
      else position.pool += 1;
      moves.push({ from: HAND, to: TO[die] });
    }
  }
  const out = own.men ? outOf(before) : [...outOf(before), seat];
  return { moves, position: out.length ? { ...position, out } : position };
}

const orders = (dice) => [dice, [...dice].reverse()];
const alike = (one, two) => JSON.stringify(one) === JSON.stringify(two);
const plain = (moves) => moves.map(({ from, to }) => [from, to]);

/** The results of a throw in the given order and, where it differs, in the other (SA2). */
function plays(position, seat, dice) {
  const found = new Map();
  for (const order of orders(dice)) {
    const turn = obeyed(position, seat, order);
    const key = JSON.stringify(turn.position);
    if (!found.has(key)) found.set(key, { ...turn, outcome: ended(turn.position) });
  }
  return [...found.values()];
}

/** The throw as a play: its dice in the order given, or in the order that `moves` tell. */
function check(position, seat, dice, moves) {
  for (const order of orders(dice)) {
    const turn = obeyed(position, seat, order);
    if (!moves.length || alike(plain(turn.moves), plain(moves))) return allowed(turn.position, ended(turn.position));
  }
  const means = obeyed(position, seat, dice).moves;
  const text = means.length ? shownLandings(means) : message("nothing");
  return refused("SA2", message("the throw is the play: {shown} is {text}", { shown: leftOver(dice), text }));
}

/** The seat that throws after a throw that left this position (SA6, SA8, SA10). */
function nextSeat(position, seat, dice) {
  const again = dice.includes(2) || dice[0] === dice[1];
  const bothTwos = dice.every((die) => die === 2);
  return again && !bothTwos && position[seat].men ? seat : leftOf(position, seat);
}

const dieOf = ({ from, to }) => (from === POOL && to === HAND ? 2
  : from === HAND ? Number(Object.keys(TO).find((die) => TO[die] === to) ?? 0) : 0);

/** The position after men were moved by hand. Null if a man that was taken is not there. */
function applyMoves(position, seat, moves) {
  if (!position[seat].men) return null;
  const turn = obeyed(position, seat, moves.map(dieOf));
  return alike(plain(turn.moves), plain(moves)) ? { position: turn.position, outcome: ended(turn.position) } : null;
}

export const sixAce = { numbers: (dice) => [...dice], plays, check, applyMoves, ended, nextSeat, placings };
