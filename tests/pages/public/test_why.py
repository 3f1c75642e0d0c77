"""The explanation of a player's place on the page of the tournament."""

import re
from dataclasses import replace

import pytest

from core.tournament.decisions import pair_round
from core.tournament.standings.explanation import explain_place
from core.tournament.standings.standings import sections, standings
from core.tournament.standings.tie_breaks import TIE_BREAKS
from service.web.i18n import standings_explanation, tournament_labels
from tests.support.tournament.played.swiss import decided
from tests.support.tournament.scenario import announced, begun, best, entries, played_on, reported, to_play
from tests.support.tournament.written_results import after, field, played, started

CIRCLE = ["anna-bo 3:2 6:3", "bo-cilla 3:2 5:3", "cilla-anna 3:2 4:3"]


def explained(made_app, tournament, player, language="sv", section=""):
    with made_app.test_request_context(f"/?lang={language}"):
        return standings_explanation.sentences(tournament, explain_place(tournament, player), section)


def test_a_place_is_told_by_its_sums_and_its_neighbours(made_app):
    tournament = played(started(("anna", "bo", "cilla")), CIRCLE)
    again = "ny jämförelse mellan dem som fortfarande är lika"
    assert explained(made_app, tournament, "bo") == [
        "Vunna matcher: 1 = 1",
        f"Minitabell mellan de lika: (1, 0, −1) = (1, 1, 2) + (0, −1, −3); {again}: (1, 1, 2) = (1, 1, 2)",
        "Vunna minus förlorade partier, i alla matcher: 0 = 1 + (−1)",
        "Sonneborn-Berger: 1 = 1",
        "Efter Anna – Minitabell mellan de lika, poängskillnad: −1 mot 2",
        f"Före Cilla – Minitabell mellan de lika, vinster vid {again}: 1 mot 0",
    ]
    assert explained(made_app, tournament, "bo", "en")[-2] == (
        "Behind Anna by Mini-table among the tied, point difference: −1 against 2"
    )


def test_the_reached_round_is_shown_in_words_and_not_as_a_number(made_app):
    order = field(4)
    cup = played_on(begun(announced("single_elimination"), entries(order)), best(order))
    first, second = (line.player_id for line in standings(cup)[:2])
    assert explained(made_app, cup, first)[0] == "Hur långt spelaren kom i trädet: Vinnare"
    assert f"Före {cup.name_of(second)} – Hur långt spelaren kom i trädet: Vinnare mot Final" in explained(
        made_app, cup, first
    )


def circle_of_three(match, order):
    """Of the first three of a group each beats the next one, and all of them beat the fourth."""
    first, second = sorted((match.white, match.black), key=order.index)
    return second if order.index(second) - order.index(first) == 2 and order.index(second) == 2 else first


def test_a_place_in_a_group_is_told_by_the_table_of_the_group(made_app):
    order = field(8)
    cup = begun(announced("groups_then_knockout", {"groups": 2, "advance": 2}), entries(order))
    mates = list(dict(cup.format.sections(cup))["A"])
    while waiting := to_play(cup, 3):
        clear = {waiting[0].white, waiting[0].black} == {*mates[:2]}
        winner = circle_of_three(waiting[0], mates) if waiting[0].white in mates else waiting[0].white
        cup = reported(cup, waiting[0], winner, *(("3:0", "6:0") if clear else ()))
    third = dict(sections(cup))["A"][2]
    told = explained(made_app, cup, third.player_id, "en", "A")
    neighbours = {each.name for each in dict(sections(cup))["A"]}
    assert [each.partition(":")[0] for each in told[:2]] == ["Points", "Mini-table among the tied"]
    assert "not asked" not in told[1]
    assert [bool(re.match(f"(Behind|Before) ({'|'.join(neighbours)}) by", each)) for each in told[-2:]] == [True, True]
    assert not any("bracket" in each for each in told)


def test_a_player_of_another_group_has_no_place_in_this_one(made_app):
    order = field(8)
    cup = begun(announced("groups_then_knockout", {"groups": 2}), entries(order))
    there = dict(sections(cup))["B"][0].player_id
    assert explained(made_app, cup, there, section="A") == []


def test_a_cut_names_whom_it_leaves_out(made_app):
    order = field(7)
    cup = begun(announced("swiss", tie_breaks=("points", "buchholz_cut1")), entries(order))
    for _ in range(3):
        cup = played_on(cup, best(order))
        if cup.status == "running":
            cup = after(cup, pair_round(cup))
    cut = explained(made_app, cup, standings(cup)[0].player_id)[1]
    assert re.fullmatch(r"Buchholz utan den lägsta: \d+ = [\d +]+; utan \d+ \(P?\w+\)", cut), cut


def test_a_round_that_was_not_played_says_what_it_counts(made_app):
    order, ways = field(3), ("points", "buchholz")
    cup = begun(announced("swiss", {"rounds": 1, "unplayed": "virtual_opponent"}, tie_breaks=ways), entries(order))
    cup = after(cup, pair_round(cup))
    resting = cup.rounds[0].bye
    cup = played_on(cup, best(order))
    assert explained(made_app, cup, resting)[1] == (
        "Buchholz: 0 = 0; rond 1, inte spelad, räknas 0: "
        "en virtuell motståndare med 0 före den, 0 i den och 0 efter den"
    )


def test_a_note_is_told_of_the_first_tie_break_alone(made_app):
    order, ways = field(4), ("points", "buchholz", "sonneborn_berger")
    cup = begun(announced("swiss", {"rounds": 1, "unplayed": "zero"}, tie_breaks=ways), entries(order))
    cup = after(cup, pair_round(cup))
    cup = after(cup, [decided(cup.rounds[0].pairings[0].match, "walkover", "white")])
    told = explained(made_app, cup, cup.rounds[0].pairings[0].white)
    assert told[1:3] == ["Buchholz: 0 = 0; rond 1, inte spelad, räknas 0", "Sonneborn-Berger: 0 = 0"]


def test_a_tie_break_that_says_nothing_says_why(made_app):
    with made_app.test_request_context("/?lang=sv"):
        said = {
            tie_break.code: standings_explanation._unless(tie_break.code, 2)
            for tie_break in TIE_BREAKS
            if tie_break.unless
        }
        assert len(set(said.values()) - {standings_explanation._unless("wins", 2)}) == len(said) > 0
        assert standings_explanation._unless("lots", 1) == "behövdes inte, ingen annan är lika här"


@pytest.mark.parametrize("form", ["swiss", "round_robin", "single_elimination"])
def test_no_tie_break_is_told_in_english(made_app, form):
    order = field(6)
    cup = played_on(begun(announced(form), entries(order)), best(order))
    cup = cup._replace(created=replace(cup.created, tie_breaks=tuple(tie_break.code for tie_break in TIE_BREAKS)))
    for line in standings(cup):
        sentences = explained(made_app, cup, line.player_id)
        assert len(sentences) >= len(TIE_BREAKS)
        for sentence in sentences:
            assert not re.search(r"\b(?:the|of|won|lost|against|not|asked|all|by)\b", sentence), sentence


@pytest.mark.parametrize(("settings", "rounds"), [({}, 5), ({"rounds": 3}, 3)])
def test_the_rounds_of_a_swiss_are_told_before_they_are_paired(made_app, settings, rounds):
    order = field(16)
    cup = begun(announced("swiss", settings=settings), entries(order))
    cup = after(cup, pair_round(cup))
    with made_app.test_request_context("/?lang=en"):
        assert tournament_labels.rounds(cup, cup.rounds) == f"Round 1 of {rounds}"
