// Choices for a tablet, in the browser's storage: for a table, or for a match without one.
const TABLE = "brade-tablet ";
const SIDES = "brade-tablet-sides ";

export class Settings {
  #key;
  #sides;
  #known;

  constructor({ match_id, tournament, table }) {
    this.#key = TABLE + (table ? `${tournament}/${table}` : match_id);
    this.#sides = SIDES + match_id; // the next match has other players
    this.#known = { ...JSON.parse(localStorage.getItem(this.#key) ?? "{}"), swapped: localStorage.getItem(this.#sides) !== null };
  }

  /** The layout is on. */
  get chosen() { return Boolean(this.#known.chosen); }

  /** The numbers of the board do not turn. */
  get still() { return Boolean(this.#known.still); }

  /** The first player sits at the far side. */
  get swapped() { return this.#known.swapped; }

  set(name, value) {
    this.#known[name] = value;
    const { swapped, ...table } = this.#known;
    localStorage.setItem(this.#key, JSON.stringify(table));
    if (swapped) localStorage.setItem(this.#sides, "1");
    else localStorage.removeItem(this.#sides);
  }
}
