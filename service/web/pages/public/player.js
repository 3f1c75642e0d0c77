// The page of a player: what is next comes anew, and the reader may say that it is they.
import { become, me } from "./you.js";
import { fetched, renewal } from "../shared/requests.js";
import { follow } from "../shared/live.js";

const { tournament, version, player, name } = document.getElementById("player").dataset;
const page = `/tournaments/${tournament}`;
const room = document.getElementById("next");
const button = document.querySelector(".this-is-me");

function draw() {
  const mine = me(tournament)?.player === player;
  button.hidden = false;
  button.textContent = mine ? `✓ ${button.dataset.me}` : button.dataset.other;
  button.setAttribute("aria-pressed", String(mine));
}
button.addEventListener("click", () => {
  become(tournament, me(tournament)?.player === player ? null : { player, name });
  draw();
});
draw();

const soon = renewal(250, async () => { room.innerHTML = await fetched(`${page}/players/${player}/next`); });
follow(`/v1${page}/stream?after=${version}`, document.getElementById("line"), (event) => {
  if (!event || (event.type === "fact" && JSON.parse(event.data).stream === tournament)) soon();
});
