// The player whom this browser's reader is: kept in this browser alone.
const EVERYWHERE = "brade.me";

const read = (key) => { try { return JSON.parse(localStorage.getItem(key)); } catch { return null; } };
const write = (key, value) => { try {
  if (value) localStorage.setItem(key, JSON.stringify(value)); else localStorage.removeItem(key);
} catch { /* a browser that keeps nothing: until the page is closed */ } };

/** The player whom this browser's reader is in a tournament, if they said so: `player` and `name`. */
export const me = (tournament) => read(`${EVERYWHERE}.${tournament}`);

/** The player whom this browser's reader was last, in any tournament. */
export const known = () => read(EVERYWHERE);

/** Keep more of the reader in a tournament. */
export const keep = (tournament, own) => write(`${EVERYWHERE}.${tournament}`, own);

/** Keep who the reader is, or forget it. */
export function become(tournament, who) {
  keep(tournament, who);
  write(EVERYWHERE, who && { player: who.player, name: who.name });
}
