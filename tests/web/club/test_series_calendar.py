"""The calendar of a series: its evenings with their days, for its readers, kept up to date."""

from datetime import UTC, date, datetime

from icalendar import Calendar

from tests.support.series.season import add, announce, announced, players


def events(answer):
    assert (answer.status_code, answer.mimetype) == (200, "text/calendar"), answer.text
    return Calendar.from_ical(answer.data).walk("VEVENT")


def test_the_evenings_of_a_series_are_in_its_calendar_in_their_order(api):
    ids = players(api, 2)
    third, second = announced(api, ids, 3), announced(api, ids, 2)
    timed = announced(
        api, ids, 1, details={"starts": "2026-09-01T18:00", "zone": "Europe/Stockholm", "place": "Vasamuseet"}
    )
    series = announce(api, name="Hösten")
    add(api, series, third, second, timed)
    answer = api.get(f"{series}/calendar.ics")
    assert "X-WR-CALNAME:Hösten" in answer.text
    found = events(answer)
    assert [(str(each["SUMMARY"]), each.decoded("DTSTART")) for each in found] == [
        ("Evening 1", datetime(2026, 9, 1, 16, tzinfo=UTC)),
        ("Evening 2", date(2026, 9, 2)),
        ("Evening 3", date(2026, 9, 3)),
    ]
    assert [str(each["UID"]) for each in found] == [f"{each}@brade" for each in (timed, second, third)]
    assert str(found[0]["LOCATION"]) == "Vasamuseet"
    assert f"tournaments/{timed}" in str(found[0]["URL"])


def test_an_evening_keeps_its_uid_and_its_number_grows_when_it_moves_or_is_called_off(api):
    tournament = announced(api, players(api, 2), 1)
    series = announce(api)
    add(api, series, tournament)
    path = f"/v1/tournaments/{tournament}"

    def seen():
        (event,) = events(api.get(f"{series}/calendar.ics?lang=sv"))
        return str(event["UID"]), event["SEQUENCE"], event.decoded("DTSTART"), str(event.get("STATUS", ""))

    first = seen()
    assert api.send("PATCH", path, "organiser", json={"details": {"starts": "2026-09-08"}}).status_code == 200
    moved = seen()
    assert (moved[0], moved[2], moved[3]) == (first[0], date(2026, 9, 8), "")
    assert api.post(f"{path}/call-off", {"reason": "snow"}).status_code == 200
    off = seen()
    assert (off[0], off[3]) == (first[0], "CANCELLED")
    assert first[1] < moved[1] < off[1]


def test_a_series_without_a_day_has_a_to_do(api):
    series = announce(api, name="Hösten")
    (todo,) = Calendar.from_ical(api.get(f"{series}/calendar.ics").data).walk("VTODO")
    assert "Hösten" in str(todo["SUMMARY"])
    assert series.removeprefix("/v1") in str(todo["URL"])


def test_strangers_have_the_published_evenings_of_a_public_series(api):
    ids = players(api, 2)
    shown, hidden = announced(api, ids, 1, published=True), announced(api, ids, 2)
    closed, public = announce(api), announce(api, public=True)
    for series in (closed, public):
        add(api, series, shown, hidden)
    assert api.client.get(f"{closed}/calendar.ics").status_code == 401
    assert [str(event["SUMMARY"]) for event in events(api.client.get(f"{public}/calendar.ics"))] == ["Evening 1"]
    assert len(events(api.get(f"{public}/calendar.ics"))) == 2
