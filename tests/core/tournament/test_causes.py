"""The causes that brade gives itself: players and teams are in them by their ids, and shown by their present names."""

from collections.abc import Callable, Sequence
from dataclasses import replace as changed
from typing import Any

import pytest

from core import events as e
from core.tournament import Tournament
from core.tournament.decisions import (
    Entrant,
    enter,
    leave_to_bye_player,
    line_up,
    replace,
    set_alternates,
    start,
    withdraw,
)
from core.tournament.decisions.corrections import readmit
from core.tournament.event_text import EventContext, event_reason, sentence
from core.tournament.model.match_status import in_tournament
from core.tournament.standings.explanation import explain_round
from core.tournament.views.csv_rows import matches_rows
from core.tournament.views.diff import changes
from core.tournament.views.tournament_view import tournament_view
from tests.support.tournament.scenario import announced
from tests.support.tournament.team_leagues import team
from tests.support.tournament.written_results import after, field

NAMES = ("Quistgaard", "Zebulon")
"""Parts of the names of all players and teams here."""
Decided = tuple[Tournament, list[e.Event], str]
"""The tournament before a decision, the events of it, and the id in their cause."""


def started(form: str, players: int = 5, **settings: Any) -> Tournament:
    tournament = announced(form, settings)
    tournament = after(
        tournament, enter(tournament, [(entry, f"Zebulon {entry} Quistgaard") for entry in field(players)])
    )
    return after(tournament, start(tournament, "midsummer"))


def teams_of_two() -> Tournament:
    tournament = announced("team_knockout", {"boards": 2})
    teams = [changed(team(number), name=f"Quistgaards {number}") for number in range(1, 5)]
    tournament = after(tournament, teams)
    return after(tournament, start(tournament, "midsummer"))


def an_alternate_plays() -> Decided:
    before = started("swiss")
    before = after(before, set_alternates(before, [("p99", "Zebulon the Younger")]))
    leaver = before.rounds[0].pairings[0].white
    return before, replace(before, leaver, Entrant("p99", "Zebulon the Younger")), leaver


def the_player_with_the_bye_plays() -> Decided:
    before = started("swiss")
    leaver = before.rounds[0].pairings[0].white
    return before, leave_to_bye_player(before, leaver), leaver


def a_player_comes_late() -> Decided:
    before = started("swiss")
    return before, enter(before, [("p99", "Zebulon the Younger")], into_bye=True), "p99"


def a_team_is_lined_up_anew() -> Decided:
    before = teams_of_two()
    return before, line_up(before, "t01", 1, [("t01c", "C of 1"), ("t01b", "B of 1")], "ill"), "t01"


def a_player_withdraws() -> Decided:
    before = started("swiss")
    leaver = before.rounds[0].pairings[0].white
    return before, withdraw(before, leaver), leaver


def a_team_withdraws() -> Decided:
    before = teams_of_two()
    return before, withdraw(before, "t01"), "t01"


DECISIONS = [
    an_alternate_plays,
    the_player_with_the_bye_plays,
    a_player_comes_late,
    a_team_is_lined_up_anew,
    a_player_withdraws,
    a_team_withdraws,
]


def with_cause(events: Sequence[e.Event]) -> list[e.PairingsVoided | e.ResultDecided]:
    return [event for event in events if isinstance(event, e.PairingsVoided | e.ResultDecided) and event.cause]


@pytest.mark.parametrize("decision", DECISIONS)
def test_a_cause_has_the_id_of_its_player_and_its_recorded_reason_has_no_name(decision: Callable[[], Decided]) -> None:
    _before, events, player_id = decision()
    caused = with_cause(events)
    assert caused
    assert {each.cause[1:] for each in caused if each.cause} == {(player_id,)}
    assert [each.reason for each in caused if any(name in each.reason for name in NAMES)] == []


@pytest.mark.parametrize("decision", DECISIONS)
def test_what_is_shown_of_a_cause_has_the_present_name(decision: Callable[[], Decided]) -> None:
    before, events, player_id = decision()
    state = after(before, events)
    state = after(state, [e.EntryChanged(player_id, "Ottilia")])
    for event in with_cause(events):
        reason = event_reason(event, state.label_of)
        assert ("Ottilia" in reason, player_id in reason) == (True, False)
        assert sentence(event, EventContext("Anna", {}, state)).endswith(reason)


def test_every_view_of_a_result_tells_its_reason_with_the_present_name() -> None:
    before, events, leaver = a_player_withdraws()
    state = after(before, events)
    (walkover, *_) = with_cause(events)
    assert isinstance(walkover, e.ResultDecided)
    changed_results = changes(before, state).results
    told = f"{before.name_of(leaver)} withdrew"
    assert {changed_result.after.reason for changed_result in changed_results if changed_result.after} == {told}
    state = after(state, [e.EntryChanged(leaver, "Ottilia")])
    place = in_tournament(state, walkover.match)
    rows = matches_rows(state, {})
    at = rows[0].index("reason")
    views = [match for round_ in tournament_view(state).rounds for match in round_.matches if match.result]
    assert place
    assert place.result
    assert place.result.reason == "Ottilia withdrew"
    assert {view.result.reason for view in views if view.result} == {"Ottilia withdrew"}
    assert {row[at] for row in rows[1:] if row[at]} == {"Ottilia withdrew"}


@pytest.mark.parametrize(
    ("decision", "told"),
    [
        (the_player_with_the_bye_plays, "Ottilia withdrew, and the player with the bye plays"),
        (a_player_comes_late, "Ottilia came late and plays"),
    ],
)
def test_a_match_that_was_paired_anew_is_explained_with_the_present_name(
    decision: Callable[[], Decided], told: str
) -> None:
    before, events, player_id = decision()
    state = after(before, events)
    state = after(state, [e.EntryChanged(player_id, "Ottilia")])
    assert told in " ".join(why.text for why in explain_round(state, 1).values())


def test_a_walkover_is_undone_with_the_withdrawal_although_the_name_was_corrected_meanwhile() -> None:
    before, events, leaver = a_player_withdraws()
    state = after(after(before, events), [e.EntryChanged(leaver, "Ottilia")])
    assert state.results
    assert after(state, readmit(state, leaver, "well again")).results == before.results


def test_a_cause_that_was_recorded_with_a_name_is_told_and_taken_back_as_it_was() -> None:
    before, events, leaver = a_player_withdraws()
    name = before.name_of(leaver)
    old = [
        changed(event, cause=("withdrew", name), reason=f"{name} withdrew")
        if isinstance(event, e.ResultDecided)
        else event
        for event in events
    ]
    state = after(before, old)
    view = [match.result for round_ in tournament_view(state).rounds for match in round_.matches if match.result]
    assert {each.reason for each in view} == {f"{name} withdrew"}
    assert after(state, readmit(state, leaver, "well again")).results == before.results
