"""What people may ask for of a tournament: its announcement, and who takes part."""

from collections.abc import Mapping
from typing import Any

from marshmallow import ValidationError, pre_load, validates_schema

from core.games import game_of
from core.tournament.formats import FORMATS, format_of
from core.tournament.scoring import KINDS, MOST
from core.tournament.terms import check_terms
from core.tournament.tiebreaks import check_tie_breaks
from schemas.commands import NAME, REASON, Json, Played, told
from schemas.fields import Anything, Many, Strict, Text, WholeNumber, Word, YesNo, nested
from schemas.terms import MOST_RULES, TermsRule
from schemas.tie_breaks import TableOrder

_FORMATS = tuple(each.key for each in FORMATS)
_POINTS = {kind: WholeNumber(-MOST, MOST, metadata={"description": said}) for kind, said in KINDS.items()}
Scoring: type[Strict] = type("Scoring", (Strict,), {
    "__doc__": "What a match counts, by how it came about; what is not named counts as it usually does.", **_POINTS,
})  # fmt: skip


class TournamentAnnouncing(Played):
    """A tournament of a club; everything here holds for all its matches."""

    name = Text(NAME, required=True)
    format = Word(_FORMATS, required=True)
    settings = Anything(load_default=dict, metadata={"description": "The format's own: see `GET /v1/formats`."})
    tie_breaks = TableOrder(load_default=list)
    published = YesNo(load_default=False)
    scoring = nested(Scoring, load_default=dict)
    terms = Many(nested(TermsRule), 0, MOST_RULES, load_default=list)
    check_in = YesNo(load_default=False, metadata={"description": "Only those who checked in start."})
    drafts = YesNo(load_default=False, metadata={"description": "A paired round is played once it is published."})
    confirm = YesNo(load_default=False, metadata={"description": "A result counts once somebody has confirmed it."})

    @validates_schema(skip_on_field_errors=False)
    def _for_two(self, words: Json, **_: Any) -> None:
        if "game" in words and (game := game_of(words["game"])).fewest > 2:
            raise ValidationError({"game": [f"{game.name} needs {game.fewest} players: a tournament pairs two"]})

    @validates_schema(skip_on_field_errors=False)
    def _known_settings(self, words: Json, **_: Any) -> None:
        if "format" in words and "settings" in words:
            told("settings", lambda: format_of(words["format"]).read_settings(words["settings"]))

    @validates_schema(skip_on_field_errors=False)
    def _possible_terms(self, words: Json, **_: Any) -> None:
        if "game" in words and "format" in words and "terms" in words:
            told("terms", lambda: check_terms(game_of(words["game"]), format_of(words["format"]), words["terms"]))

    @validates_schema
    def _no_tie_break_twice(self, words: Json, **_: Any) -> None:
        told("", lambda: check_tie_breaks(words["tie_breaks"]))


class Entering(Strict):
    """Players of the club who enter a tournament, by id or by name; a bare list will do, and so will one player."""

    players = Many(Text(NAME), 1, 1000, required=True)

    @pre_load
    def _from_what_people_send(self, words: Any, **_: Any) -> Any:
        if isinstance(words, list):
            words = {"players": words}
        elif isinstance(words, Mapping) and len(words) == 1:
            words = {"players": words["entries"]} if "entries" in words else words
            words = {"players": [words["player"]]} if "player" in words else words
        if isinstance(words, Mapping) and isinstance(words.get("players"), list):
            return {**words, "players": [_who(row) for row in words["players"]]}
        return words


def _who(row: Any) -> Any:
    """A player as he was listed elsewhere (`{"id": …, "name": …}`) is meant by his id."""
    if isinstance(row, Mapping):
        return next((row[name] for name in ("player", "id", "name") if name in row), row)
    return row


class Withdrawing(Strict):
    """A player who leaves a tournament, by id or by name, and why."""

    player = Text(NAME, required=True)
    reason = Text(REASON, 0, load_default="")


class Starting(Strict):
    """The start of a tournament; without a `seed` for the drawing of lots the service takes one and publishes it."""

    seed = Text(NAME, allow_none=True)


class Pairing(Strict):
    """The pairing of the next round: of `round`, if that is given, and then it is no other one that is paired."""

    round = WholeNumber(1, 10_000)
