"""Answers about series: what is announced, the table with the reason of each cell, what a change moves."""

from marshmallow import fields

from core.series.evening_points import KINDS
from schemas.dump import AsIs
from schemas.fields import Strict
from schemas.series.requests import SeriesAnnouncing
from schemas.views.base import Listed, integer, listed, maybe_integer, maybe_text, one, text, yes

_EXACT = "A whole number, a decimal or a fraction such as `17/3`."


def _points(**metadata: str) -> fields.Float:
    """Points to two decimals."""
    return fields.Float(required=True, metadata=metadata)


class CountedTournament(Strict):
    """A tournament that counts in a series."""

    tournament = text(description="Its id.")
    factor = text(description=f"The points of the evening are multiplied by it. {_EXACT}")


class ListedSeries(Strict):
    """A series as it is announced. Numbers are texts, since they are exact."""

    id = text()
    name = text()
    status = text(description="`open` or `ended`. The table of one that has ended stays as it was.")
    announcement = AsIs(SeriesAnnouncing, required=True, metadata={"description": "As `announceSeries` takes it."})
    tournaments = fields.List(AsIs(CountedTournament), required=True)


class SeriesList(Listed):
    """The series of a club that the caller may read, the newest first."""

    series = listed(ListedSeries)


class MovedPlayer(Strict):
    """A player whose rank or points differ by a change. Null stands for one who is not in the table, or has no rank."""

    player = text()
    name = text()
    rank_before = maybe_integer()
    rank_after = maybe_integer()
    points_before = fields.Float(required=True, allow_none=True)
    points_after = fields.Float(required=True, allow_none=True)


class ChangedSeries(Strict):
    """A series after a change, or as it would be, and what follows from it."""

    series = one(ListedSeries)
    moved = listed(MovedPlayer)


class Proposal(Strict):
    """A tournament of the club that does not count yet."""

    tournament = text()
    name = text()
    game = text()
    starts = maybe_text(description="The local date, perhaps with the time.")
    status = text()
    players = integer()
    fits = yes(description="Its game, its name and its date are those of the announcement.")


class Proposals(Listed):
    """Tournaments that may be added, those that fit first."""

    tournaments = listed(Proposal)


class Evening(Strict):
    """A column of the table."""

    tournament = text()
    name = text()
    game = text()
    starts = maybe_text()
    status = text(description="`open`, `running` or `finished`. The points of one that is running may change.")
    factor = text(description=_EXACT)
    players = integer(description="Players who have points.")


class Part(Strict):
    """A part of the points of an evening, before the factor: `number` times `each`."""

    kind = text(enum=list(KINDS))
    key = maybe_text(description="The bracket, or the ending of a bonus.")
    number = integer()
    each = text(description=_EXACT)
    points = text(description=_EXACT)


class Cell(Strict):
    """A player's evening. One that they missed has neither place nor reason."""

    tournament = text()
    points = _points(description="To two decimals.")
    exact = text(description=_EXACT)
    counts = yes(description="They are a part of the total.")
    rank = maybe_integer(description="The place among those who count.")
    players = maybe_integer(description="The size of the field.")
    parts = listed(Part)
    why = maybe_text()


class TieValue(Strict):
    """The value of a rule for ties that was asked."""

    rule = text()
    value = text(description=_EXACT)


class Row(Strict):
    """A player of the table. Below the least number of evenings there is no rank."""

    rank = maybe_integer()
    shared = yes(description="Others have the same rank.")
    player = text()
    name = text()
    points = _points(description="To two decimals.")
    exact = text(description=_EXACT)
    evenings = integer(description="Evenings that the player was there.")
    cells = listed(Cell)
    ties = fields.List(AsIs(TieValue), required=True)


class AboutTable(Strict):
    """The series of a table, and its columns."""

    club = fields.String(attribute="club.slug", required=True)
    club_name = fields.String(attribute="club.name", required=True)
    series = one(ListedSeries, attribute="view")
    kept = fields.Integer(
        attribute="table.kept", required=True, strict=True, metadata={"description": "Results of a player that count."}
    )
    evenings = listed(Evening, attribute="columns")
    hidden = fields.List(
        fields.String(),
        required=True,
        metadata={"description": "Tournaments that are not published. Others see the table without them."},
    )
    changed = fields.List(
        fields.String(),
        required=True,
        metadata={"description": "Tournaments that were corrected since the series ended. Its table is without that."},
    )


class SeriesRows(Listed):
    """Rows of the table of a series."""

    rows = listed(Row)


class SeriesTable(AboutTable, SeriesRows):
    """A page of the table of a series, best first."""


class FieldPlayer(Strict):
    """A player of a final, or one who may follow."""

    player = text()
    name = text()
    rank = integer(description="In the table.")
    shared = yes(description="Others have the same rank.")
    points = _points(description="To two decimals.")
    exact = text(description=_EXACT)


class SeriesField(Strict):
    """The field of the final of a series."""

    places = integer(description="So many players are in it, or fewer if the table has no more.")
    players = listed(FieldPlayer)
    following = listed(FieldPlayer)
    level = fields.List(
        fields.String(),
        required=True,
        metadata={"description": "Players whom the table does not separate, some in the field and others not."},
    )


class Needed(Strict):
    """The results of an evening to come with which a player has a rank, or a better one."""

    rank = integer()
    possible = yes(description="The rank can be reached on that evening.")
    points = maybe_text(description=f"The least points of it that can do. {_EXACT}")
    place = maybe_integer(description="The last place that is worth so many; null if more than the place counts.")
    certain = maybe_integer(description="The last place with which no result of the others takes the rank away.")


class ComingEvening(Strict):
    """The evening to come that the answer is for."""

    players = integer()
    factor = fields.String(required=True)


class SeriesPlayer(Strict):
    """A player of a series, and what they need."""

    line = one(Row)
    coming = one(ComingEvening)
    needed = listed(Needed)
