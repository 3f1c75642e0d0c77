"""Calendars of a tournament, its players and tables, as another program reads them."""

from datetime import UTC, date, datetime

import icalendar
import pytest
import vobject

from core.timestamps import rfc3339
from tests.support.signed_in import later
from tests.web.tournament.test_entries import announced
from tests.web.tournament.test_rounds import play, started

BEGIN, END = "2026-11-28T18:00:00+01:00", "2026-11-28T18:30:00Z"
HOUR = 3_600_000
EVENT = {"starts": "2026-11-28", "ends": "2026-11-29", "place": "Vasamuseet, Stockholm", "zone": "Europe/Stockholm"}


def timed(api, **more):
    """A published Swiss whose first round has a time, with two tables."""
    path = started(api, published=True, details=EVENT, **more)
    api.post(f"{path}/rounds/1/time", {"starts": BEGIN, "ends": END})
    return path


def unpaired(api, path):
    answer = api.post(f"{path}/rounds/1/unpair", {"reason": "a name was missing"})
    assert answer.status_code == 200, answer.json


def read(answer):
    """The events of an answer by their ids."""
    assert (answer.status_code, answer.mimetype) == (200, "text/calendar"), answer.json
    data = answer.get_data()
    assert icalendar.Calendar.from_ical(data).to_ical() == data
    whole = vobject.readOne(data.decode())
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


@pytest.mark.parametrize(("language", "named"), [("en", "Semi-finals"), ("sv", "Semifinaler")])
def test_a_round_of_a_bracket_goes_by_its_name(api, language, named):
    path = f"/v1/tournaments/{api.tournament(4, published=True, format='single_elimination', details=EVENT)}"
    assert api.post(f"{path}/start", {"seed": "midsummer"}).status_code == 200
    api.post(f"{path}/rounds/1/time", {"starts": BEGIN, "ends": END})
    match = api.get(path, role=None).json["rounds"][0]["matches"][0]
    whole = calendar(api, path, f"?lang={language}")
    assert whole[f"{path.rpartition('/')[2]}.round-1@brade"].summary.value.endswith(f": {named}")
    mine = calendar(api, path, f"?player={match['white']['id']}&lang={language}")[f"{match['id']}@brade"]
    assert f"({named}, " in mine.summary.value


def test_a_table_s_calendar_has_the_matches_at_it_and_names_it(api):
    path = started(api, published=True, details=EVENT)
    assert api.post(f"{path}/tables", {"tables": ["Board 1", "Board 2"]}).status_code == 200
    api.post(f"{path}/rounds/1/time", {"starts": BEGIN, "ends": END})
    match = next(each for each in api.get(path, role=None).json["rounds"][0]["matches"] if each["table"] == "Board 2")
    [(uid, event)] = calendar(api, path, "?table=Board%202").items()
    assert uid == f"{match['id']}@brade"
    assert event.location.value == f"Table Board 2, {EVENT['place']}"


def test_without_a_set_time_matches_have_the_expected_one_which_moves_with_the_plan(api, judge):
    path = started(api, published=True)
    matches = api.get(path, role=None).json["rounds"][0]["matches"]
    of = f"?player={matches[0]['white']['id']}"
    [event] = calendar(api, path, of).values()
    assert (event.uid.value, event.status.value) == (f"{matches[0]['id']}@brade", "TENTATIVE")
    assert event.dtstart.value < event.dtend.value
    later(api, HOUR)
    [after] = calendar(api, path, of).values()
    assert after.dtend.value > event.dtend.value, "it has not been played yet"
    assert int(after.sequence.value) > int(event.sequence.value)
    [round_] = calendar(api, path).values()
    assert round_.uid.value.endswith(".round-1@brade")
    assert round_.dtstart.value <= after.dtstart.value < after.dtend.value <= round_.dtend.value
    api.post(f"{path}/rounds/1/time", {"starts": BEGIN, "ends": END})
    [set_] = calendar(api, path, of).values()
    assert (hasattr(set_, "status"), set_.dtstart.value) == (False, datetime(2026, 11, 28, 17, tzinfo=UTC))
    assert int(set_.sequence.value) > int(after.sequence.value)


@pytest.mark.parametrize(("language", "told"), [("en", "Spring cup: no time yet"), ("sv", "Spring cup: ingen tid än")])
def test_a_tournament_without_a_time_is_a_calendar_with_a_to_do(api, language, told):
    cup = api.tournament(4, published=True, name="Spring cup")
    answer = api.get(f"/v1/tournaments/{cup}/calendar.ics?lang={language}", role=None)
    assert read(answer) == {}
    (todo,) = vobject.readOne(answer.get_data().decode()).vtodo_list
    assert (todo.uid.value, todo.summary.value) == (f"{cup}.unplanned@brade", told)
    assert todo.url.value.endswith(f"/tournaments/{cup}")


def test_a_match_that_has_a_result_has_no_expected_time_any_more(api, judge):
    path = started(api, published=True)
    matches = api.get(path, role=None).json["rounds"][0]["matches"]
    play(api, path, judge, 1, but=len(matches) - 1)
    assert calendar(api, path, f"?player={matches[0]['white']['id']}") == {}
    assert calendar(api, path, f"?player={matches[1]['white']['id']}")


def test_rounds_of_a_bracket_are_expected_before_they_are_paired(api):
    path = started(api, published=True, format="single_elimination", settings={})
    rounds = calendar(api, path)
    assert [uid.partition(".")[2] for uid in rounds] == ["round-1@brade", "round-2@brade", "round-3@brade"]
    starts = [round_.dtstart.value for round_ in rounds.values()]
    assert starts == sorted(starts)


def test_a_match_whose_pairing_was_voided_is_cancelled_and_one_of_a_draft_was_never_there(api):
    path = timed(api)
    assert api.post(f"{path}/tables", {"tables": ["1", "2", "3"]}).status_code == 200
    match = api.get(path, role=None).json["rounds"][0]["matches"][0]
    unpaired(api, path)
    gone = calendar(api, path, f"?player={match['white']['id']}")[f"{match['id']}@brade"]
    assert (gone.status.value, gone.dtstart.value) == ("CANCELLED", datetime(2026, 11, 28, 17, tzinfo=UTC))
    assert f"{match['id']}@brade" in calendar(api, path, f"?table={match['table'] or 1}")
    whole = calendar(api, path)
    assert whole[f"{path.rpartition('/')[2]}.round-1@brade"].status.value == "CANCELLED"
    drafted = timed(api, drafts=True)
    matches = api.get(drafted, "organiser").json["rounds"][0]["matches"]
    ids, player = [each["id"] for each in matches], matches[0]["white"]["id"]
    unpaired(api, drafted)
    for role in (None, "organiser"):
        assert not {f"{id_}@brade" for id_ in ids} & calendar(api, drafted, f"?player={player}", role).keys()


@pytest.mark.parametrize(
    ("query", "status", "wrong"),
    [
        ("?player=p_none", 404, None),
        ("?table=Board%209", 404, None),
        ("?player=a&table=b", 422, "table"),
        ("?player=", 422, "player"),
        ("?seat=1", 422, "seat"),
        (f"?player={'x' * 101}", 422, "player"),
    ],
)
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
    [
        ({}, []),
        ({"starts": "2026-11-28"}, [date, date]),
        ({"starts": "2026-11-28T18:00"}, [datetime, None]),
        ({"starts": "2026-11-28T18:00", "ends": "2026-11-29T12:00"}, [datetime, datetime]),
        ({"starts": "2026-11-28T18:00", "ends": "2026-11-29"}, [date, date]),
    ],
)
def test_the_tournament_takes_whole_days_unless_its_times_are_announced(api, details, kinds):
    path = announced(api, published=True, details={**details, "zone": "Europe/Stockholm"})
    found = [
        kind
        for event in calendar(api, path).values()
        for kind in (type(event.dtstart.value), type(event.dtend.value) if hasattr(event, "dtend") else None)
    ]
    assert found == kinds


def test_the_timetable_is_the_time_of_a_match_also_before_it_is_paired_and_a_late_one_is_tentative(api):
    path = started(api, published=True, details=EVENT)
    tournament = path.rpartition("/")[2]
    api.post(f"{path}/tables", {"tables": ["1", "2"]})
    wish = {"starts": "2027-01-09T17:00:00Z", "minutes": 60}
    rows = api.post(f"{path}/timetable/proposal", wish).json["matches"]
    first = rows[0]
    [*_, mine] = calendar(api, path, f"?player={first['players'][0]['id']}").values()
    assert mine.uid.value == f"{first['id']}@brade"
    assert mine.dtstart.value == datetime(2027, 1, 9, 17, tzinfo=UTC)
    assert not hasattr(mine, "status")
    assert mine.location.value == f"Table 1, {EVENT['place']}"
    at_table = calendar(api, path, "?table=1&lang=sv")
    ahead = at_table[f"{tournament}.2:1@brade"]
    assert ahead.summary.value.startswith("Rond 2: match 1")
    assert ahead.dtstart.value > mine.dtstart.value
    rounds = calendar(api, path)
    assert rounds[f"{tournament}.round-1@brade"].dtstart.value == mine.dtstart.value
    api.send("PUT", f"{path}/timetable/rules", "organiser", json={"pushes": True})
    later(api, 60 * 24 * HOUR)
    soon = rfc3339(api.deps.clock() // 300_000 * 300_000 - HOUR)
    api.post(f"{path}/timetable/proposal", {"starts": soon, "minutes": 60})
    late = calendar(api, path, f"?player={first['players'][0]['id']}")[f"{first['id']}@brade"]
    assert late.status.value == "TENTATIVE"
    assert rfc3339(round(late.dtstart.value.timestamp() * 1000)) > soon
