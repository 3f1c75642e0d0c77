"""Use case of seeding by a club's rating list: the entries of a tournament get the ratings of the list."""

from core.club.club import Club
from core.events import Event
from core.ratings.rating_list import RatingList
from core.tournament import Tournament, decisions
from core.tournament.decisions.pairing import after
from core.tournament.views.tournament_view import TournamentView
from service.bootstrap import Dependencies
from service.handlers.execute import execute, organiser
from service.handlers.ratings.club_ratings import of_club
from service.handlers.request import Request

HIGHEST = 9999
"""The highest rating of an entry; 0 is the lowest."""


def is_kept(deps: Dependencies, state: Tournament) -> bool:
    """True if the tournament's club keeps a rating list of its game."""
    return state.created.game in deps.repository.club(state.created.club, fresh=False).rating_rules


def take(request: Request, tournament_id: str, *, provisional: bool, order: bool) -> TournamentView:
    """Give the entries the ratings of the club's list, without those of provisional players if they are not wanted.

    `order`: put the entries in the order of their ratings, too. Raises `NotFound` without a list, `NotAllowed` after
    the start, or while matches of the list are still to be read.
    """
    by = organiser(request.deps, request.principal, tournament_id)
    created = request.deps.repository.tournament_opening(tournament_id)
    club_ratings = of_club(request.deps, request.principal, created.club, created.game)

    def taking(state: Tournament) -> list[Event]:
        ratings = _of_entries(club_ratings.ratings, club_ratings.club, state, provisional=provisional)
        events = decisions.take_ratings(state, ratings)
        return [*events, *decisions.seed_players(after(state, events), "rating")] if order else events

    return execute(request, tournament_id, taking, by).view


def _of_entries(ratings: RatingList, club: Club, state: Tournament, *, provisional: bool) -> dict[str, int]:
    """The ratings by the ids under which players are in the tournament."""
    people = {
        player for entry in state.field for player in (entry.player, *(member.player for member in entry.members))
    }
    rated = {person: ratings.players.get(club.present_id(person)) for person in people}
    return {
        player: min(max(round(each.rating), 0), HIGHEST)
        for player, each in rated.items()
        if each is not None and (provisional or not ratings.is_provisional(each))
    }
