"""The list of tie-breaks: what a tournament may ask for."""

import pytest

from core.errors import Invalid, NotFound
from core.tournament.formats import FORMATS
from core.tournament.standings import tie_breaks
from core.tournament.standings.tie_breaks import PRESETS, TIE_BREAKS, check_tie_breaks, tie_break_of


def test_known_codes_are_taken_as_they_come() -> None:
    codes = [each.code for each in TIE_BREAKS]
    assert check_tie_breaks(codes) == tuple(codes)
    assert check_tie_breaks([]) == ()


def test_every_unknown_or_repeated_code_is_named_with_those_that_are_known() -> None:
    with pytest.raises(Invalid) as wrong:
        check_tie_breaks(["wins", "dice", "wins", "coin"])
    known = ", ".join(each.code for each in TIE_BREAKS)
    assert wrong.value.problems == {
        "tie_breaks.1": [f"there is no tie-break 'dice'; known are {known}"],
        "tie_breaks.2": ["'wins' stands in the list before"],
        "tie_breaks.3": [f"there is no tie-break 'coin'; known are {known}"],
    }


def test_a_log_that_asks_for_an_unknown_tie_break_is_not_read_as_something_else() -> None:
    with pytest.raises(NotFound, match="'dice'; known are points, wins, mini_table"):
        tie_break_of("dice")


def test_presets_and_the_defaults_of_the_formats_hold_known_codes() -> None:
    for codes in [*PRESETS.values(), *(each.default_tie_breaks for each in FORMATS)]:
        assert check_tie_breaks(codes) == codes


def test_the_table_at_the_top_of_the_file_is_the_list_of_tie_breaks() -> None:
    rows = [line for line in (tie_breaks.__doc__ or "").splitlines() if line.startswith("| `")]
    assert rows == [f"| `{each.code}` | {each.name} |" for each in TIE_BREAKS]
