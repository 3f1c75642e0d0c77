"""Times of the planner: of the day on which an evening begins, and of those after it."""

from service.web.api import plans
from tests.support.pages.announcement_form import NEW, WRITTEN, simulated, words
from tests.support.signed_in import FORMS, signed_in


def test_a_time_behind_midnight_is_said_to_be_of_the_next_day_and_one_table_is_one(api, monkeypatch):
    organiser = signed_in(api, "Anna Berg", "organiser")
    monkeypatch.setattr(plans, "simulated", simulated)
    late = {**WRITTEN, "from": "23:00", "until": "01:30", "format": "swiss", "swiss.rounds": "1", "tables": "1"}
    page = organiser.fill(f"{NEW}/plan", **late)
    for said in ("1 table, until 01:30 the next day", "1 round, 4 matches", "the next day"):
        assert said in words(page)
    swedish = words(organiser.client.post(f"{NEW}/plan", data=late, headers=FORMS | {"Accept-Language": "sv"}))
    assert ("1 rond, 4 matcher" in swedish, "nästa dag" in swedish) == (True, True)


def planned(organiser, **asked):
    """The words of the plan for these fields."""
    return " ".join(words(organiser.fill(f"{NEW}/plan", **{**WRITTEN, **asked})).split())


def test_no_match_of_a_plan_lasts_longer_than_the_announced_minutes_of_a_round(api):
    organiser = signed_in(api, "Anna Berg", "organiser")
    evening = {"from": "18:00", "until": "22:30", "format": "swiss", "length": "games.3", "tables": "8", "players": "9"}
    evening |= {"swiss.rounds": "4"}
    assert "3 games: 19:40" not in (usual := planned(organiser, **evening))
    assert "4 rounds, 16 matches 3 games" in usual
    assert "Swiss , 3 games: 19:40 · fits" in planned(organiser, **evening, round_minutes="25")
    assert planned(organiser, **evening, round_minutes="0") == usual


def test_all_lengths_of_the_chosen_format_are_planned_with_its_settings(api):
    organiser = signed_in(api, "Anna Berg", "organiser")
    asked = {"format": "swiss", "length": "games.5", "swiss.rounds": "1", "players": "8", "tables": "4"}
    said = planned(organiser, **asked).partition("1 round, 4 matches ")[2]
    ends = [said.partition(f"{games} games ")[2][:5] for games in (3, 5, 7)]
    assert ends == sorted(ends)
    assert len(set(ends)) == 3
