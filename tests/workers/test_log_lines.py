"""The lines of a match's log are those of its events, one by one."""

import json

import pytest

from core.eventlog.log import NEW
from core.events import DiceRolled, MatchOpened, NewerEvent, OpeningRolled, RefereeCalled, RulingMade
from service.auth.authorization import Principal
from service.handlers.match import matches
from service.store import keys
from service.store.archive import reader
from service.store.match_files import log_lines
from service.translations import LANGUAGES, translated_json
from tests.support.judging import pump_all
from workers.context import WorkerContext

MATCH = "m_aaaaaaaaaa"
OPERATOR = Principal(None, "operator", "operator")
OPENED = MatchOpened("huk", "swedish", {"games": 3}, {"white": "Åsa\n\tÖ/berg", "black": 'Nils "Ek"'})
FACTS = [
    OpeningRolled(2, 5),
    DiceRolled("black", (1, 2)),
    DiceRolled("white", (6, 2)),
    RefereeCalled("white", 'two\nlines,\ta \\ and \u2028 and "hash":""'),
    RulingMade("note", "å/ö"),
    RulingMade("void", "cocked", from_version=2),
    DiceRolled("white", (6, 2)),
]


@pytest.fixture
def own(worker_context: WorkerContext, monkeypatch: pytest.MonkeyPatch) -> WorkerContext:
    monkeypatch.setattr(log_lines, "MOST", 3)
    log = worker_context.deps.log
    log.append(MATCH, [OPENED], by="å\n/x", at=1_700_000_000_000, expected=NEW)
    for place, fact in enumerate(FACTS * 3):
        log.append(MATCH, [fact], by=f"by {place % 3}/\n", at=1_700_000_000_001 + 30_011 * place)
    return worker_context


def one_by_one(own: WorkerContext, after: int, limit: int | None, language: str) -> str:
    rows = list(matches.events(own.deps, OPERATOR, MATCH, after, limit))
    return "".join(
        f"{json.dumps(translated_json(row, language), ensure_ascii=False, separators=(',', ':'))}\n" for row in rows
    )


def ensure_same(own: WorkerContext) -> int:
    """Compare lines with events read one by one; the number of all lines."""
    for language in LANGUAGES:
        for after in (NEW, 0, 1, 5, 20, 22, 900):
            for limit in (None, 0, 1, 2, 3, 4, 7, 900):
                lines = "".join(matches.lines(own.deps, OPERATOR, MATCH, after, limit, language))
                assert lines == one_by_one(own, after, limit, language), (after, limit, language)
    return "".join(matches.lines(own.deps, OPERATOR, MATCH, NEW)).count("\n")


def test_lines_are_those_of_the_events_whether_they_are_judged_or_not(own: WorkerContext):
    assert ensure_same(own) == 22
    pump_all(own)
    assert ensure_same(own) == 22
    own.deps.log.append(MATCH, FACTS, by="late", at=1_700_000_000_001)
    assert ensure_same(own) == 22 + len(FACTS)


def test_lines_of_events_that_only_a_newer_version_knows_say_so(own: WorkerContext):
    own.deps.log.append(MATCH, [NewerEvent("DiceBlessed", 2, {"by": "white"})], by="x", at=1_700_000_000_001)
    assert ensure_same(own) == 23
    assert '"newer":true' in "".join(matches.lines(own.deps, OPERATOR, MATCH, 21))


def test_an_event_with_a_field_of_the_name_of_one_around_it_is_read_by_itself(own: WorkerContext):
    event = NewerEvent("DiceBlessed", 2, {"hash": "", "version": 7})
    own.deps.log.append(MATCH, [event], by="x", at=1_700_000_000_001)
    assert ensure_same(own) == 23


def test_a_log_with_a_gap_is_shown_as_it_is(own: WorkerContext):
    own.deps.client.xdel(keys.log(MATCH), "5-0", "12-0")
    lines = "".join(matches.lines(own.deps, OPERATOR, MATCH, NEW)).split("\n")[:-1]
    versions = [json.loads(line)["version"] for line in lines]
    assert versions == [number for number in range(22) if number not in (5, 12)]


def test_lines_of_an_archived_log_come_from_its_file(own: WorkerContext, monkeypatch: pytest.MonkeyPatch):
    before = "".join(matches.lines(own.deps, OPERATOR, MATCH, NEW))
    events = tuple(own.deps.log.read(MATCH))
    monkeypatch.setattr(
        reader,
        "events",
        lambda client, stream, after=NEW, limit=None: iter(
            events[after + 1 : None if limit is None else after + 1 + limit]
        ),
    )
    own.deps.client.delete(keys.log(MATCH))
    own.deps.client.set(keys.log(MATCH), "21 file 0 1 digest")
    assert "".join(matches.lines(own.deps, OPERATOR, MATCH, NEW)) == before
