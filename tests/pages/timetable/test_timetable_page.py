"""The timetable's page without a script, and what other pages say of a match that has a time."""

import html
import re

import pytest

from core.timestamps import rfc3339, unix_ms
from tests.support.pages.forms import hidden, words
from tests.support.signed_in import later, signed_in
from tests.web.tournament.test_rounds import started

START = "2026-12-05T18:00"
SAYS = {"headers": {"Accept-Language": "en", "Sec-Fetch-Site": "same-origin"}}


@pytest.fixture
def organiser(api):
    return signed_in(api, "Anna Berg", "organiser")


@pytest.fixture
def cup(api):
    """The address of the page of a tournament with two tables."""
    path = started(api, published=True, details={"zone": "Europe/Stockholm"})
    api.post(f"{path}/tables", {"tables": ["1", "2"]})
    return path.removeprefix("/v1")


def times(api, cup):
    return {match["match"]: match for match in api.get(f"/v1{cup}/timetable", "organiser").json["matches"]}


def propose(organiser, cup, **more):
    page = organiser.get(f"{cup}/timetable")
    fields = {**hidden(page, "/proposal"), "starts": START, "minutes": "60", "until": "", **more}
    return organiser.fill(f"{cup}/timetable/proposal", **fields)


def test_forms_alone_propose_move_and_take_out_a_match(api, organiser, cup):
    assert propose(organiser, cup).status_code == 303
    before = times(api, cup)
    key = next(iter(before))
    assert unix_ms(before[key]["starts"]) == unix_ms("2026-12-05T17:00:00Z"), "in the time of the place"
    page = organiser.get(f"{cup}/timetable?match={key}", **SAYS)
    form = hidden(page, 'name="match"')
    assert form["match"] == key
    answer = organiser.fill(f"{cup}/timetable", **form, starts="2026-12-05T18:30", minutes="45", table="2", step="save")
    assert (answer.status_code, answer.headers["Location"]) == (303, f"{cup}/timetable?day=2026-12-05")
    moved = times(api, cup)[key]
    assert (unix_ms(moved["ends"]), moved["table"]) == (unix_ms("2026-12-05T18:15:00Z"), "2")
    shown = words(organiser.get(answer.headers["Location"], **SAYS))
    assert "Table 2 has two matches at the same time" in shown
    out = {**hidden(organiser.get(f"{cup}/timetable?match={key}"), 'name="match"'), "step": "out"}
    assert organiser.fill(f"{cup}/timetable", **out).status_code == 303
    assert times(api, cup)[key]["starts"] is None
    assert "1 match has no time" in words(organiser.get(f"{cup}/timetable", **SAYS))


@pytest.mark.parametrize("back", ["", "hall"])
def test_the_page_says_which_other_tournament_of_the_hall_moved_too(api, judge, organiser, cup, back):
    other = started(api, name="Sidocupen").removeprefix("/v1")
    api.post(f"/v1{other}/tables", {"tables": ["1", "2"]})
    judge()
    propose(organiser, cup)
    key = next(iter(times(api, cup)))
    theirs = next(iter(times(api, other)))
    last = max(unix_ms(time["ends"]) for time in times(api, cup).values())
    beside = {"match": theirs, "starts": rfc3339(last), "minutes": 60, "table": "1"}
    assert api.post(f"/v1{other}/timetable", {"matches": [beside]}).status_code == 200
    moved = {**hidden(organiser.get(f"{cup}/timetable?match={key}&back={back}"), 'name="match"'), "push": "1"}
    answer = organiser.fill(
        f"{cup}/timetable", **moved, starts="2026-12-05T18:30", minutes="60", table="1", step="save"
    )
    assert f"moved={other.rpartition('/')[2]}" in answer.headers["Location"]
    assert ("/clubs/vasa/" in answer.headers["Location"]) == bool(back)
    assert "Matches of Sidocupen moved, too." in words(organiser.get(answer.headers["Location"], **SAYS))
    stay = organiser.get(f"{cup}/timetable?stay={other.rpartition('/')[2]}.t_abcdefghij", **SAYS)
    assert "Matches of Sidocupen stay at their times." in words(stay)
    assert unix_ms(times(api, other)[theirs]["starts"]) > last


def test_wrong_times_stay_as_they_were_typed_and_are_told_and_nothing_is_written(api, organiser, cup):
    propose(organiser, cup)
    before, key = times(api, cup), next(iter(times(api, cup)))
    answer = organiser.fill(f"{cup}/timetable", match=key, starts="soon", minutes="0", table="1", step="save")
    assert answer.status_code == 422
    assert 'value="soon"' in answer.get_data(as_text=True)
    assert answer.get_data(as_text=True).count('<p class="notice alarm" role="alert">') == 2
    assert propose(organiser, cup, starts="", minutes="x").status_code == 422
    rules = {"rest": "many", "starts.0": "2026-12-05T20:00", "ends.0": "", "pushes": "1"}
    assert organiser.fill(f"{cup}/timetable/rules", **rules).status_code == 422
    assert times(api, cup) == before


def test_breaks_and_the_end_of_the_day_are_kept_by_the_next_proposal(api, organiser, cup):
    rules = {"rest": "5", "pushes": "1", "starts.1": "2026-12-05T19:00", "ends.1": "2026-12-05T19:30", "text.1": "Fika"}
    assert organiser.fill(f"{cup}/timetable/rules", **rules).status_code == 303
    assert propose(organiser, cup, until="21:00").status_code == 303
    found = sorted({time["starts"] for time in times(api, cup).values()})
    assert found[:3] == [
        "2026-12-05T17:00:00.000Z",
        "2026-12-05T18:30:00.000Z",
        "2026-12-06T17:00:00.000Z",
    ]
    page = organiser.get(f"{cup}/timetable?day=2026-12-05", **SAYS).get_data(as_text=True)
    assert "Fika" in page
    assert 'href="?day=2026-12-06"' in page


def test_the_public_reads_it_without_clashes_and_forms(api, organiser, cup):
    propose(organiser, cup)
    key = next(iter(times(api, cup)))
    organiser.fill(f"{cup}/timetable", match=key, starts="2026-12-05T18:00", minutes="60", table="2", step="save")
    page = api.client.get(f"{cup}/timetable", headers={"Accept-Language": "en"})
    text = page.get_data(as_text=True)
    assert page.status_code == 200
    assert "<form" not in text
    assert "clash" not in words(page)
    assert api.client.get("/clubs/vasa/timetable").status_code == 401
    assert organiser.get("/clubs/vasa/timetable").status_code == 200


def test_a_player_the_rounds_and_the_wall_say_when_and_where(api, organiser, cup):
    soon = api.deps.clock() // 3_600_000 * 3_600_000 + 2 * 3_600_000

    rows = api.post(f"/v1{cup}/timetable/proposal", {"starts": rfc3339(soon), "minutes": 60}).json["matches"]
    match = next(row for row in rows if row["round"] == 1 and row["starts"] != rows[0]["starts"])
    player = match["players"][0]["id"]
    read = {"headers": {"Accept-Language": "en"}}
    page = words(api.client.get(f"{cup}/players/{player}", **read))
    assert re.search(rf"\d\d:\d\d at table {match['table']} against {match['players'][1]['name']}, round 1", page)
    assert re.search(rf"\d\d:\d\d, table {match['table']}", words(api.client.get(f"{cup}/rounds", **read)))
    now = html.unescape(api.client.get(f"{cup}/now", **read).get_data(as_text=True))
    assert f'href="{cup}/timetable"' in now
    later(api, 600_000)  # the wall helps players to their tables first
    slides = [api.client.get(f"{cup}/wall/slide?slide={number}", **read).get_data(as_text=True) for number in range(12)]
    told = next(slide for slide in slides if 'data-kind="timetable"' in slide)
    assert "Round 2, match 1" in told


@pytest.mark.parametrize("language", ["en", "sv"])
def test_the_hour_at_which_the_hall_closes_is_written_as_a_field_of_time_takes_it(api, organiser, language):
    details = {"zone": "Europe/Stockholm", "starts": START, "ends": "2026-12-05T22:30"}
    page = started(api, published=True, details=details).removeprefix("/v1")
    shown = organiser.get(f"{page}/timetable", headers={**SAYS["headers"], "Accept-Language": language}).text
    assert re.search(r'<input id="until" name="until" type="time" value="22:30"', shown)
