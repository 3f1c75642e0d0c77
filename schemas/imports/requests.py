"""Requests about files of other programs: look at them, choose, and confirm what was looked at."""

import re
from collections.abc import Mapping
from typing import Any

from marshmallow import ValidationError, post_load, validates_schema

from core.imports.match_results import Options
from core.messages import say
from schemas.fields import Json, Pattern, Strict, Wanted, Word

_CHOICE = r"[1-9][0-9]{0,6}:(?:new|leave|p_[a-z2-7]{10})"
_LONGEST = 4000
_YES_OR_NO = ("true", "false", "1", "0")


class LineChoices(Wanted):
    """Choices for lines of a file, such as `7:new,9:leave,12:p_4ht2v6c5aa`."""

    wanted = say("lines with a choice each, such as 7:new,9:leave,12:p_4ht2v6c5aa")

    def json_schema(self) -> Json:
        """See `Wanted.json_schema`."""
        return {"type": "string", "maxLength": _LONGEST, "pattern": f"^({_CHOICE}(,{_CHOICE})*)?$"}

    def read(self, value: Any) -> dict[int, str]:
        """See `Wanted.read`."""
        if not isinstance(value, str) or len(value) > _LONGEST:
            raise self.wrong(value)
        parts = [part for part in value.split(",") if part]
        if not all(re.fullmatch(_CHOICE, part) for part in parts):
            raise self.wrong(value)
        pairs = [part.split(":", 1) for part in parts]
        if len({line for line, _ in pairs}) < len(pairs):
            raise ValidationError(say("a line has two choices"))
        return {int(line): choice for line, choice in pairs}


class Importing(Strict):
    """Choice between looking at a file and writing what was looked at."""

    dry_run = Word(
        _YES_OR_NO,
        load_default="false",
        metadata={"description": "With true nothing is written, and the answer says what the file becomes."},
    )
    digest = Pattern(
        r"[0-9a-f]{32}",
        say("the digest of a preview"),
        metadata={"description": "The `digest` of the preview that is to be written, needed without `dry_run`."},
    )

    @validates_schema
    def _looked_at_first(self, data: Mapping[str, Any], **_: Any) -> None:
        if data["dry_run"] in ("false", "0") and "digest" not in data:
            message = say("missing: look at the file with dry_run=true first, and send the digest of that answer")
            raise ValidationError({"digest": [message]})

    @post_load
    def _become(self, data: Json, **_: Any) -> Json:
        return {**data, "dry_run": data["dry_run"] in ("true", "1")}


class ImportingPlayers(Importing):
    """The same of players, with a choice for each line that is not clear."""

    choices = LineChoices(
        load_default=dict,
        metadata={"description": "For lines: `new` for a new player, `leave` to leave it out, or the id of a player."},
    )


class ImportingResults(Importing):
    """The same of results, with what is taken for granted about them."""

    choices = LineChoices(load_default=dict, metadata={"description": "Lines that are left out, such as `9:leave`."})
    sets_have_points = Word(
        _YES_OR_NO,
        load_default="false",
        metadata={"description": "With true a set is a game, and its points are the points of that game."},
    )
    award = Word(
        _YES_OR_NO,
        load_default="false",
        metadata={"description": "With true a match of which the file says the winner alone is `adjudicated`."},
    )
    pair = Word(
        _YES_OR_NO,
        load_default="false",
        metadata={"description": "With true the rounds of a Swiss are paired as in the file."},
    )

    @post_load
    def _become_options(self, data: Json, **_: Any) -> Json:
        asked = [data.pop(name) in ("true", "1") for name in ("sets_have_points", "award", "pair")]
        return {**data, "options": Options(*asked)}


IMPORTING_PLAYERS, IMPORTING_RESULTS = ImportingPlayers(), ImportingResults()
