"""The name of a person erased from a log: what was proved before is proved after, and what had to change is said.

A name that has a salt is left out without a change of any hash (`core.eventlog.personal_values`). In a log from before
there were salts the name itself was hashed, as is a name in a text that people typed. Such a log is written anew: from
the first event that changes on it has other hashes. An event at its end says so, and names the head that it had.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any, NamedTuple

from core.eventlog.codec import from_public, to_public
from core.eventlog.hash_chain import hash_of
from core.eventlog.personal_values import (
    SALTS,
    commitment,
    erased_name,
    erased_places,
    name_at,
    names_of,
    owner_of,
    without_names,
)
from core.eventlog.typed_texts import AUTHOR, typed_texts, with_texts
from core.events import (
    EVENTS,
    CheckersMoved,
    DiceRolled,
    Event,
    MatchOpened,
    NameErased,
    NamesPeople,
    OpeningRolled,
    PlayerErased,
    PlayerReentered,
    Recorded,
    TurnPassed,
)
from core.names.in_texts import Mask, parts_of, replacing
from core.names.names import folded

_NAMING = {kind.__name__: kind.SCHEMA for kind in EVENTS if issubclass(kind, NamesPeople)}
_KEPT = frozenset({"seed", "url"})
"""Fields of texts that are told, and stay: lots are drawn by the one, and messages go to the other."""
_INSIDE = "apart_from contact description fee fee_again group name note place prizes reason schedule table text"
_WITHIN = frozenset(_INSIDE.split())
"""The fields of values within an event in which people type what they like; others hold words of brade, too."""
_PLAY = frozenset((OpeningRolled, DiceRolled, CheckersMoved, TurnPassed))
Json = dict[str, Any]


class Erasure(NamedTuple):
    """An erasure: the names of these players, by their ids, and what is known of them from elsewhere.

    `names` are all names that they had: a match between players of no list has nothing else. `commitments` are those
    of names that were erased elsewhere. `texts`: the names are also replaced in what people typed, and in authors.
    `others` are names of other people that hold one of these: "Anna Berg" beside "Anna". Of some texts it is decided
    one by one, by their references (`reference`): those `kept` stay, and in those `emptied` the parts of the names are
    replaced, too.
    """

    players: frozenset[str]
    names: frozenset[str] = frozenset()
    commitments: frozenset[str] = frozenset()
    texts: bool = False
    others: frozenset[str] = frozenset()
    kept: frozenset[str] = frozenset()
    emptied: frozenset[str] = frozenset()

    def replaced(self, text: str) -> str:
        """A text without the names, where they are whole words and no parts of the names of `others`."""
        return _replacing(self, with_parts=False)(text)

    def without_parts(self, text: str) -> str:
        """A text without the names and the parts of them, such as the first name."""
        return _replacing(self, with_parts=True)(text)

    def replaced_at(self, stream: str, version: int, path: str, text: str) -> str:
        """A text of an event without the names, at a path where people type what they like, as it is decided."""
        field, *inside = (part for part in path.split(".") if not part.isdecimal())
        named = reference(stream, version, path)
        if named in self.kept or field in _KEPT or (inside and inside[-1] not in _WITHIN):
            return text
        if named in self.emptied:
            return self.without_parts(text)
        return self.replaced(text) if self.texts else text

    @property
    def decides_texts(self) -> bool:
        """True if any text may change."""
        return self.texts or bool(self.emptied)

    @property
    def shown(self) -> str:
        """The name that is shown from then on."""
        return erased_name(min(self.players, default=""))


class Place(NamedTuple):
    """A place of a log that names a person: the version, the field, and the text there.

    `typed`: in a text that people typed. `part`: only a part of a name stands there.
    """

    version: int
    field: str
    text: str
    typed: bool
    part: bool = False


def reference(stream: str, version: int, field: str) -> str:
    """The words by which a decision names a text: the log, the version of the event, and the path in it."""
    return f"{stream} {version} {field}"


def places(stream: str, events: Iterable[Recorded], erasure: Erasure, *, parts: bool = False) -> Iterator[Place]:
    """The places of a log in which the person is still named, in names and in texts that people typed.

    With `parts` also texts with a part of a name, but authors, whose names are those of members.
    """
    again: set[str] = set()
    for recorded in events:
        if _is_play_of_others(recorded, erasure):
            continue
        public = to_public(stream, recorded)
        _note_again(recorded.event, erasure, again)
        for place in _owned(public, erasure, again):
            yield Place(recorded.version, place, str(name_at(public, place)), typed=False)
        for field, text in typed_texts(public):
            if erasure.replaced(text) != text:
                yield Place(recorded.version, field, text, typed=True)
            elif parts and field != AUTHOR and erasure.without_parts(text) != text:
                yield Place(recorded.version, field, text, typed=True, part=True)


def erased(
    stream: str, events: Sequence[Recorded], erasure: Erasure, by: str, at: int, new_salt: Callable[[], str]
) -> list[Recorded] | None:
    """A whole log without the names, and an event that says so at its end; `None` if it names the person nowhere.

    `by` and `at` (Unix ms) are the author and the time of that event. `new_salt` gives 128 random bits in hexadecimal
    digits, for names that had been hashed themselves.
    """
    again: dict[str, str] = {}
    written: list[Recorded] = []
    found = _Found()
    previous, first = "", None
    for recorded in events:
        event = recorded.event
        if first is None and _is_play_of_others(recorded, erasure):
            written.append(recorded)
            continue
        if isinstance(event, PlayerReentered) and event.person in erasure.players:
            again[event.entry] = event.person
        public = to_public(stream, recorded)
        owned = _owned(public, erasure, again)
        after: Mapping[str, Any] = _without(public, owned, new_salt) if owned else public
        if erasure.decides_texts:
            after = with_texts(after, partial(erasure.replaced_at, stream, recorded.version))
        for place in owned:
            found.add(public, place, str(name_at(after, place)), again)
        is_other = after is not public and hash_of(after) != hash_of(public)
        if is_other and first is None:
            first = recorded.version
        if first is not None:
            after = {**after, "prev_hash": previous or recorded.prev_hash}
            previous = hash_of(after)
        written.append(recorded if after is public else from_public(after))
    if all(recorded is other for recorded, other in zip(written, events, strict=True)):
        return None
    head = hash_of(to_public(stream, events[-1])) if first is not None else None
    for added in found.events(events[0].event, erasure, first, head):
        last = written[-1]
        before = hash_of(to_public(stream, last))
        written.append(Recorded(last.version + 1, added, at, by, before))
    return written


def erased_commitments(stream: str, before: Iterable[Recorded], after: Iterable[Recorded]) -> list[str]:
    """The commitments that stand in the places of names which a log had before."""
    found: dict[str, None] = {}
    for one, other in zip(before, after, strict=False):
        if one is not other:
            public = to_public(stream, other)
            gone = set(erased_places(public)) - set(erased_places(to_public(stream, one)))
            found |= dict.fromkeys(str(name_at(public, place)) for place in gone)
    return list(found)


def _is_play_of_others(recorded: Recorded, erasure: Erasure) -> bool:
    """True of what nearly all of a log is: a throw or a turn, which has no text, by an author who is not the person."""
    return type(recorded.event) in _PLAY and erasure.replaced(recorded.by) == recorded.by


class _Found:
    """The erased parts of a log: commitments, players and seats, each in the order in which it was met."""

    def __init__(self) -> None:
        self.commitments: dict[str, None] = {}
        self.players: dict[str, None] = {}
        self.seats: dict[str, None] = {}

    def add(self, public: Mapping[str, Any], place: str, committed: str, again: Mapping[str, str]) -> None:
        """Note a place and the commitment that stands there now. `again` are persons by the ids of their re-entries."""
        owner = _player_of(public, place)
        self.commitments[committed] = None
        self.players[again.get(owner, owner)] = None
        self.seats[place.rpartition(".")[2]] = None

    def events(self, opening: Event, erasure: Erasure, first: int | None, head: str | None) -> list[Event]:
        """The events that say so: of a match one, of others one for each id under which the person is there."""
        if isinstance(opening, MatchOpened):
            return [NameErased(tuple(self.seats), first, head)]
        players = [player for player in self.players if player] or sorted(erasure.players)[:1]
        one, *others = players
        return [
            PlayerErased(one, tuple(self.commitments), first, head),
            *(PlayerErased(other) for other in others),
        ]


def _note_again(event: Event, erasure: Erasure, again: set[str]) -> None:
    if isinstance(event, PlayerReentered) and event.person in erasure.players:
        again.add(event.entry)


def _owned(public: Mapping[str, Any], erasure: Erasure, again: Iterable[str]) -> list[str]:
    """The places of an event where a name of the person stands.

    A player of no list, and a member, are the person if they have the name: who is a member now has another one.
    """
    if public["type"] not in _NAMING:
        return []
    gone, salts = erased_places(public), public.get(SALTS) or {}
    ids, keys = {*erasure.players, *again}, set(map(folded, erasure.names))
    found = []
    for place, name in names_of(public):
        owner = _player_of(public, place)
        by_name = not owner and folded(name) in keys
        by_commitment = place in salts and commitment(salts[place], name) in erasure.commitments
        if place not in gone and ((owner and owner in ids) or by_name or by_commitment):
            found.append(place)
    return found


def _player_of(public: Mapping[str, Any], place: str) -> str:
    """The id of the player or the entry whose name stands at a place, "" if it is unknown, or a member's name."""
    return "" if "member" in public else owner_of(public, place)


def _without(public: Mapping[str, Any], owned: Sequence[str], new_salt: Callable[[], str]) -> Json:
    """An event without the names at these places. If one has no salt, all names of the event get one."""
    salts = public.get(SALTS) or {}
    if all(place in salts for place in owned):
        return without_names(public, owned)
    gone = erased_places(public)
    fresh = {place: new_salt() for place, _ in names_of(public) if place not in salts and place not in gone}
    salted = {**public, "schema": _NAMING[public["type"]], SALTS: {**salts, **fresh}}
    return without_names(salted, owned)


@lru_cache(64)
def _replacing(erasure: Erasure, *, with_parts: bool) -> Mask:
    """A function that replaces the names in a text, and with `with_parts` the parts of them."""
    shown = str(erasure.shown)
    parts = {part: shown for name in erasure.names for part in parts_of(name)} if with_parts else {}
    return replacing(dict.fromkeys(erasure.names, shown), parts, erasure.others) or (lambda text: text)
