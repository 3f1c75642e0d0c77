"""The contract of every event log, be it a list or a store."""

from collections.abc import Callable
from itertools import count

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.errors import Invalid, OtherLogMoved, StreamFull, UnknownStream, VersionConflict
from core.eventlog.codec import to_public, type_name
from core.eventlog.erasure import Erasure, erased
from core.eventlog.hash_chain import ZERO_HASH, recorded_hash, verify
from core.eventlog.log import NEW, Appended, Head, Log
from core.events import (
    CheckersMoved,
    ClubFounded,
    DiceRolled,
    Event,
    GameResigned,
    GameResult,
    OpeningRolled,
    PlayerRated,
    PlayerRegistered,
    Recorded,
    ResultReported,
    RoundPaired,
    RulingMade,
    TurnPassed,
)
from tests.support.logs.written_logs import MATCH, MOVE, OPENED, PASS, ROLL, chain, write
from tests.support.store import Store


def test_versions_count_from_the_opening_without_gaps(log: Log) -> None:
    assert write(log, OPENED, expected=NEW) == Appended(0, 0)
    assert write(log, ROLL, MOVE) == Appended(1, 2)
    assert write(log, PASS, by="st_huk.2", at=1_700_000_000_001) == Appended(3, 3)
    read = list(log.read(MATCH))
    assert [(recorded.version, recorded.event) for recorded in read] == [(0, OPENED), (1, ROLL), (2, MOVE), (3, PASS)]
    assert [recorded.by for recorded in read] == ["st_huk.1"] * 3 + ["st_huk.2"]
    assert [recorded.at for recorded in read] == [1_700_000_000_000] * 3 + [1_700_000_000_001]


def test_an_opening_and_its_first_facts_may_be_written_together(log: Log) -> None:
    assert write(log, OPENED, ROLL, MOVE, expected=NEW) == Appended(0, 2)
    assert [recorded.version for recorded in log.read(MATCH)] == [0, 1, 2]


def test_reading_starts_after_a_version_and_ends_at_a_limit(log: Log) -> None:
    write(log, OPENED, *[ROLL] * 2500, expected=NEW)
    assert [recorded.version for recorded in log.read(MATCH)] == list(range(2501))
    assert [recorded.version for recorded in log.read(MATCH, after=0, limit=1)] == [1]
    assert [recorded.version for recorded in log.read(MATCH, after=2498)] == [2499, 2500]
    assert [recorded.version for recorded in log.read(MATCH, after=10, limit=2000)] == list(range(11, 2011))
    assert (
        list(log.read(MATCH, limit=0)) == list(log.read(MATCH, after=2500)) == list(log.read(MATCH, after=9999)) == []
    )


def test_events_beyond_the_last_version_that_is_allowed_are_not_written(log: Log) -> None:
    write(log, OPENED, ROLL, expected=NEW, most=1)
    for expected in (None, 1):
        with pytest.raises(StreamFull):
            write(log, MOVE, PASS, expected=expected, most=2)
    with pytest.raises(VersionConflict):
        write(log, MOVE, PASS, expected=0, most=2)
    assert log.head(MATCH).version == 1
    assert write(log, MOVE, key="k", most=2) == Appended(2, 2)
    assert write(log, MOVE, key="k", most=2) == Appended(2, 2, replayed=True)
    with pytest.raises(StreamFull):
        write(log, PASS, most=2)
    assert write(log, PASS) == Appended(3, 3)


def test_an_append_at_the_wrong_version_writes_nothing_of_it(log: Log) -> None:
    write(log, OPENED, ROLL, expected=NEW)
    before, head = list(log.read(MATCH)), log.head(MATCH)
    for expected in (NEW, 0, 2, 17):
        with pytest.raises(VersionConflict) as conflict:
            write(log, MOVE, PASS, expected=expected, key=f"k{expected}")
        assert (conflict.value.expected, conflict.value.actual) == (expected, 1)
    assert (list(log.read(MATCH)), log.head(MATCH)) == (before, head)
    # A key that wrote nothing is still unused.
    assert write(log, PASS, expected=1, key="k0", fingerprint="other") == Appended(2, 2)


def test_an_append_that_expects_a_version_of_a_stream_that_is_not_there_conflicts(log: Log) -> None:
    with pytest.raises(VersionConflict) as conflict:
        write(log, ROLL, expected=0)
    assert conflict.value.actual == NEW
    assert log.head(MATCH) is None


def test_nothing_to_record_is_malformed_and_opens_nothing(log: Log) -> None:
    with pytest.raises(Invalid):
        write(log, expected=NEW)
    assert log.head(MATCH) is None
    assert list(log.streams()) == []


def test_of_two_writers_who_read_the_same_head_one_wins(log: Log) -> None:
    write(log, OPENED, expected=NEW)
    seen = log.head(MATCH)
    assert seen is not None
    write(log, ROLL, expected=seen.version)
    with pytest.raises(VersionConflict):
        write(log, PASS, expected=seen.version)
    assert [recorded.event for recorded in log.read(MATCH)] == [OPENED, ROLL]


def test_events_that_rest_on_another_log_are_written_only_while_it_is_as_it_was_seen(log: Log) -> None:
    cup, board, other = "t_abcdefghij", "t_abcdefghij.1", "t_abcdefghij.2"
    for stream in (cup, board):
        write(log, OPENED, stream=stream, expected=NEW)
    write(log, ROLL, stream=board)
    assert log.versions([cup, board, other, "m_nothing"]) == {cup: 0, board: 1}
    assert write(log, ROLL, stream=cup, expected=0, while_at={board: 1, other: NEW}) == Appended(1, 1)
    for seen, named in (({board: 0}, board), ({board: 1, other: 0}, other), ({"t_abcdefghij.3": 4}, "t_abcdefghij.3")):
        with pytest.raises(OtherLogMoved) as moved:
            write(log, PASS, stream=cup, expected=1, key="k", while_at=seen)
        assert (moved.value.stream, moved.value.expected, moved.value.actual) == (
            named,
            seen[named],
            log.versions([named]).get(named, NEW),
        )
    assert [recorded.event for recorded in log.read(cup)] == [OPENED, ROLL]
    assert log.answered(cup, "k", "") is None
    with pytest.raises(VersionConflict) as conflict:
        write(log, PASS, stream=cup, expected=0, while_at={board: 0})
    assert conflict.value.stream == cup
    assert write(log, PASS, stream=cup, key="k", while_at={board: 1}).last == 2
    assert write(log, PASS, stream=cup, key="k", while_at={board: 0}).replayed, "a key is answered before all else"


def test_a_stream_without_an_opening_is_unknown(log: Log) -> None:
    with pytest.raises(UnknownStream):
        log.read("m_nothing")
    with pytest.raises(UnknownStream):
        write(log, ROLL, stream="m_nothing", key="k")
    assert log.head("m_nothing") is None
    assert "m_nothing" not in log.streams()


def test_events_read_back_are_one_whole_chain_up_to_the_head(log: Log) -> None:
    write(log, OPENED, ROLL, expected=NEW)
    write(log, MOVE, PASS, GameResigned("black", "jan"))
    head = log.head(MATCH)
    assert head is not None
    assert next(log.read(MATCH)).prev_hash == ZERO_HASH
    proof = verify((to_public(MATCH, recorded) for recorded in log.read(MATCH)), head.hash)
    assert (proof.events, proof.broken_at, proof.head) == (5, None, head.hash)


def test_every_stream_is_listed_once(log: Log) -> None:
    streams = {f"t_{n:010}" for n in range(40)} | {f"t_{n:010}.{n}" for n in range(40)} | {"c_huk"}
    for stream in streams:
        write(log, OPENED, stream=stream, expected=NEW)
        write(log, ROLL, stream=stream)
    assert sorted(log.streams()) == sorted(streams)


def test_a_stream_is_restored_as_it_was_recorded_and_goes_on_from_there(log: Log) -> None:
    recorded = chain(MATCH, [OPENED, *[ROLL, MOVE, PASS] * 3333])
    head = log.restore(MATCH, iter(recorded))
    assert head == log.head(MATCH) == Head(9999, recorded_hash(MATCH, recorded[-1]))
    assert list(log.read(MATCH)) == recorded
    assert write(log, ROLL, expected=9999) == Appended(10_000, 10_000)
    assert next(log.read(MATCH, after=9999)).prev_hash == head.hash


def test_a_stream_that_exists_is_never_restored_over(log: Log) -> None:
    write(log, OPENED, expected=NEW)
    with pytest.raises(VersionConflict):
        log.restore(MATCH, chain(MATCH, [OPENED, ROLL]))
    assert [recorded.version for recorded in log.read(MATCH)] == [0]


BREAKS: dict[str, Callable[[list[Recorded]], list[Recorded]]] = {
    "an event is altered": lambda all_: [*all_[:2], all_[2]._replace(at=77), *all_[3:]],
    "an event is missing": lambda all_: [*all_[:2], *all_[3:]],
    "the opening is missing": lambda all_: all_[1:],
    "two are exchanged": lambda all_: [all_[0], all_[2], all_[1], *all_[3:]],
    "there is nothing": lambda all_: [],
    "the opening follows something": lambda all_: [all_[0]._replace(prev_hash="1" * 64), *all_[1:]],
}


@pytest.mark.parametrize("broken", BREAKS.values(), ids=BREAKS)
def test_a_broken_chain_is_not_restored(log: Log, broken: Callable[[list[Recorded]], list[Recorded]]) -> None:
    with pytest.raises(Invalid):
        log.restore(MATCH, broken(chain(MATCH, [OPENED, ROLL, MOVE, PASS])))
    assert log.head(MATCH) is None
    with pytest.raises(UnknownStream):
        log.read(MATCH)


seats = st.sampled_from(["white", "black"])
dice = st.integers(1, 6)
points = st.one_of(st.integers(1, 24), st.sampled_from(["bar", "off"]))
results = st.lists(
    st.builds(GameResult, seats, st.text(max_size=8), st.sampled_from([1, 2, 64]), st.lists(seats).map(tuple)),
    max_size=3,
).map(tuple)
facts: st.SearchStrategy[Event] = st.one_of(
    st.builds(OpeningRolled, dice, dice),
    st.builds(DiceRolled, seats, st.lists(dice, max_size=4).map(tuple)),
    st.builds(CheckersMoved, seats, st.lists(st.tuples(points, points), max_size=4).map(tuple)),
    st.builds(TurnPassed, seats),
    st.builds(RulingMade, st.text(), st.text(), st.none() | st.integers(0, 99), winner=st.none() | seats),
    st.builds(ResultReported, results),
    st.builds(
        RoundPaired,
        dice,
        st.lists(st.tuples(st.text(), seats, seats), max_size=3).map(tuple),
        salt=st.text("0123456789abcdef", min_size=32, max_size=32),
    ),
)
batches = st.lists(
    st.tuples(st.lists(facts, min_size=1, max_size=5), st.text(max_size=5), st.integers(0, 1 << 45), st.booleans()),
    max_size=6,
)
fresh = count()


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(batches=batches)
def test_whatever_is_appended_reads_back_equal(log: Log, batches: list[tuple[list[Event], str, int, bool]]) -> None:
    stream = f"m_{next(fresh)}"
    write(log, OPENED, stream=stream, expected=NEW)
    wanted = [(OPENED, "st_huk.1", 1_700_000_000_000)]
    for events, by, at, sure in batches:
        expected = len(wanted) - 1 if sure else None
        answer = log.append(stream, events, by=by, at=at, expected=expected)
        assert answer == Appended(len(wanted), len(wanted) + len(events) - 1)
        wanted += [(event, by, at) for event in events]
    read = list(log.read(stream))
    assert [(recorded.event, recorded.by, recorded.at) for recorded in read] == wanted
    assert [recorded.version for recorded in read] == list(range(len(wanted)))
    assert log.head(stream) == Head(len(wanted) - 1, recorded_hash(stream, read[-1]))
    assert verify(to_public(stream, recorded) for recorded in read).broken_at is None


def test_a_store_gives_events_that_may_be_withheld_a_salt_of_their_own(store: Store) -> None:
    log, paired = store.log(), RoundPaired(1, (("t_abcdefghij.1", "p_1", "p_2"),))
    write(log, OPENED, expected=NEW)
    write(log, paired, paired, ROLL)
    *salted, roll = [recorded.event for recorded in log.read(MATCH, after=0)]
    salts = {event.salt for event in salted if isinstance(event, RoundPaired)}
    assert (len(salts), {len(salt or "") for salt in salts}) == (2, {32})
    assert [type_name(event) for event in (*salted, roll)] == ["RoundPaired.2", "RoundPaired.2", "DiceRolled.1"]
    assert verify(to_public(MATCH, recorded) for recorded in log.read(MATCH)).broken_at is None


def test_streams_opened_together_are_opened_once_and_those_that_are_there_stay_as_they_are(log: Log) -> None:
    matches = [f"t_abcdefghij.{number}" for number in range(1, 4)]
    write(log, OPENED, stream=matches[1], expected=NEW)
    write(log, ROLL, stream=matches[1])
    openings = [(match, OPENED) for match in matches]
    assert log.open_each(openings, by="desk", at=7) == [matches[0], matches[2]]
    assert log.open_each(openings, by="desk", at=8) == []
    assert log.open_each([], by="desk", at=9) == []
    assert [log.head(match).version for match in matches] == [0, 1, 0]
    opened = next(log.read(matches[0]))
    assert (opened.event, opened.at, opened.by, opened.prev_hash) == (OPENED, 7, "desk", ZERO_HASH)


NAMED = PlayerRegistered("p_aaaaaaaaaa", "Zebulon Quistgaard", salts={"name": "a1" * 16})
OTHER = PlayerRegistered("p_bbbbbbbbbb", "Ottilia", salts={"name": "b2" * 16})
FOUNDED = ClubFounded("huk", "Hukens bräde")
ZEBULON = Erasure(frozenset({"p_aaaaaaaaaa"}), frozenset({"Zebulon Quistgaard"}))


def without_zebulon(log: Log) -> list[Recorded]:
    events = erased("c_huk", list(log.read("c_huk")), ZEBULON, "organiser:u_1", 7, lambda: "0" * 32)
    assert events is not None
    return events


def test_a_log_is_written_anew_without_a_name_with_the_same_hashes_and_goes_on_from_there(log: Log) -> None:
    write(log, FOUNDED, NAMED, OTHER, stream="c_huk", expected=NEW)
    before, hashes = log.head("c_huk"), [each.prev_hash for each in log.read("c_huk")]
    assert before is not None
    head = log.rewrite("c_huk", before, without_zebulon(log))
    assert head == log.head("c_huk") == Head(3, recorded_hash("c_huk", list(log.read("c_huk"))[-1]))
    assert [each.prev_hash for each in log.read("c_huk")] == [*hashes, before.hash]
    assert "Zebulon" not in str([to_public("c_huk", each) for each in log.read("c_huk")])
    assert write(log, PlayerRated("p_aaaaaaaaaa", 1), stream="c_huk", expected=3) == Appended(4, 4)
    proof = verify([to_public("c_huk", each) for each in log.read("c_huk")])
    assert (proof.events, proof.broken_at) == (5, None)


def test_what_was_written_meanwhile_is_not_lost_to_a_log_that_is_written_anew(log: Log) -> None:
    write(log, FOUNDED, NAMED, stream="c_huk", expected=NEW)
    before = log.head("c_huk")
    assert before is not None
    events = without_zebulon(log)
    write(log, OTHER, stream="c_huk")
    with pytest.raises(VersionConflict):
        log.rewrite("c_huk", before, events)
    assert [each.event for each in log.read("c_huk")] == [FOUNDED, NAMED, OTHER]


def test_a_log_is_written_anew_whole_and_longer_or_not_at_all(log: Log) -> None:
    write(log, FOUNDED, NAMED, OTHER, stream="c_huk", expected=NEW)
    head, events = log.head("c_huk"), without_zebulon(log)
    assert head is not None
    for broken in (events[:-1], events[1:], [events[0], *events[2:]], [*events[:-1], events[-1]._replace(at=8)][::-1]):
        with pytest.raises(Invalid):
            log.rewrite("c_huk", head, broken)
    with pytest.raises(UnknownStream):
        log.rewrite("c_other", head, events)
    assert [each.event for each in log.read("c_huk")] == [FOUNDED, NAMED, OTHER]
    assert log.head("c_huk") == head
