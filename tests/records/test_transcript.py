"""Transcripts: what a match looks like on paper."""

import textwrap

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import UnknownEvent
from core.events import (
    CheckersMoved,
    DiceRolled,
    DoubleDropped,
    DoubleOffered,
    GameResigned,
    GameResult,
    OpeningRolled,
    ResultReported,
    RulingMade,
    TurnPassed,
)
from core.games import GAMES, game_of
from core.notation.transcript import transcript
from core.notation.transcript_cells import WIDTH, wrap
from tests.support.matches.random_matches import MatchRecorder, played
from tests.support.proving import some


def sheet(recorder):
    return transcript("m_aaaaaaaaaa", recorder.log)


@pytest.mark.parametrize("key", some([game.key for game in GAMES], "swedish", "tick-tack", "dutch"))
def test_a_sheet_of_every_game_fits_eighty_columns_and_tells_every_turn_and_result(key):
    game = game_of(key)
    seed = 8 if game.key == "tick-tack" else 3  # a short match of the slowest game
    recorder = played(game.key, seed, {"games": 3}, cubes=0.05)
    lines = sheet(recorder).splitlines()
    assert max(map(len, lines)) <= WIDTH
    assert lines[0].startswith(game.name)
    assert sum(line.startswith("Game ") for line in lines) >= len(recorder.match.results)
    said = "\n".join(lines)
    for name in recorder.match.opened.players.values():
        assert name in said
    throws = sum(isinstance(event, DiceRolled) for event in recorder.facts)
    assert len([line for line in lines if ": " in line]) >= throws / 2
    settled = recorder.match.settled
    assert f"{recorder.match.opened.players[settled.winner]} wins the match" in said
    assert said.endswith(".") or settled.comparison


def test_a_short_match_reads_so():
    recorder = MatchRecorder(length={"points": 3}, players=("Anna", "Bertil"))
    recorder.record(OpeningRolled(white=2, black=2), OpeningRolled(white=3, black=1))
    recorder.record(CheckersMoved("white", ((6, 5), (8, 5))), DiceRolled("black", (4, 6)))
    recorder.record(CheckersMoved("black", ((24, 14),)))
    recorder.record(CheckersMoved("black", ((24, 18), (18, 14))), DoubleOffered("white"), DoubleDropped("black"))
    recorder.record(
        OpeningRolled(white=1, black=6), CheckersMoved("black", ((13, 7), (8, 7))), DiceRolled("white", (5, 5))
    )
    recorder.record(GameResigned("white", "backgammon"))
    assert sheet(recorder) == (
        """\
Backgammon                                                          2026-11-18
Anna – Bertil                                                     m_aaaaaaaaaa
match to 3 points · checked: strict · club vasa

──────────────────────────────────────────────────────────────────────────────
Game 1
     Anna                                 Bertil
       opening: Anna 2, Bertil 2; rolled again
       opening: Anna 3, Bertil 1; Anna starts
  1  31: 8/5 6/5
     ! 5, Bertil: 24/14: refused, B1: 24/14: that is 10 points forward, and 4
       and 6 is left of the dice; each landing takes one die
                                          64: 24/18 18/14
  2  doubles to 2                         drops

     Anna wins 1 point: single
     score: Anna 1, Bertil 0

──────────────────────────────────────────────────────────────────────────────
Game 2                                                                   1 – 0
     Anna                                 Bertil
       opening: Anna 1, Bertil 6; Bertil starts
  1                                       61: 13/7 8/7
  2  55: resigns (backgammon)

     Bertil wins 3 points: backgammon
     score: Anna 1, Bertil 3

══════════════════════════════════════════════════════════════════════════════
Bertil wins the match on points. Score: Anna 1, Bertil 3.
"""
    )


def test_faults_rulings_and_what_was_voided_stand_below_their_turns():
    recorder = MatchRecorder(check="advisory")
    recorder.record(OpeningRolled(white=3, black=1), CheckersMoved("white", ((8, 4), (6, 5))))
    assert "?" in sheet(recorder)
    assert "fact 2 faulted, B1: " in sheet(recorder)
    assert "waits for a ruling" in sheet(recorder).replace("\n       ", " ")
    recorder.record(RulingMade("let_stand", "both had seen it", 2), by="vasa/referee")
    said = sheet(recorder).replace("\n       ", " ")
    assert "§ 3, ruling of vasa/referee: the play stands: fact 2: both had seen it" in said
    assert "; stands" in said
    recorder.record(RulingMade("void", "taken back", 2, 3), CheckersMoved("white", ((8, 5), (6, 5))))
    said = sheet(recorder).replace("\n       ", " ")
    assert "! 2, White" not in said
    assert "! 2, Anna: 8/4 6/5: voided by a referee" in said
    assert "the play stands: fact 2: both had seen it – voided" in said
    assert "facts 2 to 3 do not count: taken back" in said
    assert "31: 8/5 6/5" in said


def test_a_ruling_that_does_not_fit_is_told_as_refused():
    recorder = MatchRecorder()
    assert not recorder.record(RulingMade("let_stand", "nothing there"))
    assert "the play stands: nothing there – refused, M5" in sheet(recorder).replace("\n       ", " ")


def test_awards_name_who_got_what():
    recorder = MatchRecorder(length={"games": 3})
    recorder.record(RulingMade("award_game", "left the table", winner="black", outcome="gammon"))
    recorder.record(RulingMade("award_match", "did not come back", winner="black"))
    said = sheet(recorder).replace("\n       ", " ")
    assert "the game is awarded to Bertil (gammon): left the table" in said
    assert "Bertil wins 2 points: gammon" in said
    assert "Bertil wins the match by a referee's award. Score: Anna 0, Bertil 2." in said


def test_equal_totals_are_followed_by_the_games_that_were_compared():
    recorder = MatchRecorder("swedish", {"games": 3})
    results = (GameResult("white", "jan"), GameResult("black", "bearing_off_with_monk"))
    recorder.record(ResultReported((*results, GameResult("black", "single_crown"))))
    said = sheet(recorder)
    assert "reported without its rolls" in said
    assert "game 1: Anna wins 4 points: jan" in said
    assert "by the better games" in said
    assert "     game 1, jan (rank 5)                 game 3, single crown (rank 3)\n" in said


def test_the_crawford_game_is_named():
    recorder = played("backgammon", 8, {"points": 3}, cubes=0.0, resigns=0.02)
    crawford = any(cube and cube.crawford for cube in (recorder.match.cube,))
    assert ("Crawford" in sheet(recorder)) or not crawford
    forced = MatchRecorder(length={"points": 3})
    forced.record(GameResigned("white", "gammon"), OpeningRolled(white=3, black=1))
    assert "Game 2, Crawford" in sheet(forced)


def test_a_match_that_goes_on_says_what_it_waits_for():
    recorder = MatchRecorder()
    assert "Not settled: the opening is to be rolled. Score: Anna 0, Bertil 0." in sheet(recorder)
    recorder.record(OpeningRolled(white=3, black=1))
    assert "Anna has rolled" in sheet(recorder)
    recorder.record(CheckersMoved("white", ((8, 5), (6, 5))))
    assert "Bertil rolls next" in sheet(recorder)
    recorder.record(DoubleOffered("black"))
    assert "a double is offered" in sheet(recorder)


def test_more_than_two_players_have_a_line_for_each_throw():
    recorder = played("six-ace", 5, {"games": 3}, players=("Anna", "Bertil", "Cecilia", "David"))
    said = sheet(recorder)
    assert "Anna – Bertil – Cecilia – David" in said
    assert "is the first out" in said
    assert " wins the match " in said
    assert "Rounds to pay: Anna " in said.replace("\n", " ")


def test_a_pass_is_told_and_so_is_the_day_and_long_names_fit():
    recorder = MatchRecorder(players=("A" * 100, "B" * 100))
    recorder.record(OpeningRolled(white=3, black=1))
    assert not recorder.record(TurnPassed("white"))
    lines = sheet(recorder).splitlines()
    assert max(map(len, lines)) <= WIDTH
    assert any("2026-11-18" in line for line in lines)


def test_what_is_no_match_is_no_transcript():
    with pytest.raises(UnknownEvent):
        transcript("m_aaaaaaaaaa", MatchRecorder().log[1:])


@given(st.text("ab -(),.:–\t\n", max_size=200), st.sampled_from(["", "     ! "]), st.integers(12, 78))
def test_lines_are_broken_as_the_library_breaks_them(text, indent, width):
    later = " " * len(indent)
    assert wrap(text, width, indent, later) == textwrap.wrap(
        text, width, initial_indent=indent, subsequent_indent=later
    )
