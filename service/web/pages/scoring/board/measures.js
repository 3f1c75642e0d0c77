// The measures of a board of twenty-four points in its box, in pixels.
const THUMB = 40; // a board stands only where its points are so large then, and larger than lying
const STRIP = [28, 48]; // between the points of both sides: for dice and for men on the bar
const RIM = [12, 20]; // for the numbers
const SLACK = 2; // between two men
const FRAME = 10; // both borders together
const SHAPE = 1.05; // a board that lies is at most so high, of its width
const RIB = 0.02; // the ribs between the halves, of the length
const SIDE = 4; // men beside each other

const within = (low, value, high) => Math.max(low, Math.min(value, high));

/**
 * `stands` if its points are larger for a thumb that way; `man`, and `step` from one man of a pile to the next; `rim`,
 * `strip`, `bar` (the column, or row, between the halves) and `most`, the height that the board may have.
 */
export function measured({ clientWidth, clientHeight }, family) {
  const [wide, high] = [clientWidth - FRAME, clientHeight - FRAME];
  const bar = (length) => (family ? length / 13 : Math.min(length * RIB, RIM[0]));
  const stands = (high - bar(high)) / 12 >= THUMB && high > wide * 1.1;
  const most = stands ? clientHeight : Math.min(clientHeight, Math.round(clientWidth * SHAPE));
  const [length, width] = stands ? [high, wide] : [wide, most - FRAME];
  const unit = (length - bar(length)) / 12;
  const strip = Math.round(within(STRIP[0], width * 0.15, STRIP[1]));
  const rim = Math.round(stands ? 1.2 * RIM[1] : within(RIM[0], width * 0.07, RIM[1]));
  const half = width / 2 - rim - strip / 2;
  const man = Math.floor(Math.min(unit - SLACK, half / (stands ? SIDE : 2), 64));
  const step = Math.min(man, (half - man) / (SIDE - 1));
  return { stands, man, step, rim, strip, bar: Math.round(bar(length)), most };
}
