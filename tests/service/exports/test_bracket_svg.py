"""The drawing of a tournament: well formed, every match once, every name whole, nothing from elsewhere."""

import re
import shutil
import subprocess
from html import escape
from pathlib import Path
from xml.etree import ElementTree as Xml

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.tournament import Tournament
from service.exports import EXPORTS, ExportOptions
from service.exports.svg.text_metrics import printable
from service.translations.export_words import Language
from tests.support.proving import examples, prove, some
from tests.support.tournament.of_every_format import KEYS, KINDS, entered, on_paper, played

SVG = "{http://www.w3.org/2000/svg}"
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
CHROMIUM = next(filter(None, map(shutil.which, BROWSERS)), None)


def drawn(tournament: Tournament, lang: str = "en", *, drafts: bool = False) -> str:
    return EXPORTS["bracket.svg"].make(on_paper(tournament, drafts=drafts), ExportOptions(lang=lang)).decode()


def matches_of(svg: str) -> list[str]:
    return re.findall(r'data-match-id="([^"]+)"', svg)


@pytest.mark.parametrize("form", some(KEYS, *KINDS))
@settings(max_examples=examples(6), deadline=None)
@given(st.integers(4, 24), st.integers(0, 40), st.integers(0, 99))
def test_every_match_of_any_format_is_one_group_that_says_who_meets(
    form: str, count: int, most: int, seed: int
) -> None:
    """Sitting out in a group is nothing to draw: a cross-table has no place for it. Nor are rounds before a cut."""
    tournament = played(entered(form, count), seed, most)
    svg = drawn(tournament)
    cut = form == "swiss_then_knockout"
    root = Xml.fromstring(svg.encode())
    groups = {each.get("data-match-id"): each for each in root.iter(f"{SVG}g") if each.get("data-match-id")}
    found = matches_of(svg)
    assert len(found) == len(set(found))
    expected = [
        match for match in tournament.matches if match.match in found or "." in match.slot or not (match.is_bye or cut)
    ]
    assert sorted(found) == sorted(each.match for each in expected)
    for pairing in expected:
        title = groups[pairing.match].findtext(f"{SVG}title") or ""
        for player in filter(None, (pairing.white, pairing.black)):
            assert printable(tournament.name_of(player)) in title


@pytest.mark.parametrize("form", ["single_elimination", "double_elimination"])
@pytest.mark.parametrize("count", some([2, 3, 5, 8, 13, 24, 64, 128], 2, 3, 5, 8, 13, 24))
def test_a_bracket_shows_every_slot_that_may_be_played_and_no_box_overlaps_another(form: str, count: int) -> None:
    tournament = played(entered(form, count), most=count // 4)
    svg = drawn(tournament)
    slots = [
        slot.slot
        for bracket in on_paper(tournament).brackets
        for round_ in bracket.rounds
        for slot in round_.slots
        if slot.status != "empty" and not all(seat.bye for seat in slot.seats)
    ]
    assert sorted(re.findall(r'data-slot="([^"]+)"', svg)) == sorted(slots)
    boxes = [
        tuple(float(number) for number in text)
        for text in re.findall(r'<rect x="([\d.-]+)" y="([\d.-]+)" width="([\d.]+)" height="([\d.]+)" rx="3"', svg)
    ]
    assert len(boxes) == len(slots)
    for place, (x, y, wide, high) in enumerate(boxes):
        for other_x, other_y, other_wide, other_high in boxes[:place]:
            apart_across = x + wide <= other_x or other_x + other_wide <= x
            assert apart_across or y + high < other_y or other_y + other_high < y


@pytest.mark.parametrize("form", some(KEYS, *KINDS))
@pytest.mark.parametrize("count", some([4, 11, 30], 11))
def test_the_drawing_lies_within_its_sheet_which_has_the_shape_of_paper(form: str, count: int) -> None:
    root = Xml.fromstring(drawn(played(entered(form, count), most=count)).encode())
    _, _, width, height = map(float, root.get("viewBox", "").split())
    long_, short = max(width, height), min(width, height)
    assert long_ / short == pytest.approx(2**0.5, abs=0.01)
    assert {root.get("width"), root.get("height")} <= {"210mm", "297mm", "420mm"}
    shift = root.find(f"{SVG}g").get("transform")  # type: ignore[union-attr]
    left, top = map(float, re.findall(r"[\d.]+", shift or ""))
    for box in root.iter(f"{SVG}rect"):
        x, y = float(box.get("x", 0)), float(box.get("y", 0))
        if box.get("x"):
            assert 0 <= left + x <= left + x + float(box.get("width", 0)) <= width
            assert 0 <= top + y <= top + y + float(box.get("height", 0)) <= height


def test_nothing_in_it_runs_or_comes_from_elsewhere() -> None:
    for form in KEYS:
        svg = drawn(played(entered(form, 16)))
        assert not re.search(
            r"<(script|style|image|use|foreignObject|a)\b|\bon\w+=|href|url\(|@import|&(?!\w+;|#)", svg
        )
        assert {each.tag.removeprefix(SVG) for each in Xml.fromstring(svg.encode()).iter()} <= {
            "svg",
            "title",
            "desc",
            "g",
            "rect",
            "path",
            "text",
        }


@given(st.text(min_size=1, max_size=80).filter(lambda said: printable(said).strip()))
@settings(max_examples=examples(40), deadline=None)
def test_any_name_leaves_it_well_formed(said: str) -> None:
    svg = drawn(played(entered("single_elimination", 4, lambda number: f"{said}{number}"), most=1))
    assert Xml.fromstring(svg.encode()).tag == f"{SVG}svg"
    assert escape(printable(f"{said}1")) in svg


def test_the_winner_is_bold_the_loser_is_not_and_a_bye_is_light() -> None:
    tournament = played(entered("single_elimination", 3, ("Anna", "Bo", "Cilla").__getitem__), most=1)
    svg = drawn(tournament)
    played_match = next(match for match in tournament.matches if not match.is_bye)
    result = tournament.results[played_match.match]
    group = re.search(rf'<g [^>]*data-match-id="{re.escape(played_match.match)}".*?</g>', svg, re.DOTALL)
    assert group
    won, lost = (played_match.white, played_match.black)[:: 1 if result.winner == "white" else -1]
    assert re.search(rf'font-weight="700"[^>]*>{tournament.name_of(won)}<', group[0])
    assert not re.search(rf'font-weight="700"[^>]*>{tournament.name_of(lost)}<', group[0])
    assert ">bye</text>" in svg


@pytest.mark.parametrize("table", ["1", "Scen", "Långbordet vid fönstret"])
def test_a_rounds_table_is_named_in_full_and_keeps_off_the_names(table: str) -> None:
    tournament = played(entered("swiss", 6, lambda number: f"P{number}"), most=0)
    match = next(tournament.matches).match
    svg = drawn(tournament._replace(seated={match: table}))
    said = re.search(rf'<text x="([0-9.]+)"[^>]*text-anchor="end"[^>]*>{re.escape(table)}</text>', svg)
    names = [float(text) for text in re.findall(r'<text x="([0-9.]+)"[^>]*>P[0-9]</text>', svg)]
    assert said is not None
    assert float(said[1]) < min(names)


def test_it_speaks_swedish_when_asked() -> None:
    svg = drawn(played(entered("single_elimination", 16, settings={"bronze": True}), most=3), "sv")
    assert all(word in svg for word in ("Åttondelsfinaler", "Kvartsfinaler", "Semifinaler", "Final", "Bronsmatch"))
    assert "Förloraren i 13" in svg
    assert not re.search("Semi-finals|Bronze|Loser of", svg)


def test_before_the_start_it_says_so() -> None:
    assert "There is nothing to show yet." in drawn(entered("single_elimination", 8))


@pytest.mark.parametrize("form", ["single_elimination", "swiss", "round_robin", "double_elimination"])
def test_a_drafted_round_is_drawn_for_those_who_may_see_it_alone(form: str) -> None:
    tournament = played(entered(form, 8, drafts=True), most=0)
    assert any(round_.draft for round_ in tournament.rounds)
    svg = drawn(tournament)
    assert not matches_of(svg)
    if form != "round_robin":  # its cross-table names everybody and shows who has played, which drafts have not
        assert not [entry.name for entry in tournament.entries if escape(printable(entry.name)) in svg]
        assert len(matches_of(drawn(tournament, drafts=True))) == len(list(tournament.matches))


@pytest.mark.parametrize("key", ["main", "final", "round_of_8", "lower_3", "last_chance_2", "plate", "grand_final"])
def test_every_name_of_a_round_has_words(key: str) -> None:
    for lang in ("en", "sv"):
        said = Language(lang).name(key)
        assert said
        assert "_" not in said
        assert said[0].isupper() or said[0].isdecimal()


MEASURE = """<script>
const said = [...document.querySelectorAll("text[data-room]")].map(text => {
  const own = text.cloneNode(true); own.querySelectorAll("title").forEach(title => title.remove());
  text.replaceWith(own);
  return {text: own.textContent, wide: own.getComputedTextLength(), room: Number(own.dataset.room)};
});
document.body.textContent = JSON.stringify([said.length, said.filter(each => each.wide > each.room + 0.5)]);
</script>"""


FONTS = ("'DejaVu Sans'", "system-ui", "'Liberation Sans', Arial, sans-serif", "Verdana, sans-serif")


@pytest.mark.skipif(CHROMIUM is None, reason="no chromium here: nobody measures the letters as they are drawn")
@prove
@pytest.mark.parametrize("font", FONTS)
def test_every_text_keeps_to_its_width_as_a_browser_draws_it(font: str, tmp_path: Path) -> None:
    drawings = [drawn(played(entered(form, 24), most=30), "sv") for form in KEYS]
    pictures = "".join(re.sub(r'font-family="[^"]*"', f'font-family="{font}"', drawing) for drawing in drawings)
    page = tmp_path / "page.html"
    pictures = pictures.replace('<?xml version="1.0" encoding="UTF-8"?>', "")
    page.write_text(f'<!doctype html><meta charset="utf-8"><body>{pictures}{MEASURE}', encoding="utf-8")
    assert CHROMIUM
    options = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
    done = subprocess.run(
        [CHROMIUM, *options, f"--user-data-dir={tmp_path}/profile", "--dump-dom", page.as_uri()],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    found = re.search(r"<body>\[(\d+),(\[.*\])\]", done.stdout, re.DOTALL)
    assert found, done.stdout[-500:]
    assert int(found[1]) > 500
    assert found[2] == "[]"


def test_a_cross_table_of_four_legs_has_room_for_every_result() -> None:
    tournament = played(entered("round_robin", 3, settings={"legs": 4}))
    root = Xml.fromstring(drawn(tournament).encode())
    groups = [each for each in root.iter(f"{SVG}g") if (each.findtext(f"{SVG}title") or "").count(" – ")]
    assert len(groups) == 2 * len(list(tournament.matches))
    assert all(group.findtext(f"{SVG}text") for group in groups)
    places = [(each.get("x"), each.get("y")) for group in groups for each in group.iter(f"{SVG}text")]
    assert len(places) == len(set(places))


@pytest.mark.parametrize("most", [0, 20, None])
def test_every_match_for_a_place_is_on_the_sheet(most: int | None) -> None:
    tournament = played(entered("single_elimination", 14, settings={"placement": 16}), most=most)
    svg = drawn(tournament)
    assert sorted(matches_of(svg)) == sorted(match.match for match in tournament.matches)
    assert ">Places 9–14</text>" in svg
    assert ">Place 13</text>" in svg
    assert ">Plats 9–14</text>" in drawn(tournament, "sv")
