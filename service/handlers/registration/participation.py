"""The players in the tournaments of a club, by their logs: also of tournaments that no worker has judged yet."""

from core.errors import NotAllowed
from core.messages import say
from core.tournament import Tournament
from core.tournament.model.state import OPEN
from service.bootstrap import Dependencies
from service.store import feed, keys
from service.store.read_models.club import club_index, participants
from service.store.read_models.club.participants import Participants

FOLDED = 100
"""The tournaments whose logs one request reads: what it found is kept, so that the next one goes on from there."""


def of_club(deps: Dependencies, slug: str) -> dict[str, frozenset[str]]:
    """The ids of the players in every tournament of a club, the oldest first.

    Raises `NotAllowed` while the logs of too many tournaments are still to be read.
    """
    ids = every_tournament(deps, slug)
    known, versions = participants.of_club(deps.client, slug), deps.log.versions(ids)
    unread = [id_ for id_ in ids if id_ in versions and (id_ not in known or known[id_].version != versions[id_])]
    found = {each: _participants(deps.repository.tournament(each)) for each in unread[:FOLDED]}
    participants.keep(deps.client, slug, found)
    if left := len(unread) - len(found):
        raise NotAllowed(say("{count} tournaments are still to be looked through: do the same again", count=left))
    known |= found
    return {id_: known[id_].players for id_ in ids if id_ in known}


def every_tournament(deps: Dependencies, slug: str) -> list[str]:
    """The ids of the club's tournaments, the oldest first.

    The workers add a tournament to the club's index before it counts as judged. So what waits is looked at first.
    """
    unjudged = [each for shard in keys.all_shards() for each in feed.unjudged(deps.client, shard)]
    waiting = {each for each in unjudged if each.startswith("t_") and "." not in each}
    listed = club_index.members(deps.client, slug, "tournaments")
    own = {each for each in waiting if deps.repository.tournament_opening(each).club == slug}
    there = {tournament.id for tournament in deps.repository.tournaments(own)}
    return [*(each for each in listed if each not in own or each in there), *sorted(there.difference(listed))]


def _participants(state: Tournament) -> Participants:
    inside = (entry for entry in state.entries if not entry.withdrawn or state.status != OPEN)
    return Participants(
        state.version, frozenset(player for entry in inside for player in (entry.person, *entry.people))
    )


def ever_announced(deps: Dependencies, slug: str) -> list[str]:
    """All tournaments of a club, deleted ones and those that no worker has judged yet, too."""
    deleted = club_index.members(deps.client, slug, club_index.DELETED)
    return list(dict.fromkeys([*every_tournament(deps, slug), *deleted]))


def friendly_matches(deps: Dependencies, slug: str) -> list[str]:
    """The matches of a club that belong to no tournament, also those that no worker has judged yet."""
    unjudged = (each for shard in keys.all_shards() for each in feed.unjudged(deps.client, shard))
    new = [each for each in unjudged if each.startswith("m_") and deps.repository.match(each).club == slug]
    return list(dict.fromkeys([*club_index.members(deps.client, slug, "matches"), *new]))


def roots_of(deps: Dependencies, slug: str) -> list[str]:
    """All tournaments of a club, and its matches that belong to none."""
    return [*ever_announced(deps, slug), *friendly_matches(deps, slug)]
