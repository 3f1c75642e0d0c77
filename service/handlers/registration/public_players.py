"""Use case for everybody: the published tournaments of one player at a club."""

from typing import NamedTuple

from core.errors import NotFound
from core.tournament import Tournament
from service.bootstrap import Dependencies
from service.handlers.registration.players import PlayedTournament, played
from service.handlers.tournament import lists
from service.repository import present_names


class PublicPlayer(NamedTuple):
    """A player by the name of the newest published entry; `ids` are all ids of this player."""

    id: str
    name: str
    club: str
    states: tuple[Tournament, ...]
    ids: frozenset[str]

    @property
    def versions(self) -> tuple[tuple[str, int], ...]:
        """The tournaments and their versions, from which all that is shown follows."""
        return tuple((state.id, state.version) for state in self.states)

    def tournaments(self) -> list[PlayedTournament]:
        """The matches and the place in each tournament, the newest first."""
        return [played(state, self.ids) for state in self.states]


def find(deps: Dependencies, slug: str, player_id: str) -> PublicPlayer | None:
    """The player of that id; `None` if none of the club's newest published tournaments has them.

    The club's list itself is not public: a player who never took part in a published tournament is not shown.
    """
    with present_names():
        try:
            club_name, found = lists.of_club(deps, None, slug)
        except NotFound:
            return None
    club = deps.repository.club(slug, fresh=False)
    ids = club.ids_of(club.present_id(player_id))
    states = tuple(each.tournament for each in found if _entry_names(each.tournament, ids))
    if not states:
        return None
    return PublicPlayer(player_id, _entry_names(states[0], ids)[0], club_name, states, ids)


def _entry_names(state: Tournament, ids: frozenset[str]) -> list[str]:
    """The names under which a player takes part in a tournament, alone or in a team."""
    people = [(entry.player, entry.name) for entry in state.entries]
    people += [(member.player, member.name) for entry in state.entries for member in entry.members]
    return [name for player, name in people if player in ids]
