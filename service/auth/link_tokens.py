"""Links for one table or one match, without an account: signed, so that nothing of them is stored.

The link is in the fragment of an address, which browsers do not send: no log sees it.
"""

import re
from typing import Any, NamedTuple

from itsdangerous import BadData, URLSafeSerializer

from core.errors import NotFound
from core.messages import say
from core.tournament.model.locations import MATCH, matches_at
from service.auth.authorization import LinkScope, Principal, Unauthenticated
from service.bootstrap import Dependencies

HOURS = 18
ROLES = ("scorer", "referee")
"""Possible scopes of a link."""
_PREFIX = "tl."
_HOLDER = re.compile(
    r"(?:scorer|referee):(?P<place>(?:table|match) .+?)(?:, (?P<seat>white|black|seat\d))? \((?P<device>[0-9a-z]*)\)"
)


class TableLink(NamedTuple):
    """Target of a link: a place (`core.tournament.model.locations`) of a club's tournament, "" for a friendly match.

    It is good until a time (steady ms), as long as its place is of that generation. With a `seat` it is for who sits
    there; without one for anybody at the place.
    """

    club: str
    tournament: str
    place: str
    role: str
    generation: int
    until: int
    seat: str = ""


class LinkHolder(NamedTuple):
    """Holder of a link, as recorded: the place of the link, its seat, and the word of the device."""

    place: str
    seat: str
    device: str


def written(deps: Dependencies, link: TableLink) -> str:
    """The link as people carry it."""
    return _PREFIX + str(_signer(deps).dumps(list(link)))


def read(deps: Dependencies, text: str) -> TableLink:
    """The link that was written, taken out of a whole address too. Raises `Unauthenticated` for what opens nothing."""
    text = text.strip().rpartition("#")[2]
    try:
        fields: Any = _signer(deps).loads(text.removeprefix(_PREFIX))
        link = TableLink(*fields)
    except (BadData, TypeError):
        raise Unauthenticated(say("this link opens nothing: it is incomplete, or of another service")) from None
    ensure_good(deps, link)
    return link


def ensure_good(deps: Dependencies, link: TableLink) -> None:
    """Raises `Unauthenticated` for a link whose time is over, or that was taken back."""
    if link.until <= deps.steady():
        raise Unauthenticated(say("the time of this link is over: ask for a new one"))
    try:
        people = deps.repository.club(link.club, fresh=False).people
        if people.generation(link.tournament, link.place) != link.generation:  # perhaps another process knows more
            people = deps.repository.club(link.club).people
    except NotFound:
        raise Unauthenticated(say("this link opens nothing: its club is not here")) from None
    if people.generation(link.tournament, link.place) != link.generation:
        raise Unauthenticated(say("this link was taken back: ask for a new one"))


def principal_of_link(deps: Dependencies, link: TableLink, device: str) -> Principal:
    """The principal of a good link. A random word of the device separates it from others at the same place.

    Raises `Unauthenticated`.
    """
    ensure_good(deps, link)
    kind, _, name = link.place.partition(":")
    author = f"{link.role}:{kind} {name}{f', {link.seat}' if link.seat else ''} ({device})"
    scope = LinkScope(link.tournament, link.place, _matches(deps, link), link.seat)
    return Principal(link.club, link.role, author, scope=scope, until=link.until)


def parse_link_holder(by: str) -> LinkHolder | None:
    """The link holder of a recorded name, if it is one."""
    matched = _HOLDER.fullmatch(by)
    return (
        LinkHolder(matched["place"].replace(" ", ":", 1), matched["seat"] or "", matched["device"]) if matched else None
    )


def are_different_people(by: str, other: str) -> bool:
    """True if two recorded names certainly belong to two people.

    Two link holders are different people only if their links name different seats and were opened on different devices.
    """
    first, second = parse_link_holder(by), parse_link_holder(other)
    if first is None or second is None:
        return by != other
    same_phone = first.device != "" and first.device == second.device
    return bool(first.seat and second.seat) and first.seat != second.seat and not same_phone


def _matches(deps: Dependencies, link: TableLink) -> tuple[str, ...]:
    if not link.tournament:
        return (link.place.removeprefix(f"{MATCH}:"),)
    try:
        return matches_at(deps.repository.tournament(link.tournament, fresh=False), link.place)
    except NotFound:
        return ()


def _signer(deps: Dependencies) -> URLSafeSerializer:
    return URLSafeSerializer(deps.session_key(), salt="brade.link")
