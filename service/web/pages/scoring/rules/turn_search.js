// The turns of a throw, in games whose landings take one die each.
//
// A search has the state `root`, the single moves `numbers`, `steps(state, die)` (each landing with the state after it and
// the ending of the game by it), `best(ends)` (the complete turns that the rules demand) and `outcome(node)` (the ending of
// the game by a turn that is over). A state has its `board`.

const nameOf = (board, outcome) => String.fromCharCode.apply(null, board) + outcome;

/** Every state of a turn once, the first before any landing: `ways` lead on, `before` is the first way there. */
function nodesOf({ root, numbers, steps }) {
  const nodes = [{ state: root, outcome: null, left: [...numbers].sort(), ways: [], before: null }];
  const known = new Map();
  for (let at = 0; at < nodes.length; at += 1) {
    const node = nodes[at];
    for (let place = 0; place < node.left.length && !node.outcome; place += 1) {
      const die = node.left[place];
      if (place && die === node.left[place - 1]) continue; // they are sorted
      const left = node.left.filter((_, each) => each !== place);
      const rest = left.join("");
      const landings = steps(node.state, die);
      for (let one = 0; one < landings.length; one += 1) {
        const { from, to, state, outcome } = landings[one];
        const key = nameOf(state.board, outcome) + rest;
        let next = known.get(key);
        if (!next) {
          next = { state, outcome, left, ways: [], before: { node, from, to } };
          known.set(key, next);
          nodes.push(next);
        }
        node.ways.push({ from, to, die, node: next });
      }
    }
  }
  return nodes;
}

const named = (node, outcome) => nameOf(node.state.board, outcome);

/**
 * The states of a turn as `nodes`. Of its complete turns, `ends`, those that the rules demand are `best`. `legal` are
 * these and those others that end the game, one for each thing that they leave. None is a forced pass.
 */
export function searched(search) {
  const nodes = nodesOf(search);
  const ends = nodes.filter((node) => node.before && !node.ways.length);
  const best = search.best(ends);
  const legal = new Map();
  for (const node of [...best, ...ends.filter(({ outcome }) => outcome)]) {
    const name = named(node, search.outcome(node));
    if (!legal.has(name)) legal.set(name, node);
  }
  return { nodes, ends, best, legal };
}

/** True if one of these turns leaves this board and ends the game in this way. */
export const leads = (ends, board, outcome) => ends.some((node) => (
  node.outcome === outcome && node.state.board.every((count, slot) => count === board[slot])));

/** The landings that lead to a node. */
export function landingsTo(node) {
  const landings = [];
  for (let way = node.before; way; way = way.node.before) landings.unshift({ from: way.from, to: way.to });
  return landings;
}

/** Every distinct legal turn: its landings, the position that it leaves, and how it ends the game. */
export const turnsOf = (search, positionOf) => [...searched(search).legal.values()].map((node) => (
  { moves: landingsTo(node), position: positionOf(node.state.board), outcome: search.outcome(node) }));

/**
 * A turn landing by landing (`core/rules/turn_steps.py`): states with `steps`, each `[from, to, die, state]`, and the
 * `outcome` of a turn that is complete. A first state without steps is a forced pass.
 */
export function turnStates(search) {
  const { nodes, legal } = searched(search);
  const kept = new Set();
  for (const node of [...nodes].reverse()) { // a state that leads to no legal turn is left out
    node.ways = node.ways.filter((way) => kept.has(way.node));
    if (node.ways.length || legal.has(named(node, search.outcome(node)))) kept.add(node);
  }
  kept.add(nodes[0]);
  const found = nodes.filter((node) => kept.has(node));
  const numbers = new Map(found.map((node, number) => [node, number]));
  return found.map((node) => ({
    steps: node.ways.map((way) => [way.from, way.to, way.die, numbers.get(way.node)]),
    outcome: node.ways.length || !node.before ? null : search.outcome(node),
  }));
}
