// News of a stream, by Server-Sent Events; where there are none for this reader, by asking now and then.
const ASK_SECONDS = 5;
const TRY_AGAIN = 3; // every so many times it is asked, the stream is tried again

/**
 * Call `told` whenever there may be news at `address`: with the event, or without one where some may have been missed.
 * `line` is the element that says how we are connected.
 */
export function follow(address, line, told) {
  let source;
  let lost = false;
  const say = (state, words) => {
    if (!line) return;
    line.hidden = false;
    line.className = `state ${state}`;
    if (line.textContent !== words) line.textContent = words;
  };
  const connect = () => {
    source = new EventSource(address);
    source.addEventListener("open", () => {
      say("playing", line?.dataset.live);
      if (lost) told();
      lost = false;
    });
    for (const kind of ["fact", "verdict", "match"]) source.addEventListener(kind, told);
    source.addEventListener("error", () => {
      lost = true;
      if (source.readyState !== EventSource.CLOSED) say("look", line?.dataset.lost);
      else ask(1);
    });
  };
  const ask = (time) => {
    say("waiting", line?.dataset.asking);
    setTimeout(() => {
      told();
      if (time % TRY_AGAIN) ask(time + 1);
      else connect();
    }, ASK_SECONDS * 1000);
  };
  connect();
  addEventListener("pagehide", () => source.close());
  addEventListener("pageshow", (event) => { // back from where the browser kept it
    if (!event.persisted) return;
    lost = true;
    connect();
  });
}
