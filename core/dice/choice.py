"""The source of a match's dice, among the options of its game: `{"dice_source": "service"}`."""

from collections.abc import Mapping
from typing import Any

from core.errors import Invalid
from core.messages import say

OPTION = "dice_source"
TABLE, SERVICE = "table", "service"
"""Dice that people throw and record, the default; dice that the service rolls."""


def is_by_service(options: Mapping[str, Any]) -> bool:
    """True if the service rolls the dice of a match with these options."""
    return options.get(OPTION) == SERVICE


def without_source(options: Any) -> Any:
    """The options of the game alone. Raises `Invalid` for a source that does not exist."""
    if not isinstance(options, Mapping) or OPTION not in options:
        return options
    if options[OPTION] not in (TABLE, SERVICE):
        raise Invalid({OPTION: [say("not one of {choices}", choices=(TABLE, SERVICE))]})
    return {name: value for name, value in options.items() if name != OPTION}
