"""Explanations of a player's place: every number, and its words."""

import json
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from core.tournament import Tournament
from core.tournament.decisions import pair_round
from core.tournament.standings.explanation import explain_place, explain_round
from core.tournament.standings.standings import standings
from core.tournament.standings.tie_breaks import TIE_BREAKS
from schemas.dump import dumper
from schemas.views.explanations import ExplainedPlace, why_json
from tests.core.tournament.decisions.test_corrections import anywhere, tournaments
from tests.support.tournament.invariants import value_of
from tests.support.tournament.scenario import announced, begun, best, entries, played_on
from tests.support.tournament.written_results import after, field, played, started

CIRCLE = ["anna-bo 3:2 6:3", "bo-cilla 3:2 5:3", "cilla-anna 3:2 4:3"]


def sentences(tournament: Tournament, player: str) -> list[str]:
    return [tie_break.sentence for tie_break in explain_place(tournament, player).tie_breaks]


def test_a_value_is_told_as_a_sum_and_a_repeated_question_as_often_as_it_was_asked() -> None:
    tournament = played(started(("anna", "bo", "cilla")), CIRCLE)
    asked, again = "(1, 0, -1) = (1, 1, 2) + (0, -1, -3)", "(1, 1, 2) = (1, 1, 2)"
    assert sentences(tournament, "bo") == [
        "Matches won 1 = 1",
        f"Mini-table among the tied {asked}; asked again of those still tied: {again}",
        "Games won minus games lost, in all matches 0 = 1 + (-1)",
        "Sonneborn-Berger 1 = 1",
    ]


def test_the_neighbours_are_told_what_decided() -> None:
    place = explain_place(played(started(("anna", "bo", "cilla")), CIRCLE), "bo")
    assert place.above.sentence == "Behind Anna by Mini-table among the tied, point difference: -1 against 2"
    assert place.below.sentence.startswith("Before Cilla by Mini-table")


def test_a_cut_names_whom_it_dropped_and_a_bye_is_told_as_one() -> None:
    order = field(7)
    tournament = begun(announced("swiss", tie_breaks=("points", "head_to_head", "buchholz_cut1")), entries(order))
    for _ in range(3):
        tournament = played_on(tournament, best(order))
        if tournament.status == "running":
            tournament = after(tournament, pair_round(tournament))
    resting = next(round_.bye for round_ in tournament.rounds if round_.bye)
    place = explain_place(tournament, resting)
    cut = place.tie_breaks[2]
    shown = [*cut.operands, *cut.dropped]
    (bye,) = [each for each in shown if each.kind == "bye"]
    assert (bye.opponent, bye.match, bye.numbers) == (None, None, (place.points,))
    (gone,) = cut.dropped
    who = gone.name or f"no opponent, round {gone.round}"
    assert cut.sentence.endswith(f"; dropped {gone.numbers[0]} ({who})")
    assert place.tie_breaks[1].sentence.startswith("Head-to-head")


@given(tournaments(), st.data())
def test_every_number_of_every_explanation_adds_up(tournament: Tournament, data: st.DataObject) -> None:
    codes = data.draw(st.lists(st.sampled_from([tie_break.code for tie_break in TIE_BREAKS]), unique=True, min_size=1))
    tournament = anywhere(data, tournament) or tournament
    tournament = tournament._replace(created=replace(tournament.created, tie_breaks=tuple(codes)))
    lines = standings(tournament)
    for line in lines:
        place = explain_place(tournament, line.player_id)
        json.dumps(dumper(ExplainedPlace)(place))
        assert (place.rank, len(place.shared_with)) == (line.rank, sum(e.rank == line.rank for e in lines) - 1)
        for said, value in zip(place.tie_breaks, line.tie_breaks, strict=True):
            width = len(value.value) if isinstance(value.value, tuple) else 1
            rows = [[*operand.numbers, *[0] * (width - len(operand.numbers))] for operand in said.operands]
            sums = tuple(sum(column) for column in zip(*rows, strict=True)) or (0,) * width
            if value.code == "opponents_average_rating":
                sums = (value_of(value.code, [operand.numbers[0] for operand in said.operands]),)
            assert value.value is None or sums == (value.value if isinstance(value.value, tuple) else (value.value,))
        assert (place.above is None) == (line.rank == 1)


@given(tournaments())
def test_every_match_of_every_round_says_why(tournament: Tournament) -> None:
    for round_ in tournament.rounds:
        why = explain_round(tournament, round_.number)
        assert {pairing.match for pairing in round_.pairings} | ({"bye"} if round_.bye else set()) == why.keys()
        assert all(each.text for each in why.values())
        json.dumps([why_json(each) for each in why.values()])
