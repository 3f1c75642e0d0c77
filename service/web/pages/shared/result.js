// Results being filled in: the points so far, and of a match to points as many rows as are needed. Without it a button
// brings more rows, and the service counts.
const picked = (row, name) => row.querySelector(`input[name^="${name}"]:checked`)?.value ?? row.querySelector(`select[name^="${name}"]`)?.value ?? "";
const points = (row) => {
  const ending = row.querySelector('input[name^="outcome"]:checked') ?? row.querySelector('select[name^="outcome"]')?.selectedOptions[0];
  return Number(ending?.dataset.points ?? 0) * Number(picked(row, "cube") || 1);
};

function forget(row) { // a game that was not played has no ending
  for (const each of row.querySelectorAll('input[name^="outcome"]:checked')) each.checked = false;
  for (const each of row.querySelectorAll("select")) each.selectedIndex = 0;
}

/** A game that was won has an ending: the plain win, which comes first, until another one is chosen. */
function plain(row) {
  const select = row.querySelector('select[name^="outcome"]');
  if (select) select.value ||= select.options[1].value;
  else if (!row.querySelector('input[name^="outcome"]:checked')) row.querySelector('input[name^="outcome"]').checked = true;
}

function count(games) {
  const rows = [...games.querySelectorAll(".result-row")];
  const won = JSON.parse(games.dataset.start || "{}");
  let played = 0;
  let over = 0; // the row with which the match is over
  const target = Number(games.dataset.target);
  rows.forEach((row, place) => {
    const winner = picked(row, "winner");
    if (winner || picked(row, "outcome")) played = place + 1;
    if (!winner) return;
    won[winner] = (won[winner] ?? 0) + points(row);
    if (target && !over && won[winner] >= target) over = place + 1;
  });
  for (const each of games.closest("form").querySelectorAll(".so-far [data-seat]")) each.textContent = won[each.dataset.seat] ?? 0;
  if (!target) return;
  const needed = Math.max(over || played + 1, played);
  rows.forEach((row, place) => { row.hidden = place >= needed && !row.classList.contains("bad"); });
}

/** Let the games in a part of the page that has come be as many as are needed. */
export function unfold(part) {
  for (const each of part.querySelectorAll(".games")) {
    each.closest("form").querySelector(".more")?.remove();
    count(each);
  }
}

document.addEventListener("change", (event) => {
  const games = event.target.closest(".games");
  if (!games) return;
  if (event.target.name.startsWith("winner")) (event.target.value ? plain : forget)(event.target.closest(".result-row"));
  count(games);
});

addEventListener("pageshow", () => unfold(document)); // browsers keep what was filled in
unfold(document);
document.querySelector(".result-row.bad input, .result-row.bad select")?.focus();
