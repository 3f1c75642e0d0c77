// The parts that are rarely needed (`rare.js`): they come once the page is in use, with their style and sentences. The
// sentences are kept in the browser, and the script is one of the offline files: so they are there without a network, too.
import { h } from "../dom.js";

const IDLE = 3_000; // milliseconds after which a page that is used asks for them
const name = `brade-rare ${document.documentElement.lang}`;

let coming = null;

async function sentences() {
  try {
    const answer = await fetch("/lay-out/words");
    if (answer.ok) localStorage.setItem(name, await answer.text());
  } catch { /* without a network those that were kept are right */ }
  const kept = localStorage.getItem(name);
  if (!kept) throw new Error("words");
  return JSON.parse(kept);
}

async function load(root) {
  const { words, rare, rareStyle } = root.dataset;
  root.dataset.words = JSON.stringify({ ...JSON.parse(words), ...await sentences() });
  document.head.append(h("link", { rel: "stylesheet", href: rareStyle }));
  return (await import(rare)).RARE;
}

/** The parts, as soon as they are there. Rejects where they cannot be had now. */
export function rareParts(root) {
  return coming ??= load(root).catch((wrong) => { coming = null; throw wrong; });
}

/** Ask for them in a moment; `there` gets them. Without a network they come when they are needed. */
export const loadRareParts = (root, there) => setTimeout(() => rareParts(root).then(there, () => {}), IDLE);
