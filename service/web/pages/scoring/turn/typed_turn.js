// A turn as people write it (`8/5 6/5*`), brought to its landings.
import { alike } from "../alike.js";
import { explain } from "../dom.js";
import { checked, playsOf } from "./legal.js";
import { inNames } from "./turn_text.js";

const PATIENCE = 2_500; // milliseconds after which a turn is taken as it is typed

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

/** The service's reading of a turn's text, with its short forms. Rejects without an answer, with what it says of a wrong text. */
async function readByService({ match, before, seat, dice }, text) {
  const answer = await fetch(`/v1/games/${match.game.key}/check`, {
    method: "POST", headers: { "Content-Type": "application/json", "Accept-Language": document.documentElement.lang },
    signal: AbortSignal.timeout(PATIENCE),
    body: JSON.stringify({ position: before.position, to_move: seat, dice, moves: text, options: match.options }),
  });
  const said = await answer.json();
  if (!answer.ok) throw new Error(said.errors ? Object.values(said.errors).flat().join(" ") : said.detail);
  return said;
}

/** `{moves}` to play, or `{why}` it cannot be. Where a real board stands any landings are taken. */
export async function typed(turn, said, advisory) {
  const text = inNames(said);
  const plain = plainly(text);
  const known = plain && checked(turn, plain);
  if (known?.legal) return { moves: plain };
  let judged;
  try {
    judged = await readByService(turn, text);
  } catch (wrong) {
    if (wrong.name === "Error" || !plain) return { why: wrong.message };
    judged = { legal: false, explanation: explain(known.message) }; // the service is away
  }
  if (!judged.legal) return advisory ? { moves: plain ?? [] } : { why: judged.explanation };
  const { match, seat, dice, before: { position } } = turn;
  return playsOf(match, { position, to_move: seat }, dice).find((each) => alike(each.position, judged.position));
}
