// The service starts again at another address: look until it says so, then go on.
const page = document.getElementById("turning");
const { until, next } = page.dataset;
const PAUSE = 400;

async function look() {
  try {
    const answer = await fetch(`${next}/now`, { cache: "no-store" });
    if (answer.ok && [until, "refused"].includes((await answer.text()).trim())) {
      location.replace(next);
      return;
    }
  } catch {
    // it is away
  }
  setTimeout(look, PAUSE);
}
setTimeout(look, PAUSE);
