// A call that is heard where the page is open: a sound, a vibration, and a notification where the browser allows one.
// A phone that is locked runs no page: it hears the call when it is unlocked.
const TONES = [0, 0.35, 0.7]; // seconds after which one sounds

let sound = null;

/** Let the page sound later: browsers allow that to a page that was touched. */
export async function allowSound() {
  sound ??= new AudioContext();
  await sound.resume();
}

/** True if the browser would ask the person before it shows notifications. */
export const mayNotify = () => "Notification" in window && isSecureContext && Notification.permission === "default";

/** Ask the person for notifications. Phones show them from a service worker only. */
export async function allowNotifications() {
  if (!("Notification" in window)) return;
  if (Notification.permission === "default") await Notification.requestPermission();
  if (Notification.permission !== "granted") return;
  await navigator.serviceWorker?.register("/service-worker.js", { updateViaCache: "none" }).catch(() => {});
}

function ring() {
  sound ??= new AudioContext();
  for (const after of TONES) {
    const [tone, loudness] = [sound.createOscillator(), sound.createGain()];
    tone.frequency.value = 880;
    loudness.gain.value = 0.2;
    tone.connect(loudness).connect(sound.destination);
    tone.start(sound.currentTime + after);
    tone.stop(sound.currentTime + after + 0.2);
  }
}

/** Call: `title` and `body` are what a notification says, `tag` names the one that it takes the place of. */
export async function call(title, { body = "", tag, icon }) {
  ring();
  navigator.vibrate?.([300, 150, 300]);
  if (!("Notification" in window) || Notification.permission !== "granted") return;
  const shown = [title, { body, tag, icon, data: location.pathname }];
  try {
    const worker = await navigator.serviceWorker?.getRegistration();
    if (worker) await worker.showNotification(...shown); else new Notification(...shown);
  } catch { /* a browser that shows them from a service worker only: the sound was heard */ }
}
