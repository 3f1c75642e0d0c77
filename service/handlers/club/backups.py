"""Use cases of a club's backup: asked for by an organiser, written by a worker, and read as a file."""

from pathlib import Path

from core.errors import NotAllowed, NotFound
from core.messages import say
from service.auth.authorization import Principal, authorize
from service.bootstrap import Dependencies
from service.handlers.execute import ensure_writable
from service.handlers.request import Request
from service.store.maintenance import club_backups
from service.store.maintenance.club_backups import ClubBackup


def show(deps: Dependencies, principal: Principal | None, slug: str) -> ClubBackup | None:
    """The last backup that was asked for within a day, made or not. One that failed is not shown."""
    authorize(principal, "organiser", slug)
    deps.repository.club(slug)
    club_backup = club_backups.find(deps.client, slug)
    if club_backup and not club_backup.is_made and deps.clock() - club_backup.asked > club_backups.MOST_SECONDS * 1000:
        return None
    return club_backup


def ask(request: Request, slug: str) -> None:
    """Have a worker write the backup. One that is being made, or was made just now, is not made again.

    Raises `NotAllowed` where no worker takes the job, `DiskFull`.
    """
    deps = request.deps
    last, now = show(deps, request.principal, slug), deps.clock()
    if last and (not last.is_made or now - last.asked < club_backups.BETWEEN_SECONDS * 1000):
        return
    ensure_writable(deps)
    club_backups.ask(deps.client, slug, now)  # first: the worker may be done before the next line
    if deps.jobs is None or not deps.jobs.ask("back_up_club", slug, now, name=f"{slug}:{now}"):
        club_backups.forget(deps.client, slug)
        raise NotAllowed(say("no backup can be made just now: try again in a moment"))


def file(deps: Dependencies, principal: Principal | None, slug: str) -> tuple[Path, ClubBackup]:
    """The backup's file. Raises `NotFound` where there is none from the last day."""
    club_backup = show(deps, principal, slug)
    place = file_of(deps, slug)
    if club_backup is None or not club_backup.is_made or not place.is_file():
        raise NotFound("backup", slug)
    return place, club_backup


def file_of(deps: Dependencies, slug: str) -> Path:
    """The place of a club's backup: another backup replaces it."""
    return deps.settings.data / "exports" / f"{slug}.backup.gz"
