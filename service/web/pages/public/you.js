// The reader's own player, kept in this browser alone: their next match, and a call when they are paired.
import { fetched, renewal } from "../shared/requests.js";

const SOON = 250;
const EVERYWHERE = "brade.me";

const read = (key) => { try { return JSON.parse(localStorage.getItem(key)); } catch { return null; } };
const write = (key, value) => { try {
  if (value) localStorage.setItem(key, JSON.stringify(value)); else localStorage.removeItem(key);
} catch { /* a browser that keeps nothing: until the page is closed */ } };

/** The player whom this browser's reader is in a tournament, if they said so: `player` and `name`. */
export function me(tournament) {
  return read(`${EVERYWHERE}.${tournament}`);
}

/** Keep who the reader is, or forget it. */
export function become(tournament, who) {
  write(`${EVERYWHERE}.${tournament}`, who);
  write(EVERYWHERE, who && { player: who.player, name: who.name });
}

/** Mark the reader's own rows and matches. */
export function mark(room) {
  const own = me(document.querySelector("[data-tournament]").dataset.tournament);
  for (const each of room.querySelectorAll("[data-player]")) each.classList.toggle("mine", each.dataset.player === own?.player);
}

/** The part of the page about the reader; what is next comes anew by its `renew`. */
export function you(part) {
  if (!part) return null;
  const { tournament } = part.dataset;
  const [form, found, room] = [part.querySelector(".find"), part.querySelector(".found"), part.querySelector(".room")];
  const button = part.querySelector(".call");
  const names = [...part.querySelectorAll("option")].map((each) => ({ player: each.dataset.player, name: each.value }));
  const title = document.title;
  let sound = null;

  const known = read(EVERYWHERE);
  if (!me(tournament) && known && names.some((each) => each.player === known.player)) become(tournament, known);

  const renew = renewal(SOON, async () => {
    const own = me(tournament);
    if (!own) return;
    try { room.innerHTML = await fetched(`/tournaments/${tournament}/players/${own.player}/next`); } catch (wrong) {
      if (wrong.status === 404) { become(tournament, null); draw(); } // taken out of the tournament
      throw wrong;
    }
    const next = room.firstElementChild;
    const called = next.dataset.call;
    button.hidden = "ended" in next.dataset;
    if (called && own.called !== undefined && called !== own.called) call(next.querySelector(".next-now").innerText);
    if (called !== own.called) write(`${EVERYWHERE}.${tournament}`, { ...own, name: next.dataset.name, called });
  });

  function draw() {
    const own = me(tournament);
    form.hidden = Boolean(own);
    found.hidden = !own;
    part.querySelector(".who").textContent = own ? own.name : "";
    button.textContent = own?.calls ? button.dataset.on : button.dataset.off;
    button.setAttribute("aria-pressed", String(Boolean(own?.calls)));
    if (own) part.querySelector(".mine-page").href = `/tournaments/${tournament}/players/${own.player}`;
    mark(document);
  }

  // ── the call: a notification where the browser allows it, and always the title and a sound of the page ──────────
  async function call(sentence) {
    document.title = `● ${sentence}`;
    found.classList.add("called");
    if (!me(tournament)?.calls) return;
    ring();
    navigator.vibrate?.([300, 150, 300]);
    if (!("Notification" in window) || Notification.permission !== "granted") return;
    const shown = [button.dataset.title, { body: sentence, tag: tournament, icon: button.dataset.icon, data: location.pathname }];
    try {
      const worker = await navigator.serviceWorker?.getRegistration();
      if (worker) await worker.showNotification(...shown); else new Notification(...shown);
    } catch { /* a browser that shows them from a service worker only: the sound was heard */ }
  }

  function ring() {
    sound ??= new AudioContext();
    [0, 0.35, 0.7].forEach((after) => {
      const [tone, loudness] = [sound.createOscillator(), sound.createGain()];
      tone.frequency.value = 880;
      loudness.gain.value = 0.2;
      tone.connect(loudness).connect(sound.destination);
      tone.start(sound.currentTime + after);
      tone.stop(sound.currentTime + after + 0.2);
    });
  }

  const calm = () => {
    if (document.hidden) return;
    document.title = title;
    found.classList.remove("called");
  };
  document.addEventListener("visibilitychange", calm);
  addEventListener("pointerdown", calm);
  addEventListener("keydown", calm);

  button.addEventListener("click", async () => {
    const own = me(tournament);
    const calls = !own.calls;
    write(`${EVERYWHERE}.${tournament}`, { ...own, calls });
    draw();
    if (!calls) return;
    sound ??= new AudioContext(); // browsers let a page sound that was touched
    await sound.resume();
    if (!("Notification" in window)) return;
    if (Notification.permission === "default") await Notification.requestPermission();
    if (Notification.permission === "granted") { // phones show notifications from a service worker only
      await navigator.serviceWorker?.register("/service-worker.js", { updateViaCache: "none" }).catch(() => {});
    }
  });
  part.querySelector(".other").addEventListener("click", () => {
    become(tournament, null);
    draw();
    form.querySelector("input").value = "";
    form.querySelector("input").focus();
  });
  form.addEventListener("submit", (event) => {
    const typed = form.elements.name.value.trim().toLocaleLowerCase();
    const exact = names.filter((each) => each.name.toLocaleLowerCase() === typed);
    const some = exact.length ? exact : names.filter((each) => each.name.toLocaleLowerCase().includes(typed));
    if (some.length !== 1) return; // the service lists all of that name
    event.preventDefault();
    become(tournament, some[0]);
    draw();
    renew();
    button.focus();
  });

  draw();
  renew();
  return { renew };
}
