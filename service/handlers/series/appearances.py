"""Use cases of the series in which a player or a tournament appears."""

from collections.abc import Hashable
from typing import NamedTuple

from core.series.series import Series
from core.series.table import Row
from service.auth.authorization import Principal
from service.bootstrap import Dependencies
from service.handlers.series.results import heads
from service.handlers.series.tables import of_reader, shown

MOST = 12
"""The newest series of a club that are looked at."""


class PlayerSeries(NamedTuple):
    """A series with the line of a player in its table."""

    series: Series
    row: Row


def versions(deps: Dependencies, principal: Principal | None, slug: str) -> Hashable:
    """The version of the club and of all tournaments of its series, from which the lines of players follow."""
    club = deps.repository.club(slug)
    series, inside = of_reader(principal, club)
    counted = {tournament: None for one in series[:MOST] for tournament in one.tournaments}
    return club.version, inside, tuple(heads(deps, list(counted)).items())


def of_player(deps: Dependencies, principal: Principal | None, slug: str, player_id: str) -> list[PlayerSeries]:
    """The newest series of a club that the caller may read and in whose tables the player is, the newest first."""
    club = deps.repository.club(slug)
    series, inside = of_reader(principal, club)
    present, found = club.present_id(player_id), []
    for each in series[:MOST]:
        rows = shown(deps, club, each, inside).table.rows
        if row := next((row for row in rows if club.present_id(row.player) == present), None):
            found.append(PlayerSeries(each, row))
    return found


def of_tournament(deps: Dependencies, principal: Principal | None, slug: str, tournament_id: str) -> list[Series]:
    """The series that the caller may read and in which a tournament counts, the newest first."""
    series, _inside = of_reader(principal, deps.repository.club(slug))
    return [each for each in series if tournament_id in each.tournaments]
