"""Counts of a club's dice: written at settlement, and the same after a restart, a repetition or a rebuild."""

import pytest

from core.dice.statistics import DiceCount
from core.eventlog.log import NEW
from core.events import DiceRolled, Event, GameResigned, MatchOpened, OpeningRolled, RulingMade
from service.store.read_models import states
from service.store.read_models.club import dice_counts
from service.store.read_models.club.dice_counts import MOST, MatchDice, SeatDice
from tests.support.judging import pump_all, record
from tests.workers.test_rebuild import differences
from workers.context import WorkerContext

AT = 1_700_000_000_000
M = "m_aaaaaaaaaa"
OPENED = MatchOpened("huk", "swedish", {"games": 3}, {"white": "Åsa", "black": "Nils"}, player_ids={"white": "p_asa"})
OPENS, ROLLS, RESIGNS = OpeningRolled(2, 5), DiceRolled("white", (6, 4)), GameResigned("black", "jan")
WRONG = DiceRolled("black", (1, 1))
"""A roll out of turn, which is refused."""

DICE = [
    SeatDice("", "Nils", False, DiceCount((0, 0, 0, 0, 1, 0))),
    SeatDice("p_asa", "Åsa", False, DiceCount((0, 1, 0, 1, 0, 1), 1, 0)),
]


def play(worker_context: WorkerContext, *facts: Event, match: str = M) -> None:
    """Record facts, a minute each, and judge them."""
    log = worker_context.deps.log
    if log.head(match) is None:
        log.append(match, [OPENED], by="test", at=AT, expected=NEW)
    for fact in facts:
        log.append(match, [fact], by="test", at=AT + 60_000 * (log.head(match).version + 1))
    pump_all(worker_context)


def kept(worker_context: WorkerContext, match: str = M) -> list[SeatDice]:
    return dice_counts.load_match(worker_context.deps.client, "huk", match)


def test_the_dice_of_a_match_are_counted_at_its_settlement_without_refused_ones(worker_context: WorkerContext):
    play(worker_context, OPENS, WRONG, ROLLS, RESIGNS, RESIGNS)
    assert kept(worker_context) == [], "it is not settled"
    play(worker_context, RESIGNS)
    assert kept(worker_context) == DICE
    assert differences(worker_context) == []


def test_a_roll_that_another_worker_refused_before_a_restart_does_not_count(
    worker_context: WorkerContext, another_worker_context
):
    play(worker_context, OPENS, WRONG, ROLLS, RESIGNS)
    play(another_worker_context(), RESIGNS, RESIGNS)  # goes on from the stored state
    assert kept(worker_context) == DICE
    assert differences(worker_context) == []
    states.forget(worker_context.deps.client, M)
    pump_all(another_worker_context())
    assert kept(worker_context) == DICE


@pytest.mark.parametrize("at_once", [False, True])
def test_a_match_that_is_reopened_has_the_dice_of_its_last_settlement(worker_context: WorkerContext, at_once):
    ends, reopens = [OPENS, ROLLS, *[RESIGNS] * 3], RulingMade("void", "a mistake", from_version=2, to_version=5)
    if at_once:
        play(worker_context, *ends[:-1])
        record(worker_context, M, ends[-1], reopens)
        pump_all(worker_context)
    else:
        play(worker_context, *ends)
        play(worker_context, reopens)
    assert kept(worker_context) == DICE
    assert differences(worker_context) == []
    play(worker_context, *[RESIGNS] * 3)
    assert [each.counts.dice for each in kept(worker_context)] == [1, 1], "only the opening was not voided"
    assert differences(worker_context) == []


def test_a_rebuild_finds_what_is_missing_or_wrong_and_makes_it_again(worker_context: WorkerContext):
    matches = [f"m_{number:010}" for number in range(3)]
    for match in matches:
        play(worker_context, OPENS, ROLLS, *[RESIGNS] * 3, match=match)
    client = worker_context.deps.client
    whole = dice_counts.load(client, "huk")
    (place,) = client.keys("*:dice:*")
    client.hdel(place, matches[0])
    dice_counts.keep(client, "huk", matches[1], MatchDice(AT, DICE[:1]))
    assert differences(worker_context, repair=True) == [(match, "dice", 5) for match in matches[:2]]
    assert dice_counts.load(client, "huk") == whole
    assert differences(worker_context) == []


def test_a_match_without_rolls_and_one_that_is_older_than_those_that_are_kept_have_none(store):
    client = store.client
    for number in range(1, MOST + 2):
        dice_counts.keep(client, "huk", f"m_{number:010}", MatchDice(AT + number, DICE))
    oldest, newer = MatchDice(AT + 1, DICE), MatchDice(AT + MOST, DICE)
    assert dice_counts.differing(client, "huk", "m_0000000001", oldest) is None
    assert dice_counts.differing(client, "huk", "m_0000000000", newer) == (None, "Nils 1, Åsa 3")
    assert dice_counts.differing(client, "huk", "m_0000000000", MatchDice(AT, [])) is None
    assert dice_counts.differing(client, "huk", "m_0000000002", None) == ("Nils 1, Åsa 3", None)
