// Times since events, in minutes and seconds, by the service's clock.
let ahead = 0; // how much the service's clock is before ours

/** Go by the service's time (Unix ms), which is `now`. */
export function goBy(now) {
  ahead = now - Date.now();
}

/** Let every `time[data-ago]` of the page tick; `now` is the service's time as the page was made. */
export function ticking(now) {
  goBy(now);
  tick();
  setInterval(tick, 1000);
}

/** The service's time. */
export const serviceTime = () => Date.now() + ahead;

/** Tell all times anew, or those of a part that has just come. */
export function tick(part = document) {
  const now = serviceTime();
  for (const each of (part ?? document).querySelectorAll("time[data-ago]")) {
    if (each.dateTime) each.textContent = words(now - Date.parse(each.dateTime));
  }
}

/** A time in minutes and seconds, with hours if there are any. */
export function words(milliseconds) {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const two = (number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
