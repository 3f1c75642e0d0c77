"""Names of people in texts that were typed: whole ones, and the parts of a name such as the first name.

A whole name is found in whatever case, a part as it is written or in capitals: other words have its letters. Both are
found as whole words, also in the genitive as English and Swedish write it.
"""

import re
from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import TypeVar

ENDING = "(?:['’]?[sS])?"
"""A name in the genitive is the name."""
_BETWEEN = re.compile(r"[\s\-\u2010-\u2015]+")
_AROUND = ".,'’()\""
Mask = Callable[[str], str]
Owner = TypeVar("Owner", bound=Hashable)


def parts_of(name: str) -> list[str]:
    """The parts of a name by which a person may be called. A part that is written small, such as *af*, is none.

    >>> parts_of("Karl-Gustav af Berg (GB)")
    ['Karl', 'Gustav', 'Berg', 'GB']
    """
    known = [word for word in _words(name) if len(word) > 1 and not word.isdecimal()]
    return [word for word in known if not word.islower()] or known


def owners_of(names: Iterable[tuple[Owner, str]]) -> dict[str, set[Owner]]:
    """The owners of names by the words of these names, small: many names are looked at once, however many ask."""
    owners: dict[str, set[Owner]] = {}
    for owner, name in names:
        for word in _words(name):
            owners.setdefault(word.casefold(), set()).add(owner)
    return owners


def own_parts(owner: Owner, names: Iterable[str], owners: Mapping[str, set[Owner]]) -> tuple[str, ...]:
    """The parts of a person's names that stand in no name of another owner: they mean this person.

    >>> own_parts(1, ["Anna Berg"], owners_of([(1, "Anna Berg"), (2, "Anna Ek"), (3, "Bo Ask")]))
    ('Berg',)
    """
    parts = dict.fromkeys(part for name in names for part in parts_of(name))
    return tuple(part for part in parts if owners.get(part.casefold(), set()) <= {owner})


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
    names = {_key(name): shown for name, shown in whole.items() if name.strip()}
    if not names and not parts:
        return None
    spelled = {spelling: shown for part, shown in parts.items() for spelling in (part, part.upper())}
    found = [(name, f"(?i:{_spaced(name)})") for name in whole if name.strip()]
    found += [(part, re.escape(part)) for part in spelled]
    pattern = _any_of(found)
    holding = [name for name in set(others) if _key(name) not in names and pattern.search(name)]
    if holding:
        pattern = _any_of([*found, *((name, f"(?i:{_spaced(name)})") for name in holding)])
    kept = set(map(_key, holding))

    def shown(match: re.Match[str]) -> str:
        key = _key(match[0])
        if key in kept:
            return match[0]
        return names[key] if key in names else spelled[match[0]]

    return lambda text: pattern.sub(shown, text)


def _any_of(found: Iterable[tuple[str, str]]) -> re.Pattern[str]:
    """A pattern that finds names by their patterns, the longest first.

    Those that begin with the same letter stand together: where a text has another one, none of them is tried.
    """
    by_letter: dict[str, list[tuple[str, str]]] = {}
    for name, pattern in found:
        by_letter.setdefault(_key(name)[:1], []).append((name, pattern))
    groups = []
    for named in by_letter.values():
        letters = "".join(sorted({re.escape(name.lstrip()[0]) for name, _ in named}))
        longest_first = sorted(named, key=lambda each: (-len(each[0]), each))
        groups.append(f"(?=(?i:[{letters}]))(?:{'|'.join(pattern for _, pattern in longest_first)})")
    return re.compile(rf"(?<!\w)(?:{'|'.join(groups)})(?={ENDING}(?!\w))")


def _spaced(name: str) -> str:
    return r"\s+".join(map(re.escape, name.split()))


def _key(name: str) -> str:
    """The same text for what `re.IGNORECASE` takes as the same: it takes an i with and without its dot as one."""
    small = name.casefold().replace("i\u0307", "i").replace("\u0131", "i")
    return " ".join(small.split())
