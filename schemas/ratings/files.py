"""Files of rating lists, as clubs export them for a federation: read strictly, and turned into values."""

from typing import Any

from marshmallow import ValidationError, validates_schema

from core.games import GAMES
from core.messages import say
from core.ratings.federation import FiledMatch, FiledPlayer, RatingFile
from core.ratings.rule import read_rule
from core.timestamps import unix_ms
from schemas.facts.parts import POINTS
from schemas.fields import Many, Strict, Text, Wanted, WholeNumber, Word, nested
from schemas.ratings.requests import RatingRuleSetting
from schemas.requests.matches import NAME

FORM = "brade-ratings 1"
"""The form of the file, in its first field."""
MOST_PLAYERS, MOST_MATCHES = 20_000, 100_000


class Time(Wanted):
    """A time (RFC 3339), read as Unix ms."""

    wanted = say("a time such as 2026-11-28T18:00:00.000Z")

    def read(self, value: Any) -> int:
        """See `Wanted.read`."""
        try:
            return unix_ms(value)
        except (TypeError, ValueError):
            raise self.wrong(value) from None


class FiledPlayerReading(Strict):
    """A player of a file."""

    id = Text(NAME, required=True)
    name = Text(NAME, required=True)
    group = Text(NAME, required=True, allow_none=True)


class FiledMatchReading(Strict):
    """A match of a file."""

    id = Text(NAME, required=True)
    tournament = Text(NAME, required=True, allow_none=True)
    decided_at = Time(required=True)
    player1 = Text(NAME, required=True)
    player2 = Text(NAME, required=True)
    winner = WholeNumber(1, 2, required=True)
    points = WholeNumber(1, POINTS, required=True)


class RatingFileReading(Strict):
    """A rating list of a club with all that it follows from."""

    form = Word([FORM], required=True)
    club = Text(NAME, required=True)
    club_name = Text(NAME, required=True)
    game = Word([game.key for game in GAMES], required=True)
    rule = nested(RatingRuleSetting, required=True)
    players = Many(nested(FiledPlayerReading), 0, MOST_PLAYERS, required=True)
    matches = Many(nested(FiledMatchReading), 0, MOST_MATCHES, required=True)

    @validates_schema
    def _of_its_players(self, data: dict[str, Any], **_: Any) -> None:
        known = {player["id"] for player in data["players"]}
        wrong = {
            place: [say("a player of this match is not among the players of the file, or plays against themselves")]
            for place, match in enumerate(data["matches"])
            if not {match["player1"], match["player2"]} <= known or match["player1"] == match["player2"]
        }
        if len(known) < len(data["players"]):
            raise ValidationError({"players": [say("a player is in the list twice")]})
        if wrong:
            raise ValidationError({"matches": wrong})


_READING = RatingFileReading()


def read_file(data: Any) -> RatingFile:
    """The file of this JSON data. Raises `ValidationError` naming everything that is wrong."""
    read = _READING.load(data)
    players = tuple(FiledPlayer(**player) for player in read["players"])
    matches = tuple(FiledMatch(**match) for match in read["matches"])
    return RatingFile(
        read["form"], read["club"], read["club_name"], read["game"], read_rule(read["rule"]), players, matches
    )
