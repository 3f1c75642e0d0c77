"""Matches of a timetable in words, on pages, prints and in calendars: its players, else the place that it has."""

from collections.abc import Sequence
from typing import Protocol

from core.tournament.brackets.round_names import own_name
from core.tournament.views.tournament_view import Player
from service.translations.export_words import Language
from service.translations.isolation import beside

UNKNOWN = "?"


class Planned(Protocol):
    """A match of a timetable."""

    @property
    def round(self) -> int: ...
    @property
    def stage(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def place(self) -> int: ...
    @property
    def players(self) -> Sequence[Player]: ...


def match_title(language: Language, match: Planned) -> str:
    """The players of a match; of one whose players are not known its round, and its number there."""
    if sides := sides_of(match):
        return beside(sides)
    title = round_title(language, match)
    return language.word("match_of_round", title, match.place) if match.place else title


def sides_of(match: Planned) -> tuple[str, ...]:
    """The two sides of a match of which one player is known at least; else none."""
    names = [player.label for player in match.players]
    return (*names, UNKNOWN)[:2] if names else ()


def round_title(language: Language, match: Planned) -> str:
    """The round of a match: by its name in the bracket, else by its number."""
    name = own_name(match.name)
    return language.name(name) if name else language.word("round", match.round)
