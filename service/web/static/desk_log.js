// The log at the bottom of the desk: facts as they come, filtered, copied.
import { tick } from "./ago.js";

const MOST = 300;

/** Keep the log in `room`; `add` puts a fact on top. */
export function log(room) {
  const filter = document.getElementById("filter");
  const newest = document.getElementById("newest");
  const copy = document.getElementById("copy");

  const note = (at) => {
    if (!at) return;
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
    const rows = [...room.querySelectorAll("li:not([hidden]) pre")].map((each) => JSON.parse(each.textContent));
    const text = JSON.stringify(rows, null, 1);
    try {
      await navigator.clipboard.writeText(text);
    } catch { // plain http has no clipboard: a file instead
      const link = document.createElement("a");
      link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
      link.download = "brade-log.json";
      link.click();
      URL.revokeObjectURL(link.href);
      return;
    }
    const words = copy.textContent;
    copy.textContent = copy.dataset.done;
    setTimeout(() => { copy.textContent = words; }, 2000);
  });

  const element = (name, words, values = {}) => Object.assign(document.createElement(name), { textContent: words, ...values });
  const seen = (news) => room.querySelector(`li[data-stream="${news.stream}"][data-version="${news.version}"]`);
  const here = () => { // times of the day as they are here
    for (const each of room.querySelectorAll("summary time")) {
      each.textContent = new Date(each.dateTime).toLocaleTimeString("sv-SE");
    }
  };
  note(room.querySelector("time")?.dateTime);
  here();

  return {
    here,
    add(news, place = "") {
      note(news.recorded_at);
      if (seen(news)) return;
      const item = document.createElement("li");
      item.dataset.stream = news.stream;
      item.dataset.version = news.version;
      item.dataset.text = `${place} ${news.type} ${news.recorded_by}`;
      const summary = document.createElement("summary");
      const time = element("time", new Date(news.recorded_at).toLocaleTimeString("sv-SE"), { dateTime: news.recorded_at });
      summary.append(time, " ", element("b", place), " ", element("span", news.type, { className: "type" }), " ",
        element("span", `v${news.version} · ${news.recorded_by}`, { className: "quiet" }));
      const details = document.createElement("details");
      const text = element("pre", JSON.stringify(news), { tabIndex: 0 });
      text.setAttribute("aria-label", "JSON");
      details.append(summary, text);
      item.append(details);
      item.hidden = !fits(item);
      const list = room.querySelector("ol");
      list.prepend(item);
      while (list.children.length > MOST) list.lastElementChild.remove();
    },
  };
}
