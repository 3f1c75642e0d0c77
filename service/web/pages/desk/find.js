// Find a player: only the tables at which the name is played stay, and Enter opens the first of them.
const PHONE = matchMedia("(max-width: 40rem)");

/** Let the field of the desk's bar find tables; `room` is the drawer. The answer looks anew after cards have come. */
export function find(cards, room) {
  const field = document.getElementById("find");
  const found = document.getElementById("found");
  const plain = (text) => text.toLocaleLowerCase().normalize("NFC").trim();

  function look() {
    const wanted = plain(field.value);
    let first = null;
    for (const card of cards.querySelectorAll(".table-card")) {
      const names = [...card.querySelectorAll(".who")].map((each) => plain(each.textContent));
      card.hidden = Boolean(wanted) && !names.some((name) => name.includes(wanted));
      if (!card.hidden) first ??= card;
    }
    found.textContent = wanted ? [...cards.querySelectorAll(".table-card:not([hidden]) .open")].map((each) => each.textContent).join(", ") : "";
    return wanted ? first : null;
  }

  const menu = document.querySelector(".account");
  const placed = () => (PHONE.matches ? cards : menu).before(field.form); // a phone's bar has no room for it
  PHONE.addEventListener("change", placed);
  placed();
  field.addEventListener("input", look);
  field.form.addEventListener("submit", (event) => {
    event.preventDefault();
    const first = look();
    if (first) room.open(first.dataset.match);
  });
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    field.value = "";
    look();
    field.blur();
  });
  return look;
}
