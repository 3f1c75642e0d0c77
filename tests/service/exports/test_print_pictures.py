"""Every print of the demo's weekend looks as it was accepted, sheet by sheet, in both languages.

`make pictures ARGS=--accept` accepts what differs (docs/development/testing.md). The prints have their fonts within:
their pictures are the same on every machine.
"""

import io

import pypdfium2
import pytest
from PIL import Image

from core.events import MatchesScheduled, PlayerWithdrew, Recorded, ResultDecided, TablesSet
from core.tournament import apply
from service.demo.scenario import recorded
from service.exports import EXPORTS, PDF, ExportOptions, paper
from service.exports.request import Paper
from tests.support.paths import ROOT
from tests.support.pictures import accepted
from tests.support.proving import some
from tests.support.tournament.demo_weekend import played_by_core

FOLDER = ROOT / "tests" / "service" / "exports" / "accepted"
PRINTS = [name for name, export in EXPORTS.items() if export.media == PDF]
LANGUAGES = ("en", "sv")
ROUND = 4
"""The round of the prints of one round: the first of the knock-out."""
MORNING, HOUR, DAY = 1_795_860_000_000, 3_600_000, 24 * 3_600_000
DOTS = 108 / 72
"""Dots to a point of the sheet, before the picture is made smaller as all pictures are."""


@pytest.fixture(scope="module")
def weekend() -> Paper:
    """The demo's weekend at its end, with what was decided in it."""
    state, programme = played_by_core(), recorded()
    (stage, white, black), _, reason = programme.correction
    corrected = next(
        pairing.match
        for round_ in state.rounds
        for pairing in round_.pairings
        if (round_.stage, pairing.white, pairing.black) == (stage, white, black)
    )
    decided = [
        PlayerWithdrew(programme.withdrawal["player"], programme.withdrawal["reason"]),
        ResultDecided(corrected, "played", reason, state.results[corrected].winner, {}, None, ()),
    ]
    log = [Recorded(number, event, MORNING + number * HOUR, "anna", "") for number, event in enumerate(decided, 1)]
    return paper(state, lambda: log)


@pytest.fixture(scope="module")
def planned(weekend: Paper) -> Paper:
    """The same weekend with a time and a table for each match: a day of many tables in the groups, and one of four."""
    state = weekend.tournament
    tables = TablesSet(tuple((str(number), "") for number in range(1, 13)))
    times, day, number = [], 0, 0
    for round_ in state.rounds:
        first_of_knock_out = round_.stage != state.rounds[0].stage and not day
        day, number = (1, 0) if first_of_knock_out else (day, number + 1)
        begins = MORNING + day * DAY + number * HOUR
        played = [pairing for pairing in round_.pairings if not pairing.is_bye]
        for place, each in enumerate(played):
            at = str(place % (4 if day else 12) + 1)
            starts = begins + (place // 4 if day else 0) * HOUR // 2
            times.append((each.match, starts, starts + HOUR, at))
    state = apply(apply(state, tables, state.version + 1), MatchesScheduled(tuple(times)), state.version + 2)
    return weekend._replace(tournament=state)


def sheets(pdf: bytes) -> list[Image.Image]:
    """A picture of each sheet."""
    drawn = (page.render(scale=DOTS).to_pil() for page in pypdfium2.PdfDocument(pdf))
    return [accepted.small(_png(sheet)) for sheet in drawn]


def _png(picture: Image.Image) -> bytes:
    file = io.BytesIO()
    picture.save(file, "PNG")
    return file.getvalue()


def test_every_print_has_its_pictures_and_none_is_left_of_a_print_that_went() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {f"{name}-{lang}" for name in PRINTS for lang in LANGUAGES}
    assert sum(path.stat().st_size for path in FOLDER.rglob("*.webp")) < 4_000_000


@pytest.mark.parametrize(
    ("name", "lang"), some([(name, lang) for name in PRINTS for lang in LANGUAGES], ("standings.pdf", "sv"))
)
def test_a_print_looks_as_it_was_accepted(weekend: Paper, planned: Paper, name: str, lang: str) -> None:
    asked = ExportOptions(lang=lang, round=ROUND, origin="https://brade.example/")
    drawn = sheets(EXPORTS[name].make(planned if name == "timetable.pdf" else weekend, asked))
    folder = FOLDER / f"{name}-{lang}"
    different = []
    for number, sheet in enumerate(drawn, start=1):
        at = folder / f"{number}.webp"
        before = Image.open(at).convert("RGB") if at.exists() else None
        marks = accepted.difference(before, sheet) if before else None
        if before and marks is None:
            continue
        if accepted.ACCEPT:
            accepted.keep(sheet, at)
        else:
            different.append(str(accepted.show(f"{folder.name}-{number}", before, sheet, marks).relative_to(ROOT)))
    for over in (path for path in folder.glob("*.webp") if int(path.stem) > len(drawn)):
        over.unlink() if accepted.ACCEPT else different.append(str(over.relative_to(ROOT)))
    assert different == [], f"accepted, new and difference are in these files; if this is meant: {accepted.COMMAND}"
