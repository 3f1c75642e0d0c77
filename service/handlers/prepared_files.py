"""Use cases of files that take long to write: asked for by the club's people, written by a worker, kept for a day.

The whole tournament (`service.backups.whole_export`) is for organisers alone: it has drafts and the club's own log.
"""

from collections.abc import Collection, Sequence
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from core.errors import NotAllowed, NotFound
from core.messages import say
from core.tournament import Tournament
from core.tournament.model.visibility import without_drafts
from service.auth.authorization import Forbidden, Principal, Unauthenticated, authorize, tournament_opening
from service.bootstrap import Dependencies
from service.exports.match_sets import MATCH_SETS, is_offered, played_matches
from service.handlers.execute import ensure_writable
from service.handlers.request import Request
from service.private_files import private_folder
from service.repository import reading_as_members
from service.store import prepared_files
from service.store.prepared_files import FAILED, READY, UNFINISHED, WAITING, PreparedFile
from service.store.read_models import positions

WHOLE, WHOLE_MEDIA = "whole.ndjson.gz", "application/gzip"
NAMES = (*MATCH_SETS, WHOLE)
MOST_AT_WORK, MOST_KEPT, MOST_OF_ALL = 3, 20, 200
"""Files of a club that wait or are written at once, files of a club within a day, and files of all clubs."""


class FileRequest(NamedTuple):
    """A file that was asked for. `fresh`: it is the first time since the tournament changed."""

    file: PreparedFile
    fresh: bool


def ask(request: Request, tournament_id: str, name: str, lang: str) -> FileRequest:
    """Have a worker write a file, unless it is being written, or was, at this version of the tournament.

    Raises `NotFound` for a file that is none; `NotAllowed` beyond the bounds, where no worker takes the job, or if no
    match of it was played; `DiskFull`.
    """
    deps, club = request.deps, _club(request.deps, request.principal, tournament_id, name)
    if name not in NAMES:
        raise NotFound("file", name, NAMES)
    with reading_as_members():
        state = without_drafts(deps.repository.tournament(tournament_id))
        hidden = sorted(deps.repository.shown_names(club, tournament_id).items())
    total, of_others = _whole(deps, state) if name == WHOLE else (_matches(state, name), f" {hidden}" if hidden else "")
    file_id = _id_of(f"{tournament_id} {state.version} {name} {lang}{of_others}")
    before = prepared_files.find(deps.client, file_id)
    if before and before.state != FAILED:
        return FileRequest(before, fresh=False)
    _ensure_room(deps, club)
    ensure_writable(deps)
    file = PreparedFile(
        file_id, club, tournament_id, state.version, name, lang, WAITING, deps.clock(), beat=deps.clock(), total=total
    )
    prepared_files.add(deps.client, file)  # first: the worker may be done before the next line
    if deps.jobs is None or not deps.jobs.ask("prepare_file", file_id, name=f"{file_id}:{file.asked}"):
        prepared_files.remove(deps.client, file_id)
        raise NotAllowed(say("no worker could take the file just now: try again in a moment"))
    return FileRequest(file, fresh=True)


def _matches(state: Tournament, name: str) -> int:
    """The number of matches that a file will have. Raises `NotAllowed` for a file that the tournament has not."""
    if not is_offered(state, name):
        raise NotAllowed(say("no other program reads matches of this game: take matches.txt or matches.zip"))
    if not (total := len(played_matches(state))):
        raise NotAllowed(say("no match with games is over yet: there is nothing to write"))
    return total


def _whole(deps: Dependencies, state: Tournament) -> tuple[int, str]:
    """The steps of writing a whole tournament, and the versions of its other logs. Each event is proved and written."""
    versions = [match.version for match in positions.of_matches(deps.client, state.id).values()]
    versions = [deps.repository.club(state.created.club).version, *versions]
    return 2 * sum(version + 1 for version in (state.version, *versions)), " ".join(map(str, ("", *versions)))


def _ensure_room(deps: Dependencies, club: str) -> None:
    every = prepared_files.every(deps.client)
    mine = [prepared_file for prepared_file in every if prepared_file.club == club]
    if sum(prepared_file.state in UNFINISHED for prepared_file in mine) >= MOST_AT_WORK:
        raise NotAllowed(say("{most} files are being written already: wait until one is there", most=MOST_AT_WORK))
    if len(mine) >= MOST_KEPT or len(every) >= MOST_OF_ALL:
        raise NotAllowed(say("so many files are kept already: remove one, or ask again tomorrow"))


def _id_of(content_key: str) -> str:
    """The id of a file: the same for the same content."""
    return f"f_{sha256(content_key.encode()).hexdigest()[:20]}"


class Listed(NamedTuple):
    """Files that were asked for."""

    files: Sequence[PreparedFile]


def listed(deps: Dependencies, principal: Principal | None, tournament_id: str) -> Listed:
    """The files of a tournament that were asked for within a day, the newest first."""
    club = _club(deps, principal, tournament_id)
    found = [
        prepared_file
        for prepared_file in prepared_files.every(deps.client)
        if prepared_file.tournament == tournament_id
    ]
    return Listed(
        [prepared_file for prepared_file in found if prepared_file.name != WHOLE or may_have_whole(principal, club)]
    )


def find(deps: Dependencies, principal: Principal | None, tournament_id: str, file_id: str) -> PreparedFile:
    """A file that was asked for. Raises `NotFound`."""
    _club(deps, principal, tournament_id)
    prepared_file = prepared_files.find(deps.client, file_id)
    if prepared_file is None or prepared_file.tournament != tournament_id:
        raise NotFound("file", file_id)
    _club(deps, principal, tournament_id, prepared_file.name)
    return prepared_file


def content(
    deps: Dependencies, principal: Principal | None, tournament_id: str, file_id: str
) -> tuple[Path, PreparedFile]:
    """The place of a file that is ready. Raises `NotFound`, `NotAllowed` before it is."""
    prepared_file = find(deps, principal, tournament_id, file_id)
    if prepared_file.state != READY:
        raise NotAllowed(say("the file is not ready yet: {percent} %", percent=prepared_file.percent))
    place = place_of(deps, file_id)
    if not place.is_file():
        raise NotFound("file", file_id)
    return place, prepared_file


def remove(deps: Dependencies, principal: Principal | None, tournament_id: str, file_id: str) -> None:
    """Remove a file, or stop the worker that writes it. Raises `NotFound`."""
    prepared_files.remove(deps.client, find(deps, principal, tournament_id, file_id).id)
    place_of(deps, file_id).unlink(missing_ok=True)


def remove_match_sets(deps: Dependencies, club: str) -> None:
    """Remove the files with matches of a club, whose people see other names from now on."""
    for prepared_file in prepared_files.every(deps.client):
        if prepared_file.club == club and prepared_file.name != WHOLE:
            prepared_files.remove(deps.client, prepared_file.id)
            place_of(deps, prepared_file.id).unlink(missing_ok=True)


def remove_exports(data: Path, roots: Collection[str]) -> None:
    """Remove the files in the folder of exports that were made of these logs, and of the matches of tournaments."""
    exports = data / "exports"
    for path in exports.iterdir() if exports.is_dir() else ():
        if path.name.lstrip(".").partition(".")[0] in roots:
            path.unlink(missing_ok=True)


def remove_forgotten(deps: Dependencies) -> None:
    """Remove the files that were asked for more than a day ago."""
    known = {prepared_file.id for prepared_file in prepared_files.every(deps.client)}
    for path in folder(deps).iterdir():
        if path.name.strip(".").partition(".")[0] not in known:
            path.unlink(missing_ok=True)


def folder(deps: Dependencies) -> Path:
    """The folder of the files, in the data folder, for the service's user alone."""
    return private_folder(deps.settings.data / "prepared")


def place_of(deps: Dependencies, file_id: str) -> Path:
    """The place of a file; its name is ours alone."""
    return folder(deps) / file_id


def download_name(file: PreparedFile) -> str:
    """The name under which people save a file."""
    return f"{file.tournament}-{file.name}"


def media_of(file: PreparedFile) -> str:
    """The media type of a file."""
    return WHOLE_MEDIA if file.name == WHOLE else MATCH_SETS[file.name].media


def may_have_whole(principal: Principal | None, club: str) -> bool:
    """True if a caller may have whole tournaments of a club."""
    try:
        authorize(principal, _role(WHOLE), club)
    except (Unauthenticated, Forbidden, NotFound):
        return False
    return True


def _club(deps: Dependencies, principal: Principal | None, tournament_id: str, name: str = "") -> str:
    """The tournament's club, if the caller is one of its people, and may have the file of that name.

    Raises `Unauthenticated`, `Forbidden`, `NotFound`.
    """
    created = tournament_opening(deps, principal, tournament_id)
    authorize(principal, _role(name), created.club, ("tournament", tournament_id))
    return created.club


def _role(name: str) -> str:
    return "organiser" if name == WHOLE else "viewer"
