// The desk at work: every card is fetched anew when something is told of its match. Without it the page is links.
import { tick, ticking } from "../shared/ago.js";
import { fetched, renewal } from "../shared/requests.js";
import { setClocks } from "../shared/clock.js";
import { drawer } from "./drawer.js";
import { find } from "./find.js";
import { keys } from "./keys.js";
import { log } from "./log.js";
import { oneStop } from "./one_stop.js";
import { strip } from "./strip.js";
import { follow } from "../shared/live.js";
import { showMoves } from "../shared/motion.js";
import { tellClocks } from "../shared/round_clock.js";

const SOON = 120; // milliseconds in which much that happens at one table is one renewal
const LOG_SOON = 400; // the log is long, and not read in the moment
const LOOK_SECONDS = 15; // tables fall silent without any news
const desk = document.querySelector(".desk");
const place = `/desk/${desk.dataset.tournament}`;
const ask = async (address) => { // a referee who is signed out meanwhile signs in again, and comes back here
  try { return await fetched(address); } catch (wrong) {
    if (wrong.status === 401) location.reload();
    throw wrong;
  }
};
const query = desk.dataset.round ? `?round=${desk.dataset.round}` : "";
const cards = document.getElementById("part-cards");
const said = document.getElementById("said");

document.documentElement.classList.add("scripted");
ticking(Number(desk.dataset.now));
tellClocks();
strip();
oneStop(document.getElementById("part-needs"));
if (document.activeElement === document.body && !location.hash) { // the first Tab is at the first alarm, the next at the tables
  document.getElementById("needs-title").focus({ preventScroll: true });
}

const parsed = (html) => {
  const room = document.createElement("template");
  room.innerHTML = html; // our own page, every value in it escaped by the server
  return room.content;
};

// ── renewals: one at a time for each part, and one more if something came meanwhile ────────────────────────────────
const running = new Map();
function soon(name, renew) {
  if (!running.has(name)) running.set(name, renewal(SOON, renew));
  running.get(name)();
}

function refill(room, html) { // unfolded parts stay so
  const folds = [...room.querySelectorAll("details[id]")].map((each) => [each.id, each.open]);
  room.replaceChildren(parsed(html));
  for (const [id, open] of folds) document.getElementById(id)?.toggleAttribute("open", open);
}

const shown = new Map(); // each part as it was when it came, ticking times aside
async function renewPart(name) {
  const room = document.getElementById(`part-${name}`);
  const html = await ask(`${place}/parts/${name}${query}`);
  if (shown.get(name) === html) return false;
  shown.set(name, html);
  const focused = room.contains(document.activeElement) ? document.activeElement : null;
  const again = focused?.closest("[data-match]")?.dataset.match;
  refill(room, html);
  if (focused && !again) room.querySelector('[tabindex="-1"], .step')?.focus(); // unless it is there again
  if (focused?.href && !again) [...room.querySelectorAll("a")].find((each) => each.href === focused.href)?.focus();
  if (again) room.querySelector(`[data-match="${again}"] .open, .open[data-match="${again}"]`)?.focus();
  tick(room);
  if (name === "cards") look();
  tellClocks(room);
  return true;
}

const density = () => cards.querySelector("[data-density]")?.dataset.density ?? "boards";
async function renewCard(match) {
  const old = document.getElementById(`c-${match}`);
  if (!old) return;
  const card = parsed(await ask(`${place}/cards/${match}?view=${density()}`)).querySelector(".table-card");
  if (card.dataset.kind !== old.dataset.kind) return void soon("cards", renewCards); // it begins, or is over
  const focused = old.contains(document.activeElement);
  const moved = old.dataset.version !== card.dataset.version;
  old.replaceWith(card);
  look();
  tick(card);
  setClocks(card);
  if (focused) card.querySelector(".open").focus();
  if (moved) showMoves(card.querySelector(".board"));
}

const alarms = () => new Map([...document.querySelectorAll(".need")].map((each) => [
  `${each.querySelector(".open")?.dataset.match ?? ""} ${each.dataset.kind} ${each.querySelector("button")?.value ?? ""}`, each,
]));
const title = document.title;
const count = () => { // seen from another tab of the browser
  const waiting = document.querySelectorAll(".needs-bar > .needs > li").length; // as many as are shown: those of a kind may be one
  document.title = waiting ? `(${waiting}) ${title}` : title;
};
count();
async function renewNeeds() {
  const before = alarms();
  if (!(await renewPart("needs"))) return;
  count();
  const now = alarms();
  const come = [...now].filter(([name]) => !before.has(name));
  const gone = [...before.keys()].filter((name) => !now.has(name));
  if (come.length) said.textContent = come.map(([, each]) => each.querySelector(".what").innerText).join(". ");
  for (const name of [...come.map(([each]) => each), ...gone]) card(name.split(" ")[0]);
}

document.getElementById("part-needs").addEventListener("submit", async (event) => {
  event.preventDefault(); // on the way to a table, a late player, or work that failed, to be done again
  const [form, button] = [event.target, event.submitter];
  const body = new URLSearchParams(new FormData(form, button));
  body.set("part", "1");
  button.disabled = true;
  try {
    const answer = await fetch(form.getAttribute("action") + query, { method: "POST", body, headers: { Accept: "text/html" } });
    if (!answer.ok) throw new Error(`${answer.status}`);
    const room = document.getElementById("part-needs");
    refill(room, await answer.text());
    shown.delete("needs");
    tick(room);
    (room.querySelector(".need .open, .again button, .calm"))?.focus();
  } catch { needs(); }
});

const renewCards = async () => { shown.delete("cards"); await renewPart("cards"); };
const card = (match) => soon(`card ${match}`, () => renewCard(match));
const needs = () => soon("needs", renewNeeds);
const everything = () => {
  for (const name of ["progress", "step", "rounds", "next", "standings"]) soon(name, () => renewPart(name));
  soon("cards", renewCards);
  needs();
  room.renew();
};

const room = drawer(place, { fetched: ask, parsed, everything });
const look = find(cards, room);
keys(cards, room);
const written = log(document.getElementById("part-log"));
const lines = renewal(LOG_SOON, async () => written.renewed(parsed(await ask(`${place}/parts/log${query}`))));

// ── as it comes ────────────────────────────────────────────────────────────────────────────────────────────────────
function told(event) {
  if (!event) {
    everything();
    lines();
    return;
  }
  const news = JSON.parse(event.data);
  const known = document.getElementById(`c-${news.stream}`);
  if (event.type === "fact") written.note(news.recorded_at);
  lines();
  if (news.stream === desk.dataset.tournament) {
    if (event.type === "fact") everything();
    return;
  }
  if (event.type === "match") {
    const same = known?.dataset.version === String(news.version) && known.dataset.judged === String(news.judged_version);
    if (same || !known) return;
  }
  card(news.stream);
  needs();
  room.renew(news.stream);
}

follow(`/v1/tournaments/${desk.dataset.tournament}/stream?after=${desk.dataset.version}`, document.getElementById("line"), told);
setInterval(needs, LOOK_SECONDS * 1000);
document.getElementById("silent").addEventListener("change", (event) => event.target.form.requestSubmit());
