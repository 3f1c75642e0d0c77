// Sentences of the rules as data: a pattern and its values, as the service sends them (`core/messages.py`).

/** The message of a pattern. A value is a number, a message, or several of these. */
export const message = (pattern, values = {}) => ({ pattern, values });

const place = (word) => (typeof word === "string" ? message(word) : word);

function shown({ from, to, by }) {
  const landing = message("{start}/{end}", { start: place(from), end: place(to) });
  return by ? message("{landing} by the opponent", { landing }) : landing;
}

/** Landings in a sentence: from, to, and by whom if the opponent makes it. */
export function shownLandings(landings) {
  const each = landings.map(shown);
  return each.length === 1 ? each[0] : message("{landings}", { landings: each });
}

/** The dice that are not played yet, in a sentence. */
export const leftOver = (dice) => (
  dice.length ? dice.reduce((first, second) => message("{first} and {second}", { first, second })) : message("nothing"));

/** The verdict on a turn that a rule forbids. */
export const refused = (rule, explanation) => ({ legal: false, rule, message: explanation, position: null, outcome: null });

/** The verdict on a legal turn: what it leaves. */
export const allowed = (position, outcome) => ({ legal: true, rule: null, message: null, position, outcome });
