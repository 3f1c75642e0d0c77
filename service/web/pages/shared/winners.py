"""Winners: the first three of a finished tournament, and the winners of groups and of brackets beside the main one."""

from collections.abc import Sequence
from typing import NamedTuple

from flask_babel import gettext as _

from core.tournament import Tournament
from core.tournament.details import prizes_of
from core.tournament.model.state import FINISHED
from core.tournament.standings.standings import Standing, sections, standings
from service.translations.round_reached import aside_winners
from service.web.i18n import tournament_labels


class Place(NamedTuple):
    """A place of honour: its number, what it is called, who has it, several where it is shared, and their prizes."""

    rank: int
    word: str
    names: tuple[str, ...]
    prizes: tuple[str, ...] = ()


class Winners(NamedTuple):
    """The first places, and by what they won the winners of the other parts of the tournament.

    `early`: the tournament was ended before all was played. `vacant`: the last match had no winner, so the first place
    is vacant.
    """

    places: tuple[Place, ...]
    others: tuple[tuple[str, str], ...]
    early: bool
    vacant: bool


def winners(tournament: Tournament) -> Winners | None:
    """The winners of a tournament; `None` while it is not over, or without a winner."""
    if tournament.status != FINISHED:
        return None
    lines, labels = standings(tournament), {1: _("Winner"), 2: _("Second"), 3: _("Third")}
    details = tournament.created.details
    places = tuple(
        Place(rank, word, tuple(line.name for line in there), prizes_of(details, rank, there[0].places))
        for rank, word in labels.items()
        if (there := _at(rank, lines))
    )
    others, vacant = tuple(_others(tournament)), bool(lines) and lines[0].rank > 1
    return Winners(places, others, tournament.ended, vacant) if places or others else None


def _at(rank: int, lines: Sequence[Standing]) -> list[Standing]:
    """The lines of a place; none if a player shares it who has not played."""
    there = [line for line in lines if line.rank == rank]
    return there if all(line.played for line in there) else []


def _others(tournament: Tournament) -> list[tuple[str, str]]:
    language = tournament_labels.labels()
    found = [(language.name(key), tournament.name_of(player)) for key, player in aside_winners(tournament).items()]
    for name, lines in sections(tournament):
        found.append((language.section(name), ", ".join(line.name for line in _at(1, lines))))
    return [each for each in found if each[1]]
