// A link that carries something behind its #, which no server and no log sees: put it into the form that takes it.
function take() {
  const said = location.hash.slice(1);
  for (const form of document.querySelectorAll("form[data-fragment]")) {
    if (!form.dataset.fragment.split(" ").some((beginning) => said.startsWith(beginning))) continue;
    history.replaceState(null, "", location.pathname + location.search);
    form.elements[form.dataset.into].value = said;
    form.requestSubmit();
  }
}
addEventListener("hashchange", take);
take();
