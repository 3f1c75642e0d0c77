"""The time of a round on the desk: the matches that do not end within it, the one that needs the most first."""

import pytest

from core.events import GameResigned, OpeningRolled, RoundTimeSet, RulingMade
from service.handlers.desk import alarms
from service.handlers.desk.desk import desk_view
from service.handlers.desk.pace import behind
from service.store.read_models.match_snapshots import match_snapshots
from tests.pages.desk.test_desk import BEARER, MINUTE, REFEREE, paired
from tests.support.pages.stored_tournament import BEGAN, TOURNAMENT

NOW = BEGAN + 1_000 * MINUTE
OPENED = OpeningRolled(6, 1)


def at(stored, minutes, round_=(-60, 30)):
    """The matches that are behind so many minutes after `NOW`, in a round of these minutes before and after it."""
    starts, ends = (NOW + each * MINUTE for each in round_)
    stored.deps.log.append(TOURNAMENT, [RoundTimeSet(1, starts, ends)], by="vasa.a", at=NOW)
    view = desk_view(stored.deps, REFEREE, TOURNAMENT)._replace(now=NOW + minutes * MINUTE)
    return behind(stored.deps, view)


def games(stored, match, *ends, began=-60, awarded=0):
    """Games that ended so many minutes after `NOW`, and one more that began with the last of these."""
    facts = [(began, OPENED)]
    for number, end in enumerate(ends):
        facts += [(end, GameResigned("black", "bearing_off"))] if number % 2 else [(end, GameResigned("white", "jan"))]
    for minutes, event in facts:
        stored.record(match, [event], NOW + minutes * MINUTE)
    stored.judge()
    assert stored.deps.log.head(match).version == len(facts) + awarded
    assert len(match_snapshots(stored.deps.client, [match], 1)[0].state.json["games"]) == len(ends) + awarded


@pytest.fixture
def tables(stored):
    """Three tables of a round; their matches are over three games."""
    paired(stored, 3)
    return [stored.match("swedish", 0) for _ in range(3)]


def test_at_the_beginning_no_match_is_behind_whatever_its_pace(stored, tables):
    games(stored, tables[0])
    assert at(stored, -59) == {}
    assert at(stored, -25) == {}, "the first game is not over after a third of the time"


def test_a_match_with_a_slow_game_is_behind_and_one_on_schedule_is_not(stored, tables):
    games(stored, tables[0], -2)
    games(stored, tables[1], -35, -6)
    found = at(stored, 0)
    assert list(found) == [tables[0]]
    assert found[tables[0]] > 30


def test_a_match_without_a_time_of_its_round_is_never_behind(stored, tables):
    games(stored, tables[0], -2)
    assert behind(stored.deps, desk_view(stored.deps, REFEREE, TOURNAMENT)) == {}


def test_a_game_that_a_referee_awarded_says_nothing_of_the_pace(stored, tables):
    ruling = RulingMade("award_game", "ten minutes late", winner="white", outcome="bearing_off")
    stored.record(tables[0], [ruling], NOW - 50 * MINUTE)
    games(stored, tables[0], began=-45, awarded=1)
    assert at(stored, 0, (-60, 60)) == {}
    assert list(at(stored, 40, (-60, 60))) == [tables[0]]


def test_when_the_time_is_up_every_open_match_is_behind(stored, tables):
    games(stored, tables[0], -35, -6)
    found = at(stored, 7, (-60, 0))
    assert found.keys() == set(tables)
    assert found[tables[1]] == 7, "nothing is recorded there"
    assert found[tables[0]] > 7


def test_the_desk_names_them_by_need_and_only_the_desk_does(stored, tables, client):
    games(stored, tables[0], -30)
    games(stored, tables[1], -2)
    found = at(stored, 0, (-60, 10))
    assert found.keys() == set(tables[:2])
    view = desk_view(stored.deps, REFEREE, TOURNAMENT)._replace(now=NOW)
    told = [alarm for alarm in alarms.alarms(view, 10, behind=found) if alarm.kind == alarms.BEHIND]
    assert [(each.match, each.minutes) for each in told] == [
        (tables[1], found[tables[1]]),
        (tables[0], found[tables[0]]),
    ]
    assert told[0].minutes > told[1].minutes
    page = client.get(f"/desk/{TOURNAMENT}", headers={**BEARER, "Accept-Language": "en"}).get_data(as_text=True)
    assert page.count('data-kind="behind"') == 3, "so few are seen one by one"
    assert "matches are behind time" not in page
    assert "minutes after the time of the round" in page
    public = client.get(f"/tournaments/{TOURNAMENT}", headers={"Accept-Language": "en"})
    assert "behind" not in public.get_data(as_text=True)


def test_of_more_alarms_than_a_screen_holds_those_of_a_kind_are_one(stored, client):
    headers = {**BEARER, "Accept-Language": "en"}
    paired(stored, 9)
    for count in (8, 9):
        while len(stored_matches := desk_view(stored.deps, REFEREE, TOURNAMENT).tables) < count:
            stored.match("swedish", 0)
        assert len(stored_matches) == count
        at(stored, 0, (-60, -10))
        page = client.get(f"/desk/{TOURNAMENT}", headers=headers).get_data(as_text=True)
        assert page.count('class="need look" data-kind="behind"') == count
        assert ("9 matches are behind time" in page) == (count == 9)
        assert page.count('id="group-behind"') == (count == 9)
