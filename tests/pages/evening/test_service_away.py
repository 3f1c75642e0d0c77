"""Forms of an organiser while the service is away keep what was typed, each of them; a second press sends nothing."""

import pytest

from tests.support.pages.browser import PHONE, needs_chromium
from tests.support.pages.club_evening import NAMES
from tests.support.pages.desk import another
from tests.support.pages.fault_proxy import proxy_to
from tests.support.proving import prove

expect = pytest.importorskip("playwright.sync_api").expect
pytestmark = [needs_chromium, pytest.mark.xdist_group("browser-2")]

FILL_AND_SEND = """() => {
  const forms = [...document.querySelectorAll("main form")].filter((each) => each.method === "post");
  return forms.map((form, place) => {
    for (let each = form; each; each = each.parentElement) if (each.tagName === "DETAILS") each.open = true;
    for (const each of form.elements) {
      if (!each.name || each.readOnly || each.disabled) continue;
      if (each.tagName === "TEXTAREA") each.value = `Rad ett åäö ${place}\\nRad två`;
      else if (each.inputMode === "numeric") each.value = "1500";
      else if (["text", "search", "password"].includes(each.type)) each.value = `åäö-${place}-mönster`;
      else if (each.type === "number") each.value = each.value || each.min || "4";
      else if (each.type === "checkbox") each.checked = true;
      else if (each.tagName === "SELECT") each.selectedIndex = each.options.length - 1;
    }
    const typed = JSON.stringify([...new FormData(form)].map(([name, value]) => [name, String(value)]));
    form.dataset.typed = typed;
    const button = form.querySelector("button:enabled:not([name=add], [name=drop], [name=move], .hidden)");
    if (button) form.requestSubmit(button); else form.dataset.idle = "1";
    return `${form.getAttribute("action")} ${form.id} ${form.className}`;
  });
}"""
KEPT = """() => [...document.querySelectorAll("main form[data-typed]:not([data-idle])")].map((form) => [
  form.getAttribute("action"), Boolean(form.querySelector(".away")),
  form.dataset.typed === JSON.stringify([...new FormData(form)].map(([name, value]) => [name, String(value)])),
])"""


@pytest.fixture
def proxy(service):
    with proxy_to(service.url) as opened:
        yield opened


def tournaments(cup, slug):
    """Addresses of the pages with forms: of the club, and of a tournament that is open, drafted, and in play."""
    organiser, found = cup.organiser, {}
    announced = {"name": "Cup", "game": "swedish", "length": {"games": 3}, "format": "swiss", "settings": {"rounds": 3}}
    for name in ("open", "drafted"):
        found[name] = organiser.ask("POST", f"/v1/clubs/{slug}/tournaments", {**announced, "drafts": True})["id"]
        organiser.ask("POST", f"/v1/tournaments/{found[name]}/entries", {"players": list(NAMES[:6])})
        organiser.ask("POST", f"/v1/tournaments/{found[name]}/tables", {"tables": ["1", "2"]})
    organiser.ask("POST", f"/v1/tournaments/{found['drafted']}/start", {"seed": "x"})
    organiser.ask("POST", f"/v1/clubs/{slug}/tokens", {"role": "scorer", "note": "tablet"})
    cup.referee.ask("POST", f"/v1/tournaments/{cup.tournament}/links", {"tables": ["1"]})
    player = organiser.ask("GET", f"/v1/clubs/{slug}/players")["players"][0]["id"]
    club, open_, played = f"/clubs/{slug}", f"/tournaments/{found['open']}", f"/tournaments/{cup.tournament}"
    return [
        *(f"{club}/{page}" for page in ("tournaments/new", "players", f"players/{player}", "people", "keys", "backup")),
        *(f"{open_}/{page}" for page in ("organise", "announcement", "entries", "tables", "check-in", "seeding")),
        f"{open_}/check-in/{player}/withdrawal",
        f"/tournaments/{found['drafted']}/seeding",
        f"{played}/rounds/1/results",
        f"/matches/{cup.matches[0]}/correction",
        f"{played}/end",
        f"{played}/links",
        f"{played}/check-in",
        "/account",
    ]


@prove
def test_no_form_loses_what_was_typed_while_the_service_is_away(browser, service, proxy):
    cup = another(service, format="swiss", settings={"rounds": 3})
    slug = cup.organiser.ask("GET", f"/v1/tournaments/{cup.tournament}")["club"]
    invited = cup.organiser.ask("POST", f"/v1/clubs/{slug}/people", {"name": "Anna", "role": "organiser"})
    pages, forms = tournaments(cup, slug), 0
    with browser.page(f"{proxy.address}/sign-in", PHONE, fresh=True) as page:
        for path, form in (("key", {"key": invited["invitation"]}), ("password", {"password": "en kopp kaffe"})):
            page.request.post(f"{proxy.address}/sign-in/{path}", form=form, headers={"Sec-Fetch-Site": "same-origin"})
        for path in pages:
            page.goto(f"{proxy.address}{path}")
            proxy.close()
            sent = page.evaluate(FILL_AND_SEND)
            assert sent, path
            forms += len(sent)
            expect(page.locator("main form[data-typed]:not([data-idle]):not(:has(.away))")).to_have_count(0)
            kept = page.evaluate(KEPT)
            assert all(said and same for _action, said, same in kept), (path, kept)
            assert page.url == f"{proxy.address}{path}"
            proxy.open()
        assert forms > 50
        page.goto(f"{proxy.address}{pages[1]}")
        page.locator("#list").fill("Ulla Nyman")
        proxy.close()
        page.locator("form:has(#list) button").click()
        expect(page.locator("form:has(#list) .away")).to_contain_text("Tjänsten svarar inte")
        proxy.open()
        page.context.clear_cookies()
        page.locator("form:has(#list) button").click()
        expect(page.locator("form:has(#list) .away")).to_contain_text("Du är utloggad")
        expect(page.locator("#list")).to_have_value("Ulla Nyman")
        page.request.post(
            f"{proxy.address}/v1/session",
            data={"club": slug, "name": "Anna", "password": "en kopp kaffe"},
            headers={"Sec-Fetch-Site": "same-origin"},
        )
        page.locator("form:has(#list) button").dblclick()
        expect(page.locator(".lines > li")).to_have_count(1)
        posted = []
        page.on("request", lambda asked: posted.append(asked.url) if asked.method == "POST" else None)
        page.locator(".press .primary").dblclick()
        expect(page.get_by_role("link", name="Ulla Nyman")).to_be_visible()
        assert len(posted) == 1
    browser.complaints.clear()  # the browser says that the service was away
    listed = [player["name"] for player in cup.organiser.ask("GET", f"/v1/clubs/{slug}/players")["players"]]
    assert listed.count("Ulla Nyman") == 1
