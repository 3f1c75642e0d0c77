"""`.mat`: what we write is read back, stands where readers look for it, and is never written where it is not true."""

import random

import pytest

from core.errors import Invalid, NotAllowed
from core.events import (
    CheckersMoved,
    DiceRolled,
    DoubleDropped,
    DoubleOffered,
    DoubleTaken,
    GameResigned,
    GameResult,
    OpeningRolled,
    ResultReported,
    RulingMade,
    TurnPassed,
)
from core.notation.mat_export import export, plain_name
from core.notation.mat_import import read
from tests.support.matches.random_matches import FILES, MatchRecorder, log_of, played, turn
from tests.support.proving import some


def written(recorder):
    return export("m_aaaaaaaaaa", recorder.log)


def rows(text):
    return [line for line in text.splitlines() if line[3:4] == ")"]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_match_that_gnu_backgammon_wrote_is_written_row_by_row_as_it_was(path):
    theirs, ours = path.read_text(), export("m_aaaaaaaaaa", log_of(read(path.read_text())))
    assert [line.rstrip() for line in ours.splitlines()[8:]] == [
        line.rstrip() for line in theirs.rstrip().splitlines()[1:]
    ]


def as_read(facts):
    """Facts as a text can hold them: without equal opening dice, the order of dice, and the order of landings."""
    for fact in facts:
        if isinstance(fact, CheckersMoved):
            yield fact.by, sorted(map(str, fact.moves))
        elif isinstance(fact, DiceRolled):
            yield fact.by, sorted(fact.dice)
        elif not (isinstance(fact, OpeningRolled) and fact.white == fact.black):
            yield fact


@pytest.mark.parametrize("seed", some(range(12), 0, 5))
def test_a_match_played_at_random_is_read_back_as_it_was(seed):
    length = {"points": seed + 1} if seed % 3 else {"games": 3}
    recorder = played("backgammon", seed, length, cubes=0.06, resigns=0.004)
    imported = read(written(recorder))
    assert list(as_read(imported.facts)) == list(as_read(recorder.facts))
    assert (imported.match.results, imported.match.settled) == (recorder.match.results, recorder.match.settled)
    assert imported.length == length


@pytest.mark.parametrize("seed", some(range(12), 0, 5))
def test_a_match_with_a_start_says_so_and_is_read_back_with_it(seed):
    length = {"points": 5} if seed % 3 else {"games": 3}
    recorder = played("backgammon", seed, length, cubes=0.06, start={"black": 2})
    text = written(recorder)
    assert '; [Start "2 2"]' in text.splitlines()
    assert " Anna : 0                       Bertil : 2" in text.splitlines()
    imported = read(text)
    assert imported.start == {"black": 2}
    assert (imported.match.score, imported.match.settled) == (recorder.match.score, recorder.match.settled)


def test_a_start_that_decides_the_match_is_refused_by_its_line():
    text = written(played("backgammon", 5, {"points": 5}, start={"black": 2})).replace('"2 2"', '"2 5"')
    with pytest.raises(Invalid, match="before its first game"):
        read(text)


def test_columns_stand_where_readers_look_for_them():
    recorder = played("backgammon", 4, {"points": 3}, cubes=0.05)
    text = written(recorder)
    assert text.startswith(";")
    assert " 3 point match" in text.splitlines()
    assert " Anna : 0                       Bertil : 0" in text.splitlines()
    for row in rows(text):
        left, right = row[5:32], row[32:]
        assert right == "" or right[0] == " " or left.strip().startswith(("11:", "22:", "33:", "44:", "55:", "66:"))
    first = rows(text)[0]
    assert first.startswith("  1)                             3")
    assert max(map(len, text.splitlines())) <= 62


def test_after_a_drop_on_the_left_the_win_stands_on_its_row_and_else_below():
    recorder = MatchRecorder()
    recorder.record(OpeningRolled(white=3, black=1), CheckersMoved("white", ((8, 5), (6, 5))), DoubleOffered("black"))
    recorder.record(DoubleDropped("white"))
    assert rows(written(recorder))[-1] == "  2)  Drops                       Wins 1 point"
    recorder.record(OpeningRolled(white=1, black=3), CheckersMoved("black", ((8, 5), (6, 5))), DoubleOffered("white"))
    recorder.record(DoubleDropped("black"))
    assert written(recorder).splitlines()[-2:] == ["  2)  Doubles => 2                Drops", "      Wins 1 point"]


def test_a_row_is_filled_with_blanks_up_to_its_right_cell():
    # GNU Backgammon takes the right cell of the row before for that of a shorter row.
    recorder = MatchRecorder()
    recorder.record(OpeningRolled(white=3, black=1), CheckersMoved("white", ((8, 5), (6, 5))), DoubleOffered("black"))
    recorder.record(DoubleTaken("white"), GameResigned("black", "gammon"))
    assert written(recorder).splitlines()[-2:] == [f"  2)  Takes{' ' * 22}", "      Wins 4 points"]
    assert read(written(recorder)).facts == tuple(recorder.facts)


def test_a_double_that_was_given_up_instead_of_answered_is_left_out():
    recorder = MatchRecorder()
    recorder.record(OpeningRolled(white=3, black=1), CheckersMoved("white", ((8, 5), (6, 5))), DoubleOffered("black"))
    recorder.record(GameResigned("white", "gammon"))
    recorder.record(OpeningRolled(white=1, black=3), CheckersMoved("black", ((8, 5), (6, 5))), DoubleOffered("white"))
    recorder.record(GameResigned("white", "single"))
    assert "Doubles" not in written(recorder)
    assert read(written(recorder)).match.results == recorder.match.results


def test_a_resignation_after_a_throw_is_marked():
    recorder = MatchRecorder()
    recorder.record(OpeningRolled(white=3, black=1), GameResigned("white", "gammon"))
    assert written(recorder).splitlines()[-2:] == [f"  1) 31: ????{' ' * 20}", f"{' ' * 34}Wins 2 points"]
    assert read(written(recorder)).facts == tuple(recorder.facts)


def test_what_was_refused_or_voided_never_counted_and_is_left_out():
    recorder = MatchRecorder(check="strict")
    recorder.record(OpeningRolled(white=3, black=1))
    assert not recorder.record(CheckersMoved("white", ((8, 4),)))
    recorder.record(CheckersMoved("white", ((13, 10), (6, 5))))
    recorder.record(RulingMade("void", "the scorer's slip", 3), CheckersMoved("white", ((8, 5), (6, 5))))
    assert read(written(recorder)).facts == (OpeningRolled(white=3, black=1), CheckersMoved("white", ((8, 5), (6, 5))))


def test_names_that_a_reader_would_cut_are_written_plainly_and_whole_in_the_head():
    recorder = MatchRecorder(players=('Anna: "the" Great', "Bertil, 1800"))
    recorder.record(OpeningRolled(white=3, black=1), CheckersMoved("white", ((8, 5), (6, 5))))
    text = written(recorder)
    assert ' Anna "the" Great : 0           Bertil 1800 : 0' in text.splitlines()
    assert "; [Player 1 \"Anna: 'the' Great\"]" in text
    assert plain_name(" : ") == "?"
    long = MatchRecorder(players=("A" * 60, "B" * 60))
    long.record(OpeningRolled(white=3, black=1), CheckersMoved("white", ((8, 5), (6, 5))))
    assert dict(read(written(long)).players) == {"white": "A" * 60, "black": "B" * 60}


def faulted():
    recorder = MatchRecorder(check="advisory")
    recorder.record(OpeningRolled(white=3, black=1))
    recorder.record(CheckersMoved("white", ((8, 4), (6, 5))))
    return recorder


def awarded_game():
    recorder = MatchRecorder()
    recorder.record(OpeningRolled(white=3, black=1))
    recorder.record(RulingMade("award_game", "left the table", winner="black", outcome="single"))
    return recorder


def awarded_match():
    recorder = MatchRecorder()
    recorder.record(RulingMade("award_match", "did not come", winner="black"))
    return recorder


def reported():
    recorder = MatchRecorder(length={"games": 3})
    recorder.record(ResultReported((GameResult("white", "single"),) * 3))
    return recorder


@pytest.mark.parametrize(
    ("recorder", "reason"),
    [
        (faulted, "fact 2 broke B1 and stands"),
        (awarded_game, "fact 2 is an award"),
        (awarded_match, "fact 1 is an award"),
        (reported, "without its rolls"),
        (lambda: MatchRecorder("swedish", {"games": 3}), "Swedish Tables has no .mat"),
    ],
)
def test_what_a_text_could_not_say_truly_is_refused_with_the_reason(recorder, reason):
    with pytest.raises(NotAllowed, match=reason):
        written(recorder())


def test_a_fault_that_was_taken_back_is_no_obstacle():
    recorder = faulted()
    recorder.record(RulingMade("void", "illegal", 2), CheckersMoved("white", ((8, 5), (6, 5))))
    assert len(read(written(recorder)).facts) == 2


def test_a_match_in_play_is_written_up_to_its_last_whole_turn():
    recorder = MatchRecorder()
    recorder.record(
        OpeningRolled(white=3, black=1), CheckersMoved("white", ((8, 5), (6, 5))), DiceRolled("black", (6, 4))
    )
    assert len(read(written(recorder)).facts) == 2

    turn(recorder, random.Random(1))
    assert len(read(written(recorder)).facts) == 4
    assert TurnPassed("white") not in recorder.facts
