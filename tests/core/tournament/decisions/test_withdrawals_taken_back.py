"""A withdrawal taken back in every format: what it restores, and what stands because matches were played since."""

import pytest

from core.errors import NotAllowed
from core.tournament import Tournament
from core.tournament.decisions import enter, pair, pair_round, withdraw
from core.tournament.decisions.corrections import readmit
from core.tournament.formats import FORMATS
from core.tournament.standings.standings import standings
from tests.support.tournament.scenario import announced, begun, best, entries, played_on, reported
from tests.support.tournament.team_leagues import league
from tests.support.tournament.written_results import after, field

PLAYERS = field(8)


def started(form: str, **settings: object) -> Tournament:
    return begun(announced(form, settings), entries(PLAYERS))


def gone(tournament: Tournament, player: str = "p01") -> Tournament:
    return after(tournament, withdraw(tournament, player, "ill"))


def back(tournament: Tournament, player: str = "p01") -> Tournament:
    return after(tournament, readmit(tournament, player, "well again"))


def plain(tournament: Tournament) -> tuple[object, ...]:
    return (
        tournament.rounds,
        dict(tournament.results),
        tournament.to_play,
        tournament.withdrawn,
        standings(tournament),
    )


@pytest.mark.parametrize("form", [format_.key for format_ in FORMATS if not format_.teams])
def test_a_withdrawal_that_is_taken_back_at_once_leaves_the_tournament_as_it_was(form):
    tournament = started(form)
    assert plain(back(gone(tournament))) == plain(tournament)


def test_in_a_team_league_the_boards_of_the_team_are_played_after_all():
    tournament = league(4)
    assert plain(back(gone(tournament, "t01"), "t01")) == plain(tournament)


def test_in_a_round_robin_the_unplayed_matches_are_awaited_again_although_it_was_over():
    tournament = played_on(gone(started("round_robin")), best(PLAYERS))
    assert tournament.status == "finished"
    again = back(tournament)
    assert (again.status, len(again.to_play)) == ("running", 7)
    assert {match for pairing in again.to_play for match in pairing[1:3]} == set(PLAYERS)


def test_in_a_knock_out_the_walkover_is_undone_until_the_next_match_was_played():
    tournament = gone(started("single_elimination"))
    first = tournament.rounds[0].pairings[0]
    assert tournament.results[first.match].kind == "walkover"
    for pairing in tournament.rounds[0].pairings[1:]:
        tournament = reported(tournament, pairing, min(pairing[1:3]))
    again = back(tournament)
    assert first in again.to_play
    assert not any("p08" in pairing[1:3] for pairing in again.rounds[1].pairings)  # who had gone on waits again
    played = reported(tournament, next(pairing for pairing in tournament.to_play if "p08" in pairing[1:3]), "p08")
    with pytest.raises(NotAllowed, match="no match is left that P01 could still play"):
        readmit(played, "p01")


def test_in_a_double_elimination_only_the_walkovers_are_undone_after_which_no_match_was_played():
    tournament = played_on(started("double_elimination"), best(PLAYERS), 1)
    tournament = gone(tournament)
    assert plain(back(tournament))[3] == frozenset()


def test_in_a_swiss_the_open_match_is_played_after_all_and_an_earlier_walkover_stands():
    tournament = gone(started("swiss", rounds=4))
    first = next(pairing for pairing in tournament.rounds[0].pairings if "p01" in pairing[1:3])
    assert first in back(tournament).to_play
    for pairing in tournament.to_play:
        tournament = reported(tournament, pairing, min(pairing[1:3]))
    tournament = after(tournament, pair_round(tournament))
    again = back(tournament)
    assert again.results[first.match].kind == "walkover"
    again = played_on(again, best(PLAYERS))
    again = after(again, pair_round(again))
    assert any("p01" in pairing[1:3] for pairing in again.rounds[2].pairings)


def test_in_groups_the_matches_of_the_group_are_played_until_the_knock_out_has_begun():
    tournament = gone(started("groups_then_knockout", groups=2))
    again = back(tournament)
    assert sum("p01" in pairing[1:3] for pairing in again.to_play) == 3
    tournament = played_on(tournament, best(PLAYERS), 3)
    assert any(round_.stage == "main" for round_ in tournament.rounds)
    assert not any(round_.stage == "main" for round_ in back(tournament).rounds)  # the transfer waits for the group
    tournament = reported(tournament, tournament.to_play[0], tournament.to_play[0].white)
    with pytest.raises(NotAllowed, match="no match is left"):
        readmit(tournament, "p01")


def test_in_an_elimination_by_losses_a_missed_round_is_lost():
    tournament = gone(started("elimination_by_losses", losses=3))
    tournament = played_on(tournament, best(PLAYERS))
    tournament = played_on(after(tournament, pair_round(tournament)), best(PLAYERS))
    again = back(tournament)
    assert again.entry("p01").late == 2
    again = after(again, pair_round(again))
    assert any("p01" in pairing[1:3] for pairing in again.rounds[2].pairings)
    later = played_on(after(tournament, pair_round(tournament)), best(PLAYERS))
    with pytest.raises(NotAllowed, match="no match is left"):
        readmit(later, "p01")


def test_who_has_not_left_or_left_before_the_start_or_an_ended_tournament_is_refused():
    tournament = started("swiss")
    with pytest.raises(NotAllowed, match="P01 has not withdrawn"):
        readmit(tournament, "p01")
    early = after(announced("swiss"), entries(PLAYERS))
    early = begun(gone(early), [])
    with pytest.raises(NotAllowed, match="left before the start"):
        readmit(early, "p01")
    assert enter(early, [("p01", "P01")])
    assert pair(early) == []
