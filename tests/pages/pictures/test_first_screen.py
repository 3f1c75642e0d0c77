"""First screen of a tournament's page: news on a phone; boards, round and standings side by side on a laptop."""

from typing import Any

import pytest

from tests.pages.pictures.test_layout import in_browser
from tests.support.pages.layout import whole
from tests.support.pictures.pages import BY_NAME
from tests.support.pictures.stage import Stage

PHONE, LAPTOP = {"width": 390, "height": 664}, {"width": 1280, "height": 800}
NEWS = {"tournament": ".table-card .board", "tournament-over": ".winners b", "tournament-announced": ".when"}
"""By the page: a board while it is played, the winner at the end, time and place before."""
LINES = """(each) => {
  const range = document.createRange();
  range.selectNodeContents(each);
  return new Set([...range.getClientRects()].map(({ top }) => Math.round(top / 8))).size;
}"""


def seen(stage: Stage, chromium: object, name: str, window: dict[str, int]) -> Any:
    """The page at rest in a window of that size."""
    look = stage.look(chromium, window["width"])
    tab = look.at(BY_NAME[name], window["width"], "sv")
    tab.set_viewport_size(window)
    return look.rest()


@in_browser
@pytest.mark.parametrize("name", NEWS)
def test_the_first_news_stands_in_the_upper_half_of_a_phone(frozen_stage: Stage, chromium: object, name: str) -> None:
    tab = seen(frozen_stage, chromium, name, PHONE)
    assert tab.locator(NEWS[name]).first.bounding_box()["y"] < PHONE["height"] / 2
    assert tab.locator(".head-name bdi").evaluate(LINES) <= 2
    assert tab.locator(".head-state").evaluate(LINES) <= (2 if tab.locator(".step").count() else 1)
    assert tab.locator(".kind").evaluate(LINES) <= 2


@in_browser
@pytest.mark.parametrize("width", [320, 390])
@pytest.mark.parametrize("name", NEWS)
def test_a_phone_reads_where_and_when_whole_in_two_lines_above_the_news(
    frozen_stage: Stage, chromium: object, name: str, width: int
) -> None:
    tab = seen(frozen_stage, chromium, name, {"width": width, "height": 664})
    kind = tab.locator(".kind")
    assert kind.evaluate("each => [each.scrollWidth - each.clientWidth, each.scrollHeight - each.clientHeight]") == [
        0,
        0,
    ]
    assert kind.evaluate(LINES) <= 2
    assert tab.locator(NEWS[name]).first.bounding_box()["y"] < 664 / 2
    if name == "tournament":
        assert kind.inner_text() == "Fredag 15 januari 2027 kl. 09.00–17.00 · Biblioteket i Söderköping"


@in_browser
def test_on_a_phone_the_reader_is_found_by_an_icon_beside_the_name(frozen_stage: Stage, chromium: object) -> None:
    tab = seen(frozen_stage, chromium, "tournament", PHONE)
    icon, name = (tab.locator(each).bounding_box() for each in ("#find-me", ".head-name"))
    assert icon["width"] <= 48
    assert name["y"] <= icon["y"] + icon["height"] / 2 <= name["y"] + name["height"]
    assert not tab.locator("#find").is_visible()


@in_browser
def test_a_laptop_shows_boards_and_beside_them_the_round_and_the_standings(
    frozen_stage: Stage, chromium: object
) -> None:
    tab = seen(frozen_stage, chromium, "tournament", LAPTOP)
    boards, beside = (tab.locator(each).bounding_box() for each in (".boards-room", ".beside"))
    assert boards["x"] + boards["width"] <= beside["x"]
    assert abs(boards["y"] - beside["y"]) < 1
    assert whole(tab, ".table-card") >= 5
    assert whole(tab, ".beside progress") == 1
    assert whole(tab, ".beside tbody tr") >= 8
    assert beside["x"] + beside["width"] > 0.95 * LAPTOP["width"]


@in_browser
@pytest.mark.parametrize("width", [320, 390])
def test_a_phone_shows_score_board_and_replay_of_a_match_on_its_first_screen(
    frozen_stage: Stage, chromium: object, width: int
) -> None:
    tab = seen(frozen_stage, chromium, "match", {"width": width, "height": 664})
    score, board, replay = (tab.locator(each).bounding_box() for each in (".score", ".at-board .board", "#replay"))
    assert score["y"] + score["height"] <= board["y"] < board["y"] + board["height"] <= replay["y"]
    assert replay["y"] + replay["height"] <= 664
