"""The announced rule of handicaps, and the start of a match in an imported log."""

from collections.abc import Mapping
from typing import Any

from marshmallow import ValidationError

from core.games import game_of
from core.match.results.settlement import settle
from core.messages import say
from core.tournament.handicap import CLASS, COUNTED, MOST_START, NOT_RATED, RATED, RATING, WITH_START
from schemas.fields import Many, Name, Strict, WholeNumber, Word, nested
from schemas.requests.money import CLASS as CLASS_NAME

MOST_ROWS, MOST_DIFFERENCE = 30, 3000
"""Rows of a table of starts, and of the list of classes; the largest difference of ratings that is named."""


class StartRow(Strict):
    """From this difference of ratings on, the weaker player begins with so many points."""

    difference = WholeNumber(1, MOST_DIFFERENCE, required=True)
    start = WholeNumber(0, MOST_START, required=True)


class ClassStart(Strict):
    """The points of a class, of which the difference is given."""

    name = Name(CLASS_NAME, required=True)
    start = WholeNumber(0, MOST_START, required=True)


class Handicap(Strict):
    """The points with which the weaker player of a match begins: by the difference of ratings, or by classes."""

    by = Word((RATING, CLASS), required=True)
    table = Many(nested(StartRow), 1, MOST_ROWS)
    step = WholeNumber(1, MOST_DIFFERENCE, metadata={"description": "`start` points for each whole step of ratings."})
    start = WholeNumber(1, MOST_START, metadata={"description": "With a `step`: 1, unless it is named."})
    classes = Many(nested(ClassStart), 1, MOST_ROWS)
    most = WholeNumber(1, MOST_START, metadata={"description": "The largest start."})
    counted = Word(
        COUNTED,
        load_default=WITH_START,
        metadata={"description": "The points of a match in the table: as it ended, or those that were played for."},
    )
    rated = Word(
        RATED,
        load_default=NOT_RATED,
        metadata={
            "description": "If such a match counts for ratings: not, as it was played, or with the difference of "
            "ratings less what the start makes up."
        },
    )


def check_start(data: Mapping[str, Any]) -> None:
    """Raises `ValidationError` if the start of an imported match is none: points of one seat."""
    start = data.get("start")
    if start is None:
        return
    seats = game_of(data["game"]).seats
    sound = isinstance(start, Mapping) and len(start) == 1 and not set(start) - set(seats)
    if not sound or not all(type(each) is int and 0 < each <= MOST_START for each in start.values()):
        problem = say("one seat with its points, 1 to {most}", most=MOST_START)
        raise ValidationError({"start": [problem]})
    if settle(game_of(data["game"]), data["length"], (), seats[:2], start).winner is not None:
        raise ValidationError({"start": [say("the start decides the match before its first game")]})
