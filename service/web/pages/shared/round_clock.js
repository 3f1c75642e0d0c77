// The clock of a round: the rest of its time, or the time that it is over. No request is made for that.
import { goBy, serviceTime, words } from "./ago.js";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR; // of more than a day the plain time tells enough
const STEPS = [[2 * DAY, DAY, "days"], [2 * HOUR, HOUR, "hours"], [MINUTE, MINUTE, "minutes"]]; // from when each is told

/** The time that a round is over: in minutes, of two hours in hours, of two days in days. */
function lateness(late, clock) {
  const found = STEPS.find(([from]) => late >= from);
  if (!found) return clock.dataset.up;
  const [, unit, name] = found;
  return clock.dataset[name].replace("{}", Math.floor(late / unit));
}

/** Tell the clocks of a part that has just come, or all of them. */
export function tellClocks(part = document) {
  const now = serviceTime();
  for (const each of part.querySelectorAll(".round-clock[data-ends]")) {
    const { starts, ends, before, left } = each.dataset;
    const late = now - Number(ends);
    let text = "";
    if (now < Number(starts)) text = Number(starts) - now < DAY ? before.replace("{}", words(Number(starts) - now)) : "";
    else if (late < 0) text = -late < DAY ? left.replace("{}", words(-late)) : "";
    else text = lateness(late, each);
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
