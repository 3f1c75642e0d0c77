"""Every text of a page has one of the five sizes of the scale (service/web/pages/shared/brade.css)."""

import re

import pytest

from service.web.pages.assets import FOLDER
from tests.pages.pictures.test_layout import AN_EVENING, in_browser
from tests.support.pictures.pages import BY_NAME
from tests.support.pictures.stage import Stage
from tests.support.proving import some

OF_THEIR_SCREEN = (
    "score",
    "score-time",
    "score-opening",
    "lay-out",
    "tablet",
    "wall",
    "club-wall",
    "series-wall",
    "overlay",
)
"""Pages that fill the screen of a phone, a tablet, a projector or a stream: their letters grow with it."""
PRINTS = ("print-standings", "print-crosstable", "print-pairings")
"""Sheets of paper, which have sizes in points."""
ON_SCALE = [name for name in BY_NAME if name not in OF_THEIR_SCREEN + PRINTS]

DENSE = ("desk", "wall", "scoring", "kiosk", "lay_out", "mend", "overlay")
"""Areas whose pages fill a screen: their space follows from its size."""
DRAWN = ("board.css", "bracket.css")
SPACE = re.compile(r"\b(?:(?:margin|padding)(?:-[a-z-]+)?|(?:row-|column-)?gap): ([^;{}]+)")

OFF_SCALE = r"""() => {
  const probe = document.body.appendChild(document.createElement("i"));
  const scale = new Set(["0px"]); // words that only those hear
  for (const step of [1, 2, 3, 4, 5]) {
    probe.style.fontSize = `var(--step-${step})`;
    scale.add(getComputedStyle(probe).fontSize);
  }
  probe.remove();
  const found = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const text = walk.currentNode;
    const parent = text.parentElement;
    const drawn = parent.closest("svg, .bracket-rounds, option, script, style, template"); // a tree has a zoom
    if (!text.data.trim() || drawn || !parent.checkVisibility({ visibilityProperty: true })) continue;
    const { fontSize } = getComputedStyle(parent);
    if (!scale.has(fontSize)) found.push(`“${text.data.trim().slice(0, 30)}” in ${parent.className}: ${fontSize}`);
  }
  return [scale.size, found];
}"""


@in_browser
@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("name", some(ON_SCALE, "player", *(each for each in AN_EVENING if each in ON_SCALE)))
def test_every_text_has_a_size_of_the_scale(frozen_stage: Stage, chromium: object, name: str, width: int) -> None:
    sizes, off_scale = frozen_stage.look(chromium, width).at(BY_NAME[name], width, "sv").evaluate(OFF_SCALE)
    assert sizes == 6
    assert off_scale == []


def test_space_goes_in_steps_of_four_pixels() -> None:
    spaces = {
        f"{path.name}: {declaration[0].strip()}"
        for path in sorted(FOLDER.rglob("*.css"))
        if path.parent.name not in DENSE and path.name not in DRAWN
        for declaration in SPACE.finditer(path.read_text(encoding="utf-8"))
        for length in re.findall(r"(?<![\w.])([\d.]+)rem", declaration[1])
        if float(length) % 0.25
    }
    assert spaces == set()
