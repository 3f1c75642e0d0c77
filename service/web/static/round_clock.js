// The clock of a round: the rest of its time, or the minutes that it is over. No request is made for that.
import { goBy, serviceTime, words } from "./modules/ago.js";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE; // of more than a day the plain time tells enough

/** Tell the clocks of a part that has just come, or all of them. */
export function tellClocks(part = document) {
  const now = serviceTime();
  for (const each of part.querySelectorAll(".round-clock[data-ends]")) {
    const { starts, ends, before, left, up, over } = each.dataset;
    const late = now - Number(ends);
    const minutes = Math.floor(late / MINUTE);
    let text = "";
    if (now < Number(starts)) text = Number(starts) - now < DAY ? before.replace("{}", words(Number(starts) - now)) : "";
    else if (late < 0) text = -late < DAY ? left.replace("{}", words(-late)) : "";
    else text = minutes ? over.replace("{}", minutes) : up;
    const shown = each.querySelector(".remains");
    if (shown.textContent !== text) shown.textContent = text;
    each.classList.toggle("is-over", late >= 0);
  }
}

const told = document.querySelector("[data-clock-now]"); // the service's time as the page was made
if (told) {
  goBy(Number(told.dataset.clockNow));
  tellClocks();
}
setInterval(tellClocks, 1000);
