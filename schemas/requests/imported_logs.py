"""The lines of an exported match that is imported again.

They are valid only if they are exactly the lines of an export, because the hash chain covers every letter of them.
"""

from typing import Any

from marshmallow import ValidationError, fields, post_load

from core.errors import BradeError
from core.eventlog.codec import ENVELOPE, to_json
from core.eventlog.hash_chain import canonical
from core.eventlog.personal_values import check_salts
from core.events import MATCH_FACTS, Event, MatchOpened
from core.games import game_of
from core.messages import say
from schemas.facts.facts import AnyRecordedFact
from schemas.fields import Anything, Pattern, Strict, Text, WholeNumber, Word
from schemas.problems import paths_of
from schemas.requests.handicap import check_start
from schemas.requests.matches import NAME, MatchOpening, match_id

_HASH = r"[0-9a-f]{64}"
_AT = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"


class Line(Strict):
    """Fields of every line beside those of the event."""

    stream = match_id(required=True)
    version = WholeNumber(0, 2**53 - 1, required=True)
    type = Text(NAME, required=True)
    schema = WholeNumber(1, max(match_fact.SCHEMA for match_fact in MATCH_FACTS), required=True)
    recorded_at = Pattern(_AT, say("a time such as 2026-05-01T18:30:00.000Z"), required=True)
    recorded_by = Text(2 * NAME, required=True)
    prev_hash = Pattern(_HASH, say("64 hexadecimal digits"), required=True)
    hash = Pattern(_HASH, say("64 hexadecimal digits"))
    verdict = fields.Raw(allow_none=True)


class OpeningLine(MatchOpening):
    """Opening of a match."""

    type = Word(("MatchOpened",), required=True)
    player_ids = Anything(load_default=dict)
    tournament = Pattern(r"t_[a-z2-7]{10}", say("the id of a tournament"), allow_none=True)
    round = WholeNumber(1, 9999, allow_none=True)
    start = Anything(metadata={"description": "The points with which a seat began."})
    salts = Anything(
        metadata={
            "description": "By the place of each name, such as `players.white`, the salt with which it is hashed. "
            "A name that has none is one that was left out: its commitment stands in its place."
        }
    )

    @post_load
    def _become(self, data: dict[str, Any], **_: Any) -> Event:
        del data["type"]
        check_salts(MatchOpened, data)
        check_start(data)
        return MatchOpened(**data)


class _AnyFact(AnyRecordedFact):
    type_schemas = {**AnyRecordedFact.type_schemas, "MatchOpened": OpeningLine()}


_NAMED = 200
"""Wrong lines that are named: an answer names no more, and each that is looked at costs work."""
_LINE, _FACT = Line(), _AnyFact()


def check_lines(lines: list[Any]) -> None:
    """Raises `ValidationError`, which names every wrong field of the first wrong lines."""
    problems: dict[int, Any] = {}
    for place, line in enumerate(lines):
        try:
            _check(line)
        except ValidationError as wrong:
            problems[place] = paths_of(wrong)
        except BradeError as wrong:
            problems[place] = wrong.message
        if len(problems) == _NAMED:
            break
    if problems:
        raise ValidationError({"events": problems})


def _check(line: Any) -> None:
    if not isinstance(line, dict):
        raise ValidationError(say("a line holds an object"))
    envelope = {name: value for name, value in line.items() if name in ENVELOPE}
    _LINE.load(envelope)
    data = {name: value for name, value in line.items() if name not in ENVELOPE}
    event = _FACT._load({**data, "type": line["type"]})
    if isinstance(event, MatchOpened) and set(event.player_ids) - set(game_of(event.game).seats):
        raise ValidationError(say("no such seat"), "player_ids")
    try:
        WholeNumber(1, event.SCHEMA).deserialize(line["schema"])
    except ValidationError as wrong:
        raise ValidationError(wrong.messages, "schema") from None
    if canonical(to_json(event)) != canonical(data):
        raise ValidationError(say("not written as an export writes it"))
