"""Motion where something moved: rows of a table that change places slide there, and none for those who want none."""

from typing import Any

import pytest

from tests.pages.pictures.test_layout import in_browser
from tests.support.pictures.pages import BY_NAME
from tests.support.pictures.stage import Stage

SWAPPED = """async () => {
  const address = document.querySelector("link[href*='/shared/brade.css']").href.replace("brade.css", "motion.js");
  const { slide } = await import(address);
  const rows = document.querySelector(".standings tbody");
  const row = (place) => rows.rows[place].dataset.player;
  const [first, second] = [row(0), row(1)];
  slide(document.getElementById("now"), () => rows.append(rows.rows[0]));
  const moved = document.getAnimations().map(
    ({ effect }) => [effect.target.dataset.player, effect.getTiming().duration]);
  return [first, second, row(rows.rows.length - 1), moved];
}"""


def swapped(stage: Stage, chromium: object, motion: str) -> Any:
    """Moving rows and first, second and last players, when the first row of the standings becomes the last."""
    tab = stage.look(chromium, 1280).at(BY_NAME["tournament-standings"], 1280, "sv")
    tab.emulate_media(reduced_motion=motion)
    try:
        return tab.evaluate(SWAPPED)
    finally:
        tab.emulate_media(reduced_motion="reduce")


@in_browser
@pytest.mark.parametrize(("motion", "slides"), [("no-preference", True), ("reduce", False)])
def test_rows_that_change_places_slide_unless_the_reader_wants_no_motion(
    frozen_stage: Stage, chromium: object, motion: str, slides: bool
) -> None:
    first, second, last, moved = swapped(frozen_stage, chromium, motion)
    assert last == first != second
    assert {player for player, _ in moved} >= ({first, second} if slides else set())
    assert {duration for _, duration in moved} == ({180} if slides else set())
