"""Formats of tournaments: what may be announced, and how each is set."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from flask_smorest import Blueprint

from core.tournament import Format
from core.tournament.formats import FORMATS
from core.tournament.standings.scoring import KINDS
from core.tournament.standings.tie_break_input import TieBreak
from core.tournament.standings.tie_breaks import PRESETS, TIE_BREAKS
from schemas.dump import dumper
from schemas.views.formats import Formats
from service.web.openapi.operation import Answer, Call, operation
from service.web.openapi.requirements import EVERYBODY, Requirements

blueprint = Blueprint("formats", __name__, url_prefix="/v1", description="Formats of tournaments")


@operation(blueprint, "listFormats", "GET", "/formats", Requirements(EVERYBODY), {200: Formats})
def formats(_call: Call) -> Answer:
    """Every format of tournaments with its settings, and every tie-break and kind of result that may be named."""
    return Answer(_formats())


class Choices(NamedTuple):
    """The choices of an announcement."""

    formats: Sequence[Format]
    tie_breaks: Sequence[TieBreak]
    presets: Mapping[str, Sequence[str]]
    scoring: Mapping[str, str]


@cache
def _formats() -> dict[str, Any]:
    data: dict[str, Any] = dumper(Formats)(Choices(FORMATS, TIE_BREAKS, PRESETS, KINDS))
    return data
