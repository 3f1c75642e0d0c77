"""The job that writes a club's backup: the file that `brade backup` writes, with the logs of one club."""

from core.eventlog.log import Head
from service.backups import backup_archive
from service.handlers.club.backups import file_of
from service.private_files import alone_in, private_folder
from service.store.maintenance import all_streams, club_backups
from service.store.maintenance.club_backups import ClubBackup
from service.store.read_models.club import club_index
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
        header, left_out = backup_archive.write(deps.log, club_heads(worker_context, slug), str(place), lambda _: None)
        size = place.stat().st_size if header.heads else 0
        made = max(asked, deps.clock())
        found = ClubBackup(asked, made, size, len(header.heads), header.events, len(left_out))
        club_backups.done(deps.client, slug, found)


def club_heads(worker_context: WorkerContext, slug: str) -> dict[str, Head]:
    """The heads of a club's own log, its tournaments, their matches, and its friendly matches."""
    client = worker_context.deps.client
    roots = {
        f"c_{slug}",
        *club_index.members(client, slug, "tournaments"),
        *club_index.members(client, slug, club_index.DELETED),
        *club_index.members(client, slug, "matches"),
    }
    heads = all_streams.heads(client)
    return {stream: head for stream, head in heads.items() if stream.partition(".")[0] in roots or stream in roots}
