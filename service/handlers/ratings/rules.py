"""Use cases of a club's rule for the rating list of a game."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from core.club.club import Club, set_rating_rule
from core.errors import Invalid, NotFound
from core.events import Event
from core.games import game_of
from core.messages import say
from core.ratings.rule import Rule, read_rule
from service.auth.authorization import Principal, authorize
from service.bootstrap import Dependencies
from service.handlers.club.members import change_club
from service.handlers.ratings import decided_matches
from service.handlers.registration.participation import every_tournament
from service.handlers.request import Request


class RuleOfGame(NamedTuple):
    """The rule of the rating list of a game."""

    game: str
    rule: Rule

    def __getattr__(self, name: str) -> object:
        """The values of the rule."""
        return getattr(self.rule, name)


def every(deps: Dependencies, principal: Principal | None, slug: str) -> list[RuleOfGame]:
    """The rules of the club's rating lists."""
    authorize(principal, "viewer", slug)
    return [RuleOfGame(game, rule) for game, rule in deps.repository.club(slug).rating_rules.items()]


def show(deps: Dependencies, principal: Principal | None, slug: str, game: str) -> RuleOfGame:
    """The rule of the rating list of a game. Raises `NotFound` without such a list."""
    authorize(principal, "viewer", slug)
    return _of(deps.repository.club(slug), game)


class CountedTournament(NamedTuple):
    """A tournament of a game; its number of decided matches."""

    id: str
    name: str
    decided: int


def tournaments(deps: Dependencies, principal: Principal | None, slug: str, game: str) -> list[CountedTournament]:
    """The club's tournaments of a game, the newest first. Raises `NotAllowed` while some are still to be read."""
    authorize(principal, "viewer", slug)
    streams = decided_matches.of_club(deps, slug, game).streams
    found = [CountedTournament(each, row.name, len(row.matches)) for each, row in streams.items() if row.name]
    return found[::-1]


def keep(request: Request, slug: str, game: str, asked: Mapping[str, Any]) -> RuleOfGame:
    """Keep a rating list of a game by this rule. Raises `NotFound` for a game, `Invalid` for an unknown tournament."""
    by = authorize(request.principal, "organiser", slug).name
    rule = read_rule(asked)
    key = game_of(game).key
    _ensure_ours(request.deps, slug, rule.left_out)
    return _of(change_club(request, slug, by, lambda club: set_rating_rule(club, key, rule)).club, key)


def end(request: Request, slug: str, game: str) -> None:
    """Keep no rating list of a game any more; nothing of what was played is lost. Raises `NotFound`."""
    by = authorize(request.principal, "organiser", slug).name

    def ending(club: Club) -> Sequence[Event]:
        return set_rating_rule(club, _of(club, game).game, None)

    change_club(request, slug, by, ending)


def _of(club: Club, game: str) -> RuleOfGame:
    if game not in club.rating_rules:
        raise NotFound("rating list", game, tuple(club.rating_rules))
    return RuleOfGame(game, club.rating_rules[game])


def _ensure_ours(deps: Dependencies, slug: str, tournament_ids: Sequence[str]) -> None:
    known = set(every_tournament(deps, slug)) if tournament_ids else set()
    wrong = {
        f"left_out.{place}": [say("the club has no tournament {tournament_id}", tournament_id=tournament_id)]
        for place, tournament_id in enumerate(tournament_ids)
        if tournament_id not in known
    }
    if wrong:
        raise Invalid(wrong)
