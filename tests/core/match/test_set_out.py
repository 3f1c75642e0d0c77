"""A referee on the way to a table: M10 of docs/play/matches.md."""

import pytest

from core.events import (
    AppealDecided,
    AppealMade,
    CheckersMoved,
    ClockSet,
    DiceRolled,
    FactsTakenBack,
    FlagClaimed,
    FlagConfirmed,
    FlagRejected,
    GameResigned,
    OpeningRolled,
    PenaltyGiven,
    RefereeCalled,
    RefereeCame,
    RefereeSetOut,
    RulingMade,
    WarningGiven,
)
from core.match import checkpoint
from core.timestamps import rfc3339
from schemas.match_states import match_json, read_match
from tests.support.matches.timed_logs import judged

PLAY = [OpeningRolled(2, 5), DiceRolled("white", (6, 4)), CheckersMoved("white", ((1, 7), (1, 5)))]
OVER = [OpeningRolled(2, 5), *[GameResigned("black", "jan")] * 3]
CALL, SET_OUT = RefereeCalled("white", "dice on the rim"), RefereeSetOut()
ILLEGAL = [OpeningRolled(2, 5), DiceRolled("white", (6, 4)), CheckersMoved("white", ((1, 2),))]
CLAIMED = [ClockSet({"white": 9, "black": 9}, 0), FlagClaimed("white")]
WARNED = WarningGiven("white", "noise")
APPEALED = [WARNED, AppealMade("white", 1, "it was not me")]
ADVISORY = {"check": "advisory"}


@pytest.mark.parametrize("waiting", [[CALL], ILLEGAL, CLAIMED, APPEALED, [*OVER, CALL]])
def test_m10_one_referee_sets_out_to_what_waits_and_is_on_the_way_until_they_are_there(waiting):
    match, verdicts = judged([*waiting, SET_OUT, SET_OUT], **ADVISORY)
    assert verdicts[-2:] == ["accepted", "refused M10"]
    assert match_json(match)["on_the_way"] == {
        "version": len(waiting) + 1,
        "since": rfc3339(1000 * (len(waiting) + 1)),
        "recorded_by": "",
    }
    match, verdicts = judged([*waiting, SET_OUT, RefereeCame()], **ADVISORY)
    assert (verdicts[-1], "on_the_way" in match_json(match)) == ("accepted", False)


@pytest.mark.parametrize("facts", [[], PLAY, [CALL, RefereeCame()], [*ILLEGAL, RulingMade("let_stand", "?")]])
def test_m10_no_referee_sets_out_where_nothing_waits(facts):
    match, verdicts = judged([*facts, SET_OUT], **ADVISORY)
    assert (verdicts[-1], match.set_out) == ("refused M10", None)


@pytest.mark.parametrize(
    ("waiting", "ruling"),
    [
        ([CALL], WARNED),
        ([CALL], PenaltyGiven("white", 1, "?")),
        (ILLEGAL, RulingMade("let_stand", "?")),
        (ILLEGAL, RulingMade("void", "?", from_version=3)),
        (CLAIMED, FlagRejected("?")),
        (CLAIMED, FlagConfirmed()),
        (APPEALED, AppealDecided(2, "dismissed", "?")),
        ([*ILLEGAL, CALL], RulingMade("void", "?", from_version=3)),
    ],
)
def test_m10_a_ruling_is_made_by_a_referee_who_is_there_and_a_note_may_come_from_elsewhere(waiting, ruling):
    match, verdicts = judged([*waiting, SET_OUT, RulingMade("note", "?")], **ADVISORY)
    assert (verdicts[-1], match.set_out is None) == ("accepted", False)
    match, verdicts = judged([*waiting, SET_OUT, ruling], **ADVISORY)
    assert (verdicts[-1], match.set_out) == ("accepted", None)


@pytest.mark.parametrize(
    "fact", [RulingMade("award_game", "?", winner="white", outcome="jan"), WARNED, PenaltyGiven("white", 1, "?")]
)
def test_m10_a_referee_who_rules_is_there_and_answers_every_call(fact):
    match, verdicts = judged([*PLAY, CALL, RefereeCalled("black", "me too"), fact, RefereeCame()])
    assert verdicts[-2:] == ["accepted", "accepted"], "a phone that was away tells late that the referee came"
    assert [call["came"] for call in match_json(match)["calls"]] == ["1970-01-01T00:00:06.000Z"] * 2
    assert match.waits is False
    noted, _ = judged([*PLAY, CALL, RulingMade("note", "?")])
    assert [call.came for call in noted.conduct.calls] == [None]


def test_m10_no_referee_is_on_the_way_to_what_no_longer_waits():
    ended = [*ILLEGAL, SET_OUT, DiceRolled("black", (3, 1))]  # rolling accepts the play
    assert judged(ended, **ADVISORY)[0].set_out is None


def test_m10_what_a_referee_came_for_can_be_voided_whether_they_are_there_or_still_on_the_way():
    for coming in ([SET_OUT], [SET_OUT, RefereeCame()]):
        match, verdicts = judged([*ILLEGAL, *coming, RulingMade("void", "?", from_version=3)], **ADVISORY)
        assert (verdicts[-1], match.phase, match.set_out) == ("accepted", "move", None)


def test_m13_a_referee_is_on_the_way_after_a_turn_is_taken_back_while_something_still_waits():
    match, verdicts = judged([*PLAY, CALL, SET_OUT, FactsTakenBack(3, 3)])
    assert (verdicts[-1], match.set_out and match.set_out.version) == ("accepted", 5)
    match, verdicts = judged([*ILLEGAL, SET_OUT, FactsTakenBack(3, 3)], **ADVISORY)
    assert (verdicts[-1], match.set_out) == ("accepted", None)


def test_m10_a_state_with_a_referee_on_the_way_is_stored_and_read_as_it_was():
    match, _ = judged([CALL, SET_OUT])
    assert checkpoint.read(match.id, match.opened, checkpoint.write(match)) == match
    assert read_match(match_json(match)).set_out == match.set_out
    assert '"set_out"' not in checkpoint.write(judged([CALL])[0])
