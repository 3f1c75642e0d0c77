"""In whatever order the results of a round arrive: the same table, and the same next round."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import NotAllowed
from core.events import GameResult, MatchSettled, PlayerEntered
from core.games import game_of
from core.match.results.settlement import settle
from core.tournament import Format, Tournament, opened
from core.tournament.decisions import pair, pair_round, publish_round, start
from core.tournament.decisions.confirmation import confirm
from core.tournament.decisions.corrections import Decision
from core.tournament.formats import FORMATS
from core.tournament.standings.standings import sections, standings
from tests.support.proving import examples, some
from tests.support.tournament import strategies
from tests.support.tournament.written_results import after

KEPT = ("swiss", "single_elimination", "elimination_by_losses", "team_league")
"""Formats of `make test`: one of each kind of play."""
each_format = pytest.mark.parametrize(
    "form", some(FORMATS, *(format_ for format_ in FORMATS if format_.key in KEPT)), ids=lambda each: each.key
)
KINDS = ("played",) * 8 + ("walkover", "no_show", "double_no_show", "forfeit", "adjudicated")
EXAMPLES = examples(20) if settings.default.derandomize else settings.default.max_examples

MOST = 1_000
"""Results and rounds of one of these tournaments at the most: they have a few dozens."""


def begun(draw: strategies.Draw, form: Format) -> Tournament:
    """A tournament with any settings, and its players."""
    tournament = opened("t_cup", strategies.announced(draw, form))
    number = draw(st.integers(2, 5 if form.teams else 14))
    rows = [strategies.entrant(draw, tournament, each) for each in range(1, number + 1)]
    entered = [PlayerEntered(row.player, row.name, row.rating, row.group, row.members or None) for row in rows]
    tournament = after(tournament, entered)
    if tournament.created.check_in:
        tournament = after(tournament, strategies.decisions.check_in(tournament, [row.player for row in rows]))
    return shown(after(tournament, start(tournament, "midsummer")))


def shown(tournament: Tournament) -> Tournament:
    """The tournament with all its drafts published."""
    for number in [round_.number for round_ in tournament.rounds if round_.draft]:
        tournament = after(tournament, publish_round(tournament, number))
    return tournament


def places(tournament: Tournament) -> dict[str, tuple[Any, ...]]:
    """Each match without its id: round, slot, players."""
    rounds = tournament.rounds
    return {
        pairing.match: (round_.number, pairing.slot, *pairing[1:3]) for round_ in rounds for pairing in round_.pairings
    }


def with_result(tournament: Tournament, match: str, salt: int) -> Tournament:
    """The tournament after the result of a match, which depends on what the match is and on nothing else."""
    chance = Random(f"{salt}:{places(tournament)[match]}")
    kind, seat = chance.choice(KINDS), chance.choice(["white", "black"])
    if kind == "played":
        games = tuple(GameResult(chance.choice(["white", "black"]), chance.choice(["jan", "tower"])) for _ in range(3))
        said = settle(game_of("swedish"), {"games": 3}, games)
        event = MatchSettled(match, said.winner or "", said.score, said.decided_by or "", games)
        tournament = after(tournament, [event])
        return after(tournament, pair(tournament))
    decision = Decision(match, kind, "so it was", None if kind == "double_no_show" else seat)
    return after(tournament, strategies.decided(decision)(tournament))


def confirmed(tournament: Tournament, matches: list[str]) -> Tournament:
    """The tournament after these results were confirmed, as far as they were reported."""
    for match in matches:
        if tournament.created.confirm and match in tournament.reported and match not in tournament.results:
            tournament = after(tournament, confirm(tournament, match, second=True, referee=False))
    return tournament


def seen(tournament: Tournament) -> dict[str, Any]:
    """Pairings, results and every table, without the ids of matches, which are given as they come."""
    at = places(tournament)
    tables = [("", standings(tournament)), *sections(tournament)]
    return {
        "pairings": sorted(at.values()),
        "byes": [(round_.number, round_.bye, round_.stage) for round_ in tournament.rounds],
        "results": {at[match]: result for match, result in tournament.results.items()},
        "tables": [(name, [_line(line, at) for line in lines]) for name, lines in tables],
        "status": tournament.status,
    }


def _line(line: Any, at: dict[str, tuple[Any, ...]]) -> dict[str, Any]:
    words = {**line._asdict(), "tie_breaks": []}
    for tie_break in line.tie_breaks:
        operands = [
            (operand._replace(match=""), at.get(operand.match)) for operand in (*tie_break.operands, *tie_break.dropped)
        ]
        words["tie_breaks"].append((tie_break.code, tie_break.value, operands))
    return words


@each_format
@settings(max_examples=EXAMPLES)
@given(data=st.data())
def test_whatever_order_the_results_of_a_round_come_in_the_table_and_the_next_round_are_the_same(
    form: Format, data: st.DataObject
) -> None:
    tournament, salt = begun(data.draw, form), data.draw(st.integers(0, 999))
    for _ in range(20):
        waiting = strategies.open_matches(tournament)
        one = other = tournament
        for match in waiting:
            one = with_result(one, match, salt)
        for match in data.draw(st.permutations(waiting)):
            other = with_result(other, match, salt)
        one, other = confirmed(one, waiting), confirmed(other, data.draw(st.permutations(waiting)))
        assert seen(one) == seen(other)
        if form.on_command and one.status == "running":
            try:
                following = pair_round(one)
            except NotAllowed:  # no round is possible
                with pytest.raises(NotAllowed):
                    pair_round(other)
                return
            assert pair_round(other) == following
            one = other = after(one, following)
        one, other = shown(one), shown(other)
        assert seen(one) == seen(other)
        tournament = data.draw(st.sampled_from([one, other]))
        if tournament.status == "finished":
            return


@each_format
@settings(max_examples=EXAMPLES)
@given(data=st.data())
def test_whatever_order_all_results_come_in_the_last_table_is_the_same(form: Format, data: st.DataObject) -> None:
    """Also where a round begins before the one before it is over."""
    tournament, salt = begun(data.draw, form), data.draw(st.integers(0, 999))
    one, *others = (played_out(tournament, salt, order) for order in (min, max, Random(salt).choice))
    assert [seen(other) for other in others] == [seen(one)] * 2


def played_out(tournament: Tournament, salt: int, order: Callable[[list[str]], str]) -> Tournament:
    """The tournament after all its matches, whichever of those that can be played comes first."""
    for _ in range(MOST):
        if tournament.status != "running":
            return tournament
        if ready := strategies.open_matches(tournament):
            match = order(ready)
            tournament = confirmed(with_result(tournament, match, salt), [match])
        else:
            try:
                tournament = after(tournament, pair_round(tournament))
            except NotAllowed:  # no round is possible
                return tournament
        tournament = shown(tournament)
    raise AssertionError(f"after {MOST} results it still goes on")
