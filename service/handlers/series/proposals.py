"""Use case of the tournaments that may be added to a series: those that fit its announcement first."""

from typing import NamedTuple

from core.series.announcement import Announcement
from core.series.series import series_of
from core.tournament import Tournament
from service.auth.authorization import Principal, authorize
from service.bootstrap import Dependencies
from service.handlers.registration.participation import every_tournament

MOST = 100
"""The newest tournaments of the club that are looked at."""
_DAY = len("2026-11-28")


class Proposal(NamedTuple):
    """A tournament that does not count yet. `fits`: its game, its name and its date are those of the announcement."""

    tournament: str
    name: str
    game: str
    starts: str
    status: str
    players: int
    fits: bool


def proposals(deps: Dependencies, principal: Principal | None, slug: str, series_id: str) -> list[Proposal]:
    """The newest tournaments of players that may be added: those that fit first. Raises `NotFound`."""
    authorize(principal, "organiser", slug)
    series = series_of(deps.repository.club(slug).series, series_id)
    others = [each for each in every_tournament(deps, slug)[-MOST:] if each not in series.tournaments]
    states = deps.repository.tournaments(reversed(others))
    found = [_proposal(series.announcement, state) for state in states if not state.format.teams]
    return sorted(found, key=lambda proposal: not proposal.fits)


def _proposal(announcement: Announcement, state: Tournament) -> Proposal:
    created = state.created
    starts = str((created.details or {}).get("starts", ""))
    return Proposal(
        state.id,
        created.name,
        created.game,
        starts,
        state.status,
        len(state.field),
        _fits(announcement, created.name, created.game, starts[:_DAY]),
    )


def _fits(announcement: Announcement, name: str, game: str, day: str) -> bool:
    """True if something was announced that chooses tournaments, and all of it fits."""
    chosen = announcement.named or announcement.begins or announcement.ends or announcement.games
    return (
        bool(chosen)
        and announcement.named.casefold() in name.casefold()
        and (not announcement.games or game in announcement.games)
        and (not announcement.begins or announcement.begins <= day)
        and (not announcement.ends or "" < day <= announcement.ends)
    )
