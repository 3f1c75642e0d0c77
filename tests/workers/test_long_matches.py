"""Texts of long matches, and what referees did in them, are read without their logs."""

import random

import pytest

from core.events import DiceRolled, OpeningRolled, RulingMade, WarningGiven
from service.handlers.match import sheets, transcripts
from service.handlers.match.referees_facts import referees_facts as facts_of_referees
from service.store import bulk_read, keys
from service.store.match_files import sheet_parts
from service.store.read_models import states
from service.store.read_models.club import club_index
from service.translations import LANGUAGES
from tests.support.judging import open_match, pump_all, record
from tests.support.matches.random_matches import played
from tests.support.matches.whole_texts import MATCH, OPERATOR, PART, ensure_same, opened, text_or_reason
from tests.support.proving import some
from workers.context import WorkerContext
from workers.exports import keep_sheet
from workers.sweeper import Sweeper

pytestmark = pytest.mark.usefixtures("short_parts")


@pytest.mark.parametrize("seed", some(range(30), 0))
def test_a_mat_from_parts_is_that_of_the_whole_log_at_any_of_its_facts(worker_context: WorkerContext, seed: int):
    own, cup = worker_context, random.Random(seed)
    facts, recorded = played("backgammon", seed, {"points": 3}, turns=200).facts, 0
    open_match(own, MATCH, opened("backgammon"))
    while recorded < len(facts):
        count = cup.randint(1, 3 * PART)
        record(own, MATCH, *facts[recorded : recorded + count])
        recorded += count
        pump_all(own)
        ensure_same(own)
    assert not text_or_reason(lambda: transcripts.mat_text(own.deps, OPERATOR, MATCH)).startswith("not allowed")
    assert own.deps.client.hexists(keys.sheet(MATCH), f"mat {len(facts) // PART}")


def test_a_mat_that_cannot_be_true_is_refused_without_reading_what_stood_before(
    worker_context: WorkerContext, told: list[int]
):
    own = worker_context
    open_match(own, MATCH, opened("backgammon"))
    award = RulingMade("award_match", "they left", winner="white")
    record(own, MATCH, *[OpeningRolled(3, 3)] * (2 * PART), award, *[DiceRolled("white", (1, 2))] * PART)
    pump_all(own)
    ensure_same(own)
    told.clear()
    assert "is an award" in text_or_reason(lambda: transcripts.mat_text(own.deps, OPERATOR, MATCH))
    assert told == [2 * PART + 1]


@pytest.fixture
def asked(worker_context: WorkerContext, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, ...]]:
    """The jobs that the judge asked for, which are done at once."""
    found: list[tuple[str, ...]] = []

    def ask(kind: str, *given: str, name: str) -> bool:
        found.append((kind, *given, name))
        if kind == "keep_sheet":
            keep_sheet(worker_context, *given)
        return True

    monkeypatch.setattr(worker_context.jobs, "ask", ask)
    return found


def test_the_parts_of_a_long_match_are_finished_before_a_reader_comes(
    worker_context: WorkerContext, told: list[int], asked: list[tuple[str, ...]]
):
    own, long = worker_context, sheet_parts.LONG * PART
    open_match(own, MATCH, opened())
    record(own, MATCH, *[OpeningRolled(3, 3)] * (long - 1))
    pump_all(own)
    assert asked == [], "an ordinary match has its parts made by its first reader"
    ensure_same(own)
    assert own.deps.client.ttl(keys.sheet(MATCH)) > 0
    record(own, MATCH, OpeningRolled(4, 4))
    pump_all(own)
    assert asked == [("keep_sheet", MATCH, f"{MATCH}:{long}")]
    assert own.deps.client.hlen(keys.sheet(MATCH)) == sheet_parts.LONG * len(LANGUAGES)
    assert own.deps.client.ttl(keys.sheet(MATCH)) == -1
    assert own.deps.client.zcard(keys.sheets(keys.shard_of(MATCH))) == 0
    record(own, MATCH, *[OpeningRolled(4, 4)] * 3)
    pump_all(own)
    assert len(asked) == 1, "nothing is finished"
    told.clear()
    for language in LANGUAGES:
        transcripts.sheet(own.deps, OPERATOR, MATCH, language)
    assert told == [long + 1, long + 2, long + 3] * len(LANGUAGES)
    record(own, MATCH, RulingMade("void", "cocked dice", from_version=2))
    pump_all(own)
    assert len(asked) == 2, "its first part is another one"
    told.clear()
    ensure_same(own)
    assert told == [*range(long + 1, long + 5)] * len(LANGUAGES)


def test_another_version_of_brade_makes_its_own_parts_as_it_starts(
    worker_context: WorkerContext, told: list[int], asked: list[tuple[str, ...]], monkeypatch: pytest.MonkeyPatch
):
    own = worker_context
    open_match(own, MATCH, opened())
    record(own, MATCH, *[OpeningRolled(3, 3)] * (sheet_parts.LONG * PART + 1))
    pump_all(own)
    monkeypatch.setattr(sheets, "_code", lambda: "another")
    asked.clear()
    sweeper = Sweeper(own)
    sweeper.sweep()
    sweeper.sweep()
    assert [each for each in asked if each[0] == "keep_sheet"] == [("keep_sheet", MATCH, f"{MATCH}:again")]
    told.clear()
    ensure_same(own)
    assert told == [sheet_parts.LONG * PART + 1] * len(LANGUAGES)


NOTE = RulingMade("note", "ten minutes without light")


def referees_facts(own: WorkerContext) -> list[int]:
    """The versions of the referees' facts of the match, as the audit reads them; they are those of its whole log."""
    club = own.deps.repository.match(MATCH).club
    matches = club_index.members(own.deps.client, club, club_index.RULED)
    found = [each.version for _, each in facts_of_referees(own.deps, matches)]
    whole = [
        each.version
        for each in bulk_read.tail(own.deps.client, MATCH)
        if isinstance(each.event, RulingMade | WarningGiven)
    ]
    assert found == whole
    return found


def test_the_audit_reads_the_facts_of_referees_and_not_the_logs_of_matches(
    worker_context: WorkerContext, monkeypatch: pytest.MonkeyPatch
):
    own, note = worker_context, NOTE
    open_match(own, MATCH, opened())
    record(own, MATCH, *[OpeningRolled(3, 3)] * 30)
    pump_all(own)
    record(own, MATCH, note, *[OpeningRolled(3, 3)] * 30, note, WarningGiven("white", "slow"))
    pump_all(own)
    assert referees_facts(own) == [31, 62, 63]
    states.forget(own.deps.client, MATCH)
    pump_all(own)
    record(own, MATCH, *[OpeningRolled(3, 3)] * 5, note)
    pump_all(own)
    assert referees_facts(own) == [31, 62, 63, 69]
    monkeypatch.setattr(bulk_read, "tail", None)
    found = facts_of_referees(own.deps, [MATCH])
    assert [(match_id, each.version, type(each.event)) for match_id, each in found] == [
        (MATCH, 31, RulingMade),
        (MATCH, 62, RulingMade),
        (MATCH, 63, WarningGiven),
        (MATCH, 69, RulingMade),
    ]


def test_a_match_that_an_earlier_version_of_brade_judged_is_read_once_and_then_followed(worker_context: WorkerContext):
    own, client, read = worker_context, worker_context.deps.client, list[str]()
    open_match(own, MATCH, opened())
    record(own, MATCH, *[OpeningRolled(3, 3)] * 30, NOTE)
    pump_all(own)
    client.delete(keys.ruled(MATCH))
    record(own, MATCH, NOTE)
    pump_all(own)
    assert client.get(keys.ruled(MATCH)) is None, "what was before is not known"

    def find(match_id: str) -> tuple[int, list[int]]:
        read.append(match_id)
        record(own, MATCH, NOTE)  # while it is read
        pump_all(own)
        return 32, [31, 32]

    assert club_index.ruled_versions(client, [MATCH], find) == {MATCH: [31, 32]}
    assert club_index.ruled_versions(client, [MATCH], find) == {MATCH: [31, 32, 33]}
    assert read == [MATCH]
    assert referees_facts(own) == [31, 32, 33]


def test_facts_of_referees_that_a_store_lost_are_not_taken_for_others(worker_context: WorkerContext):
    own, client = worker_context, worker_context.deps.client
    open_match(own, MATCH, opened())
    record(own, MATCH, *[OpeningRolled(3, 3)] * 3, NOTE)
    pump_all(own)
    club_index.add_ruled(client, "huk", MATCH, 4, [(2, 1), (4, 1), (9, 1)])  # 2 and 9 are none
    assert referees_facts(own) == [4]
