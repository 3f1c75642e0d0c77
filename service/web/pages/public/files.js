// The text for the newspaper, copied in one press: as plain text, or as HTML with its headings.

/** The part of a page that a newspaper takes: all but what the service says of the file. */
function article(page) {
  const part = page.slice(page.indexOf("<main"), page.indexOf("</main>")); // the head's style is none of this page's
  const main = new DOMParser().parseFromString(part, "text/html").querySelector("main");
  main.querySelector("footer").remove();
  return main.innerHTML.trim();
}

/** Put a text that is awaited on the clipboard, also where a page over plain http has none of its own. */
async function copy(awaited) {
  if (navigator.clipboard && globalThis.ClipboardItem) { // given before it is there: Safari takes nothing later
    const plain = awaited.then((text) => new Blob([text], { type: "text/plain" }));
    return navigator.clipboard.write([new ClipboardItem({ "text/plain": plain })]);
  }
  const text = await awaited;
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const field = document.createElement("textarea");
  field.value = text;
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  if (!done) throw new Error("not copied");
  return undefined;
}

async function asked(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(String(answer.status));
  const text = await answer.text();
  return address.includes(".html") ? article(text) : text;
}

for (const button of document.querySelectorAll("[data-copy]")) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    const said = button.closest("section").querySelector(".copied");
    try {
      await copy(asked(button.dataset.copy));
      said.textContent = `✓ ${said.dataset.done}`;
    } catch {
      said.textContent = said.dataset.failed;
    }
    button.focus();
  });
}
