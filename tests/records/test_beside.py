"""Facts beside the play, on sheets and in .mat files."""

import json
import re

import pytest

from core.errors import NotAllowed
from core.eventlog.codec import from_public
from core.events import (
    AppealMade,
    ClockSet,
    ClockStarted,
    FlagClaimed,
    FlagConfirmed,
    MatchOpened,
    MatchSuspended,
    RulingMade,
)
from core.notation import mat_export
from core.notation.replayed_match import replay_all
from core.notation.transcript import transcript
from service.translations import translated
from tests.support.matches.match_logs import log_of, opening, played
from tests.support.paths import TESTS

GOLDEN = TESTS / "golden" / "conduct.ndjson"


def test_a_sheet_names_what_happened_beside_the_play_and_leaves_out_the_presses_of_the_clock():
    lines = [json.loads(line) for line in GOLDEN.read_text().splitlines()]
    sheet = transcript(lines[0]["stream"], [from_public(line) for line in lines])
    for said in (
        "· 1, clock set: Åsa 1:00, Bo 1:00, delay 0:12",
        "· 7, Bo calls the referee: en tärning på kanten",
        "· 10, warning to Åsa: talar under kastet (O.3)",
        "· 13, match suspended: brandlarm",
        "· 15, match resumed",
        "! 14, Bo: 1/2 1/4: refused, M8",
        "· 20, flag confirmed: it loses the game (jan)",
        "· 22, appeal of fact 21 dismissed",
        "! 23: clock set: Åsa 0:30, Bo 1:00, delay 0:12: voided by a referee",
        "· 24, Bo takes a break",
        "· 26, 1 penalty point for Bo: kom sent från pausen (O.7)",
    ):
        assert said in sheet
    assert "clock of" not in sheet
    assert all(len(line) <= 78 for line in sheet.splitlines())


ENGLISH = re.compile(
    r"\b(the|is|of|not|and|with|by|wins?|rolls?|passes|refused|voided|fact|game|games|ruling|opening|clock|point|points)\b"
)


@pytest.mark.parametrize("path", sorted((TESTS / "golden").glob("*.ndjson")), ids=lambda path: path.stem)
def test_a_sheet_in_swedish_has_no_english_but_what_people_typed(path):
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    typed = [line["reason"] for line in lines if line.get("reason")]
    sheet = transcript(
        lines[0]["stream"], [from_public(line) for line in lines], translate=lambda text: translated(text, "sv")
    )
    assert all(len(line) <= 78 for line in sheet.splitlines())
    found = " ".join(sheet.split())
    for each in typed:
        found = found.replace(each, "")
    assert not ENGLISH.findall(found)


def test_the_end_of_a_sheet_says_that_the_match_is_suspended():
    sheet = transcript("m_test", log_of(opening(), [MatchSuspended("fire alarm")]))
    assert "Not settled: suspended (fire alarm), the opening is to be rolled." in sheet


def test_a_mat_leaves_out_what_is_no_play_and_refuses_a_match_that_a_flag_ended():
    opened = MatchOpened("vasa", "backgammon", {"points": 3}, {"white": "A", "black": "B"})
    facts = played(opened, 7)
    aside = [ClockSet({"white": 9, "black": 9}, 0), ClockStarted("white")]
    assert mat_export.export("m_test", log_of(opened, [*aside, *facts])) == mat_export.export(
        "m_test", log_of(opened, facts)
    )
    with pytest.raises(NotAllowed, match="fact 4 is a fallen flag"):
        mat_export.export("m_test", log_of(opened, [*aside, FlagClaimed("black"), FlagConfirmed()]))


def test_an_appeal_against_a_voided_ruling_is_told_as_it_was_accepted():
    award = RulingMade("award_game", "left", winner="white", outcome="jan")
    facts = [award, AppealMade("black", 1, "ill"), RulingMade("void", "appeal upheld", 1, 1)]
    told = replay_all("m_test", log_of(opening(), facts)).facts
    assert [(each.verdict.verdict, each.counts) for each in told] == [
        ("accepted", False),
        ("accepted", True),
        ("accepted", False),
    ]
