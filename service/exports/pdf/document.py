"""A printed document as a value: parts that begin on a sheet of their own, each of a kind that the template knows.

The texts are data for the template and never its source, so a name cannot be an instruction.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import ceil
from typing import ClassVar, NamedTuple

from service.exports.svg.drawn_texts import DrawnText

RED = "#8f2a22"
SIZE = 10.0
"""The height of plain letters, in points of a 72nd of an inch."""

MEETING = "meeting"
_HIGH = 297.0
"""The height of a sheet in mm."""


class Column(NamedTuple):
    """A column: its heading, the side to which its cells keep; `wide`: it takes what is left; `strong`: in bold.

    The heading of a `stacked` one has a word in each line.
    """

    head: str
    side: str = "left"
    wide: bool = False
    strong: bool = False
    stacked: bool = False


class Cell(NamedTuple):
    """A text that looks otherwise than its column: `won`, `lost`, or `own` where a row meets itself.

    A `meeting` is a row of its own, the heading of those below it.
    """

    text: str
    look: str = ""


@dataclass(frozen=True)
class Table:
    """A table under its name, and notes below it. `size` is the height of its letters in points."""

    columns: Sequence[Column]
    rows: Sequence[Sequence[str | Cell]]
    name: str = ""
    notes: Sequence[str] = ()
    size: float = SIZE


@dataclass(frozen=True)
class Part:
    """Sheets under one heading. `turned`: they lie across. The `first` part of a document carries its full head."""

    kind: ClassVar[str]
    title: str = ""
    turned: bool = field(default=False, kw_only=True)


class Passage(NamedTuple):
    """Lines of text under a name. `size` is the height of their letters in points."""

    name: str
    lines: Sequence[str]
    size: float = SIZE


@dataclass(frozen=True)
class Sheets(Part):
    """Tables and passages, one below the other.

    With `least` their letters are as large as the sheets allow, and at least so many points high; the sizes of the
    blocks are then those beside each other. Such sheets may be turned where `may_turn` says so. `air` is the room above
    and below the text of a cell, in heights of its letters.
    """

    kind: ClassVar[str] = "sheets"
    blocks: Sequence[Table | Passage] = ()
    least: float = 0
    may_turn: bool = False
    air: float = 0.4


class Tile(NamedTuple):
    """The part of a drawing that a sheet shows, in mm, and where the sheet belongs in words.

    The places, rooms and sizes of its `texts` are in mm from its own edges.
    """

    x: float
    y: float
    width: float
    height: float
    label: str
    texts: Sequence[DrawnText] = ()


@dataclass(frozen=True)
class Poster(Part):
    """A drawing over as many sheets as it has tiles, its texts apart. Lengths in mm; `alt` says what it shows."""

    kind: ClassVar[str] = "poster"
    svg: str = ""
    alt: str = ""
    width: float = 0
    height: float = 0
    margin: float = 0
    tiles: Sequence[Tile] = ()


class Slip(NamedTuple):
    """A match on paper: its table and players with their seats, a row for each game, and where it is on a phone.

    `meeting` are the teams that meet, and the board. `watch` says what the code leads to.
    """

    table: str
    round: str
    meeting: str
    players: Sequence[tuple[str, str]]
    heads: Sequence[str]
    games: Sequence[str]
    signatures: Sequence[str]
    address: str = ""
    qr: str = ""
    watch: str = ""


@dataclass(frozen=True)
class Slips(Part):
    """Slips, two beside each other, each `height` mm high; `row` is the room above and below a text, in points."""

    kind: ClassVar[str] = "slips"
    slips: Sequence[Slip] = ()
    height: float = 0
    row: float = 0

    @property
    def sheets(self) -> int:
        """The number of sheets."""
        return ceil(len(self.slips) / (2 * int(_HIGH / self.height)))


class Certificate(NamedTuple):
    """A certificate for one player; `size` is the height of the letters of the name in points."""

    name: str
    place: str
    event: str
    about: str
    prize: str
    size: float


@dataclass(frozen=True)
class Certificates(Part):
    """Certificates, a sheet each, with a line for each of the `signatures`."""

    kind: ClassVar[str] = "certificates"
    certificates: Sequence[Certificate] = ()
    signatures: Sequence[str] = ()


@dataclass(frozen=True)
class Cover(Part):
    """The first sheet of a booklet."""

    kind: ClassVar[str] = "cover"
    above: str = ""
    lines: Sequence[str] = ()


class Document(NamedTuple):
    """A print: its language, the tournament's name and a line about it, and its parts.

    `logo` has the bytes of a PNG. `colour` is that of the lines below a head, such as `#8f2a22`.
    """

    lang: str
    title: str
    name: str
    about: str
    page: str
    nothing: str
    parts: Sequence[Part]
    logo: Sequence[int] = ()
    colour: str = RED
