// A form with a large file: its size is looked at before it is sent, and how much was sent is shown. Without this module
// the form works as any other.
function refusal(answer) {
  try {
    return JSON.parse(answer).detail;
  } catch {
    return new DOMParser().parseFromString(answer, "text/html").querySelector("main .alarm, main p")?.textContent.trim();
  }
}

for (const form of document.querySelectorAll("form[data-upload]")) {
  const [file, wrong, sending] = ["input[type=file]", "[data-wrong]", "[data-sending]"].map((each) => form.querySelector(each));
  const say = (text) => { wrong.textContent = text; wrong.hidden = !text; file.toggleAttribute("aria-invalid", Boolean(text)); };
  file.addEventListener("change", () => {
    say(file.files[0]?.size > form.dataset.most * 1e6 ? form.dataset.large : "");
  });
  form.addEventListener("submit", (event) => {
    if (!wrong.hidden) {
      event.preventDefault();
      file.focus();
      return;
    }
    event.preventDefault();
    const request = new XMLHttpRequest();
    const bar = sending.querySelector("progress");
    sending.hidden = false;
    form.querySelector("button").disabled = true;
    request.upload.addEventListener("progress", (sent) => { if (sent.total) bar.value = 100 * sent.loaded / sent.total; });
    request.addEventListener("loadend", () => {
      if (request.status >= 200 && request.status < 400) {
        location.assign(form.action);
        return;
      }
      sending.hidden = true;
      form.querySelector("button").disabled = false;
      say(refusal(request.responseText) || form.dataset.away);
    });
    request.open("POST", form.action);
    request.send(new FormData(form));
  });
}
