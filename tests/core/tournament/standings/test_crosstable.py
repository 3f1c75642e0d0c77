"""Cross-tables: who met whom, seen from each side."""

from core.events import PlayerWithdrew, ResultDecided
from core.tournament.standings.crosstable import OPPONENTS, ROUNDS, CrossTable, crosstables
from core.tournament.views.csv_rows import crosstable_rows
from tests.support.tournament.scenario import announced, begun, best, entries, played_on
from tests.support.tournament.written_results import after, entered, pairing, played, started


def grid(table: CrossTable) -> list[str]:
    """A table's rows as its players see them: `anna . W9-4 L1-2`."""
    return [
        " ".join([row.line.player_id, *(" ".join(cell.text or "?" for cell in cells) or "." for cells in row.cells)])
        for row in table.rows
    ]


def test_where_all_meet_all_there_is_a_column_for_each_opponent_in_the_order_of_the_table() -> None:
    [table] = crosstables(played(started(["anna", "bo", "cilla"]), ["bo-anna 3:2 6:3", "bo-cilla 3:0 9:0"]))
    assert table.by == OPPONENTS
    assert grid(table) == ["bo . W6-3 W9-0", "anna L3-6 . ?", "cilla L0-9 ? ."]
    assert {cell.match for row in table.rows for cells in row.cells for cell in cells} == {
        "t_cup.1",
        "t_cup.2",
        "t_cup.3",
    }


def test_an_unplayed_match_has_no_score() -> None:
    tournament = started(["anna", "bo", "cilla", "dag"])
    match = pairing(tournament, "anna", "bo")
    winner = "white" if match.white == "anna" else "black"
    other = pairing(tournament, "cilla", "dag").match
    tournament = after(
        tournament,
        [
            ResultDecided(match.match, "walkover", "ill", winner, {}, None, ()),
            ResultDecided(other, "double_no_show", "nobody came", None, {}, None, ()),
        ],
    )
    [table] = crosstables(tournament)
    texts = {row.line.player_id: "".join(cell.text for cells in row.cells for cell in cells) for row in table.rows}
    assert texts == {"anna": "Wwo", "bo": "Lwo", "cilla": "Lwo", "dag": "Lwo"}


def test_elsewhere_there_is_a_column_for_each_round_and_a_bye_is_named() -> None:
    tournament = begun(announced("single_elimination"), entries(["anna", "bo", "cilla"]))
    [table] = crosstables(played_on(tournament, best(["anna", "bo", "cilla"])))
    assert (table.by, table.columns) == (ROUNDS, (1, 2))
    assert grid(table) == ["anna bye W3-2", "bo W3-2 L2-3", "cilla L2-3 ."]
    assert [row[6:8] for row in crosstable_rows(played_on(tournament, best(["anna", "bo", "cilla"])))] == [
        ["r1", "r2"],
        ["bye", "2W3-2"],
        ["3W3-2", "1L2-3"],
        ["2L2-3", ""],
    ]


def test_each_group_has_its_own_and_the_bracket_behind_it_counts_in_none() -> None:
    names = [f"p{number}" for number in range(1, 9)]
    tournament = begun(announced("groups_then_knockout", {"groups": 2}), entries(names))
    tables = crosstables(played_on(tournament, best(names)))
    assert [table.name for table in tables] == ["A", "B"]
    for table in tables:
        assert len(table.rows) == 4
        assert all(sum(map(len, row.cells)) == 3 for row in table.rows)
        assert [row.line.wins for row in table.rows] == [3, 2, 1, 0]
    rows = crosstable_rows(played_on(tournament, best(names)))
    assert [row[0] for row in rows] == ["section", *["A"] * 4, *["B"] * 4]


def test_in_two_legs_a_cell_holds_two_matches() -> None:
    tournament = begun(announced("round_robin", {"legs": 2}), entries(["anna", "bo"]))
    [table] = crosstables(played_on(tournament, best(["bo", "anna"])))
    assert grid(table) == ["bo . W3-2 W3-2", "anna L2-3 L2-3 ."]


def test_a_withdrawn_player_stays_with_their_matches_and_no_players_give_an_empty_table() -> None:
    tournament = after(played(started(["anna", "bo"]), ["anna-bo"]), [PlayerWithdrew("anna")])
    assert [row.line.withdrawn for row in crosstables(tournament)[0].rows] == [True, False]
    [table] = crosstables(entered([]))
    assert (table.columns, table.rows) == ((), ())
