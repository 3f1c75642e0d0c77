"""The progress on pages: how many matches of those that are counted together have a result."""

import pytest

from service.web.pages.shared.standings_table import progress
from tests.support.tournament.group_cups import cup
from tests.support.tournament.scenario import best, reported, to_play
from tests.support.tournament.written_results import field


def said(made_app, tournament):
    with made_app.test_request_context("/?lang=en"):
        found = progress(tournament)
    return found["title"], found["done"], found["count"]


@pytest.mark.parametrize("number", [8, 11])
def test_results_of_the_groups_are_counted_together_until_the_last_of_them(made_app, number):
    tournament, wins = cup(number, advance=2), best(field(number))
    title, _done, count = said(made_app, tournament)
    assert title == "Group stage"
    for played in range(1, count):
        match = to_play(tournament, 3)[0]
        tournament = reported(tournament, match, wins(match))
        assert said(made_app, tournament) == ("Group stage", played, count)
    last = to_play(tournament)[0]
    title, done, _count = said(made_app, reported(tournament, last, wins(last)))
    assert (title != "Group stage", done) == (True, 0)
