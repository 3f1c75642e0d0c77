// The log at the bottom of the desk: what was written, as it comes; filtered, copied.
import { tick } from "../shared/ago.js";

const MOST = 300;

/** Keep the log in `room`; `renewed` takes it as it is now, `note` the time of a fact. */
export function log(room) {
  const filter = document.getElementById("filter");
  const newest = document.getElementById("newest");
  const copy = document.getElementById("copy");

  const note = (at) => {
    if (!at || at < newest.dateTime) return;
    newest.dateTime = at;
    newest.closest(".news").hidden = false;
    tick(newest.closest(".news"));
  };
  const fits = (item) => item.dataset.text.toLowerCase().includes(filter.value.trim().toLowerCase());
  const sift = () => {
    for (const item of room.querySelectorAll("li")) item.hidden = !fits(item);
  };
  filter.addEventListener("input", sift);

  copy.addEventListener("click", async () => {
    const told = (item) => `${item.querySelector("time").textContent}  ${item.querySelector("p").innerText}`;
    const text = `${[...room.querySelectorAll("li:not([hidden])")].map(told).join("\n")}\n`;
    try {
      await navigator.clipboard.writeText(text);
    } catch { // plain http has no clipboard: a file instead
      const link = document.createElement("a");
      link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
      link.download = "brade-log.txt";
      link.click();
      URL.revokeObjectURL(link.href);
      return;
    }
    const words = copy.textContent;
    copy.textContent = copy.dataset.done;
    setTimeout(() => { copy.textContent = words; }, 2000);
  });

  const here = () => { // times of the day as they are here
    for (const each of room.querySelectorAll("time")) {
      each.textContent = new Date(each.dateTime).toLocaleTimeString("sv-SE");
    }
  };
  const name = (item) => `${item.dataset.stream} ${item.dataset.version}`;
  note(room.querySelector("time")?.dateTime);
  here();

  return {
    note,
    /** Lines that are there already stay as they are, unless they were judged meanwhile. */
    renewed(come) {
      const list = room.querySelector("ol");
      const known = new Map([...list.children].map((item) => [name(item), item]));
      for (const item of [...come.querySelectorAll("li")].reverse()) {
        const old = known.get(name(item));
        if (!old) list.prepend(item);
        else if (old.dataset.state !== item.dataset.state && !old.contains(document.activeElement)) old.replaceWith(item);
      }
      while (list.children.length > MOST) list.lastElementChild.remove();
      here();
      sift();
    },
  };
}
