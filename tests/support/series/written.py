"""Results of tournaments for a series, written as places and matches in a line."""

from dataclasses import replace
from fractions import Fraction

from core.series.announcement import Announcement
from core.series.result import MatchResult, PlayerResult, TournamentResult
from core.series.table import Table, table

PLAIN = Announcement("Season", own=Fraction(0))


def tables(*points):
    """Points by place of one table for every field."""
    return replace(PLAIN, tables=(PLAIN.tables[0]._replace(points=tuple(map(Fraction, points))),))


def evening(number, places, *matches, points=(), withdrawn=(), no_show=(), status="finished"):
    """The result of evening `number`: `"anna bo=cilla dag"` has Bo and Cilla on a shared second place.

    A match is `"anna-bo"`, or `"anna-bo consolation"` of a bracket, `"anna-bo main jan walkover"` with an ending.
    """
    players, rank = [], 1
    for group in places.split():
        names = group.split("=")
        for name in names:
            own = dict(points).get(name, 0)
            players.append(
                PlayerResult(name, name.capitalize(), rank, len(names), own, name in withdrawn, name in no_show)
            )
        rank += len(names)
    return TournamentResult(
        f"t_{number:02}",
        1,
        f"Evening {number}",
        "swedish",
        f"2026-09-{number:02}",
        True,
        status,
        tuple(players),
        tuple(map(match, matches)),
    )


def match(line):
    """A match in a line, whose winner stands first."""
    names, bracket, *more = [*line.split(), ""][: max(2, len(line.split()))]
    winner, loser = names.split("-")
    played = "walkover" not in more
    endings = tuple((0, each) for each in more if each and each != "walkover")
    return MatchResult((winner, loser), 0, played, bracket, (len(endings) or int(played), 0), endings)


def table_of(announcement, *evenings, factors=(), groups=None, merged=None) -> Table:
    """The table of these evenings, which count once unless there is a factor for their number."""
    known, merged = dict(factors), merged or {}
    results = [(evening, Fraction(known.get(int(evening.tournament[2:]), 1))) for evening in evenings]
    return table(announcement, results, groups or {}, lambda each: merged.get(each, each))


def points(found):
    """The points of each player, as texts of exact numbers."""
    return {row.player: str(row.points) for row in found.rows}


def ranks(found):
    """The players with their ranks, in the order of the table."""
    return [(row.rank, row.player) for row in found.rows]
