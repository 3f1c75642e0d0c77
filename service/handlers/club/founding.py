"""Use cases of the first minute: the first club of an installation is founded by a page, with a one-time key."""

import hmac
from collections.abc import Mapping

from core.club import members
from core.club.members import People
from core.club.short_name import short_name_of
from core.errors import Invalid, NotAllowed
from core.events import PasswordSet
from core.messages import say
from core.names.names import read_name
from schemas.requests.clubs import ClubFounding
from service.asgi.client_address import share_of
from service.auth import passwords, setup_key
from service.auth.authorization import OPERATOR, Principal, TooManyTries, Unauthenticated, hash_of
from service.bootstrap import Dependencies
from service.handlers.club import clubs
from service.handlers.club.sessions import Session, begin_session
from service.handlers.club.sign_in import ensure_strong
from service.handlers.request import Request
from service.private_files import alone_in
from service.store.access import sign_in_rate_limit
from service.store.maintenance import club_restores

NAMELESS = say("write its name")
UNNAMED = say("write the name under which you want to sign in")
WRONG_KEY = say("this is not the key: open the address that the service printed")
LONGEST_NAME = 100
_OPERATOR = Principal(None, OPERATOR, OPERATOR)


class AlreadyFounded(NotAllowed):
    """There is a club, and the key opens nothing any more."""

    def __init__(self) -> None:
        super().__init__(say("there is a club here already: sign in"))


class BeingRestored(NotAllowed):
    """A backup is brought back here, and no other club is founded meanwhile."""

    def __init__(self) -> None:
        super().__init__(say("a backup is being brought back here just now: wait until it is done"))


def accept_key(deps: Dependencies, typed: str, address: str) -> str:
    """The proof that a browser had the key. Raises `Unauthenticated`, `AlreadyFounded`, `TooManyTries`.

    Only wrong keys are counted, apart from sign-ins: the right one is taken at once, whatever was tried before. It is
    too long to be found by trying.
    """
    key = _key(deps)
    if hmac.compare_digest(key.encode(), typed.strip().encode()):
        return hash_of(key)
    whose = f"start:{share_of(address)}"
    if wait := sign_in_rate_limit.take(deps.client, whose, deps.steady()):
        raise TooManyTries(max(1, wait), sign_in_rate_limit.exhausted(max(1, wait)))
    sign_in_rate_limit.end(deps.client, whose, deps.steady(), failed=True)
    raise Unauthenticated(WRONG_KEY)


def ensure_accepted(deps: Dependencies, proof: str) -> None:
    """Let a browser pass that had the key. Raises `Unauthenticated`, `AlreadyFounded`."""
    if not hmac.compare_digest(hash_of(_key(deps)), proof):
        raise Unauthenticated(WRONG_KEY)


def found_first_club(deps: Dependencies, proof: str, fields: Mapping[str, str], password: str, address: str) -> Session:
    """Found the club with its first organiser, who is signed in; the key opens nothing any more.

    `fields` has `club` (its name), `slug` (its short name; "" for one made of the name) and `name` (the person's).
    Raises `Invalid` with all that is wrong at once, `Unauthenticated`, `AlreadyFounded`, `BeingRestored`.
    """
    club, name = fields["club"], fields["name"]
    slug = fields["slug"] or short_name_of(club) or "club"
    ensure_accepted(deps, proof)
    _ensure_fit(club, slug, name, password)
    club = read_name(club)
    hashed, id_ = passwords.hashed(password), deps.new_id("u")
    first = [members.add(People(), id_, name, "organiser"), PasswordSet(id_, hashed)]
    with alone_in(deps.settings.data):  # one browser founds the first club, whatever the others do meanwhile
        ensure_accepted(deps, proof)
        ensure_not_restored(deps)
        clubs.found_with(Request(deps, _OPERATOR), slug, club, first, f"organiser:{id_}")
    setup_key.discard(deps.settings.data)
    return begin_session(deps, slug, deps.repository.club(slug).people.member(id_), "SignedIn", address)


def name_problems(name: str) -> dict[str, list[str]]:
    """The reasons why the first organiser is not called so."""
    if not 0 < len(name) <= LONGEST_NAME:
        return {"name": [UNNAMED]}
    try:
        read_name(name)
    except Invalid as wrong:
        return dict(wrong.problems)
    return {}


def ensure_not_restored(deps: Dependencies) -> None:
    """Raises `BeingRestored` while a worker brings a backup back here."""
    restore = club_restores.of_owner(deps.client, club_restores.START)
    if restore and restore.state == club_restores.RESTORING:
        raise BeingRestored


def _key(deps: Dependencies) -> str:
    if (key := setup_key.current(deps.client, deps.settings.data)) is None:
        raise AlreadyFounded
    return key


def _ensure_fit(club: str, slug: str, name: str, password: str) -> None:
    wrong = dict(ClubFounding().validate({"slug": slug, "name": club}))
    problems = {field: wrong[key] for field, key in (("club", "name"), ("slug", "slug")) if key in wrong}
    if not club:
        problems["club"] = [NAMELESS]
    problems |= name_problems(name)
    try:
        ensure_strong(password, (club, slug, name))
    except Invalid as weak:
        problems |= weak.problems
    if problems:
        raise Invalid(problems)
