"""Names of the authors of a club's events, as readers are shown them."""

from functools import cached_property

from core.club import authors
from core.club.club import ROLES, Club
from core.errors import NotFound
from core.events import TokenIssued
from service.auth.authorization import Principal
from service.auth.link_tokens import parse_link_holder
from service.bootstrap import Dependencies
from service.repository import Repository


def is_author(deps: Dependencies, caller: Principal, by: str) -> bool:
    """True if the caller is who is recorded so. A member is, in whatever role, by the id or by a name of theirs."""
    if by == caller.name:
        return True
    if caller.member is None or caller.club is None:
        return False
    return authors.is_of(by, deps.repository.club(caller.club).people.member(caller.member))


class Authors:
    """The people of a club, present and past, and its tokens: whose names stand in its logs.

    The club is read as of a moment ago, and as of now for a person whom that does not know. A club that was not
    restored with its logs has no people.
    """

    def __init__(self, repository: Repository, slug: str) -> None:
        self._repository, self._slug = repository, slug

    @cached_property
    def _known(self) -> Club | None:
        return self._read(fresh=False)

    @cached_property
    def _newest(self) -> Club | None:
        return self._read(fresh=True)

    def _read(self, *, fresh: bool) -> Club | None:
        try:
            return self._repository.club(self._slug, fresh=fresh)
        except NotFound:
            return None

    def token(self, by: str) -> TokenIssued | None:
        """The token that is recorded as an author, unless it was taken back."""
        return self._known.tokens.get(by.partition(".")[2]) if self._known else None

    def shown(self, by: str) -> str:
        """An author as recorded, with the present name of a member, or the last one, in the place of the id."""
        return authors.shown(by, self._name_of)

    def person(self, by: str) -> str | None:
        """The name of a person with a name who is an author; `None` for a token, a phone with a slip, and brade."""
        if (member_id := authors.member_of(by)) is not None:
            return self._name_of(member_id)
        role, _, name = by.partition(":")
        return name if role in ROLES and parse_link_holder(by) is None else None

    def _name_of(self, member_id: str) -> str | None:
        for club in (self._known, self._newest):
            if club is None:
                return None
            if (name := club.people.names.get(member_id)) is not None:
                return name
        return None
