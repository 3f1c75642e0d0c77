"""Lengths of games for a plan: those of a club's own recorded matches, put together with the shipped ones."""

from core.tournament.planning.game_lengths import GameLengths, of_club
from service.bootstrap import Dependencies
from service.store.read_models.club import game_lengths


def lengths_for(deps: Dependencies, club: str, game: str) -> GameLengths:
    """The lengths of a game at a club, in one read of a bounded number of matches."""
    return of_club(game, [match_lengths.seconds for match_lengths in game_lengths.load(deps.client, club, game)])
