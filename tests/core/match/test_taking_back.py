"""M13: the recorder of the last turn takes it back; a referee voids everything else."""

import pytest

from core.events import (
    BreakStarted,
    CheckersMoved,
    DiceRolled,
    FactsTakenBack,
    MatchOpened,
    OpeningRolled,
    PenaltyGiven,
    Recorded,
    RefereeCalled,
    RulingMade,
)
from core.match import judging, voiding

OPENED = MatchOpened("vasa", "swedish", {"games": 3}, {"white": "Anna", "black": "Bertil"})
TURN = (DiceRolled("white", (6, 4)), CheckersMoved("white", ((1, 7), (7, 11))))
BEGUN = (OpeningRolled(2, 5), *TURN)


def judged(*facts):
    """The match after facts, each with its recorder or by `siv`, and the last verdict."""
    log = [Recorded(0, OPENED, 0, "siv", "")]
    for number, fact in enumerate(facts, 1):
        event, by = fact if isinstance(fact, tuple) else (fact, "siv")
        log.append(Recorded(number, event, number, by, ""))
    *_, (match, verdict) = judging.fold("m", log)
    return match, verdict


def test_a_turn_that_was_taken_back_never_happened_and_another_is_played():
    match, verdict = judged(*BEGUN, FactsTakenBack(2, 3))
    assert verdict.verdict == "accepted"
    assert (match.phase, match.to_move, match.position) == ("roll", "white", judged(BEGUN[0])[0].position)
    assert match.voids == ((4, 2, 3),)
    again, verdict = judged(*BEGUN, FactsTakenBack(2, 3), DiceRolled("white", (5, 1)))
    assert (verdict.verdict, again.dice) == ("accepted", (5, 1))


def test_turn_after_turn_can_be_taken_back_and_what_is_beside_the_play_stays():
    match, verdict = judged(*BEGUN, RefereeCalled("black", "tea"), FactsTakenBack(2, 3), FactsTakenBack(1, 1))
    assert (verdict.verdict, match.phase) == ("accepted", "opening")
    assert [call.reason for call in match.conduct.calls] == ["tea"]


PENALTY = PenaltyGiven("white", 1, "late")


def test_what_stands_between_the_facts_of_a_turn_beside_the_play_stays():
    between = ((PENALTY, "referee"), RefereeCalled("black", "tea"))
    match, verdict = judged(BEGUN[0], TURN[0], *between, TURN[1], FactsTakenBack(2, 5))
    assert (verdict.verdict, match.phase, match.dice) == ("accepted", "roll", None)
    assert match.voids == ((6, 2, 2), (6, 5, 5))
    assert [len(each) for each in (match.conduct.penalties, match.conduct.calls)] == [1, 1]


def test_a_ruling_that_voided_facts_is_not_taken_back():
    ruled = (RulingMade("void", "cocked dice", from_version=2, to_version=3), "referee")
    match, verdict = judged(*BEGUN, ruled, FactsTakenBack(4, 4))
    assert (verdict.verdict, verdict.rule) == ("refused", "M13")
    assert match.voids == ((4, 2, 3),)
    around, _ = judged(*BEGUN, ruled, DiceRolled("white", (5, 1)), FactsTakenBack(4, 5))
    assert around.voids == ((4, 2, 3), (6, 5, 5))
    assert around.dice is None


@pytest.mark.parametrize(
    ("facts", "explanation"),
    [
        ((*BEGUN, DiceRolled("black", (2, 1)), FactsTakenBack(2, 3)), "fact 4 came after it"),
        ((*BEGUN, (FactsTakenBack(2, 3), "nils")), "by the one who recorded them"),
        ((*BEGUN, FactsTakenBack(3, 2)), "only the last turn"),
        ((*BEGUN, FactsTakenBack(2, 9)), "only the last turn"),
        ((*BEGUN, *TURN, *TURN, FactsTakenBack(1, 5)), "only the last turn"),
        ((*BEGUN, (PENALTY, "referee"), FactsTakenBack(4, 4)), "only facts of play"),
        ((*BEGUN, PENALTY, FactsTakenBack(4, 4)), "only facts of play"),
    ],
)
def test_anything_but_the_own_last_turn_is_a_referees(facts, explanation):
    _, verdict = judged(*facts)
    assert (verdict.verdict, verdict.rule) == ("refused", "M13")
    assert explanation in verdict.explanation


def test_the_voidings_that_are_left_for_a_referee_are_not_used_up():
    facts = list(BEGUN)
    for _ in range(voiding.TAKEN_BACK):
        facts += [FactsTakenBack(len(facts) - 1, len(facts)), *TURN]
    match, _ = judged(*facts)
    assert match.voidings == voiding.TAKEN_BACK
    assert judged(*facts, FactsTakenBack(len(facts) - 1, len(facts)))[1].rule == "M13"
    ruling = RulingMade("void", "cocked dice", from_version=len(facts) - 1, to_version=len(facts))
    assert judged(*facts, ruling)[1].verdict == "accepted"


def test_a_settled_match_and_an_interrupted_one_take_nothing_back():
    awarded = RulingMade("award_match", "left", winner="black")
    assert judged(*BEGUN, awarded, FactsTakenBack(2, 3))[1].rule == "M1"
    assert judged(*BEGUN, BreakStarted("white"), FactsTakenBack(2, 3))[1].rule == "M8"
