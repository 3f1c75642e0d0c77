// A position as a picture in PNG, which everything shows that people write to each other in.
const WIDTH = 1600;

async function png(address) {
  const picture = new Image();
  picture.src = address;
  await picture.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [WIDTH, Math.round((WIDTH * picture.height) / picture.width)];
  canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((come) => { canvas.toBlob(come, "image/png"); });
}

/** The link to a drawing of the position gives a picture instead; without this, or if that fails, it gives the drawing. */
export function pictures(moment) {
  moment.addEventListener("click", async (event) => {
    const link = event.target.closest("a.picture");
    if (!link || link.dataset.plain) return;
    event.preventDefault();
    const ours = document.createElement("a");
    try {
      const blob = await png(link.href);
      ours.href = URL.createObjectURL(blob);
      ours.download = link.download.replace(/svg$/, "png");
      ours.click();
      setTimeout(() => URL.revokeObjectURL(ours.href), 10_000);
    } catch {
      link.dataset.plain = "true";
      link.click();
    }
  });
}
