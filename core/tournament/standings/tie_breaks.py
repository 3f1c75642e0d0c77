"""Tie-breaks, one small function each. The value of a tie-break is the sum of its operands, or their average: more is
better.

| code | official name |
|---|---|
| `points` | Points: what every match and bye counts by the tournament's scoring |
| `wins` | Matches won |
| `mini_table` | Mini-table among the tied: wins, then game difference, then point difference |
| `game_difference` | Games won minus games lost, in all matches |
| `point_difference` | Points won minus points lost, in all matches |
| `sonneborn_berger` | Sonneborn-Berger: the sum of the scores of beaten opponents |
| `head_to_head` | Head-to-head: wins among the tied, if all of them have met |
| `buchholz` | Buchholz: the sum of the scores of all opponents |
| `buchholz_cut1` | Buchholz cut 1: without the lowest |
| `median_buchholz` | Median Buchholz: without the lowest and the highest |
| `progressive` | Progressive score: the sum of the scores after each round |
| `koya` | Koya: the points against opponents who have half of the points or more |
| `opponents_ratings` | Opponents' ratings: the sum over those who were played |
| `opponents_average_rating` | Opponents' average rating: over those who were played and have a rating |
| `games_won` | Games won, in all matches |
| `points_won` | Points won in all games |
| `round_reached` | How far the player came in the bracket |
| `lots` | Lots drawn among the tied with the tournament's published seed |

No match is drawn. A player's score is their points. A list of codes is the whole order of a table, from the first to
the last. Players who are still equal share a place. `docs/tournaments/tie-breaks.md` says how each of them counts a bye
and a match decided without play.
"""

from collections.abc import Sequence
from itertools import takewhile

from core.errors import Invalid, NotFound
from core.messages import quoted, say
from core.tournament.model.memoize import memoized
from core.tournament.model.values import NO_PLAYER, Meeting
from core.tournament.pairing.lots import lot
from core.tournament.standings.opponent_tie_breaks import (
    buchholz,
    buchholz_cut1,
    koya,
    median_buchholz,
    opponents_ratings,
    progressive,
    sonneborn_berger,
)
from core.tournament.standings.tie_break_input import Operand, TieBreak, TieBreakInput, operand_alone, operand_of


def points(player_id: str, table: TieBreakInput) -> list[Operand]:
    """The value of each match and each bye, and what the penalties in each match take off; points carried on first."""
    mine = table.meetings[player_id]
    return [
        *(_carried(each) for each in [table.carried.get(player_id, 0)] if each),
        *(operand_of(meeting, meeting.points) for meeting in mine),
        *(_penalty(meeting) for meeting in mine if meeting.penalty),
    ]


def _carried(points: int) -> Operand:
    return operand_alone(points)._replace(kind="carried", why=say("{points} from the stage before", points=points))


def _penalty(meeting: Meeting) -> Operand:
    why = say("a penalty in round {round} takes {points} off", round=meeting.round, points=meeting.penalty)
    return Operand(NO_PLAYER, (-meeting.penalty,), meeting.match, meeting.round, kind="penalty", why=why)


def wins(player_id: str, table: TieBreakInput) -> list[Operand]:
    """One for each opponent beaten, and for each bye that counts as a win."""
    return [operand_of(meeting, 1) for meeting in table.meetings[player_id] if meeting.won]


def mini_table(player_id: str, table: TieBreakInput) -> list[Operand]:
    """Each match among the tied: won or not, game difference, point difference."""
    among = table.among_tied(player_id)
    return [
        operand_of(meeting, int(meeting.won), meeting.game_difference, meeting.point_difference) for meeting in among
    ]


def game_difference(player_id: str, table: TieBreakInput) -> list[Operand]:
    """Each match's games won minus games lost."""
    return [operand_of(meeting, meeting.game_difference) for meeting in table.meetings[player_id] if not meeting.is_bye]


def point_difference(player_id: str, table: TieBreakInput) -> list[Operand]:
    """Each match's points won minus points lost."""
    return [
        operand_of(meeting, meeting.point_difference) for meeting in table.meetings[player_id] if not meeting.is_bye
    ]


def games_won(player_id: str, table: TieBreakInput) -> list[Operand]:
    """Each match's games won."""
    return [operand_of(meeting, meeting.games_won) for meeting in table.meetings[player_id] if not meeting.is_bye]


def points_won(player_id: str, table: TieBreakInput) -> list[Operand]:
    """Each match's points won."""
    return [operand_of(meeting, meeting.points_won) for meeting in table.meetings[player_id] if not meeting.is_bye]


def head_to_head(player_id: str, table: TieBreakInput) -> list[Operand] | None:
    """Each match among the tied, won or not; `None` while two of them have not met."""
    for one in table.tied:
        if not table.tied <= {one, *(meeting.opponent for meeting in table.meetings[one])}:
            return None
    return [operand_of(meeting, int(meeting.won)) for meeting in table.among_tied(player_id)]


def round_reached(player_id: str, table: TieBreakInput) -> list[Operand]:
    """One number; in a format without a bracket 0 for everybody."""
    return [operand_alone(table.reached.get(player_id, 0))]


def lots(player_id: str, table: TieBreakInput) -> list[Operand] | None:
    """One for each of the tied whose lot is drawn later; `None` while no seed is published.

    The lot is that of `lots:<player id>` (see `core.tournament.pairing.lots`).
    """
    if table.seed is None:
        return None
    order = _drawn(table)
    return [Operand(each, (1,)) for each in order[order.index(player_id) + 1 :]]


@memoized
def _drawn(table: TieBreakInput) -> list[str]:
    """The tied in the order of their lots."""
    return sorted(table.tied, key=lambda player: lot(f"lots:{player}", table.seed or ""))


TIE_BREAKS: tuple[TieBreak, ...] = (
    TieBreak(
        "points",
        say("Points: what every match and bye counts by the tournament's scoring"),
        points,
        say("Points", "tie_break_points"),
    ),
    TieBreak("wins", say("Matches won", "tie_break_wins"), wins),
    TieBreak(
        "mini_table",
        say("Mini-table among the tied: wins, then game difference, then point difference"),
        mini_table,
        say("Mini-table among the tied", "tie_break_mini_table"),
        among_tied=True,
        parts=(say("wins"), say("game difference"), say("point difference")),
    ),
    TieBreak(
        "game_difference",
        say("Games won minus games lost, in all matches", "tie_break_game_difference"),
        game_difference,
    ),
    TieBreak(
        "point_difference",
        say("Points won minus points lost, in all matches", "tie_break_point_difference"),
        point_difference,
    ),
    TieBreak(
        "sonneborn_berger",
        say("Sonneborn-Berger: the sum of the scores of beaten opponents"),
        sonneborn_berger,
        say("Sonneborn-Berger", "tie_break_sonneborn_berger"),
    ),
    TieBreak(
        "head_to_head",
        say("Head-to-head: wins among the tied, if all of them have met"),
        head_to_head,
        say("Head-to-head", "tie_break_head_to_head"),
        among_tied=True,
        unless=say("not all of those who are tied have met"),
    ),
    TieBreak(
        "buchholz",
        say("Buchholz: the sum of the scores of all opponents"),
        buchholz,
        say("Buchholz", "tie_break_buchholz"),
    ),
    TieBreak(
        "buchholz_cut1",
        say("Buchholz cut 1: without the lowest"),
        buchholz_cut1,
        say("Buchholz cut 1", "tie_break_buchholz_cut1"),
    ),
    TieBreak(
        "median_buchholz",
        say("Median Buchholz: without the lowest and the highest"),
        median_buchholz,
        say("Median Buchholz", "tie_break_median_buchholz"),
    ),
    TieBreak(
        "progressive",
        say("Progressive score: the sum of the scores after each round"),
        progressive,
        say("Progressive score", "tie_break_progressive"),
    ),
    TieBreak(
        "koya",
        say("Koya: the points against opponents who have half of the points or more"),
        koya,
        say("Koya", "tie_break_koya"),
    ),
    TieBreak(
        "opponents_ratings",
        say("Opponents' ratings: the sum over those who were played"),
        opponents_ratings,
        say("Opponents' ratings", "tie_break_opponents_ratings"),
    ),
    TieBreak(
        "opponents_average_rating",
        say("Opponents' average rating: over those who were played and have a rating"),
        opponents_ratings,
        say("Opponents' average rating", "tie_break_opponents_average_rating"),
        averaged=True,
    ),
    TieBreak("games_won", say("Games won, in all matches", "tie_break_games_won"), games_won),
    TieBreak("points_won", say("Points won in all games", "tie_break_points_won"), points_won),
    TieBreak("round_reached", say("How far the player came in the bracket", "tie_break_round_reached"), round_reached),
    TieBreak(
        "lots",
        say("Lots drawn among the tied with the tournament's published seed", "tie_break_lots"),
        lots,
        among_tied=True,
        unless=say("lots are drawn once the tournament has started"),
    ),
)
_BY_CODE = {tie_break.code: tie_break for tie_break in TIE_BREAKS}

PRESETS: dict[str, tuple[str, ...]] = {
    "swiss_tables": ("points", "head_to_head", "buchholz_cut1", "buchholz", "sonneborn_berger", "game_difference"),
    "swiss_bg_classic": ("points", "median_buchholz", "buchholz", "progressive", "sonneborn_berger"),
    "round_robin": ("wins", "mini_table", "game_difference", "sonneborn_berger"),
    "league": ("points", "point_difference", "head_to_head"),
    "knock_out": ("round_reached",),
}
"""Whole orders by name; who is still equal shares the place."""

FIRST = ("points", "wins", "round_reached")
"""One of these orders a table before anything else."""


def tie_break_of(code: str) -> TieBreak:
    """The tie-break of that code. Raises `NotFound`, which names the known ones."""
    if code not in _BY_CODE:
        raise NotFound("tie-break", code, tuple(_BY_CODE))
    return _BY_CODE[code]


def check_tie_breaks(codes: Sequence[str]) -> tuple[str, ...]:
    """The codes, if a table can be ordered by them. Raises `Invalid` naming every one that is unknown or repeated.

    >>> check_tie_breaks(["wins", "head_to_head"])
    ('wins', 'head_to_head')
    """
    problems = {}
    for place, code in enumerate(codes):
        if code not in _BY_CODE:
            problems[f"tie_breaks.{place}"] = [
                say("there is no tie-break {code}; known are {known}", code=quoted(code), known=_BY_CODE)
            ]
        elif code in codes[:place]:
            problems[f"tie_breaks.{place}"] = [say("{code} stands in the list before", code=quoted(code))]
    if problems:
        raise Invalid(problems)
    return tuple(codes)


def read_tie_breaks(codes: str | Sequence[str]) -> tuple[str, ...]:
    """An order of one's own, or the preset of that name. Raises `Invalid`.

    >>> read_tie_breaks("league")
    ('points', 'point_difference', 'head_to_head')
    """
    if not isinstance(codes, str):
        return check_tie_breaks(codes)
    if codes not in PRESETS:
        raise Invalid(
            {"tie_breaks": [say("there is no preset {name}; known are {known}", name=quoted(codes), known=PRESETS)]}
        )
    return PRESETS[codes]


def whole_order(codes: Sequence[str], default: Sequence[str], scored: bool = False) -> tuple[str, ...]:
    """The whole order of a table for these codes, or none: the score comes before all of them.

    Codes without any of `FIRST` get those that the format's own order begins with; where matches have a scoring of
    their own (`scored`), that is `points`. In a format with brackets the round reached comes before everything.

    >>> whole_order(["buchholz"], PRESETS["swiss_tables"]), whole_order([], PRESETS["round_robin"], scored=True)[:2]
    (('points', 'buchholz'), ('points', 'wins'))
    >>> whole_order(["wins", "head_to_head"], PRESETS["knock_out"])
    ('round_reached', 'wins', 'head_to_head')
    """
    order = tuple(codes) or tuple(default)
    if not set(FIRST) & set(order):
        order = (*takewhile(FIRST.__contains__, default), *order)
    if "round_reached" in default[:1] and "round_reached" not in order:
        order = ("round_reached", *order)
    if not set(FIRST) & set(order) or (scored and not {"points", "round_reached"} & set(order)):
        return ("points", *order)
    return order
