"""Files of a rating list for spreadsheets: the list, every match with what it changed, and the rule."""

from collections.abc import Iterable, Mapping
from typing import Protocol

from core.csv_text import Cell
from core.ratings.federation import FederationList
from core.ratings.rating_list import Judged, Rated
from core.ratings.rule import Rule, stored_rule
from core.timestamps import rfc3339
from service.exports.xlsx import workbook

LIST = (
    "rank",
    "provisional",
    "player_id",
    "name",
    "rating",
    "experience",
    "played",
    "won",
    "lost",
    "highest",
    "last_change",
    "last_match",
)
MATCHES = (
    "match_id",
    "tournament_id",
    "tournament",
    "round",
    "round_name",
    "decided_at",
    "result_code",
    "points",
    "player1_id",
    "player1_name",
    "player2_id",
    "player2_name",
    "score1",
    "score2",
    "winner",
    "counts",
    "why_not",
    "before1",
    "after1",
    "before2",
    "after2",
)
"""The columns of the sheets. `points` is the length that the formula takes, `winner` is 1 or 2."""


class Line(Protocol):
    """A line of a list."""

    @property
    def rank(self) -> int | None:
        """The rank, `None` for a provisional player."""

    @property
    def name(self) -> str:
        """The name."""

    @property
    def rated(self) -> Rated:
        """The rating."""

    @property
    def provisional(self) -> bool:
        """True for a provisional player."""


def list_rows(lines: Iterable[Line]) -> list[list[Cell]]:
    """The list with its heading; ratings to two decimals."""
    rows: list[list[Cell]] = [list(LIST)]
    for line in lines:
        each = line.rated
        rows.append(
            [
                line.rank,
                line.provisional,
                each.player,
                line.name,
                round(each.rating, 2),
                each.experience,
                each.played,
                each.won,
                each.lost,
                round(each.highest, 2),
                round(each.change, 2),
                rfc3339(each.at),
            ]
        )
    return rows


def match_rows(matches: Iterable[Judged], names: Mapping[str, str], tournaments: Mapping[str, str]) -> list[list[Cell]]:
    """The matches with their heading, in their order; names of players and tournaments by id."""
    rows: list[list[Cell]] = [list(MATCHES)]
    for judged in matches:
        match, (one, other) = judged.match, judged.players
        changed: list[Cell] = [None] * 4
        if judged.counts:
            pairs = zip(judged.before, judged.changes, strict=True)
            changed = [round(value, 2) for before, change in pairs for value in (before, before + change)]
        rows.append(
            [
                match.match,
                match.tournament or None,
                tournaments.get(match.tournament),
                match.round,
                match.round_name or None,
                rfc3339(match.at),
                match.kind,
                match.points,
                one or None,
                names.get(one, match.names[0]),
                other or None,
                names.get(other, match.names[1]),
                *match.score,
                None if match.winner is None else match.winner + 1,
                judged.counts,
                judged.why_not,
                *changed,
            ]
        )
    return rows


def rule_rows(rule: Rule) -> list[list[Cell]]:
    """The rule with its heading, a line for each of its values."""
    return [
        ["setting", "value"],
        *([name, ", ".join(value) if isinstance(value, list) else value] for name, value in stored_rule(rule).items()),
    ]


def federation_rows(found: FederationList) -> list[list[Cell]]:
    """The list of several clubs with its heading: as `list_rows`, with the home club in place of the player's id."""
    ranks = found.ranks
    rows: list[list[Cell]] = [["club" if name == "player_id" else name for name in LIST]]
    for each in found.ratings.ranked():
        person, rank = found.people[each.player], ranks.get(each.player)
        rows.append(
            [
                rank,
                rank is None,
                person.club,
                person.name,
                round(each.rating, 2),
                each.experience,
                each.played,
                each.won,
                each.lost,
                round(each.highest, 2),
                round(each.change, 2),
                rfc3339(each.at),
            ]
        )
    return rows


def federation_xlsx(found: FederationList) -> bytes:
    """The list of several clubs as a workbook, with the matches on a sheet."""
    names = {key: person.name for key, person in found.people.items()}
    sheets = {"Ratings": federation_rows(found), "Matches": match_rows(found.ratings.matches, names, {})}
    return workbook(sheets, found.game)
