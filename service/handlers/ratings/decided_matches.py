"""Decided matches of a club: of its tournaments and of the matches outside them, kept by the heads of their logs.

What this process has read is read on, and what is over is kept in the store. So a request reads what is new.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple
from weakref import WeakKeyDictionary

from core.errors import NotAllowed
from core.messages import say
from core.ratings.decided_match import FRIENDLY, NO_RESULTS, DecidedMatch, FirstResults, decided_matches, first_results
from core.ratings.formula import points_of
from core.tournament.model.state import FINISHED
from schemas.match_states import read_match, stored_json
from service.bootstrap import Dependencies
from service.handlers.registration.participation import FOLDED, every_tournament
from service.lru_cache import LruCache
from service.repository import Repository, reading_as
from service.store.read_models import game_ends, states
from service.store.read_models.club import club_index
from service.store.read_models.club import decided_matches as stored
from service.store.read_models.club.decided_matches import StoredMatches

FRIENDLY_READ = 500
"""Matches outside tournaments that one request reads: what it found is kept, and the next one goes on from there."""
MOST_KEPT = 60_000
"""Matches that a process keeps of all clubs together."""


class _Read(NamedTuple):
    found: StoredMatches
    first: FirstResults = NO_RESULTS


Reads = Mapping[str, _Read]


def _size(reads: Reads) -> int:
    return sum(len(read.found.matches) for read in reads.values())


_Clubs = LruCache[str, Reads]
_read: WeakKeyDictionary[Repository, _Clubs] = WeakKeyDictionary()
"""The matches that this process has read, of the clubs that were asked for last."""


class ClubMatches(NamedTuple):
    """The decided matches of a club and a game, by the tournament or match in whose log they are."""

    streams: Mapping[str, StoredMatches]

    @property
    def versions(self) -> tuple[tuple[str, int], ...]:
        """The version of each log, from which all follows."""
        return tuple((stream, stored_matches.version) for stream, stored_matches in self.streams.items())

    def matches(self) -> Iterator[DecidedMatch]:
        """All matches, log by log."""
        return (match for stream in self.streams.values() for match in stream.matches)


def of_club(deps: Dependencies, slug: str, game: str) -> ClubMatches:
    """The decided matches of a club and a game, with all names: they are kept for all readers.

    Raises `NotAllowed` while the logs of too many tournaments or matches are still to be read.
    """
    with reading_as(None):
        return _of_club(deps, slug, game)


def _of_club(deps: Dependencies, slug: str, game: str) -> ClubMatches:
    """The decided matches of a club and a game.

    Raises `NotAllowed` while the logs of too many tournaments or matches are still to be read.
    """
    clubs = _read.setdefault(deps.repository, _Clubs(MOST_KEPT, _size))
    tournaments, friendly = every_tournament(deps, slug), club_index.members(deps.client, slug, "matches")
    heads, known = deps.log.versions([*tournaments, *friendly]), clubs.get(slug) or {}
    stale = [
        tournament
        for tournament in (*tournaments, *friendly)
        if tournament in heads and (tournament not in known or known[tournament].found.version != heads[tournament])
    ]
    kept = stored.load(deps.client, slug, [each for each in stale if each not in known])
    reads = dict(known) | {each: _Read(row) for each, row in kept.items() if row.version == heads[each]}
    unread = [each for each in stale if each not in reads or reads[each].found.version != heads[each]]
    played, alone = ([each for each in unread if each.startswith(kind)] for kind in ("t_", "m_"))
    new = {each: _tournament(deps, each, reads.get(each)) for each in played[:FOLDED]}
    new |= {each: _Read(row) for each, row in _friendly(deps, alone[:FRIENDLY_READ]).items()}
    reads |= new
    clubs.put(slug, reads)
    stored.keep(deps.client, slug, {each: row.found for each, row in new.items() if _is_over(deps, each)})
    if left := len(unread) - len(new):
        raise NotAllowed(say("{count} matches or tournaments are still to be read: do the same again", count=left))
    return ClubMatches({head: reads[head].found for head in heads if head in reads and reads[head].found.game == game})


def _is_over(deps: Dependencies, stream: str) -> bool:
    """True if nothing more is to be expected in the log: what is still played would be written again and again."""
    return not stream.startswith("t_") or deps.repository.tournament(stream, fresh=False).status == FINISHED


def _tournament(deps: Dependencies, tournament_id: str, known: _Read | None) -> _Read:
    """The decided matches of a tournament, whose log is read on from where it was read before."""
    before = known.first if known else NO_RESULTS
    state = deps.repository.tournament(tournament_id)
    first = first_results(
        (
            recorded
            for recorded in deps.log.read(tournament_id, after=before.version)
            if recorded.version <= state.version
        ),
        before,
    )
    found = tuple(decided_matches(state, first.times))
    return _Read(
        StoredMatches(state.version, state.created.game, state.created.name, state.created.published, found), first
    )


def _friendly(deps: Dependencies, match_ids: Sequence[str]) -> dict[str, StoredMatches]:
    """The matches outside tournaments as far as they are judged, decided or not; those of more than two without one."""
    models = dict(zip(match_ids, states.load_many(deps.client, match_ids), strict=True))
    judged = {each: model for each, model in models.items() if model}
    read = {
        each: read_match(stored_json(model.json, model.judged_version, model.judged_version))
        for each, model in judged.items()
    }
    times = game_ends.first_settled(deps.client, [each for each, state in read.items() if state.settled])
    found = {}
    for match_id in match_ids:
        opened, state = deps.repository.match(match_id), read.get(match_id)
        decided: tuple[DecidedMatch, ...] = ()
        if state and state.settled and match_id in times and len(state.players) == 2:
            one, other = state.seats
            decided = (
                DecidedMatch(
                    match_id,
                    FRIENDLY,
                    0,
                    times[match_id],
                    (opened.player_ids.get(one, ""), opened.player_ids.get(other, "")),
                    (state.players[one], state.players[other]),
                    None if state.winner is None else state.seats.index(state.winner),
                    (state.score.get(one, 0), state.score.get(other, 0)),
                    "adjudicated" if state.decided_by == "awarded" else "played",
                    points_of(opened.length),
                ),
            )
        found[match_id] = StoredMatches(state.judged_version if state else -1, opened.game, "", False, decided)
    return found


def forget(repository: Repository) -> None:
    """Forget what is kept beside a repository."""
    _read.pop(repository, None)
