"""The result of a tournament for a series: the places of its standings, and who won which match in which bracket."""

from collections import Counter

import pytest

from core.events import PlayerWithdrew, ResultDecided
from core.series.result import result_of
from core.tournament.standings.standings import standings
from tests.support.tournament.of_every_format import KEYS, entered, played
from tests.support.tournament.scenario import announced, begun, best, by_chance, entries, played_on
from tests.support.tournament.written_results import after


@pytest.mark.parametrize("form", [key for key in KEYS if not key.startswith("team_")])
def test_places_and_matches_are_those_of_the_standings(form):
    tournament = played(entered(form, 9))
    found, lines = result_of(tournament), standings(tournament)
    assert [(player.player, player.rank, player.points) for player in found.players] == [
        (line.player_id, line.rank, line.points) for line in lines
    ]
    stage = tournament.format.table_stage
    counted = [match for match in found.matches if match.winner is not None and stage in (None, match.bracket)]
    won = Counter(match.players[match.winner] for match in counted)
    assert {line.player_id: line.wins for line in lines if line.wins} == won
    assert found.status == tournament.status


@pytest.mark.parametrize("form", [key for key in KEYS if key.startswith("team_")])
def test_a_tournament_of_teams_gives_nothing(form):
    found = result_of(played(entered(form, 5)))
    assert (found.players, found.matches) == ((), ())


def test_before_its_start_a_tournament_gives_nothing():
    found = result_of(entered("swiss", 5))
    assert (found.players, found.matches, found.status) == ((), (), "open")


def test_a_match_is_of_its_bracket():
    settings = {"consolation": "auto", "bronze": True}
    tournament = begun(announced("single_elimination", settings), entries("abcdefgh"))
    found = result_of(played_on(tournament, best("abcdefgh")))
    brackets = {match.bracket for match in found.matches}
    assert {"main", "consolation"} <= brackets
    assert sum(match.bracket == "main" for match in found.matches) == 7


def test_matches_for_places_are_all_of_one_bracket():
    tournament = begun(announced("single_elimination", {"placement": 8}), entries("abcdefgh"))
    found = result_of(played_on(tournament, by_chance(1)))
    assert {match.bracket for match in found.matches} == {"main", "bronze", "placement"}


def test_a_double_no_show_is_known_of_both():
    tournament = begun(announced("round_robin"), entries("abc"))
    match = next(pairing for pairing in tournament.to_play if not pairing.is_bye)
    tournament = after(tournament, [ResultDecided(match.match, "double_no_show", "neither came", None, {}, None, ())])
    found = {player.player: player.no_show for player in result_of(tournament).players}
    assert found == {each: each in (match.white, match.black) for each in "abc"}


def test_who_withdrew_is_known():
    tournament = after(begun(announced("round_robin"), entries("abc")), [PlayerWithdrew("b")])
    assert {player.player for player in result_of(tournament).players if player.withdrawn} == {"b"}
