// The reason that keeps a form from being sent, asked of the service and said at the form.
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
