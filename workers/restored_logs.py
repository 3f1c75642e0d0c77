"""The logs of a backup as they are brought back: as they were, or as a copy under other names."""

import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from core.club import members
from core.club.club import fold as fold_club
from core.club.members import Member
from core.eventlog.hash_chain import recorded_hash
from core.eventlog.log import Head
from core.events import (
    ClubCopied,
    Event,
    MatchImported,
    MatchOpened,
    MemberInvited,
    MemberRoleChanged,
    PasswordSet,
    Recorded,
    TokenRevoked,
    TournamentCreated,
    TournamentDeleted,
)
from service.auth.authorization import hash_of
from service.backups import inspection
from service.backups.renaming import Renaming
from service.bootstrap import Dependencies
from service.store.maintenance.club_restores import Restore
from service.store.maintenance.erasure_list import Obeyed, entries
from service.store.maintenance.hidden_logs import HiddenLogs, Listed
from service.store.read_models.club.club_index import DELETED
from workers.projections import index_entry

Advance = Callable[[int], None]


def naming(deps: Dependencies, found: Restore) -> Renaming:
    """The names of a copy: each worker that goes on with it makes the same."""
    target = json.loads(found.target)

    def new_id(old: str) -> str:
        return deps.new_id(old[0], f"{found.id}/{old}", found.id)

    return Renaming(target["source"], target["slug"], target["club"], new_id)


class Gathered:
    """The logs that were gathered: their heads in the order of the file, and what their clubs' indexes list."""

    def __init__(self, deps: Dependencies, hidden: HiddenLogs) -> None:
        self.deps, self._hidden = deps, hidden
        self.heads: dict[str, Head] = {}
        self.listed: list[Listed] = []

    def add(self, stream: str, events: list[Recorded]) -> None:
        """A whole log, proved."""
        self._hidden.gather(stream, events)
        self.heads[stream] = Head(events[-1].version, recorded_hash(stream, events[-1]))
        if entry := index_entry(events[0].event):
            club, kind = entry
            is_deleted = any(isinstance(recorded.event, TournamentDeleted) for recorded in events)
            self.listed.append(Listed(club, DELETED if is_deleted else kind, stream, events[0].at))


def _obeyed(deps: Dependencies, path: Path) -> Iterator[tuple[str, list[Recorded]]]:
    """The logs of a file without the names that were erased here."""
    obeyed = Obeyed(entries(deps.client, deps.settings.data))
    for stream, events in inspection.logs(path):
        yield stream, obeyed.log(stream, events)


def gather_as_it_was(gathered: Gathered, path: Path, target: Mapping[str, Any], at: int, advance: Advance) -> None:
    """Every log of the file as it is; a new organiser's words stand behind what the club's log held."""
    for stream, events in _obeyed(gathered.deps, path):
        advance(len(events))
        if stream.startswith("c_") and target:
            people = fold_club(events).people
            added = [members.add(people, target["member"], target["name"], "organiser")]
            _append(
                stream,
                events,
                [*added, PasswordSet(target["member"], target["password"])],
                f"organiser:{target['member']}",
                at,
            )
        gathered.add(stream, events)


def gather_copy(
    gathered: Gathered, path: Path, target: Mapping[str, Any], found: Restore, names: Renaming, advance: Advance
) -> None:
    """The logs of one club of the file under new names. Its own log, which stands first there, is written last."""
    source = target["source"]
    own: list[Recorded] = []
    wanted: dict[str, int] = {}
    imported: dict[str, str] = {}
    for stream, events in _obeyed(gathered.deps, path):
        advance(len(events))
        if stream == f"c_{source}":
            own = events
            facts = (recorded.event for recorded in events)
            wanted = {fact.match: fact.last for fact in facts if isinstance(fact, MatchImported)}
        opening = events[0].event
        if not isinstance(opening, MatchOpened | TournamentCreated) or opening.club != source:
            continue
        new, copied = names.stream(stream), names.renamed(stream, events)
        if stream in wanted and wanted[stream] < len(copied):
            imported[stream] = recorded_hash(new, copied[wanted[stream]])
        gathered.add(new, copied)
    club = f"c_{target['slug']}"
    copied = names.renamed(f"c_{source}", own, imported)
    head = recorded_hash(f"c_{source}", own[-1])
    known = fold_club(copied).people.named(target["name"])
    changes = [ClubCopied(source, own[-1].version, head), *_rights(copied, target, found, known)]
    _append(club, copied, changes, f"organiser:{known.id if known else target['member']}", found.asked)
    gathered.add(club, copied)


def _rights(copied: list[Recorded], target: Mapping[str, Any], found: Restore, known: Member | None) -> list[Event]:
    """Keys and invitations of the club in the file open nothing in its copy, and the person who asked organises it.

    They may be `known` there by their name.
    """
    club = fold_club(copied)
    people, now = club.people, found.asked
    events: list[Event] = [TokenRevoked(token) for token in club.tokens]
    events += [
        MemberInvited(member.id, hash_of(f"{found.id}/{member.id}"), now)
        for member in people.members.values()
        if member.invitation and member.invitation.until > now
    ]
    if known is None:
        return [
            *events,
            members.add(people, target["member"], target["name"], "organiser"),
            PasswordSet(target["member"], target["password"]),
        ]
    if known.role != "organiser":
        events.append(MemberRoleChanged(known.id, "organiser"))
    return [*events, PasswordSet(known.id, target["password"])]


def _append(stream: str, events: list[Recorded], more: list[Event], by: str, at: int) -> None:
    """Chain further events to a log."""
    for event in more:
        previous = recorded_hash(stream, events[-1])
        events.append(Recorded(events[-1].version + 1, event, at, by, previous))
