// Folded parts of the screen are open on paper, also in browsers that have no style for that.
const folded = new Set();

addEventListener("beforeprint", () => {
  for (const each of document.querySelectorAll("details:is(.one-round, .game, .more-details):not([open])")) {
    folded.add(each);
    each.open = true;
  }
});
addEventListener("afterprint", () => {
  for (const each of folded) each.open = false;
  folded.clear();
});
