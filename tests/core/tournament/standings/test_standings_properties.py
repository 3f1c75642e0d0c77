"""Properties of the table of any tournament."""

import json
from itertools import groupby, pairwise

from hypothesis import given
from hypothesis import strategies as st

from core.events import MatchSettled
from core.tournament import Tournament
from core.tournament.standings.standings import standings
from core.tournament.standings.tie_breaks import TIE_BREAKS
from schemas.dump import dump_all
from schemas.views.tournaments import Standing
from tests.support.tournament.invariants import value_of
from tests.support.tournament.written_results import after, field, played, started


@st.composite
def tournaments(draw: st.DrawFn) -> Tournament:
    """A round robin by any order of tie-breaks with any results, often not all of them."""
    codes = draw(st.lists(st.sampled_from([tie_break.code for tie_break in TIE_BREAKS]), unique=True))
    tournament = started(field(draw(st.integers(2, 7))), tuple(codes))
    results = []
    for match in tournament.matches:
        if draw(st.integers(0, 5)):
            players = draw(st.permutations([match.white, match.black]))
            games, points = draw(st.sampled_from(["3:0", "3:1", "3:2"])), draw(st.sampled_from(["3:2", "4:3", "3:3"]))
            results.append(f"{'-'.join(players)} {games} {points}")
    return played(tournament, results)


@given(tournaments(), st.randoms(use_true_random=False))
def test_the_order_in_which_results_arrive_does_not_matter(tournament, chance) -> None:
    results = [
        MatchSettled(match, result.winner, result.score, result.decided_by, result.games)
        for match, result in tournament.results.items()
    ]
    chance.shuffle(results)
    again = after(started([entry.player for entry in tournament.field], tournament.created.tie_breaks), results)
    assert standings(again) == standings(tournament)


@given(tournaments())
def test_every_player_has_one_line_and_what_one_wins_another_loses(tournament) -> None:
    lines = standings(tournament)
    assert sorted(line.player_id for line in lines) == [entry.player for entry in tournament.field]
    assert sum(line.wins for line in lines) == sum(line.losses for line in lines) == len(tournament.results)
    assert sum(line.games_won for line in lines) == sum(line.games_lost for line in lines)
    assert sum(line.points_won for line in lines) == sum(line.points_lost for line in lines)
    assert all(line.played == line.wins + line.losses for line in lines)


@given(tournaments())
def test_the_values_of_the_tie_breaks_explain_the_ranks(tournament) -> None:
    lines = standings(tournament)
    keys = [[tie_break.value for tie_break in line.tie_breaks] for line in lines]
    for one, (above, below) in enumerate(pairwise(keys)):
        first = next(((a, b) for a, b in zip(above, below, strict=True) if a != b), None)
        assert (lines[one].rank == lines[one + 1].rank) == (first is None)
        assert first is None or first[0] > first[1]
    rank = 1
    for _, group in groupby(lines, key=lambda line: line.rank):
        shared = list(group)
        assert [(each.rank, each.shared) for each in shared] == [(rank, len(shared) > 1)] * len(shared)
        rank += len(shared)


@given(tournaments())
def test_every_value_is_the_sum_of_its_operands_or_their_average(tournament) -> None:
    for line in standings(tournament):
        for code, value, operands, _dropped in line.tie_breaks:
            width = len(value) if isinstance(value, tuple) else 1
            padded = [[*operand.numbers, *[0] * (width - len(operand.numbers))] for operand in operands]
            sums = tuple(sum(column) for column in zip(*padded, strict=True)) or (0,) * width
            if code == "opponents_average_rating":
                sums = (value_of(code, [operand.numbers[0] for operand in operands]),)
            assert value is None or sums == (value if isinstance(value, tuple) else (value,))


@given(tournaments())
def test_a_table_is_json_in_its_order(tournament) -> None:
    lines = standings(tournament)
    data = dump_all(Standing)(lines)
    assert [load["player_id"] for load in json.loads(json.dumps(data))] == [line.player_id for line in lines]
