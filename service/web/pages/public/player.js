// The page of a player: what is next comes anew. The reader may say that it is they, and is called on this page, too.
import { calls } from "./calls.js";
import { become, me } from "./me.js";
import { fetched, renewal } from "../shared/requests.js";
import { follow } from "../shared/live.js";

const { tournament, version, player, name } = document.getElementById("player").dataset;
const page = `/tournaments/${tournament}`;
const room = document.getElementById("next");
const button = document.querySelector(".this-is-me");
const call = document.querySelector(".call");
const called = calls(tournament, call, room.closest("section"));
const isMine = () => me(tournament)?.player === player;

function draw() {
  button.hidden = false;
  button.textContent = isMine() ? `✓ ${button.dataset.me}` : button.dataset.other;
  button.setAttribute("aria-pressed", String(isMine()));
  called.draw();
  tell();
}

/** Call the reader, if this is their page and something else is next for them. */
function tell() {
  const next = room.querySelector(".next-match");
  if (isMine() && next) called.told(next);
  else call.hidden = true;
}
button.addEventListener("click", () => {
  become(tournament, isMine() ? null : { player, name });
  draw();
});
draw();

const soon = renewal(250, async () => { room.innerHTML = await fetched(`${page}/players/${player}/next`); tell(); });
follow(`/v1${page}/stream?after=${version}`, document.getElementById("line"), (event) => {
  if (!event || (event.type === "fact" && JSON.parse(event.data).stream === tournament)) soon();
});
