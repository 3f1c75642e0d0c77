"""The worth of a match that is unfinished when the time of its round is up."""

import pytest

from core.errors import Invalid, NotAllowed
from core.events import GameResult, RoundTimeSet
from core.tournament import Tournament
from core.tournament.decisions import pair, pair_round
from core.tournament.decisions.corrections import Decision, decide, undo
from core.tournament.formats import FORMATS, format_of
from core.tournament.model.values import Pairing
from core.tournament.standings.standings import standings
from core.tournament.time_up import RULES, checked_rule, decision, unfinished
from tests.support.tournament.scenario import announced, begun, entries, won
from tests.support.tournament.strategies import at_table
from tests.support.tournament.written_results import after, field

LED = (GameResult("white", "jan"), GameResult("black", "bearing_off"))
LEVEL = (GameResult("white", "bearing_off"), GameResult("black", "bearing_off"))
HALVES = {"round_robin", "swiss", "groups_then_knockout", "swiss_then_knockout", "stages"}


def cup(rule: str | None, form: str = "swiss", number: int = 4) -> Tournament:
    tournament = begun(announced(form, {"rounds": 3} if form == "swiss" else {}, time_up=rule), entries(field(number)))
    tournament = tournament if tournament.rounds else after(tournament, pair_round(tournament))
    return after(tournament, [RoundTimeSet(1, 0, 1000)])


def given(tournament: Tournament, match: Pairing, games: tuple[GameResult, ...]) -> Tournament:
    seen = at_table(tournament, match.match)
    return after(tournament, decide(tournament, decision(tournament, match.match, seen, games), seen))


def test_half_each_is_announced_where_a_table_counts_it_and_refused_where_a_winner_plays_on() -> None:
    taking, refused = set(), list[str]()
    for form in FORMATS:
        for rule in RULES:
            try:
                checked_rule(form, rule)
                taking.add((form.key, rule))
            except Invalid as wrong:
                refused.append(str(wrong.problems["time_up"][0]))
    assert all("needs a winner" in each for each in refused)
    assert {form for form, rule in taking if rule == "half_each"} == HALVES
    assert {form for form, rule in taking if rule == "referee"} == {format_.key for format_ in FORMATS}


def test_a_match_is_unfinished_once_the_time_of_its_round_is_up() -> None:
    tournament = cup("leader_wins")
    (first, second) = (pairing.match for pairing in tournament.rounds[0].pairings)
    assert unfinished(tournament, 999) == []
    assert [matches for _round, matches in unfinished(tournament, 1000)] == [(first, second)]
    tournament = after(tournament, [won(tournament.rounds[0].pairings[0], "p01")])
    assert [matches for _round, matches in unfinished(tournament, 1000)] == [(second,)]
    assert unfinished(cup(None), 1000) == []


def test_the_leader_wins_with_the_games_so_far_and_level_matches_are_left_to_a_referee() -> None:
    tournament = cup("leader_wins")
    first, second = tournament.rounds[0].pairings
    then = given(tournament, first, LED)
    result = then.results[first.match]
    assert (result.kind, result.winner, result.games) == ("adjudicated", "white", LED)
    assert (result.score, result.cause) == ({"white": 4, "black": 1}, ("time_up",))
    for games in ((), LEVEL):
        with pytest.raises(NotAllowed, match="a referee decides"):
            given(tournament, second, games)


@pytest.mark.parametrize("rule", ["referee", None])
def test_without_a_rule_that_decides_a_referee_does(rule: str | None) -> None:
    tournament = cup(rule)
    with pytest.raises(NotAllowed, match="a referee decides"):
        given(tournament, tournament.rounds[0].pairings[0], LED)


@pytest.mark.parametrize("form", ["swiss", "round_robin", "groups_then_knockout"])
def test_half_each_is_half_a_win_in_the_table_and_no_ones_win(form: str) -> None:
    tournament = cup("half_each", form, 8)
    first = tournament.rounds[0].pairings[0]
    then = given(tournament, first, LED)
    lines = {row.player_id: row for row in standings(then)}
    for player in (first.white, first.black):
        line = lines[player]
        assert (line.points, line.wins, line.losses, line.played) == (1, 0, 0, 1)
    other = tournament.rounds[0].pairings[1]
    played = after(then, [won(other, other.white)])
    winner = next(row for row in standings(played) if row.player_id == other.white)
    assert winner.points == 2
    decided = then.decisions[first.match][-1][0]
    assert first.match not in after(then, undo(then, decided, "")).results


def test_a_round_follows_in_which_those_with_half_are_paired_by_their_points() -> None:
    tournament = cup("half_each", "swiss", 4)
    for pairing in tournament.rounds[0].pairings:
        tournament = given(tournament, pairing, ())
    tournament = after(tournament, pair_round(tournament))
    assert len(tournament.rounds) == 2


@pytest.mark.parametrize("form", ["single_elimination", "double_elimination"])
def test_half_each_is_refused_in_a_bracket_with_the_reason(form: str) -> None:
    tournament = cup("leader_wins", form)
    match = tournament.rounds[0].pairings[0].match
    half = Decision(match, "half_each", "time")
    with pytest.raises(NotAllowed, match="needs a winner"):
        decide(tournament, half, at_table(tournament, match))
    assert not format_of(form).halves


def test_in_the_knock_out_after_groups_half_each_is_refused() -> None:
    tournament = cup("half_each", "groups_then_knockout", 6)
    while not any(match.slot.startswith("main") for match in tournament.matches):
        open_ = tournament.to_play[0]
        tournament = after(tournament, [won(open_, open_.white)])
        tournament = after(tournament, pair(tournament))
    final = next(pairing for pairing in tournament.to_play if pairing.slot.startswith("main"))
    with pytest.raises(NotAllowed, match="needs a winner"):
        given(tournament, final, LED)


def test_half_each_is_refused_where_it_was_not_announced() -> None:
    tournament = cup("referee")
    match = tournament.rounds[0].pairings[0].match
    with pytest.raises(NotAllowed, match="announced no half each"):
        decide(tournament, Decision(match, "half_each", "time"), at_table(tournament, match))
