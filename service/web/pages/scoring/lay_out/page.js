// A page that lays out a board: what the sheet gives is sent at once, and the service's verdict is waited for.
import { say } from "../dom.js";
import { rulesOf, useRules } from "../turn/legal.js";
import { openLayOut } from "./lay_out.js";

const root = document.getElementById("scoring");
const match = JSON.parse(root.dataset.match);
const SECONDS = 5; // that a verdict is waited for

/** Write facts after the version that the page shows. Rejects with the service's words if they do not count. */
async function send(facts, key) {
  const answer = await fetch(`/v1/matches/${match.match_id}/events`, {
    method: "POST", body: JSON.stringify(facts),
    headers: {
      "Content-Type": "application/json", "Accept-Language": document.documentElement.lang, "Idempotency-Key": key,
      "If-Match": `"v${match.state.version}"`, Prefer: `wait=${SECONDS}`,
    },
  }).catch(() => { throw new Error(say("lay_away")); });
  const { detail, verdicts = [] } = await answer.json();
  if (answer.status === 412) throw new Error(say("lay_went_on"));
  if (!answer.ok) throw new Error(detail);
  const refused = verdicts.find(({ verdict }) => verdict === "refused");
  if (refused) throw new Error(refused.explanation);
}

/** Back to the page that led here, such as the desk: else to the match. */
function leave() {
  const before = document.referrer && new URL(document.referrer);
  const isOurs = before && before.origin === location.origin && before.pathname !== location.pathname;
  location.assign(isOurs && !root.dataset.next.endsWith("/score") ? before.href : root.dataset.next);
}

function open() {
  const key = crypto.getRandomValues(new Uint32Array(4)).join("-"); // of this position, however often it is sent
  openLayOut(root, {
    match, state: match.state, right: match.lays_out, ended: rulesOf().ended,
    async write(fact) { await send([fact], `${key}-${JSON.stringify(fact).length}`); leave(); },
  });
}

if (match.state.phase === "settled") {
  document.getElementById("lay-again").hidden = true;
  document.getElementById("lay-said").textContent = say("match_over");
} else {
  useRules(await import(root.dataset.rules));
  document.getElementById("lay-again").addEventListener("click", open);
  open();
}
