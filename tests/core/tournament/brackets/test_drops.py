"""Drop strings: DS1–DS9, and what is said about a wrong one."""

import pytest

from core.errors import Invalid
from core.tournament.brackets.builders import double, single
from core.tournament.brackets.drops import derived, fitted, read_drops
from core.tournament.formats import format_of
from tests.support.proving import some

LOSERS_OF_24 = {"A": 8, "B": 8, "C": 4, "D": 2}


def said(text: str, **options: bool) -> list[str]:
    """The errors of a string."""
    with pytest.raises(Invalid) as wrong:
        read_drops(text, "consolation", **options)
    return wrong.value.problems["consolation"]


def test_a_string_is_read_as_the_letters_of_each_round() -> None:
    assert read_drops("A.B.|.C.", "drops") == ("A", "B", "", "C")
    assert read_drops("A . B . | . C . | . D . X .", "drops", champion=True) == ("A", "B", "", "C", "", "D")
    assert read_drops("ab.|.Cd.", "last_chance", from_consolation=True) == ("ab", "", "Cd")


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("A.B", ["every round ends with a dot: write 'A.B.'"]),
        (" ", ["no round stands here: write a drop string such as 'A.B.|.'"]),
        ("A..B.", ["round 2: nothing stands before its dot; write '|' if no player enters in it"]),
        ("A.?.", ["round 2: '?' is neither '|' nor letters of rounds"]),
        ("A|.", ["round 1: 'A|' is neither '|' nor letters of rounds"]),
        ("A.b.", ["round 2: 'b' is a round of the consolation; the main bracket's have capital letters"]),
        ("A.X.", ["round 2: 'X' is the champion match of a double elimination; a consolation has none"]),
        ("|.A.", ["round 1: no player is there yet; begin with letters and not with '|'"]),
        ("A.B.A.", ["round 3: the losers of 'A' enter in round 1 already"]),
        ("A.C.B.", ["round 3: 'B' is an earlier round than 'C': put it before"]),
        ("|.B.A..", ["round 4: nothing stands before its dot; write '|' if no player enters in it"]),
        ("A." * 101, ["202 characters are too many: at most 200"]),
    ],
)
def test_ds1_to_ds4_what_cannot_be_read_is_named_with_its_round_and_what_would_be_right(text: str, wrong: list) -> None:
    assert said(text) == wrong


def test_ds4_the_champion_match_stands_alone_at_the_end() -> None:
    assert said("X.A.", champion=True) == ["round 1: 'X' is the champion match and stands alone at the end"]
    assert said("AX.", champion=True) == ["round 1: 'X' is the champion match and stands alone at the end"]


def test_ds6_of_those_who_play_half_are_left_rounded_up() -> None:
    sizes = fitted(read_drops("AB.C.D.|.|.", "c"), "c", LOSERS_OF_24, entrants=24)
    assert [size.players for size in sizes] == [16, 12, 8, 4, 2]
    assert [size.players - size.advancing for size in sizes] == [8, 6, 4, 2, 1]
    assert [each.advancing for each in fitted(("A", ""), "c", {"A": 3}, entrants=7)] == [2, 1]


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("AB.C.D.", "4 of 24 entrants are left after round 3: add '|.|.' at the end"),
        ("AB.C.D.E.|.|.", "round 4: 'E' is no round whose losers can enter with 24 entrants; such are A, B, C, D"),
    ],
)
def test_ds5_and_ds7_a_string_that_does_not_fit_the_entrants_is_refused_when_they_are_known(
    text: str, wrong: str
) -> None:
    with pytest.raises(Invalid) as refused:
        single(24, consolation=text)
    assert refused.value.problems == {"settings.consolation": [wrong]}


def test_ds7_a_round_after_the_end_is_written_and_not_played() -> None:
    names = [round_.name for _, round_ in single(24, consolation="AB.C.D.|.|.|.|.").rounds()]
    assert names == [round_.name for _, round_ in single(24, consolation="AB.C.D.|.|.").rounds()]


def test_ds8_in_a_double_elimination_every_round_is_named() -> None:
    with pytest.raises(Invalid) as refused:
        double(8, drops="A.|.C.")
    assert refused.value.problems == {
        "settings.drops": ["the losers of 'B' enter nowhere: everybody may lose once"],
    }


@pytest.mark.parametrize(
    ("losers", "usual"),
    [
        ([16, 8, 4, 2, 1], "A.B.|.C.|.D.|.E."),
        ([8, 4, 2, 1], "A.B.|.C.|.D."),
        ([8, 8, 4, 2, 1], "AB.|.C.|.D.|.E."),
        ([1, 2, 1], "AB.|.C."),
        ([1, 1], "AB."),
        ([1], "A."),
        ([], ""),
        ([2], "A."),
        ([3], "A.|."),
    ],
)
def test_ds9_the_usual_string_lets_losers_enter_once_no_more_are_left_than_they_are(losers: list, usual: str) -> None:
    assert derived(dict(zip("ABCDE", losers, strict=False))) == usual


@pytest.mark.parametrize("entrants", some(range(2, 301), *range(2, 20), 31, 32, 33, 64, 65, 100, 256, 300))
def test_ds9_the_usual_string_fits_any_number_of_entrants(entrants: int) -> None:
    rounds = (entrants - 1).bit_length()
    drops = [entrants - 2 ** (rounds - 1), *(2 ** (rounds - number) for number in range(2, rounds + 1))]
    losers = dict(zip("ABCDEFGHIJ", drops, strict=False))
    fitted(read_drops(derived(losers), "drops"), "drops", losers, entrants=entrants, every=True)


# ── as settings of a format ──────────────────────────────────────────────────────────────────────────────────────────
def test_a_string_that_cannot_be_read_is_refused_when_the_tournament_is_announced() -> None:
    form = format_of("single_elimination")
    with pytest.raises(Invalid) as wrong:
        form.read_settings({"consolation": "A.A.", "last_chance": "a"})
    assert wrong.value.problems == {
        "consolation": ["round 2: the losers of 'A' enter in round 1 already"],
        "last_chance": ["every round ends with a dot: write 'a.'"],
    }
    with pytest.raises(Invalid, match="champion match and stands alone"):
        format_of("double_elimination").read_settings({"drops": "X.A."})


def test_a_last_chance_needs_a_consolation() -> None:
    with pytest.raises(Invalid, match="choose that as well"):
        format_of("single_elimination").read_settings({"last_chance": "auto"})
