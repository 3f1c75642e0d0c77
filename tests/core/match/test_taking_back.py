"""M13: a scorer takes back turns of the game in play, up to the last one; a referee those of any game."""

from dataclasses import replace

import pytest

from core.events import (
    BreakStarted,
    CheckersMoved,
    DiceRolled,
    DoubleOffered,
    DoubleTaken,
    FactsTakenBack,
    GameResigned,
    MatchOpened,
    MendedTurnsSeen,
    OpeningRolled,
    PenaltyGiven,
    PositionSet,
    Recorded,
    RefereeCalled,
    RefereeCame,
    RulingMade,
    TurnsVoided,
)
from core.match import judging, voiding
from core.match.conduct import MendedTurns

OPENED = MatchOpened("vasa", "swedish", {"games": 3}, {"white": "Anna", "black": "Bertil"})
TURN = (DiceRolled("white", (6, 4)), CheckersMoved("white", ((1, 7), (7, 11))))
BEGUN = (OpeningRolled(2, 5), *TURN)


def judged(*facts, opened=OPENED, **terms):
    """The match after facts, each with its recorder or by `siv`, and the last verdict."""
    log = [Recorded(0, replace(opened, **terms), 0, "siv", "")]
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


BLACK = (DiceRolled("black", (2, 1)), CheckersMoved("black", ((1, 3), (3, 4))))


def test_turns_before_the_last_one_are_taken_back_with_it_and_by_another_scorer():
    match, verdict = judged(*BEGUN, *BLACK, (FactsTakenBack(2, 5), "nils"))
    assert verdict.verdict == "accepted"
    assert match.position == judged(BEGUN[0])[0].position
    again, verdict = judged(*BEGUN, *BLACK, (FactsTakenBack(2, 5), "nils"), DiceRolled("white", (3, 2)))
    assert (verdict.verdict, again.dice) == ("accepted", (3, 2))


ENDED = (*BEGUN, GameResigned("black", "bearing_off"))


def test_the_turn_that_ended_a_game_is_taken_back_until_play_of_the_next_game_follows():
    match, verdict = judged(*ENDED, FactsTakenBack(2, 4))
    assert (verdict.verdict, match.results) == ("accepted", ())
    following = (DiceRolled("black", (2, 1)), CheckersMoved("black", ((1, 3), (3, 4))))
    assert judged(*ENDED, *following, FactsTakenBack(5, 6))[1].verdict == "accepted"
    _, verdict = judged(*ENDED, *following, FactsTakenBack(4, 6))
    assert (verdict.verdict, verdict.rule) == ("refused", "M13")
    assert "a game has ended since" in verdict.explanation


DECISIONS = (
    RulingMade("let_stand", "both want to play on"),
    RulingMade("void", "cocked dice", from_version=5),
    PositionSet(
        {"white": {"points": {"1": 8, "7": 7}}, "black": {"points": {"1": 12, "12": 3}}},
        "white",
        "the board was bumped",
    ),
    TurnsVoided(5, 5, "another die"),
)


@pytest.mark.parametrize("decision", DECISIONS, ids=lambda each: type(each).__name__)
def test_no_scorer_takes_back_a_turn_before_a_referees_decision(decision):
    fault = CheckersMoved("black", ((1, 5), (5, 7)))
    before = (BEGUN[0], *TURN, BLACK[0], fault)
    _match, verdict = judged(*before, (decision, "referee"), check="advisory")
    assert verdict.verdict == "accepted"
    _, verdict = judged(*before, (decision, "referee"), FactsTakenBack(2, 6), check="advisory")
    assert (verdict.verdict, verdict.rule) == ("refused", "M13")
    assert "a referee has decided" in verdict.explanation


def test_a_note_a_warning_and_a_penalty_of_a_referee_are_in_no_scorers_way():
    beside = ((RulingMade("note", "ten minutes without light"), "referee"), (PENALTY, "referee"))
    match, verdict = judged(*BEGUN, *beside, *BLACK, FactsTakenBack(2, 7))
    assert verdict.verdict == "accepted"
    assert len(match.conduct.penalties) == 1


@pytest.mark.parametrize(
    ("facts", "explanation"),
    [
        ((*BEGUN, DiceRolled("black", (2, 1)), FactsTakenBack(2, 3)), "fact 4 came after it"),
        ((*BEGUN, FactsTakenBack(3, 2)), "only the last 1000 facts"),
        ((*BEGUN, FactsTakenBack(2, 9)), "only the last 1000 facts"),
        ((*BEGUN, (PENALTY, "referee"), FactsTakenBack(4, 4)), "only facts of play"),
        ((*BEGUN, PENALTY, FactsTakenBack(4, 4)), "only facts of play"),
        ((*BEGUN[:1], (TURN[0], "dice:siv"), FactsTakenBack(2, 2)), "a roll of the service"),
    ],
)
def test_anything_but_the_play_up_to_the_last_turn_is_a_referees(facts, explanation):
    _, verdict = judged(*facts)
    assert (verdict.verdict, verdict.rule) == ("refused", "M13")
    assert explanation in verdict.explanation


def test_a_scorer_reaches_a_thousand_facts_back_and_a_referee_any_number():
    calls = [RefereeCalled("black", "tea"), RefereeCame()] * 500
    assert judged(BEGUN[0], TURN[0], *calls, TURN[1], FactsTakenBack(2, 1003))[1].rule == "M13"
    ruling = (TurnsVoided(2, 1003, "other dice"), "referee")
    match, verdict = judged(BEGUN[0], TURN[0], *calls[:400], TURN[1], (TurnsVoided(2, 403, "other dice"), "referee"))
    assert (verdict.verdict, match.phase, len(match.conduct.calls)) == ("accepted", "roll", 200)
    assert ruling[0].to_version - ruling[0].from_version > voiding.MOST_MENDED


# ── the desk is told ─────────────────────────────────────────────────────────────────────────────────────────────────
def test_the_desk_is_not_told_of_the_last_turn_and_is_told_of_more_until_a_referee_has_seen_it():
    assert judged(*BEGUN, *BLACK, FactsTakenBack(4, 5))[0].mended is None
    match, _ = judged(*BEGUN, *BLACK, FactsTakenBack(2, 5))
    assert match.mended == MendedTurns(6, 6, 2)
    seen, verdict = judged(*BEGUN, *BLACK, FactsTakenBack(2, 5), (MendedTurnsSeen(), "referee"))
    assert (verdict.verdict, seen.mended) == ("accepted", None)
    _, verdict = judged(*BEGUN, *BLACK, FactsTakenBack(4, 5), (MendedTurnsSeen(), "referee"))
    assert (verdict.verdict, verdict.rule) == ("refused", "M10")


def test_turns_that_are_taken_back_one_by_one_are_told_as_those_that_are_taken_back_at_once():
    match, _ = judged(*BEGUN, *BLACK, FactsTakenBack(4, 5), FactsTakenBack(2, 3))
    assert match.mended == MendedTurns(7, 7, 2)
    again, _ = judged(*BEGUN, *BLACK, FactsTakenBack(4, 5), *BLACK, FactsTakenBack(7, 8))
    assert again.mended is None


def test_a_double_belongs_to_the_turn_in_which_it_is_offered():
    opened = MatchOpened("vasa", "backgammon", {"points": 5}, {"white": "Anna", "black": "Bertil"})
    first = (OpeningRolled(2, 1), CheckersMoved("white", ((8, 6), (6, 5))))
    doubled = (DoubleOffered("black"), DoubleTaken("white"), DiceRolled("black", (3, 1)))
    assert judged(*first, *doubled, FactsTakenBack(3, 5), opened=opened)[0].mended is None
    assert judged(*first, *doubled, FactsTakenBack(2, 5), opened=opened)[0].mended.turns == 2


# ── a referee ────────────────────────────────────────────────────────────────────────────────────────────────────────
def test_a_referee_voids_turns_of_an_ended_game_and_of_a_settled_match_and_what_is_beside_them_stays():
    call = RefereeCalled("black", "tea")
    match, verdict = judged(*ENDED, call, (TurnsVoided(3, 4, "the other checker moved"), "referee"))
    assert (verdict.verdict, match.results, match.phase, match.dice) == ("accepted", (), "move", (6, 4))
    assert [each.reason for each in match.conduct.calls] == ["tea"]
    assert match.conduct.rulings == (6,)
    awarded = RulingMade("award_match", "left", winner="black")
    match, verdict = judged(*BEGUN, (awarded, "referee"), (TurnsVoided(2, 4, "they came back"), "referee"))
    assert (verdict.verdict, match.settled, match.phase) == ("accepted", None, "roll")


def test_the_voidings_that_are_left_for_a_referee_are_not_used_up(monkeypatch):
    monkeypatch.setattr(voiding, "_WORK", 0)
    facts = list(BEGUN)
    for _ in range(voiding.TAKEN_BACK):
        facts += [FactsTakenBack(len(facts) - 1, len(facts)), *TURN]
    match, _ = judged(*facts)
    assert match.voidings == match.takings_back == voiding.TAKEN_BACK
    facts += [FactsTakenBack(len(facts) - 1, len(facts))] * (voiding.VOIDINGS + 1)
    assert judged(*facts)[1].rule == "M13"
    last = len(facts) - voiding.VOIDINGS - 1
    assert judged(*facts, RulingMade("void", "cocked dice", from_version=last - 1, to_version=last))[1].rule is None


def test_a_settled_match_and_an_interrupted_one_take_nothing_back():
    awarded = RulingMade("award_match", "left", winner="black")
    assert judged(*BEGUN, awarded, FactsTakenBack(2, 3))[1].rule == "M1"
    assert judged(*BEGUN, BreakStarted("white"), FactsTakenBack(2, 3))[1].rule == "M8"
