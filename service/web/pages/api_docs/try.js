// Calls of the API, tried from its page with the reader's own key. The key is kept nowhere, and no cookie is sent.
const LONGEST = 20_000; // letters of an answer that are shown
const token = document.getElementById("token");

document.querySelector(".key").hidden = false;
for (const form of document.querySelectorAll("form.try")) {
  form.hidden = false;
  form.addEventListener("submit", (event) => { event.preventDefault(); send(form); });
}
reach();
addEventListener("hashchange", reach);

// An operation or a schema that an address names is opened.
function reach() {
  const target = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target && target.tagName === "DETAILS") {
    for (let part = target; part; part = part.parentElement?.closest("details")) part.open = true;
    target.scrollIntoView();
  }
}

function addressOf(form) {
  const fields = [...form.querySelectorAll("input")];
  let path = form.dataset.path;
  for (const field of fields.filter((each) => each.dataset.in === "path")) {
    path = path.replace(`{${field.name}}`, encodeURIComponent(field.value));
  }
  const query = new URLSearchParams(fields.filter((each) => each.dataset.in === "query" && each.value).map((each) => [each.name, each.value]));
  return query.size ? `${path}?${query}` : path;
}

async function send(form) {
  const output = form.querySelector("output");
  const body = form.querySelector("textarea");
  const headers = new Headers();
  if (token.value) headers.set("Authorization", `Bearer ${token.value}`);
  if (body) headers.set("Content-Type", body.dataset.kind);
  form.querySelector("pre")?.remove();
  output.textContent = "…";
  try {
    const answer = await fetch(addressOf(form), { method: form.dataset.method.toUpperCase(), headers, body: body?.value, credentials: "omit" });
    output.textContent = `${answer.status} ${answer.headers.get("Content-Type") ?? ""}`;
    form.append(shown(await written(answer)));
  } catch (error) {
    output.textContent = `It was not sent: ${error.message}`;
  }
}

async function written(answer) {
  const kind = answer.headers.get("Content-Type") ?? "";
  if (!/json|text|xml|javascript/.test(kind)) return `${(await answer.blob()).size} bytes`;
  const text = await answer.text();
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function shown(text) {
  const pre = document.createElement("pre");
  pre.tabIndex = 0;
  pre.textContent = text.length > LONGEST ? `${text.slice(0, LONGEST)}\n…` : text;
  return pre;
}
