"""Calendars of a tournament, its players and tables, as another program reads them."""

from datetime import UTC, date, datetime

import pytest
import vobject

from tests.web.tournament.test_rounds import started

BEGIN, END = "2026-11-28T18:00:00+01:00", "2026-11-28T18:30:00Z"
EVENT = {"starts": "2026-11-28", "ends": "2026-11-29", "place": "Vasamuseet, Stockholm", "zone": "Europe/Stockholm"}


def timed(api, **more):
    """A published Swiss whose first round has a time, with two tables."""
    path = started(api, published=True, details=EVENT, **more)
    api.post(f"{path}/rounds/1/time", {"starts": BEGIN, "ends": END})
    return path


def read(answer):
    """The events of an answer by their ids."""
    assert (answer.status_code, answer.mimetype) == (200, "text/calendar"), answer.json
    whole = vobject.readOne(answer.get_data(as_text=True))
    return {each.uid.value: each for each in getattr(whole, "vevent_list", [])}


def calendar(api, path, query="", role=None):
    return read(api.get(f"{path}/calendar.ics{query}", role))


def test_a_calendar_has_the_days_of_the_tournament_and_every_round_with_a_time(api):
    path = timed(api)
    tournament = path.rpartition("/")[2]
    events = calendar(api, path)
    assert list(events) == [f"{tournament}@brade", f"{tournament}.round-1@brade"]
    whole, first = events.values()
    assert [whole.dtstart.value, whole.dtend.value] == [date(2026, 11, 28), date(2026, 11, 30)], "the day after the end"
    assert whole.location.value == EVENT["place"]
    assert first.dtstart.value == datetime(2026, 11, 28, 17, tzinfo=UTC)
    assert first.dtend.value == datetime(2026, 11, 28, 18, 30, tzinfo=UTC)
    assert first.url.value.endswith(f"/tournaments/{tournament}/rounds")


def test_a_player_s_calendar_has_the_matches_of_that_player_and_moves_with_the_plan(api):
    path = timed(api)
    match = api.get(path, role=None).json["rounds"][0]["matches"][0]
    before = calendar(api, path, f"?player={match['white']['id']}")
    mine = [each for uid, each in before.items() if uid == f"{match['id']}@brade"]
    assert len(before) == 2
    assert mine[0].dtstart.value == datetime(2026, 11, 28, 17, tzinfo=UTC)
    api.post(f"{path}/rounds/1/time", {"starts": "2026-11-28T20:00:00Z", "ends": "2026-11-28T21:00:00Z"})
    after = calendar(api, path, f"?player={match['white']['id']}&lang=sv")[f"{match['id']}@brade"]
    assert after.dtstart.value == datetime(2026, 11, 28, 20, tzinfo=UTC)
    assert int(after.sequence.value) > int(mine[0].sequence.value)
    assert "Rond 1" in after.summary.value


def test_a_table_s_calendar_has_the_matches_at_it_and_names_it(api):
    path = started(api, published=True, details=EVENT)
    assert api.post(f"{path}/tables", {"tables": ["Board 1", "Board 2"]}).status_code == 200
    api.post(f"{path}/rounds/1/time", {"starts": BEGIN, "ends": END})
    match = next(each for each in api.get(path, role=None).json["rounds"][0]["matches"] if each["table"] == "Board 2")
    [(uid, event)] = calendar(api, path, "?table=Board%202").items()
    assert uid == f"{match['id']}@brade"
    assert event.location.value == f"Table Board 2, {EVENT['place']}"


@pytest.mark.parametrize(
    ("query", "status", "wrong"),
    [("?player=p_none", 404, None), ("?table=Board%209", 404, None), ("?player=a&table=b", 422, "table"),
     ("?player=", 422, "player"), ("?seat=1", 422, "seat"), (f"?player={'x' * 101}", 422, "player")],
)  # fmt: skip
def test_a_calendar_of_what_is_not_there_is_refused(api, query, status, wrong):
    answer = api.get(f"{timed(api)}/calendar.ics{query}", role=None)
    assert answer.status_code == status
    if wrong:
        assert wrong in str(answer.json["errors"])


def test_a_calendar_is_sent_again_only_when_something_changed_and_of_a_hidden_tournament_to_the_club_alone(api):
    path = timed(api)
    tag = {"If-None-Match": api.get(f"{path}/calendar.ics", role=None).headers["ETag"]}
    assert api.get(f"{path}/calendar.ics", role=None, headers=tag).status_code == 304
    hidden = started(api, details=EVENT)
    assert api.get(f"{hidden}/calendar.ics", role=None).status_code in (401, 404)
    assert calendar(api, hidden, role="viewer")


@pytest.mark.parametrize(
    ("details", "kinds"),
    [({}, []), ({"starts": "2026-11-28"}, [date, date]), ({"starts": "2026-11-28T18:00"}, [datetime, None]),
     ({"starts": "2026-11-28T18:00", "ends": "2026-11-29T12:00"}, [datetime, datetime]),
     ({"starts": "2026-11-28T18:00", "ends": "2026-11-29"}, [date, date])],
)  # fmt: skip
def test_the_tournament_takes_whole_days_unless_its_times_are_announced(api, details, kinds):
    path = started(api, published=True, details={**details, "zone": "Europe/Stockholm"})
    found = [
        kind for event in calendar(api, path).values()
        for kind in (type(event.dtstart.value), type(event.dtend.value) if hasattr(event, "dtend") else None)
    ]  # fmt: skip
    assert found == kinds
