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
