"""Announcement of a series: its name, period and games, and the rule of its table."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from fractions import Fraction
from typing import Any, NamedTuple

from core.series.exact import exact_text, read_exact

NO_PLACES, TABLE, POOL, FORMULA = "none", "table", "pool", "formula"
BY_PLACE = (NO_PLACES, TABLE, POOL, FORMULA)
"""The ways to points by place: none, a table, a table of shares of the field's size, and a formula."""
AVERAGE, HIGHEST = "average", "highest"
SHARED = (AVERAGE, HIGHEST)
"""The points of players who share a place: the average of the places that they take, or the highest of them."""
PLACED, PARTICIPATION, NOTHING = "placed", "participation", "nothing"
LEFT = (PLACED, PARTICIPATION, NOTHING)
"""The points of a player who left: those that they won, those of participation alone, or none, as if away."""
EVENING_WINS, BEST_SINGLE, HEAD_TO_HEAD, LAST_EVENING = "evening_wins", "best_single", "head_to_head", "last_evening"
TIES = (EVENING_WINS, BEST_SINGLE, HEAD_TO_HEAD, LAST_EVENING)
"""The rules that separate players with the same points. Those whom none separates share the rank."""
ANY = "any"
"""The key of every bracket that is not named."""


class Prize(NamedTuple):
    """A prize of the year: its text, and the place to which it goes, if it goes to one."""

    text: str
    place: int | None = None


class PlaceTable(NamedTuple):
    """The points of each place from the first on, in fields of at least so many players; behind them there are none."""

    players: int
    points: tuple[Fraction, ...]


class Formula(NamedTuple):
    """Points of a place: `first` and `per_player` for each player, less `step` for each place before, or `least`.

    >>> Formula(Fraction(0), Fraction(1), Fraction(1), Fraction(0)).points(3, 24)
    Fraction(22, 1)
    """

    first: Fraction
    per_player: Fraction
    step: Fraction
    least: Fraction

    def points(self, place: int, players: int) -> Fraction:
        """The points of a place in a field of so many players."""
        return max(self.least, self.first + self.per_player * players - self.step * (place - 1))


USUAL_TABLE = PlaceTable(1, tuple(map(Fraction, (25, 18, 15, 12, 10, 8, 6, 4, 2, 1))))
BEATEN_AND_ONE = Formula(Fraction(0), Fraction(1), Fraction(1), Fraction(0))
"""A point for each player beaten, and one."""
NONE = Fraction(0)


@dataclass(frozen=True, slots=True)
class Announcement:
    """A series as it was announced. Numbers are exact.

    `begins` and `ends` are dates (`2026-09-01`), `games` keys of games, empty for all. Tournaments whose name
    holds `named` are proposed. `public`: everybody may read it.

    `matches` and `games_won` are points for each match or game won, by bracket. `own` is what each point of the
    tournament's own table counts. `bonuses` are points for each game won by an ending, such as `jan`. `walkovers`:
    matches won without play count as won.

    `best` results of a player count, all without it, and never the `without` worst of the evenings that there were.
    A player with fewer than `least` evenings has no rank. `members` are groups on the club's list of players, whose
    players count; without any all count. `guests` are the ids of players who do not count; with `move_up` the
    others move up to their places. `withdrawn` and `no_shows` say what a player has who withdrew, or whose match
    neither player came to.

    `final` is the number of players of the final, who are the first of the table; `None` without one. `prizes` are
    those of the year.
    """

    name: str
    begins: str | None = None
    ends: str | None = None
    games: tuple[str, ...] = ()
    named: str = ""
    public: bool = False
    places: str = TABLE
    tables: tuple[PlaceTable, ...] = (USUAL_TABLE,)
    formula: Formula = BEATEN_AND_ONE
    shared: str = AVERAGE
    participation: Fraction = NONE
    matches: tuple[tuple[str, Fraction], ...] = ()
    games_won: tuple[tuple[str, Fraction], ...] = ()
    own: Fraction = NONE
    bonuses: tuple[tuple[str, Fraction], ...] = ()
    walkovers: bool = True
    best: int | None = None
    without: int = 0
    least: int = 0
    members: tuple[str, ...] = ()
    guests: tuple[str, ...] = ()
    move_up: bool = True
    withdrawn: str = PLACED
    no_shows: str = PLACED
    ties: tuple[str, ...] = TIES
    final: int | None = None
    prizes: tuple[Prize, ...] = ()


_PAIRS = ("matches", "games_won", "bonuses")
_NUMBERS = ("participation", "own")
_TEXTS = ("games", "members", "guests", "ties")


def stored_announcement(announcement: Announcement) -> dict[str, Any]:
    """The announcement as an event holds it: numbers as texts, pairs as objects."""
    stored: dict[str, Any] = asdict(announcement)
    stored |= {name: exact_text(getattr(announcement, name)) for name in _NUMBERS}
    stored |= {name: {key: exact_text(each) for key, each in getattr(announcement, name)} for name in _PAIRS}
    stored |= {name: list(getattr(announcement, name)) for name in _TEXTS}
    stored["tables"] = [
        {"players": table.players, "points": [exact_text(points) for points in table.points]}
        for table in announcement.tables
    ]
    stored["prizes"] = [
        {name: value for name, value in prize._asdict().items() if value is not None} for prize in announcement.prizes
    ]
    stored["formula"] = {name: exact_text(each) for name, each in announcement.formula._asdict().items()}
    return stored


def read_announcement(stored: Mapping[str, Any]) -> Announcement:
    """The announcement of an event; a name that this version does not know is passed over."""
    known = {field.name for field in fields(Announcement)}
    value = {name: each for name, each in stored.items() if name in known}
    value |= {name: _number(value[name]) for name in _NUMBERS if name in value}
    value |= {name: _pairs(value[name]) for name in _PAIRS if name in value}
    value |= {name: tuple(value[name]) for name in _TEXTS if name in value}
    if "tables" in value:
        value["tables"] = tuple(
            PlaceTable(table["players"], tuple(map(_number, table["points"]))) for table in value["tables"]
        )
    if "prizes" in value:
        value["prizes"] = tuple(Prize(prize["text"], prize.get("place")) for prize in value["prizes"])
    if "formula" in value:
        value["formula"] = Formula(**{name: _number(each) for name, each in value["formula"].items()})
    return Announcement(**value)


def table_for(announcement: Announcement, players: int) -> Sequence[Fraction]:
    """The table of places for a field of so many players: the one for the largest field that is not larger."""
    fitting = [table for table in announcement.tables if table.players <= players]
    return max(fitting, key=lambda place_table: place_table.players).points if fitting else ()


def _number(value: object) -> Fraction:
    number = read_exact(value)
    return Fraction(str(value)) if number is None else number


def _pairs(value: Mapping[str, Any]) -> tuple[tuple[str, Fraction], ...]:
    return tuple((key, _number(item)) for key, item in value.items())
