// News of a stream (Server-Sent Events), come what may: a line that breaks is joined again, with growing pauses.
// Browsers' own EventSource gives up for good where a service that is just starting answers 503, and says no reason.
import { pause } from "./requests.js";

const SILENT = 40_000; // the service gives a sign of life every 15 s: who hears none for so long, hears nothing
const BACK = 5_000; // milliseconds for which the line says that it is back
const ICONS = { playing: "●", look: "◌", waiting: "↻" };

/**
 * Call `told` whenever there is news at `address`: with the event (`type`, `data`), or without one where some may have
 * been missed. `line` is the element that says how we are connected, in the words of its data. The function that is
 * returned ends it.
 */
export function follow(address, line, told) {
  let last = ""; // the id from which the service goes on
  let failures = 0;
  let heard = 0;
  let ending = null; // of the one stream that there is
  let timer = 0; // until it is joined again
  let back = 0;

  const say = (state, words) => {
    clearTimeout(back);
    line.hidden = false;
    line.className = `state unprinted ${state}`;
    line.dataset.icon = ICONS[state];
    if (line.textContent !== words) line.textContent = words;
  };

  const joined = () => {
    if (failures) {
      told();
      say("playing", line.dataset.back);
      back = setTimeout(() => say("playing", line.dataset.live), BACK);
    } else {
      say("playing", line.dataset.live);
    }
    failures = 0;
  };

  async function listen() {
    const mine = ending = new AbortController();
    heard = Date.now();
    let atLeast = 0;
    try {
      const headers = { Accept: "text/event-stream", ...(last && { "Last-Event-ID": last }) };
      const answer = await fetch(address, { headers, signal: mine.signal, cache: "no-store" });
      if (answer.ok) {
        joined();
        await read(answer.body.getReader());
        say("look", line.dataset.lost);
      } else {
        atLeast = 1000 * (Number(answer.headers.get("Retry-After")) || 0);
        refused(answer.status, await answer.text());
      }
    } catch {
      if (mine.signal.reason === "left") return;
      say("look", line.dataset.lost);
    }
    failures += 1;
    timer = setTimeout(start, Math.max(pause(failures), atLeast));
  }

  const refused = (status, why) => { // the page is there for this reader, only its stream is not: it is asked instead
    if (status < 500 || why.includes("too-many-viewers")) {
      say("waiting", line.dataset.asking);
      told();
    } else {
      say("look", line.dataset.lost);
    }
  };

  async function read(reader) {
    const decoder = new TextDecoder();
    let rest = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      heard = Date.now();
      const frames = (rest + decoder.decode(value, { stream: true })).split("\n\n");
      rest = frames.pop();
      for (const frame of frames) tell(frame);
    }
  }

  const tell = (frame) => {
    const fields = Object.fromEntries(frame.split("\n").map((row) => {
      const colon = row.indexOf(": ");
      return [row.slice(0, Math.max(colon, 0)), row.slice(colon + 2)];
    }));
    if (fields.id) last = fields.id;
    if (fields.data) told({ type: fields.event, data: fields.data });
  };

  const leave = () => {
    clearTimeout(timer);
    timer = 0;
    ending?.abort("left");
  };
  const start = () => {
    leave();
    listen();
  };
  const now = () => { if (timer) start(); }; // no need to wait any longer: the network is back, or the reader

  const over = new AbortController();
  const watch = setInterval(() => { if (Date.now() - heard > SILENT) ending.abort("silent"); }, SILENT / 4);
  addEventListener("online", now, over);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) now(); }, over);
  addEventListener("pagehide", leave, over);
  addEventListener("pageshow", (event) => { // back from where the browser kept it
    if (!event.persisted) return;
    failures += 1; // news that came meanwhile were missed
    start();
  }, over);
  start();
  return () => {
    over.abort();
    clearInterval(watch);
    clearTimeout(back);
    leave();
  };
}
