// Copying the address of an overlay with one press.
const said = document.querySelector(".copied");
for (const button of document.querySelectorAll("[data-copy]")) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(button.dataset.copy);
      said.textContent = `✓ ${said.dataset.done}`;
    } catch { // plain http has no clipboard: the address is opened, and copied there
      said.textContent = said.dataset.failed;
    }
  });
}
