"""The author of an event, in words: from the name written into events."""

from typing import NamedTuple

from flask_babel import gettext as _

from core.club.club import ROLES
from core.dice import proof as dice
from core.events import WORKERS
from service.auth.authorization import OPERATOR
from service.auth.link_tokens import parse_link_holder
from service.handlers.authors import Authors
from service.handlers.club.clubs import FIRST
from service.web.i18n import accounts


class Author(NamedTuple):
    """The author, and the role; empty for a role that says no more than the name."""

    name: str
    role: str = ""

    @property
    def text(self) -> str:
        """Both, as they are read."""
        return _("%(name)s, %(role)s", name=self.name, role=self.role) if self.role else self.name


def author(by: str, authors: Authors) -> Author:
    """The author who is recorded so; `authors` are those of the club."""
    role, colon = by.partition(":")[:2]
    if by in (WORKERS, dice.AUTHOR):
        return Author("brade")
    if dice.is_service(by):
        return Author(_("brade's dice"))
    if by == OPERATOR:
        return Author(_("The operator"))
    if colon and role in ROLES:
        if linked := parse_link_holder(by):
            return Author(accounts.at(linked), _("a phone with the slip (%(device)s)", device=linked.device))
        return Author(authors.person(by) or _("A member"), accounts.role(role))
    if token := authors.token(by):
        return Author(_holder(token.note), accounts.role(token.role))
    return Author(_("A program"))


def _holder(note: str) -> str:
    """The holder of the token with that note."""
    if note == FIRST:
        return _("The club's first token")
    return _("“%(note)s”", note=note) if note else _("A program")
