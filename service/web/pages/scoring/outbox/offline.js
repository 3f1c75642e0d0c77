// Lets the scorer's page open without a network, where the browser allows that, and says where it does not.
const STEP = 20; // facts after which the kept page is read anew: what it opens with grows no older

/**
 * Keep this page in the phone, and anew while its match goes on. `line` is the element that says if that is possible,
 * in the words of its data: `ready`, `plain` (the address is not encrypted), `refused`.
 */
export async function keepOffline(outbox, line) {
  const say = (state) => {
    line.hidden = false;
    line.dataset.state = state;
    line.textContent = line.dataset[state];
    const help = document.getElementById("phone-help"); // the way to trust the certificate, where it is the hall's own
    if (help) help.hidden = state !== "refused";
  };
  if (!navigator.serviceWorker) {
    say(isSecureContext ? "refused" : "plain");
    return;
  }
  try {
    await navigator.serviceWorker.register("/service-worker.js", { updateViaCache: "none" });
  } catch {
    if (!(await navigator.serviceWorker.getRegistration())) { // without a network it cannot be read anew: it is there
      say("refused");
      return;
    }
  }
  const { active } = await navigator.serviceWorker.ready;
  let at = -1;
  const keep = async () => {
    const { waiting, version } = outbox.status();
    if (at >= 0 && (waiting || version < at + STEP)) return;
    at = version;
    if (await isKept(navigator.serviceWorker.controller ?? active)) say("ready");
  };
  outbox.subscribe(keep);
  await keep();
}

/** Have the service worker read this page anew; true if it keeps the page, be it as it was before. */
function isKept(worker) {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(data);
    worker.postMessage({ keep: location.pathname }, [port2]);
  });
}
