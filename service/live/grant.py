"""The grant of a stream, in the header by which the front takes it over."""

from typing import NamedTuple
from urllib.parse import quote, unquote

from core.names.shown_names import ALL
from service.translations import SOURCE

HEADER = "X-Brade-Stream"


class StreamGrant(NamedTuple):
    """A `match`, a `tournament` or the `news` of a log's readers, after which version, and how much of it is for the
    viewer (`service.auth.authorization.visibility`).

    `club` is whose it is; the right to watch ends at `until` (steady ms), if that is not 0. `holder` is the person, the
    token or the link that has the right, "" for a stranger. `language` is that of the explanations.
    """

    kind: str
    name: str
    after: int
    sight: str = ALL
    club: str = ""
    until: int = 0
    holder: str = ""
    language: str = SOURCE

    def __str__(self) -> str:
        text = self[:-1] if self.language == SOURCE else self
        return " ".join(quote(str(each), safe=":/") for each in text)

    def is_like(self, other: "StreamGrant") -> bool:
        """True if both grants allow the same."""
        return (self.kind, self.name, self.sight) == (other.kind, other.name, other.sight)


def read(text: str) -> StreamGrant:
    """The grant that was written."""
    kind, name, after, *rest = map(unquote, text.split(" "))
    sight, club, until, holder, language = (*rest, *[""] * (5 - len(rest)))
    return StreamGrant(kind, name, int(after), sight or ALL, club, int(until or 0), holder, language or SOURCE)
