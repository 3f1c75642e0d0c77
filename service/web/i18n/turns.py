"""Turns as text in the reader's language: places that are no points are words of the catalogue, `6/ut`."""

import re
from collections.abc import Mapping

from core.messages import term
from core.rules.game import Game
from service.translations import translated
from service.web.i18n import locale

_PLACE = re.compile(r"[a-z_]{2,}")


def shown(text: str) -> str:
    """The text of a turn, as `core.notation.turn_text` writes it, with its places in the reader's language."""
    return _PLACE.sub(lambda found: _place(found[0]), text)


def places(game: Game) -> Mapping[str, str]:
    """The places of a game beside its points, by their names in facts, in the reader's language."""
    starts, ends, _opponent = game.words
    return {name: _place(name) for name in (*starts, *ends)}


def _place(name: str) -> str:
    return translated(term(name), locale.current())
