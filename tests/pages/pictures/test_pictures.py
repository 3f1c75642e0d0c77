"""Every page looks as it was accepted: pictures of it, compared with a tolerance.

`make pictures ARGS=--accept` accepts what differs (docs/development/testing.md).
"""

import pytest
from PIL import Image

from tests.pages.pictures.test_layout import in_browser
from tests.support.paths import ROOT
from tests.support.pictures import accepted, pages
from tests.support.pictures.pages import BY_NAME, PAGES, Page, Variant
from tests.support.pictures.stage import Stage
from tests.support.proving import some

KEPT = ("sign-in", "enter", "players")
"""Pages that `make test` compares with their pictures."""


def test_every_page_has_its_pictures_and_no_picture_is_left_of_a_page_that_went() -> None:
    there = {str(path.relative_to(accepted.ACCEPTED)) for path in accepted.ACCEPTED.rglob("*.webp")}
    wanted = {f"{page.name}/{variant}.webp" for page in PAGES for variant in pages.variants(page)}
    assert there == wanted, accepted.COMMAND
    assert sum(path.stat().st_size for path in accepted.ACCEPTED.rglob("*.webp")) < 6_000_000


WHOLE_LISTS = ".facts { max-block-size: none !important; } .facts li { content-visibility: visible !important; }"
"""A list of facts is shown whole: the place to which its module scrolled it differs from run to run."""


def picture(stage: Stage, chromium: object, page: Page, variant: Variant) -> bytes:
    """A picture of a page, in a window as high as the page: what sticks to the window's edge covers nothing."""
    look = stage.look(chromium, variant.width)
    tab = look.at(page, variant.width, variant.language, variant.theme)
    tab.add_style_tag(content=WHOLE_LISTS)
    high = tab.evaluate("document.documentElement.scrollHeight")
    if high > tab.viewport_size["height"]:
        tab.set_viewport_size({"width": variant.width, "height": min(high, accepted.HIGHEST)})
    tab.evaluate("scrollTo(0, 0)")
    look.rest()
    return tab.screenshot(animations="disabled", caret="hide")


@in_browser
@pytest.mark.parametrize("name", some(BY_NAME, *KEPT))
def test_a_page_looks_as_it_was_accepted(frozen_stage: Stage, chromium: object, name: str) -> None:
    if not accepted.ACCEPT and accepted.accepted_font() != accepted.font_hash():
        pytest.skip("the accepted pictures have another version of DejaVu Sans than this machine")
    different = []
    for variant in pages.variants(BY_NAME[name]):
        new = accepted.small(picture(frozen_stage, chromium, BY_NAME[name], variant))
        at = accepted.place(name, variant)
        before = Image.open(at).convert("RGB") if at.exists() else None
        marks = accepted.difference(before, new) if before else None
        if before and marks is None:
            continue
        if accepted.ACCEPT:
            accepted.keep(new, at)
            accepted.note_font()
        else:
            different.append(str(accepted.show(f"{name}-{variant}", before, new, marks).relative_to(ROOT)))
    assert different == [], f"accepted, new and difference are in these files; if this is meant: {accepted.COMMAND}"


def test_a_picture_differs_from_another_size_and_from_more_than_a_few_pixels() -> None:
    white = Image.new("RGB", (60, 40), "white")
    dotted, struck = white.copy(), white.copy()
    dotted.paste("black", (0, 0, 4, 6))
    struck.paste("black", (0, 0, 40, 1))
    assert accepted.difference(white, dotted) is None
    assert accepted.difference(white, struck)
    assert accepted.difference(white, white.resize((60, 41)))
