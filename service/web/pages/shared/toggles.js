// A search that filters as it is typed, toggles that keep the page where it is, and what the other tablet wrote.
import { away } from "./form_hindrance.js";

const FRESH = 10_000; // milliseconds after which the list is asked for again
const find = document.getElementById("find");
const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
const address = new URL(location.href); // everybody: the search is done here
address.searchParams.delete("find");
let busy = 0;

function filter() {
  const wanted = plain(find.value.trim());
  for (const each of document.querySelectorAll(".toggles > li")) each.hidden = !plain(each.dataset.name).includes(wanted);
}

function put(text) {
  const fresh = new DOMParser().parseFromString(text, "text/html");
  const [now, then] = [document.getElementById("present"), fresh.getElementById("present")];
  if (!then || now.innerHTML === then.innerHTML) return Boolean(then);
  const at = document.activeElement.closest?.("#present li")?.id;
  const leaving = document.activeElement.matches?.(".leaves");
  const action = document.activeElement.closest?.(".below form")?.getAttribute("action");
  const note = then.querySelector("[role=status]").textContent;
  now.querySelector("[role=status]").textContent = note; // the element stays, so that the new count is read out
  for (const part of [".counted .row", ".notes", ".toggles", ".below"]) now.querySelector(part).replaceWith(then.querySelector(part));
  filter();
  if (at) document.getElementById(at)?.querySelector(leaving ? ".leaves" : "button")?.focus({ preventScroll: true });
  if (action) now.querySelector(`.below form[action="${action}"] button`)?.focus({ preventScroll: true });
  return true;
}

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.matches(".toggles form")) return;
  event.preventDefault();
  away(form, "");
  busy += 1;
  try {
    const answer = await fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)), headers: { Accept: "text/html" } });
    if (!answer.ok || !put(await answer.text())) location.reload();
  } catch { away(form); }
  busy -= 1;
});

find.addEventListener("input", filter);
find.form.addEventListener("submit", (event) => event.preventDefault());
async function renew() {
  if (busy || document.hidden) return;
  try {
    const answer = await fetch(address, { headers: { Accept: "text/html" } });
    if (answer.ok && !busy) put(await answer.text());
  } catch { /* the service is away: the next toggle says so */ }
}

setInterval(renew, FRESH);
document.documentElement.classList.add("scripted");
if (find.value) renew();
filter();
