// Copying the address of an overlay with one press.
import { copied } from "../shared/clipboard.js";

const said = document.querySelector(".copied");
for (const button of document.querySelectorAll("[data-copy]")) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    try {
      await copied(button.dataset.copy);
      said.textContent = `✓ ${said.dataset.done}`;
    } catch { // the address is opened, and copied there
      said.textContent = said.dataset.failed;
    }
  });
}
