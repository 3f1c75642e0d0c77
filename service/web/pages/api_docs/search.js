// The search among the operations of the API: while words are typed, those that have them all are shown.
const field = document.getElementById("q");
const [resources, operations] = ["resources", "operations"].map((id) => document.getElementById(id));
const count = document.getElementById("count");
const form = field.form;
let rows = field.value.trim() ? null : [...operations.querySelectorAll("li")]; // a searched page has not all of them

function show() {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  if (!rows) return;
  let shown = 0;
  for (const row of rows) {
    const text = `${row.textContent} ${row.dataset.words}`.toLowerCase();
    row.hidden = !words.every((word) => text.includes(word));
    shown += row.hidden ? 0 : 1;
  }
  count.textContent = shown === 1 ? "1 operation" : `${shown} operations`;
  operations.hidden = !words.length;
  resources.hidden = Boolean(words.length);
}

field.addEventListener("input", show);
form.addEventListener("submit", (event) => {
  if (!rows) return;
  event.preventDefault();
  operations.querySelector("li:not([hidden]) a")?.focus();
});
