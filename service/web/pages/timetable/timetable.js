// A timetable on a wide screen: matches are dragged to another time or table, or moved by arrow keys; others' changes come.
import { away } from "../shared/form_hindrance.js";
import { fetched, renewal } from "../shared/requests.js";
import { follow } from "../shared/live.js";

const STEP = 5; // minutes that an arrow key moves
const FAR = 6; // pixels after which a press is a drag
const SOON = 700; // milliseconds in which several arrow keys are one move
let room = document.getElementById("timetable");
let held = null;
let sending = false;
let waiting = null; // a move by keys that is not sent yet

// ── times as a form has them ───────────────────────────────────────────────────────────────────────────────────────
const read = (text) => Date.parse(`${text}:00Z`) / 60_000; // clock time alone: the service knows the zone
const written = (minutes) => new Date(minutes * 60_000).toISOString().slice(0, 16);
const clock = (text) => text.slice(11);

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

function drop() {
  held?.ghost?.remove();
  held?.match.classList.remove("held");
  room.querySelectorAll(".over-here").forEach((each) => each.classList.remove("over-here"));
  held = null;
}

document.addEventListener("pointerdown", (event) => {
  const match = event.target.closest?.(".grid .match[data-key]");
  if (!match || event.button || event.pointerType === "touch" || sending) return;
  const { top } = match.getBoundingClientRect();
  held = { match, x: event.clientX, y: event.clientY, below: event.clientY - top, ghost: null };
});
document.addEventListener("pointermove", (event) => {
  if (!held) return;
  if (!held.ghost) {
    if (Math.hypot(event.clientX - held.x, event.clientY - held.y) < FAR) return;
    held.ghost = document.createElement("div");
    held.ghost.className = "ghost";
    document.body.append(held.ghost);
    held.match.classList.add("held");
  }
  const at = target(event);
  room.querySelectorAll(".over-here").forEach((each) => each.classList.remove("over-here"));
  at?.cell.classList.add("over-here");
  const names = held.match.querySelector(".pair").textContent;
  const head = at && room.querySelectorAll(".grid thead th")[order().indexOf(at.table)].textContent;
  held.ghost.textContent = at ? `${clock(at.starts)} · ${head} · ${names}` : names;
  Object.assign(held.ghost.style, { left: `${event.clientX + 12}px`, top: `${event.clientY + 12}px` });
});
document.addEventListener("pointerup", (event) => {
  if (!held?.ghost) { held = null; return; }
  const { match } = held;
  const at = target(event);
  drop();
  const no = (click) => click.preventDefault(); // the drag was no click
  addEventListener("click", no, { once: true, capture: true });
  setTimeout(() => removeEventListener("click", no, { capture: true }));
  if (at && (at.starts !== match.dataset.starts || at.table !== match.dataset.table)) send(match, at.starts, at.table);
});
document.addEventListener("pointercancel", drop);
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
  const typing = room.contains(document.activeElement) && document.activeElement.matches("input, select, textarea");
  if (!held && !sending && !waiting && !typing) put(await fetched(location.href));
});
if (room.dataset.stream) follow(room.dataset.stream, document.getElementById("line"), renew);
document.documentElement.classList.add("scripted");
