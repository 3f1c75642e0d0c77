"""Turns as text in the reader's language: places that are no points are words of the catalogue, `6/ut`."""

from collections.abc import Mapping

from core.messages import term
from core.notation.play_text import turn_text
from core.rules.game import Game
from service.web.i18n import core_messages


def shown(text: str) -> str:
    """The text of a turn, as `core.notation.turn_text` writes it, with its places in the reader's language."""
    return core_messages.words(turn_text(text))


def places(game: Game) -> Mapping[str, str]:
    """The places of a game beside its points, by their names in facts, in the reader's language."""
    starts, ends, _opponent = game.words
    return {name: core_messages.words(term(name)) for name in (*starts, *ends)}
