// Turns as people read and write them: `8/5 6/5*`, with words of the reader's language for bar and off.
import { places } from "../dom.js";

const PLACES = places(); // by the names that facts have
const NAMES = new Map(Object.entries(PLACES).map(([name, word]) => [word.toLowerCase(), name]));

const landing = ({ from, to, hit, by }) => `${PLACES[from] ?? from}/${PLACES[to] ?? to}${hit ? "*" : ""}${by ? " (+)" : ""}`;

/** Landings one after the other: `16/22 8/10*`. */
export const written = (moves) => moves.map(landing).join(" ");

/** Landings with equal ones once and their number: `1/5(2) 7/9*`. */
export function writtenTogether(moves) {
  const words = moves.map(landing);
  return [...new Set(words)].map((each) => {
    const count = words.filter((word) => word === each).length;
    return count > 1 ? `${each}(${count})` : each;
  }).join(" ");
}

/** A turn's text as the service reads it. Another word stays as it is typed. */
export const inNames = (text) => text.replace(/\p{L}+/gu, (word) => NAMES.get(word.toLowerCase()) ?? word);
