"""Possible parameters of the queries of addresses."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from marshmallow import ValidationError, fields, validates_schema
from marshmallow.validate import Regexp

from core.csv_text import COMMA, SEPARATORS, CsvForm
from core.messages import say
from schemas.facts.facts import LAST_VERSION
from schemas.facts.parts import SEATS
from schemas.fields import ExactNumber, Strict, Text, Word, WrittenNumber
from schemas.requests.matches import NAME, slug
from schemas.series.requests import MOST_FIELD, MOST_FINAL
from service.translations import OFFERED

PAGE, MOST = 100, 1000


class Cursor(Strict):
    """A page of a list."""

    limit = WrittenNumber(1, MOST, load_default=PAGE, metadata={"description": "How many at most."})
    cursor = WrittenNumber(
        0, 10**9, load_default=0, metadata={"description": "How many to pass over, as in `next` of the page before."}
    )


class TournamentPage(Cursor):
    """A page of tournaments, each of which is read as a whole."""

    limit = WrittenNumber(1, 50, load_default=20, metadata={"description": "How many are looked through at most."})


class AfterPlace(Strict):
    """A page of what is found in several logs."""

    after = fields.String(
        load_default="",
        validate=Regexp(r"^([a-z0-9_.-]{1,60}:(-1|[0-9]{1,9}))?$"),
        metadata={"description": "The place at which the page before ended, as in its `next`."},
    )


class AfterVersion(Strict):
    """A page of a log."""

    after = WrittenNumber(
        -1,
        LAST_VERSION,
        load_default=0,
        metadata={"description": "Only events with a higher version; -1 shows the opening event, version 0, too."},
    )
    limit = WrittenNumber(1, LAST_VERSION, metadata={"description": f"At most; a JSON page has {MOST} or less."})


class AfterVersionTold(AfterVersion):
    """A page of a match's log."""

    text = WrittenNumber(
        0, 1, load_default=0, metadata={"description": "1 shows each turn of a page in the game's notation, too."}
    )


class Since(Strict):
    """The start of a live stream."""

    after = WrittenNumber(0, LAST_VERSION, metadata={"description": "Only events with a higher version."})


class AfterNews(Strict):
    """A page of news, or the start of a live stream of them."""

    after = WrittenNumber(
        0,
        LAST_VERSION,
        load_default=0,
        metadata={"description": "Only items with a higher id; 0: from the oldest on."},
    )
    limit = WrittenNumber(
        1, MOST, load_default=PAGE, metadata={"description": "How many items a page has at most. A stream has no end."}
    )


class AsOf(Strict):
    """A state as it was."""

    version = WrittenNumber(0, LAST_VERSION, metadata={"description": "After this fact; without it, as of now."})


class Spreadsheet(Strict):
    """Form of a table."""

    bom = WrittenNumber(
        0,
        1,
        load_default=0,
        metadata={"description": "1 begins with a byte order mark, by which Excel knows å, ä and ö."},
    )
    separator = Word(
        SEPARATORS,
        load_default=COMMA,
        metadata={"description": "`;` separates cells by semicolons, and writes 2,5 for two and a half."},
    )


def csv_form(query: Mapping[str, Any]) -> CsvForm:
    """The form of a table that a query asks for; without such parameters, the usual one."""
    return CsvForm(bool(query.get("bom")), query.get("separator", COMMA))


class SpreadsheetInFull(Spreadsheet):
    """Form and part of a table."""

    columns = Word(("usual", "all"), load_default="usual", metadata={"description": "`all`: seeds, byes and more."})


class Spoken(Strict):
    """The language of a page, a drawing or a sheet."""

    lang = Word(OFFERED, load_default=OFFERED[0], metadata={"description": "English or Swedish."})


class OfCalendar(Spoken):
    """The part of a tournament that a calendar shows, and its language."""

    player = Text(NAME, metadata={"description": "Only the matches of this player or team, by id."})
    table = Text(NAME, metadata={"description": "Only the matches at this table."})

    @validates_schema
    def _one_of_both(self, data: Mapping[str, Any], **_: Any) -> None:
        if "player" in data and "table" in data:
            raise ValidationError({"table": [say("a calendar is of a player or of a table: leave one of the two out")]})


class OfPicture(Spoken):
    """The shape of a picture, and its language."""

    shape = Word(
        ("wide", "tall"),
        load_default="wide",
        metadata={"description": "`wide`: 1200×630 px, as beside a link. `tall`: 1080×1920 px, as on a phone."},
    )


class OfPosition(OfPicture):
    """The position of a picture of a match."""

    version = WrittenNumber(0, LAST_VERSION, metadata={"description": "After this fact; without it, as of now."})
    seat = Word(SEATS, metadata={"description": "The seat from which the board is seen."})


class Registering(Strict):
    """Treatment of players who are not on the club's list."""

    register = WrittenNumber(
        0,
        1,
        load_default=0,
        metadata={"description": "1 puts players whom the club does not know on its list; else they are refused."},
    )


class Preview(Strict):
    """A change, or a look at what follows from it."""

    dry_run = WrittenNumber(0, 1, load_default=0, metadata={"description": "1 writes nothing, and says what follows."})


class Coming(Strict):
    """An evening to come of a series."""

    players = WrittenNumber(
        1, MOST_FIELD, load_default=None, metadata={"description": "Its players; without it as many as the last had."}
    )
    factor = ExactNumber(positive=True, load_default=lambda: Fraction(1), metadata={"description": "Its factor."})


class OfFinal(Strict):
    """The final of a series."""

    places = WrittenNumber(
        2, MOST_FINAL, load_default=None, metadata={"description": "Its players; without it as many as announced."}
    )


class OfFile(Strict):
    """The club that a file is for, and the match of it that is meant."""

    club = slug(required=True)
    match = WrittenNumber(
        1, 10_000, metadata={"description": "Of a `.mat` of several matches: which one, from 1 on. Others have one."}
    )


AFTER_TOLD = AfterVersionTold()
CURSOR, AFTER, SINCE, AS_OF, OF_FILE = Cursor(), AfterVersion(), Since(), AsOf(), OfFile()
AFTER_NEWS = AfterNews()
SPREADSHEET = Spreadsheet()
SPREADSHEET_IN_FULL, SPOKEN = SpreadsheetInFull(), Spoken()
PICTURE, POSITION = OfPicture(), OfPosition()
CALENDAR, REGISTER = OfCalendar(), Registering()
PREVIEW, COMING, FINAL = Preview(), Coming(), OfFinal()
TOURNAMENT_PAGE = TournamentPage()
AFTER_PLACE = AfterPlace()
NO_PARAMETERS = Strict()
"""The query of an address that takes none."""
