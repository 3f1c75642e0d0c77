// The page of a tablet between two matches at its table: the next one opens by itself.
import { fetched } from "../../shared/requests.js";
import { Device } from "./device.js";

const EVERY = 10_000;
const page = document.getElementById("tablet");

async function look() {
  if (document.hidden) return;
  try {
    const next = new DOMParser().parseFromString(await fetched(page.dataset.next), "text/html").querySelector("[data-match]");
    if (next) location.replace(next.dataset.match);
  } catch (wrong) {
    if (wrong.status === 401 || wrong.status === 404) location.reload(); // the page says why
  }
}

new Device(() => { page.querySelector("details").open = true; }).use(true);
setInterval(look, EVERY);
document.addEventListener("visibilitychange", look);
