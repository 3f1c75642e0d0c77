// The tournament page as it is played: its changing part comes anew whenever a result does.
import { fetched, renewal } from "../requests.js";
import "../folded.js";
import { follow } from "../live.js";

const room = document.getElementById("now");
const { tournament, version } = room.dataset;
let shown = "";

async function renew() {
  const html = await fetched(`/tournaments/${tournament}/now${location.search}`);
  if (html === shown) return;
  shown = html;
  const closed = new Set([...room.querySelectorAll("details:not([open]) summary")].map((each) => each.innerText));
  const focused = room.contains(document.activeElement) ? document.activeElement.getAttribute("href") : null;
  room.innerHTML = html; // our own page, every value in it escaped by the server
  for (const each of room.querySelectorAll("details")) if (closed.has(each.querySelector("summary").innerText)) each.open = false;
  if (focused) room.querySelector(`a[href="${CSS.escape(focused)}"]`)?.focus();
}

const soon = renewal(250, renew);
follow(`/v1/tournaments/${tournament}/stream?after=${version}`, document.getElementById("line"), (event) => {
  if (!event || (event.type === "fact" && JSON.parse(event.data).stream === tournament)) soon();
});
