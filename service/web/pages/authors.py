"""Who wrote an event, in words: from the name under which deeds are recorded."""

from collections.abc import Mapping
from typing import NamedTuple

from flask_babel import gettext as _

from core.club import ROLES
from core.events import TokenIssued
from service.access import OPERATOR
from service.handlers.clubs import FIRST
from service.links import holder_named
from service.web.pages import people_words

_WORKERS = "pump"


class Author(NamedTuple):
    """Who it was, and in which role; nothing for a role that says no more than the name."""

    name: str
    role: str = ""

    @property
    def text(self) -> str:
        """Both, as they are read."""
        return _("%(name)s, %(role)s", name=self.name, role=self.role) if self.role else self.name


def author(by: str, tokens: Mapping[str, TokenIssued]) -> Author:
    """Who wrote under that name; `tokens` are those of the club, by id."""
    role, colon, rest = by.partition(":")
    if by == _WORKERS:
        return Author("brade")
    if by == OPERATOR:
        return Author(_("The operator"))
    if colon and role in ROLES:
        if linked := holder_named(by):
            return Author(people_words.at(linked), _("phone %(device)s", device=linked.device))
        return Author(rest, people_words.role(role))
    if token := tokens.get(by.partition(".")[2]):
        return Author(_holder(token.note), people_words.role(token.role))
    return Author(_("A program"))


def _holder(note: str) -> str:
    """Whoever has a token with that note."""
    if note == FIRST:
        return _("The club's first token")
    return _("“%(note)s”", note=note) if note else _("A program")
