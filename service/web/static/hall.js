// The tournament page as it is played: its changing part comes anew whenever a result does.
import { follow } from "./live.js";

const room = document.getElementById("now");
const { tournament, version } = room.dataset;
let shown = "";
let due = false;

async function renew() {
  const answer = await fetch(`/tournaments/${tournament}/now${location.search}`, { headers: { Accept: "text/html" } });
  if (!answer.ok) return;
  const html = await answer.text();
  if (html === shown) return;
  shown = html;
  const open = new Set([...room.querySelectorAll("details:not([open]) summary")].map((each) => each.innerText));
  const focused = room.contains(document.activeElement) ? document.activeElement.getAttribute("href") : null;
  room.innerHTML = html; // our own page, every value in it escaped by the server
  for (const each of room.querySelectorAll("details")) if (open.has(each.querySelector("summary").innerText)) each.open = false;
  if (focused) room.querySelector(`a[href="${CSS.escape(focused)}"]`)?.focus();
}

follow(`/v1/tournaments/${tournament}/stream?after=${version}`, document.getElementById("line"), (event) => {
  if (event && (event.type !== "fact" || JSON.parse(event.data).stream !== tournament)) return;
  if (due) return;
  due = true;
  setTimeout(() => { due = false; renew().catch(() => {}); }, 250);
});
