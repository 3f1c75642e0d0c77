// The text for the newspaper, copied in one press: as plain text, or as HTML with its headings.

/** The part of a page that a newspaper takes: all but what the service says of the file. */
function article(page) {
  const main = new DOMParser().parseFromString(page, "text/html").querySelector("main");
  main.querySelector("footer").remove();
  return main.innerHTML.trim();
}

/** Put a text on the clipboard, also where a page over plain http has none of its own. */
async function copy(text) {
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

for (const button of document.querySelectorAll("[data-copy]")) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    const said = button.closest("section").querySelector(".copied");
    try {
      const answer = await fetch(button.dataset.copy);
      if (!answer.ok) throw new Error(String(answer.status));
      const text = await answer.text();
      await copy(button.dataset.copy.includes(".html") ? article(text) : text);
      said.textContent = `✓ ${said.dataset.done}`;
    } catch {
      said.textContent = said.dataset.failed;
    }
    button.focus();
  });
}
