"""Targets of touch are 44 px high and wide on a phone: on all pages of the public, a club, a tournament and forms."""

import pytest

from tests.pages.pictures.test_layout import AN_EVENING, in_browser
from tests.pages.pictures.test_type_scale import OF_THEIR_SCREEN, PRINTS
from tests.support.pictures.pages import BY_NAME
from tests.support.pictures.stage import Stage
from tests.support.proving import some

DESK = tuple(name for name in BY_NAME if name.startswith("desk"))
"""The desk is dense: tests/pages/desk measures what is touched there."""
TOUCHED = [name for name in BY_NAME if name not in OF_THEIR_SCREEN + PRINTS + DESK]
KEPT = (
    *(name for name in AN_EVENING if name in TOUCHED),
    "tournament",
    "players",
    "player",
    "match",
    "enter",
    "entries",
)

# A link within a sentence is as high as its line; what a label or a cover lies over is as large as that.
SMALL = r"""() => {
  const LEAST = 43.5;
  const pressed = "a[href], button, input:not([type=hidden]), select, textarea, summary, "
    + "label:has(> :is([type=checkbox], [type=radio]))";
  const sentence = "p, dd, label, .hint, .notice, .notice *, ul:not([class]) > li";
  const inSentence = (link) => {
    if (link.tagName !== "A" || getComputedStyle(link).display !== "inline") return false;
    let block = link.parentElement;
    while (getComputedStyle(block).display === "inline") block = block.parentElement;
    const rest = block.cloneNode(true);
    for (const each of rest.querySelectorAll("a, button, .hidden")) each.remove();
    return block.matches(sentence) && /\p{L}{2}/u.test(rest.textContent);
  };
  const size = (element) => {
    const { width, height } = element.getBoundingClientRect();
    const cover = getComputedStyle(element, "::after");
    const lies = cover.content !== "none" && cover.position === "absolute";
    return lies ? [parseFloat(cover.width), parseFloat(cover.height)] : [width, height];
  };
  const seen = { visibilityProperty: true, opacityProperty: true, contentVisibilityAuto: true };
  return [...document.querySelectorAll(pressed)]
    .filter((each) => each.checkVisibility(seen) && !each.closest(".hidden, .skip"))
    .filter((each) => !(each.matches("[type=checkbox], [type=radio]") && each.closest("label")))
    .map((each) => [each, ...size(each)])
    .filter(([each, width, height]) => width && height && (width < LEAST || height < LEAST) && !inSentence(each))
    .map(([each, width, height]) =>
      `${each.tagName} “${each.textContent.trim().slice(0, 30)}”: ${Math.round(width)}×${Math.round(height)}`);
}"""


@in_browser
@pytest.mark.parametrize("name", some(TOUCHED, *KEPT))
def test_what_is_touched_is_44_px_high_and_wide(frozen_stage: Stage, chromium: object, name: str) -> None:
    tab = frozen_stage.look(chromium, 390).at(BY_NAME[name], 390, "sv")
    assert tab.evaluate("matchMedia('(pointer: coarse)').matches")
    assert tab.locator("a[href], button").count() > 1
    assert tab.evaluate(SMALL) == []
