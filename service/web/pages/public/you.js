// The part of the tournament's page about the reader's own player: their next match, and a call when they are paired.
import { fetched, renewal } from "../shared/requests.js";
import { calls } from "./calls.js";
import { become, known, me } from "./me.js";

const SOON = 250;

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
  const opens = document.getElementById("find-me");
  const open = () => {
    form.hidden = false;
    form.querySelector("input").focus();
  };
  const names = [...part.querySelectorAll("option")].map((each) => ({ player: each.dataset.player, name: each.value }));
  const called = calls(tournament, button, found);

  const last = known();
  if (!me(tournament) && last && names.some((each) => each.player === last.player)) become(tournament, last);

  const renew = renewal(SOON, async () => {
    const own = me(tournament);
    if (!own) return;
    try { room.innerHTML = await fetched(`/tournaments/${tournament}/players/${own.player}/next`); } catch (wrong) {
      if (wrong.status === 404) { become(tournament, null); draw(); } // taken out of the tournament
      throw wrong;
    }
    called.told(room.firstElementChild);
  });

  function draw() {
    const own = me(tournament);
    form.hidden = true;
    opens.hidden = Boolean(own);
    found.hidden = !own;
    part.querySelector(".who").textContent = own ? own.name : "";
    called.draw();
    if (own) part.querySelector(".mine-page").href = `/tournaments/${tournament}/players/${own.player}`;
    mark(document);
  }

  part.querySelector(".other").addEventListener("click", () => {
    become(tournament, null);
    draw();
    form.querySelector("input").value = "";
    open();
  });
  opens.addEventListener("click", (event) => {
    event.preventDefault();
    open();
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
