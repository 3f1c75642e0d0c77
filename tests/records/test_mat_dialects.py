"""`.mat` in the ways of other programs: what they write is read, and what is damaged is refused by its line."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import Invalid
from core.events import DoubleDropped, GameResigned, RulingMade
from core.match.judging import fold
from core.match.state import ACCEPTED
from core.notation.mat_import import read
from tests.support.matches.mat_dialects import DIALECTS, STUDIO, written
from tests.support.matches.random_matches import FILES, log_of, played
from tests.support.paths import TESTS
from tests.support.proving import examples, some

CASES = TESTS / "data" / "backgammon" / "cases"
HEAD = " 5 point match\n\n Game 1\n Anna : 0                       Bertil : 0\n"
ROW = "  1) 31: 8/5 6/5                52: 13/8 13/11\n"


def match(seed):
    return played("backgammon", seed, {"points": seed % 7 + 1}, cubes=0.06, resigns=0.01)


@pytest.mark.parametrize("seed", some(range(12), 1, 3, 4))
@pytest.mark.parametrize("name", DIALECTS)
def test_a_match_is_read_in_each_dialect_as_it_was_played(name, seed):
    recorder, dialect = match(seed), DIALECTS[name]
    imported = read(written(recorder, dialect))
    judged = list(fold("m_aaaaaaaaaa", log_of(imported)))
    assert {verdict.verdict for _, verdict in judged} == {ACCEPTED}
    assert judged[-1][0].settled.winner == recorder.match.settled.winner
    games = [(result.winner, result.cube) for result in recorder.match.results]
    assert [(result.winner, result.cube) for result in imported.match.results] == games
    if not dialect.capped:
        assert imported.match.results == recorder.match.results


@pytest.mark.parametrize(
    ("name", "score"),
    [
        ("mat-1-empty-row-at-end", (3, 0)),
        ("mat-2-joined-unmarked", (0, 1)),
        ("mat-3-concedes", (3, 0)),
        ("mat-5-00", (3, 0)),
        ("mat-9-capped", (4, 0)),
    ],
)
def test_what_clubs_sent_in_is_read(name, score):
    assert tuple(read((CASES / f"{name}.mat").read_text()).match.settled.score.values()) == score


# ── plays ────────────────────────────────────────────────────────────────────────────────────────────────────────────
BLOT = " 1 point match\n Game 1\n Anna : 0    Bo : 0\n  1) 31: 8/5 6/5           32: 24/21 13/11\n  2) 42: 8/2"


def landings(text):
    return [sorted(map(str, fact.moves)) for fact in read(text).facts if hasattr(fact, "moves")]


NO_HIT, HIT = ["(6, 2)", "(8, 6)"], ["(4, 2)", "(8, 4)"]


def test_in_a_text_that_marks_hits_what_has_no_mark_is_no_hit():
    marked = (
        " 3 point match\n Game 1\n Anna : 0    Bo : 0\n  1) 62: 24/18 13/11     61: 13/7* 8/7\n      Wins 1 point\n"
        + BLOT.split("\n", 1)[1].replace("Game 1", "Game 2").replace("Anna : 0", "Anna : 1")
    )
    assert landings(f"{marked}\n")[-1] == NO_HIT
    with pytest.raises(Invalid, match="line 9: '8/2' may mean any of these"):
        read(marked.replace("7*", "7"))


def test_in_a_text_that_never_marks_them_the_next_plays_tell_and_else_the_reader_is_asked():
    assert landings(f"{BLOT}                61: 21/15 24/23\n")[2] == NO_HIT
    assert landings(f"{BLOT}                61: 25/24 13/7\n")[2] == HIT
    with pytest.raises(Invalid, match=r"line 5: '8/2' may mean any of these: write one of them; 8/4\* 4/2; 8/6 6/2"):
        read(f"{BLOT}\n")


@pytest.mark.parametrize(
    "play",
    [
        "8/5 6/5",
        "8/5,6/5",
        "8-5 6-5",
        "6/5 8/5",
        "8/5 6/5 {a remark}",
        "8/5 6/5 (0.123)",
        "8/5 6/5?",
        "8/5! 6/5",
        "8/5 6/5.",
    ],
)
def test_plays_are_read_as_other_programs_write_them(play):
    assert landings(f"{HEAD}  1) 31: {play}\n")[0] == ["(6, 5)", "(8, 5)"]


def test_entering_bearing_off_and_repeats_have_several_spellings():
    plain = f"{HEAD}  1) 62: 24/18 13/11           61: 13/7* 8/7\n  2) 43: 25/22 13/9\n"
    for bar in ("bar/22", "Bar/22", "b/22", "BAR/22"):
        assert landings(plain.replace("25/22", bar)) == landings(plain)
    double = f"{HEAD}  1) 31: 8/5 6/5           33: 8/5 8/5 6/3 6/3\n"
    for twice in ("8/5(2) 6/3(2)", "8/5 (2) 6/3 (2)", "8/5x2 6/3x2", "6/3 6/3 8/5(2)"):
        assert landings(double.replace("8/5 8/5 6/3 6/3", twice)) == landings(double)


# ── ends ─────────────────────────────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    "given_up",
    [
        "????",
        "???",
        "",
        "Concedes",
        "Resigns",
        "resigned",
        "Resign gammon",
        "gives up",
        "Forfeits",
        "Abandons",
        "8/3",
        "8/5",
    ],
)
def test_the_loser_gives_up_behind_a_throw_at_the_points_that_are_told(given_up):
    facts = read(f"{HEAD}  1) 31: 8/5 6/5                53: {given_up}\n      Wins 2 points\n").facts
    assert facts[-1] == GameResigned("black", "gammon")


@pytest.mark.parametrize(
    "given_up", ["Concedes", "00: ????", "00:", "Resigned Game", "Resigned Match", "Loses on time", "Losses 2 point"]
)
@pytest.mark.parametrize(
    "behind", ["      Wins 2 points\n", "  2)  Wins 2 point\n  3)\n  4)\n", "\n      Wins 2 Points  and the   Match\n"]
)
def test_the_loser_gives_up_without_a_throw(given_up, behind):
    facts = read(f"{HEAD}  1) 31: 8/5 6/5                {given_up}\n{behind}").facts
    assert facts[-1] == GameResigned("black", "gammon")


def test_a_throw_that_is_not_the_end_needs_its_whole_play():
    for play in ("????", "Resigns", "8/5", ""):
        with pytest.raises(Invalid, match=r"^line 5: "):
            read(f"{HEAD}  1) 31: 8/5 6/5                53: {play}\n  2) 42: 8/4 6/4\n")


def test_more_points_than_were_missing_or_no_more_than_these_end_a_match():
    text = f"{HEAD}  1) 31: 8/5 6/5                 Doubles => 2\n  2)  Takes                      52: ????\n"
    for worth, outcome in ((2, "single"), (4, "gammon"), (6, "backgammon"), (5, "backgammon"), (2008, "backgammon")):
        assert read(f"{text}      Wins {worth} points\n").facts[-1] == GameResigned("black", outcome)
    with pytest.raises(Invalid, match="line 7: 3 points are no ending"):
        read(f"{text}      Wins 3 points\n")


def test_a_match_given_up_at_more_than_a_game_is_worth_is_awarded_as_a_whole():
    imported = read(f"{HEAD}  1)\n      Wins 5 points and the match\n")
    assert imported.facts == (RulingMade("award_match", "Wins 5 points", winner="white"),)
    assert imported.match.settled.winner == "white"
    with pytest.raises(Invalid, match="line 6: 4 points are no ending"):
        read(f"{HEAD}  1) 31: 8/5 6/5\n      Wins 4 points\n")


def test_a_double_that_is_not_answered_before_its_win_was_dropped():
    assert read(f"{HEAD}{ROW}  2)  Doubles => 2\n      Wins 1 point\n").facts[-1] == DoubleDropped("black")


def test_without_a_line_of_the_winner_the_next_scores_tell_who_gave_up():
    text = f"{HEAD}{ROW}\n Game 2\n Anna : 0      Bertil : 2\n  1) 31: 8/5 6/5\n"
    assert read(text).facts[4] == GameResigned("white", "gammon")


def test_a_hidden_last_play_of_the_winner_bears_off():
    text = (FILES[0].parent / "gnubg_3pt_12.mat").read_text()
    hidden = text.replace(" 26) 43: 1/0 1/0", " 26) 43: ????   ")
    assert hidden != text
    assert read(hidden).match.results == read(text).match.results


def test_after_the_end_of_play_the_column_of_its_points_does_not_matter():
    dropped = f"{HEAD}{ROW}  2)  Doubles => 2                Drops\n"
    for won in ("      Wins 1 point\n", f"{' ' * 34}Wins 1 point\n", "  3)  Wins 1 point\n", ""):
        assert read(dropped + won).match.results[0].winner == "white"
    with pytest.raises(Invalid, match="line 7: the play gives 1 points to Anna"):
        read(f"{dropped}      Wins 2 points\n")


def test_rows_of_tabs_and_blanks_alone_say_nothing():
    text = f"{HEAD}1)\t31: 8/5 6/5\t52: 13/8 13/11\n2)\tDoubles => 2\tDrops\n3)\t\t\n4)\t \t \n\t\n      Wins 1 point\n"
    assert read(text).match.results[0].winner == "white"
    begun = f"{HEAD}1)\t\t52: 13/8 13/11\n2)\t31: 8/5 6/5\t62: 24/18 13/11\n"
    assert [fact.by for fact in read(begun).facts if hasattr(fact, "moves")] == ["black", "white", "black"]


# ── heads ────────────────────────────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    "length",
    [
        "5 point match",
        " 5 points match",
        "5-point match",
        "5 pt match",
        "Match to 5",
        "Match of 5 points",
        "| box |\n5 Point Match",
        "A note\nand another one\n 5 point match",
        '; [Match Length "5"]',
    ],
)
def test_the_length_has_several_wordings(length):
    assert read(f"{length}\n\n Game 1\n Anna : 0   Bertil : 0\n{ROW}").length == {"points": 5}


@pytest.mark.parametrize(
    ("names", "players"),
    [
        (" Anna: 0       Bertil: 0", ("Anna", "Bertil")),
        ("Anna,1859 : 0   Bertil, 1720.5 : 0", ("Anna", "Bertil")),
        ("Anna\t: 0\tBertil\t: 0", ("Anna", "Bertil")),
        (" Anna : 0\n Bertil : 0", ("Anna", "Bertil")),
        (" Anna : 0              : 0", ("Anna", "?")),
        (" Anna (SWE) : 0        XG Roller+ : 0", ("Anna (SWE)", "XG Roller+")),
    ],
)
def test_names_and_scores_have_several_forms(names, players):
    assert tuple(read(f" 5 point match\n Game 1\n{names}\n{ROW}").players.values()) == players


def test_a_game_that_names_the_players_the_other_way_round_has_its_columns_so():
    text = f"{HEAD}{ROW}      Wins 1 point\n\n Game 2\n Bertil : 0       Anna : 1\n{ROW}"
    assert read(text).facts[-1].by == "white"
    assert read(text).facts[-3].by == "black"


def test_a_session_for_money_is_over_the_fewest_games_that_hold_it():
    text = f"{HEAD.replace('5', '0')}{ROW}  2)  Doubles => 2                Drops\n      Wins 1 point\n"
    for head in (
        text,
        text.replace("0 point match", "Unlimited match"),
        text.replace("0 point match", "Money session"),
    ):
        assert read(head).length == {"games": 3}
    games = [f" Game {number}\n Anna : {number - 1}   Bertil : 0\n{ROW}      Wins 1 point\n" for number in range(1, 9)]
    assert read(" 0 point match\n" + "".join(games[:5])).length == {"games": 5}
    with pytest.raises(Invalid, match="line 30: a session for money"):
        read(" 0 point match\n" + "".join(games))


def test_jacobys_rule_is_named_where_it_would_count():
    recorder = next(
        found
        for seed in range(50)
        if (found := played("backgammon", seed, {"points": 1})).match.results[0].outcome == "gammon"
    )
    text = written(recorder, DIALECTS["gnubg"]).replace("1 point match", "0 point match")
    assert read(text).match.results == recorder.match.results
    with pytest.raises(Invalid, match=r"the play gives 2 points to .*, and Jacoby's rule"):
        read(text.replace("Wins 2 points", "Wins 1 point"))


def test_a_double_in_the_crawford_game_means_that_the_rule_did_not_hold_unless_the_text_says_so():
    text = (CASES / "mat-9-capped.mat").read_text()
    silent = text.split("\n", 1)[1]
    assert read(silent).options == {"crawford": False}
    with pytest.raises(Invalid, match="line 18: M7"):
        read(text.replace('"Off"', '"On"'))


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ((CASES / "mat-8-nackgammon.mat").read_text(), 5, "starts as Nackgammon does"),
        (f"{HEAD}  1) 63: 23/14            21: 23/20\n", 5, "starts as Nackgammon does"),
        (f'; [Variation "NackGammon"]\n{HEAD}{ROW}', 1, "NackGammon is not one of backgammon"),
        (f"{HEAD}{ROW}  2) 31: Illegal play\n  3) 31: 8/5 6/5\n", 6, "a play that broke the rules"),
        (f"{HEAD}; Set Pos=-b----E-C---eE---c-e---B--/1\n{ROW}", 5, "set to another position"),
        (f"{HEAD}{ROW}      Wins 1 point\n\n 5 point match\n\n Game 1\n Bo : 0   Per : 0\n{ROW}", 8, "a second match"),
        (f"{HEAD}{ROW}      Wins 1 point\n\n 7 point match\n", 8, "a second match"),
        (f"{HEAD}  1) 60: 24/18\n", 5, "a die shows 1 to 6"),
        (f"{HEAD}  1) 31: 8/5 6/5           Doubles => 2\n  2)  Takes\n      Wins\n", 7, "the points are expected"),
    ],
)
def test_what_is_no_match_of_backgammon_is_refused_with_that_reason(text, line, said):
    with pytest.raises(Invalid) as wrong:
        read(text)
    ((where, (reason,)),) = wrong.value.problems.items()
    assert (where, said in reason) == (f"line {line}", True), reason


SECOND = f"""; [Player 1 "Cilla"]

 5 point match

 Game 1
 Cilla : 0                     Dag : 0
{ROW}      Wins 1 point
"""


@pytest.mark.parametrize("head", ["", "; Match 2 of the evening\n"])
@pytest.mark.parametrize("length", [5, 7])
def test_of_several_matches_in_a_text_each_is_read_by_its_place(head, length):
    text = f"{HEAD}{ROW}      Wins 1 point\n\n{head}{SECOND}\n".replace(" 5 point", f" {length} point") + SECOND
    one, other, third = (read(text, place) for place in (1, 2, 3))
    assert [each.players["white"] for each in (one, other, third)] == ["Anna", "Cilla", "Cilla"]
    assert [each.length for each in (one, other, third)] == [{"points": length}, {"points": length}, {"points": 5}]
    with pytest.raises(Invalid, match=r"line 8: a second match begins here, and the file has 3"):
        read(text)
    with pytest.raises(Invalid, match="4 is no match of this file, which has 3"):
        read(text, 4)


def test_a_wrong_row_of_another_match_is_no_hindrance_and_one_of_the_same_has_its_line_in_the_file():
    text = f"{HEAD}{ROW}      Wins 1 point\n\n{SECOND.replace('8/5', '9/5')}"
    assert read(text, 1).players["white"] == "Anna"
    with pytest.raises(Invalid, match=r"^line 14: "):
        read(text, 2)


@pytest.mark.parametrize(
    "row", ["  2) ????\n", "  2)                              ????\n", "  2) ????          ????\n", "  2) ???\n"]
)
def test_a_row_of_which_nothing_is_told_stands_before_the_win_of_a_game_that_was_given_up(row):
    assert read(f"{HEAD}{ROW}{row}      Wins 2 points\n").facts[-1] == GameResigned("black", "gammon")
    with pytest.raises(Invalid, match=r"^line [67]: "):
        read(f"{HEAD}{ROW}{row}  3) 31: 8/5 6/5           52: 13/8 13/11\n")


def test_the_opening_position_may_be_set():
    assert read(f"{HEAD}; Set Pos=-b----E-C---eE---c-e----B-/1\n{ROW}").match.version == 4


# ── damage ───────────────────────────────────────────────────────────────────────────────────────────────────────────
TEXTS = [FILES[0].read_text(), written(match(3), STUDIO), written(match(4), DIALECTS["opengammon"])]
SIGNS = "0123456789/*:()?!.,;#{}[]|=> \tabGWDTCpx\n\x00é–"


@st.composite
def damaged(draw):
    """A text after some changes of letters and lines."""
    lines = draw(st.sampled_from(TEXTS)).split("\n")
    for _ in range(draw(st.integers(1, 4))):
        place = draw(st.integers(0, len(lines) - 1))
        line, at = lines[place], draw(st.integers(0, 60))
        other = lines[draw(st.integers(0, len(lines) - 1))]
        sign = draw(st.sampled_from(SIGNS))
        new = draw(
            st.sampled_from(
                [
                    [],
                    [line, line],
                    [other],
                    [line[:at] + line[at + 1 :]],
                    [line[:at] + sign + line[at:]],
                    [line[:at] + sign + line[at + 1 :]],
                    [line[:at]],
                    [line[at:]],
                    [line[:at], line[at:]],
                ]
            )
        )
        lines[place : place + 1] = new
        lines = lines or [""]
    return "\n".join(lines[: draw(st.integers(1, len(lines)))] if draw(st.booleans()) else lines)


@settings(max_examples=examples(2500), deadline=None)
@given(damaged())
def test_a_damaged_text_is_read_by_the_rules_or_refused_by_a_line_and_what_stands_there(text):
    lines = re.split(r"\r\n|\r|\n", text)
    try:
        imported = read(text)
    except Invalid as wrong:
        ((where, (reason,)),) = wrong.problems.items()
        number = int(re.fullmatch(r"line (\d+)", where)[1])
        assert 1 <= number <= len(lines)
        stands = lines[number - 1].expandtabs().strip()
        assert stands[:60].split("  ")[0].strip("\x00") in reason or "\x00" in stands or "'" in stands, (reason, stands)
    else:
        judged = fold("m_aaaaaaaaaa", log_of(imported))
        assert {verdict.verdict for _, verdict in judged} == {ACCEPTED}
