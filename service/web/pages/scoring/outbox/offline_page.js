// The page that comes where another one cannot be had: the matches that this phone goes on with, and back by itself.
import { answers } from "../../shared/requests.js";
import { isWaiting } from "./queue.js";
import { openStore } from "./store.js";

const EVERY = 5_000;
const list = document.getElementById("matches");

async function known() {
  const pages = [];
  if (!globalThis.caches) return pages; // plain http: nothing is kept
  for (const name of (await caches.keys()).filter((each) => each.startsWith("pages "))) {
    const kept = await caches.open(name);
    for (const request of await kept.keys()) {
      const path = new URL(request.url).pathname;
      if (path.endsWith("/score")) pages.push({ path, text: await (await kept.match(request)).text() });
    }
  }
  return pages;
}

async function waiting() {
  try {
    const queues = await (await openStore()).all();
    return new Map(queues.map((queue) => [`/matches/${queue.match_id}/score`, queue.entries.filter(isWaiting).length]));
  } catch {
    return new Map();
  }
}

const counts = await waiting();
for (const { path, text } of await known()) {
  const row = document.getElementById("match").content.cloneNode(true);
  const count = counts.get(path) ?? 0;
  row.querySelector("a").href = path;
  row.querySelector("a").textContent = new DOMParser().parseFromString(text, "text/html").title.replace(/ – brade$/, "");
  row.querySelector("span").textContent = count ? list.dataset.waiting.replace("{count}", count) : "";
  list.append(row);
}
document.getElementById("known").hidden = !list.children.length;

async function back() {
  if (location.pathname !== "/offline" && await answers()) location.reload();
}
setInterval(back, EVERY);
addEventListener("online", back);
