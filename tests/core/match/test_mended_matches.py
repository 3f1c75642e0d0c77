"""A match whose turns were mended is the match that was recorded right at first."""

import random

import pytest

from core.events import FactsTakenBack, MatchOpened, Recorded, RefereeCalled, RefereeCame
from core.games import GAMES
from core.match import judging
from core.match.game_times import NO_TIMES, timed
from core.match.voiding import Gone, rests_on
from tests.support.matches.match_logs import following, played
from tests.support.proving import some

NAMES = ("Anna", "Bo")
SEEDS = [f"{game.key} {seed}" for game in GAMES for seed in range(30)]
KEPT = [f"{game.key} {seed}" for game in GAMES for seed in range(2)]


class Table:
    """A match that is recorded fact by fact: its log, its state, and the times of its games."""

    def __init__(self, key):
        opened = MatchOpened("vasa", key, {"games": 3}, dict(zip(("white", "black"), NAMES, strict=True)))
        if key == "six-ace":
            opened = MatchOpened("vasa", key, {"games": 3}, dict(zip(("seat1", "seat2"), NAMES, strict=True)))
        self.log, self.match, self.times = [Recorded(0, opened, 0, "", "")], judging.opened("m_test", opened), NO_TIMES
        self.begun = 1
        """The first version of the game in play."""

    def record(self, event, seconds=1):
        recorded = Recorded(len(self.log), event, self.log[-1].at + 1000 * seconds, "siv", "")
        before = self.match
        self.match, verdict = judging.judge(before, recorded, lambda: self.log)
        self.times = timed(self.times, before, self.match, recorded, verdict)
        self.log.append(recorded)
        if verdict.game_finished is not None:
            self.begun = len(self.log)
        return verdict

    def ends_a_game(self, event):
        return judging.judge(self.match, Recorded(len(self.log), event, 0, "", ""), list)[1].game_finished is not None

    def taken_back_from(self, first):
        """Take the play back from a fact on: judged alike from the opening and, as the service does, from there."""
        event, before = FactsTakenBack(first, len(self.log) - 1), self.match
        begun = self.state_at(rests_on(before, first))
        since = self.log[begun.version + 1 :]
        recorded = Recorded(len(self.log), event, self.log[-1].at + 1000, "siv", "")
        quick = judging.turns_taken_back(before, recorded, lambda: since, begun)
        verdict = self.record(event)
        assert quick == (self.match, verdict)
        return verdict

    def state_at(self, version):
        return judging.replay("m_test", self.log[: version + 1])


def what_is_played(match):
    return match.position, match.phase, match.to_move, match.dice, match.cube, match.results, match.settled


@pytest.mark.parametrize("case", some(SEEDS, *KEPT))
def test_turns_that_were_recorded_wrong_and_mended_are_as_if_they_had_been_recorded_right(case):
    key, seed = case.split()
    cup, table = random.Random(f"{case} faults"), Table(key)
    true = played(table.log[0].event, int(seed), 300)
    for fact in true:
        chance = cup.random()
        if chance < 0.03 and table.match.settled is None:
            plant_and_mend(table, cup)
        if chance > 0.97:
            table.record(RefereeCalled(table.match.seats[0], "the dice"))
            table.record(RefereeCame())
        assert table.record(fact).verdict == "accepted"
    alone = judging.opened("m_test", table.log[0].event)
    for version, fact in enumerate(true, 1):
        alone, _ = judging.judge(alone, Recorded(version, fact, 0, "", ""), list)
    assert what_is_played(table.match) == what_is_played(alone)
    counted = [each.event for each in counting(table)]
    assert counted == true[: len(counted)] == true
    seconds = sum(table.times.seconds)
    assert all(table.times.seconds), "no length of a game is lost by mending"
    assert seconds <= table.log[-1].at // 1000


def counting(table):
    gone = Gone(table.match.voided)
    facts = (event for event in table.log[1:] if type(event.event) in judging.PLAY_FACTS)
    return [fact for fact in facts if fact.version not in gone]


def plant_and_mend(table, cup):
    """Some turns go on otherwise. Then one of the game in play is mended, and the right turns after it stand again."""
    right = counting(table)
    for _ in range(cup.randint(0, 6)):
        wrong = following(table.match, cup)
        if table.ends_a_game(wrong):
            break
        table.record(wrong)
    last = right[-1].version if right else 0
    first = cup.choice([*(each.version for each in right if each.version >= table.begun), last + 1])
    if not any(each.version >= first for each in counting(table)):
        return
    verdict = table.taken_back_from(first)
    assert verdict.verdict == "accepted", verdict
    for each in right:
        if each.version >= first:
            assert table.record(each.event).verdict == "accepted"
