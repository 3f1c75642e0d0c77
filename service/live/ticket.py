"""What a view says of a stream that somebody may watch, in the header by which the front takes it over."""

from typing import NamedTuple

from service.access import ALL

HEADER = "X-Brade-Stream"


class Ticket(NamedTuple):
    """A `match` or a `tournament`, after which version, and how much of it is for the viewer (`service.access.sight`).

    `club` is whose it is; the right to watch ends at `until` (Unix ms), if that is not 0.
    """

    kind: str
    name: str
    after: int
    sight: str = ALL
    club: str = ""
    until: int = 0

    def __str__(self) -> str:
        return " ".join(map(str, self))

    def is_like(self, other: "Ticket") -> bool:
        """Whether both let somebody watch the same."""
        return (self.kind, self.name, self.sight) == (other.kind, other.name, other.sight)


def read(text: str) -> Ticket:
    """The ticket that was written."""
    kind, name, after, *rest = text.split(" ")
    sight, club, until = (*rest, *("", "", "")[len(rest) :])
    return Ticket(kind, name, int(after), sight or ALL, club, int(until or 0))
