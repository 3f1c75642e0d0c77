// Legal turns, asked of the service before they are needed: those of every throw of the next player come together.
const PATIENCE = 2_500; // milliseconds after which a turn is taken as tapped
const AGAIN = 3_000; // milliseconds until plays without which nothing goes on are asked for again
const KEPT = 4; // positions

const named = (dice) => [...dice].sort().join("-");

/** Every throw of so many dice that are not told apart. */
function throws(count, least = 1) {
  if (!count) return [[]];
  const found = [];
  for (let die = least; die <= 6; die += 1) found.push(...throws(count - 1, die).map((rest) => [die, ...rest]));
  return found;
}

export class LegalTurns {
  #known = new Map(); // by position: the states by throw, or the promise of them

  constructor(match, changed) {
    Object.assign(this, { match, changed });
  }

  // All throws of two dice are asked for together; of three dice each by itself.
  #key(state, dice) {
    const alone = this.match.game.dice > 2 && dice ? named(dice) : null;
    return JSON.stringify([state.to_move, state.position, alone]);
  }

  /** The states of a throw: undefined while they are asked for, null where the service has none or is away. */
  states(state, dice) {
    const found = this.#known.get(this.#key(state, dice));
    if (!found) { this.ask(state, dice); return undefined; }
    return found.throws?.has(named(dice)) ? found.throws.get(named(dice)) : found.waiting ? undefined : null;
  }

  /** Ask for the turns of a position: of all throws of two dice, else of the one that lies there. */
  async ask(state, dice = null) {
    const count = this.match.game.dice;
    const fixed = dice ?? state.dice;
    if (!state.to_move || !this.match.game.forward || (count > 2 && !fixed)) return;
    const key = this.#key(state, fixed);
    if (this.#known.has(key)) return; // also where the service was away: `again` forgets that
    const asked = state.dice || count > 2 ? [fixed] : throws(count);
    this.#known.set(key, { waiting: true });
    while (this.#known.size > KEPT) this.#known.delete(this.#known.keys().next().value);
    try {
      const { position, to_move } = state;
      const { throws: found } = await this.question("turns", { position, to_move, throws: asked });
      this.#known.set(key, { throws: new Map(found.map((each) => [named(each.dice), each.states])) });
    } catch {
      this.#known.set(key, { waiting: false });
    }
    this.changed();
  }

  /** The legal plays of a throw, each as its landings; undefined while they are asked for, null without the service. */
  plays(state, dice) {
    const key = `plays ${JSON.stringify([state.to_move, state.position, dice])}`;
    const found = this.#known.get(key);
    if (!found) this.#askPlays(key, state, dice);
    return found?.waiting ?? true ? undefined : found.plays ?? null;
  }

  async #askPlays(key, state, dice) {
    this.#known.set(key, { waiting: true });
    try {
      this.#known.set(key, { waiting: false, throws: true, plays: await this.list(state.position, state.to_move, dice) });
    } catch {
      this.#known.set(key, { waiting: false });
      setTimeout(() => { this.#known.delete(key); this.changed(); }, AGAIN);
    }
    this.changed();
  }

  /** Ask for the legal plays of a throw. Rejects without an answer. */
  async list(position, to_move, dice) {
    const { plays } = await this.question("plays", { position, to_move, dice });
    return plays;
  }

  /** Ask the rules of the game. Rejects without an answer, with what the service says of a wrong question. */
  async question(what, body) {
    const answer = await fetch(`/v1/games/${this.match.game.key}/${what}`, {
      method: "POST", headers: { "Content-Type": "application/json", "Accept-Language": document.documentElement.lang },
      signal: AbortSignal.timeout(PATIENCE), body: JSON.stringify({ ...body, options: this.match.options }),
    });
    const said = await answer.json();
    if (!answer.ok) throw new Error(said.errors ? Object.values(said.errors).flat().join(" ") : said.detail);
    return said;
  }

  /** Forget that the service was away, so that it is asked again. */
  again() {
    for (const [key, found] of this.#known) if (!found.throws && !found.waiting) this.#known.delete(key);
  }
}
