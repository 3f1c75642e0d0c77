"""A player's next match: the paired match, the slot they wait in, or nothing any more."""

from random import Random

import pytest

from core.tournament import decisions
from core.tournament.brackets.view import bracket_views
from core.tournament.formats import FORMATS
from core.tournament.model.visibility import without_drafts
from core.tournament.views.next_match import (
    DONE,
    ENTERED,
    LEFT,
    NEXT_ROUND,
    OUT,
    OVER,
    PLAYS,
    SITS_OUT,
    WAITS,
    next_match,
)
from tests.support.proving import some
from tests.support.tournament.played.brackets import bracket, decided, fair, on
from tests.support.tournament.scenario import announced, begun, best, entries, played_on, reported, to_play, won
from tests.support.tournament.written_results import after, field

ALONE = [format_.key for format_ in FORMATS if not format_.teams]
SETTINGS = {"groups_then_knockout": {"groups": 2}, "elimination_by_losses": {"losses": 2}}


def found(tournament, player):
    return next_match(tournament, bracket_views(tournament), player)


def statuses(tournament):
    return {player: found(tournament, player).status for player in tournament.starters}


@pytest.mark.parametrize("form", ALONE)
@pytest.mark.parametrize("players", some([5, 8], 5))
def test_a_player_without_a_further_match_never_plays_again_and_every_other_player_is_told_where(form, players):
    tournament, chance, ended = bracket(form, players, SETTINGS.get(form)), Random(form), set()
    while tournament.status == "running":
        now = statuses(tournament)
        playing = {player for match in to_play(tournament) for player in match[1:3]}
        assert {player for player, status in now.items() if status == PLAYS} == playing
        assert not ended & {player for player, status in now.items() if status not in (OUT, DONE)}
        ended = {player for player, status in now.items() if status in (OUT, DONE)}
        if waiting := to_play(tournament):
            match = chance.choice(waiting)
            tournament = on(tournament, won(match, fair(match)))
        else:
            tournament = after(tournament, decisions.pair_round(tournament))
    assert set(statuses(tournament).values()) == {OVER}


def test_a_winner_waits_for_the_winner_of_the_other_match_and_knows_both_ways_ahead():
    cup = bracket("single_elimination", 4, {"bronze": True})
    first, second = to_play(cup)
    ahead = found(cup, first.white)
    assert ahead.open_matches == (first,)
    assert set(ahead.if_won.opponents) == {cup.name_of(each) for each in second[1:3]}
    assert (ahead.if_won.decides, ahead.if_lost.decides) == ("winner", "loser")
    cup = reported(cup, first, first.white)
    waits = found(cup, first.white)
    assert (waits.status, waits.ahead.name) == (WAITS, "final")
    assert set(waits.ahead.opponents) == {cup.name_of(each) for each in second[1:3]}
    assert found(cup, first.black).ahead.name == "bronze"
    assert found(cup, second.white).if_won.opponents == (cup.name_of(first.white),)


def test_a_loser_without_another_bracket_is_out_and_a_decision_without_a_winner_ends_both():
    cup = bracket("single_elimination", 4)
    match = to_play(cup)[0]
    lost = on(cup, won(match, match.white))
    assert found(lost, match.black).status == OUT
    missing = on(cup, decided(match, None, "double_no_show"))
    assert {found(missing, each).status for each in match[1:3]} == {OUT}


def test_of_several_matches_the_one_with_a_table_comes_first():
    tournament = after(bracket("round_robin", 4), [])
    tournament = after(tournament, decisions.set_tables(tournament, [("1", "")]))
    matches = found(tournament, "p01").open_matches
    assert len(matches) == 3
    seated = next(iter(tournament.seated), None)
    own = [match.match for match in matches]
    assert seated not in own or own[0] == seated


def test_the_player_who_sits_out_is_told_so_and_before_and_after_nothing_is_played():
    entered = after(announced("swiss"), entries(field(5)))
    assert found(entered, "p01").status == ENTERED
    swiss = begun(announced("swiss", {"rounds": 2}), entries(field(5)))
    resting = swiss.rounds[0].bye or next(pairing.white for pairing in swiss.rounds[0].pairings if pairing.is_bye)
    assert found(swiss, resting).status == SITS_OUT
    left = after(swiss, decisions.withdraw(swiss, resting))
    assert found(left, resting).status == LEFT
    swiss = played_on(swiss, best(field(5)))
    assert set(statuses(swiss).values()) == {NEXT_ROUND}


def test_a_draft_is_not_told_to_those_who_may_not_see_it():
    cup = begun(announced("single_elimination", drafts=True), entries(field(4)))
    shown = without_drafts(cup)
    for player in cup.starters:
        seen = next_match(shown, bracket_views(cup, drafts=False), player)
        assert (seen.status, seen.open_matches, seen.if_won) == (NEXT_ROUND, (), None)
