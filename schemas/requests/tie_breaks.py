"""The order of a table as people ask for it: the codes of tie-breaks, or the name of a preset."""

from typing import Any

from core.messages import say
from core.tournament.standings.tie_breaks import PRESETS, TIE_BREAKS
from schemas.fields import Json, Many, Wanted, Word

_CODES = tuple(each.code for each in TIE_BREAKS)


class TableOrder(Wanted):
    """Codes of tie-breaks from the first to the last, or the name of a preset; read as codes."""

    wanted = say("a list of tie-breaks, or one of the presets {presets}", presets=PRESETS)
    _codes = Many(Word(_CODES), 0, len(_CODES))

    def json_schema(self) -> Json:
        """See `Wanted.json_schema`."""
        codes = {"type": "array", "items": {"type": "string", "enum": list(_CODES)}, "maxItems": len(_CODES)}
        return {"oneOf": [codes, {"type": "string", "enum": list(PRESETS)}]}

    def read(self, value: Any) -> list[str]:
        """See `Wanted.read`."""
        if isinstance(value, list):
            return list(filter(None, self._codes.deserialize(value)))
        if not isinstance(value, str) or value not in PRESETS:
            raise self.wrong(value)
        return list(PRESETS[value])
