"""A match folded whole keeps what the judge keeps of its facts, one by one."""

import pytest

from core.events import GameResigned, MatchOpened, OpeningRolled, Recorded, RulingMade
from core.match import judging
from core.match.checkpoint import EVERY, is_due
from core.match.game_times import NO_TIMES, timed
from core.match.refolding import Settling, refold
from core.match.state import Verdict
from tests.support.judging import recorded

RESIGNED = GameResigned("black", "jan")


def log_of(games, *facts):
    opened = MatchOpened("huk", "swedish", {"games": games}, {"white": "Åsa", "black": "Nils"}, stop="when_decided")
    events = enumerate((opened, *facts))
    return [Recorded(version, event, 1_700_000_000_000 + 9_000 * version, "vasa", "") for version, event in events]


def refolded(log):
    return refold(judging.opened("m_test", log[0].event), log)


@pytest.mark.parametrize("name", ["refusals_three", "refusals_five", "seven_games"])
def test_it_is_the_same_as_the_facts_one_by_one(name):
    match = recorded(name)
    log = log_of(match.games, *match.facts)
    (before, _), *following = judging.fold("m_test", log)
    times, verdicts, settlings, checkpoints = NO_TIMES, [], [], []
    for event, (after, verdict) in zip(log[1:], following, strict=True):
        times = timed(times, before, after, event, verdict)
        verdicts += [verdict] if verdict != Verdict(event.version, "accepted") else []
        settlings += [Settling(after, event, times)] if judging.resettled(before, after) else []
        checkpoints += [after] if is_due(after) else []
        before = after
    assert verdicts
    assert len(checkpoints) == len(match.facts) // EVERY
    assert refolded(log) == (before, times, verdicts, settlings, checkpoints)


def test_a_ruling_reads_the_log_before_it():
    void = RulingMade("void", "wrong sheet", from_version=3, to_version=3)
    log = log_of(3, OpeningRolled(2, 5), RESIGNED, RESIGNED, void, GameResigned("black", "forced_jan"))
    found = refolded(log)
    assert [(settling.recorded.version, bool(settling.match.settled)) for settling in found.settlings] == [
        (3, True),
        (4, False),
        (5, True),
    ]
    assert [checkpoint.version for checkpoint in found.checkpoints] == [4]
    assert found.match == judging.replay("m_test", log)


def test_a_match_without_a_fact_is_the_match_as_it_was_opened():
    (opening,) = log_of(3)
    assert refolded([opening]) == (judging.opened("m_test", opening.event), NO_TIMES, [], [], [])
