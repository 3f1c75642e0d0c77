"""Use cases of bringing a club back by a page: a backup comes, a worker looks at it, and a worker brings it back.

Two may do this. The person with the start key of an empty installation gets the logs as they were. An organiser gets a
copy as a new club. The caller has checked who asks.
"""

import json
import shutil
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from core.club.members import TAKEN
from core.club.short_name import short_name_of
from core.errors import Invalid, NotAllowed, NotFound
from core.messages import say
from core.names.names import name_key, read_name
from schemas.requests.clubs import ClubFounding
from service.auth import passwords, setup_key
from service.backups.inspection import Contents
from service.bootstrap import Dependencies
from service.handlers.club.founding import NAMELESS, name_problems
from service.handlers.club.sign_in import ensure_strong
from service.handlers.execute import DiskFull, ensure_writable
from service.private_files import alone_in, private_folder
from service.store.maintenance import club_restores
from service.store.maintenance.club_restores import DONE, READ, READING, REFUSED, RESTORING, START, Restore
from service.store.server.free_space import LEAST_FREE

MOST_AT_ONCE = 4
"""Files that are kept at once, of all clubs together."""
COPIES = 3
"""A file is received, then kept, and what it brings is written to the store: the room for each, as a multiple."""
_BYTES_AN_EVENT = 600
_OLD_SECONDS = 3600
_MEGABYTE = 1_000_000
BUSY = say("a backup is being brought back just now: wait until it is done")
MANY = say("several backups wait to be brought back: try again in an hour")
AGAIN = say("no worker could take the file just now: try again in a moment")
FULL = say(
    "the disk of the service has too little room for this file: nothing was written. Tell those who run the service"
)
OTHER = say("choose a club that is in the file")


def folder(deps: Dependencies) -> Path:
    """The folder of the files, in the data folder, for the service's user alone."""
    return private_folder(deps.settings.data / "restores")


def file_of(deps: Dependencies, restore_id: str) -> Path:
    """The place of a file; its name is ours alone."""
    return folder(deps) / f"{restore_id}.gz"


def show(deps: Dependencies, owner: str) -> Restore | None:
    """The backup that came last of an owner, within a day."""
    return club_restores.of_owner(deps.client, owner)


def contents(found: Restore) -> Contents | None:
    """The contents of a backup, once a worker has read it."""
    return Contents.from_json(json.loads(found.contents)) if found.contents else None


def target(found: Restore) -> dict[str, str]:
    """The club that a backup becomes: of a new one `slug` and `club`, and the `name` of an organiser."""
    return {name: str(value) for name, value in json.loads(found.target or "{}").items() if name != "password"}


def room_for(deps: Dependencies, owner: str, announced: int) -> int:
    """The bytes that a file may have. Raises `NotAllowed` while another one is at work, `DiskFull`."""
    ensure_writable(deps)
    before = show(deps, owner)
    if before and before.state not in (READ, REFUSED, DONE, READING):
        raise NotAllowed(BUSY)
    others = [
        restore for restore in club_restores.every(deps.client) if restore.owner != owner and _has_file(deps, restore)
    ]
    if len(others) >= MOST_AT_ONCE:
        raise NotAllowed(MANY)
    _ensure_room(deps, COPIES * announced)
    return deps.settings.restore_mb * _MEGABYTE


def _ensure_room(deps: Dependencies, needed: int) -> None:
    free = shutil.disk_usage(deps.settings.data).free - LEAST_FREE
    if needed > min(free, deps.space.room().bytes if deps.space else free):
        raise DiskFull(FULL)


def _has_file(deps: Dependencies, each: Restore) -> bool:
    return file_of(deps, each.id).exists()


@contextmanager
def receiving(deps: Dependencies) -> Iterator[tuple[str, Path]]:
    """An id, and a place for the file that comes; what is there afterwards and was not kept is removed."""
    restore_id = deps.new_id("b")
    draft = folder(deps) / f"{restore_id}.part"
    try:
        yield restore_id, draft
    finally:
        draft.unlink(missing_ok=True)


def keep(deps: Dependencies, owner: str, restore_id: str, draft: Path) -> None:
    """Keep a file that came in place of the owner's last one, and have a worker look at it.

    Raises `NotAllowed` where no worker takes the job, or the last one is just being brought back.
    """
    with alone_in(folder(deps)):  # one at a time: of two files of an owner the later one stays
        size = draft.stat().st_size
        room_for(deps, owner, 0)
        discard(deps, owner)
        draft.rename(file_of(deps, restore_id))
        now = deps.clock()
        club_restores.add(deps.client, Restore(restore_id, owner, READING, now, now, size))
    if deps.jobs is None or not deps.jobs.ask("read_backup", restore_id, name=restore_id):
        discard(deps, owner)
        raise NotAllowed(AGAIN)


def discard(deps: Dependencies, owner: str) -> None:
    """Forget the owner's last file. Raises `NotAllowed` while it is brought back."""
    restore = show(deps, owner)
    if restore is None:
        return
    if restore.state in (READING, READ, REFUSED, DONE):
        if not club_restores.move(deps.client, restore.id, restore.state, state=REFUSED):
            raise NotAllowed(BUSY)  # it has just gone on
        club_restores.remove(deps.client, restore.id)
        with suppress(OSError):
            file_of(deps, restore.id).unlink(missing_ok=True)
    else:
        raise NotAllowed(BUSY)


def remove_forgotten(deps: Dependencies, came: Iterable[Restore]) -> None:
    """Remove files that nothing will be made of, such as those of a process that was killed while it received them."""
    known = {restore.id for restore in came if restore.state not in (REFUSED, DONE)}
    place = deps.settings.data / "restores"
    for path in place.glob("*") if place.is_dir() else ():
        with suppress(OSError):
            is_old = deps.clock() / 1000 - path.stat().st_mtime > _OLD_SECONDS
            if is_old and path.name.strip(".").partition(".")[0] not in known:
                path.unlink(missing_ok=True)


def bring_back(deps: Dependencies, fields: Mapping[str, str], password: str) -> None:
    """Have a worker bring everything back as it was, to an installation without a club.

    `fields` has the `name` of a new organiser, who is needed where no organiser of a club in the file can sign in, and
    may be "" otherwise. Raises `Invalid` with all that is wrong, `NotAllowed`.
    """
    restore, held = _read(deps, START)
    name = fields["name"]
    target: dict[str, Any] = {}
    if name or password or not all(club.organisers for club in held.clubs):
        problems = _name_problems(name, [taken for club in held.clubs for taken in club.names])
        problems |= _password_problems(password, ("", name))
        if problems:
            raise Invalid(problems)
        target = {"name": name, "password": passwords.hashed(password), "member": deps.new_id("u")}
    with alone_in(deps.settings.data):  # where a club is founded, too
        if setup_key.has_club(deps.client):
            raise NotAllowed(say("there is a club here already: sign in"))
        _begin(deps, restore, held, target)


def copy(deps: Dependencies, slug: str, member_id: str, fields: Mapping[str, str]) -> None:
    """Have a worker make a new club of a club in the file, with the member of a present club as an organiser.

    `fields` has the `source` (its short name in the file), the new `club` (its name) and `slug` ("" for one made of the
    name). Raises `Invalid` with all that is wrong, `NotAllowed`.
    """
    restore, held = _read(deps, f"c_{slug}")
    source = next((club for club in held.clubs if club.slug == fields["source"] or len(held.clubs) == 1), None)
    new = fields["slug"] or short_name_of(fields["club"]) or "club"
    wrong = dict(ClubFounding().validate({"slug": new, "name": fields["club"]}))
    problems = {field: wrong[key] for field, key in (("club", "name"), ("slug", "slug")) if key in wrong}
    if not fields["club"]:
        problems["club"] = [NAMELESS]
    if source is None:
        problems["source"] = [OTHER]
    if "slug" not in problems and deps.log.head(f"c_{new}") is not None:
        problems["slug"] = [say("there is a club with this short name already: write another one")]
    if problems:
        raise Invalid(problems)
    assert source is not None, "it was looked for above"
    member = deps.repository.club(slug).people.member(member_id)
    _begin(
        deps,
        restore,
        held,
        {
            "source": source.slug,
            "slug": new,
            "club": read_name(fields["club"]),
            "name": member.name,
            "from": slug,
            "member": deps.new_id("u"),
            "password": member.password,
        },
    )


def _read(deps: Dependencies, owner: str) -> tuple[Restore, Contents]:
    restore = show(deps, owner)
    held = contents(restore) if restore and restore.state == READ else None
    if restore is None or held is None:
        raise NotFound("backup", owner)
    return restore, held


def _begin(deps: Dependencies, found: Restore, held: Contents, target: Mapping[str, Any]) -> None:
    ensure_writable(deps)
    _ensure_room(deps, COPIES * _BYTES_AN_EVENT * held.events)
    now, text = deps.clock(), json.dumps(target, ensure_ascii=False)
    if not club_restores.move(
        deps.client, found.id, READ, state=RESTORING, target=text, asked=now, beat=now, done=0, total=held.events
    ):
        raise NotAllowed(BUSY)
    if deps.jobs is not None:  # the workers' sweeper finds it, should this be lost
        deps.jobs.ask("restore_backup", found.id, name=found.id)


def _name_problems(name: str, taken: list[str]) -> dict[str, list[str]]:
    return name_problems(name) or ({"name": [TAKEN]} if name_key(name) in taken else {})


def _password_problems(password: str, names: tuple[str, ...]) -> dict[str, list[str]]:
    try:
        ensure_strong(password, names)
    except Invalid as weak:
        return {field: list(messages) for field, messages in weak.problems.items()}
    return {}
