"""Pictures for the documentation that come from the scene of all pages: `make screens`."""

import os
from pathlib import Path

import pytest

from tests.support.pages.browser import needs_chromium
from tests.support.pictures.pages import BY_NAME, Page
from tests.support.pictures.stage import Stage

TABLET = Page("tablet", "scorer", "/tournaments/{swiss}/tablet?table=4")
SHOWN = {"tablet": (TABLET, 1280, 800), "wall": (BY_NAME["wall"], 1280, 720), "phone": (BY_NAME["score"], 390, 844)}
"""By the picture's name: the page, and the size of its window."""


@needs_chromium
@pytest.mark.xdist_group("browser-2")
@pytest.mark.skipif("BRADE_SCREENS" not in os.environ, reason="BRADE_SCREENS names no folder (make screens)")
@pytest.mark.parametrize("name", SHOWN)
def test_pictures_of_the_tablet_the_wall_and_the_phone_are_taken(
    frozen_stage: Stage, chromium: object, name: str
) -> None:
    page, width, height = SHOWN[name]
    look = frozen_stage.look(chromium, width)
    tab = look.at(page, width, "en")
    tab.set_viewport_size({"width": width, "height": height})
    look.rest()
    picture = Path(os.environ["BRADE_SCREENS"], f"{name}.png")
    tab.screenshot(path=picture)
    assert picture.stat().st_size < 300_000
