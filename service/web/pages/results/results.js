// Results typed line by line: a line is sent by itself, the next field has the focus at once, and nothing typed is lost
// while the service is away. Without this module the page's one form does the same.
import { renewHead } from "../shared/head.js";
import { away } from "../shared/form_hindrance.js";

const FRESH = 10_000; // milliseconds after which what others wrote is fetched
const SOON = 1_000; // milliseconds after which a round is asked for that comes in a moment
const room = document.getElementById("results");
const field = (line) => line?.querySelector(".typed input");
const open = () => [...room.querySelectorAll("li[data-open]")];
let queue = Promise.resolve();
let busy = 0;

const GAME = /([1-9])([a-wyz]*)(?:[x*](\d{1,2})(?!\d))?[\s,;.–-]*/gy;

function games(line) {
  const text = field(line).value.trim().toLowerCase();
  const endings = [...(line.querySelector("select")?.options ?? [])];
  const worth = new Map(endings.flatMap((each) => [each.value, each.dataset.english ?? each.value].map((letters) => [letters, Number(each.dataset.points)])));
  const won = line.dataset.start.split(",").map(Number);
  let count = 0;
  GAME.lastIndex = 0;
  for (let found = GAME.exec(text), end = 0; ; found = GAME.exec(text)) {
    if (!found) return end === text.length && count ? won : null;
    if (Number(found[1]) > 2 || (worth.size ? !worth.has(found[2]) : found[2])) return null;
    won[found[1] - 1] += (worth.get(found[2]) ?? 1) * Number(found[3] || 1);
    count += 1;
    end = GAME.lastIndex;
  }
}

function count(line) {
  line.querySelector("output").textContent = games(line)?.join("–") ?? "";
}

function tell(text) {
  document.getElementById("told").textContent = text;
}

/** Put a fresh page in: what is being typed in other lines, and the focus, stay. `sent` is the line that was sent. */
function put(text, sent = "") {
  const page = new DOMParser().parseFromString(text, "text/html");
  const fresh = page.getElementById("results");
  if (!fresh) return false;
  renewHead(page.getElementById("head"));
  putTimeUp(page);
  const typed = new Map();
  for (const each of open()) if (each.dataset.number !== sent && (field(each).value || each.querySelector("select")?.value)) typed.set(each.id, each);
  const line = document.getElementById("line")?.value ?? "";
  const at = document.activeElement;
  const place = at.id && room.contains(at) ? [at.id, at.selectionStart, at.selectionEnd] : null;
  const shown = room.querySelector(".keys-help")?.open;
  room.replaceChildren(...fresh.childNodes);
  for (const [id, each] of typed) {
    const now = document.getElementById(id);
    if (!now?.hasAttribute("data-open")) continue;
    field(now).value = field(each).value;
    const ending = now.querySelector("select");
    if (ending) ending.value = each.querySelector("select").value;
  }
  const top = document.getElementById("line");
  if (top && sent !== "line") top.value = line;
  if (shown) room.querySelector(".keys-help")?.setAttribute("open", "");
  open().forEach(count);
  if (place) {
    const now = document.getElementById(place[0]);
    now?.focus({ preventScroll: true });
    if (now?.matches("input") && place[1] !== null) now.setSelectionRange(place[1], place[2]);
  }
  return true;
}

/** The matches whose time is up, once the clock has run out or one of them was decided; what is being typed there stays. */
function putTimeUp(page) {
  const [now, fresh] = [document.getElementById("time-up"), page.getElementById("time-up")];
  if (!fresh || now.contains(document.activeElement)) return;
  const typed = [...now.querySelectorAll("input[id]")].map((each) => [each.id, each.value]);
  now.replaceChildren(...fresh.childNodes);
  for (const [id, value] of typed) if (document.getElementById(id)) document.getElementById(id).value = value;
}

async function send(form, body, sent) {
  busy += 1;
  away(form, "");
  try {
    const answer = await fetch(form.action, { method: "POST", body, headers: { Accept: "text/html" } });
    const text = await answer.text();
    if (!put(text, sent)) throw Object.assign(new Error(String(answer.status)), { status: answer.status });
    const wrong = document.getElementById(`wrong-${sent}`) ?? room.querySelector("[role=alert]");
    const line = document.getElementById(`m-${sent}`);
    if (wrong) {
      tell("");
      const at = field(line) ?? document.getElementById("line");
      at?.focus();
      if (at?.id === "line") at.select(); // the next result is typed over what was refused
    } else {
      const saved = document.getElementById("saved-line");
      if (saved && sent === "line") saved.textContent = `✔ ${body.get("line").trim()}: ${room.querySelector(".round-form").dataset.next}`;
      tell(`${line?.querySelector(".place").textContent ?? ""} ${room.querySelector(".round-form").dataset.next}`);
      if (document.activeElement === document.body) (field(open()[0]) ?? room.querySelector(".big"))?.focus();
    }
  } catch (wrong) {
    document.getElementById(`m-${sent}`)?.classList.remove("pending");
    away(room.querySelector(".round-form") ?? form, wrong.status === 401 ? "signed-out" : "away");
  }
  busy -= 1;
}

/** The next open line behind one, else the first. */
function following(line) {
  const all = open();
  const behind = all.find((each) => each !== line && !each.classList.contains("pending") && line.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_FOLLOWING);
  return behind ?? all.find((each) => each !== line && !each.classList.contains("pending"));
}

function save(form, line) {
  const body = new URLSearchParams({ key: form.elements.key.value, save: line.dataset.number, [field(line).name]: field(line).value });
  if (games(line)) { // the next line is ready while this one is on its way
    line.classList.add("pending");
    field(following(line))?.focus();
  }
  queue = queue.then(() => send(form, body, line.dataset.number));
}

document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.isComposing || !event.target.matches(".typed input")) return;
  event.preventDefault();
  save(event.target.form, event.target.closest("li"));
});

document.addEventListener("click", (event) => {
  const button = event.target.closest(".typing button");
  if (!button || button.name === "save") return;
  event.preventDefault();
  const line = button.closest("li");
  const ending = line.querySelector("select");
  if (button.name === "add") {
    field(line).value += button.value.split(":")[1] + (ending?.value ?? "");
    if (ending) ending.selectedIndex = 0;
  } else field(line).value = field(line).value.trim().replace(/[1-9][^1-9]*([x*]\d{1,2})?\s*$/, "");
  count(line);
});

document.addEventListener("input", (event) => {
  if (event.target.matches(".typed input")) count(event.target.closest("li"));
});

document.addEventListener("submit", (event) => {
  const [form, button] = [event.target, event.submitter];
  if (!form.matches(".round-form")) return;
  event.preventDefault();
  const top = document.getElementById("line");
  if (button?.name === "save" && button.value) return save(form, button.closest("li"));
  if (button?.name === "undo") {
    const body = new URLSearchParams({ key: form.elements.key.value, undo: button.value });
    queue = queue.then(() => send(form, body, button.closest("li").dataset.number));
    return undefined;
  }
  const [table, ...rest] = (top?.value ?? "").trim().split(/\s+/);
  const line = open().find((each) => each.dataset.table.toLowerCase() === table.toLowerCase());
  if (line && !rest.length) { // the number of the table alone leads there
    top.value = "";
    field(line).focus();
    return undefined;
  }
  if (table) queue = queue.then(() => send(form, new URLSearchParams({ key: form.elements.key.value, line: top.value }), "line"));
  return undefined;
});

async function renew() {
  if (busy || document.hidden) return;
  try {
    const answer = await fetch(location.pathname, { headers: { Accept: "text/html" } });
    if (answer.ok && !busy) put(await answer.text());
  } catch { /* the service is away: the next line that is sent says so */ }
}

setInterval(renew, FRESH);
setInterval(() => { if (room.querySelector(".coming")) renew(); }, SOON);
open().forEach(count);
