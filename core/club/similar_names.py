"""Names that may be of one person: they differ in accents, in a letter, in a word or its place, or look alike."""

import re
import unicodedata
from collections.abc import Iterable

from core.names.names import appearance, name_key

_BETWEEN = re.compile(r"[\s,.\-’']+")
_SHORTEST = 8
"""Letters that a name needs before one different letter may be a mistake: `Bo Ek` and `Bo Ok` are two people."""


def without_accents(name: str) -> str:
    """A name as it is compared where capitals and accents do not matter."""
    letters = unicodedata.normalize("NFKD", name_key(name))
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def words_of(name: str) -> str:
    """The words of a name in the order of the alphabet, as they are compared where accents do not matter.

    >>> words_of("Öberg, Åsa") == words_of("asa oberg")
    True
    """
    return " ".join(sorted(part for part in _BETWEEN.split(without_accents(name)) if part))


class SimilarNames:
    """An index of names: which of them may be of the same person as another name.

    >>> known = SimilarNames([("p_1", "Åsa Öberg"), ("p_2", "Bo Ek")])
    >>> known.like("Oberg Asa"), known.like("Åsa Öburg"), known.like("Bo Ok")
    (('p_1',), ('p_1',), ())
    >>> known.like("Åsa Maria Öberg"), SimilarNames([("p_3", "Anna Maria Ek")]).like("Anna Lisa Ek")
    (('p_1',), ())
    >>> SimilarNames([("p_4", "Anna Ek")]).like("\\u0410nna Ek")
    ('p_4',)
    """

    def __init__(self, names: Iterable[tuple[str, str]] = ()) -> None:
        self._found: dict[str, list[str]] = {}
        self._shorter: dict[str, list[str]] = {}  # by a name without one of its words
        self._places: dict[str, int] = {}
        for key, name in names:
            self.add(key, name)

    def add(self, key: str, name: str) -> None:
        """Put a name into the index, under a key."""
        self._places.setdefault(key, len(self._places))
        for form in _forms(name):
            self._found.setdefault(form, []).append(key)
        for form in _shorter(name):
            self._shorter.setdefault(form, []).append(key)

    def like(self, name: str) -> tuple[str, ...]:
        """The keys of the names that may be of the same person, in the order in which they were put in."""
        found = [key for form in (*_forms(name), *_shorter(name)) for key in self._found.get(form, ())]
        places = {key: self._places[key] for key in (*found, *self._shorter.get(words_of(name), ()))}
        return tuple(sorted(places, key=places.__getitem__))


def _forms(name: str) -> list[str]:
    """The forms of a name of which similar names share one.

    They are its words in order, these without each letter, and the looks of the name.
    """
    plain = words_of(name)
    twins = [f"looks like {form}" for form in sorted(appearance(name))]
    if " " not in plain or len(plain) < _SHORTEST:
        return [plain, *twins]
    return [plain, *twins, *dict.fromkeys(plain[:place] + plain[place + 1 :] for place in range(len(plain)))]


def _shorter(name: str) -> list[str]:
    """A name of three words or more without each of them, to be compared with names of fewer words."""
    words = words_of(name).split()
    return [" ".join(words[:place] + words[place + 1 :]) for place in range(len(words))] if len(words) > 2 else []
