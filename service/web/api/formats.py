"""Formats of tournaments: what may be announced, and how each is set."""

from functools import cache
from typing import Any

from flask_smorest import Blueprint

from core.options import describe_options
from core.tournament.formats import FORMATS
from core.tournament.standings.scoring import KINDS
from core.tournament.standings.tie_breaks import PRESETS, TIE_BREAKS
from schemas.views.formats import Formats
from service.web.openapi.operation import Answer, Call, operation
from service.web.openapi.requirements import EVERYBODY, Requirements

blueprint = Blueprint("formats", __name__, url_prefix="/v1", description="Formats of tournaments")


@operation(blueprint, "GET", "/formats", Requirements(EVERYBODY), {200: Formats})
def formats(_call: Call) -> Answer:
    """Every format of tournaments with its settings, and every tie-break and kind of result that may be named."""
    return Answer(_formats())


@cache
def _formats() -> dict[str, Any]:
    return {
        "formats": [
            {
                "key": each.key, "name": each.name, "rule": each.rule, "settings": describe_options(each.settings),
                "tie_breaks": list(each.default_tie_breaks), "on_command": each.on_command,
                "late_entry": each.late_entry, "teams": each.teams,
            }
            for each in FORMATS
        ],
        "tie_breaks": [{"code": each.code, "name": each.name} for each in TIE_BREAKS],
        "presets": {name: list(codes) for name, codes in PRESETS.items()},
        "scoring": dict(KINDS),
    }  # fmt: skip
