// Replay: the match by turns, by games, or by itself in either step; a finger that draws the board to the side turns on or back.
const SWIPE = 40; // pixels to the side that are more than a tap

/**
 * Controls that stay the same while the moments change: `walk(to)` leads there from `at()`; `last()` is the last fact.
 * Returned are `put`, which lays them into a moment that has come, and `key`, whether a key with Shift was one of theirs.
 */
export function replay({ moment, facts, walk, at, last }) {
  const controls = document.getElementById("replay");
  const play = controls.querySelector("#play");
  const speed = controls.querySelector("#speed");
  const step = controls.querySelector("#step");
  let timer = 0;

  const versions = (selector) => [...facts.querySelectorAll(selector)].map((each) => Number(each.dataset.version));
  const range = () => { // of a long match only a part is listed, and while another one comes not the one that is shown
    const all = versions("li");
    const [first, end] = [all[0] ?? 1, all.at(-1) ?? 0];
    return { first, end, here: at() >= first - 1 && at() <= end };
  };
  const after = (places) => {
    const { end, here } = range();
    return here ? places.find((each) => each > at()) ?? (end < last() ? end + 1 : last()) : at() + 1;
  };
  const before = (places) => {
    const { first, here } = range();
    return here ? places.findLast((each) => each < at()) ?? (first > 1 ? first - 1 : 0) : at() - 1;
  };
  const turns = () => versions("li[data-turn]");
  const games = () => versions(".game li:first-child");
  const stops = () => (step.value === "game" ? versions(".game li:has(> .ends)") : turns()); // a game as it ended

  const to = (version) => {
    pause();
    walk(version);
  };
  const acts = {
    ArrowLeft: () => to(before(turns())), ArrowRight: () => to(after(turns())),
    ArrowUp: () => to(before(games())), ArrowDown: () => to(after(games())),
  };

  const say = (playing) => {
    const [sign, word] = play.children;
    [sign.textContent, word.textContent] = playing ? ["‖", play.dataset.pause] : ["▶", play.dataset.play];
    play.setAttribute("aria-pressed", String(playing));
  };
  function pause() {
    clearTimeout(timer);
    timer = 0;
    say(false);
  }
  function next() {
    if (at() >= last()) return pause();
    walk(after(stops()));
    timer = setTimeout(next, Number(speed.value));
    return say(true);
  }
  play.addEventListener("click", () => {
    if (timer) return pause();
    if (at() >= last()) walk(0);
    timer = setTimeout(next, Number(speed.value));
    return say(true);
  });
  for (const [id, key] of [["game-back", "ArrowUp"], ["turn-back", "ArrowLeft"], ["turn-on", "ArrowRight"], ["game-on", "ArrowDown"]]) {
    controls.querySelector(`#${id}`).addEventListener("click", acts[key]);
  }

  let from = null;
  moment.addEventListener("pointerdown", (event) => {
    from = event.pointerType !== "mouse" && event.target.closest(".board-room") ? event : null;
  });
  moment.addEventListener("pointerup", (event) => {
    if (!from) return;
    const [x, y] = [event.clientX - from.clientX, event.clientY - from.clientY];
    from = null;
    if (Math.abs(x) > SWIPE && Math.abs(x) > 2 * Math.abs(y)) acts[x < 0 ? "ArrowRight" : "ArrowLeft"]();
  });

  const put = () => {
    const place = moment.querySelector(".replay-place");
    controls.hidden = !place;
    if (place) place.append(controls);
    else document.body.append(controls);
  };
  const key = (name) => {
    acts[name]?.();
    return name in acts;
  };
  controls.querySelector(".pace").open = !matchMedia("(max-width: 40rem)").matches;
  say(false);
  put();
  return { put, key };
}
