"""An index of names: those that are the same as another name, and those that only look like it."""

from collections.abc import Iterable

from core.names.names import appearance, name_key


class NameIndex:
    """Names under the ids that have them: of one name several, where an old log has it twice.

    >>> known = NameIndex([("p_1", "Åsa Öberg"), ("p_2", "ÅSA ÖBERG"), ("p_3", "Anna Ek")])
    >>> known.meant("Åsa Öberg"), known.meant("åsa  öberg"), known.same("Åsa Öberg")
    (('p_1',), ('p_1', 'p_2'), ('p_1', 'p_2'))
    >>> known.twins("\\u0410nna Ek"), known.twins("anna ek")
    (('p_3',), ())
    """

    def __init__(self, names: Iterable[tuple[str, str]] = ()) -> None:
        self._written: dict[str, list[str]] = {}
        self._same: dict[str, list[str]] = {}
        self._looks: dict[str, dict[str, None]] = {}
        self._unlooked: list[tuple[str, str]] = []  # how a name looks is asked for more seldom than what it means
        for id_, name in names:
            self.add(id_, name)

    def add(self, id_: str, name: str) -> None:
        """Put a name into the index, under an id."""
        self._written.setdefault(name, []).append(id_)
        self._same.setdefault(name_key(name), []).append(id_)
        self._unlooked.append((id_, name))

    def meant(self, name: str) -> tuple[str, ...]:
        """The ids that a name means: those that have it as it is written, else those of the same name."""
        return tuple(self._written.get(name) or self.same(name))

    def same(self, name: str) -> tuple[str, ...]:
        """The ids of the same name, however it is written."""
        return tuple(self._same.get(name_key(name), ()))

    def twins(self, name: str) -> tuple[str, ...]:
        """The ids of other names that look like this one."""
        for id_, other in self._unlooked:
            for form in appearance(other):
                self._looks.setdefault(form, {})[id_] = None
        self._unlooked.clear()
        same = self.same(name)
        near = dict.fromkeys(id_ for form in appearance(name) for id_ in self._looks.get(form, ()))
        return tuple(id_ for id_ in near if id_ not in same)
