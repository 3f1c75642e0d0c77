from itertools import islice

import pytest

from core.eventlog.log import NEW
from core.events import DiceRolled, MatchOpened, OpeningRolled, RulingMade
from service.store import bulk_read, keys
from service.store.bulk_read import GapInLog
from tests.support.store import Store

M = "m_aaaaaaaaaa"
OPENED = MatchOpened("huk", "swedish", {"games": 3}, {"white": "Åsa\n\tÖberg", "black": 'Nils "Ek"'})
NOTE = RulingMade("note", "two\nlines\tand a \\ and \u2028")


def fill(store: Store, stream: str, count: int) -> None:
    log = store.log()
    log.append(stream, [OPENED], by="å\n/x", at=1_700_000_000_000, expected=NEW)
    for place in range(count):
        event = NOTE if place % 5 == 0 else DiceRolled("white", (1 + place % 6, 3))
        log.append(stream, [event], by=f"by {place % 3}", at=1_700_000_000_001 + place)


def as_read_by_the_log(store: Store, stream: str, after: int = NEW) -> list:
    return [each._replace(prev_hash="") for each in store.log().read(stream, after)]


@pytest.mark.parametrize("after", [NEW, 0, 1, 9, 18, 19, 20])
@pytest.mark.parametrize("page", [1, 10, 1000])
def test_a_tail_is_what_the_log_reads(store: Store, after: int, page: int):
    fill(store, M, 19)
    assert list(bulk_read.tail(store.client, M, after, page)) == as_read_by_the_log(store, M, after)


def test_many_tails_come_at_once_and_a_stream_that_is_not_there_has_none(store: Store):
    fill(store, M, 7)
    fill(store, "m_bbbbbbbbbb", 3)
    found = bulk_read.tails(store.client, {M: 4, "m_zzzzzzzzzz": NEW, "m_bbbbbbbbbb": NEW}, page=2)
    assert {stream: [event.version for event in events] for stream, events in found.items()} == {
        M: [5, 6, 7],
        "m_zzzzzzzzzz": [],
        "m_bbbbbbbbbb": [0, 1, 2, 3],
    }


def test_a_gap_in_a_log_is_no_silent_renumbering(store: Store):
    fill(store, M, 5)
    store.client.xdel(keys.log(M), "3-0")
    with pytest.raises(GapInLog, match="has an event 5 where 4 should be"):
        list(bulk_read.tail(store.client, M))


def test_events_before_one_that_cannot_be_read_come_first(store: Store):
    fill(store, M, 5)
    last = {"type": "DiceRolled.1", "data": "[", "at": 1, "by": "x", "prev": ""}
    store.client.xadd(keys.log(M), last, id="6-0")
    read = bulk_read.tail(store.client, M)
    assert [each.version for each in islice(read, 6)] == [0, 1, 2, 3, 4, 5]
    with pytest.raises(ValueError, match="Expecting"):
        next(read)


def test_the_same_event_is_the_same_in_every_log(store: Store):
    for stream in (M, "m_bbbbbbbbbb"):
        store.log().append(stream, [OPENED, OpeningRolled(2, 5)], by="x", at=1, expected=NEW)
    one, other = (list(bulk_read.tail(store.client, stream))[1].event for stream in (M, "m_bbbbbbbbbb"))
    assert one is other
