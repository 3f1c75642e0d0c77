"""Authors of events: how a member is recorded, and the name that readers are shown.

A signed-in member is recorded by role and id, such as `referee:u_k3wq2d7xk2`: no name is in what is hashed. What is
shown is the member's present name, or the last one of a person who is no member any more. Before, events had role and
name, and are shown as they are.
"""

import re
from collections.abc import Callable

from core.club.members import Member

NameOf = Callable[[str], str | None]
"""The name that readers are shown of a member, present or past, by the id; `None` for an id of no member."""
_MEMBER = re.compile(r"(?P<before>(?:dice:)?(?:viewer|scorer|referee|organiser):)(?P<member>u_[a-z0-9]{1,38})")


def recorded(member: Member) -> str:
    """The name of a member in events.

    >>> recorded(Member("u_k3wq2d7xk2", "Anna Berg", "referee"))
    'referee:u_k3wq2d7xk2'
    """
    return f"{member.role}:{member.id}"


def member_of(by: str) -> str | None:
    """The id of the member who is the author of an event, or asked for a roll of the dice.

    >>> member_of("referee:u_k3wq2d7xk2"), member_of("dice:scorer:u_k3wq2d7xk2"), member_of("referee:Anna Berg")
    ('u_k3wq2d7xk2', 'u_k3wq2d7xk2', None)
    """
    matched = _MEMBER.fullmatch(by)
    return matched["member"] if matched else None


def shown(by: str, name_of: NameOf) -> str:
    """The author of an event with the name that readers are shown in the place of the id; an unknown id stays.

    >>> shown("referee:u_k3wq2d7xk2", {"u_k3wq2d7xk2": "Anna Berg"}.get)
    'referee:Anna Berg'
    """
    matched = _MEMBER.fullmatch(by)
    name = name_of(matched["member"]) if matched else None
    return f"{matched['before']}{name}" if matched and name is not None else by


def is_of(by: str, member: Member) -> bool:
    """True if a member is the author of an event, in whatever role, by the id or by a name of theirs.

    >>> is_of("scorer:Anna Ek", Member("u_1", "Anna Berg", "referee", former=("Anna Ek",)))
    True
    """
    author = by.partition(":")[2]
    return author in (member.id, member.name, *member.former)
