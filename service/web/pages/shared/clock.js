// The running clock of the player to move: its reserve, less what a turn takes beyond its delay.
import { goBy, serviceTime, words } from "./ago.js";

/** Go by the service's time, as it is told where a clock runs in a part of the page that has just come. */
export function setClocks(part) {
  const told = part?.querySelector("[data-now]");
  if (told) goBy(Number(told.dataset.now));
}

setClocks(document);
setInterval(() => {
  for (const each of document.querySelectorAll(".time [data-since]")) {
    const { since, left, delay } = each.dataset;
    const used = serviceTime() - Number(since);
    each.textContent = words(Number(left) - Math.max(0, used - Number(delay)));
  }
}, 500);
