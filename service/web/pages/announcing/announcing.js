// Plans that fit into the evening, anew whenever a field changes; and of the settings only those of the chosen format.
const form = document.querySelector(".announcing");
const plan = document.getElementById("plan");
const WAIT = 300;
const STAGES = JSON.parse(form.dataset.stages);
let timer = 0;
let asked = 0;

function showSettings() {
  const chosen = form.querySelector("[name=format]:checked, [name=format][type=hidden]")?.value;
  for (const part of form.querySelectorAll("[data-format]")) part.hidden = part.dataset.format !== chosen;
  const stages = STAGES[chosen] ?? [];
  for (const select of form.querySelectorAll("select[name^=terms][name$=stage]")) {
    for (const each of select.options) each.hidden = each.disabled = each.value !== "" && !stages.includes(each.value);
    if (select.selectedOptions[0]?.disabled) select.value = "";
    select.closest("details").hidden = stages.length === 0;
  }
}

async function renew() {
  const mine = ++asked;
  draw().catch(() => {});
  try {
    const answer = await fetch(form.dataset.plan, { method: "POST", body: new URLSearchParams(new FormData(form)), headers: { Accept: "text/html" } });
    const html = answer.ok ? await answer.text() : "";
    if (!html || mine !== asked) return;
    const open = plan.querySelector(".late-plans")?.open;
    plan.innerHTML = html; // our own page, every value escaped by the server
    if (open) plan.querySelector(".late-plans")?.setAttribute("open", "");
  } catch { /* the plan stays as it was, and the button is there again */ form.classList.remove("live"); }
}

/** The brackets that come of the settings, below them while they are open. */
async function draw() {
  const room = [...form.querySelectorAll("details[data-format][open]:not([hidden]) .drawn")][0];
  if (!room) return;
  const answer = await fetch(room.dataset.drawing, { method: "POST", body: new URLSearchParams(new FormData(form)), headers: { Accept: "text/html" } });
  if (answer.ok) room.innerHTML = await answer.text(); // our own drawing, every name escaped by the server
}

for (const part of form.querySelectorAll("details[data-format]")) part.addEventListener("toggle", () => draw().catch(() => {}));
const zone = form.querySelector("#zone");
if (!zone.value && (zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "")) {
  const told = document.getElementById("zone-told");
  told.textContent = told.dataset.told.replace("{zone}", zone.value);
}
showSettings();
form.addEventListener("input", () => {
  showSettings();
  if (!form.dataset.plan) return;
  clearTimeout(timer);
  timer = setTimeout(renew, WAIT);
});
// Another game has other lengths of match: the page comes anew with everything that was typed.
form.querySelector("select[name=game]")?.addEventListener("change", () => form.querySelector(".asks-plan").click());
if (form.dataset.plan) form.classList.add("live");
