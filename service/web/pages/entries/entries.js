// Keeps a pasted list in this tab while it is looked at, so that going back to the page does not lose it.
// It is forgotten once the page is opened in another way, such as after the list was entered.

const list = document.getElementById("list");
const place = `list of ${location.pathname}`;
const WAYS_BACK = "#several";

function isBack() {
  const [entry] = performance.getEntriesByType("navigation");
  return location.hash === WAYS_BACK || entry?.type === "back_forward";
}

if (list) {
  if (isBack()) list.value ||= sessionStorage.getItem(place) ?? "";
  else sessionStorage.removeItem(place);
  list.form.addEventListener("submit", () => sessionStorage.setItem(place, list.value));
}
