// The match page at work: walking without loading pages anew, and facts as they come. Without it the page is links.
import { fetched, renewal } from "../shared/requests.js";
import { copied } from "../shared/clipboard.js";
import { setClocks } from "../shared/clock.js";
import "../shared/folded.js";
import { follow } from "../shared/live.js";
import { showMoves } from "../shared/motion.js";
import { pictures } from "./picture.js";
import { replay } from "./replay.js";

const match = document.querySelector(".match");
const moment = document.getElementById("moment");
const facts = document.getElementById("facts");
const said = document.getElementById("said");
const id = match.dataset.match;
let version = Number(match.dataset.version);
let head = Number(match.dataset.head);
let following = match.dataset.following === "true";
let aim = version; // the version to which the last step leads; the page may still be on its way there
let wanted = 0; // the last walk asked for: an answer to an older one is not shown

document.documentElement.classList.add("scripted");
moment.querySelector(".copy")?.removeAttribute("hidden");

const part = (name, values) => {
  const query = new URLSearchParams(values);
  if (new URLSearchParams(location.search).has("seat")) query.set("seat", match.dataset.view);
  return `/matches/${id}${name}?${query}`;
};

// ── moments: those around the one that is walked to come together, so that few steps ask for anything ───────────────
const TOGETHER = 32;
const NEAR = 8; // so close to the end of what is here, what follows is asked for
const RESTS = 80; // milliseconds after which the slider is where the reader wants it
const known = new Map(); // by version, or the promise of it
let age = 0; // what comes may change what was: a ruling, a verdict, the number of facts

function load(from, to) {
  const mine = age;
  const parts = fetched(part("/moments", { from, to })).then((html) => {
    const come = document.createElement("div");
    come.innerHTML = html; // our own page, every value in it escaped by the server
    setClocks(come.querySelector("template:last-child")?.content);
    return new Map([...come.querySelectorAll("template")].map((each) => [Number(each.dataset.version), each.innerHTML]));
  });
  for (let each = from; each <= to; each += 1) {
    if (known.has(each)) continue;
    const one = parts.then((all) => all.get(each));
    known.set(each, one);
    one.catch(() => { if (mine === age) known.delete(each); });
  }
}

function around(to) {
  const from = to - (to % TOGETHER);
  if (!known.has(to)) load(from, Math.min(from + TOGETHER - 1, head));
}

function forget() {
  age += 1;
  known.clear();
}

// ── walking ────────────────────────────────────────────────────────────────────────────────────────────────────────
async function show(to) {
  const asked = ++wanted;
  const step = to - version;
  aim = to;
  const html = await known.get(to);
  if (asked !== wanted) return;
  if (!html) throw new Error(`no moment ${to}`);
  const focused = moment.contains(document.activeElement) ? document.activeElement : null;
  const again = focused && (focused.id ? `#${focused.id}` : focused.rel ? `[rel="${focused.rel}"]` : null);
  const opened = [".words", ".position"].filter((each) => moment.querySelector(each)?.open);
  moment.innerHTML = html;
  replaying.put();
  for (const each of opened) moment.querySelector(each)?.setAttribute("open", "");
  said.textContent = moment.querySelector("#now").textContent.trim();
  moment.querySelector(".copy")?.removeAttribute("hidden");
  if (again) moment.querySelector(again)?.focus({ preventScroll: true });
  version = to;
  match.dataset.version = to;
  if (step === 1 || step === 2) showMoves(moment.querySelector(".board"));
  mark();
  history.replaceState(null, "", part("", { version: to }));
}

function mark() {
  facts.querySelector("[aria-current]")?.removeAttribute("aria-current");
  const item = document.getElementById(`f${version}`);
  for (const each of facts.querySelectorAll("li > a")) each.tabIndex = -1;
  const link = item?.querySelector("a") ?? facts.querySelector("li > a");
  if (!link) return;
  link.tabIndex = 0;
  if (!item) {
    if (!beside(version) && facts.querySelector(".part")) turnTo(version); // of a long match only a part is listed
    return;
  }
  link.setAttribute("aria-current", "true");
  item.closest("details").open = true;
  bringIntoSight(6);
}

// A line has its height once it was drawn, a frame or two after it came into sight: until then the place of those
// behind it is a guess, and so it is looked at for some frames.
function bringIntoSight(times) {
  const box = facts.getBoundingClientRect();
  const place = document.getElementById(`f${version}`)?.getBoundingClientRect();
  if (!place || facts.scrollHeight <= facts.clientHeight) return;
  if (place.top < box.top || place.bottom > box.bottom) facts.scrollTop += place.top - box.top - facts.clientHeight / 2;
  if (times > 1) requestAnimationFrame(() => bringIntoSight(times - 1));
}

const beside = (to) => document.getElementById(`f${Math.max(to, 1)}`); // before the first fact the first one is listed

async function turnTo(to) {
  try {
    await listAnew(to);
    if (to === version && beside(to)) mark();
  } catch { /* the service is away: the line says so */ }
}

function walk(to) {
  const target = Math.min(Math.max(to, 0), head);
  if (target === aim) return;
  following = target === head;
  around(target);
  for (const near of [target - NEAR, target + NEAR]) if (near >= 0 && near <= head) around(near);
  const from = version;
  show(target).catch(() => { if (aim === target) aim = from; }); // the service is away: the line says so
}

const replaying = replay({ moment, facts, walk, at: () => aim, last: () => head });
pictures(moment);

const steps = { ArrowLeft: () => aim - 1, ArrowRight: () => aim + 1, Home: () => 0, End: () => head };
const rows = { ArrowUp: () => aim - 1, ArrowDown: () => aim + 1 };

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.target.closest("input, textarea, select, summary")) return;
  if (event.shiftKey) {
    if (replaying.key(event.key)) event.preventDefault();
    return;
  }
  const inList = facts.contains(event.target);
  const step = steps[event.key] ?? (inList ? rows[event.key] : undefined);
  if (!step) return;
  event.preventDefault();
  const to = Math.min(Math.max(step(), 0), head);
  walk(to);
  if (inList) document.querySelector(`#f${to} a`)?.focus({ preventScroll: true });
});

document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-to]");
  if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    walk(Number(link.dataset.to));
  } else if (event.target.closest(".copy")) {
    copy(event.target.closest(".copy"));
  }
});

let sliding = 0;
moment.addEventListener("input", (event) => {
  if (event.target.id !== "slider") return;
  const to = Number(event.target.value);
  clearTimeout(sliding);
  sliding = setTimeout(() => walk(to), known.has(to) ? 0 : RESTS); // not everything is asked for that it slides over
});

async function copy(button) {
  const address = new URL(moment.querySelector(".share").getAttribute("href"), match.dataset.base).href; // an address that others reach, too
  try {
    await copied(address);
  } catch { // the link itself is selected, to be copied by hand
    const range = document.createRange();
    range.selectNodeContents(moment.querySelector(".share"));
    getSelection().removeAllRanges();
    getSelection().addRange(range);
    return;
  }
  const said = button.textContent;
  button.textContent = button.dataset.done;
  setTimeout(() => { button.textContent = said; }, 2000);
}

// ── as it comes ────────────────────────────────────────────────────────────────────────────────────────────────────
async function renew() {
  const waiting = facts.querySelector("li.waiting");
  const after = waiting ? Number(waiting.dataset.version) - 1 : head;
  const come = document.createElement("div");
  come.innerHTML = await fetched(part("/facts", { after }));
  const games = come.querySelectorAll(".game");
  if (!games.length) return; // verdicts are told again to who comes
  facts.querySelector(".nothing")?.remove();
  if (come.querySelector("li[data-changes]")) await listAnew();
  else add(games);
  forget();
  const to = following ? head : aim;
  load(to, to);
  await show(to);
}

async function listAnew(to = facts.querySelector(".part") ? version : null) { // after a ruling, say: what was said of facts before it may hold no longer
  const closed = new Set([...facts.querySelectorAll(".game:not([open])")].map((each) => each.dataset.game));
  const focused = facts.contains(document.activeElement) ? document.activeElement.closest("li")?.id : null;
  facts.innerHTML = await fetched(part("/facts", to === null ? {} : { version: to })); // our own page, every value in it escaped by the server
  for (const game of facts.querySelectorAll(".game")) game.open = !closed.has(game.dataset.game);
  for (const item of facts.querySelectorAll("li")) head = Math.max(head, Number(item.dataset.version));
  if (focused) document.querySelector(`#${focused} a`)?.focus();
}

function add(games) {
  const elsewhere = facts.querySelector(".part[data-later]"); // the end of the match is not what is listed
  for (const game of games) {
    const last = [...facts.querySelectorAll(`.game[data-game="${game.dataset.game}"]`)].at(-1);
    for (const item of game.querySelectorAll("li")) {
      const old = document.getElementById(item.id);
      head = Math.max(head, Number(item.dataset.version));
      if (elsewhere && !old) continue;
      if (old) old.replaceWith(item);
      else if (last && last === facts.lastElementChild) last.querySelector("ol").append(item);
    }
    if (!elsewhere && game.querySelector("li")) facts.append(game);
  }
}

// Events of the match's tournament about it: that the result was confirmed or disputed, that a referee decided otherwise.
const result = document.getElementById("result-now");
let told = Number(match.dataset.told); // the tournament's version that the page knows

let missed = false; // news may have been: that a name was hidden or erased, say, which stands in facts of before

async function renewResult() {
  const come = document.createElement("div");
  come.innerHTML = await fetched(part("/now", {})); // our own page, every value in it escaped by the server
  if (!missed && come.innerHTML === result.innerHTML) return;
  missed = false;
  if (come.querySelector(".names").value !== result.querySelector(".names").value) location.reload(); // a name was hidden or erased: it stands everywhere on the page
  result.replaceChildren(...come.childNodes);
  await listAnew();
  forget();
  load(aim, aim);
  await show(aim);
}

const soon = renewal(60, renew);
const soonResult = renewal(250, renewResult);

mark();
follow(`/v1/matches/${id}/stream?after=${match.dataset.judged}`, document.getElementById("line"), (event) => {
  missed ||= !event;
  if (event?.type !== "tournament") soon();
  const version = event?.type === "tournament" ? JSON.parse(event.data).version : told;
  if (!event || version > told) soonResult();
  told = version;
});
