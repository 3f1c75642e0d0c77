"""Head of the pages of a tournament and of a club: the name, the state in a sentence, the next step, and the tabs.

`shared/base.html` draws it on every page that is given one. `tournament_head.py` and `club_head.py` make it.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from core.club.club import ROLES
from service.auth.authorization import OPERATOR, Principal
from service.web.pages.club_look import LookAddresses


class HeadLink(NamedTuple):
    """A tab, or a page inside of one: its word and address, and the reason why there is nothing behind it yet.

    `about` is what a number stands for, such as the name of a round.
    """

    word: str
    address: str
    current: bool = False
    why: str = ""
    about: str = ""


class NextStep(NamedTuple):
    """The largest button: its words and address. With `fields` it is a form that is sent there."""

    word: str
    address: str
    fields: Mapping[str, str] | None = None


class State(NamedTuple):
    """The state in a sentence, with its icon and the class of its colour."""

    cls: str
    icon: str
    sentence: str


class Head(NamedTuple):
    """The head of a page. `up` is the page above it: a tournament's club. `inside` are the pages of the open tab."""

    name: str
    address: str
    tabs: Sequence[HeadLink]
    label: str
    """The name of the row of tabs, for those who hear it."""
    state: State | None = None
    step: NextStep | None = None
    up: HeadLink | None = None
    inside: Sequence[HeadLink] = ()
    inside_label: str = ""
    titled: bool = False
    """The name is the heading of the page, which has no other."""
    look: LookAddresses = LookAddresses()
    """The club's logo and colour."""


def role_here(principal: Principal | None, club: str) -> str:
    """The role of a caller in a club; "" for a stranger, for people of other clubs and for the holder of a link."""
    if principal is None or principal.scope is not None or principal.club not in (club, None):
        return ""
    return ROLES[-1] if principal.role == OPERATOR else principal.role


def reaches(role: str, needed: str) -> bool:
    """True if a role of the club opens what needs that one; "" as the needed role is everybody's."""
    return not needed or (role in ROLES and ROLES.index(role) >= ROLES.index(needed))
