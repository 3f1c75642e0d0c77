"""A match with a start on the scorer's phone: beside the name of the player, and in the score."""

import os

import pytest

from tests.support.pages.browser import PHONE, needs_chromium
from tests.support.pages.desk import another

expect = pytest.importorskip("playwright.sync_api").expect
pytestmark = [needs_chromium, pytest.mark.xdist_group("browser-2")]

RULE = {"by": "rating", "table": [{"difference": 100, "start": 2}]}
LONG = "Karl-Gustaf von Schantzenbergs"


def test_the_phone_tells_the_start_beside_the_name_and_counts_it_in_the_score(service, browser):
    club = another(service)
    ask = club.organiser.ask
    slug = ask("GET", f"/v1/tournaments/{club.tournament}")["club"]
    body = {"name": "Cup", "game": "swedish", "length": {"games": 3}, "format": "round_robin", "handicap": RULE}
    cup = f"/v1/tournaments/{ask('POST', f'/v1/clubs/{slug}/tournaments', body)['id']}"
    for name, rating in (("Åsa Ek", 1800), (LONG, 1500)):
        ask("POST", f"/v1/clubs/{slug}/players", [{"name": name, "rating": rating}])
        ask("POST", f"{cup}/entries", {"players": [name]})
    ask("POST", f"{cup}/start", {"seed": "x"})
    (row,) = ask("GET", f"{cup}/matches")["matches"]
    match = ask("GET", f"/v1/matches/{row['id']}")
    (seat,) = match["start"]
    headers = {"Authorization": f"Bearer {club.scorer.token}"}
    address = f"{club.scorer.address}/matches/{row['id']}/score"
    for window in (PHONE, {"width": 320, "height": 640}):
        with browser.page(address, window, extra_http_headers=headers, locale="en-GB") as page:
            expect(page.locator(".begun")).to_have_text("+2")
            assert page.locator(".begun").evaluate("one => one.scrollWidth <= one.clientWidth + 1")
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            scores = page.locator(".points-won").all_inner_texts()
            assert sorted(scores) == ["0", "2"]
            if folder := os.environ.get("BRADE_LOOK"):
                page.screenshot(path=f"{folder}/score-{window['width']}.png")
    other = "white" if seat == "black" else "black"
    facts = [
        {"type": "OpeningRolled", "white": 2, "black": 5},
        {"type": "GameResigned", "by": seat, "outcome": "bearing_off"},
    ]
    ask("POST", f"/v1/matches/{row['id']}/events", facts)
    with browser.page(address, PHONE, extra_http_headers=headers, locale="en-GB") as page:
        expect(page.locator(".points-won").first).to_be_visible()
        assert sorted(page.locator(".points-won").all_inner_texts()) == ["1", "2"]
    assert ask("GET", f"/v1/matches/{row['id']}")["score"] == {seat: 2, other: 1}
    if folder := os.environ.get("BRADE_LOOK"):
        for name, path, window in (
            ("desk", f"/desk/{cup.rpartition('/')[2]}", {"width": 390, "height": 900}),
            ("table", f"/desk/{cup.rpartition('/')[2]}/tables/{row['id']}", {"width": 390, "height": 900}),
            ("public", f"/tournaments/{cup.rpartition('/')[2]}", {"width": 320, "height": 900}),
            ("match", f"/matches/{row['id']}", {"width": 320, "height": 900}),
            ("results", f"/tournaments/{cup.rpartition('/')[2]}/rounds/1/results", {"width": 320, "height": 900}),
        ):
            token = {"Authorization": f"Bearer {club.organiser.token}"}
            with browser.page(f"{club.scorer.address}{path}", window, extra_http_headers=token, locale="sv") as page:
                page.screenshot(path=f"{folder}/{name}.png", full_page=True)
