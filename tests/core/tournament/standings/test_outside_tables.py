"""Tie-breaks against tables of others: an exercise of FIDE's, a club's tournament, an example.

They know draws, so everything is counted in half points: a win is 2, a draw 1. Where a player has drawn, what they are
credited for beaten opponents cannot be compared.
"""

import pytest

from core.tournament.model.values import NO_PLAYER, Meeting
from core.tournament.standings.standings import standings
from core.tournament.standings.tie_break_input import TieBreakInput
from core.tournament.standings.tie_breaks import tie_break_of
from tests.support.paths import TESTS
from tests.support.tournament.scenario import announced, begun, entries, reported

TABLES = TESTS / "data" / "tables"
POINTS = {"+": 2, "=": 1, "-": 0}


class Published:
    """A published table: who met whom, and the values that its maker printed, by player."""

    def __init__(self, name: str, codes: tuple[str, ...]) -> None:
        lines = (TABLES / name).read_text(encoding="utf-8").splitlines()
        rows = [line.replace(":", "").split(" | ") for line in lines if not line.startswith("#")]
        cells = {row[0].split()[0]: row[0].split()[1:] for row in rows}
        met = {
            player: [meeting(each, n) for n, each in enumerate(mine, 1) if each != "Z"]
            for player, mine in cells.items()
        }
        away = {player: tuple(n for n, each in enumerate(mine, 1) if each == "Z") for player, mine in cells.items()}
        scores = {player: sum(each.points for each in mine) for player, mine in met.items()}
        self.cells, self.table = cells, TieBreakInput(met, scores=scores, absences=away)
        self.printed = {
            code: {row[0].split()[0]: float(row[1].split()[place]) for row in rows} for place, code in enumerate(codes)
        }

    def ours(self, code: str, player: str) -> float:
        """Our values, in whole points."""
        operands = tie_break_of(code).operands(player, self.table) or []
        total = sum(operand.numbers[0] for operand in operands if not operand.dropped)
        return total if code == "wins" else total / 2

    def differing(self, code: str) -> dict[str, tuple[float, float]]:
        """Differences from the printed table: our value and theirs."""
        pairs = {player: (self.ours(code, player), said) for player, said in self.printed[code].items()}
        return {player: pair for player, pair in pairs.items() if pair[0] != pair[1]}

    @property
    def undrawn(self) -> set[str]:
        """Players who have drawn nothing."""
        return {player for player, cells in self.cells.items() if not any(cell[-1] in "=H" for cell in cells)}


def meeting(cell: str, number: int) -> Meeting:
    if cell in ("U", "H"):
        return Meeting(NO_PLAYER, cell == "U", 0, 0, 0, 0, 2 if cell == "U" else 1, "bye", "", number)
    opponent, result = cell[:-1].rstrip("f"), cell[-1]
    kind = "walkover" if "f" in cell else "played"
    return Meeting(opponent, result == "+", 0, 0, 0, 0, POINTS[result], kind, f"{number}", number)


HELD = Published("held_swiss.txt", ("buchholz", "buchholz_cut1", "sonneborn_berger", "wins", "progressive"))
VEGA = Published("vega_swiss.txt", ("buchholz", "buchholz_cut1", "sonneborn_berger"))


@pytest.mark.parametrize("published", [HELD, VEGA], ids=["held", "vega"])
def test_the_tables_are_copied_right_what_one_wins_another_loses(published: Published) -> None:
    mirror = {"+": "-", "-": "+", "=": "="}
    for player, cells in published.cells.items():
        for number, cell in enumerate(cells):
            if cell[0].isdigit():
                assert published.cells[cell[:-1].rstrip("f")][number].rstrip("f+-=") == player
                assert published.cells[cell[:-1].rstrip("f")][number][-1] == mirror[cell[-1]]


@pytest.mark.parametrize("code", ["buchholz", "buchholz_cut1"])
def test_buchholz_is_that_of_a_tournament_of_thirty(code: str) -> None:
    assert VEGA.differing(code) == {}


def test_sonneborn_berger_is_that_of_a_tournament_of_thirty() -> None:
    assert len(VEGA.undrawn) == 22
    assert not VEGA.differing("sonneborn_berger").keys() & VEGA.undrawn


@pytest.mark.parametrize("code", ["wins", "progressive"])
def test_wins_and_the_progressive_score_are_those_of_fide(code: str) -> None:
    assert HELD.differing(code) == {}


def test_buchholz_is_that_of_fide_with_a_virtual_opponent_for_every_round_not_played() -> None:
    # Player 12 was not there at the end, which FIDE counts to the opponents as draws; here the score is as played.
    assert HELD.differing("buchholz") == {"4": (14.0, 15.0)}


def test_a_cut_drops_the_lowest_where_fide_first_drops_a_round_not_played_of_ones_own_will() -> None:
    assert HELD.differing("buchholz_cut1") == {"4": (12.5, 11.5), "9": (8.0, 7.5), "14": (9.5, 9.0)}


def test_sonneborn_berger_is_that_of_fide_for_byes_and_forfeits_too() -> None:
    assert {"6", "12", "14"} <= HELD.undrawn
    assert not HELD.differing("sonneborn_berger").keys() & HELD.undrawn


def test_head_to_head_is_asked_again_of_those_still_tied() -> None:
    # The example of lichess-org/scalachess, TiebreakTest: F has met everybody and is not among those to be told apart.
    players = ("a", "b", "c", "d", "f")
    won = ["a-b", "a-c", "d-a", "f-a", "b-c", "b-d", "f-b", "c-d", "c-f", "d-f"]
    tournament = begun(announced("round_robin", tie_breaks=("head_to_head",)), entries(players))
    for each in won:
        winner, loser = each.split("-")
        match = next(one for one in tournament.matches if {one.white, one.black} == {winner, loser})
        tournament = reported(tournament, match, winner)
    lines = standings(tournament, players[:4])
    assert [(line.rank, line.player_id) for line in lines] == [(1, "a"), (2, "b"), (3, "c"), (4, "d")]
    assert [line.tie_breaks[0].value for line in lines] == [(2, 1), (2, 0), (1, 1), (1, 0)]
