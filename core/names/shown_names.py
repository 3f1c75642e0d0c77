"""Names of players as readers see them: whole, as initials, or as a chosen name."""

import unicodedata
from collections.abc import Mapping
from typing import NamedTuple

FULL, INITIALS, CHOSEN = "full", "initials", "chosen"
STYLES = (FULL, INITIALS, CHOSEN)
NUMBER = "number"
NAME_WISHES = (FULL, INITIALS, NUMBER)
"""The styles for which people may ask as they ask to enter: a number becomes a chosen name such as `Player 7`."""


class ShownAs(NamedTuple):
    """The form in which a reader sees the name of a player; `chosen` is the name of the style of that name.

    `names` are those by which the club ever knew the player: they are looked for in texts.
    """

    style: str
    chosen: str = ""
    names: tuple[str, ...] = ()

    def of(self, name: str) -> str:
        """The text in the place of a name.

        >>> ShownAs(INITIALS).of("Anna Berg"), ShownAs(CHOSEN, "Player 7").of("Anna Berg")
        ('A. B.', 'Player 7')
        """
        if self.style == CHOSEN:
            return self.chosen
        return initials(name) if self.style == INITIALS else name


class NameSetting(NamedTuple):
    """The styles in which the public and the club's people below referees see a player's name."""

    public: str = FULL
    members: str = FULL
    chosen: str = ""

    @property
    def hides(self) -> bool:
        """True if some readers do not see the name."""
        return (self.public, self.members) != (FULL, FULL)


ShownNames = Mapping[str, ShownAs]
"""Players whose names a reader does not see, by every id that they ever had."""


def shown_names(
    settings: Mapping[str, NameSetting],
    merged: Mapping[str, str],
    names: Mapping[str, tuple[str, ...]],
    *,
    to_members: bool = False,
) -> ShownNames:
    """The players whose names the public, or people of the club below referees, do not see.

    `names` are the present and former names of players, by their ids.
    """
    shown = {
        player_id: ShownAs(style, setting.chosen, names.get(player_id, ()))
        for player_id, setting in settings.items()
        if (style := setting.members if to_members else setting.public) != FULL
    }
    return shown | {old: shown[present] for old, present in merged.items() if present in shown}


def shown_name(shown: ShownNames, player_id: str, name: str) -> str:
    """The name of a player as a reader sees it."""
    return shown[player_id].of(name) if player_id in shown else name


def initials(name: str) -> str:
    """The first letters of the words of a name.

    >>> initials("Karl-Johan von Ek (Kiel)")
    'K.-J. v. E. K.'
    """
    words = ("-".join(filter(None, map(_initial, word.split("-")))) for word in name.split())
    return " ".join(filter(None, words)) or "–"


def _initial(word: str) -> str:
    """The first letter of a word, with the marks that belong to it."""
    start = next((place for place, sign in enumerate(word) if sign.isalnum()), None)
    if start is None:
        return ""
    marks = start + 1
    while marks < len(word) and unicodedata.combining(word[marks]):
        marks += 1
    return f"{word[start:marks]}."
