"""A season that an organiser enters by pages alone: every cell is computed again from the CSV files by other means."""

import html
import re
from collections.abc import Callable
from random import Random
from typing import NamedTuple

import pytest

from tests.support.pages.announcement_form import sent
from tests.support.pages.form_fields import fields_of
from tests.support.pages.round_list import hidden
from tests.support.proving import prove
from tests.support.series.recomputed import hold
from tests.support.series.season import read_csv, table
from tests.support.signed_in import Browser, signed_in

NAMES = ("Anna Ek", "Bo Ask", "Cilla Ahl", "Dag Öst", "Eva Lind", "Fia Ros", "Gun Malm")
"""The last one is the second once more, under another name on the last evening."""
FORMS = ("round_robin", "single_elimination")
TYPED = {"name": "Säsongen", "tables": "10, 7,5, 5, 3\n5: 12 9 7 5 3", "shared": "average", "places": "table"}
TYPED |= {"participation": "0,5", "matches.any": "2", "best": "6", "public": "1", "move_up": "1"}
TYPED |= {"withdrawn": "placed", "no_shows": "placed", "walkovers": "1", "bonuses.jan": "3", "ties.0": "best_single"}
RULE = {
    "tables": [{"points": [10, "7.5", 5, 3]}, {"players": 5, "points": [12, 9, 7, 5, 3]}],
    "participation": "0.5",
    "matches": {"any": 2},
    "games_won": {"main": 0},
    "bonuses": {"jan": 3},
    "own": 0,
    "best": 6,
}


class Organiser(NamedTuple):
    """An organiser's browser, with a worker who counts what it sends, and the lots that decide the matches."""

    browser: Browser
    judge: Callable[[], None]
    lots: Random

    def get(self, path):
        return self.browser.get(path)

    def fill(self, path, **fields):
        answer = self.browser.fill(path, **fields)
        self.judge()
        return answer


@pytest.fixture
def organiser(api, judge):
    return Organiser(signed_in(api, "Gunilla", "organiser"), judge, Random(1))


def led_to(answer):
    """The page to which a form led."""
    assert answer.status_code == 303, html.unescape(answer.text)
    return answer.headers["Location"].partition("?")[0]


def evening(organiser, number, names):
    """Announce an evening, enter its players, start it and type in every result; its id."""
    typed = {"name": f"Kväll {number}", "date": f"2026-09-{number:02}", "format": FORMS[number % 2], "players": "5"}
    page = led_to(sent(organiser.browser, step="write", **typed))
    looked = organiser.fill(f"{page}/entries/list", list="\n".join(names))
    led_to(organiser.fill(f"{page}/entries", **fields_of(looked.text)))
    seen = organiser.get(f"{page}/seeding")
    led_to(organiser.fill(f"{page}/seeding/start", **hidden(seen) | {"word": f"snö {number}"}))
    play(organiser, page)
    return page.rpartition("/")[2]


def play(organiser, page):
    """Type in the results of round after round, as long as a match waits for one."""
    number = 1
    while (seen := organiser.get(f"{page}/rounds/{number}/results")).status_code == 200:
        waiting = re.findall(r'name="(games-\d+)"', seen.text)
        if waiting:
            results = {each: organiser.lots.choice(("111", "222", "1j21", "2j12")) for each in waiting}
            led_to(organiser.fill(f"{page}/rounds/{number}/results", key=f"{page}-{number}", **results))
        number += 1


def correct(api, organiser, tournament):
    """Give the first match of an evening to its loser, by the page of corrections, and play on what follows."""
    path = f"/matches/{tournament}.1/correction"
    lines = read_csv(api, f"/v1/tournaments/{tournament}/matches.csv")
    before = next(line for line in lines if line["match_id"] == f"{tournament}.1")
    typed = "222" if before["winner_id"] == before["player1_id"] else "111"
    looked = organiser.fill(path, kind="played", games=typed, reason="as on the sheet", step="look")
    led_to(organiser.fill(path, **hidden(looked) | {"step": "write"}))
    play(organiser, f"/tournaments/{tournament}")


def player_named(api, name):
    return next(player["id"] for player in api.get("/v1/clubs/vasa/players").json["players"] if player["name"] == name)


@pytest.mark.parametrize(("evenings", "corrected"), [(3, 2), pytest.param(8, 6, marks=prove)])
def test_every_cell_of_a_season_by_pages_is_what_its_files_come_to(api, organiser, evenings, corrected):
    """After so many evenings one is corrected, and after the last one two players are merged."""
    series = led_to(organiser.fill("/clubs/vasa/series", **TYPED)).removesuffix("/tournaments")
    address, played, factors = f"/v1{series}", [], {}
    for number in range(1, evenings + 1):
        there = organiser.lots.sample(NAMES[:6], organiser.lots.randint(4, 6))
        if number == evenings:
            there = [*(each for each in there if each != NAMES[1]), NAMES[-1]]
        played.append(evening(organiser, number, there))
        factor = 2 if number == evenings else 1
        led_to(organiser.fill(f"{series}/tournaments", tournament=played[-1], factor=str(factor)))
        factors[played[-1]] = factor
        hold(api, address, RULE, played, factors)
        if number == corrected:
            before = table(api, address)
            correct(api, organiser, played[1])
            assert table(api, address) != before
            hold(api, address, RULE, played, factors)
    gone, kept = player_named(api, NAMES[-1]), player_named(api, NAMES[1])
    page = f"/clubs/vasa/players/{gone}/merge"
    assert organiser.fill(page, into=NAMES[1]).status_code == 200
    assert led_to(organiser.fill(page, into=NAMES[1], step="write")) == f"/clubs/vasa/players/{kept}"
    hold(api, address, RULE, played, factors, {gone: kept})
    text = html.unescape(organiser.get(series).text)
    assert (NAMES[1] in text, NAMES[-1] in text) == (True, False)
    statuses = [each["status"] for each in api.get(f"{address}/table").json["evenings"]]
    assert statuses == ["finished"] * evenings
    assert len(re.findall(r"<tr[ >]", text)) == len(table(api, address)) + 1
