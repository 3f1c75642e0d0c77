"""Views of a series for its readers: what is announced, and the table with the reason of each cell."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from core.errors import NotFound
from core.series.announcement import Announcement, stored_announcement
from core.series.evening_points import Part, Score, score_sentence
from core.series.exact import exact_text
from core.series.final import Field
from core.series.following import Moved
from core.series.needed import Coming, Needed, needed
from core.series.series import Series
from core.series.table import Cell, Evening, Row, Table
from service.handlers.club.clubs import player_id
from service.handlers.series.decisions import ChangedSeries
from service.handlers.series.tables import ClubSeries

OPEN, ENDED = "open", "ended"
STATUSES = (OPEN, ENDED)


class SeriesView(NamedTuple):
    """A series as it is announced."""

    series: Series

    @property
    def id(self) -> str:
        """Its id."""
        return self.series.id

    @property
    def name(self) -> str:
        """Its name."""
        return self.series.announcement.name

    @property
    def status(self) -> str:
        """`open` or `ended`."""
        return ENDED if self.series.frozen else OPEN

    @property
    def announcement(self) -> Mapping[str, Any]:
        """The announcement as JSON."""
        return stored_announcement(self.series.announcement)

    @property
    def tournaments(self) -> list[dict[str, str]]:
        """The tournaments that count, with their factors as JSON."""
        counted = self.series.tournaments.items()
        return [{"tournament": each, "factor": exact_text(factor)} for each, factor in counted]


class EveningView(NamedTuple):
    """A column of the table."""

    evening: Evening

    @property
    def tournament(self) -> str:
        """The tournament's id."""
        return self.evening.result.tournament

    @property
    def factor(self) -> str:
        """The factor, exact."""
        return exact_text(self.evening.factor)

    @property
    def players(self) -> int:
        """The number of players who have points."""
        return len(self.evening.scores)

    def __getattr__(self, name: str) -> object:
        """The values of the result."""
        return getattr(self.evening.result, name)


class PartView(NamedTuple):
    """A part of the points of an evening."""

    part: Part

    @property
    def each(self) -> str:
        """The points of one, exact."""
        return exact_text(self.part.each)

    @property
    def points(self) -> str:
        """The points of all, exact."""
        return exact_text(self.part.points)

    def __getattr__(self, name: str) -> object:
        """The values of the part."""
        return getattr(self.part, name)


class CellView(NamedTuple):
    """A player's evening: the points and why, and if they count. One that the player missed has no place."""

    announcement: Announcement
    evening: Evening
    cell: Cell

    @property
    def tournament(self) -> str:
        """The tournament's id."""
        return self.evening.result.tournament

    @property
    def points(self) -> float:
        """The points to two decimals."""
        return rounded(self.cell.points)

    @property
    def exact(self) -> str:
        """The points, exact."""
        return exact_text(self.cell.points)

    @property
    def counts(self) -> bool:
        """True if they are a part of the total."""
        return self.cell.counts

    @property
    def score(self) -> Score | None:
        """The score, if the player was there."""
        return self.cell.score

    @property
    def rank(self) -> int | None:
        """The place of the evening."""
        return self.cell.score and self.cell.score.rank

    @property
    def players(self) -> int | None:
        """The size of the field of the evening."""
        return self.cell.score and self.cell.score.players

    @property
    def parts(self) -> list[PartView]:
        """The parts of the points, before the factor."""
        return [PartView(part) for part in self.cell.score.parts] if self.cell.score else []

    @property
    def why(self) -> str | None:
        """The reason of the points in a sentence."""
        return self.cell.score and score_sentence(self.announcement, self.cell.score)


class RowView(NamedTuple):
    """A player of the table."""

    table: Table
    row: Row

    @property
    def points(self) -> float:
        """The points to two decimals."""
        return rounded(self.row.points)

    @property
    def exact(self) -> str:
        """The points, exact."""
        return exact_text(self.row.points)

    @property
    def cells(self) -> list[CellView]:
        """The evenings."""
        pairs = zip(self.table.evenings, self.row.cells, strict=True)
        return [CellView(self.table.announcement, evening, cell) for evening, cell in pairs]

    @property
    def ties(self) -> list[dict[str, Any]]:
        """The rules for ties that were asked, with the player's values, as JSON."""
        return [{"rule": tie.rule, "value": exact_text(tie.value)} for tie in self.row.ties]

    def __getattr__(self, name: str) -> object:
        """The values of the row."""
        return getattr(self.row, name)


class FieldView(NamedTuple):
    """The field of a final."""

    table: Table
    field: Field

    @property
    def places(self) -> int:
        """The number of its players."""
        return self.field.places

    @property
    def players(self) -> list[RowView]:
        """The players."""
        return [RowView(self.table, row) for row in self.field.players]

    @property
    def following(self) -> list[RowView]:
        """The players who may follow."""
        return [RowView(self.table, row) for row in self.field.following]

    @property
    def level(self) -> list[str]:
        """The ids of the players whom the table does not separate."""
        return [row.player for row in self.field.level]


class NeededView(NamedTuple):
    """The results of an evening to come with which a player has a rank."""

    needed: Needed

    @property
    def points(self) -> str | None:
        """The least points, exact."""
        return None if self.needed.points is None else exact_text(self.needed.points)

    @property
    def possible(self) -> bool:
        """True if the rank can be reached on that evening."""
        return self.needed.points is not None

    def __getattr__(self, name: str) -> object:
        """The values."""
        return getattr(self.needed, name)


class MovedView(NamedTuple):
    """A player who moved by a change."""

    moved: Moved

    @property
    def points_before(self) -> float | None:
        """The points before, to two decimals."""
        return None if self.moved.points_before is None else rounded(self.moved.points_before)

    @property
    def points_after(self) -> float | None:
        """The points after it, to two decimals."""
        return None if self.moved.points_after is None else rounded(self.moved.points_after)

    def __getattr__(self, name: str) -> object:
        """The values."""
        return getattr(self.moved, name)


class ChangedView(NamedTuple):
    """A series after a change, or as it would be, and the players who moved."""

    changed: ChangedSeries

    @property
    def series(self) -> SeriesView:
        """The series."""
        return SeriesView(self.changed.series)

    @property
    def moved(self) -> list[MovedView]:
        """The players."""
        return [MovedView(each) for each in self.changed.moved]


class ComingView(NamedTuple):
    """An evening to come."""

    players: int
    factor: str


class PlayerView(NamedTuple):
    """A player of a series: the line of the table, and what they need on an evening to come."""

    line: RowView
    coming: ComingView
    needed: Sequence[NeededView]


def rounded(points: Fraction) -> float:
    """Points to two decimals."""
    return round(float(points), 2)


class TableView(NamedTuple):
    """A series with its table."""

    found: ClubSeries

    @property
    def view(self) -> SeriesView:
        """The series."""
        return SeriesView(self.found.series)

    @property
    def columns(self) -> list[EveningView]:
        """The columns."""
        return evenings(self.found)

    def __getattr__(self, name: str) -> object:
        """The values of the series."""
        return getattr(self.found, name)


def rows(found: ClubSeries) -> list[RowView]:
    """The rows of the table."""
    return [RowView(found.table, row) for row in found.table.rows]


def evenings(found: ClubSeries) -> list[EveningView]:
    """The columns of the table."""
    return [EveningView(evening) for evening in found.table.evenings]


def player(found: ClubSeries, id_or_name: str, players: int | None, factor: Fraction) -> PlayerView:
    """A player of the table, and what they need on an evening of so many players; usually as many as the last had.

    Raises `NotFound` for a player who is not in the table.
    """
    own = player_id(found.club, id_or_name)
    row = next((each for each in found.table.rows if found.club.present_id(each.player) == own), None)
    if row is None:
        raise NotFound("player", id_or_name)
    coming = Coming(players or usual_field(found.table), factor)
    return PlayerView(
        RowView(found.table, row),
        ComingView(coming.players, exact_text(factor)),
        [NeededView(each) for each in needed(found.table, row.player, coming)],
    )


def usual_field(table: Table) -> int:
    """The number of players of the last evening that has begun, and at least one."""
    sizes = [
        score.players for evening in table.evenings if evening.begun for score in list(evening.scores.values())[:1]
    ]
    return max(1, sizes[-1]) if sizes else 1
