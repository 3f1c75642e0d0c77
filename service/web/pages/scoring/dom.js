// Elements of the scorer's page, and its words. Values are text: nothing that a person typed becomes an element.
const SVG = "http://www.w3.org/2000/svg";
const DRAWN = new Set(["svg", "g", "rect", "circle", "path", "line", "polygon", "text", "title"]);
const FROM_THE_RIGHT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const VOCABULARY = JSON.parse(document.getElementById("scoring").dataset.words);

/** A text with letters written from the right, isolated from what stands beside it; any other value as it is. */
export const isolated = (value) => (typeof value === "string" && FROM_THE_RIGHT.test(value) ? `\u2068${value}\u2069` : value);

/** A sentence of the page in the reader's language, with its values. */
export function say(name, values = {}) {
  const sentence = VOCABULARY[name];
  if (sentence === undefined) throw new Error(`no words for ${name}`);
  return sentence.replace(/%\((\w+)\)s/g, (_, value) => isolated(values[value]));
}

/** A message of the rules in the reader's language. What is there without a translation is English. */
export function explain(message) {
  const shown = (value) => (Array.isArray(value) ? value.map(shown).join(", ") : value?.pattern === undefined ? String(value) : explain(value));
  const pattern = VOCABULARY[`rule ${message.pattern}`] ?? message.pattern;
  return pattern.replace(/\{(\w+)\}/g, (_, name) => shown(message.values[name]));
}

/** Words for the places of the game that are no points, by their names. */
export const places = () => Object.fromEntries(Object.entries(VOCABULARY)
  .filter(([name]) => name.startsWith("place ")).map(([name, word]) => [name.slice(6), word]));

/**
 * An element with its attributes and what is in it. `onclick` is a listener, `class` and `data-…` are attributes;
 * an attribute that is null, undefined or false is left out. Nothing is put in for null.
 */
export function h(tag, attributes = {}, ...inside) {
  const element = DRAWN.has(tag) ? document.createElementNS(SVG, tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...inside.flat().filter((each) => each !== null && each !== undefined));
  return element;
}

/** A button; `key` finds it again after the page was drawn anew. */
export const button = (key, words, onclick, attributes = {}) => (
  h("button", { type: "button", "data-key": key, onclick, ...attributes }, words));

/** Put `parts` into `box` in place of what is there; a focused button stays focused. */
export function renew(box, ...parts) {
  const key = box.contains(document.activeElement) ? document.activeElement.dataset.key : null;
  box.replaceChildren(...parts.flat().filter(Boolean));
  if (key) (box.querySelector(`[data-key="${CSS.escape(key)}"]`) ?? box.querySelector("button:not([disabled])"))?.focus();
}

/** Set the text of an element, if it is another one: a live region is read out again with every change. */
export function put(element, words) {
  if (element.textContent !== words) element.textContent = words;
}
