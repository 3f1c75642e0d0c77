// A turn as people write it (`8/5 6/5*`), brought to its landings.
import { inNames } from "./turn_text.js";

const placed = (word) => (/^\d+$/.test(word) ? Number(word) : word);

/** The landings as they are typed, without a look at the rules; null for what is no turn. */
function plainly(text) {
  const parts = text.trim().toLowerCase().replaceAll("*", "").split(/[\s,]+/);
  const moves = [];
  for (const part of parts) {
    const way = part.split("/");
    if (way.length < 2 || !way.every((each) => /^(bar|off|\d{1,2})$/.test(each))) return null;
    for (let at = 1; at < way.length; at += 1) moves.push({ from: placed(way[at - 1]), to: placed(way[at]) });
  }
  return moves;
}

/** `{moves}` to play, or `{why}` it cannot be. Where a real board stands, or without the service, any landings are taken. */
export async function typed(turn, legal, said, advisory) {
  const text = inNames(said);
  const { position } = turn.before;
  try {
    const judged = await legal.question("check", { position, to_move: turn.seat, dice: turn.dice, moves: text });
    if (!judged.legal && !advisory) return { why: judged.explanation };
    const left = JSON.stringify(judged.position);
    const play = judged.legal && (await legal.list(position, turn.seat, turn.dice)).find((each) => JSON.stringify(each.position) === left);
    return { moves: play ? play.moves : plainly(text) ?? [] };
  } catch (wrong) {
    const moves = wrong.name === "Error" ? null : plainly(text);
    return moves ? { moves } : { why: wrong.message };
  }
}
