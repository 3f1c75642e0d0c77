"""The kinds of results and of byes in words: the name in sentences, and beside it the word of a cell."""

from collections.abc import Mapping
from typing import NamedTuple

from core.messages import say


class KindWords(NamedTuple):
    """The words of a kind of result: its `name` in a sentence, and the word in a `cell` of a table or bracket."""

    name: str
    cell: str


_KINDS: Mapping[str, KindWords] = {
    "played": KindWords(say("corrected result"), ""),
    "walkover": KindWords(say("walkover"), say("w.o.")),
    "no_show": KindWords(say("no-show"), say("w.o.")),
    "double_no_show": KindWords(say("neither came"), "–"),
    "annulled": KindWords(say("annulled"), say("annulled")),
    "forfeit": KindWords(say("gave up"), say("ret.")),
    "adjudicated": KindWords(say("decided by the referee"), say("adj.")),
    "half_each": KindWords(say("time was up: half each"), "½"),
    "bye": KindWords(say("sits out"), say("bye")),
    "zero_bye": KindWords(say("sits out on request"), say("sits out")),
    "half_bye": KindWords(say("sits out on request, half a point"), say("half-point bye")),
    "full_bye": KindWords(say("sits out on request, a full point"), say("full-point bye")),
}


def kind_name(kind: str) -> str:
    """The name of a kind of result or bye.

    >>> kind_name("no_show"), kind_name("half_bye")
    ('no-show', 'sits out on request, half a point')
    """
    return _KINDS[kind].name if kind in _KINDS else kind


def kind_cell(kind: str) -> str:
    """The word of a kind of result or bye where there is little room; empty for a match that was played.

    >>> kind_cell("no_show"), kind_cell("half_bye")
    ('w.o.', 'half-point bye')
    """
    return _KINDS[kind].cell if kind in _KINDS else kind
