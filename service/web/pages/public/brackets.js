// A bracket in rounds: swiped, walked by the arrow keys, its heading says which round is shown.
const behaviour = () => matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth";

/** Let the brackets of a part be walked; each begins where it was `scrolled` to, else at the round that is played. */
export function brackets(room, scrolled) {
  [...room.querySelectorAll(".bracket-rounds")].forEach((rounds, place) => {
    const columns = [...rounds.children];
    const names = [...(rounds.parentElement.querySelectorAll(".round-names a"))];
    const left = (column) => column.offsetLeft - columns[0].offsetLeft;
    const now = () => {
      const middle = rounds.scrollLeft + 40;
      return columns.reduce((found, column, number) => (left(column) <= middle ? number : found), 0);
    };
    const fit = () => { // a phone shows one round: it is as high as that round, not as the longest one
      const phone = matchMedia("(max-width: 39.99rem)").matches;
      const bar = rounds.offsetHeight - rounds.clientHeight;
      rounds.style.blockSize = phone ? `calc(${columns[now()].offsetHeight + bar}px + 1rem)` : "";
    };
    const goTo = (number, how = behaviour()) => {
      const column = columns[Math.max(0, Math.min(number, columns.length - 1))];
      rounds.scrollTo({ left: left(column), behavior: how });
    };
    const tell = () => {
      names.forEach((name, number) => name.toggleAttribute("aria-current", number === now()));
      const name = names[now()];
      if (name) name.closest("nav").scrollTo({ left: name.offsetLeft - 40 });
    };
    const seen = () => { // a short round behind a long one: its matches are not left above the screen
      if (columns[now()].lastElementChild.lastElementChild?.getBoundingClientRect().bottom < innerHeight / 2) {
        rounds.parentElement.scrollIntoView({ behavior: behaviour() });
      }
    };
    names.forEach((name, number) => name.addEventListener("click", (event) => {
      event.preventDefault();
      goTo(number);
    }));
    rounds.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      goTo(now() + step);
    });
    rounds.addEventListener("scroll", tell, { passive: true });
    rounds.addEventListener("scrollend", () => { fit(); seen(); });
    new ResizeObserver(fit).observe(rounds.parentElement);
    const played = columns.findIndex((column) => column.querySelector(".slot > a:not(:has(.winner, .lost))"));
    if (scrolled[place] !== undefined) rounds.scrollLeft = scrolled[place];
    else if (played >= 0) goTo(played, "auto");
    else if (rounds.querySelector(".slot > a")) goTo(columns.length - 1, "auto"); // all is played
    tell();
    fit();
  });
}
