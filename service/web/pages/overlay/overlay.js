// The overlay at work. Where it is shown at once it follows the match; where it is shown later it asks, as often as people
// would see it, for what is told by then: a stream would tell it before.
import { fetched, renewal } from "../shared/requests.js";
import { setClocks } from "../shared/clock.js";
import { follow } from "../shared/live.js";

const OFTEN = 2_000; // milliseconds between two looks at a match that is shown later
const SELDOM = 15_000; // and at one that is followed, should a piece of news have been missed
const now = document.getElementById("now");
const { part, stream } = now.dataset;

async function renew() {
  const html = await fetched(part); // our own page, every value in it escaped by the server
  const come = document.createElement("template");
  come.innerHTML = html;
  setClocks(come.content);
  if (html !== now.innerHTML) now.replaceChildren(come.content);
}

const soon = renewal(100, renew);
setInterval(soon, stream ? SELDOM : OFTEN);
if (stream) follow(stream, document.getElementById("line"), soon);
