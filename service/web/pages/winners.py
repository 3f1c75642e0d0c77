"""Who won: the first three of a tournament that is over, and whoever won a group or a bracket beside the main one."""

from typing import NamedTuple

from flask_babel import gettext as _

from core.tournament import Tournament
from core.tournament.standings import sections, standings
from core.tournament.state import FINISHED
from service.exports.reaching import aside_winners
from service.web.pages import desk_words


class Place(NamedTuple):
    """A place of honour: its number, what it is called, and who has it; several where it is shared."""

    rank: int
    word: str
    names: tuple[str, ...]


class Winners(NamedTuple):
    """The first places, and by what they won the winners of the other parts of the tournament.

    `early`: the tournament was ended before all was played.
    """

    places: tuple[Place, ...]
    others: tuple[tuple[str, str], ...]
    early: bool


def winners(tournament: Tournament) -> Winners | None:
    """Who won a tournament; `None` while it is not over, or if nothing was played."""
    lines = standings(tournament) if tournament.status == FINISHED else []
    if not any(line.played for line in lines):
        return None
    words = {1: _("Winner"), 2: _("Second"), 3: _("Third")}
    places = [
        Place(rank, word, tuple(line.name for line in lines if line.rank == rank and line.played))
        for rank, word in words.items()
    ]  # fmt: skip
    return Winners(tuple(each for each in places if each.names), tuple(_others(tournament)), tournament.ended)


def _others(tournament: Tournament) -> list[tuple[str, str]]:
    tongue = desk_words.tongue()
    found = [(tongue.name(key), tournament.name_of(player)) for key, player in aside_winners(tournament).items()]
    for name, lines in sections(tournament):
        found.append((tongue.section(name), ", ".join(line.name for line in lines if line.rank == 1 and line.played)))
    return [each for each in found if each[1]]
