"""The scorer's page in every window: nothing scrolls during a turn, all can be reached, and no box moves."""

import pytest

from tests.support.pages.browser import PHONE, needs_chromium
from tests.support.pages.club_evening import play, words
from tests.support.pages.desk import another
from tests.support.proving import some

expect = pytest.importorskip("playwright.sync_api").expect
pytestmark = [needs_chromium, pytest.mark.xdist_group("browser-2")]

WINDOWS = [
    *((320, 454), (320, 568), (360, 560), (360, 616), (375, 553), (375, 667)),
    *((390, 664), (390, 844), (412, 732), (568, 320), (667, 331), (844, 390)),
]
NAMES = ("Christina Realisationsvinstbes", "Nils-Erik Flaggstångsknoppsson")
SEVEN = ["swedish", "backgammon", "dutch", "irish", "tick-tack", "english", "dubblets"]

# The parts of the page that are out of sight, that lie under another one, or whose text is cut.
HIDDEN = """() => {
  const parts = ".movable, .target, .key, .die, .cube, .acts button, .player strong, .player .time, .points-won, "
    + "[data-part=queue], [data-part=game], .instruction, .take, .barred";
  const shown = [...document.querySelectorAll(parts)].filter((each) => each.getClientRects().length);
  const wrong = shown.flatMap((each) => {
    const box = each.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const name = `${each.className} ${each.textContent.slice(0, 30)}`;
    const isInside = box.x > -1 && box.y > -1 && box.right < innerWidth + 1 && box.bottom < innerHeight + 1;
    if (!isInside) return [`${name}: out of sight`];
    const isText = each.matches("strong, .time, .instruction, [data-part]");
    const isCut = each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).display !== "inline";
    if (isText && isCut) return [`${name}: cut`];
    const top = document.elementFromPoint(x, y);
    const beside = top?.closest(".middle, .bar, .cube, .points-won, .player");
    if (!isText && !each.contains(top) && !beside) return [`${name}: under ${top?.className}`];
    return [];
  });
  for (const each of document.querySelectorAll("html, #scoring, .pad-box")) {
    const name = each.id || each.className || "page";
    if (each.scrollHeight > each.clientHeight + 1) wrong.push(`${name} scrolls`);
    if (each.scrollWidth > each.clientWidth + 1) wrong.push(`${name} scrolls sideways`);
  }
  // The last man of a pile, with its number, is seen.
  for (const men of document.querySelectorAll(".points .men:has(.man)")) {
    const { x, y, width, height } = [...men.querySelectorAll(".man")].at(-1).getBoundingClientRect();
    const isSeen = [[0.5, 0.5], [0.5, 0.2], [0.5, 0.8]].every(([along, down]) => {
      const top = document.elementFromPoint(x + along * width, y + down * height);
      return men.parentElement.contains(top) || top?.closest(".middle, .bar, .cube, .pips");
    });
    if (!isSeen) wrong.push(`a pile on ${men.parentElement.dataset.point} is cut`);
  }
  const boxes = (selector) => [...document.querySelectorAll(selector)].map((each) => each.getBoundingClientRect());
  const across = (one, other) => one.x < other.right && other.x < one.right;
  const overlap = (one, other) => across(one, other) && one.y < other.bottom && other.y < one.bottom;
  const surface = document.querySelector(".points, .half-board").getBoundingClientRect();
  for (const die of boxes(".middle .die")) {
    if (boxes(".barred").some((each) => overlap(die, each))) wrong.push("the dice lie on the bar");
    if (die.x < surface.x + 6 || die.right > surface.right - 6) wrong.push("the dice lie on the rim");
  }
  const bottom = (selector) => document.querySelector(selector).getBoundingClientRect().bottom;
  const words = document.querySelector(".instruction").textContent;
  if (bottom(".instruction") > bottom(".said") + 1) wrong.push(`cut: ${words}`);
  return wrong;
}"""
BOXES = """(selectors) => Object.fromEntries(selectors.map((selector) => {
  const { x, y, width, height } = document.querySelector(selector).getBoundingClientRect();
  return [selector, [x, y, width, height].map(Math.round).join(" ")];
}))"""
FIXED = [
    *(".standing", "[data-part=above]", ".wood", "[data-part=below]", ".said", ".pad-box", ".acts"),
    *("[data-key=undo]", ".acts > :nth-child(2)", ".acts > :nth-child(3)", "[data-key=menu]"),
]
KEYS = """() => [...document.querySelectorAll(".key")].map((key) => {
  const { width, height } = key.getBoundingClientRect();
  return Math.min(width, height);
})"""


@pytest.fixture(scope="module")
def club(service):
    """A club whose friendly matches are recorded at screens."""
    return another(service)


def match_of(club, game, facts=()):
    """A match of two players with long names, with a clock, in the middle of a game."""
    slug = club.organiser.ask("GET", f"/v1/tournaments/{club.tournament}")["club"]
    terms = {"club": slug, "game": game, "length": {"points": 7} if game == "backgammon" else {"games": 3}}
    players = dict(zip(("white", "black"), NAMES, strict=True))
    match = club.organiser.ask("POST", "/v1/matches", {**terms, "players": players, "check": "strict"})["id"]
    club.scorer.ask("POST", f"/v1/matches/{match}/events", [words(fact) for fact in facts], Prefer="wait=20")
    times = {"type": "ClockSet", "reserve": {"white": 600_000, "black": 600_000}, "delay": 0}
    club.referee.ask("POST", f"/v1/matches/{match}/events", times, Prefer="wait=5")
    return match


def begun(game, number, most):
    """The facts of a game so far: the next player rolls, with checkers on the bar where that can be."""
    facts = play(number, most, game)
    return facts if type(facts[-1]).__name__ in ("CheckersMoved", "TurnPassed") else facts[:-1]


def looked_at(page, window, state):
    """The boxes of the page in a window, once all of it is seen there."""
    page.set_viewport_size(dict(zip(("width", "height"), window, strict=True)))
    page.wait_for_function("new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(() => go(true))))")
    assert page.evaluate(HIDDEN) == [], (window, state)
    assert min(page.evaluate(KEYS)) >= 39.5, (window, state)
    return page.evaluate(BOXES, FIXED)


@pytest.mark.parametrize("game", some(SEVEN, "swedish"))
@pytest.mark.parametrize("language", some(["sv-SE", "en-GB"], "sv-SE"))
def test_all_of_the_page_is_seen_in_every_window_and_no_box_moves_during_a_turn(browser, club, game, language):
    match = match_of(club, game, begun(game, 7, 9 if game == "dubblets" else 61))
    headers = {"Authorization": f"Bearer {club.scorer.token}"}
    address = f"{club.scorer.address}/matches/{match}/score"
    viewport = {"width": 390, "height": 844}
    with browser.page(address, viewport, extra_http_headers=headers, locale=language) as page:
        page.locator('[data-key="record-here"]').click()
        expect(page.locator(".key")).to_have_count(21)
        seen = {window: looked_at(page, window, "the roll") for window in WINDOWS}
        for throw in ("6-5", "2-1", "3-3"):
            page.locator(f'[data-key="throw-{throw}"]').click()
            expect(page.locator(".thrown")).to_be_visible()
            for taps in range(4):
                for window in WINDOWS:
                    assert looked_at(page, window, f"{throw}, {taps} taps") == seen[window], (window, throw, taps)
                if page.locator(".done").is_enabled():
                    break
                page.locator("button.movable").first.evaluate("button => button.click()")
                page.wait_for_timeout(0)


BOTH_ON_THE_BAR = {
    "position": {
        "white": {"bar": 2, "points": {"1": 4, "8": 5, "12": 4}},
        "black": {"bar": 3, "points": {"2": 6, "7": 6}},
    },
    "to_move": "white",
    "reason": "a problem",
}


def test_men_of_both_players_on_the_bar_leave_room_for_four_dice(browser, club):
    slug = club.organiser.ask("GET", f"/v1/tournaments/{club.tournament}")["club"]
    terms = {"club": slug, "game": "swedish", "length": {"games": 3}, "begins_from": BOTH_ON_THE_BAR}
    players = dict(zip(("white", "black"), NAMES, strict=True))
    match = club.organiser.ask("POST", "/v1/matches", {**terms, "players": players})["id"]
    headers = {"Authorization": f"Bearer {club.scorer.token}"}
    with browser.page(
        f"{club.scorer.address}/matches/{match}/score", PHONE, extra_http_headers=headers, locale="sv-SE"
    ) as page:
        page.locator('[data-key="throw-3-3"]').click()
        expect(page.locator(".barred")).to_have_count(2)
        for window in WINDOWS:
            looked_at(page, window, "both on the bar")
