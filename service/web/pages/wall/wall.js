// The wall at work: the next slide in turn, the present one anew when something is told of it, and a notice without an answer.
import { goBy, serviceTime } from "../shared/ago.js";
import { follow } from "../shared/live.js";
import { showMoves } from "../shared/motion.js";
import { renewal } from "../shared/requests.js";
import { tellClocks } from "../shared/round_clock.js";

const SOON = 1_100; // milliseconds in which much that happens is one renewal; the service keeps a slide for a second
const AGAIN = 3_000; // while the service does not answer, it is asked so often
const PATIENCE = 10_000; // an answer that takes longer does not come
const CALM = 60_000; // so long a page is kept before it is loaded anew
const HINTS = 30_000;
const SLIDING = 600; // milliseconds in which a checker slides: a hall sees it
const REST = 3_000; // milliseconds for which the beginning and the end of a long list stand still
const LEAST = 0.93; // of the size of letters: 2.4 % of the height of the screen
const GROW = ["round", "find", "players", "draw", "timetable", "standings", "bracket", "words"];
const CALM_MOTION = matchMedia("(prefers-reduced-motion: reduce)");

const stage = document.getElementById("stage");
const line = document.getElementById("line");
const clock = document.getElementById("clock");
const away = document.getElementById("away");
const held = document.getElementById("held");
const { place } = document.body.dataset;
const shown = () => stage.firstElementChild.dataset;
const loaded = Date.now();
const stamp = shown().stamp;

let wanted = Number(shown().place);
let drawn = stage.firstElementChild.innerHTML; // the slide as it came
let began = Date.now(); // the time at which this slide came
let until = 0; // the time of the next slide's turn
let contact = Date.now(); // of the last answer
let asked = 0;
let failures = 0;
let latest = 0; // the last question: an answer to an older one is not shown
let followed = { tournament: "", end: () => {} };

const time = (at) => new Date(at + Number(shown().zone)).toISOString().slice(11, 16);
const mayTurn = () => held.hidden && Date.now() >= until;

// ── slides ─────────────────────────────────────────────────────────────────────────────────────────────────────────
async function html() {
  const options = { headers: { Accept: "text/html" }, signal: AbortSignal.timeout(PATIENCE) };
  const answer = await fetch(`${place}/slide?slide=${wanted}`, options);
  if (!answer.ok) throw Object.assign(new Error(`${answer.status}`), { status: answer.status });
  return answer.text();
}

async function show() {
  const mine = ++latest;
  asked = Date.now();
  let come;
  try {
    come = await html();
  } catch (wrong) {
    failures += 1;
    if (failures > 1) notice();
    throw wrong;
  }
  [contact, failures, away.hidden] = [Date.now(), 0, true];
  const template = document.createElement("template");
  template.innerHTML = come; // our own page, every value in it escaped by the server
  const next = template.content.firstElementChild;
  if (next.dataset.stamp !== stamp && Date.now() - loaded > CALM) location.reload(); // a newer service
  if (mine === latest) put(next);
}

function put(next) {
  const before = shown();
  const other = before.place !== next.dataset.place || before.tournament !== next.dataset.tournament || before.kind !== next.dataset.kind;
  wanted = Number(next.dataset.place);
  goBy(Number(next.dataset.now));
  const same = !other && next.innerHTML === drawn; // nothing to see has changed: what moves goes on moving
  drawn = next.innerHTML;
  if (same) {
    Object.assign(before, next.dataset);
    return;
  }
  const versions = new Map([...stage.querySelectorAll(".one-board")].map((each) => [each.dataset.match, each.dataset.version]));
  const far = stage.querySelector(".slide > :last-child").scrollTop;
  stage.replaceChildren(next);
  tellClocks(stage);
  fit();
  if (other) begin();
  else stage.querySelector(".slide > :last-child").scrollTop = far;
  for (const each of stage.querySelectorAll(".one-board")) {
    if (!other && versions.has(each.dataset.match) && versions.get(each.dataset.match) !== each.dataset.version) showMoves(each.querySelector(".board"), SLIDING);
  }
}

// Letters grow until they fill the screen, unless a word would break. Where a list has no room, it shrinks to the least size
// that is read from afar, and goes on by itself.
function fit() {
  const room = stage.querySelector(".slide > :last-child");
  const fits = (zoom) => {
    room.style.zoom = zoom;
    return room.scrollHeight <= room.clientHeight + 1
      && [room, ...room.querySelectorAll(".who, .at, bdi, th")].every((each) => each.scrollWidth <= each.clientWidth + 1 || !each.clientWidth);
  };
  if (GROW.includes(shown().kind)) {
    room.classList.add("whole-words");
    const alone = room.querySelectorAll(".bracket-match").length === 1;
    for (let zoom = alone ? 4 : 2.4; zoom > 0.99; zoom -= 0.1) if (fits(zoom)) return;
    room.classList.remove("whole-words");
  }
  for (let zoom = 1; zoom > LEAST; zoom -= 0.02) if (fits(zoom)) return;
  room.style.zoom = LEAST;
}

function scroll() { // of a list that is longer than the screen: all of it is seen while its slide is shown
  const room = stage.querySelector(".slide > :last-child");
  const [most, seconds] = [room.scrollHeight - room.clientHeight, Number(shown().seconds)];
  if (most <= 1) return;
  const part = Math.min(1, Math.max(0, (Date.now() - began - REST) / (1000 * seconds - 2 * REST)));
  room.scrollTop = CALM_MOTION.matches ? most * Math.round(part) : most * part;
}

function fall(man, number) { // across the screen, none beside and none with the one before
  man.style.left = `${(37 * number) % 97}%`;
  man.animate([{ opacity: 1 }, { opacity: 1, offset: 0.9 }, { transform: "translateY(75rem) rotate(540deg)", opacity: 0 }], {
    delay: 4_000 + (1_400 * number) % 2_000, duration: 3_400 + (750 * number) % 1_750, fill: "both", id: "fall",
  });
}

function begin() {
  began = Date.now();
  stage.querySelector(".ceremony")?.classList.add("begins");
  if (!CALM_MOTION.matches) stage.querySelectorAll(".falling i").forEach(fall);
  until = Date.now() + 1000 * Number(shown().seconds);
  const { tournament, version } = shown();
  if (followed.tournament === tournament) return;
  followed.end();
  if (!tournament) { // a series has no stream: its slides come anew in their turn
    followed = { tournament, end: () => {} };
    return;
  }
  const end = follow(`/v1/tournaments/${tournament}/stream?after=${version}`, line, told);
  followed = { tournament, end };
}

const renew = renewal(SOON, show);
const renewNow = renewal(0, show);
const told = () => renew(); // whatever is shown: a game may have ended at any board

function turn(step) {
  const count = Number(shown().count);
  wanted = (wanted + step + count) % count;
  until = Date.now() + AGAIN; // is asked again if it does not come
  renewNow();
}

function notice() {
  const words = `${away.dataset.words} ${time(contact + serviceTime() - Date.now())}`;
  if (away.textContent !== words) away.textContent = words;
  away.hidden = false;
}

setInterval(() => {
  clock.textContent = time(serviceTime());
  const due = Date.now() - asked > AGAIN;
  if (!failures && mayTurn()) turn(shown().kind === "ending" ? 0 : 1);
  else if (due && (failures || line.classList.contains("look"))) renewNow(); // is the service there?
}, 1000);

setInterval(scroll, 50);

// ── the screen ─────────────────────────────────────────────────────────────────────────────────────────────────────
async function stayAwake() { // browsers have it on https and on the computer itself alone
  if (document.hidden) return;
  try {
    await navigator.wakeLock.request("screen");
  } catch {
    const sleeps = document.getElementById("sleeps");
    if (Date.now() - loaded < HINTS) sleeps.hidden = false;
  }
}

const keys = {
  f: () => (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()),
  p: () => { held.hidden = !held.hidden; },
  ArrowLeft: () => turn(-1),
  ArrowRight: () => turn(1),
};
document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  keys[event.key]?.();
});
document.addEventListener("dblclick", () => keys.f());
document.addEventListener("visibilitychange", stayAwake);

let resting = 0;
document.addEventListener("pointermove", () => {
  document.body.classList.remove("still");
  clearTimeout(resting);
  resting = setTimeout(() => document.body.classList.add("still"), 3000);
});

clock.hidden = false;
document.getElementById("keys").hidden = false;
setTimeout(() => { for (const id of ["keys", "sleeps"]) document.getElementById(id).hidden = true; }, HINTS);
goBy(Number(shown().now));
clock.textContent = time(serviceTime());
tellClocks();
stayAwake();
fit();
addEventListener("resize", fit);
begin();
document.documentElement.classList.add("at-work");
