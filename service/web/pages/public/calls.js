// The calls of the reader's own player on a page that is open, when they get a match or a table.
import { allowNotifications, allowSound, call } from "../shared/call.js";
import { keep, me } from "./me.js";

/** The calls by the button of a page: `box` is marked while a call waits to be seen. */
export function calls(tournament, button, box) {
  const title = document.title;
  const hint = button.closest("section, .found").querySelector(".call-hint");

  function draw() {
    const own = me(tournament);
    const on = Boolean(own?.calls);
    button.textContent = on ? button.dataset.on : button.dataset.off;
    button.setAttribute("aria-pressed", String(on));
    hint.hidden = !on;
  }

  /** Hear the part of the page that says what is next for the player now. */
  function told(next) {
    const own = me(tournament);
    const called = next.dataset.call;
    button.hidden = "ended" in next.dataset;
    if (button.hidden) hint.hidden = true;
    if (called === own.called) return;
    keep(tournament, { ...own, name: next.dataset.name, called });
    if (!called || own.called === undefined) return;
    const sentence = next.querySelector(".next-now").innerText;
    document.title = `● ${sentence}`;
    box.classList.add("called");
    if (own.calls) call(button.dataset.title, { body: sentence, tag: tournament, icon: button.dataset.icon });
  }

  const calm = () => {
    if (document.hidden) return;
    document.title = title;
    box.classList.remove("called");
  };
  document.addEventListener("visibilitychange", calm);
  addEventListener("pointerdown", calm);
  addEventListener("keydown", calm);

  button.addEventListener("click", async () => {
    const own = me(tournament);
    const on = !own.calls;
    keep(tournament, { ...own, calls: on });
    draw();
    if (!on) return;
    await allowSound();
    await allowNotifications();
  });
  return { draw, told };
}
