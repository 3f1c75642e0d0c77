"""Facts beside the play: M1 and M8 to M11 of docs/play/matches.md."""

import json
import random

import pytest

from core.events import (
    AppealDecided,
    AppealMade,
    BreakEnded,
    BreakStarted,
    CheckersMoved,
    ClockSet,
    ClockStarted,
    DiceRolled,
    DoubleOffered,
    FlagClaimed,
    FlagRejected,
    GameResigned,
    GameResult,
    MatchResumed,
    MatchSuspended,
    OpeningRolled,
    PenaltyGiven,
    Recorded,
    RecorderChanged,
    RefereeCalled,
    RefereeCame,
    ResultReported,
    RulingMade,
    TurnPassed,
    WarningGiven,
)
from core.match import checkpoint, judging
from core.match.clock_rules import MOST
from core.match.conduct import NONE
from schemas.match_states import match_json
from tests.support.matches.match_logs import RECORDED, numbered, opening, recorded_match
from tests.support.matches.timed_logs import judged, judged_at

PLAY = [OpeningRolled(2, 5), DiceRolled("white", (6, 4)), CheckersMoved("white", ((1, 7), (1, 5)))]
OVER = [OpeningRolled(2, 5), *[GameResigned("black", "jan")] * 3]
SUSPENDED = MatchSuspended("fire alarm")
FACTS_OF_PLAY = [
    OpeningRolled(2, 5),
    DiceRolled("black", (6, 4)),
    CheckersMoved("white", ((1, 7), (1, 5))),
    TurnPassed("white"),
    DoubleOffered("white"),
    GameResigned("white", "jan"),
    ResultReported((GameResult("white", "jan"),) * 3),
]


def said(facts, **fields):
    return judged(facts, **fields)[1]


# ── M8: interruptions ────────────────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("fact", FACTS_OF_PLAY, ids=lambda fact: type(fact).__name__)
@pytest.mark.parametrize("interruption", [SUSPENDED, BreakStarted("white")])
def test_m8_while_a_match_is_interrupted_every_fact_of_play_is_refused(interruption, fact):
    match, verdicts = judged([*PLAY, interruption, fact])
    assert verdicts == ["accepted"] * 4 + ["refused M8"]
    assert (match.phase, match.to_move) == ("roll", "black")


def test_m8_the_refusal_says_since_when_and_why():
    states = list(judging.fold("m_test", numbered(opening(), [*PLAY, SUSPENDED, DiceRolled("black", (1, 2))])))
    assert states[-1][1].explanation == "the match is suspended since fact 4 (fire alarm): it is to be resumed first"


@pytest.mark.parametrize("name", RECORDED)
def test_m8_a_match_suspended_and_resumed_at_any_point_is_as_if_it_had_not_been(name):
    games, facts, _, _ = recorded_match(name)
    places = random.Random(name).sample(range(len(facts)), 12)
    plain = judging.replay("m_test", numbered(opening(games=games), facts))
    interrupted = []
    for place, fact in enumerate(facts):
        if place in places:
            interrupted += [SUSPENDED, DiceRolled("white", (1, 1)), MatchResumed()]
        interrupted.append(fact)
    match = judging.replay("m_test", numbered(opening(games=games), interrupted))
    assert match._replace(version=plain.version, refused=plain.refused, faults=()) == plain._replace(faults=())
    assert [fault[1:4] + fault[4:] for fault in match.faults] == [fault[1:4] + fault[4:] for fault in plain.faults]


def test_m8_the_state_before_and_after_a_suspension_differs_in_its_version_alone():
    _, facts, _, _ = recorded_match("three_games")
    match, log = judging.opened("m_test", opening()), []
    for fact in facts[:400]:
        before = match
        for pause in (SUSPENDED, MatchResumed()):
            match, verdict = judging.judge(match, Recorded(match.version + 1, pause, 0, "", ""), lambda: log)
            assert verdict.verdict == "accepted"
        assert match._replace(version=before.version) == before
        match, _ = judging.judge(match, Recorded(match.version + 1, fact, 0, "", ""), lambda: log)


def test_m8_what_is_suspended_is_not_suspended_again_and_what_is_not_is_not_resumed():
    assert said([SUSPENDED, SUSPENDED, MatchResumed(), MatchResumed()]) == [
        "accepted",
        "refused M8",
        "accepted",
        "refused M8",
    ]


def test_m8_a_suspended_match_shows_since_when_and_why():
    match, _ = judged([*PLAY, SUSPENDED])
    assert match_json(match)["suspended"] == {
        "since": "1970-01-01T00:00:04.000Z",
        "reason": "fire alarm",
        "version": 4,
    }
    assert match_json(judged([*PLAY, SUSPENDED, MatchResumed()])[0])["suspended"] is None


def test_m8_breaks_are_kept_and_one_is_over_before_the_next():
    facts = [*PLAY, BreakEnded(), BreakStarted("black"), BreakStarted("white"), BreakEnded(), BreakStarted("white")]
    match, verdicts = judged(facts)
    assert verdicts[3:] == ["refused M8", "accepted", "refused M8", "accepted", "accepted"]
    assert [(break_.by, break_.since, break_.until) for break_ in match.conduct.breaks] == [
        ("black", 5000, 7000),
        ("white", 8000, None),
    ]


def test_m8_a_referee_rules_in_a_suspended_match_and_the_end_ends_the_suspension():
    award = RulingMade("award_game", "left", winner="white", outcome="jan")
    match, verdicts = judged([*PLAY, SUSPENDED, award])
    assert (verdicts[-1], len(match.results), match.conduct.suspended is None) == ("accepted", 1, False)
    match, _ = judged([*PLAY, BreakStarted("white"), SUSPENDED, RulingMade("award_match", "left", winner="white")])
    assert (match.settled.winner, match.conduct.suspended, match.conduct.break_) == ("white", None, None)


def test_m1_nothing_is_interrupted_in_a_settled_match_but_the_referees_desk_stays_open():
    facts = [
        SUSPENDED,
        BreakStarted("white"),
        ClockSet({"white": 1, "black": 1}, 0),
        ClockStarted("white"),
        FlagClaimed("white"),
        RefereeCalled("black", "?"),
        RefereeCame(),
        WarningGiven("black", "noise"),
        PenaltyGiven("black", 1, "late"),
        AppealMade("black", 12, "was not"),
        AppealDecided(14, "dismissed", "was"),
    ]
    assert said([*OVER, *facts])[4:] == ["refused M1"] * 5 + ["accepted"] * 6


def test_a_change_of_the_recorder_is_kept_in_the_log_and_changes_nothing_of_the_match():
    match, verdicts = judged([*PLAY, RecorderChanged()])
    assert verdicts[-1] == "accepted"
    assert match._replace(version=3) == judged(PLAY)[0]
    assert said([*OVER, RecorderChanged()])[-1] == "refused M1"


# ── M10: the referee's desk ──────────────────────────────────────────────────────────────────────────────────────────
def test_m10_the_referee_is_called_and_comes():
    call = RefereeCalled("white", "dice on the rim")
    match, verdicts = judged([RefereeCame(), call, RefereeCalled("black", "me too"), RefereeCame(), RefereeCame()])
    assert verdicts == ["refused M10", "accepted", "accepted", "accepted", "accepted"]
    assert match_json(match)["calls"][0] == {
        "version": 2,
        "by": "white",
        "reason": "dice on the rim",
        "at": "1970-01-01T00:00:02.000Z",
        "came": "1970-01-01T00:00:04.000Z",
        "cause": None,
    }


def test_m10_warnings_and_penalty_points_are_kept_and_change_no_score():
    facts = [*PLAY, WarningGiven("white", "noise", "O.3"), PenaltyGiven("black", 2, "came late")]
    match, _ = judged(facts)
    words = match_json(match)
    assert words["score"] == {"white": 0, "black": 0}
    assert words["warnings"] == [{"version": 4, "seat": "white", "reason": "noise", "rule": "O.3"}]
    assert words["penalties"] == [{"version": 5, "seat": "black", "points": 2, "reason": "came late", "rule": None}]
    assert match._replace(version=3, conduct=NONE) == judged(PLAY)[0]


CLOCK = ClockSet({"white": 9, "black": 9}, 0)


@pytest.mark.parametrize(
    ("before", "facts"),
    [
        ([], [RefereeCalled("white", "?")]),
        ([], [WarningGiven("white", "?")]),
        ([], [PenaltyGiven("white", 1, "?")]),
        ([], [BreakStarted("white"), BreakEnded()]),
        ([CLOCK], [FlagClaimed("white"), FlagRejected("no")]),
    ],
    ids=["calls", "warnings", "penalties", "breaks", "flags"],
)
def test_m10_a_match_holds_so_many_of_each_and_no_more(before, facts):
    verdicts = said([*before, *facts * MOST, facts[0]])
    assert (set(verdicts[:-1]), verdicts[-1]) == ({"accepted"}, "refused M10")


def test_m10_appeals_are_so_many_and_no_more():
    rulings = [WarningGiven("white", "?")] * (MOST // 2)
    appeals = [AppealMade(by, version, "?") for by in ("white", "black") for version in range(1, MOST // 2 + 1)]
    more = [RulingMade("award_game", "?", winner="white", outcome="jan"), AppealMade("white", len(rulings) + 201, "?")]
    assert said([*rulings, *appeals, *more])[-3:] == ["accepted", "accepted", "refused M10"]


@pytest.mark.parametrize("fact", [BreakStarted("seat1"), WarningGiven("seat1", "?"), RefereeCalled("seat2", "?")])
def test_m3_who_does_not_sit_at_the_table_does_nothing(fact):
    assert said([fact]) == ["refused M3"]


# ── M11: appeals ─────────────────────────────────────────────────────────────────────────────────────────────────────
AWARD = RulingMade("award_game", "left the hall", winner="white", outcome="jan")


def test_m11_a_ruling_is_appealed_against_once_by_each_and_decided_once():
    appeal = AppealMade("black", 4, "I was ill")
    upheld = AppealDecided(5, "upheld", "he was")
    match, verdicts = judged([*PLAY, AWARD, appeal, appeal, AppealMade("white", 4, "?"), upheld, upheld])
    assert verdicts[4:] == ["accepted", "refused M11", "accepted", "accepted", "refused M11"]
    assert match_json(match)["appeals"][0] == {
        "version": 5,
        "by": "black",
        "ruling": 4,
        "reason": "I was ill",
        "status": "upheld",
        "decided": 8,
        "answer": "he was",
    }


@pytest.mark.parametrize("fact", [RulingMade("note", "tea"), RulingMade("let_stand", "?"), DiceRolled("black", (1, 2))])
def test_m11_only_what_was_ruled_can_be_appealed_against(fact):
    assert said([*PLAY, fact, AppealMade("black", 4, "?")])[-1] == "refused M11"
    assert said([*PLAY, AppealMade("black", 9, "?")])[-1] == "refused M11"


def test_m11_a_void_ruling_and_a_warning_can_be_appealed_against():
    facts = [*PLAY, RulingMade("void", "cocked", 3, 3), WarningGiven("black", "?"), AppealMade("white", 4, "?")]
    assert said([*facts, AppealMade("black", 5, "?")]) == ["accepted"] * 7


def test_m5_what_followed_from_an_upheld_appeal_is_a_ruling_and_the_appeal_stays_in_the_log_of_the_match():
    facts = [*PLAY, AWARD, AppealMade("black", 4, "ill"), AppealDecided(5, "upheld", "he was")]
    match, verdicts = judged([*facts, RulingMade("void", "appeal upheld", 4, 4)])
    assert verdicts[-1] == "accepted"
    assert (match.results, match.conduct.appeals[0].status) == ((), "upheld")
    match, verdicts = judged([*facts, RulingMade("void", "?", 4, 4), RulingMade("void", "no", 7, 7)])
    assert (verdicts[-1], len(match.results)) == ("accepted", 1)


# ── M5: voiding works over all of them ───────────────────────────────────────────────────────────────────────────────
def test_m5_a_voided_suspension_never_was_if_what_follows_still_fits():
    facts = [*PLAY, SUSPENDED, RulingMade("void", "other table", 4, 4), DiceRolled("black", (3, 1))]
    match, verdicts = judged(facts)
    assert (verdicts[-1], match.phase, match.conduct.suspended) == ("accepted", "move", None)
    facts = [*PLAY, SUSPENDED, MatchResumed(), DiceRolled("black", (3, 1)), RulingMade("void", "?", 5, 5)]
    assert said(facts)[-1] == "refused M5"
    facts[-1] = RulingMade("void", "?", 4, 5)
    assert said(facts)[-1] == "accepted"


def test_m5_a_voided_warning_is_gone():
    match, verdicts = judged([WarningGiven("white", "?"), RulingMade("void", "wrong seat", 1, 1)])
    assert (verdicts[-1], match.conduct.warnings) == ("accepted", ())


def test_a_state_of_conduct_is_the_fold_up_to_it():
    rows = [
        (1, ClockSet({"white": 60_000, "black": 60_000}, 12_000)),
        (2, OpeningRolled(2, 5)),
        (3, ClockStarted("white")),
        (20, SUSPENDED),
        (90, MatchResumed()),
        (95, RefereeCalled("white", "?")),
        (96, BreakStarted("black")),
    ]
    for count in range(len(rows)):
        assert judged_at(rows[: count + 1])[0].version == count + 1


def test_m10_a_call_that_a_phone_offered_has_a_cause_and_a_checkpoint_without_it_is_the_same():
    match, _ = judged([RefereeCalled("white", "Klockan", cause="clock"), RefereeCalled("black", "me too")])
    assert [call.cause for call in match.conduct.calls] == ["clock", None]
    kept = checkpoint.write(match)
    assert checkpoint.read(match.id, match.opened, kept) == match
    before = json.dumps(without_causes(json.loads(kept)))
    assert before != kept
    assert checkpoint.is_of(before, match)


def without_causes(data):
    """A checkpoint's data as they were kept before calls had a cause: a row of five values for each call."""
    if isinstance(data, list):
        is_call = len(data) == 6 and data[1] in ("white", "black") and isinstance(data[3], int)
        return data[:5] if is_call else [without_causes(item) for item in data]
    return {name: without_causes(item) for name, item in data.items()} if isinstance(data, dict) else data
