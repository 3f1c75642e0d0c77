// A timetable: matches are dragged to another time or table, by a finger that held them first, or moved by arrow keys; others'
// changes come.
import { away } from "../shared/form_hindrance.js";
import { fetched, renewal } from "../shared/requests.js";
import { follow } from "../shared/live.js";

const STEP = 5; // minutes that an arrow key moves
const FAR = 6; // pixels after which a press is a drag
const HOLD = 350; // milliseconds after which a finger has lifted a match; one that moves before scrolls
const EDGE = 48; // pixels at the edges within which a drag scrolls
const PACE = 8; // pixels that it scrolls in a frame
const MINUTE = 60_000; // expected times move with the clock
const SOON = 700; // milliseconds in which several arrow keys are one move
let room = document.getElementById("timetable");
let held = null;
let sending = false;
let waiting = null; // a move by keys that is not sent yet

// ── times as a form has them ───────────────────────────────────────────────────────────────────────────────────────
const read = (text) => Date.parse(`${text}:00Z`) / 60_000; // clock time alone: the service knows the zone
const written = (minutes) => new Date(minutes * 60_000).toISOString().slice(0, 16);
const clock = (text) => text.slice(11).replace(":", room.querySelector(".grid th time")?.textContent[2] ?? ":"); // as the page writes times

// ── sending, and what came of it ───────────────────────────────────────────────────────────────────────────────────
const content = (part) => part.innerHTML.replaceAll(/name="key" value="[^"]*"|<details[^>]*>/g, ""); // keys are always others

function put(html) {
  const fresh = new DOMParser().parseFromString(html, "text/html").getElementById("timetable");
  if (!fresh) return false;
  if (content(fresh) === content(room)) return true;
  const at = document.activeElement?.dataset?.key;
  const left = room.querySelector(".grid-room")?.scrollLeft ?? 0;
  const opened = [...room.querySelectorAll("details")].map((each) => each.open);
  room.replaceWith(fresh);
  room = fresh;
  press();
  followAll();
  room.querySelectorAll("details").forEach((each, place) => { each.open ||= Boolean(opened[place]); });
  const table = room.querySelector(".grid-room");
  if (table) table.scrollLeft = left;
  if (at) find(at)?.focus({ preventScroll: true });
  return true;
}

const find = (key) => [...room.querySelectorAll(".match[data-key]")].find((each) => each.dataset.key === key);

async function send(match, starts, table) {
  const form = room.querySelector("#mover");
  form.action = `/tournaments/${match.dataset.tournament}/timetable`;
  const { key, minutes } = match.dataset;
  const values = { match: key, minutes, starts, table };
  for (const [name, value] of Object.entries(values)) form.elements[name].value = value;
  sending = true;
  try {
    const body = new URLSearchParams(new FormData(form));
    const answer = await fetch(form.action, { method: "POST", body, headers: { Accept: "text/html" } });
    if (!put(await answer.text())) location.reload();
    else if (answer.ok && answer.redirected) history.replaceState(null, "", answer.url);
  } catch { away(room); }
  sending = false;
}

// ── dragging ───────────────────────────────────────────────────────────────────────────────────────────────────────
function target(event) { // the cell below the pointer, and the time at its height
  const cell = document.elementsFromPoint(event.clientX, event.clientY).map((each) => each.closest("td[data-starts]")).find(Boolean);
  if (!cell || !room.contains(cell)) return null;
  const grid = cell.closest(".grid");
  const step = Number(grid.dataset.step);
  const { top, height } = cell.getBoundingClientRect();
  const line = height / cell.rowSpan;
  const above = event.clientY - held.below - top + line / 2; // the upper edge of the match that is dragged
  const lines = Math.floor(above / line);
  const minutes = read(cell.dataset.starts) + Math.max(lines, -600) * step;
  return { cell, table: cell.dataset.table, starts: written(minutes) };
}

function lift() {
  held.ghost = document.createElement("div");
  held.ghost.className = "ghost";
  document.body.append(held.ghost);
  held.match.classList.add("held");
  requestAnimationFrame(scroll);
}

function scroll() { // near an edge of the grid or of the screen what is behind it comes
  if (!held?.ghost) return;
  const table = room.querySelector(".grid-room");
  const { left, right } = table.getBoundingClientRect();
  const way = (at, first, last) => at < first + EDGE ? -1 : at > last - EDGE ? 1 : 0;
  scrollBy(0, PACE * way(held.now.y, 0, innerHeight));
  table.scrollLeft += PACE * way(held.now.x, Math.max(left, 0), Math.min(right, innerWidth));
  requestAnimationFrame(scroll);
}

function drop() {
  clearTimeout(held?.timer);
  held?.ghost?.remove();
  held?.match.classList.remove("held");
  room.querySelectorAll(".over-here").forEach((each) => each.classList.remove("over-here"));
  held = null;
}

document.addEventListener("pointerdown", (event) => {
  const match = event.target.closest?.(".grid .match[data-key]");
  if (!match || event.button || sending || held) return;
  const { top } = match.getBoundingClientRect();
  const now = { x: event.clientX, y: event.clientY };
  held = { match, ...now, now, below: event.clientY - top, ghost: null, pointer: event.pointerId, touch: event.pointerType === "touch" };
  if (held.touch) held.timer = setTimeout(() => { lift(); show(event); }, HOLD);
});
document.addEventListener("pointermove", (event) => {
  if (!held || event.pointerId !== held.pointer) return;
  held.now = { x: event.clientX, y: event.clientY };
  if (!held.ghost) {
    if (Math.hypot(event.clientX - held.x, event.clientY - held.y) < FAR) return;
    if (held.touch) { drop(); return; } // it scrolls
    lift();
  }
  show(event);
});

function show(event) { // the time and the table below the pointer
  const at = target(event);
  room.querySelectorAll(".over-here").forEach((each) => each.classList.remove("over-here"));
  at?.cell.classList.add("over-here");
  const names = [...held.match.querySelectorAll(".pair bdi")].map((each) => each.textContent).join(" – ");
  const head = at && room.querySelectorAll(".grid thead th")[order().indexOf(at.table)].textContent;
  held.ghost.textContent = at ? `${clock(at.starts)} · ${head} · ${names}` : names;
  const { offsetWidth: width, offsetHeight: height } = held.ghost;
  const left = Math.min(event.clientX + 12, innerWidth - width - 4);
  const top = held.touch ? event.clientY - height - 24 : event.clientY + 12; // a finger hides what is below it
  Object.assign(held.ghost.style, { left: `${Math.max(left, 4)}px`, top: `${Math.max(top, 4)}px` });
}
document.addEventListener("pointerup", (event) => {
  if (held && event.pointerId !== held.pointer) return;
  if (!held?.ghost) { drop(); return; }
  const { match } = held;
  const at = target(event);
  drop();
  const no = (click) => click.preventDefault(); // the drag was no click
  addEventListener("click", no, { once: true, capture: true });
  setTimeout(() => removeEventListener("click", no, { capture: true }));
  if (at && (at.starts !== match.dataset.starts || at.table !== match.dataset.table)) send(match, at.starts, at.table);
});
document.addEventListener("pointercancel", drop);
document.addEventListener("touchmove", (event) => { if (held?.ghost && event.cancelable) event.preventDefault(); }, { passive: false });
document.addEventListener("contextmenu", (event) => { if (held) event.preventDefault(); });
document.addEventListener("dragstart", (event) => { if (event.target.closest?.(".grid .match")) event.preventDefault(); });

// ── keys ───────────────────────────────────────────────────────────────────────────────────────────────────────────
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") { drop(); return; }
  const match = event.target.closest?.(".grid .match[data-key]");
  const moves = { ArrowUp: [-STEP, 0], ArrowDown: [STEP, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
  if (!match || !moves[event.key] || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  if (sending) return;
  const [minutes, aside] = moves[event.key];
  const tables = order();
  const now = waiting ?? { match, starts: match.dataset.starts, table: match.dataset.table };
  now.starts = written(read(now.starts) + minutes);
  now.table = tables[Math.min(Math.max(tables.indexOf(now.table) + aside, 0), tables.length - 1)];
  const until = written(read(now.starts) + Number(match.dataset.minutes));
  match.querySelector(".when").textContent = `${clock(now.starts)}–${clock(until)} · ${now.table}`;
  clearTimeout(now.timer);
  now.timer = setTimeout(() => { waiting = null; send(now.match, now.starts, now.table); }, SOON);
  waiting = now;
});

/** The tables from left to right: the first line of the grid has a cell of each. */
const order = () => [...room.querySelectorAll(".grid tbody tr:first-child td[data-table]")].map((each) => each.dataset.table);

// ── as others change it ────────────────────────────────────────────────────────────────────────────────────────────
const renew = renewal(SOON, async () => {
  if (busy()) return;
  const html = await fetched(location.href);
  if (!busy()) put(html);
});
function busy() {
  const typing = room.contains(document.activeElement) && document.activeElement.matches("input, select, textarea");
  return held || sending || waiting || typing;
}
const followed = new Map(); // of a hall those of its tournaments, which may become others

function followAll() {
  const streams = room.dataset.streams.split(" ").filter(Boolean);
  for (const [stream, end] of followed) if (!streams.includes(stream)) { end(); followed.delete(stream); }
  for (const stream of streams) {
    if (!followed.has(stream)) followed.set(stream, follow(stream, document.getElementById("line"), renew));
  }
}
followAll();
setInterval(renew, MINUTE);

// ── a narrow screen shows the list, and for a drag the grid ────────────────────────────────────────────────────────
const root = document.documentElement;
const press = () => room.querySelector(".to-grid")?.setAttribute("aria-pressed", String(root.classList.contains("as-grid")));
document.addEventListener("click", (event) => {
  if (!event.target.closest?.(".to-grid")) return;
  root.classList.toggle("as-grid");
  press();
});
root.classList.add("scripted");
