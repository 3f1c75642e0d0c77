"""Posters: a drawing on several sheets, to be glued."""

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.exports import EXPORTS, ExportOptions
from service.exports.pdf.cutting import Taken, Thing, cut, things
from service.exports.pdf.poster import Sheets, _best, poster, sheets_for
from service.exports.pdf.typesetting import sheets_in
from service.exports.svg.canvas import SIZE
from service.exports.svg.drawn_texts import drawn_texts
from service.translations.export_words import language
from tests.support.pictures.prints import sheets, texts
from tests.support.proving import some
from tests.support.tournament.of_every_format import entered, on_paper, played


@given(st.integers(50, 20_000), st.integers(50, 20_000))
def test_the_sheets_of_a_poster_cover_the_drawing_with_letters_that_can_be_read(wide: int, high: int) -> None:
    found = sheets_for(wide, high)
    sides = (297, 210) if found.turned else (210, 297)
    edge = 5 if found.number == 1 else 12
    assert wide * found.scale <= found.across * (sides[0] - 2 * edge) * 1.000001
    assert high * found.scale <= found.down * (sides[1] - 2 * edge) * 1.000001
    assert SIZE * found.scale >= 2.399999
    assert SIZE * found.scale <= 5.000001


@pytest.mark.parametrize(
    ("wide", "high", "sheets_"),
    [
        (300, 200, Sheets(turned=True, across=1, down=1, scale=5 / 13)),
        (4000, 300, None),
    ],
)
def test_a_small_drawing_is_not_blown_up_and_a_long_one_is_one_row_of_sheets(
    wide: int, high: int, sheets_: Sheets | None
) -> None:
    found = sheets_for(wide, high)
    assert found == sheets_ if sheets_ else found.down == 1


@pytest.mark.parametrize(
    "form", some(("single_elimination", "double_elimination", "groups_then_knockout"), "single_elimination")
)
def test_a_poster_is_cut_between_its_names_and_matches(form: str) -> None:
    state = played(entered(form, 64, lambda number: f"Wilhelmina Nordenskjöld-Ek {number}"))
    given = on_paper(state)
    poster_ = poster(given, language("sv"))
    svg = _best(given._replace(tournament=given.tournament._replace(id="")), language("sv")).svg
    scale = poster_.width / int(re.findall(r'viewBox="0 0 (\d+)', poster_.svg)[0])
    assert len(poster_.tiles) > 1
    drawn = [Thing(*(scale * place for place in thing)) for thing in things(svg)]
    crossed = sum(
        each.left < tile.x - 0.01 and each.right > tile.x + 0.01
        for tile in poster_.tiles
        for each in drawn
        if tile.x and tile.y < each.bottom and tile.y + tile.height > each.top
    )
    crossed += sum(
        each.top < y - 0.01 and each.bottom > y + 0.01
        for y in {tile.y for tile in poster_.tiles}
        if y
        for each in drawn
    )
    assert crossed <= {"double_elimination": 2}.get(form, 0), "of several hundred"
    shown = [text for tile in poster_.tiles for text in tile.texts]
    assert {text.text for text in shown} == {text.text for text in drawn_texts(svg)}
    for tile in poster_.tiles:
        assert tile.width <= (297 if poster_.turned else 210) - 24 + 0.001
        assert tile.height <= (210 if poster_.turned else 297) - 24 + 0.001


@given(
    st.floats(300, 5000),
    st.floats(100, 800),
    st.lists(st.tuples(st.floats(0, 5000), st.floats(0.01, 60)), max_size=60),
)
def test_parts_of_a_side_have_room_and_cover_it(length: float, room: float, spans: list[tuple[float, float]]) -> None:
    things = Taken(sorted(start for start, _ in spans), sorted(start + long for start, long in spans))
    found = cut(length, room, things)
    parts = [end - start for start, end in pairwise(found.at)]
    assert (found.at[0], found.at[-1]) == (0, length)
    assert all(0 < part <= room * 1.00001 for part in parts)
    assert found.crossed == sum(sum(start < at < start + long for start, long in spans) for at in found.at[1:-1])


def test_a_screen_reader_hears_every_match_of_a_poster_once() -> None:
    poster_ = poster(on_paper(played(entered("double_elimination", 20))), language("en"))
    assert poster_.alt.count("Åsa Åkesson") >= 2
    assert len(poster_.alt.splitlines()) > 30


def test_a_poster_has_a_sheet_for_each_tile_and_says_where_it_belongs() -> None:
    drawn = on_paper(played(entered("double_elimination", 20)))
    print_ = EXPORTS["bracket.pdf"].make(drawn, ExportOptions(lang="en", round=1))
    found = texts(print_)
    assert len(found) > 1
    assert all(f"Sheet {number} of {len(found)}: row " in text for number, text in enumerate(found, 1))
    assert len(set(sheets(print_))) == 1


MOST_SHEETS = {
    ("single_elimination", 24): 2,
    ("single_elimination", 32): 2,
    ("single_elimination", 64): 5,
    ("double_elimination", 12): 2,
    ("double_elimination", 16): 2,
    ("groups_then_knockout", 16): 1,
    ("groups_then_knockout", 24): 2,
    ("team_league", 6): 2,
    ("single_elimination", 128): 10,
    ("double_elimination", 64): 8,
}


@pytest.mark.parametrize(("form", "field"), some(MOST_SHEETS, *list(MOST_SHEETS)[:6]))
def test_a_poster_has_few_sheets_none_blank_and_none_of_a_single_match(form: str, field: int) -> None:
    def name(number: int) -> str:
        return f"Wilhelmina Ankarsparre-Löwe {number}" if number % 5 == 0 else f"Player {number}"

    tiles = poster(on_paper(played(entered(form, field, name))), language("sv")).tiles
    assert len(tiles) <= MOST_SHEETS[form, field]
    assert all(len(tile.texts) >= 8 for tile in tiles)


@pytest.mark.parametrize("field", [8, 24])
def test_the_sheets_are_known_before_anything_is_printed(field: int) -> None:
    drawn = on_paper(played(entered("double_elimination", field)))
    print_, asked = EXPORTS["bracket.pdf"], ExportOptions(lang="sv")
    made = print_.make(drawn, asked)
    assert print_.sheets(drawn, asked) == len(texts(made)) == sheets_in(made)
