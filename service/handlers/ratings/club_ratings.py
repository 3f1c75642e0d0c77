"""Use case of a rating list: the list of a club and a game, computed from its matches and kept until one changes."""

from collections.abc import Hashable, Mapping
from typing import NamedTuple
from weakref import WeakKeyDictionary

from core.club.club import Club
from core.errors import NotFound
from core.games import game_of
from core.names.shown_names import ShownNames, shown_name
from core.ratings.decided_match import DecidedMatch
from core.ratings.rating_list import RatingList, rating_list
from core.ratings.rule import Rule
from service.auth.authorization import Principal, authorize
from service.bootstrap import Dependencies
from service.handlers.ratings import decided_matches
from service.handlers.ratings.decided_matches import ClubMatches
from service.lru_cache import LruCache
from service.repository import Repository, hidden_here
from service.store.read_models.club.decided_matches import StoredMatches

MOST_LISTS, MOST_MATCHES = 50, 60_000
"""Lists that a process keeps, and the matches of all of them together."""


_Lists = LruCache[tuple[str, str, Hashable], tuple[Hashable, RatingList]]
"""Rating lists by club, game and the names that are hidden from their readers, each with what it follows from."""
_lists: WeakKeyDictionary[Repository, _Lists] = WeakKeyDictionary()


def _size(kept: tuple[Hashable, RatingList]) -> int:
    """The matches of a list. A short one counts for more, so that there are not too many lists either."""
    return max(len(kept[1].matches), MOST_MATCHES // MOST_LISTS)


class ClubRatings(NamedTuple):
    """The rating list of a club and a game, for a reader; `inside` are the club's people.

    `streams` are the logs that it is from.
    """

    club: Club
    game: str
    ratings: RatingList
    inside: bool
    streams: Mapping[str, StoredMatches]

    @property
    def rule(self) -> Rule:
        """The club's rule."""
        return self.ratings.rule

    @property
    def counted(self) -> int:
        """The number of matches that count."""
        return sum(match.counts for match in self.ratings.matches)


def of_club(deps: Dependencies, principal: Principal | None, slug: str, game: str) -> ClubRatings:
    """The rating list of a club and a game, for the club's people, and for everybody if the club's rule says so.

    Raises `NotFound` without such a list; `NotAllowed` while matches are still to be read.
    """
    club, rule, inside = _allowed(deps, principal, slug, game)
    decided = decided_matches.of_club(deps, club.slug, game)
    return ClubRatings(club, game, _computed(deps, club, game, rule, decided), inside, decided.streams)


def games_of(deps: Dependencies, principal: Principal | None, slug: str) -> list[str]:
    """The games of which the club has a rating list that the caller may read, by key. Raises as `of_club`."""
    inside = _is_inside(principal, slug)
    try:
        rules = deps.repository.club(slug).rating_rules
    except NotFound:
        authorize(principal, "viewer", slug)
        raise
    games = [game for game, rule in rules.items() if inside or rule.public]
    if not games:
        authorize(principal, "viewer", slug)
    return games


def _allowed(deps: Dependencies, principal: Principal | None, slug: str, game: str) -> tuple[Club, Rule, bool]:
    """The club, its rule, and `True` if the caller is one of its people. Raises as `authorize`, `NotFound`."""
    try:
        club = deps.repository.club(slug)
    except NotFound:
        authorize(principal, "viewer", slug)
        raise
    rule, inside = club.rating_rules.get(game), _is_inside(principal, slug)
    if rule is None or not rule.public:
        authorize(principal, "viewer", slug)
    if rule is None:
        raise NotFound("rating list", game_of(game).key, tuple(club.rating_rules))
    return club, rule, inside


def _is_inside(principal: Principal | None, slug: str) -> bool:
    return principal is not None and principal.scope is None and principal.club in (slug, None)


def _computed(deps: Dependencies, club: Club, game: str, rule: Rule, decided: ClubMatches) -> RatingList:
    """The list from the logs, kept until one of their heads moves."""
    listed = {player.player: player.rating for player in club.players.values() if player.rating is not None}
    key = (rule, decided.versions, tuple(club.merged.items()), tuple(listed.items()) if rule.from_list else ())
    lists = _lists.setdefault(deps.repository, _Lists(MOST_MATCHES, _size))
    shown = deps.repository.shown_names(club.slug)
    readers = (club.slug, game, hidden_here())
    kept = lists.get(readers)
    if kept is None or kept[0] != key:
        matches = (_with_shown_names(match, shown) for match in decided.matches())
        kept = key, rating_list(rule, matches, club.present_id, listed)
        lists.put(readers, kept)
    return kept[1]


def forget(repository: Repository) -> None:
    """Forget what is kept beside a repository."""
    _lists.pop(repository, None)


def _with_shown_names(match: DecidedMatch, shown: ShownNames) -> DecidedMatch:
    one, other = (shown_name(shown, *each) for each in zip(match.players, match.names, strict=True))
    return match._replace(names=(one, other)) if shown else match
