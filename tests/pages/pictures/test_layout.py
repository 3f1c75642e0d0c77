"""Every page in a browser: no text leaves its box, and axe finds nothing.

All of it is one scene, whose names have thirty letters (tests/support/pictures).
"""

import re
from typing import Any

import pytest
from flask import Flask

from tests.recorded.recorder import rule_of
from tests.support.pages.browser import Browser, needs_chromium
from tests.support.pages.layout import overflow
from tests.support.pictures import pages
from tests.support.pictures.pages import BY_NAME, PAGES, WIDTHS
from tests.support.pictures.scene import LONG
from tests.support.pictures.stage import Stage
from tests.support.proving import prove, some

AN_EVENING = (
    "front",
    "club",
    "new-tournament",
    "organise",
    "round",
    "desk",
    "score",
    "wall",
    "tournament-standings",
    "tournament-bracket",
)
"""Pages of the course of an evening, on which `make test` looks. `make prove` looks on all, at every width."""

OF_AXE = ("front", "organise", "club-wall", "tournament-bracket")
"""Pages on which axe looks in `make test`, on a phone. `make prove` has it look at all, in light and dark."""


def in_browser(test: Any) -> Any:
    """A test of the group that has one browser and one scene."""
    return needs_chromium(pytest.mark.xdist_group("browser-2")(test))


def example(address: str) -> str:
    """An address of a page with ids that no scene has."""
    made_of = {
        "tournaments|desk": "t_aaaaaaaaaa",
        "players|check-in|payments": "p_aaaaaaaaaa",
        "webhooks": "w_aaaaaaaaaa",
        "series": "s_aaaaaaaaaa",
        r"\w+": "m_aaaaaaaaaa",
    }
    for before, made in made_of.items():
        address = re.sub(rf"(/(?:{before}))/{{[^}}]+}}", rf"\1/{made}", address)
    return address


def test_every_address_that_answers_with_a_page_is_looked_at(made_app: Flask) -> None:
    seen = {rule_of(made_app, "GET", example(page.address)) for page in PAGES if page.status != 404}
    rules = {str(rule.rule) for rule in made_app.url_map.iter_rules() if "GET" in (rule.methods or ())}
    people = {rule for rule in rules if not rule.startswith("/v1/")}
    assert people - seen - pages.NOT_PAGES.keys() == set(), "a new page needs a line in tests/support/pictures/pages.py"
    assert pages.NOT_PAGES.keys() - people == set()
    assert pages.NOT_PAGES.keys() & seen == set()


def test_names_of_the_scene_have_thirty_letters() -> None:
    assert all(len(name) in (30, 31) for name in LONG)


@in_browser
@pytest.mark.parametrize("name", some(BY_NAME, *AN_EVENING))
def test_no_text_leaves_its_box_on_a_phone_and_on_a_desktop(frozen_stage: Stage, chromium: object, name: str) -> None:
    look = frozen_stage.look(chromium, 1280)
    tab = look.at(BY_NAME[name], 1280, "sv")
    assert overflow(tab) == []
    tab.set_viewport_size({"width": 360, "height": 800})
    look.rest_in(360)
    assert overflow(tab) == []
    assert not look.complaints


@prove
@in_browser
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("language", ["sv", "en"])
def test_no_text_leaves_its_box_on_any_screen(frozen_stage: Stage, chromium: object, width: int, language: str) -> None:
    look = frozen_stage.look(chromium, width)
    found = {page.name: overflow(look.at(page, width, language)) for page in PAGES}
    assert {name: texts for name, texts in found.items() if texts} == {}
    assert not look.complaints


@in_browser
@pytest.mark.parametrize("name", some(BY_NAME, *OF_AXE))
@pytest.mark.parametrize(("width", "language"), some([(390, "sv"), (1280, "en")], (390, "sv")))
def test_axe_finds_nothing_on_any_page(
    frozen_stage: Stage, chromium: object, width: int, language: str, name: str
) -> None:
    look = frozen_stage.look(chromium, width)
    assert Browser(chromium).violations(look.at(BY_NAME[name], width, language)) == []
