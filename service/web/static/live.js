// News of a stream, by Server-Sent Events; where there are none for this reader, by asking now and then.
const ASK_SECONDS = 5;

/** Call `told` whenever there may be news at `address`; `line` is the element that says how we are connected. */
export function follow(address, line, told) {
  const say = (state, words) => {
    if (!line) return;
    line.hidden = false;
    line.className = `state ${state}`;
    if (line.textContent !== words) line.textContent = words;
  };
  const source = new EventSource(address);
  let lost = false;
  source.addEventListener("open", () => {
    say("playing", line?.dataset.live);
    if (lost) told();
    lost = false;
  });
  for (const kind of ["fact", "verdict", "match"]) source.addEventListener(kind, told);
  source.addEventListener("error", () => {
    lost = true;
    if (source.readyState !== EventSource.CLOSED) {
      say("look", line?.dataset.lost);
      return;
    }
    say("waiting", line?.dataset.asking);
    setInterval(told, ASK_SECONDS * 1000);
  });
  addEventListener("pagehide", () => source.close());
  return source;
}
