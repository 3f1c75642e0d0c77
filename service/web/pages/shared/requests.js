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
