// Digits of a keyboard are dice: two of them are a throw.
import { say } from "../dom.js";

const FORGOTTEN = 3_000; // milliseconds after which a digit begins a throw anew

/** Hear so many digits as a throw, the larger die first. `tell` says what was typed so far. */
export function listenToDigits(count, choose, tell) {
  let [typed, before] = [[], 0];
  document.addEventListener("keydown", (event) => {
    const free = !event.target.closest?.("input, textarea, select, dialog") && !document.querySelector("dialog[open]");
    if (!free || event.ctrlKey || event.altKey || event.metaKey || event.repeat || !/^[1-6]$/.test(event.key)) return;
    if (event.timeStamp - before > FORGOTTEN) typed = [];
    before = event.timeStamp;
    typed.push(Number(event.key));
    if (typed.length < count) {
      tell(say("typed_so_far", { dice: typed.join("–") }));
      return;
    }
    choose(count === 2 ? [...typed].sort().reverse() : typed);
    typed = [];
  });
}
