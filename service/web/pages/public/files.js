// The text for the newspaper, copied in one press: as plain text, or as HTML with its headings.
import { copied } from "../shared/clipboard.js";

/** The part of a page that a newspaper takes: all but what the service says of the file. */
function article(page) {
  const part = page.slice(page.indexOf("<main"), page.indexOf("</main>")); // the head's style is none of this page's
  const main = new DOMParser().parseFromString(part, "text/html").querySelector("main");
  main.querySelector("footer").remove();
  return main.innerHTML.trim();
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
      await copied(asked(button.dataset.copy));
      said.textContent = `✓ ${said.dataset.done}`;
    } catch {
      said.textContent = said.dataset.failed;
    }
    button.focus();
  });
}
