"""The job that writes a club's backup: the file that `brade backup` writes, with the logs of one club."""

from service.backups import backup_archive
from service.backups.club_logs import club_heads
from service.handlers.club.backups import file_of
from service.private_files import alone_in, private_folder
from service.store.maintenance import club_backups
from service.store.maintenance.club_backups import ClubBackup
from workers.context import WorkerContext


def back_up_club(worker_context: WorkerContext, slug: str, asked: int) -> None:
    """Write the backup that was asked for at that time (Unix ms), unless a later one is there."""
    deps = worker_context.deps
    place = file_of(deps, slug)
    private_folder(place.parent)
    with alone_in(place.parent, place.name):
        last = club_backups.find(deps.client, slug)
        if last and last.asked >= asked and last.is_made:
            return
        header, left_out = backup_archive.write(deps.log, club_heads(deps.client, slug), str(place), lambda _: None)
        size = place.stat().st_size if header.heads else 0
        made = max(asked, deps.clock())
        club_backup = ClubBackup(asked, made, size, len(header.heads), header.events, len(left_out))
        club_backups.done(deps.client, slug, club_backup)
