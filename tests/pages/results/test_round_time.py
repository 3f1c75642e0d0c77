"""The time of a round from its page, and its clock on all pages that show the round."""

import re

import pytest

from tests.support.pages.browser import PHONE, needs_chromium
from tests.support.pages.desk import another
from tests.support.pages.round_list import hidden, page_of, started, words
from tests.support.proving import prove
from tests.support.signed_in import signed_in

SUMMER = {"details": {"zone": "Europe/Stockholm", "round_minutes": 75}}


@pytest.fixture
def referee(api):
    """A browser of a referee."""
    return signed_in(api, "Olle Ek", "referee")


@pytest.fixture
def cup(api):
    return started(api, published=True, **SUMMER)


def fill(referee, cup, **form):
    """The form as it stands on the page, with these fields."""
    page = referee.get(page_of(cup)).get_data(as_text=True).split('id="time"')[1].split("</form>")[0]
    fields = dict(re.findall(r'name="(version|key|starts|minutes)"[^>]*? value="([^"]*)"', page))
    return referee.fill(f"{page_of(cup)}/time", **fields | form)


def time_of(api, cup):
    return api.get(f"/v1/tournaments/{cup}").json["rounds"][0].get("time")


def test_a_referee_sets_the_time_in_the_tournaments_zone_makes_it_longer_and_takes_it_away(api, referee, cup):
    assert "Set the time of this round" in words(referee.get(page_of(cup)))
    answer = fill(referee, cup, step="set", starts="2026-07-04T18:00")
    assert (answer.status_code, answer.headers["Location"]) == (303, f"{page_of(cup)}#time")
    assert time_of(api, cup) == {"starts": "2026-07-04T16:00:00.000Z", "ends": "2026-07-04T17:15:00.000Z"}
    assert 'value="2026-07-04T18:00"' in referee.get(page_of(cup)).get_data(as_text=True)
    assert fill(referee, cup, more="5").status_code == 303
    assert time_of(api, cup)["ends"] == "2026-07-04T17:20:00.000Z"
    assert fill(referee, cup, step="none").status_code == 303
    assert time_of(api, cup) is None


def test_the_announced_minutes_of_a_round_start_with_one_press(api, referee, cup):
    page = referee.get(page_of(cup))
    assert "Start the clock: 75 minutes" in words(page)
    form = hidden(page)
    assert form["minutes"] == "75"
    assert referee.fill(f"{page_of(cup)}/time", **form, step="set").status_code == 303
    time = time_of(api, cup)
    assert time["starts"] < time["ends"]
    assert "Start the clock" not in words(referee.get(page_of(cup)))
    assert "Start the clock" not in words(referee.get(page_of(started(api))))


def test_what_is_no_time_is_told_and_nothing_is_written(api, referee, cup):
    wrong = fill(referee, cup, step="set", starts="six o'clock", minutes="0")
    assert wrong.status_code == 422
    for field in ("Minutes: 0 is not a whole number from 1 to 10080", "Starts: "):
        assert field in words(wrong)
    stale = fill(referee, cup, step="set", version="1")
    assert (stale.status_code, "Another person wrote meanwhile" in words(stale)) == (409, True)
    assert fill(referee, cup, more="5").status_code == 404
    assert time_of(api, cup) is None


def test_scorers_do_not_set_the_time_of_a_round(api, cup):
    scorer = signed_in(api, "Per Holm", "scorer")
    assert scorer.fill(f"{page_of(cup)}/time", step="set", minutes="75").status_code == 403


def test_everywhere_the_round_is_shown_its_time_is_there_without_a_script(api, referee, cup):
    address = f"/tournaments/{cup}"
    player = api.get(f"/v1{address}").json["entries"][0]["player"]
    everywhere = (
        f"{address}/players/{player}",
        f"{address}/players/{player}/next",
        f"{address}/rounds",
        f"{address}/standings",
        f"{address}/wall",
        f"/desk/{cup}",
        page_of(cup),
        f"/desk/{cup}/parts/progress",
        f"/v1{address}/rounds/1/pairings.html",
        f"/matches/{cup}.1/score",
    )
    assert not any("18:00" in referee.get(each).get_data(as_text=True) for each in everywhere)
    fill(referee, cup, step="set", starts="2026-07-04T18:00")
    for each in everywhere:
        assert re.search("18:00 ?–.*19:15", words(referee.get(each))), each
    swedish = referee.get(f"{address}/rounds", headers={"Accept-Language": "sv"})
    assert re.search(r"18\.00–19\.15", words(swedish))


def test_the_log_says_in_a_sentence_who_set_the_time(referee, cup):
    fill(referee, cup, step="set", starts="2026-07-04T18:00")
    assert "set the time of round 1: 4 Jul 18:00 – 19:15" in words(referee.get(f"/desk/{cup}/parts/log"))


def test_the_announced_minutes_of_a_round_are_told_and_proposed(api, referee, cup):
    assert "Minutes of a round 75" in words(api.client.get(f"/tournaments/{cup}"))
    assert 'value="75"' in referee.get(page_of(cup)).get_data(as_text=True)


@prove
@needs_chromium
@pytest.mark.xdist_group("browser-2")
def test_the_clock_counts_down_and_then_over_without_asking_the_service(browser, service):
    expect = pytest.importorskip("playwright.sync_api").expect
    found = another(service, format="swiss", settings={"rounds": 3}, published=True)
    path = f"/v1/tournaments/{found.tournament}/rounds/1/time"
    found.organiser.ask("POST", path, {"minutes": 30})
    address = f"{found.organiser.address}/tournaments/{found.tournament}/rounds"
    with browser.page(address, PHONE, fresh=True, locale="en-GB") as page:
        asked = []
        page.on("request", lambda request: asked.append(request.url))
        clock = page.locator(".round .remains")
        expect(clock).to_have_text(re.compile(r"^(30:00|29:\d\d) left$"))
        page.evaluate("Date.now = ((now) => () => now() + 35 * 60_000)(Date.now.bind(Date))")
        expect(clock).to_have_text("5 min over")
        for more, text in ((60 * 3, "3 h over"), (60 * 24 * 34, "34 days over")):
            page.evaluate(f"Date.now = ((now) => () => now() + {more} * 60_000)(Date.now.bind(Date))")
            expect(clock).to_have_text(text)
        assert asked == []
