"""Lengths of a club's games: written at settlement, any number of times, and the same after a restart or a rebuild."""

import random
from collections.abc import Sequence

import pytest

from core.eventlog.log import NEW
from core.events import DiceRolled, Event, GameResigned, MatchOpened, OpeningRolled, RulingMade
from core.tournament.planning.game_lengths import shipped
from service.handlers.planning.lengths import lengths_for
from service.store import keys
from service.store.read_models import states
from service.store.read_models.club import game_lengths
from service.store.read_models.club.game_lengths import MOST, MOST_GAMES, MatchLengths
from tests.support.judging import pump_all, recorded
from tests.support.tournament.in_store import won
from tests.workers.test_rebuild import differences
from workers.context import WorkerContext

AT = 1_700_000_000_000
TWENTY = 20 * 60
OPENS, ROLLS, RESIGNS = OpeningRolled(2, 5), DiceRolled("black", (6, 4)), GameResigned("black", "jan")


def match_id(number: int) -> str:
    return f"m_{number:010}"


def opened(games: int = 3) -> MatchOpened:
    return MatchOpened("huk", "swedish", {"games": games}, {"white": "Åsa", "black": "Nils"})


def play(worker_context: WorkerContext, match: str, rows: Sequence[tuple[int, Event]], games: int = 3) -> None:
    """Record facts at seconds after the opening."""
    log = worker_context.deps.log
    if log.head(match) is None:
        log.append(match, [opened(games)], by="test", at=AT, expected=NEW)
    for second, fact in rows:
        log.append(match, [fact], by="test", at=AT + 1000 * second)


def played(worker_context: WorkerContext, number: int, seconds: int = TWENTY) -> None:
    """A match of three games of so many seconds each, begun two hours after the one before."""
    rows: list[tuple[int, Event]] = []
    for game in range(3):
        begun = 7200 * number + (seconds + 60) * game
        rows += [(begun, OPENS if game == 0 else ROLLS), (begun + seconds, RESIGNS)]
    play(worker_context, match_id(number), rows)


def kept(worker_context: WorkerContext) -> list[MatchLengths]:
    return game_lengths.load(worker_context.deps.client, "huk", "swedish")


def test_a_settled_match_leaves_the_lengths_of_its_games_for_its_club(worker_context: WorkerContext):
    rows = [(0, OPENS), (1100, RESIGNS), (1200, ROLLS), (1300, RESIGNS), (1400, RESIGNS)]
    play(worker_context, match_id(1), rows[:-1])
    pump_all(worker_context)
    assert kept(worker_context) == [], "it is not settled"
    play(worker_context, match_id(1), rows[-1:])
    pump_all(worker_context)
    assert kept(worker_context) == [MatchLengths(AT + 1_400_000, (1100, 100))], "of the last there is only its end"
    assert lengths_for(worker_context.deps, "huk", "swedish") == shipped("swedish")


def test_a_reported_result_leaves_none(worker_context: WorkerContext):
    play(worker_context, match_id(1), [(1500, won("white"))])
    pump_all(worker_context)
    assert kept(worker_context) == []


def test_lengths_are_the_same_whatever_is_judged_twice_and_by_whichever_worker(
    worker_context: WorkerContext, another_worker_context
):
    match = recorded("refusals_three")
    log = worker_context.deps.log
    log.append(match_id(1), [match.opened()], by="test", at=AT, expected=NEW)
    half = len(match.facts) // 2
    for place, fact in enumerate(match.facts[:half]):
        log.append(match_id(1), [fact], by="test", at=AT + 5000 * place)
    pump_all(worker_context)
    for place, fact in enumerate(match.facts[half:], half):
        log.append(match_id(1), [fact], by="test", at=AT + 5000 * place)
    pump_all(another_worker_context())  # goes on from the stored state
    first = kept(worker_context)
    assert len(first) == 1
    assert len(first[0].seconds) == 3
    assert differences(worker_context) == []
    states.forget(worker_context.deps.client, match_id(1))
    pump_all(another_worker_context())
    assert kept(worker_context) == first


def test_a_match_that_is_reopened_and_settled_again_has_the_lengths_of_its_last_settlement(
    worker_context: WorkerContext,
):
    rows = [(0, OPENS), (1200, RESIGNS), (1300, RESIGNS), (1400, RESIGNS)]
    play(worker_context, match_id(1), rows)
    pump_all(worker_context)
    before = kept(worker_context)
    play(worker_context, match_id(1), [(1500, RulingMade("void", "a mistake", from_version=2, to_version=4))])
    pump_all(worker_context)
    assert kept(worker_context) == before
    assert differences(worker_context) == []
    play(worker_context, match_id(1), [(1600, RESIGNS), (1700, RESIGNS), (1800, RESIGNS)])
    pump_all(worker_context)
    assert kept(worker_context) == []
    assert differences(worker_context) == []


def test_a_rebuild_finds_what_is_missing_or_wrong_and_makes_it_again(worker_context: WorkerContext):
    for number in (1, 2, 3):
        played(worker_context, number)
    pump_all(worker_context)
    whole, client = kept(worker_context), worker_context.deps.client
    (place,) = client.keys("*:lengths:*")
    client.hdel(place, match_id(1))
    client.hset(place, match_id(2), f"{AT} 5,5,5")
    assert differences(worker_context, repair=True) == [
        (match_id(number), "lengths of games", worker_context.deps.log.head(match_id(number)).version)
        for number in (1, 2)
    ]
    assert kept(worker_context) == whole
    assert differences(worker_context) == []


def test_a_state_of_an_earlier_version_of_brade_has_unknown_lengths_up_to_there(worker_context, another_worker_context):
    play(worker_context, match_id(1), [(0, OPENS), (1200, RESIGNS), (1300, RESIGNS)])
    pump_all(worker_context)
    client = worker_context.deps.client
    whole = client.hget(keys.state(match_id(1)), "whole").decode()
    before, _, after = whole.partition('"times":')
    client.hset(keys.state(match_id(1)), "whole", before + after[after.index('"match"') :])
    play(worker_context, match_id(1), [(1400, RESIGNS)])
    pump_all(another_worker_context())
    assert kept(worker_context) == []
    assert differences(worker_context, repair=True) == [(match_id(1), "lengths of games", 4)]
    assert kept(worker_context) == [MatchLengths(AT + 1_400_000, (1200,))]


@pytest.mark.parametrize("seed", range(5))
def test_the_matches_that_were_settled_last_stay_in_whatever_order_and_however_often_they_are_written(store, seed):
    client, lots = store.client, random.Random(seed)
    order = list(range(MOST + 20))
    lots.shuffle(order)
    for number in [*order, *lots.choices(order, k=30)]:
        game_lengths.keep(client, "huk", "swedish", match_id(number), MatchLengths(AT + number // 2, (number,)))
    found = game_lengths.load(client, "huk", "swedish")
    assert [each.seconds[0] for each in found] == list(range(20, MOST + 20))


def test_a_match_that_fell_out_of_those_that_are_kept_is_no_difference(store):
    client = store.client
    for number in range(1, MOST + 2):
        game_lengths.keep(client, "huk", "swedish", match_id(number), MatchLengths(AT + number, (1200,)))
    oldest, other = MatchLengths(AT + 1, (1200,)), MatchLengths(AT + MOST, (1200,))
    assert game_lengths.differing(client, "huk", "swedish", match_id(1), oldest) is None
    assert game_lengths.differing(client, "huk", "swedish", match_id(0), other) == (None, "1200 s")


def test_a_match_has_a_bounded_part_and_other_clubs_and_games_have_their_own(store):
    client = store.client
    many = MatchLengths(AT, tuple(range(1, 100)))
    game_lengths.keep(client, "huk", "swedish", match_id(1), many)
    assert game_lengths.load(client, "huk", "swedish") == [many._replace(seconds=many.seconds[:MOST_GAMES])]
    assert game_lengths.differing(client, "huk", "swedish", match_id(1), many) is None
    assert game_lengths.load(client, "huk", "irish") == game_lengths.load(client, "vasa", "swedish") == []


@pytest.mark.parametrize(("matches", "measured"), [(3, 0), (4, 12)])
def test_plans_use_the_lengths_of_a_club_from_ten_games_on(worker_context: WorkerContext, matches, measured):
    for number in range(1, matches + 1):
        played(worker_context, number)
    pump_all(worker_context)
    assert lengths_for(worker_context.deps, "huk", "swedish").measured == measured


def test_a_store_that_is_made_anew_of_the_logs_has_the_same_lengths(
    worker_context: WorkerContext, another_worker_context
):
    for number in (1, 2, 3, 4):
        played(worker_context, number, TWENTY - number)
    pump_all(worker_context)
    before, log = kept(worker_context), worker_context.deps.log
    logs = {stream: list(log.read(stream)) for stream in log.streams()}
    worker_context.deps.client.flushdb()
    restored = another_worker_context()
    for stream, events in logs.items():
        restored.deps.log.restore(stream, events)
    pump_all(restored)
    assert kept(restored) == before
    assert len(before) == 4
