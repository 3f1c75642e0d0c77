"""Access that a club has given out: when each token was made, and the links that were not taken back."""

from collections.abc import Mapping
from typing import NamedTuple

from core.club.members import EVERYWHERE
from core.events import LinksMade, LinksRevoked, Recorded, TokenIssued, TokenRevoked


class LinkMade(NamedTuple):
    """A link to a place of a tournament, or to a friendly match (`tournament` is empty then); times in Unix ms."""

    tournament: str
    place: str
    role: str
    made: int
    until: int

    def is_at(self, tournament_id: str, place: str) -> bool:
        """True if links to that place, or to every place of the tournament, include this one."""
        return self.tournament == tournament_id and place in (self.place, EVERYWHERE)


class GrantedAccess(NamedTuple):
    """The times at which the tokens were made, by id, and the links. Links that ended before the last ones are left
    out.
    """

    tokens: Mapping[str, int] = {}
    links: tuple[LinkMade, ...] = ()

    def good_links(self, now: int) -> list[LinkMade]:
        """The links that still open something."""
        return [link for link in self.links if link.until > now]


def apply(given: GrantedAccess, recorded: Recorded) -> GrantedAccess:
    """The access given out after one more event of the club."""
    match recorded.event:
        case TokenIssued(token):
            return given._replace(tokens={**given.tokens, token: recorded.at})
        case TokenRevoked(token):
            return given._replace(tokens={each: at for each, at in given.tokens.items() if each != token})
        case LinksMade(tournament, places, role, until):
            new = [LinkMade(tournament, place, role, recorded.at, until) for place in places]
            return given._replace(links=(*given.good_links(recorded.at), *new))
        case LinksRevoked(tournament, place):
            return given._replace(links=tuple(link for link in given.links if not link.is_at(tournament, place)))
    return given
