"""Standings and their reasons: examples worked by hand."""

from hashlib import sha256

from core.events import MatchReopened, PlayerEntered, PlayerWithdrew, ResultDecided
from core.tournament import Tournament
from core.tournament.decisions import pair_round, start
from core.tournament.standings.standings import Standing, TieBreakValue, standings
from core.tournament.standings.tie_breaks import PRESETS
from schemas.dump import dumper
from schemas.views.tournaments import Standing as StandingSchema
from tests.support.tournament.scenario import announced, begun, best, entries, played_on, reported
from tests.support.tournament.written_results import FIVE, after, entered, field, played, started


def table(players: tuple[str, ...], results: list[str], *tie_breaks: str) -> Tournament:
    """A round robin of these players with these results in table talk."""
    return played(started(players, tie_breaks), results)


def places(tournament: Tournament) -> str:
    """The table in one line: `1 anna, 2= bo, 2= cilla`."""
    return ", ".join(f"{row.rank}{'=' * row.shared} {row.player_id}" for row in standings(tournament))


def said(tournament: Tournament, player: str, code: str) -> TieBreakValue:
    """The value of a tie-break for a player."""
    line = next(row for row in standings(tournament) if row.player_id == player)
    return next(tie_break for tie_break in line.tie_breaks if tie_break.code == code)


def sums(value: TieBreakValue) -> tuple[object, list[tuple[str, tuple[int, ...]]]]:
    """A value, and what each opponent adds to it."""
    return value.value, [(operand.opponent, operand.numbers) for operand in value.operands]


def test_a_line_holds_matches_games_and_points() -> None:
    tournament = table(("anna", "bo", "cilla"), ["anna-bo 3:1 7:2", "cilla-anna 3:2 6:5"])
    assert standings(tournament)[1]._replace(tie_breaks=()) == Standing(
        rank=2,
        shared=False,
        player_id="anna",
        name="Anna",
        played=2,
        wins=1,
        losses=1,
        games_won=5,
        games_lost=4,
        points_won=12,
        points_lost=8,
        withdrawn=False,
        tie_breaks=(),
        byes=0,
        points=1,
    )


def test_before_the_first_result_all_who_are_entered_share_the_first_place() -> None:
    tournament = after(entered(["anna", "bo", "cilla"]), [PlayerWithdrew("bo")])
    assert places(tournament) == "1= anna, 1= cilla"
    assert standings(entered([])) == []


def test_rr7_wins_come_first() -> None:
    tournament = table(("anna", "bo", "cilla"), ["bo-anna", "cilla-anna", "bo-cilla"])
    assert places(tournament) == "1 bo, 2 cilla, 3 anna"
    assert sums(said(tournament, "bo", "wins")) == (2, [("cilla", (1,)), ("anna", (1,))])


def test_rr7_of_two_tied_the_winner_of_their_match_is_first_whatever_the_game_difference() -> None:
    results = ["anna-bo 3:2", "bo-cilla 3:0", "bo-dag 3:0", "anna-cilla 3:2", "dag-anna 3:0", "cilla-dag 3:2"]
    tournament = table(("anna", "bo", "cilla", "dag"), results)
    assert places(tournament) == "1 anna, 2 bo, 3 cilla, 4 dag"
    assert said(tournament, "anna", "mini_table").value == (1, 1, 1)
    differences = {player: said(tournament, player, "game_difference").value for player in FIVE[:4]}
    assert differences == {"anna": -1, "bo": 5, "cilla": -3, "dag": -1}


CIRCLE = ["anna-bo 3:2 6:3", "bo-cilla 3:2 5:3", "cilla-anna 3:2 4:3"]
"""Each beat one of the others by one game; point differences: Anna +2, Bo −1, Cilla −1."""


def test_rr7_a_circle_of_three_is_split_by_the_point_difference_among_them() -> None:
    tournament = table(("anna", "bo", "cilla"), CIRCLE)
    assert standings(tournament)[0].player_id == "anna"
    assert sums(said(tournament, "anna", "mini_table")) == ((1, 0, 2), [("bo", (1, 1, 3)), ("cilla", (0, -1, -1))])


def test_rr7_who_is_still_tied_after_a_split_gets_a_new_mini_table_of_their_own() -> None:
    tournament = table(("anna", "cilla", "bo"), CIRCLE)
    assert places(tournament) == "1 anna, 2 bo, 3 cilla"
    assert said(tournament, "bo", "mini_table").value == (1, 0, -1, 1, 1, 2)
    assert said(tournament, "cilla", "mini_table").value == (1, 0, -1, 0, -1, -2)
    assert sums(said(tournament, "bo", "mini_table"))[1] == [
        ("cilla", (1, 1, 2)),
        ("anna", (0, -1, -3)),
        ("cilla", (0, 0, 0, 1, 1, 2)),
    ]


def test_rr7_game_difference_among_the_tied_comes_before_point_difference_among_them() -> None:
    tournament = table(("anna", "bo", "cilla"), ["anna-bo 3:0 3:2", "bo-cilla 3:2 9:1", "cilla-anna 3:2 9:1"])
    assert places(tournament) == "1 anna, 2 cilla, 3 bo"
    values = [said(tournament, player, "mini_table").value for player in ("anna", "cilla", "bo")]
    assert values == [(1, 2, -7), (1, 0, 0), (1, -2, 7)]


def test_rr7_an_even_circle_is_split_by_the_game_difference_in_all_matches() -> None:
    circle = ["anna-bo", "bo-cilla", "cilla-anna"]
    tournament = table(("anna", "bo", "cilla", "dag"), [*circle, "anna-dag 3:2", "bo-dag 3:0", "cilla-dag 3:1"])
    assert places(tournament) == "1 bo, 2 cilla, 3 anna, 4 dag"
    assert said(tournament, "bo", "mini_table").value == (1, 0, 0)
    assert said(tournament, "bo", "game_difference").value == 3


EVEN_CIRCLE = [
    "anna-bo",
    "bo-cilla",
    "cilla-anna",
    "anna-dag",
    "dag-bo",
    "cilla-dag",
    "eva-anna",
    "bo-eva",
    "eva-cilla",
    "eva-dag",
]
"""Eva won three matches, Anna, Bo and Cilla two each in an even circle, Dag one; all of them 3:2."""


def test_rr7_sonneborn_berger_is_the_sum_of_the_scores_of_beaten_opponents() -> None:
    tournament = table(FIVE, EVEN_CIRCLE)
    assert places(tournament) == "1 eva, 2 bo, 3= anna, 3= cilla, 5 dag"
    assert sorted(sums(said(tournament, "bo", "sonneborn_berger"))[1]) == [("cilla", (2,)), ("eva", (3,))]
    values = {player: said(tournament, player, "sonneborn_berger").value for player in FIVE}
    assert values == {"anna": 3, "bo": 5, "cilla": 3, "dag": 2, "eva": 5}


def test_rr7_who_is_equal_in_everything_shares_the_place_in_the_order_of_entry() -> None:
    assert places(table(("cilla", "bo", "anna"), ["anna-bo", "bo-cilla", "cilla-anna"])) == "1= cilla, 1= bo, 1= anna"


def test_rr4_a_bye_is_no_match_and_no_win() -> None:
    lines = standings(table(("anna", "bo", "cilla"), ["bo-cilla"]))
    assert [(line.player_id, line.played, line.wins) for line in lines] == [
        ("bo", 1, 1),
        ("anna", 0, 0),
        ("cilla", 1, 0),
    ]


def test_rr5_what_a_withdrawn_player_played_stands_and_nothing_else_counts() -> None:
    tournament = table(("anna", "bo", "cilla"), ["anna-bo", "cilla-bo"])
    before, tournament = standings(tournament), after(tournament, [PlayerWithdrew("cilla")])
    assert standings(tournament) == [each._replace(withdrawn=each.player_id == "cilla") for each in before]


def test_rr5_who_withdrew_before_the_start_is_not_in_the_table() -> None:
    tournament = after(entered(["anna", "bo", "cilla"]), [PlayerWithdrew("anna")])
    assert places(tournament) == "1= bo, 1= cilla"
    tournament = after(tournament, start(tournament, "seed"))
    assert places(played(tournament, ["cilla-bo"])) == "1 cilla, 2 bo"


def test_rr6_a_result_taken_back_no_longer_counts() -> None:
    tournament = table(("anna", "bo"), ["anna-bo"])
    assert [row.played for row in standings(after(tournament, [MatchReopened("t_cup.1")]))] == [0, 0]


def test_an_awarded_match_counts_as_won_and_its_unplayed_games_for_no_player() -> None:
    line = standings(table(("anna", "bo"), ["bo-anna 0:0 0:0"]))[0]
    assert (line.player_id, line.wins, line.games_won, line.games_lost) == ("bo", 1, 0, 0)


def test_rr7_a_round_robin_without_an_order_of_its_own_has_that_of_its_preset() -> None:
    tournament = started(FIVE)
    assert tournament.created.tie_breaks == ()
    assert tournament.tie_breaks == PRESETS["round_robin"]
    assert [tie_break.code for tie_break in standings(tournament)[0].tie_breaks] == list(PRESETS["round_robin"])


def test_a_list_of_tie_breaks_is_the_whole_order_of_the_table() -> None:
    tournament = table(("anna", "bo", "cilla"), ["anna-bo 3:2 1:9", "anna-cilla 3:2 9:8"], "point_difference")
    assert places(tournament) == "1 bo, 2 cilla, 3 anna"
    assert [tie_break.code for tie_break in standings(tournament)[0].tie_breaks] == ["point_difference"]


def test_head_to_head_counts_the_wins_among_the_tied_and_asks_each_part_again() -> None:
    among = ["anna-cilla", "anna-dag", "bo-anna", "bo-cilla", "cilla-dag", "dag-bo"]
    others = ["cilla-eva", "cilla-fia", "dag-eva", "dag-fia", "anna-fia", "bo-fia", "eva-anna", "eva-bo", "fia-eva"]
    tournament = table((*FIVE, "fia"), [*among, *others], "wins", "head_to_head")
    assert places(tournament) == "1 bo, 2 anna, 3 cilla, 4 dag, 5 eva, 6 fia"
    assert [said(tournament, each, "head_to_head").value for each in ("bo", "anna", "cilla", "dag", "eva")] == [
        (2, 1),
        (2, 0),
        (1, 1),
        (1, 0),
        None,
    ]


def test_head_to_head_says_nothing_while_two_of_the_tied_have_not_met() -> None:
    tournament = table(("anna", "bo", "cilla", "dag"), ["anna-dag", "bo-anna", "cilla-dag"], "wins", "head_to_head")
    assert places(tournament) == "1= anna, 1= bo, 1= cilla, 4 dag"
    assert sums(said(tournament, "anna", "head_to_head")) == (None, [])


def test_the_json_of_a_line_names_the_operands() -> None:
    data = dumper(StandingSchema)(standings(table(("anna", "bo"), ["anna-bo 3:1 5:2"]))[0])
    assert data["tie_breaks"][0] == {"code": "wins", "value": 1, "operands": [{"opponent": "bo", "numbers": (1,)}]}


def walked_over(tie_breaks: tuple[str, ...] = (), **scoring: int) -> Standing:
    """Anna's line after a walkover against Bo, by this scoring."""
    tournament = announced("round_robin", scoring=scoring or None, tie_breaks=tie_breaks)
    tournament = begun(tournament, entries(["anna", "bo"]))
    tournament = after(tournament, [ResultDecided("t_cup.1", "walkover", "ill", "white", {}, None, ())])
    return next(row for row in standings(tournament) if row.player_id == "anna")


def test_a_walkover_is_a_win_without_games_unless_the_scoring_says_otherwise() -> None:
    line = walked_over()
    assert (line.wins, line.points, line.walkovers, line.games_won, line.points_won) == (1, 1, 1, 0, 0)
    line = walked_over(win=3, walkover=2, walkover_games=2, walkover_points=5)
    assert (line.wins, line.points, line.walkovers, line.games_won, line.points_won) == (1, 2, 1, 2, 5)
    scoring = {"walkover_games": 2, "walkover_points": 5}
    line = walked_over(("wins", "games_won", "points_won", "game_difference"), **scoring)
    assert [tie_break.value for tie_break in line.tie_breaks] == [1, 2, 5, 2]


def test_a_bye_of_a_swiss_is_a_point_once_its_round_has_begun() -> None:
    tournament = begun(announced("swiss"), entries(["anna", "bo", "cilla"]))
    resting = tournament.rounds[0].bye
    assert {row.points for row in standings(tournament)} == {0}
    match = tournament.rounds[0].pairings[0]
    tournament = reported(tournament, match, match.white)
    lines = {row.player_id: row for row in standings(tournament)}
    assert (lines[resting].points, lines[resting].byes, lines[resting].wins, lines[resting].played) == (1, 1, 0, 0)
    assert said(tournament, resting, "buchholz").value == 1


def test_a_withdrawn_player_keeps_their_rank_and_counts_for_the_tie_breaks_of_opponents() -> None:
    tournament = played_on(begun(announced("swiss"), entries(field(6))), best(field(6)))
    before = {row.player_id: row._replace(withdrawn=False) for row in standings(tournament)}
    tournament = after(tournament, [PlayerWithdrew("p01")])
    assert {row.player_id: row._replace(withdrawn=False) for row in standings(tournament)} == before


def test_a_missed_round_counts_as_a_match_against_an_opponent_of_the_own_score() -> None:
    tournament = played_on(begun(announced("swiss"), entries(field(6))), best(field(6)))
    tournament = after(tournament, [PlayerEntered("late", "Late")])
    tournament = played_on(after(tournament, pair_round(tournament)), best([*field(6), "late"]))
    buchholz = said(tournament, "late", "buchholz")
    line = next(row for row in standings(tournament) if row.player_id == "late")
    first = buchholz.operands[0]
    assert (first.opponent, first.round, first.numbers) == ("", 1, (line.points,))
    assert len(buchholz.operands) == 2


def test_lots_split_everybody_who_is_still_tied_and_anyone_can_draw_them_again() -> None:
    tournament = begun(announced("round_robin", tie_breaks=("wins", "lots")), entries(FIVE))
    order = sorted(FIVE, key=lambda each: sha256(f"midsummer:lots:{each}".encode()).hexdigest())
    assert [row.player_id for row in standings(tournament)] == order
    assert [said(tournament, each, "lots").value for each in order] == [(4,), (3,), (2,), (1,), (0,)]
    assert said(entered(FIVE, ("lots",)), "anna", "lots").value is None
