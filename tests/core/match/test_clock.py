"""Clocks with simple delay and their flags (M9), held against a reckoning of its own."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.eventlog.codec import from_public
from core.events import (
    BreakEnded,
    BreakStarted,
    ClockSet,
    ClockStarted,
    ClockStopped,
    DiceRolled,
    FlagClaimed,
    FlagConfirmed,
    FlagRejected,
    GameResigned,
    MatchOpened,
    MatchResumed,
    MatchSuspended,
    OpeningRolled,
    RulingMade,
)
from core.match import judging
from core.match.clock import Clock
from schemas.match_states import match_json
from tests.support.matches.timed_logs import judged_at
from tests.support.paths import TESTS

GOLDEN = TESTS / "golden" / "conduct.ndjson"
SET = ClockSet({"white": 60_000, "black": 60_000}, 12_000)
START = [(0, SET), (1, OpeningRolled(2, 5)), (10, ClockStarted("white"))]


def left(match):
    return dict(match.conduct.clock.remaining)


def said(rows, opened=None):
    return judged_at(rows, opened)[1]


def test_m9_the_delay_of_a_turn_costs_nothing_and_the_rest_is_taken_off_the_reserve():
    match, _ = judged_at([*START, (22, ClockStarted("black")), (54.5, ClockStarted("white"))])
    assert left(match) == {"white": 60_000, "black": 60_000 - 20_500}
    assert match_json(match)["clock"] == {
        "delay": 12_000,
        "remaining": {"white": 60_000, "black": 39_500},
        "delay_left": 12_000,
        "running": "white",
        "since": "1970-01-01T00:00:54.500Z",
        "held": False,
        "fallen": [],
    }


def test_m9_a_clock_stopped_and_started_again_goes_on_with_the_same_turn():
    match, _ = judged_at([*START, (20, ClockStopped()), (100, ClockStarted("white")), (105, ClockStopped())])
    assert left(match)["white"] == 60_000 - 3000
    again, _ = judged_at(
        [
            *START,
            (20, ClockStopped()),
            (30, GameResigned("white", "jan")),
            (100, ClockStarted("white")),
            (105, ClockStopped()),
        ]
    )
    assert left(again)["white"] == 60_000, "another game is another turn"


@pytest.mark.parametrize("pause", [(MatchSuspended("fire"), MatchResumed()), (BreakStarted("black"), BreakEnded())])
def test_m8_an_interruption_stops_the_clock_and_its_end_starts_it_where_it_was(pause):
    match, _ = judged_at([*START, (15, pause[0]), (900, pause[1]), (912, ClockStarted("black"))])
    assert left(match)["white"] == 60_000 - 5000
    held, _ = judged_at([*START, (15, pause[0])])
    assert (held.conduct.clock.running, held.conduct.clock.held, match_json(held)["clock"]["delay_left"]) == (
        None,
        True,
        7000,
    )
    stopped, _ = judged_at([*START, (15, ClockStopped()), (16, pause[0]), (900, pause[1])])
    assert stopped.conduct.clock.running is None, "what stood before stands after"


def test_m8_the_clock_of_a_break_within_a_suspension_waits_for_both():
    rows = [*START, (15, BreakStarted("white")), (16, MatchSuspended("fire")), (20, BreakEnded())]
    assert judged_at(rows)[0].conduct.clock.running is None
    assert judged_at([*rows, (30, MatchResumed())])[0].conduct.clock.since == 30_000


def test_m9_the_end_of_a_game_stops_the_clock():
    match, _ = judged_at([*START, (30, GameResigned("white", "jan"))])
    assert (match.conduct.clock.running, left(match)["white"]) == (None, 60_000 - 8000)
    award = RulingMade("award_game", "left", winner="black", outcome="jan")
    assert judged_at([*START, (30, award)])[0].conduct.clock.running is None


def test_m9_a_clock_is_set_before_it_runs_for_two_and_adjusted_while_it_stands():
    assert said([(0, ClockStarted("white")), (1, ClockStopped()), (2, FlagClaimed("white"))]) == ["refused M9"] * 3
    assert said([*START, (11, SET)])[-1] == "refused M9"
    assert said([*START, (11, ClockStarted("white"))])[-1] == "refused M9"
    more = ClockSet({"white": 90_000, "black": 30_000}, 0)
    match, verdicts = judged_at([*START, (15, ClockStopped()), (16, more), (17, ClockStarted("white"))])
    assert (verdicts[-1], left(match), match.conduct.clock.delay) == ("accepted", more.reserve, 0)
    for wrong in (ClockSet({"white": 1}, 0), ClockSet({"white": 1, "black": -1}, 0), ClockSet({"a": 1, "b": 1}, 0)):
        assert said([(0, wrong)]) == ["refused M9"]
    three = MatchOpened("vasa", "six-ace", {"games": 3}, {"seat1": "A", "seat2": "B", "seat3": "C"})
    assert said([(0, ClockSet({"seat1": 1, "seat2": 1, "seat3": 1}, 0))], three) == ["refused M9"]


# ── flags ────────────────────────────────────────────────────────────────────────────────────────────────────────────
FALLEN = [*START, (83, FlagClaimed("black"))]
"""White had until 10 + 12 + 60 = 82."""


def test_m9_a_claim_says_whether_by_the_logs_times_the_flag_has_fallen():
    match, _ = judged_at(FALLEN)
    assert match_json(match)["flags"] == [
        {
            "version": 4,
            "by": "black",
            "seat": "white",
            "at": "1970-01-01T00:01:23.000Z",
            "fallen": True,
            "over": 1000,
            "status": "open",
        }
    ]
    assert match_json(match)["clock"]["fallen"] == ["white"]
    match, _ = judged_at([*START, (82, FlagClaimed("black"))])
    assert (match.conduct.claim.fallen, match.conduct.claim.over) == (False, 0)


def test_m9_play_and_clock_wait_for_the_referee_who_answers_a_claim():
    rows = [*FALLEN, (84, DiceRolled("white", (1, 2))), (85, ClockStarted("black")), (86, FlagClaimed("white"))]
    assert said(rows)[4:] == ["refused M9"] * 3
    assert said([*START, (11, FlagConfirmed()), (12, FlagRejected("?"))])[3:] == ["refused M9"] * 2


def test_m9_s12_a_confirmed_flag_loses_the_match_with_its_score_as_it_stands():
    match, verdicts = judged_at([*FALLEN, (90, FlagConfirmed())])
    assert verdicts[-1] == "accepted"
    assert (match.settled.winner, match.settled.decided_by) == ("black", "awarded")
    assert (match.conduct.flags[0].status, match.conduct.clock.running) == ("confirmed", None)


def test_m9_s11_by_the_organisers_rules_it_loses_a_game_at_a_value_and_the_next_begins():
    match, _ = judged_at([*FALLEN, (90, FlagConfirmed("game"))])
    assert (match.settled, match.score) == (None, {"white": 0, "black": 1})
    match, _ = judged_at([*FALLEN, (90, FlagConfirmed("game", "jan"))])
    assert match.score == {"white": 0, "black": 4}
    match, verdicts = judged_at([*FALLEN, (90, FlagConfirmed("game", "gammon"))])
    assert (verdicts[-1], match.conduct.claim.status) == ("refused S11", "open")


def test_m9_a_rejected_flag_lets_the_match_and_the_clock_go_on():
    match, verdicts = judged_at([*START, (40, FlagClaimed("black")), (70, FlagRejected("no")), (71, ClockStopped())])
    assert verdicts[-2:] == ["accepted", "accepted"]
    assert (left(match)["white"], match.conduct.flags[0].status) == (60_000 - 19_000, "rejected")
    appealed = [*FALLEN, (90, FlagRejected("let it pass"))]
    assert judged_at(appealed)[0].conduct.rulings == (5,)


def test_m5_a_voided_press_of_the_clock_never_was():
    rows = [*START, (20, ClockStarted("black")), (40, ClockStopped()), (50, RulingMade("void", "not pressed", 4, 4))]
    match, verdicts = judged_at(rows)
    assert (verdicts[-1], left(match)) == ("accepted", {"white": 60_000 - 18_000, "black": 60_000})


def test_the_times_of_the_golden_log_are_what_a_pencil_says():
    """White took 19.25 s, 84 s, and 10 + 15 s of one turn; black 3.75 + 8 + 6 s of one turn; 12 s are free."""
    log = [from_public(json.loads(line)) for line in GOLDEN.read_text().splitlines()]
    match = judging.replay("t_golden.2", log)
    assert left(match) == {"white": 60_000 - 7_250 - 72_000 - 13_000, "black": 60_000 - 5_750}


# ── an independent reckoning ─────────────────────────────────────────────────────────────────────────────────────────
def reckoned(delay, reserve, steps):
    """Second by second: the clock that runs, the length of its turn, and what that costs."""
    left, turn, taken, running, held = dict(reserve), None, 0, False, False
    for kind, seconds in steps:
        if kind in ("white", "black"):
            if turn != kind:
                turn, taken = kind, 0
            running = True
        elif kind == "stop":
            running = False
        elif kind == "pause":
            held, running = running, False
        else:
            running, held = held, False
        for _ in range(seconds if running else 0):
            taken += 1
            if taken > delay:
                left[turn] -= 1
    return left


PRESSES = st.lists(
    st.tuples(st.sampled_from(["white", "black", "stop", "pause"]), st.integers(0, 40), st.integers(0, 40)), max_size=30
)


@given(st.integers(0, 20), st.integers(0, 300), PRESSES)
def test_what_a_clock_shows_is_what_a_reckoning_second_by_second_shows(delay, reserve, presses):
    both = ("white", "black")
    rows, steps = [(0, ClockSet(dict.fromkeys(both, 1000 * reserve), 1000 * delay))], []
    now, running = 1, ""
    for kind, seconds, pause in presses:
        if kind == running or (kind == "stop" and not running):
            continue
        if kind == "pause":
            rows += [(now, MatchSuspended("?")), (now + pause, MatchResumed())]
            steps += [("pause", pause), ("on", seconds)]
            now += pause + seconds
            continue
        running = "" if kind == "stop" else kind
        rows.append((now, ClockStopped() if kind == "stop" else ClockStarted(kind)))
        steps.append((kind, seconds))
        now += seconds
    match, verdicts = judged_at(rows)
    assert set(verdicts) == {"accepted"}
    shown = match.conduct.clock.stopped(1000 * now).remaining
    expected = reckoned(delay, dict.fromkeys(both, reserve), steps)
    assert shown == {seat: 1000 * left for seat, left in expected.items()}


def test_a_clock_that_is_set_back_costs_nothing():
    assert Clock(0, {"white": 5, "black": 5}).started("white", 0, 100).stopped(50).remaining["white"] == 5
