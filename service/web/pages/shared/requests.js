// Asking the service for parts of a page, so that nothing is missed while it is away for a moment.
const LONGEST = 30_000;

/** Milliseconds to wait after so many failures: twice as long each time, and not all readers at once. */
export const pause = (failures) => Math.min(500 * 2 ** failures, LONGEST) * (0.75 + Math.random() / 2);

/** A part of a page. Raises what is wrong, with its `status` where there was an answer. */
export async function fetched(address) {
  const answer = await fetch(address, { headers: { Accept: "text/html" } });
  if (!answer.ok) throw Object.assign(new Error(`${answer.status} ${address}`), { status: answer.status });
  return answer.text();
}

/** True if the service is there. */
export async function answers() {
  try { return (await fetch("/healthz", { cache: "no-store" })).ok; } catch { return false; }
}

const PATIENCE = 8_000; // milliseconds in which the service answers, else it is away

/** The reason that keeps a form from being sent: `away`, `signed-out`, or nothing. The page that is asked needs store and session. */
export async function hindrance() {
  const signedIn = document.querySelector('.top a[href="/account"]');
  try {
    const asked = { method: "HEAD", cache: "no-store", redirect: "manual", signal: AbortSignal.timeout(PATIENCE) };
    const { status } = await fetch(signedIn ? "/account" : "/sign-in", asked);
    if (signedIn && status === 401) return "signed-out";
    return status >= 500 || status === 429 ? "away" : "";
  } catch { return "away"; }
}

/** Say at a form, in the words of the page, that it could not be sent and why; what is filled in stays. `""`: that is over. */
export function away(form, why = "away") {
  form.querySelector(".away")?.remove();
  if (why) form.append((document.getElementById(why) ?? document.getElementById("away")).content.cloneNode(true));
  form.querySelector(".away")?.scrollIntoView({ block: "nearest" });
}

/**
 * A function that has `work` done in so many milliseconds: once for all who ask until then, one at a time, and once more
 * if a caller asks meanwhile. A request that found no service is tried again, sooner if a caller asks.
 */
export function renewal(milliseconds, work) {
  let due = false;
  let busy = false;
  let timer = 0;
  let failures = 0;
  let patient = false; // the timer runs because it failed before
  const run = async () => {
    [timer, patient, busy, due] = [0, false, true, false];
    try {
      await work();
      failures = 0;
    } catch (wrong) {
      const away = !(wrong.status < 500) || wrong.status === 429;
      failures = away ? failures + 1 : 0;
      patient = away && !due;
      due ||= away;
    }
    busy = false;
    if (due) timer = setTimeout(run, patient ? pause(failures) : milliseconds);
  };
  return () => {
    due = true;
    if (busy || (timer && !patient)) return;
    clearTimeout(timer);
    patient = false;
    timer = setTimeout(run, milliseconds);
  };
}
