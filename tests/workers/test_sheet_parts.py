"""Sheets that are made of finished parts are those of the whole log, whatever became of a match since."""

import random
from collections.abc import Callable

import pytest

from core.events import (
    CheckersMoved,
    DiceRolled,
    Event,
    FactsTakenBack,
    MatchOpened,
    OpeningRolled,
    RefereeCalled,
    RefereeCame,
    RulingMade,
    TurnPassed,
)
from core.match import judging
from core.match.checkpoint import EVERY
from core.match.state import REFUSED, Match
from service.handlers.match import replay, transcripts
from service.store import bulk_read, keys
from service.store.match_files import sheet_parts
from service.store.read_models import states
from service.translations import LANGUAGES
from tests.support.judging import open_match, pump_all, record
from tests.support.matches.whole_texts import MATCH, OPERATOR, PART, ensure_same, opened
from tests.support.proving import PROVING, some
from workers.context import WorkerContext

ILLEGAL = ((1, 2), (1, 3))
pytestmark = pytest.mark.usefixtures("short_parts")


class Table:
    """A match that is played at random, with all that a referee does; wrong as well as right."""

    def __init__(self, own: WorkerContext, event: MatchOpened, seed: int) -> None:
        self.own, self.cup, self.match = own, random.Random(seed), judging.opened(MATCH, event)
        open_match(own, MATCH, event)

    def record(self, event: Event) -> None:
        record(self.own, MATCH, event)
        (fact,) = bulk_read.tail(self.own.deps.client, MATCH, self.match.version)
        self.match, _ = judging.judge(self.match, fact, replay.earlier(self.own.deps.client, MATCH, fact.version))

    def play(self) -> None:
        """A fact: one that fits, a ruling, or something else."""
        chance = self.cup.random()
        acts: list[tuple[float, Callable[[], Event]]] = [
            (0.70, lambda: self._fitting(self.match)),
            (0.80, self._void),
            (0.84, self._let_stand),
            (0.88, self._back),
            (0.91, lambda: CheckersMoved(self.match.to_move or "white", ILLEGAL)),
            (0.94, lambda: RefereeCalled("white", "the dice")),
            (0.97, RefereeCame),
            (0.975, lambda: RulingMade("award_match", "they left", winner=self.cup.choice(self.match.seats))),
            (1.0, lambda: RulingMade("note", "ten minutes without light")),
        ]
        self.record(next(act for limit, act in acts if chance <= limit)())

    def _fitting(self, match: Match) -> Event:
        if match.phase == "opening":
            return OpeningRolled(**{seat: self.cup.randint(1, 6) for seat in match.seats})
        seat = match.to_move or "white"
        if match.phase != "move" or not match.dice:
            return DiceRolled(seat, tuple(self.cup.randint(1, 6) for _ in range(match.game.dice(match.options))))
        plays = match.game.plays(match.position, seat, match.dice, match.options)
        return CheckersMoved(seat, self.cup.choice(plays).moves) if plays else TurnPassed(seat)

    def _void(self) -> Event:
        last = self.match.version
        if self.match.voids and self.cup.random() < 0.3:
            return RulingMade("void", "it stands", from_version=self.cup.choice(self.match.voids)[0])
        first = max(1, last - self.cup.choice((0, 1, 2, 5, 12, 40)))
        return RulingMade("void", "cocked dice", from_version=first, to_version=max(first, last))

    def _let_stand(self) -> Event:
        return RulingMade("let_stand", "both want to play on")

    def _back(self) -> Event:
        return FactsTakenBack(max(1, self.match.version - self.cup.randint(0, 2)), max(1, self.match.version))


GAMES = ("swedish", "backgammon", "six-ace")


@pytest.mark.parametrize("seed", some(range(60), 1))
def test_a_sheet_from_parts_is_that_of_the_whole_log(worker_context: WorkerContext, seed: int):
    own, cup = worker_context, random.Random(seed)
    table = Table(own, opened(GAMES[seed % 3], cup.choice(("strict", "advisory"))), seed)
    for _ in range(30 if PROVING else 12):
        for _ in range(cup.randint(1, 9)):
            table.play()
        if cup.random() < 0.8:
            pump_all(own)
        if cup.random() < 0.1:
            states.forget(own.deps.client, MATCH)
        if cup.random() < 0.3:  # what a process that died, or a store that had no room, left
            kept = own.deps.client.hkeys(keys.sheet(MATCH))
            for name in cup.sample(kept, min(len(kept), 2)):
                own.deps.client.hset(keys.sheet(MATCH), name, b"half a part") if cup.random() < 0.5 else (
                    own.deps.client.hdel(keys.sheet(MATCH), name)
                )
        ensure_same(own)
    facts = replay.judged_facts(own.deps, MATCH, 1, table.match.version)
    assert list(replay.settlements(own.deps, MATCH)) == [
        fact for fact in facts if judging.resettled(fact.before, fact.after)
    ]
    assert table.match.version > 2 * PART
    assert table.match.voids or table.match.refused


def test_only_what_follows_the_last_finished_part_is_told(worker_context: WorkerContext, told: list[int]):
    own = worker_context
    open_match(own, MATCH, opened())
    record(own, MATCH, *[OpeningRolled(3, 3)] * (5 * PART + 3))
    pump_all(own)
    transcripts.sheet(own.deps, OPERATOR, MATCH)
    assert told == list(range(1, 5 * PART + 4))
    told.clear()
    ensure_same(own)
    assert told == [*range(1, 5 * PART + 4), *range(5 * PART + 1, 5 * PART + 4)], "of the other language all"
    told.clear()
    record(own, MATCH, RulingMade("void", "cocked dice", from_version=3 * PART + 2))
    pump_all(own)
    transcripts.sheet(own.deps, OPERATOR, MATCH)
    assert told[0] == 3 * PART + 1, "parts before the voided fact stay"
    ensure_same(own)


@pytest.mark.parametrize("stands", [DiceRolled("white", (3, 1)), RulingMade("let_stand", "both want to play on")])
def test_an_illegal_play_that_stands_later_is_told_so_in_a_finished_part(worker_context: WorkerContext, stands: Event):
    own, notes = worker_context, [RulingMade("note", "ten minutes without light")] * (PART - 3)
    open_match(own, MATCH, opened(check="advisory"))
    record(own, MATCH, OpeningRolled(5, 2), DiceRolled("black", (6, 4)), CheckersMoved("black", ILLEGAL), *notes)
    pump_all(own)
    ensure_same(own)
    assert own.deps.client.hlen(keys.sheet(MATCH)) == len(LANGUAGES)
    assert "waits for a ruling" in transcripts.sheet(own.deps, OPERATOR, MATCH)
    record(own, MATCH, stands)
    pump_all(own)
    ensure_same(own)
    assert "waits for a ruling" not in transcripts.sheet(own.deps, OPERATOR, MATCH)


def test_a_part_is_kept_only_of_facts_that_are_judged(worker_context: WorkerContext, told: list[int]):
    own = worker_context
    open_match(own, MATCH, opened())
    record(own, MATCH, *[OpeningRolled(3, 3)] * (2 * PART))
    transcripts.sheet(own.deps, OPERATOR, MATCH)
    assert not own.deps.client.exists(keys.sheet(MATCH))
    pump_all(own)
    transcripts.sheet(own.deps, OPERATOR, MATCH)
    assert own.deps.client.hlen(keys.sheet(MATCH)) == 2
    states.forget(own.deps.client, MATCH)
    assert not own.deps.client.exists(keys.sheet(MATCH)), "what is judged again is told again"


def test_a_part_of_another_log_under_the_same_versions_is_not_taken(worker_context: WorkerContext):
    own = worker_context
    sheets_kept = {}
    for dice in (3, 4):
        own.deps.client.flushall()
        own.deps.repository.forget_openings()
        own.deps.log._heads.clear()
        open_match(own, MATCH, opened())
        record(own, MATCH, *[OpeningRolled(dice, dice)] * (2 * PART))
        pump_all(own)
        for name, part in sheets_kept.items():
            own.deps.client.hset(keys.sheet(MATCH), name, part)
        ensure_same(own)
        sheets_kept = own.deps.client.hgetall(keys.sheet(MATCH))
    assert "Nils 4" in transcripts.sheet(own.deps, OPERATOR, MATCH)


def test_the_parts_of_the_matches_written_last_are_kept(worker_context: WorkerContext):
    own, tournament = worker_context, "t_aaaaaaaaaa"
    names = [f"{tournament}.{number}" for number in range(1, sheet_parts.MOST + 3)]
    part = sheet_parts.SheetPart("made of", "hash", (1, 2), (False, 0, [], True), "{}", "text\n")
    client = own.deps.client
    for name in names:
        client.hset(keys.state(name), "judged_version", PART)
        sheet_parts.keep(client, name, "en", {1: part}, PART)
    kept = [name for name in names if client.exists(keys.sheet(name))]
    assert kept == names[2:]
    assert client.zcard(keys.sheets(keys.shard_of(tournament))) == sheet_parts.MOST
    assert 0 < client.ttl(keys.sheet(names[-1])) <= 24 * 3600
    assert [*sheet_parts.load(client, names[-1], "en", 5)] == [part]


def test_who_settled_a_match_is_found_without_judging_its_whole_log(
    worker_context: WorkerContext, monkeypatch: pytest.MonkeyPatch
):
    own = worker_context
    open_match(own, MATCH, opened())
    award = RulingMade("award_match", "they left", winner="white")
    note = RulingMade("note", "ten minutes without light")
    record(own, MATCH, *[OpeningRolled(3, 3)] * 900, award, note)
    record(own, MATCH, RulingMade("void", "he came back", from_version=901), award)
    record(own, MATCH, *[DiceRolled("white", (1, 2))] * 2_000, RulingMade("void", "it is he", from_version=904))
    pump_all(own)
    judge, judged = judging.judge_or_believe, list[int]()
    monkeypatch.setattr(judging, "judge_or_believe", lambda *given: judged.append(1) or judge(*given))
    found = list(replay.settlements(own.deps, MATCH))
    assert [(each.recorded.version, each.after.settled is not None) for each in found] == [
        (901, True),
        (903, False),
        (904, True),
        (2905, False),
    ]
    assert len(judged) < 5 * EVERY


def test_refused_facts_are_told_with_the_reason_that_is_kept(worker_context: WorkerContext):
    own = worker_context
    open_match(own, MATCH, opened())
    record(own, MATCH, OpeningRolled(2, 5), *[DiceRolled("black", (1, 2))] * (2 * PART))
    pump_all(own)
    assert REFUSED in str(states.verdicts(own.deps.client, MATCH, [2]))
    ensure_same(own)
    ensure_same(own)
