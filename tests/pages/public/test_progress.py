"""The progress on pages: how many matches of those that are counted together have a result."""

import pytest

from core.tournament.decisions import pair_round
from service.web.pages.shared.standings_table import progress
from tests.support.tournament.group_cups import after_cut, cup, swiss_cup
from tests.support.tournament.scenario import announced, begun, best, entries, played_on, reported, to_play
from tests.support.tournament.written_results import after, field


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


def test_no_number_of_rounds_is_named_where_the_results_decide_how_many_there_are(made_app):
    tournament = begun(announced("elimination_by_losses", {"losses": 2}), entries(field(6)))
    assert said(made_app, tournament)[0] == "Round 1"
    tournament = played_on(tournament, best(field(6)))
    assert said(made_app, after(tournament, pair_round(tournament)))[0] == "Round 2"


def test_a_swiss_with_a_cut_counts_its_own_rounds_and_then_all_of_them(made_app):
    assert said(made_app, swiss_cup(8, rounds=3, cut=4))[0] == "Round 1 of 3 · Swiss"
    assert said(made_app, after_cut(8, rounds=3, cut=4))[0] == "Semi-finals"
