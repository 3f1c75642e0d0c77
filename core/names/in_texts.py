"""Names of people in texts that were typed: whole ones, and the parts of a name such as the first name.

A whole name is found in whatever case, a part as it is written or in capitals: other words have its letters. Both are
found as whole words, also in the genitive as English and Swedish write it.
"""

import re
from collections.abc import Callable, Iterable, Mapping

ENDING = "(?:['’]?[sS])?"
"""A name in the genitive is the name."""
_BETWEEN = re.compile(r"[\s\-\u2010-\u2015]+")
_AROUND = ".,'’()\""
Mask = Callable[[str], str]


def parts_of(name: str) -> list[str]:
    """The parts of a name by which a person may be called. A part that is written small, such as *af*, is none.

    >>> parts_of("Karl-Gustav af Berg (GB)")
    ['Karl', 'Gustav', 'Berg', 'GB']
    """
    known = [word for word in _words(name) if len(word) > 1 and not word.isdecimal()]
    return [word for word in known if not word.islower()] or known


def own_parts(names: Iterable[str], others: Iterable[str]) -> tuple[str, ...]:
    """The parts of a person's names that stand in none of these others: they mean this person.

    >>> own_parts(["Anna Berg"], ["Anna Ek", "Bo Ask"])
    ('Berg',)
    """
    taken = {word.casefold() for other in others for word in _words(other)}
    return tuple(dict.fromkeys(part for name in names for part in parts_of(name) if part.casefold() not in taken))


def _words(name: str) -> list[str]:
    return [word.strip(_AROUND) for word in _BETWEEN.split(name)]


def replacing(whole: Mapping[str, str], parts: Mapping[str, str], others: Iterable[str] = ()) -> Mask | None:
    """A function that puts texts in the places of names and of parts of names; `None` without a name.

    The longest is found first. The names of `others` stay as they are: they may hold one of these, as "Bo Ask" does
    "Bo".

    >>> seen = replacing({"Bo Ask": "Player 7"}, {"Ask": "Player 7"})
    >>> seen and seen("bo  ask's dice, Asks clock, and what I ask")
    "Player 7's dice, Player 7s clock, and what I ask"
    """
    names = {_key(name): shown for name, shown in whole.items() if name}
    if not names and not parts:
        return None
    spelled = {spelling: shown for part, shown in parts.items() for spelling in (part, part.upper())}
    kept = {_key(name) for name in others} - names.keys()
    found = [(name, f"(?i:{_spaced(name)})") for name in {*whole, *others} if name]
    found += [(part, re.escape(part)) for part in spelled]
    alternatives = "|".join(pattern for _, pattern in sorted(found, key=lambda each: (-len(each[0]), each)))
    pattern = re.compile(rf"(?<!\w)(?:{alternatives})(?={ENDING}(?!\w))")

    def shown(match: re.Match[str]) -> str:
        key = _key(match[0])
        if key in kept:
            return match[0]
        if key in names or match[0] in spelled:
            return names[key] if key in names else spelled[match[0]]
        same = (name for name in names if re.fullmatch(_spaced(name), match[0], re.IGNORECASE))
        return names[next(same)]  # a letter without a dot, which is the same where case is ignored

    return lambda text: pattern.sub(shown, text)


def _spaced(name: str) -> str:
    return r"\s+".join(map(re.escape, name.split()))


def _key(name: str) -> str:
    return " ".join(name.casefold().split())
