"""FIDE's tournament reports as files of other programs: of each year's form, as brade and other programs write them."""

from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import Invalid
from core.imports import read
from core.imports.values import BYE, DRAWN, PLAYED, UNPLAYED_WIN
from core.tournament.standings.meetings import meetings
from core.tournament.views.trf import PROFILES, trf
from tests.support.proving import some
from tests.support.tournament.of_every_format import KEYS, KINDS, entered, played

NAMES = ("Öberg, Åsa", "Ek, Bo", "Dahl, Cilla", "Falk, Dag")


def record(number: int, name: str, *rounds: str, rating: str = "", end: str = "") -> str:
    """The record of a player, with a cell for each round."""
    cells = "".join(f"  {cell}" for cell in rounds)
    return f"001 {number:4}      {name:<33} {rating:>4} SWE     1701234 1990/01/31  1.0    1{cells}{end}"


def report(*rounds: tuple[str, str, str, str], line_end: str = "\r\n", first: str = "012 Cup") -> bytes:
    """The report of four players, with the four cells of each round."""
    records = [
        record(place, name, *(cells[place - 1] for cells in rounds), rating=str(1500 + place))
        for place, name in enumerate(NAMES, 1)
    ]
    return line_end.join([first, *records, ""]).encode()


def results(data: bytes) -> list[tuple[int | None, tuple[str, str], str, int | None]]:
    return [(result.round, result.players, result.kind, result.winner) for result in read(data).results]


@pytest.mark.parametrize("line_end", ["\r\n", "\r", "\n"])
@pytest.mark.parametrize("first", ["012 Cup", "### a comment\n012 Cup", "XXR 5\n012 Cup", "142 5\n012 Cup\n022 Borg"])
def test_players_have_names_in_the_order_of_speech_with_rating_country_and_no_date_of_birth(line_end, first) -> None:
    file = read(report(("", "", "", ""), line_end=line_end, first=first))
    assert file.source == "fide_report"
    assert [(player.name, player.rating, player.country, player.key) for player in file.players] == [
        ("Åsa Öberg", "1501", "SWE", "1"),
        ("Bo Ek", "1502", "SWE", "2"),
        ("Cilla Dahl", "1503", "SWE", "3"),
        ("Dag Falk", "1504", "SWE", "4"),
    ]
    assert (file.results, file.wrong_players, file.wrong_results) == ((), (), ())


@pytest.mark.parametrize(
    ("white", "black", "kind", "winner"),
    [
        ("1", "0", PLAYED, 0),
        ("0", "1", PLAYED, 1),
        ("W", "L", PLAYED, 0),
        ("l", "w", PLAYED, 1),
        ("=", "=", DRAWN, None),
        ("D", "D", DRAWN, None),
        ("+", "-", UNPLAYED_WIN, 0),
        ("-", "-", "both_absent", None),
        ("0", "0", "unclear", None),
        ("1", "1", "unclear", None),
    ],
)
def test_each_letter_of_a_result_is_what_fide_says(white, black, kind, winner) -> None:
    found = results(report((f"   2 w {white}", f"   1 b {black}", "   4 w 1", "   3 b 0")))
    assert (1, ("Åsa Öberg", "Bo Ek"), kind, winner) in found
    assert len(found) == 2


@pytest.mark.parametrize("letter", list("UFHZ+-"))
def test_a_round_without_an_opponent_is_a_bye(letter) -> None:
    for opponent in ("0000", "    "):
        found = results(report(("   2 w 1", "   1 b 0", f"{opponent} - {letter}", "")))
        assert (1, ("Cilla Dahl", ""), BYE, None) in found


def test_a_match_without_a_result_is_not_over_and_an_empty_round_is_none() -> None:
    assert results(report(("   2 w  ", "   1 b  ", "", "        "))) == []


def test_a_letter_that_fide_does_not_know_is_named_and_an_opponent_of_no_record_too() -> None:
    file = read(report(("   2 w ?", "   1 b 0", "   9 w 1", "")))
    assert [wrong_result.line for wrong_result in file.wrong_results] == [2, 4]
    assert [result.kind for result in file.results] == ["played"]


def test_a_record_whose_number_is_out_of_its_columns_is_a_wrong_line() -> None:
    data = report(("   2 w 1", "   1 b 0", "", "")) + b"001 x       Lind, Eva\r\n"
    assert [(wrong_player.line, len(wrong_player.messages)) for wrong_player in read(data).wrong_players] == [(6, 1)]


@pytest.mark.parametrize("teams", ["013 Vasa                                1    2", "310   1 Vasa"])
def test_of_a_tournament_of_teams_the_players_are_taken_and_it_is_said(teams) -> None:
    file = read(report(("   2 w 1", "   1 b 0", "", "")) + f"{teams}\r\n".encode())
    assert (len(file.players), len(file.results), len(file.remarks)) == (4, 1, 1)


def test_bounds_are_checked_before_the_rounds_are_read() -> None:
    with pytest.raises(Invalid, match="rounds"):
        read(report((" " * 30_000, "", "", "")))
    with pytest.raises(Invalid, match="lines"):
        read(report(("", "", "", "")) + b"###\r\n" * 9000)
    with pytest.raises(Invalid, match="no player"):
        read(b"012 Cup\r\n022 Borg\r\n001\r\n"[:-5] + b"\r\n")


@pytest.mark.parametrize("form", some(KEYS, *KINDS))
@pytest.mark.parametrize("profile", PROFILES)
def test_the_report_of_any_tournament_is_read_back_with_its_players_and_winners(form: str, profile: str) -> None:
    state = played(entered(form, 9))
    file = read(trf(state, profile).encode())
    people = [player for entry in state.field for player in (entry.people[1:] or (entry.player,))]
    assert len(file.players) + len(file.wrong_players) == len(people)
    if not state.format.teams and not file.wrong_players:
        won = sum(result.winner is not None for result in file.results)
        assert won == sum(each.won for mine in meetings(state).values() for each in mine if each.opponent)


@given(st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=300))
@settings(deadline=None)
def test_any_text_behind_a_record_is_read_or_refused_by_name(text: str) -> None:
    data = b"001    1      Ek, Bo\r\n" + text.encode()
    with suppress(Invalid):
        assert read(data).source == "fide_report"
