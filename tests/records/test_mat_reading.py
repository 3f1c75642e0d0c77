"""`.mat` as other programs write it is read; what does not fit names its line."""

import pytest

from core.errors import Invalid
from core.events import CheckersMoved, DiceRolled, GameResigned, OpeningRolled
from core.match.judging import fold
from core.match.state import ACCEPTED
from core.notation.mat_export import export
from core.notation.mat_import import read
from tests.support.matches.random_matches import FILES, log_of
from tests.support.proving import some

HEAD = '; [EventDate "2026.11.20"]\n\n 5 point match\n\n Game 1\n Anna : 0                       Bertil : 0\n'

SETTLED = {
    "gnubg_3pt_11": (0, 4),
    "gnubg_3pt_12": (6, 0),
    "gnubg_5pt_11": (5, 4),
    "gnubg_5pt_12": (8, 0),
    "gnubg_7pt_11": (7, 2),
    "gnubg_7pt_12": (12, 0),
}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_match_that_gnu_backgammon_wrote_is_accepted_fact_by_fact_and_settles_to_its_score(path):
    imported = read(path.read_text())
    log = log_of(imported)
    judged = list(fold("m_aaaaaaaaaa", log))
    assert {verdict.verdict for _, verdict in judged} == {ACCEPTED}
    last = judged[-1][0]
    assert tuple(last.settled.score.values()) == SETTLED[path.stem]
    assert dict(imported.players) == {"white": "gnubg", "black": "root"}
    assert read(export("m_aaaaaaaaaa", log)).facts == imported.facts


def test_the_opening_is_the_starters_first_throw_with_the_higher_die():
    facts = read(f"{HEAD}  1)                             64: 24/14\n  2) 21: 13/11 6/5\n").facts
    assert facts[0] == OpeningRolled(white=4, black=6)
    assert facts[1] == CheckersMoved("black", ((24, 18), (18, 14)))
    assert facts[2] == DiceRolled("white", (2, 1))
    assert read(f"{HEAD}  1) 46: 24/14\n").facts[0] == OpeningRolled(white=6, black=4)


@pytest.mark.parametrize("path", some(FILES, FILES[0]), ids=lambda path: path.stem)
@pytest.mark.parametrize(
    "dressed",
    [
        lambda text: "\ufeff" + text,
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.replace("\n", "\n; a remark\n"),
        lambda text: text.replace("\n", "\n# a remark\n\n"),
        lambda text: text.replace("25/", "bar/").replace("/0", "/off"),
        lambda text: text.replace("*", ""),
        lambda text: "\n".join(line.rstrip() for line in text.splitlines()),
        lambda text: text.replace(": \n", ": Cannot Move\n").replace(":                         ", ": cannot move    "),
        lambda text: text.replace("Wins 1 point\n", "Wins 1 point and the match\n"),
        lambda text: text.replace(";", "  ;"),
    ],
    ids=[
        "mark",
        "crlf",
        "semicolons",
        "hashes",
        "words",
        "stars",
        "trimmed",
        "cannot_move",
        "and_the_match",
        "indented",
    ],
)
def test_how_a_file_is_dressed_does_not_matter(dressed, path):
    text = path.read_text()
    assert dressed(text) != text or "Wins 1 point\n" not in text
    assert read(dressed(text)).facts == read(text).facts


def test_a_cell_without_a_space_before_it_is_told_by_its_dice():
    text = f"{HEAD}  1) 31: 8/5 6/553: 13/8 24/21\n"
    assert read(text).facts[-1] == CheckersMoved("black", ((13, 8), (24, 21)))


def test_a_throw_that_is_given_up_is_a_resignation():
    told = f"{HEAD}  1) 31: 8/5 6/5                52: ????\n      Wins 2 points\n"
    assert read(told).facts[-2:] == (DiceRolled("black", (5, 2)), GameResigned("black", "gammon"))
    silent = f"{HEAD}  1) 31: 8/5 6/5                52:\n      Wins 1 point\n"
    assert read(silent).facts[-2:] == (DiceRolled("black", (5, 2)), GameResigned("black", "single"))


def test_a_win_in_an_unfinished_game_is_a_resignation_at_the_stake():
    text = f"{HEAD}  1) 31: 8/5 6/5                 Doubles => 2\n  2)  Takes                      52: 13/8 13/11\n"
    assert read(text + "                                  Wins 4 points\n").facts[-1] == GameResigned("white", "gammon")
    with pytest.raises(Invalid, match=r"line 9: 3 points are no ending"):
        read(text + "                                  Wins 3 points\n")


def test_names_are_those_of_the_heads_where_a_row_could_not_hold_them():
    text = HEAD.replace(";", '; [Player 1 "Anna: the Great"]\n;', 1).replace("Anna ", "Anna the Great ")
    assert dict(read(text + "  1) 31: 8/5 6/5\n").players) == {"white": "Anna: the Great", "black": "Bertil"}


ROWS = "  1) 31: 8/5 6/5                52: 13/8 13/11\n"
BROKEN = {
    "": (1, "ends before a game"),
    "hello\n": (1, "the length is expected first"),
    " 5 point match\n\n  1) 31: 8/5 6/5\n": (3, "'Game 1' is expected"),
    " 5 point match\n Game 1\n  1) 31: 8/5 6/5\n": (3, "both names"),
    " 5 point match\n Game 1\n Anna : 0\n  1) 31: 8/5 6/5\n": (4, "both names"),
    " 5 point match\n Game 1\n Anna : 3  Bertil : 2\n": (3, "come to 0 : 0, not to 3 : 2"),
    HEAD.replace("Anna : 0", "Anna : 3"): (6, "come to 0 : 0, not to 3 : 0"),
    HEAD.replace(";", '; [Variation "Hypergammon"]\n;', 1): (1, "Hypergammon is not one of backgammon"),
    f"{HEAD}  1) 33: 8/5(2) 6/3(2)\n": (7, "3 and 3 are equal"),
    f"{HEAD}  1) 31: 8/5 6/4\n": (7, "B1"),
    f"{HEAD}  1) 31: 8/5 6/5 and more\n": (7, "not understood"),
    f"{HEAD}  1) hello\n": (7, "no throw and no word of the cube"),
    f"{HEAD}{ROWS}  2) 31: 8/3\n": (8, "B1"),
    f"{HEAD}  1) 31: 8/5 6/5\n  2) 31: 8/5 6/5\n": (8, "M3"),
    f"{HEAD}{ROWS}  2)  Doubles => 4\n": (8, "it would be 2"),
    f"{HEAD}{ROWS}  2)  Doubles => 2                Beavers => 4\n": (8, "'Beavers => 4' is not played"),
    f"{HEAD}{ROWS}  2)                              Doubles => 2\n": (8, "M3"),
    f"{HEAD}{ROWS}  2)  Takes\n": (8, "M7"),
    f"{HEAD}{ROWS}  2) 63:                         21: 6/5 13/11\n": (8, "the throw before has no play"),
    f"{HEAD}{ROWS}  2) 63:\n": (8, "the throw before has no play"),
    f"{HEAD}{ROWS}\n Game 2\n": (9, "before the names of a game"),
    f"{HEAD}{ROWS}\n Game 2\n Anna : 0    Bertil : 0\n": (9, "no end or another number"),
    f"{HEAD}{ROWS}\n Game 2\n Anna : 1    Bertil : 1\n": (9, "no end or another number"),
    f"{HEAD}{ROWS}      Wins 1 point\n\n Game 2\n Anna : 0    Bertil : 0\n": (11, "come to 1 : 0"),
    f"{HEAD}{ROWS}      Wins 1 point\n\n Game 2\n Anna : 1    Cesar : 0\n": (11, "were Anna and Bertil before"),
    f"{HEAD}{ROWS}      Wins 1 point\n  2) 31: 8/5 6/5\n": (9, "the game was over"),
    f"{HEAD}{ROWS}  2)  Doubles => 2                Drops\n      Wins 2 points\n": (9, "gives 1 points to Anna"),
    f"{HEAD}{ROWS}  2)  Doubles => 2                Drops\n  3) 31: 8/5 6/5\n": (9, "the game was over"),
    f"{HEAD}{ROWS}what is this\n": (8, "no row of a game"),
    f"{HEAD}{ROWS}{' : 1' * 200}\n": (8, "800 characters are no line"),
}


@pytest.mark.parametrize(("text", "said"), BROKEN.items(), ids=[str(number) for number in range(len(BROKEN))])
def test_what_cannot_be_read_names_its_line(text, said):
    with pytest.raises(Invalid) as wrong:
        read(text)
    assert list(wrong.value.problems) == [f"line {said[0]}"]
    assert said[1] in wrong.value.problems[f"line {said[0]}"][0]
