"""Names of players as readers see them: whole, as initials, or as a chosen name."""

import unicodedata
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from core.names.names import name_key

FULL, INITIALS, CHOSEN = "full", "initials", "chosen"
STYLES = (FULL, INITIALS, CHOSEN)
ALL, MEMBER, PUBLIC, FEEDS = "all", "member", "public", "feeds"
"""The readers of a club's names: referees and organisers, who see all of them; its other people; everybody else; and
programs that follow its news and its calendars."""
ON_PAPER = {ALL: "paper", MEMBER: "paper for members", PUBLIC: "paper for everybody"}
"""The readers of what is printed, by those who print it: on paper they see no more than on their screen."""
NUMBER = "number"
NAME_WISHES = (FULL, INITIALS, NUMBER)
"""The styles for which people may ask as they ask to enter: a number becomes a chosen name such as `Player 7`."""


class ShownAs(NamedTuple):
    """The form in which a reader sees the name of a player; `chosen` is the name of the style of that name.

    `names` are those by which the club ever knew the player, `parts` are the parts of these that mean no other person
    there: both are looked for in texts.
    """

    style: str
    chosen: str = ""
    names: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()

    def of(self, name: str) -> str:
        """The text in the place of a name.

        >>> ShownAs(INITIALS).of("Anna Berg"), ShownAs(CHOSEN, "Player 7").of("Anna Berg")
        ('A. B.', 'Player 7')
        """
        if self.style == CHOSEN:
            return self.chosen
        return initials(name) if self.style == INITIALS else name


class NameSetting(NamedTuple):
    """The styles in which readers see a player's name: the public, and the club's people below referees.

    `paper` and `feeds` are as `public`, unless they have a style. The setting is for what was not over at `since`
    (Unix ms); what was over by then shows what the setting `before` says, or the whole name. Without `since` it is for
    everything.
    """

    public: str = FULL
    members: str = FULL
    chosen: str = ""
    paper: str = ""
    feeds: str = ""
    since: int | None = None
    before: "NameSetting | None" = None

    @property
    def hides(self) -> bool:
        """True if some readers do not see the name somewhere."""
        return any(
            {name_setting.public, name_setting.members, *name_setting.beside} != {FULL} for name_setting in self.all()
        )

    @property
    def beside(self) -> tuple[str, str]:
        """The styles on paper and in feeds."""
        return self.paper or self.public, self.feeds or self.public

    def all(self) -> Iterator["NameSetting"]:
        """This setting, and behind it those of before."""
        setting: NameSetting | None = self
        while setting is not None:
            yield setting
            setting = setting.before

    def after(self, before: "NameSetting") -> "NameSetting":
        """The setting with those that it leaves for what was over before it."""
        if self.since is None:
            return self
        left = next(
            (
                name_setting
                for name_setting in before.all()
                if name_setting.since is None or name_setting.since < self.since
            ),
            NameSetting(),
        )
        return self._replace(before=left if left.hides else None)

    def of(self, period: int | None) -> "NameSetting":
        """The setting for what was over at a time (Unix ms); `None`: the present one."""
        if period is None:
            return self
        return next(
            (name_setting for name_setting in self.all() if name_setting.since is None or name_setting.since <= period),
            NameSetting(),
        )

    def style_for(self, readers: str) -> str:
        """The style in which these readers see the name."""
        paper, feeds = self.beside
        styles = {ALL: FULL, MEMBER: self.members, PUBLIC: self.public, FEEDS: feeds}
        if readers in styles:
            return styles[readers]
        by = next(each for each, printed in ON_PAPER.items() if printed == readers)
        return styles[by] if paper == FULL else paper


NamesOfPerson = tuple[tuple[str, ...], tuple[str, ...]]
"""The names of a person, and their parts that mean no other person."""
ShownNames = Mapping[str, ShownAs]
"""Players whose names a reader does not see, by every id that they ever had."""


def shown_names(
    settings: Mapping[str, NameSetting],
    merged: Mapping[str, str],
    names: Mapping[str, NamesOfPerson],
    readers: str = PUBLIC,
    period: int | None = None,
) -> ShownNames:
    """The players whose names these readers do not see, in what was over in a period (`period_of`).

    `names` are the present and former names of players with their parts, by their ids.
    """
    shown = {
        player_id: ShownAs(style, setting.chosen, *names.get(player_id, ((), ())))
        for player_id, present in settings.items()
        if (style := (setting := present.of(period)).style_for(readers)) != FULL
    }
    return shown | {old: shown[present] for old, present in merged.items() if present in shown}


def periods_of(settings: Mapping[str, NameSetting]) -> tuple[int, ...]:
    """The times (Unix ms) from which settings are for what is not over, in their order."""
    times = {name_setting.since for setting in settings.values() for name_setting in setting.all()}
    return tuple(sorted(time for time in times if time is not None))


def period_of(periods: Sequence[int], over_at: int | None) -> int | None:
    """The period of something that was over at a time: its begin, 0 before the first. The last one is `None`."""
    place = len(periods) if over_at is None else bisect_right(periods, over_at)
    if place == len(periods):
        return None
    return periods[place - 1] if place else 0


def shown_name(shown: ShownNames, player_id: str | None, name: str) -> str:
    """The name of a player as a reader sees it. One of no id is the player who has, or had, this name."""
    if player_id:
        return shown[player_id].of(name) if player_id in shown else name
    key = name_key(name)
    return next((shown_as.of(name) for shown_as in shown.values() if key in map(name_key, shown_as.names)), name)


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
