// The order of the players by hand: lines are dragged, or moved by their buttons and by arrow keys. It is saved by the form.
const form = document.querySelector(".by-hand");

function settle(line) { // places anew, and said
  const lines = [...form.querySelectorAll(".ordered > li")];
  lines.forEach((each, place) => { each.querySelector(".place").textContent = place + 1; });
  form.querySelector("#moved").textContent = form.dataset.place.replace("{name}", line.dataset.name).replace("{place}", lines.indexOf(line) + 1);
  form.querySelector("#save").classList.add("primary");
  for (const each of document.querySelectorAll(".unsaved")) each.hidden = false;
  document.querySelector(".draw form").hidden = true; // it would draw from the order that is saved
}

function step(line, up) {
  const beside = up ? line.previousElementSibling : line.nextElementSibling;
  const held = document.activeElement;
  if (beside) up ? beside.before(line) : beside.after(line);
  held.focus();
  settle(line);
}

function drag(event) {
  const line = event.target.closest("li");
  const grip = event.target;
  event.preventDefault();
  grip.focus();
  grip.setPointerCapture(event.pointerId);
  line.classList.add("held");
  const move = ({ clientY }) => {
    const over = [...line.parentElement.children].find((each) => {
      const { top, bottom } = each.getBoundingClientRect();
      return each !== line && clientY > top && clientY < bottom;
    });
    if (!over) return;
    const { top, height } = over.getBoundingClientRect();
    if (line.compareDocumentPosition(over) & Node.DOCUMENT_POSITION_FOLLOWING) {
      if (clientY > top + height / 2) over.after(line);
    } else if (clientY < top + height / 2) over.before(line);
    grip.setPointerCapture(event.pointerId);
  };
  const end = () => {
    grip.removeEventListener("pointermove", move);
    line.classList.remove("held");
    settle(line);
  };
  grip.addEventListener("pointermove", move);
  for (const name of ["pointerup", "pointercancel"]) grip.addEventListener(name, end, { once: true });
}

if (form) {
  form.addEventListener("click", (event) => {
    if (event.target.name !== "move") return;
    event.preventDefault();
    step(event.target.closest("li"), event.target.value.startsWith("up."));
  });
  form.addEventListener("keydown", (event) => {
    if (!event.target.matches(".grip") || !["ArrowUp", "ArrowDown"].includes(event.key)) return;
    event.preventDefault();
    step(event.target.closest("li"), event.key === "ArrowUp");
  });
  form.addEventListener("pointerdown", (event) => { if (event.target.matches(".grip")) drag(event); });
  document.documentElement.classList.add("scripted");
}
