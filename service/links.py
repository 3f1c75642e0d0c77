"""Links that let somebody in at one table or one match, without an account: signed, so that nothing of them is kept.

They stand behind the `#` of an address, which browsers send to nobody: no log sees them.
"""

import re
from typing import Any, NamedTuple

from itsdangerous import BadData, URLSafeSerializer

from core.errors import Unknown
from core.tournament.places import MATCH, matches_at
from service.access import Principal, Scope, Unauthenticated
from service.bootstrap import House

HOURS = 18
ROLES = ("scorer", "referee")
"""What a link may be good for."""
_PREFIX = "tl."
_HOLDER = re.compile(
    r"(?:scorer|referee):(?P<place>(?:table|match) .+?)(?:, (?P<seat>white|black|seat\d))? \((?P<device>[0-9a-z]*)\)"
)


class Link(NamedTuple):
    """Where a link leads: a place (`core.tournament.places`) of a club's tournament, "" for a friendly match.

    It is good until a time (Unix ms), as long as its place is of that generation. With a `seat` it is for who sits
    there; without one for anybody at the place.
    """

    club: str
    tournament: str
    place: str
    role: str
    generation: int
    until: int
    seat: str = ""


class Holder(NamedTuple):
    """Somebody who came by a link, as he is recorded: where the link leads, its seat, and the word of the device."""

    place: str
    seat: str
    device: str


def written(house: House, link: Link) -> str:
    """The link as people carry it."""
    return _PREFIX + str(_signer(house).dumps(list(link)))


def read(house: House, text: str) -> Link:
    """The link that was written, taken out of a whole address too. Raises `Unauthenticated` for what opens nothing."""
    text = text.strip().rpartition("#")[2]
    try:
        said: Any = _signer(house).loads(text.removeprefix(_PREFIX))
        link = Link(*said)
    except (BadData, TypeError):
        raise Unauthenticated("this link opens nothing: it is incomplete, or of another service") from None
    ensure_good(house, link)
    return link


def ensure_good(house: House, link: Link) -> None:
    """Raises `Unauthenticated` for a link whose time is over, or that was taken back."""
    if link.until <= house.clock():
        raise Unauthenticated("the time of this link is over: ask for a new one")
    try:
        people = house.shelf.club(link.club, fresh=False).people
        if people.generation(link.tournament, link.place) != link.generation:  # perhaps another process knows more
            people = house.shelf.club(link.club).people
    except Unknown:
        raise Unauthenticated("this link opens nothing: its club is not here") from None
    if people.generation(link.tournament, link.place) != link.generation:
        raise Unauthenticated("this link was taken back: ask for a new one")


def holder(house: House, link: Link, device: str) -> Principal:
    """Whoever came by a good link, told apart from others at the same place by a word of his device.

    Raises `Unauthenticated`.
    """
    ensure_good(house, link)
    kind, _, name = link.place.partition(":")
    who = f"{link.role}:{kind} {name}{f', {link.seat}' if link.seat else ''} ({device})"
    scope = Scope(link.tournament, link.place, _matches(house, link), link.seat)
    return Principal(link.club, link.role, who, scope=scope, until=link.until)


def holder_named(by: str) -> Holder | None:
    """Whose name that is under which something was recorded, if somebody came by a link."""
    found = _HOLDER.fullmatch(by)
    return Holder(found["place"].replace(" ", ":", 1), found["seat"] or "", found["device"]) if found else None


def are_two_people(by: str, other: str) -> bool:
    """Whether what was recorded under two names was surely done by two people.

    Whoever opens a link twice, or on two phones, has two names: the same link is nobody else, and of two links only
    those to different seats, opened on different phones, are two people.
    """
    first, second = holder_named(by), holder_named(other)
    if first is None or second is None:
        return by != other
    same_phone = first.device != "" and first.device == second.device
    return bool(first.seat and second.seat) and first.seat != second.seat and not same_phone


def _matches(house: House, link: Link) -> frozenset[str]:
    if not link.tournament:
        return frozenset([link.place.removeprefix(f"{MATCH}:")])
    try:
        return frozenset(matches_at(house.shelf.tournament(link.tournament, fresh=False), link.place))
    except Unknown:
        return frozenset()


def _signer(house: House) -> URLSafeSerializer:
    return URLSafeSerializer(house.session_key(), salt="brade.link")
