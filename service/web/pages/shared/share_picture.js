// A picture is given to the other programs of the device, where it can be; else the link saves it.
document.addEventListener("click", async (event) => {
  const link = event.target.closest("a[data-picture]");
  if (!link || link.dataset.plain || !navigator.canShare || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (!navigator.canShare({ files: [new File([], "brade.png", { type: "image/png" })] })) return;
  event.preventDefault();
  try {
    const answer = await fetch(link.href);
    if (!answer.ok) throw new Error(String(answer.status));
    const file = new File([await answer.blob()], `brade-${link.dataset.picture}.png`, { type: "image/png" });
    await navigator.share({ files: [file], title: document.title });
  } catch (wrong) {
    if (wrong.name === "AbortError") return; // the person changed their mind
    link.dataset.plain = "true";
    link.click();
  }
});
