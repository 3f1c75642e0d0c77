// Wishes of a scorer, kept in this browser for all matches: how a tap is felt and heard, and when a turn is written.
const NAME = "brade-scorer";
const BUZZ = 8; // milliseconds
const [PITCH, LASTS, LOUD] = [1_900, 0.02, 0.08]; // of a click: hertz, seconds, and of one

let known = {};
try { known = JSON.parse(localStorage.getItem(NAME) ?? "{}"); } catch { /* the browser keeps nothing */ }

/** True if the scorer wants it: `buzz`, `click` or `soon`. */
export const wishes = (name) => Boolean(known[name]);

export function changeWish(name) {
  known = { ...known, [name]: !known[name] };
  try { localStorage.setItem(NAME, JSON.stringify(known)); } catch { /* it holds as long as the page is open */ }
  tick();
}

let sound = null;

/** A tick of the phone and a soft click, if they are wanted: something was laid. */
export function tick() {
  if (known.buzz) navigator.vibrate?.(BUZZ);
  if (!known.click) return;
  sound ??= new AudioContext();
  const [tone, volume, now] = [sound.createOscillator(), sound.createGain(), sound.currentTime];
  tone.frequency.value = PITCH;
  volume.gain.setValueAtTime(LOUD, now);
  volume.gain.exponentialRampToValueAtTime(LOUD / 100, now + LASTS);
  tone.connect(volume).connect(sound.destination);
  tone.start(now);
  tone.stop(now + LASTS);
}
