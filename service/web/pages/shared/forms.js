// Every form: what is typed stays while the service does not answer, or the person is signed out; a second press sends nothing.
import { away, hindrance } from "./form_hindrance.js";

const AGAIN = 8_000; // milliseconds after which a form may be sent again whose page stayed, such as a download
let sent = new WeakSet();
let passing = null;

// A form without an answer is kept: the browser's own page would take its place, and all that is typed with it.
document.addEventListener("submit", async (event) => {
  const [form, button] = [event.target, event.submitter];
  if (event.defaultPrevented || form === passing || (button?.getAttribute("formmethod") ?? form.method) !== "post") return;
  event.preventDefault();
  if (sent.has(form)) return;
  sent.add(form);
  away(form, "");
  form.setAttribute("aria-busy", "true");
  const why = await hindrance();
  form.removeAttribute("aria-busy");
  if (why) {
    sent.delete(form);
    away(form, why);
    return;
  }
  passing = form;
  form.requestSubmit(button);
  passing = null;
  setTimeout(() => sent.delete(form), AGAIN);
});

addEventListener("pageshow", () => { sent = new WeakSet(); }); // gone back to
