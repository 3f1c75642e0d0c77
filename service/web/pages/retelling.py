"""What core says in English, said in another language.

Core and the use cases write finished sentences, and verdicts keep them for good. Here a sentence is found again by its
pattern, which the catalogues hold under the context `core` (`tools/sentences.py` reads them from the source). Values
are translated where they are words; what people typed stays.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from typing import NamedTuple

from core.games import GAMES
from core.tournament.corrections import KINDS
from core.tournament.formats import FORMATS
from service.exports.language import language
from service.web import languages
from service.web.boards import seat_word
from service.web.pages import terms

SOURCE = "en"
LONGEST = 1_000
"""Longer texts are no sentences of core."""
_DEEPEST = 5
"""How often a value of a sentence holds another sentence."""
_TYPED = frozenset((
    "because", "black", "created_name", "entry_name", "gone", "name", "name_of", "others", "player", "players",
    "row_name", "twice", "white", "who",
))  # fmt: skip
"""Values that people typed."""
_NAMES = "names"
"""A value of one or two that people typed, with core's word between them."""
_KNOWN = frozenset((
    "by_itself", "done", "each", "end", "explanation", "has_ended", "kind", "later", "missing", "move", "reason",
    "said", "sentence", "start", "to_be", "undo", "waits", "wanted", "why",
))  # fmt: skip
"""Values that are sentences, or words, of core: a pattern fits only if these can be told as well."""


def _one_of(words: Iterable[str]) -> str:
    return "|".join(map(re.escape, words))


SHAPES = {
    **dict.fromkeys((
        "board", "fewest", "maximum", "minimum", "off", "own", "reached", "reduction", "rounds", "sits", "there",
        "total", "used", "voidings",
    ), r"-?\d+"),
    **dict.fromkeys(("at", "id", "key", "match", "stream"), r"\S+"),
    **dict.fromkeys(("by", "owner", "running", "seat", "to_move", "winner"), r"white|black|seat\d"),
    **dict.fromkeys(("form_name", "format_name"), _one_of(form.name for form in FORMATS)),
    **dict.fromkeys(("entry_name", "names"), "[^;]*?"),
    "game_name": _one_of(game.name for game in GAMES), "hard": "must not|should not",
}  # fmt: skip
"""What some values look like."""
_LITERAL = re.compile(r"%\((\w+)\)s|%%")
_AND = " and "
_ALWAYS = 4
"""Letters that a pattern needs of its own to be looked for in any text."""


class Pattern(NamedTuple):
    """A sentence of core with its values, how it is told, and whether it may be looked for in any text."""

    finds: re.Pattern[str]
    told: str
    plain: bool


def translated(said: str, reader: str) -> str | None:
    """A sentence of core in another language; `None` if it is none."""
    if reader == SOURCE:
        return said
    return None if len(said) > LONGEST else _sentence(said, reader, _DEEPEST)


# ── finding a sentence again ─────────────────────────────────────────────────────────────────────────────────────────
@lru_cache(4096)
def _sentence(said: str, reader: str, depth: int) -> str | None:
    """A whole sentence, or a whole word."""
    if not any(each.isalpha() for each in said) or _quoted(said):
        return said
    if (word := _words(reader).get(said)) is not None:
        return word
    if not depth:
        return None
    found = (_filled(pattern, said, reader, depth - 1) for pattern in _patterns(reader) if pattern.plain)
    return next((each for each in found if each is not None), None) or _list(said, reader, depth - 1)


def _quoted(said: str) -> bool:
    return len(said) > 1 and said[0] == said[-1] == "'" and "'" not in said[1:-1]


def _filled(pattern: Pattern, said: str, reader: str, depth: int) -> str | None:
    found = pattern.finds.fullmatch(said)
    if found is None:
        return None
    values = {
        name: _value(name.rstrip("0123456789"), value, reader, depth) for name, value in found.groupdict().items()
    }
    return None if None in values.values() else pattern.told % values


def _value(name: str, said: str, reader: str, depth: int) -> str | None:
    if name in _TYPED:
        return said
    if name == _NAMES:
        return _pair(said, reader)
    return _sentence(said, reader, depth) if name in _KNOWN else _maybe(said, reader, depth)


def _pair(said: str, reader: str) -> str:
    """Two names, of which nothing is translated but the word between them; one name as it is."""
    return said.replace(_AND, _and(reader)) if said.count(_AND) == 1 else said


def _and(reader: str) -> str:
    return languages.words(reader).gettext("%(first)s and %(second)s") % {"first": "", "second": ""}


@lru_cache(4096)
def _maybe(said: str, reader: str, depth: int) -> str:
    """A value that may be words of core, or hold some behind what people typed."""
    if (whole := _sentence(said, reader, depth)) is not None:
        return whole
    if not depth:
        return said
    for ending in _endings(reader):
        if (found := ending.finds.fullmatch(said)) is not None:
            return ending.told % {name: _maybe(value, reader, depth - 1) for name, value in found.groupdict().items()}
    if len(parts := list(_parts(said, (", ", "; ")))) > 1:
        return "".join(_maybe(part, reader, depth - 1) + between for part, between in parts)
    loose = (_filled(pattern, said, reader, depth - 1) for pattern in reversed(_patterns(reader)) if not pattern.plain)
    return next((each for each in loose if each is not None), said)


def _list(said: str, reader: str, depth: int) -> str | None:
    """Several of which each is known."""
    parts = list(_parts(said, (", ", "; ", _AND)))
    if len(parts) == 1:
        return None
    told_ = [_sentence(part, reader, depth) for part, _between in parts]
    between = [_and(reader) if each == _AND else each for _part, each in parts]
    return None if None in told_ else "".join(f"{part}{sign}" for part, sign in zip(told_, between, strict=True))


def _parts(said: str, between: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """The parts of an enumeration with what stands behind each; what stands in brackets is not parted."""
    depth = start = 0
    for place, letter in enumerate(said):
        depth = max(0, depth + (letter == "(") - (letter == ")"))
        sign = next((each for each in between if not depth and said.startswith(each, place)), None)
        if sign is not None and place >= start:
            yield said[start:place], sign
            start = place + len(sign)
    yield said[start:], ""


# ── the patterns, and words that stand alone ─────────────────────────────────────────────────────────────────────────
@cache
def _patterns(reader: str) -> tuple[Pattern, ...]:
    """Those that say most come first; of equals, those whose values must be known."""
    whole = {said: told_ for said, told_ in languages.sentences(reader).items() if said[0] not in " ,;"}
    order = sorted(whole, key=lambda said: (-len(_own(said)), -len(_sure(said)), said))
    return tuple(Pattern(_finding(said), whole[said], is_plain(said)) for said in order)


@cache
def _endings(reader: str) -> tuple[Pattern, ...]:
    """What may follow a value that people typed: `, reported and not confirmed`."""
    rest = {said: told_ for said, told_ in languages.sentences(reader).items() if said[0] in " ,;"}
    return tuple(
        Pattern(re.compile(f"(?P<before>.*){_finding(said).pattern}"), f"%(before)s{told_}", plain=False)
        for said, told_ in rest.items()
    )


def is_plain(said: str) -> bool:
    """Whether a pattern says enough to be looked for in any text."""
    return len(_own(said)) >= _ALWAYS or bool(_sure(said))


def values(message: str, said: str) -> Mapping[str, str] | None:
    """What stands in a sentence for the values of this message; `None` if it is another one."""
    found = _finding(message).fullmatch(said)
    return None if found is None else found.groupdict()


def _finding(said: str) -> re.Pattern[str]:
    """What finds a sentence with any values."""
    pattern, start = "", 0
    for each in _LITERAL.finditer(said):
        shape = SHAPES.get((each[1] or "").rstrip("0123456789"), ".*?")
        pattern += re.escape(said[start : each.start()]) + (f"(?P<{each[1]}>{shape})" if each[1] else "%")
        start = each.end()
    return re.compile(pattern + re.escape(said[start:]))


def _own(said: str) -> str:
    """The letters that are the pattern's own."""
    return "".join(filter(str.isalpha, _LITERAL.sub("", said)))


def _sure(said: str) -> list[str]:
    """The values without which it does not fit."""
    names = (each[1] for each in _LITERAL.finditer(said) if each[1])
    return [name for name in names if name.rstrip("0123456789") in _KNOWN]


@cache
def _words(reader: str) -> Mapping[str, str]:
    """Words of core that stand alone as values."""
    tongue, words = language(reader), languages.words(reader)
    _ = words.gettext
    return {
        **{game.name: _(game.name) for game in GAMES},
        **{form.name: tongue.format(form.key, form.name) for form in FORMATS},
        **{each.key: terms.ending(each.key, words) for game in GAMES for each in game.outcomes},
        **{said: terms.kind_word(kind, words) for kind in KINDS for said in (kind, kind.replace("_", "-"))},
        **{seat: seat_word(seat, words).lower() for game in GAMES for seat in game.seats},
        "games": _("games"), "points": _("points"), "nothing": _("nothing"), "nobody": _("nobody"), "none": _("none"),
        "bar": _("bar"), "off": _("off"), "down": _("down"), "men": _("men"), "left": _("left"), "pool": _("pool"),
        "opponent": _("opponent"), "paired": _("be paired"),
    }  # fmt: skip
