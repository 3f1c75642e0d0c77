"""Requests about series: the announcement, and the tournaments that count."""

from collections.abc import Iterable
from fractions import Fraction
from itertools import pairwise
from typing import Any

from marshmallow import ValidationError, post_load, validates_schema

from core.games import GAMES
from core.messages import say
from core.series.announcement import (
    ANY,
    AVERAGE,
    BEATEN_AND_ONE,
    BY_PLACE,
    LEFT,
    PLACED,
    SHARED,
    TABLE,
    TIES,
    USUAL_TABLE,
    Announcement,
    Formula,
    PlaceTable,
)
from core.series.announcement import Prize as SeriesPrize
from core.series.series import MOST_TOURNAMENTS
from core.tournament.formats import FORMATS
from schemas.fields import ExactNumber, Json, Many, Name, Pattern, Strict, Text, WholeNumber, Word, YesNo, nested
from schemas.requests.details import PRIZES, LocalDate, Prize
from schemas.requests.matches import NAME

BRACKETS = (ANY, *sorted({stage for format_ in FORMATS for stage in format_.stages}))
"""The keys of points for matches and games won: `any` for the brackets and stages that are not named."""
_GAMES = tuple(game.key for game in GAMES)
ENDINGS = tuple(sorted({outcome.key for game in GAMES for outcome in game.outcomes}))
"""The endings of games that may have a bonus."""
MOST_TABLES, MOST_PLACES, MOST_GUESTS, MOST_MEMBERS, MOST_EVENINGS, MOST_FIELD = 12, 200, 500, 50, 60, 1000
"""Tables of places, places of one, guests, groups of members, evenings that a number may name, players of a field."""
MOST_FINAL = 128
"""Players of a final."""


def _one() -> Fraction:
    """The usual factor. A default that is called stays out of the published document, which knows no fractions."""
    return Fraction(1)


class PlacesTable(Strict):
    """The points of each place in fields of at least so many players."""

    players = WholeNumber(1, MOST_FIELD, load_default=1, metadata={"description": "The smallest field that it is for."})
    points = Many(
        ExactNumber(),
        1,
        MOST_PLACES,
        required=True,
        metadata={"description": "From the first place on, none more than the one before; behind the last it is 0."},
    )

    @validates_schema
    def _falling(self, data: Json, **_: Any) -> None:
        points = data["points"]
        if any(later > earlier for earlier, later in pairwise(points)):
            raise ValidationError(say("a place is worth more than the one before it"), "points")


class PlacesFormula(Strict):
    """Points of a place: `first`, and `per_player` for each player, less `step` for each place before."""

    first = ExactNumber(load_default=Fraction)
    per_player = ExactNumber(load_default=Fraction)
    step = ExactNumber(load_default=Fraction)
    least = ExactNumber(load_default=Fraction, metadata={"description": "No place is worth less."})


def _points_by(name: str, doc: str, keys: Iterable[str]) -> type[Strict]:
    return type(name, (Strict,), {"__doc__": doc, **{key: ExactNumber() for key in keys}})


_ByBracket = _points_by("PointsByBracket", "Points by bracket or stage.", BRACKETS)
_ByEnding = _points_by("PointsByEnding", "Points by ending of a game.", ENDINGS)


class SeriesAnnouncing(Strict):
    """Announcement of a series; what is not named has its usual value."""

    name = Name(NAME, required=True)
    begins = LocalDate(load_default=None, allow_none=True)
    ends = LocalDate(load_default=None, allow_none=True)
    games = Many(Word(_GAMES), 0, len(_GAMES), load_default=list, metadata={"description": "Empty for all games."})
    named = Text(NAME, 0, load_default="", metadata={"description": "Tournaments of this name are proposed."})
    public = YesNo(load_default=False, metadata={"description": "Everybody may read the series."})
    places = Word(BY_PLACE, load_default=TABLE, metadata={"description": "What points by place follow from."})
    tables = Many(nested(PlacesTable), 1, MOST_TABLES, load_default=lambda: [USUAL_TABLE._asdict()])
    formula = nested(PlacesFormula, load_default=BEATEN_AND_ONE._asdict)
    shared = Word(SHARED, load_default=AVERAGE, metadata={"description": "What players have who share a place."})
    participation = ExactNumber(load_default=Fraction, metadata={"description": "Points for taking part."})
    matches = nested(_ByBracket, load_default=dict, metadata={"description": "Points for each match won."})
    games_won = nested(_ByBracket, load_default=dict, metadata={"description": "Points for each game won."})
    own = ExactNumber(
        load_default=Fraction, metadata={"description": "What a point of the tournament's own table counts."}
    )
    bonuses = nested(_ByEnding, load_default=dict, metadata={"description": "Points for each game won by an ending."})
    walkovers = YesNo(load_default=True, metadata={"description": "Matches won without play count as won."})
    best = WholeNumber(
        1,
        MOST_EVENINGS,
        load_default=None,
        allow_none=True,
        metadata={"description": "So many results of a player count at most."},
    )
    without = WholeNumber(
        0, MOST_EVENINGS, load_default=0, metadata={"description": "The worst of all evenings that do not count."}
    )
    least = WholeNumber(0, MOST_EVENINGS, load_default=0, metadata={"description": "Evenings for a rank."})
    members = Many(
        Name(NAME),
        0,
        MOST_MEMBERS,
        load_default=list,
        metadata={"description": "Groups of the club's list of players: their players alone count. Empty for all."},
    )
    guests = Many(
        Text(NAME), 0, MOST_GUESTS, load_default=list, metadata={"description": "The ids of players who do not count."}
    )
    move_up = YesNo(load_default=True, metadata={"description": "The others move up to the places of guests."})
    withdrawn = Word(LEFT, load_default=PLACED, metadata={"description": "What a player has who withdrew."})
    no_shows = Word(
        LEFT, load_default=PLACED, metadata={"description": "What players have whose match neither of them came to."}
    )
    ties = Many(
        Word(TIES),
        0,
        len(TIES),
        load_default=lambda: list(TIES),
        metadata={"description": "What separates players with the same points, in this order."},
    )
    final = WholeNumber(
        2,
        MOST_FINAL,
        load_default=None,
        allow_none=True,
        metadata={"description": "Players of the final, who are the first of the table."},
    )
    prizes = Many(nested(Prize), 0, PRIZES, load_default=list, metadata={"description": "The prizes of the year."})

    @validates_schema
    def _sound(self, data: Json, **_: Any) -> None:
        wrong: dict[str, list[str]] = {}
        if data["begins"] and data["ends"] and data["ends"] < data["begins"]:
            wrong["ends"] = [say("{ends} is before the start, {starts}", ends=data["ends"], starts=data["begins"])]
        if len({table["players"] for table in data["tables"]}) < len(data["tables"]):
            wrong["tables"] = [say("two tables are for fields of the same size")]
        wrong |= {
            name: [say("something is named twice")]
            for name in ("games", "ties", "members", "guests")
            if len(set(data[name])) < len(data[name])
        }
        if wrong:
            raise ValidationError(wrong)

    @post_load
    def _announcement(self, data: Json, **_: Any) -> Announcement:
        pairs = {name: tuple(data[name].items()) for name in ("matches", "games_won", "bonuses")}
        several = {name: tuple(data[name]) for name in ("games", "members", "guests", "ties")}
        tables = tuple(PlaceTable(table["players"], tuple(table["points"])) for table in data["tables"])
        prizes = tuple(SeriesPrize(prize["text"], prize.get("place")) for prize in data["prizes"])
        others = {"tables": tables, "formula": Formula(**data["formula"]), "prizes": prizes}
        return Announcement(**{**data, **pairs, **several, **others})


class SeriesSeeding(Strict):
    """The series by whose table a tournament is seeded."""

    series = Pattern("s_[a-z2-7]{10}", say("the id of a series"), required=True)


class SeriesFieldEntering(Strict):
    """The field of a final: the series, and how many players of its table, or which of them."""

    series = Pattern("s_[a-z2-7]{10}", say("the id of a series"), required=True)
    places = WholeNumber(
        2,
        MOST_FINAL,
        load_default=None,
        allow_none=True,
        metadata={"description": "So many players, from the first on; without it as many as the series announced."},
    )
    players = Many(
        Text(NAME),
        1,
        MOST_FINAL,
        load_default=list,
        metadata={"description": "The ids of these players of the table, in place of the first."},
    )


class SeriesTournaments(Strict):
    """Tournaments that count in a series, or count with another factor."""

    tournaments = Many(
        Pattern("t_[a-z2-7]{10}", say("the id of a tournament")),
        1,
        MOST_TOURNAMENTS,
        required=True,
        metadata={"description": "Their ids."},
    )
    factor = ExactNumber(
        positive=True,
        load_default=_one,
        metadata={"description": "The points of these evenings are multiplied by it: a final may count twice."},
    )
