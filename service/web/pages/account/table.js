// The page of a table's link: the match at the table comes by itself, asked for now and then while the page is seen.
import { fetched, renewal } from "../shared/requests.js";

const EVERY = 20_000;
const here = document.getElementById("here");

async function renew() {
  const page = new DOMParser().parseFromString(await fetched(location.pathname), "text/html");
  const now = page.getElementById("here");
  if (!now) location.reload(); // the link's time is over: the page says so
  else if (now.innerHTML !== here.innerHTML) here.replaceChildren(...now.childNodes);
}

if (here) {
  const soon = renewal(0, renew);
  const look = () => { if (!document.hidden) soon(); };
  setInterval(look, EVERY);
  document.addEventListener("visibilitychange", look);
}
