// The overlay at work. Where it is shown at once it follows the match; where it is shown later it asks, as often as people
// would see it, for what is told by then: a stream would tell it before. At a table one match comes after the other.
import { fetched, renewal } from "../shared/requests.js";
import { setClocks } from "../shared/clock.js";
import { follow } from "../shared/live.js";

const OFTEN = 2_000; // milliseconds between two looks at a match that is shown later, or that is over
const SELDOM = 15_000; // and at one that is followed, should a piece of news have been missed
const END_STAYS = 20_000; // for which the end of a match is shown before the next one at its table
const now = document.getElementById("now");
const { part } = now.dataset;
const matchIn = (place) => place.querySelector(".bar")?.dataset.match;
let asked = Date.now();
let ended = null; // the match that gave way to another one, and since when
let followed = ""; // the stream of the match that is shown
let leave = () => {};

async function made(address) {
  const html = await fetched(address); // our own page, every value in it escaped by the server
  const come = document.createElement("template");
  come.innerHTML = html;
  return { html, content: come.content };
}

async function endOf(match) {
  const address = new URL(part, location.href);
  address.searchParams.delete("table");
  address.searchParams.set("match", match);
  const end = await made(address);
  return end.content.querySelector("[data-over]") && end; // a match that was moved to another table goes on
}

async function renew() {
  asked = Date.now();
  let come = await made(part);
  const shown = matchIn(now);
  if (shown && matchIn(come.content) !== shown) {
    if (ended?.match !== shown) ended = { match: shown, since: Date.now() };
    if (Date.now() - ended.since < END_STAYS) come = await endOf(shown) ?? come;
  }
  setClocks(come.content);
  if (come.html !== now.innerHTML) now.replaceChildren(come.content);
  join();
}

function join() {
  const stream = now.querySelector(".bar")?.dataset.stream ?? "";
  if (stream === followed) return;
  leave();
  followed = stream;
  leave = stream ? follow(stream, document.getElementById("line"), soon) : () => {};
}

const soon = renewal(100, renew);
setInterval(() => {
  const often = !followed || now.querySelector("[data-over]");
  if (Date.now() - asked >= (often ? 0 : SELDOM)) soon();
}, OFTEN);
join();
