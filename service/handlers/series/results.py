"""Results of tournaments for a series, kept by the versions of their logs: a request reads only what is new."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from weakref import WeakKeyDictionary

from core.errors import Gone
from core.names.shown_names import ShownNames, shown_name
from core.series.result import TournamentResult, result_of
from core.tournament import fold
from core.tournament.model.state import FINISHED
from service.bootstrap import Dependencies
from service.lru_cache import LruCache
from service.repository import Repository, reading_as
from service.store.read_models.club import tournament_results as stored
from service.store.read_models.club.tournament_results import Version

MOST_KEPT = 100_000
"""Players and matches of the results that a process keeps of all clubs together."""


def _size(result: TournamentResult) -> int:
    return 1 + len(result.players) + len(result.matches)


_Results = LruCache[Version, TournamentResult]
_kept: WeakKeyDictionary[Repository, _Results] = WeakKeyDictionary()


def heads(deps: Dependencies, tournament_ids: Sequence[str]) -> dict[str, int]:
    """The present versions of the logs of these tournaments; those that are not there are left out."""
    found = deps.log.versions(tournament_ids)
    return {tournament_id: found[tournament_id] for tournament_id in tournament_ids if tournament_id in found}


def results(deps: Dependencies, slug: str, wanted: Mapping[str, int]) -> list[TournamentResult]:
    """The results of tournaments of a club, each at a version of its log; without deleted ones.

    They are kept with all names, and given with those that the reader sees.
    """
    with reading_as(None):
        found = _kept_or_made(deps, slug, wanted)
    shown = deps.repository.shown_names(slug)
    return [_with_shown_names(tournament_result, shown) for tournament_result in found] if shown else found


def _with_shown_names(result: TournamentResult, shown: ShownNames) -> TournamentResult:
    players = (player._replace(name=shown_name(shown, player.player, player.name)) for player in result.players)
    return result._replace(players=tuple(players))


def _kept_or_made(deps: Dependencies, slug: str, wanted: Mapping[str, int]) -> list[TournamentResult]:
    memory = _kept.setdefault(deps.repository, _Results(MOST_KEPT, _size))
    found = {item: kept for item in wanted.items() if (kept := memory.get(item)) is not None}
    found |= stored.load(deps.client, slug, [item for item in wanted.items() if item not in found])
    missing = [item for item in wanted.items() if item not in found]
    new = dict[Version, TournamentResult]()
    for each in missing:
        with suppress(Gone):
            new[each] = _made(deps, *each)
    stored.keep(
        deps.client,
        slug,
        [tournament_result for tournament_result in new.values() if tournament_result.status == FINISHED],
    )
    found |= new
    for version, result in found.items():
        memory.put(version, result)
    return [found[item] for item in wanted.items() if item in found]


def _made(deps: Dependencies, tournament_id: str, version: int) -> TournamentResult:
    """The result as of a version: of the present fold if it is at that one, else of the log up to there."""
    state = deps.repository.tournament(tournament_id)
    if state.version != version:
        state = fold(tournament_id, deps.log.read(tournament_id, limit=version + 1))
    return result_of(state)


def forget(repository: Repository) -> None:
    """Forget what is kept beside a repository."""
    _kept.pop(repository, None)
