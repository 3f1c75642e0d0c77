"""The list of tie-breaks: what a tournament may ask for."""

import pytest

from core.errors import Invalid, NotFound
from core.events import PlayerEntered
from core.tournament import opened
from core.tournament.decisions import start
from core.tournament.formats import FORMATS
from core.tournament.standings import tie_breaks
from core.tournament.standings.explanation import sums
from core.tournament.standings.standings import standings
from core.tournament.standings.tie_breaks import PRESETS, TIE_BREAKS, check_tie_breaks, tie_break_of
from tests.support.tournament.written_results import after, created, played


def test_known_codes_are_taken_as_they_come() -> None:
    codes = [tie_break.code for tie_break in TIE_BREAKS]
    assert check_tie_breaks(codes) == tuple(codes)
    assert check_tie_breaks([]) == ()


def test_every_unknown_or_repeated_code_is_named_with_those_that_are_known() -> None:
    with pytest.raises(Invalid) as wrong:
        check_tie_breaks(["wins", "dice", "wins", "coin"])
    known = ", ".join(tie_break.code for tie_break in TIE_BREAKS)
    assert wrong.value.problems == {
        "tie_breaks.1": [f"there is no tie-break 'dice'; known are {known}"],
        "tie_breaks.2": ["'wins' stands in the list before"],
        "tie_breaks.3": [f"there is no tie-break 'coin'; known are {known}"],
    }


def test_a_log_that_asks_for_an_unknown_tie_break_is_not_read_as_something_else() -> None:
    with pytest.raises(NotFound, match="'dice'; known are points, wins, mini_table"):
        tie_break_of("dice")


def test_presets_and_the_defaults_of_the_formats_hold_known_codes() -> None:
    for codes in [*PRESETS.values(), *(format_.default_tie_breaks for format_ in FORMATS)]:
        assert check_tie_breaks(codes) == codes


def test_the_table_at_the_top_of_the_file_is_the_list_of_tie_breaks() -> None:
    rows = [line for line in (tie_breaks.__doc__ or "").splitlines() if line.startswith("| `")]
    assert rows == [f"| `{tie_break.code}` | {tie_break.name} |" for tie_break in TIE_BREAKS]


RATED = (("anna", 1900), ("bo", 1781), ("cilla", None), ("dag", 1600))
RESULTS = ["anna-bo", "anna-cilla", "dag-bo", "cilla-dag"]


@pytest.mark.parametrize(
    ("code", "values"),
    [
        ("opponents_ratings", {"anna": 1781, "bo": 3500, "cilla": 3500, "dag": 1781}),
        ("opponents_average_rating", {"anna": 1781, "bo": 1750, "cilla": 1750, "dag": 1781}),
    ],
)
def test_an_opponent_without_a_rating_adds_nothing_and_is_left_out_of_the_average(
    code: str, values: dict[str, int]
) -> None:
    assert rated(code, RESULTS) == values


def test_an_average_of_ratings_is_rounded_and_a_half_upwards() -> None:
    assert rated("opponents_average_rating", ["anna-bo", "dag-bo", "anna-dag"]) == {
        "anna": 1691,
        "bo": 1750,
        "cilla": 0,
        "dag": 1841,
    }
    assert sums("opponents_average_rating", 1691, [(1781,), (1600,)]) == ["1691 ≈ (1781 + 1600) / 2"]


def test_an_average_orders_players_whom_the_sum_orders_otherwise() -> None:
    results = ["bo-anna", "dag-anna", "cilla-bo"]
    total, average = (rated(code, results) for code in ("opponents_ratings", "opponents_average_rating"))
    assert total["anna"] > total["dag"]
    assert average["anna"] < average["dag"]


def rated(code: str, results: list[str]) -> dict[str, object]:
    """The values of the tie-break for players of these ratings, of whom some have met."""
    tournament = opened("t_cup", created(("points", code)))
    tournament = after(tournament, [PlayerEntered(player, player.capitalize(), rating) for player, rating in RATED])
    tournament = played(after(tournament, start(tournament, "seed")), results)
    return {line.player_id: line.tie_breaks[1].value for line in standings(tournament)}
