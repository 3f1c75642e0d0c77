"""Brackets below a knock-out that follows another stage: consolation, last chance and placement of its losers.

The settings have the names `losers`, `last_chance` and `placement`. A `consolation` of theirs is a yes or no, and is
for the players who do not come to the knock-out.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from core.errors import Invalid
from core.messages import say
from core.tournament.brackets.builders import single
from core.tournament.brackets.drops import AUTO, unreadable
from core.tournament.setting_words import sentence_of

_SETTINGS = {"consolation": "losers", "last_chance": "last_chance"}
"""The setting of each bracket that a drop string may describe."""
LOSERS: Mapping[str, Any] = {
    "if_chosen": True,
    "sentence": say(
        "SE6: a drop string such as `AB.C.D.|.|.` says who of the losers of the knock-out enters a consolation when; "
        "`auto` is the usual one, empty is none."
    ),
}
"""The setting of the consolation of the losers of a knock-out, as metadata of a field."""
LAST_CHANCE: Mapping[str, Any] = {"if_chosen": True, "sentence": sentence_of("last_chance", "SE7")}
"""The setting of the last chance behind that consolation, as metadata of a field."""


class Below(NamedTuple):
    """The brackets that hang on a knock-out, in the words of `single`."""

    bronze: bool = False
    consolation: str = ""
    last_chance: str = ""
    placement: int = 0

    def fitting(self, entrants: int) -> "Below":
        """The same for so many entrants: a drop string that does not fit them is the usual one.

        So the players who go on have their brackets, also where some have left since the string was looked at.
        """
        return _fitting(self, entrants)


NOTHING_BELOW = Below()


def below_of(settings: Any) -> Below:
    """The brackets that hang on the knock-out by these settings of the format."""
    return Below(settings.bronze, settings.losers, settings.last_chance, settings.placement)


@lru_cache(maxsize=256)
def _fitting(below: Below, entrants: int) -> Below:
    consolation, last_chance = below.consolation and AUTO, below.last_chance and AUTO
    usual = below._replace(consolation=consolation, last_chance=last_chance)
    asked = (below, below._replace(last_chance=last_chance), below._replace(consolation=consolation))
    return usual if entrants < 2 else next((each for each in asked if not _wrong(each, entrants)), usual)


def _wrong(below: Below, entrants: int) -> Mapping[str, list[str]]:
    """The problems of drop strings by `consolation` and `last_chance`."""
    try:
        single(entrants, **below._asdict())
    except Invalid as wrong:
        return {name.removeprefix("settings."): messages for name, messages in wrong.problems.items()}
    return {}


def ensure_fits(settings: Any, entrants: int) -> None:
    """Raises `Invalid` for drop strings that do not fit so many players of the knock-out."""
    if entrants >= 2 and (wrong := _wrong(below_of(settings), entrants)):
        raise Invalid({f"settings.{_SETTINGS[name]}": messages for name, messages in wrong.items()})


def ensure_below(settings: Any) -> None:
    """Raises `Invalid` naming drop strings that cannot be read, and settings that exclude each other."""
    problems = unreadable({name: getattr(settings, name) for name in _SETTINGS.values()})
    if settings.losers and settings.consolation:
        problems["losers"] = [
            say(
                "a tournament has one consolation, and here it is for players who miss the knock-out: choose one of "
                "the two, or let the losers play for places"
            )
        ]
    if settings.last_chance and not settings.losers:
        problems["last_chance"] = [say("it takes the losers of the consolation of the knock-out: choose that as well")]
    if settings.placement and settings.losers:
        problems["placement"] = [say("it takes the losers of the consolation: choose one of the two")]
    if settings.placement and getattr(settings, "share_third", False):
        problems["placement"] = [say("the third place is shared: choose one of the two")]
    if problems:
        raise Invalid(problems)
