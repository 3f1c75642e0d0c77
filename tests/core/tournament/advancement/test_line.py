"""The line: players who are level there, after a Swiss, after groups and after a stage alike (SK5, GK16, ST10)."""

import pytest

from core.tournament.advancement.line import Level, level_at


@pytest.mark.parametrize(
    ("values", "places", "level"),
    [
        ([3, 2, 2, 1], 2, Level(1, ("b", "c"))),
        ([3, 3, 2, 1], 2, None),
        ([2, 2, 2, 2], 1, Level(0, ("a", "b", "c", "d"))),
        ([3, 2, 2, 2], 3, Level(1, ("b", "c", "d"))),
        ([3, 2, 1, 1], 4, None),
        ([3, 2, 1, 1], 9, None),
    ],
)
def test_players_are_level_who_have_the_value_on_both_sides_of_the_line(
    values: list[int], places: int, level: Level | None
) -> None:
    table = "abcd"
    assert level_at(table, dict(zip(table, values, strict=True)), places) == level


def test_an_empty_place_at_the_line_is_level_with_no_player() -> None:
    values = {"a": 2, "b": 2}
    assert level_at(["a", "", "b"], values, 1) is None
    assert level_at(["", "a", "b"], values, 1) is None
    assert level_at(["", "a", "b"], values, 2) == Level(1, ("a", "b"))
