// The tournament page as it is played: what changed comes anew, and a place in the table is explained where it stands.
import "../shared/folded.js";
import { brackets, kept } from "./brackets.js";
import { setClocks } from "../shared/clock.js";
import { fetched, renewal } from "../shared/requests.js";
import { mark, you } from "./you.js";
import { renewHead } from "../shared/head.js";
import { follow } from "../shared/live.js";
import { showMoves, slide } from "../shared/motion.js";
import { tellClocks } from "../shared/round_clock.js";

const SOON = 250; // milliseconds in which much that happens is one renewal
const LATER = 5_000; // the same for tables without a card
const room = document.getElementById("now");
const { tournament, version, tab, part } = room.dataset;
const page = `/tournaments/${tournament}`;
let shown = "";

const parsed = (html) => {
  const template = document.createElement("template");
  template.innerHTML = html; // our own page, every value in it escaped by the server
  return template.content;
};

function show(html) {
  if (html === shown) return;
  shown = html;
  const closed = new Set([...room.querySelectorAll("details:not([open]) summary")].map((each) => each.innerText));
  const opened = new Set([...room.querySelectorAll("details[open] summary")].map((each) => each.innerText));
  const focused = room.contains(document.activeElement) ? document.activeElement.getAttribute("href") : null;
  const scrolled = kept(room);
  const fresh = parsed(html);
  const renewed = fresh.querySelector("template");
  renewed?.remove();
  renewHead(renewed?.content);
  slide(room, () => room.replaceChildren(fresh));
  for (const each of room.querySelectorAll("details")) {
    const text = each.querySelector("summary").innerText;
    if (closed.has(text) || opened.has(text)) each.open = opened.has(text);
  }
  if (focused) room.querySelector(`a[href="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  brackets(room, scrolled);
  setClocks(room);
  tellClocks(room);
  mark(room);
}

const asked = () => { // a way through the bracket is lit here: all who look have the same part
  const query = new URLSearchParams(location.search);
  query.delete("way");
  return fetched(`${page}/parts/${part}${query.size ? `?${query}` : ""}`);
};
const soon = renewal(SOON, async () => show(await asked()));
const later = renewal(LATER, async () => show(await asked()));

// ── rows that are explained in place ──────────────────────────────────────────────────────────────────────────────
room.addEventListener("click", async (event) => {
  const link = event.target.closest("a.why");
  if (!link || tab !== "standings" || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const before = location.href;
  const ask = link.closest("tr")?.dataset.player;
  const section = link.closest("table")?.dataset.section;
  history.pushState(null, "", link.href);
  try {
    show(await asked());
    room.querySelector(`[data-section="${CSS.escape(section)}"] tr[data-player="${CSS.escape(ask)}"] .why`)?.focus({ preventScroll: true });
  } catch {
    history.replaceState(null, "", before);
    location.assign(link.href);
  }
});
addEventListener("popstate", soon);

// ── as it is played ────────────────────────────────────────────────────────────────────────────────────────────────
const cards = new Map();
function renewCard(match) {
  if (!cards.has(match)) cards.set(match, renewal(SOON, async () => {
    const find = () => room.querySelector(`.table-card[data-match="${match}"]`);
    if (!find()) return;
    const card = parsed(await fetched(`${page}/cards/${match}`)).querySelector(".table-card");
    const old = find();
    if (!old) return;
    const focused = old.contains(document.activeElement);
    old.replaceWith(card);
    shown = "";
    setClocks(card);
    if (focused) card.querySelector(".open").focus({ preventScroll: true });
    if (old.dataset.version !== card.dataset.version) showMoves(card.querySelector(".board"));
  }));
  cards.get(match)();
}

const me = you(document.getElementById("you"));
follow(`/v1${page}/stream?after=${version}`, document.getElementById("line"), (event) => {
  const news = event && JSON.parse(event.data);
  if (!news || (event.type === "fact" && news.stream === tournament)) {
    soon();
    me?.renew();
  } else if (tab === "now") {
    if (room.querySelector(`.table-card[data-match="${CSS.escape(news.stream)}"]`)) renewCard(news.stream);
    else later();
  } else if (tab === "bracket") later();
});
brackets(room, []);
mark(room);
