// A picture is given to the other programs of the device, where it can be; else the link saves it. Beside it the address
// of the page is copied.
import { copied } from "./clipboard.js";

/** The part that the other programs take: the picture with the address of its page, else the picture; `null` for neither. */
function taken(file, address) {
  const picture = { files: [file], title: document.title };
  return [{ ...picture, url: address }, picture].find((each) => navigator.canShare?.(each)) ?? null;
}

async function share(link) {
  try {
    const answer = await fetch(link.href);
    if (!answer.ok) throw new Error(String(answer.status));
    const file = new File([await answer.blob()], `brade-${link.dataset.picture}.png`, { type: "image/png" });
    await navigator.share(taken(file, link.dataset.page));
  } catch (wrong) {
    if (wrong.name === "AbortError") return; // the person changed their mind
    link.dataset.plain = "true";
    link.click();
  }
}

async function copy(button) {
  const said = button.closest(".share-picture").querySelector(".copied");
  try {
    await copied(button.dataset.page);
    said.textContent = `✓ ${said.dataset.done}`;
  } catch { // it is shown, to be copied by hand
    said.textContent = button.dataset.page;
  }
}

document.addEventListener("toggle", ({ target }) => {
  if (target.matches(".share-picture")) target.querySelector("button[data-page]").hidden = false;
}, true);

document.addEventListener("click", (event) => {
  const button = event.target.closest("button[data-page]");
  if (button) copy(button);
  const link = event.target.closest("a[data-picture]");
  if (!link || link.dataset.plain || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (!taken(new File([], "brade.png", { type: "image/png" }), link.dataset.page)) return;
  event.preventDefault();
  share(link);
});
