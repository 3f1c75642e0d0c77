"""Use case of erasing a player's name: what follows of it, and the job that does it."""

import re
from collections.abc import Iterable, Mapping, Sequence
from json import dumps
from types import MappingProxyType
from typing import NamedTuple

from core.club.club import Club, owned_names
from core.club.free_texts import NameSearch
from core.errors import Gone, NotAllowed, NotFound
from core.eventlog.codec import to_public
from core.eventlog.erasure import Erasure, Place, places, reference
from core.events import PlayerRegistered, PlayerRenamed, Recorded
from core.messages import say
from core.names.in_texts import own_parts, owners_of, parts_of
from core.names.names import name_key
from core.tournament import Tournament
from core.tournament.model.state import OPEN, RUNNING
from service.auth.authorization import Principal, authorize
from service.bootstrap import Dependencies
from service.handlers.execute import ensure_writable
from service.handlers.registration import participation
from service.handlers.request import Request
from service.store.archive.places import place_of
from service.store.maintenance import all_streams, erasures
from service.store.maintenance.erasures import FAILED, StoredErasure

MOST_TEXTS, MOST_EMPTIED = 200, 5000
"""Texts with the name that are shown, of more only how many there are; and those whose parts are replaced at most."""
AGAIN = say("this name was erased already")
MEMBER = say("a member of the club has this name: remove the member first, or give them another name")


class NamedText(NamedTuple):
    """A text that people typed, with the name in it: the log and version of its event, and what it is.

    `parts` are the names, and the parts of names, that stand in it. `erased`: they are replaced, unless it is decided
    otherwise. That is so of a whole name, and of a part that means no other person of the club.
    """

    stream: str
    version: int
    field: str
    text: str
    parts: Sequence[str]
    erased: bool

    @property
    def reference(self) -> str:
        """The words by which a decision names it."""
        return reference(self.stream, self.version, self.field)


class Playing(NamedTuple):
    """A tournament in which the player takes part and that is not over."""

    id: str
    name: str


class Consequences(NamedTuple):
    """The consequences of erasing the name of a player.

    So many `tournaments`, `matches` and `logs` name the player, `names` times. `rewritten` of the logs hashed the name
    itself, `archived` are in files. `texts` are the first of the `text_count` typed ones that have the name or a part
    of it. `emptied` are references of those in which parts of it go, unless it is decided otherwise. While the player
    is `playing` or a member has the name (`is_member`) it cannot be erased.
    """

    player: str
    name: str
    former: Sequence[str] = ()
    tournaments: int = 0
    matches: int = 0
    logs: int = 0
    names: int = 0
    rewritten: int = 0
    archived: int = 0
    texts: Sequence[NamedText] = ()
    text_count: int = 0
    emptied: Sequence[str] = ()
    playing: Sequence[Playing] = ()
    is_member: bool = False
    erasure: StoredErasure | None = None


def consequences(deps: Dependencies, principal: Principal | None, slug: str, player_id: str) -> Consequences:
    """The consequences of erasing the name of a player; of one whose name was erased, how far that is.

    Raises `NotFound`.
    """
    authorize(principal, "organiser", slug)
    club = deps.repository.club(slug)
    present = club.present_id(player_id)
    known = erasures.find(deps.client, slug, present)
    if known is not None or present in club.erased:
        name = club.players[present].name if present in club.players else ""
        return Consequences(present, name, erasure=known)
    return _look(deps, club, _erasure_of(deps, club, present), present)


def erase(
    request: Request, slug: str, player_id: str, *, texts: bool, decided: Mapping[str, bool] = MappingProxyType({})
) -> StoredErasure:
    """Have a worker erase the name of a player, and with `texts` replace it in what people typed, too.

    Of some texts it is `decided` by their references: `True` replaces the name and its parts, and `False` keeps it.
    Asked once more, it goes on with what was begun. Raises `NotFound`, and `NotAllowed` while the player takes part in
    a tournament that is not over, while a member has the name, or if it was erased already.
    """
    deps = request.deps
    by = authorize(request.principal, "organiser", slug).name
    club = deps.repository.club(slug)
    present = club.present_id(player_id)
    known = erasures.find(deps.client, slug, present)
    if known is None or known.state == FAILED:
        if known is None:
            if present in club.erased:
                raise NotAllowed(AGAIN)
            known = _begin(deps, club, present, by, texts, decided)
        else:
            erasures.move(deps.client, known.id, FAILED, state=erasures.WORKING, tries=0, beat=deps.clock())
    if known.state != erasures.DONE and deps.jobs is not None:
        deps.jobs.ask("erase_player", known.id, name=f"{known.id}:{deps.clock()}")  # else the sweeper asks
    return erasures.find(deps.client, slug, present) or known


def _begin(
    deps: Dependencies, club: Club, present: str, by: str, texts: bool, decided: Mapping[str, bool]
) -> StoredErasure:
    ensure_writable(deps)
    consequences = _look(deps, club, erasure := _erasure_of(deps, club, present), present)
    if consequences.is_member:
        raise NotAllowed(MEMBER)
    if consequences.playing:
        raise NotAllowed(
            say(
                "they take part in {names}, which is not over: withdraw them first, or wait for the end",
                names=[playing.name for playing in consequences.playing],
            )
        )
    names = {consequences.name, *consequences.former}
    by_rule = {each for each in consequences.emptied if texts and each not in decided}
    emptied = by_rule | {each for each, erased in decided.items() if erased}
    known = StoredErasure(
        erasures.id_of(club.slug, present),
        club.slug,
        present,
        by,
        deps.clock(),
        players=dumps(sorted(erasure.players)),
        names=dumps(sorted(names), ensure_ascii=False),
        others=dumps(sorted(_others(club, names)), ensure_ascii=False),
        texts=int(texts),
        kept=dumps(sorted(each for each, erased in decided.items() if not erased)),
        emptied=dumps(sorted(emptied)[:MOST_EMPTIED]),
        beat=deps.clock(),
    )
    erasures.add(deps.client, known)
    return known


def _erasure_of(deps: Dependencies, club: Club, present: str) -> Erasure:
    """The erasure of a player by what the club's log has of them. Raises `NotFound`."""
    ids = club.ids_of(present)
    events = (recorded.event for recorded in deps.log.read(f"c_{club.slug}"))
    names = [
        event.name for event in events if isinstance(event, PlayerRegistered | PlayerRenamed) and event.player in ids
    ]
    if not names:
        raise NotFound("player", present)
    return Erasure(ids, frozenset(names))


def _others(club: Club, names: Iterable[str]) -> set[str]:
    """The names of other people of the club that hold one of these, or a part of one, as whole words."""
    known = [
        *(player.name for player in club.players.values()),
        *(member.name for member in club.people.members.values()),
    ]
    held = {part for name in names for part in (name, *parts_of(name))}
    parts = [re.compile(rf"(?<!\w){re.escape(each)}(?!\w)", re.IGNORECASE) for each in held]
    keys = set(map(name_key, names))
    return {each for each in known if name_key(each) not in keys and any(part.search(each) for part in parts)}


# ── what follows ─────────────────────────────────────────────────────────────────────────────────────────────────────
class _Sum:
    """The places that were found so far, log by log."""

    def __init__(self, deps: Dependencies, club: Club, erasure: Erasure, present: str) -> None:
        self._deps, self.erasure = deps, erasure
        self._search = NameSearch(sorted(erasure.names))
        self._own = set(own_parts(present, erasure.names, owners_of(owned_names(club))))
        self.emptied: list[str] = []
        self.logs = self.names = self.rewritten = self.archived = self.text_count = 0
        self.texts: list[NamedText] = []
        self.spelled: dict[str, None] = {}

    def add(self, stream: str, events: Sequence[Recorded]) -> bool:
        """Look at a log; true if the person is named there, and not only in texts."""
        found = list(places(stream, events, self.erasure, parts=True))
        own: list[Place] = [place for place in found if not place.typed]
        self.logs += any(not place.part for place in found)
        self.names += len(own)
        self.spelled |= dict.fromkeys(place.text for place in own)
        self.text_count += len(found) - len(own)
        typed = [self._typed(stream, place) for place in found if place.typed]
        self.texts += typed[: MOST_TEXTS - len(self.texts)]
        self.emptied += [named_text.reference for named_text in typed if not self._own.isdisjoint(named_text.parts)]
        clear = {recorded.version for recorded in events if "salts" not in to_public(stream, recorded)}
        self.rewritten += any(place.version in clear for place in own)
        self.archived += any(not place.part for place in found) and place_of(self._deps.client, stream) is not None
        return bool(own)

    def _typed(self, stream: str, place: Place) -> NamedText:
        parts = self._search.found(place.text)
        return NamedText(
            stream, place.version, place.field, place.text, parts, not place.part or not self._own.isdisjoint(parts)
        )


def _look(deps: Dependencies, club: Club, erasure: Erasure, present: str) -> Consequences:
    sums = _Sum(deps, club, erasure, present)
    stream = f"c_{club.slug}"
    sums.add(stream, list(deps.log.read(stream)))
    tournaments, matches = 0, 0
    playing: list[Playing] = []
    for tournament_id in participation.ever_announced(deps, club.slug):
        if not sums.add(tournament_id, list(deps.log.read(tournament_id))):
            continue
        tournaments += 1
        try:
            state = deps.repository.tournament(tournament_id)
        except Gone:
            continue
        if _takes_part(state, erasure):
            playing.append(Playing(state.id, state.created.name))
        for match_id in _matches(state, erasure):
            if deps.log.head(match_id) is not None:
                matches += sums.add(match_id, list(deps.log.read(match_id)))
    for match_id in participation.friendly_matches(deps, club.slug):
        matches += sums.add(match_id, list(deps.log.read(match_id)))
    name = club.players[present].name if present in club.players else next(iter(sums.spelled), "")
    former = [each for each in dict.fromkeys((*erasure.names, *sums.spelled)) if each != name]
    member = any(club.people.named(each) for each in (name, *former))
    return Consequences(
        present,
        name,
        former,
        tournaments,
        matches,
        sums.logs,
        sums.names,
        sums.rewritten,
        sums.archived,
        sums.texts,
        sums.text_count,
        sums.emptied,
        playing,
        member,
    )


def streams_of(deps: Dependencies, slug: str) -> list[str]:
    """All logs of a club, its own first."""
    roots = set(participation.roots_of(deps, slug))
    heads = all_streams.heads(deps.client)
    return [f"c_{slug}", *(head for head in heads if head.partition(".")[0] in roots)]


def _takes_part(state: Tournament, erasure: Erasure) -> bool:
    if state.status not in (OPEN, RUNNING):
        return False
    return any(
        not entry.withdrawn and (entry.person in erasure.players or not erasure.players.isdisjoint(entry.people))
        for entry in state.entries
    )


def _matches(state: Tournament, erasure: Erasure) -> list[str]:
    ids = {*erasure.players, *(entry.player for entry in state.entries if entry.person in erasure.players)}
    pairings = (*state.matches, *(pairing for _, pairing in state.voided.pairings))
    return [
        pairing.match
        for pairing in pairings
        if not pairing.is_bye and not ids.isdisjoint((pairing.white, pairing.black))
    ]
