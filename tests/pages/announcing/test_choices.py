"""The form of a new tournament, the planner and `GET /v1/formats` know the same formats, settings and choices."""

import re

import pytest

from tests.support.signed_in import signed_in

NEW = "/clubs/vasa/tournaments/new"
BY_COMMAND = {
    "adjudicated",
    "walkover_loss",
    "no_show_loss",
    "forfeit_loss",
    "adjudicated_loss",
    "walkover_games",
    "walkover_points",
}
"""Kinds of result that only the interface for programs asks for."""


@pytest.fixture
def form(api):
    """The fields of the form by name, each with its choices."""
    text = signed_in(api, "Anna Berg", "organiser").get(NEW).get_data(as_text=True)
    found = {}
    for tag, name, rest in re.findall(
        r'<(input|select)\b[^>]*?name="([^"]+)"([^>]*>.*?)(?=<input|<select|\Z)', text, re.DOTALL
    ):
        found.setdefault(name, (tag, re.findall(r'<option value="([^"]*)"', rest)))
    return found


@pytest.fixture
def known(api):
    return api.get("/v1/formats").json


def test_every_setting_of_every_format_is_a_field_with_all_its_choices(form, known):
    for format_ in known["formats"]:
        for name, setting in format_["settings"].items():
            tag, choices = form[f"{format_['key']}.{name}"]
            if tag == "select":
                assert set(choices) == {str(choice) for choice in setting["choices"]}, (format_["key"], name)
            else:
                assert setting["choices"] in (None, [False, True]), (format_["key"], name)


def test_every_tie_break_and_kind_of_result_may_be_chosen(form, known):
    assert {tie_break["code"] for tie_break in known["tie_breaks"]} == set(form["tie_break.1"][1]) - {""}
    asked = {name.removeprefix("scoring.") for name in form if name.startswith("scoring.")}
    assert asked | BY_COMMAND == set(known["scoring"])


def test_the_planner_plans_every_format(api, known):
    plans = api.get("/v1/games/swedish/plans?players=8&tables=4&minutes=240").json["plans"]
    assert {plan["format"] for plan in plans} == {format_["key"] for format_ in known["formats"]}
    assert all(plan["possible"] for plan in plans)
