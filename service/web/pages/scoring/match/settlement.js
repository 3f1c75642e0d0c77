// The winner of a match: by games, by points, or by the fewest rounds to pay; and the comparison of equal totals (§13).
//
// A game has its `endings` (each `key`, `points` and `rank`), `cube` and `placings`, as the page has them. A result has
// `winner` and `outcome`, `cube` if there is one, and `placings` where the game has them.
const CUBE_LIMIT = 64;

const endingOf = (game, { outcome }) => game.endings.find(({ key }) => key === outcome);
const points = (game, result) => endingOf(game, result).points * (result.cube ?? 1);
const rank = (game, result) => endingOf(game, result).rank * (result.cube ?? 1);

/**
 * The points of each seat, those of its start (H2) with them; where games have placings, the rounds that it pays: one for
 * each game that it lost.
 */
export function score(game, results, seats, start) {
  const total = Object.fromEntries(seats.map((seat) => [seat, start?.[seat] ?? 0]));
  for (const result of results) {
    if (game.placings) total[result.placings.at(-1)] += 1;
    else total[result.winner] += points(game, result);
  }
  return total;
}

/**
 * A match of this length (`{games: 5}` or `{points: 7}`) as it stands after these results, in order. It has a winner once
 * all games are over, or once it is clinched (S10): `clinched` says that games remained. `comparison` is null, or what
 * decided equal totals: rows of each side's next best game, or null.
 */
export function settle(game, length, results, seats, start) {
  const total = score(game, results, seats, start);
  const open = { score: total, winner: null, decided_by: null, clinched: false, comparison: null };
  if (length.points) {
    const winner = seats.find((seat) => total[seat] >= length.points);
    return winner ? { ...open, winner, decided_by: "points" } : open;
  }
  const leader = leaderOf(game, results, seats, start);
  const remaining = length.games - results.length;
  const clinched = remaining > 0 && leader.winner !== null && isClinched(game, remaining, results, seats, leader.winner, start);
  return remaining > 0 && !clinched ? open : { ...open, ...leader, clinched };
}

function leaderOf(game, results, seats, start) {
  const total = score(game, results, seats, start);
  const best = (game.placings ? Math.min : Math.max)(...Object.values(total));
  let tied = seats.filter((seat) => total[seat] === best);
  if (tied.length === 1) return { winner: tied[0], decided_by: "points", comparison: null };
  const ranked = Object.fromEntries(tied.map((seat) => [seat, bestFirst(game, results, seat)]));
  const rows = [];
  for (let place = 0; tied.some((seat) => place < ranked[seat].length); place += 1) {
    const row = Object.fromEntries(tied.map((seat) => [seat, ranked[seat][place] ?? null]));
    rows.push(row);
    const highest = Math.max(...tied.map((seat) => row[seat]?.rank ?? -1));
    tied = tied.filter((seat) => (row[seat]?.rank ?? -1) === highest);
    if (tied.length === 1) return { winner: tied[0], decided_by: "highest_game", comparison: rows };
  }
  const winner = results[0]?.placings?.find((seat) => tied.includes(seat)) ?? null; // the earlier game
  return { winner, decided_by: winner && "highest_game", comparison: rows.length ? rows : null };
}

/** The games that a seat can show; with placings all of them, ranked by how many seats it left behind. */
function bestFirst(game, results, seat) {
  return results.map((result, at) => ({
    game: at + 1, outcome: result.outcome,
    rank: game.placings ? result.placings.length - 1 - result.placings.indexOf(seat) : rank(game, result),
  })).filter((_, at) => game.placings || results[at].winner === seat)
    .sort((one, two) => two.rank - one.rank || one.game - two.game);
}

/** S10: even the best ending in every remaining game would not help an opponent, the tie-break included. */
const isClinched = (game, remaining, results, seats, leader, start) => seats.every((rival) => {
  if (rival === leader) return true;
  const course = [...results, ...Array(remaining).fill(bestFor(game, seats, rival, leader))];
  return leaderOf(game, course, seats, start).winner === leader;
});

function bestFor(game, seats, rival, leader) {
  const { key } = game.endings.reduce((best, each) => (
    each.points > best.points || (each.points === best.points && each.rank > best.rank) ? each : best));
  if (!game.placings) return { winner: rival, outcome: key, cube: game.cube ? CUBE_LIMIT : 1 };
  const between = seats.filter((seat) => seat !== rival && seat !== leader);
  return { winner: rival, outcome: key, placings: [rival, ...between, leader] };
}
