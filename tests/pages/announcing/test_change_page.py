"""The page by which a tournament is changed while it runs: looked at in a table, then written by a press."""

import pytest

from tests.support.pages.form_fields import fields_of
from tests.support.pages.round_list import hidden, page_of, started, words
from tests.support.signed_in import signed_in
from tests.web.tournament.test_changing import begun


@pytest.fixture
def organiser(api):
    """A browser of an organiser."""
    return signed_in(api, "Anna Berg", "organiser")


def test_a_change_is_looked_at_before_and_after_and_written_with_one_more_press(api, organiser):
    cup = started(api)
    page, written = f"/tournaments/{cup}/change", api.everything_written()
    assert "Change it while it runs" in words(organiser.get(f"/tournaments/{cup}/organise"))
    form = fields_of(organiser.get(page).text)
    nothing = organiser.fill(page, **form, step="look")
    assert (nothing.status_code, "Nothing is changed" in words(nothing)) == (422, True)
    typed = {**form, "swiss.rounds": "5", "length": "games.5", "tie_break.2": "games_won"}
    looked = organiser.fill(page, **{**typed, "step": "look"})
    assert "What follows" in words(looked)
    assert "Rounds 3 5" in words(looked)
    assert api.everything_written() == written
    meant = {**fields_of(looked.text), "reason": "There is time", "step": "write"}
    answers = [organiser.fill(page, **meant) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [303, 303]
    assert "It is changed. All who follow the tournament are told." in words(organiser.get(answers[0].location))
    after = api.get(f"/v1/tournaments/{cup}").json
    assert (after["settings"]["rounds"], after["length"], after["tie_breaks"][:2]) == (
        5,
        {"games": 5},
        ["points", "games_won"],
    )
    assert after["amendments"][0]["reason"] == "There is time"
    overview = words(organiser.get(f"/tournaments/{cup}"))
    assert "5 games, all are played (up to round 1: 3 games, all are played)" in overview


def test_what_cannot_be_is_said_at_its_field_and_what_was_typed_stays(api, organiser):
    page = f"/tournaments/{started(api)}/change"
    form = fields_of(organiser.get(page).text)
    wrong = organiser.fill(page, **{**form, "swiss.rounds": "5", "tie_break.2": "points", "step": "look"})
    assert wrong.status_code == 422
    assert "stands in the list before" in words(wrong)
    assert 'aria-invalid="true"' in wrong.text
    assert fields_of(wrong.text)["swiss.rounds"] == "5"


def test_what_the_play_does_not_allow_is_said_at_its_field_without_the_name_of_a_setting(api, judge, organiser):
    cup = started(api)
    for number in "123":
        assert organiser.fill(page_of(cup), key=number, save=number, **{f"games-{number}": "111"}).status_code == 303
    judge()
    assert api.post(f"/v1/tournaments/{cup}/rounds", {"round": 2}).status_code == 201
    page = f"/tournaments/{cup}/change"
    form = {**fields_of(organiser.get(page).text), "swiss.rounds": "1", "step": "look"}
    refused = organiser.fill(page, **form)
    assert (refused.status_code, refused.text.count('aria-invalid="true"')) == (409, 1)
    assert "2 rounds are paired: there are at least so many" in words(refused)
    assert "settings." not in words(refused)


def test_where_another_person_wrote_meanwhile_it_is_looked_at_again(api, organiser):
    cup = started(api)
    page = f"/tournaments/{cup}/change"
    form = fields_of(organiser.get(page).text)
    looked = fields_of(organiser.fill(page, **{**form, "swiss.rounds": "5", "step": "look"}).text)
    api.post(f"/v1/tournaments/{cup}/publication", {"published": True})
    late = organiser.fill(page, **{**looked, "step": "write"})
    assert (late.status_code, "Another person wrote meanwhile" in words(late)) == (409, True)
    assert api.get(f"/v1/tournaments/{cup}").json["settings"]["rounds"] == 3


@pytest.mark.parametrize(
    "form", ["round_robin", "single_elimination", "stages", "swiss_then_knockout", "groups_then_knockout"]
)
def test_every_format_shows_what_may_still_be_another_one(api, organiser, form):
    path = begun(api, form).removeprefix("/v1")
    shown = organiser.get(f"{path}/change")
    assert shown.status_code == 200
    assert ("swiss.rounds" in shown.text) == (form == "swiss")
    assert "tie_break.1" in shown.text


def test_before_the_start_and_after_the_end_the_page_says_where_to_go(api, organiser):
    cup = api.tournament(3)
    assert "everything can be changed in the announcement" in words(organiser.get(f"/tournaments/{cup}/change"))
    api.post(f"/v1/tournaments/{cup}/start", {"seed": "x"})
    api.post(f"/v1/tournaments/{cup}/end", {"reason": "rain"})
    assert "cannot be changed any more" in words(organiser.get(f"/tournaments/{cup}/change"))


def test_only_organisers_change_it(api, organiser):
    cup, referee = started(api), signed_in(api, "Rut", "referee")
    assert referee.get(f"/tournaments/{cup}/change").status_code == 403
    form = hidden(organiser.get(f"/tournaments/{cup}/change"))
    assert referee.fill(f"/tournaments/{cup}/change", **form, step="write").status_code == 403


def test_stages_that_have_not_begun_are_others_in_the_words_of_the_announcement(api, judge, organiser):
    chosen = {"first_on": 2, "second": "swiss", "second_rounds": 2, "third": "single_elimination", "losers": "auto"}
    path = begun(api, "stages", chosen)
    judge()
    page = f"{path.removeprefix('/v1')}/change"
    form = fields_of(organiser.get(page).text)
    assert "stages.first" not in form
    assert (form["stages.losers.way"], form["stages.losers"]) == ("usual", "")
    typed = {**form, "stages.second": "single_elimination", "stages.third": "none", "stages.losers.way": "own"}
    looked = organiser.fill(page, **{**typed, "stages.losers": "A.", "step": "look"})
    text = words(looked)
    assert "Stage 2 Swiss Single elimination" in text
    assert "Stage 3 Single elimination None" in text
    assert "Consolation of the knock-out usual A." in text
    done = organiser.fill(page, **{**fields_of(looked.text), "step": "write"})
    assert done.status_code == 303
    settings = api.get(path).json["settings"]
    assert (settings["second"], settings["third"], settings["losers"]) == ("single_elimination", "none", "A.")
    wrong = organiser.fill(page, **{**fields_of(organiser.get(page).text), "stages.third": "swiss", "step": "look"})
    assert (wrong.status_code, "Nothing follows a knock-out" in words(wrong)) == (422, True)


def test_a_round_robin_is_made_double_and_single_again(api, judge, organiser):
    path = begun(api, "round_robin", players=4)
    judge()
    page = f"{path.removeprefix('/v1')}/change"
    for legs, rounds in (("2", 6), ("1", 3)):
        form = {**fields_of(organiser.get(page).text), "round_robin.legs": legs}
        looked = organiser.fill(page, **{**form, "step": "look"})
        assert "Meetings" in words(looked)
        assert organiser.fill(page, **{**fields_of(looked.text), "step": "write"}).status_code == 303
        assert len(api.get(path).json["rounds"]) == rounds
