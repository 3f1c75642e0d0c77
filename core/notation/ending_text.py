"""The endings of games in words: the short word of records and transcripts, and beside it the name on pages."""

from collections.abc import Mapping

from core.messages import say, term

_MONK = "_with_monk"
_NAMES: Mapping[str, str] = {
    "forced_jan": say("forced jan"),
    "jan": say("jan"),
    "single_crown": say("single crown"),
    "double_crown": say("double crown"),
    "staircase": say("staircase"),
    "tower": say("tower"),
    "bearing_off": say("bearing off"),
    "single": say("single game"),
    "gammon": say("gammon"),
    "backgammon": say("backgammon"),
    "table_filled": say("home table filled"),
    "borne_off": say("all men borne off"),
    "placings": say("placings"),
    "void": say("void, played again"),
}


def outcome_text(outcome: str) -> str:
    """The word of an ending in records.

    >>> outcome_text("single"), outcome_text("tower_with_monk")
    ('single', 'tower with monk')
    """
    return term(outcome.replace("_", " "))


def ending_text(outcome: str) -> str:
    """The name of an ending.

    >>> ending_text("single"), ending_text("tower_with_monk")
    ('single game', 'tower with monk')
    """
    plain = outcome.removesuffix(_MONK)
    name = _NAMES.get(plain) or term(plain.replace("_", " "))
    return say("{ending} with monk", ending=name) if outcome.endswith(_MONK) else name
