// The last play: what was thrown and played, in words and as a dotted path on the board.
import { alike } from "../alike.js";
import { h, say } from "../dom.js";
import { writtenTogether } from "../turn/turn_text.js";

const MOVED = new Set(["CheckersMoved", "TurnPassed"]);
const ENDS = new Set(["DoubleDropped", "GameReported", "GameResigned", "PositionAgreed", "PositionSet", "ResultReported"]);
const SEEN = 4; // men that lie beside each other on a point
const BOW = 2; // how far a path along one side of the board bows towards the middle, in men

/** The last play of these facts: `by`, `dice`, and its landings in `moves`. Null if there is none. */
export function lastPlay(match, facts) {
  const isPlayed = ({ type }) => MOVED.has(type) || (match.game.throw_is_play && type === "DiceRolled");
  const place = facts.findLastIndex(isPlayed);
  if (place < 0 || facts.slice(place).some(({ type }) => ENDS.has(type))) return null; // it is another game's
  const { by, moves = [] } = facts[place];
  const thrown = facts.slice(0, place + 1).findLast(({ type }) => type === "DiceRolled" || type === "OpeningRolled");
  return thrown ? { by, moves, dice: thrown.dice ?? match.seats.map((seat) => thrown[seat]) } : null;
}

function inWords(match, { by, dice, moves }) {
  const values = { dice: dice.join("–"), moves: writtenTogether(moves) };
  const words = match.game.throw_is_play ? "last_threw" : moves.length ? "last_played" : "last_passed";
  return [h("span", { class: `seat ${by}` }), h("bdi", {}, match.names[by]), " ", h("span", {}, say(words, values))];
}

/** Say the last play on one line, once: the line is read out when it changes. */
export function tellLast(line, match, last) {
  const said = JSON.stringify(last);
  if (line.dataset.said === said) return;
  line.dataset.said = said;
  line.replaceChildren(...(last ? inWords(match, last) : []));
}

/** The landings to draw: those of the turn that is tapped, else those of the last play of the game. */
export function wayOf(match, turn, last, position) {
  if (turn?.path.length) return { by: turn.seat, moves: turn.path };
  return last && !alike(position, match.game.start) ? last : { by: match.seats[0], moves: [] };
}

/**
 * Draw landings into `drawing`, on a board of these `sizes`. `point(place)` gives the element of a point and the number of
 * men on it, or null for the bar and what is off: that is the middle of the board. On a board that stands a point is a row,
 * on one that lies a column: `along` the long sides, `across` from one to the other.
 */
export function drawPath(drawing, { stands, man, step, rim }, moves, point) {
  const board = drawing.parentElement;
  if (!board.clientWidth) return; // it is not shown
  const [length, width] = stands ? [board.clientHeight, board.clientWidth] : [board.clientWidth, board.clientHeight];
  const spot = (place, more) => {
    const found = point(place);
    if (!found) return null;
    const { element, count } = found;
    const inwards = rim + man / 2 + step * (Math.min(Math.max(count + more, 1), SEEN) - 1);
    const far = element.classList.contains(stands ? "right" : "near");
    const along = stands ? element.offsetTop + element.clientHeight / 2 : element.offsetLeft + element.clientWidth / 2;
    return { along, across: far ? width - inwards : inwards, far };
  };
  const drawn = (along, across) => (stands ? `${across} ${along}` : `${along} ${across}`);
  const lines = moves.map(({ from, to }, at) => {
    const onTheWay = moves.slice(0, at).some((each) => each.to === from);
    const ends = [spot(from, onTheWay ? 0 : 1), spot(to, 0)];
    const other = ends[0] ?? ends[1];
    const [start, end] = ends.map((each) => each ?? { across: width / 2, along: other?.along ?? length / 2 });
    const sameSide = start.far !== undefined && start.far === end.far;
    const bow = sameSide ? (start.far ? -BOW : BOW) * man : 0;
    const middle = drawn((start.along + end.along) / 2, (start.across + end.across) / 2 + bow);
    const way = `M${drawn(start.along, start.across)}Q${middle} ${drawn(end.along, end.across)}`;
    const [x, y] = drawn(start.along, start.across).split(" ");
    return [
      h("path", { class: "shade", d: way }), h("path", { d: way }),
      onTheWay || !ends[0] ? null : h("circle", { cx: x, cy: y, r: man / 2 - 3 }), // none stood in the middle of the board
    ];
  });
  drawing.replaceChildren(...lines.flat().filter(Boolean));
}
