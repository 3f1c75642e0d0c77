// Brackets: on a phone a round a screen, swiped and walked by keys; else a tree that is zoomed and dragged. In both a
// player's way is lit, and its player kept in the address.
const behaviour = () => matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth";
const isPhone = () => matchMedia("(max-width: 39.99rem)").matches;
const [LEAST, MOST, STEP] = [10 / 16, 2, 1.2]; // of the customary size of letters: the least can still be read
const COMPACT = 0.8; // below it a match is two lines of names, all of one size

/** The place to which each bracket is scrolled, and its size: for `brackets` after its part was drawn anew. */
export const kept = (room) => [...room.querySelectorAll(".bracket-rounds")].map((each) => (
  { left: each.scrollLeft, top: each.scrollTop, scale: Number(each.dataset.scale || 1) }
));

/** Let the brackets of a part be walked, zoomed and lit; each as it was `before`, else at the round that is played. */
export function brackets(room, before) {
  [...room.querySelectorAll(".bracket-rounds")].forEach((rounds, place) => {
    walk(rounds, before[place]);
    zoom(rounds, before[place]);
  });
  if (room.querySelector(".way-of")) ways(room);
}

const PEEK = 64; // pixels of the round before that are left in sight, so that the tree is seen to go on there

// ── rounds ───────────────────────────────────────────────────────────────────────────────────────────────────────────
function walk(rounds, before) {
  const columns = [...rounds.children];
  const names = [...(rounds.parentElement.querySelectorAll(".round-names a"))];
  const left = (column) => column.offsetLeft - columns[0].offsetLeft;
  const now = () => {
    const middle = rounds.scrollLeft + 40;
    return columns.reduce((found, column, number) => (left(column) <= middle ? number : found), 0);
  };
  const fit = () => { // a phone shows one round: it is as high as that round, not as the longest one
    const bar = rounds.offsetHeight - rounds.clientHeight;
    rounds.style.blockSize = isPhone() ? `calc(${columns[now()].offsetHeight + bar}px + 1rem)` : "";
  };
  const goTo = (number, how = behaviour()) => {
    const column = columns[Math.max(0, Math.min(number, columns.length - 1))];
    rounds.scrollTo({ left: left(column) - (isPhone() ? 0 : PEEK), behavior: how });
  };
  const tell = () => {
    names.forEach((name, number) => name.toggleAttribute("aria-current", number === now()));
    const name = names[now()];
    if (name) name.closest("nav").scrollTo({ left: name.offsetLeft - 40 });
  };
  const seen = () => { // a short round behind a long one: its matches are not left above the screen
    if (!isPhone()) return;
    if ([...columns[now()].querySelectorAll(".slot")].at(-1)?.getBoundingClientRect().bottom < innerHeight / 2) {
      rounds.parentElement.scrollIntoView({ behavior: behaviour() });
    }
  };
  names.forEach((name, number) => name.addEventListener("click", (event) => {
    event.preventDefault();
    goTo(number);
  }));
  rounds.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    goTo(now() + step);
  });
  rounds.addEventListener("scroll", tell, { passive: true });
  rounds.addEventListener("scrollend", () => { fit(); seen(); });
  new ResizeObserver(fit).observe(rounds.parentElement);
  const played = columns.findIndex((column) => column.querySelector(".live, .ready"));
  const last = columns.findLastIndex((column) => column.querySelector("[data-player]")); // with a known player
  const lit = [...rounds.querySelectorAll(".slot.lit")].at(-1); // the way that an address names
  if (before) rounds.scrollLeft = before.left;
  else if (lit) {
    goTo(columns.indexOf(lit.closest(".bracket-round")), "auto");
    rounds.scrollTop += lit.getBoundingClientRect().bottom - rounds.getBoundingClientRect().top - rounds.clientHeight / 2;
  }
  else if (played >= 0) goTo(played, "auto");
  else if (isPhone() && rounds.querySelector(".played")) goTo(last, "auto"); // no match is played now
  tell();
  fit();
}

// ── the tree, larger and smaller ─────────────────────────────────────────────────────────────────────────────────────
function zoom(rounds, before) {
  const bracket = rounds.parentElement;
  const controls = bracket.querySelector(".zoom");
  const rest = controls.querySelector(".rest");
  const scale = () => Number(rounds.dataset.scale || 1);
  const set = (wanted, x = rounds.clientWidth / 2, y = rounds.clientHeight / 2) => { // that point of it stays in place
    const next = Math.max(LEAST, Math.min(MOST, wanted));
    const [left, top] = [rounds.scrollLeft + x, rounds.scrollTop + y].map((each) => each * next / scale());
    rounds.dataset.scale = next;
    rounds.style.fontSize = next === 1 ? "" : `${next}em`;
    bracket.classList.toggle("zoomed", next !== 1);
    bracket.classList.toggle("compact", next < COMPACT);
    rest.hidden = true;
    [rounds.scrollLeft, rounds.scrollTop] = [left - x, top - y];
  };
  const fit = () => {
    const fits = (size) => {
      set(size);
      return rounds.scrollWidth <= bracket.clientWidth + 1 && rounds.scrollHeight <= Math.max(300, innerHeight - 80);
    };
    const isCut = () => [...rounds.querySelectorAll(".who")].some((name) => name.scrollWidth > name.clientWidth);
    let [least, most] = fits(1) ? [1, 1] : fits(COMPACT) ? [COMPACT, 1] : [LEAST, COMPACT - 0.001];
    for (let tries = 0; tries < 7 && most > least; tries += 1) {
      const middle = (least + most) / 2;
      if (fits(middle) && !isCut()) least = middle; else most = middle;
    }
    rest.hidden = fits(least);
    rounds.scrollTo(0, 0);
  };
  const offer = () => {
    controls.hidden = isPhone() || (scale() === 1 && rounds.scrollWidth <= rounds.clientWidth + 1 && rounds.scrollHeight <= rounds.clientHeight + 1);
    if (isPhone() && scale() !== 1) set(1);
  };
  const ACTIONS = { in: () => set(scale() * STEP), out: () => set(scale() / STEP), fit };
  const KEYS = { "+": "in", "=": "in", "-": "out", 0: "fit" };
  controls.addEventListener("click", (event) => ACTIONS[event.target.closest("button")?.dataset.zoom]?.());
  rounds.addEventListener("keydown", (event) => {
    const action = ACTIONS[KEYS[event.key]];
    if (!action || isPhone() || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    action();
  });
  const at = (event) => {
    const box = rounds.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };
  rounds.addEventListener("wheel", (event) => { // with Ctrl, as a touchpad tells a pinch; else it scrolls
    if (!event.ctrlKey || isPhone()) return;
    event.preventDefault();
    set(scale() * Math.exp(-event.deltaY / 300), ...at(event));
  }, { passive: false });

  const fingers = new Map();
  let moved = false;
  const apart = () => {
    const [one, other] = [...fingers.values()];
    return Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
  };
  rounds.addEventListener("pointerdown", (event) => {
    if (isPhone() || (event.pointerType === "mouse" && event.button)) return;
    moved = false;
    fingers.set(event.pointerId, event);
  });
  const move = (event) => {
    const last = fingers.get(event.pointerId);
    if (!last) return;
    if (fingers.size === 2) {
      const before = apart();
      fingers.set(event.pointerId, event);
      const [one, other] = [...fingers.values()];
      set(scale() * apart() / before, ...at({ clientX: (one.clientX + other.clientX) / 2, clientY: (one.clientY + other.clientY) / 2 }));
      moved = true;
    } else if (event.pointerType === "mouse") { // a finger that scrolls needs no help
      const [x, y] = [event.clientX - last.clientX, event.clientY - last.clientY];
      if (!moved && Math.hypot(x, y) < 5) return;
      moved = true;
      rounds.setPointerCapture(event.pointerId);
      rounds.classList.add("dragged");
      rounds.scrollLeft -= x;
      rounds.scrollTop -= y;
      fingers.set(event.pointerId, event);
    }
  };
  const up = (event) => {
    fingers.delete(event.pointerId);
    rounds.classList.remove("dragged");
  };
  rounds.addEventListener("pointermove", move);
  for (const each of ["pointerup", "pointercancel"]) rounds.addEventListener(each, up);
  rounds.addEventListener("dragstart", (event) => event.preventDefault());
  rounds.addEventListener("click", (event) => { // after a drag it is no press
    if (moved) { event.preventDefault(); event.stopPropagation(); }
    moved = false;
  }, true);
  if (before && before.scale !== 1) {
    set(before.scale);
    [rounds.scrollLeft, rounds.scrollTop] = [before.left, before.top];
  } else if (before) rounds.scrollTop = before.top;
  new ResizeObserver(offer).observe(bracket);
  offer();
}

// ── the way of a player ──────────────────────────────────────────────────────────────────────────────────────────────
const LINES = ["up", "down", "in"];
const rooms = new WeakMap();

function ways(room) {
  const head = room.querySelector(".way-of");
  const name = head.querySelector(".way-name");
  const players = name.getAttribute("href")?.replace(/\/players.*$/, "/players/"); // in a frame there is no page of a player
  const chosen = () => new URLSearchParams(location.search).get("way");
  const light = (player) => {
    const slots = [...room.querySelectorAll(".slot")];
    const seats = (slot) => (player ? [...slot.querySelectorAll(`[data-player="${CSS.escape(player)}"]`)] : []);
    for (const slot of slots) {
      slot.classList.toggle("lit", seats(slot).length > 0);
      slot.classList.remove("ahead");
      for (const line of LINES) slot.classList.toggle(`way-${line}`, seats(slot).some((seat) => seat.dataset.line === line));
    }
    for (const slot of slots.filter((each) => seats(each).some((seat) => !seat.classList.contains("lost")))) {
      for (let on = slot.dataset.on; on;) { // as long as they win, the way goes on
        const [place, line] = on.split(" ");
        const next = slots[place];
        if (next.classList.contains("lit")) break;
        next.classList.add("ahead", `way-${line}`);
        on = next.dataset.on;
      }
    }
  };
  const show = () => {
    const player = chosen();
    const seats = player ? [...room.querySelectorAll(`[data-player="${CSS.escape(player)}"]`)] : [];
    for (const each of room.querySelectorAll(".seat-line[aria-current]")) each.removeAttribute("aria-current");
    for (const each of seats) each.setAttribute("aria-current", "true");
    head.hidden = !seats.length;
    if (seats.length) {
      name.firstElementChild.textContent = seats[0].querySelector(".who").textContent;
      if (players) name.href = players + player;
    }
    light(seats.length ? player : null);
  };
  const choose = (player) => {
    const address = new URL(location.href);
    if (player) address.searchParams.set("way", player);
    else address.searchParams.delete("way");
    history.replaceState(null, "", address);
    show();
  };
  const seat = (event) => event.target.closest?.("a.seat-line");
  rooms.get(room)?.abort(); // listeners from before it was drawn anew
  const until = new AbortController();
  rooms.set(room, until);
  const { signal } = until;
  room.addEventListener("click", (event) => {
    if (event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const pressed = seat(event);
    const off = event.target.closest(".way-off");
    if (!pressed && !off) return;
    event.preventDefault();
    choose(pressed && pressed.dataset.player !== chosen() ? pressed.dataset.player : null);
  }, { signal });
  const over = (event) => { if (seat(event)) light(seat(event).dataset.player); };
  const out = (event) => { if (seat(event)) light(chosen()); };
  room.addEventListener("pointerover", over, { signal });
  room.addEventListener("pointerout", out, { signal });
  room.addEventListener("focusin", over, { signal });
  room.addEventListener("focusout", out, { signal });
  show();
}
