"""Use case of a person's data: everything that a club has of a player of its list, to be handed over to them."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from core.club.club import Club
from core.events import MatchOpened, PlayerRegistered, PlayerRenamed
from core.names.names import name_key
from service.auth.authorization import Principal, authorize
from service.bootstrap import Dependencies
from service.handlers.authors import Authors
from service.handlers.club.audit import AuditEntry, audit_entries
from service.handlers.club.clubs import ListedPlayer, listed_player, player_id
from service.handlers.ratings import club_ratings, lists
from service.handlers.registration import participation
from service.handlers.registration.players import PlayedTournament, history
from service.handlers.tournament.money import Due, payments_of
from service.handlers.tournament.tournaments import readable
from service.store.access import entry_requests, sign_in_log
from service.store.access.entry_requests import EntryRequest
from service.store.read_models.club import club_index

_NAME_FIELDS = ("name", "members", "alternates", "players")
"""Fields of events that hold names of people: another person's name may hold this one."""


class KeptRequest(NamedTuple):
    """A request of the public entry form under the person's name, which waits for an organiser."""

    tournament: str
    asked: EntryRequest

    def __getattr__(self, name: str) -> object:
        """The values of the request."""
        return getattr(self.asked, name)


class Mention(NamedTuple):
    """An entry of the audit that the person wrote, or that names them by an id or a name.

    `texts` are its texts with the name: those that organisers typed may be about other people, too.
    """

    entry: AuditEntry
    texts: Sequence[str]
    author: bool

    def __getattr__(self, name: str) -> object:
        """The values of the entry: when, what, and where it is written down."""
        return getattr(self.entry, name)


class GameRating(NamedTuple):
    """The person's rating on the club's list of a game."""

    game: str
    rating: float


class MoneyOfPlayer(NamedTuple):
    """The fees of the person in a tournament with what of them was paid, and their classes there."""

    tournament: str
    currency: str
    payments: Sequence[Due]
    classes: Sequence[str]


class PersonalData(NamedTuple):
    """Everything of a player. `former` are earlier names, `ids` all ids. `role` is that of a member of this name."""

    listed: ListedPlayer
    former: Sequence[str]
    ids: Sequence[str]
    role: str | None
    ratings: Sequence[GameRating]
    tournaments: Sequence[PlayedTournament]
    money: Sequence[MoneyOfPlayer]
    friendly_matches: Sequence[str]
    requests: Sequence[KeptRequest]
    sign_ins: Sequence[sign_in_log.SignInAttempt]
    mentions: Sequence[Mention]

    def __getattr__(self, name: str) -> object:
        """The values of the line of the club's list."""
        return getattr(self.listed, name)


def find(deps: Dependencies, principal: Principal | None, slug: str, id_or_name: str) -> PersonalData:
    """Everything that the club has of a player, for organisers.

    Raises `NotFound`, and `NotAllowed` while logs of tournaments or matches are still to be read.
    """
    authorize(principal, "organiser", slug)
    club = deps.repository.club(slug)
    own = player_id(club, id_or_name)
    ids = club.ids_of(own)
    taken_part = participation.of_club(deps, slug)
    audit = audit_entries(deps, principal, slug)
    names = _names(audit, ids, club.players[own].name)
    member = club.people.named(names[0])
    played_in = [each for each, players in taken_part.items() if players & ids][::-1]
    keys = set(map(name_key, names))
    requests = [
        KeptRequest(each, asked)
        for each in club_index.members(deps.client, slug, "tournaments")
        for asked in entry_requests.waiting(deps.client, each)
        if name_key(asked.name) in keys
    ]
    is_own, authors = _whole_words(names), Authors(deps.repository, slug)
    steps = sign_in_log.steps(deps.client, slug)
    signed_in = [step for step in steps if member and is_own.search(authors.shown(step.author))]
    return PersonalData(
        listed_player(club, own),
        names[1:],
        sorted(ids),
        member.role if member else None,
        _ratings(deps, principal, club, own),
        history(deps, principal, slug, own, played_in),
        list(_money(deps, principal, played_in, ids)),
        [
            friendly_match
            for friendly_match in _friendly_matches(deps, slug)
            if _plays(deps.repository.match(friendly_match), ids, keys)
        ],
        requests,
        signed_in,
        list(_mentions(audit, ids, names, member.name if member else None, authors)),
    )


def _money(
    deps: Dependencies, principal: Principal | None, tournament_ids: Sequence[str], ids: frozenset[str]
) -> Iterator[MoneyOfPlayer]:
    for state in readable(deps, principal, tournament_ids):
        if state.money.plan is None:
            continue
        own = ids | {entry.player for entry in state.entries if entry.again_of in ids}
        payments = [payment for payment in payments_of(state).payments if payment.player in own]
        classes = [name for player in sorted(ids) for name in state.money.classes.get(player, ())]
        yield MoneyOfPlayer(state.id, state.money.plan.currency, payments, classes)


def _names(audit: Iterable[AuditEntry], ids: frozenset[str], present: str) -> list[str]:
    """The names of a player, the present one first, and former ones behind, the newest first."""
    events = (audit_entry.event for audit_entry in audit)
    former = [
        event.name for event in events if isinstance(event, PlayerRegistered | PlayerRenamed) and event.player in ids
    ]
    return list(dict.fromkeys([present, *former]))


def _friendly_matches(deps: Dependencies, slug: str) -> list[str]:
    return [member for member in club_index.members(deps.client, slug, "matches") if "." not in member]


def _plays(opened: MatchOpened, ids: frozenset[str], keys: set[str]) -> bool:
    if not ids.isdisjoint(opened.player_ids.values()):
        return True
    typed = (name for seat, name in opened.players.items() if seat not in opened.player_ids)
    return any(name_key(each) in keys for each in typed)


def _ratings(deps: Dependencies, principal: Principal | None, club: Club, player_id: str) -> list[GameRating]:
    found = ((game, club_ratings.of_club(deps, principal, club.slug, game)) for game in club.rating_rules)
    lines = ((game, lists.player(ratings, player_id).line) for game, ratings in found)
    return [GameRating(game, line.rounded) for game, line in lines if line is not None]


def _mentions(
    audit: Iterable[AuditEntry], ids: frozenset[str], names: Sequence[str], member_name: str | None, authors: Authors
) -> Iterator[Mention]:
    words = _whole_words(names)
    author = None if member_name is None else _whole_words([member_name])
    for entry in audit:
        if entry.event is None:
            continue
        by_them = author is not None and author.search(authors.shown(entry.by)) is not None
        strings = list(_strings(entry.about))
        texts = [
            text
            for is_name, text in strings
            if text in names or (not is_name and text not in ids and words.search(text))
        ]
        if by_them or texts or any(text in ids for _, text in strings):
            yield Mention(entry, list(dict.fromkeys(texts)), by_them)


def _strings(value: Any, *, is_name: bool = False) -> Iterator[tuple[bool, str]]:
    """All texts of an event's fields, and if they stand where names of people do."""
    if isinstance(value, str):
        yield is_name, value
    elif isinstance(value, dict):
        for field, inside in value.items():
            yield is_name, field
            yield from _strings(inside, is_name=is_name or field in _NAME_FIELDS)
    elif isinstance(value, list | tuple):
        for inside in value:
            yield from _strings(inside, is_name=is_name)


def _whole_words(names: Iterable[str]) -> re.Pattern[str]:
    return re.compile("|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in names))
