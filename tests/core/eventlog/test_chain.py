"""A log proves by itself that it was not altered, and names the first event that was."""

import json
from dataclasses import fields
from itertools import groupby

import pytest

from core.eventlog.codec import ENVELOPE, from_public, to_public
from core.eventlog.hash_chain import ZERO_HASH, Follower, canonical, hash_of, spelled, verify
from core.events import EVENTS, CheckersMoved, NewerEvent, Recorded
from tests.support.matches.match_logs import fact, log_of, opening, recorded_match
from tests.support.paths import TESTS

GOLDEN = TESTS / "golden"


@pytest.fixture(scope="module")
def lines():
    games, facts, _, _ = recorded_match("three_games")
    public = [to_public("m_test", recorded) for recorded in log_of(opening(games=games), facts[:60])]
    return [json.loads(json.dumps({**each, "hash": hash_of(each)})) for each in public]


def test_a_whole_log_is_proved(lines):
    assert verify(lines, lines[-1]["hash"]) == (61, None, "", lines[-1]["hash"])


def test_every_exported_line_reads_back_as_the_event_it_was(lines):
    for line in lines:
        read = from_public(line)
        assert {**to_public("m_test", read), "hash": line["hash"]} == line


@pytest.mark.parametrize("version", [0, 1, 17, 60])
@pytest.mark.parametrize("hashes", [True, False])
def test_the_first_altered_event_is_named(lines, version, hashes):
    altered = [dict(line) if hashes else {k: v for k, v in line.items() if k != "hash"} for line in lines]
    altered[version]["recorded_by"] = "somebody.else"
    proof = verify(altered, lines[-1]["hash"])
    assert proof.broken_at == version
    assert proof.reason


@pytest.mark.parametrize("version", [0, 5, 59])
def test_an_event_that_was_altered_and_hashed_anew_is_named_by_the_next_one(lines, version):
    altered = [dict(line) for line in lines]
    altered[version]["recorded_by"] = "somebody.else"
    altered[version]["hash"] = hash_of(altered[version])
    assert verify(altered).broken_at == version


def test_a_lost_and_a_doubled_event_are_named(lines):
    assert verify([*lines[:5], *lines[6:]]).broken_at == 5
    assert verify([*lines[:5], lines[4], *lines[5:]]).broken_at == 5
    assert verify(lines[:-1], lines[-1]["hash"]).broken_at == 59


def test_no_event_has_a_field_of_the_envelope_that_it_is_recorded_in():
    own = {kind: {field.name for field in fields(kind)} for kind in EVENTS}
    assert not {kind: names & set(ENVELOPE) for kind, names in own.items() if names & set(ENVELOPE)}


def test_verdicts_are_no_part_of_what_is_proved(lines):
    assert verify([{**line, "verdict": {"verdict": "accepted"}} for line in lines]).broken_at is None


def test_a_part_of_a_log_is_proved_from_its_first_line_on(lines):
    assert verify(lines[7:]).broken_at is None


def test_the_facts_of_the_contract_are_read_from_its_words():
    words = {"type": "CheckersMoved", "by": "white", "moves": [{"from": "bar", "to": 2}, {"from": 1, "to": 7}]}
    assert fact(words).moves == (("bar", 2), (1, 7))


def test_following_a_log_gives_the_hash_of_its_last_event_whatever_it_says():
    for file in sorted(GOLDEN.rglob("*.ndjson")):
        lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
        for stream, events in groupby(lines, lambda line: line["stream"]):
            chain = Follower(stream)
            chain.follow(from_public(line) for line in events)
            last = [line for line in lines if line["stream"] == stream][-1]
            assert (chain.version, chain.head) == (last["version"], hash_of(last))


def test_an_event_is_spelled_as_its_public_form_is_hashed_whatever_its_fields_are():
    odd = (
        {"hash": "x", "newer": 1, "by": "white"},
        {"zone": 1, "after": 2},
        {},
        {"by": 'a"\n'},
    )
    recorded = [Recorded(3, NewerEvent("DiceBlessed", 2, data), 1_700_000_000_123, 'å"/x', ZERO_HASH) for data in odd]
    landings = ((1, 7), ("bar", 2)), ((1, 7, "opponent"),), ((24, "off"),), ((1.0, 7), (True, 3)), ()
    turns = [CheckersMoved(by, moves) for by in ("white", 'wh"ite') for moves in landings]
    recorded += [Recorded(4, turn, 1_700_000_000_123, "å", ZERO_HASH) for turn in turns]
    for file in sorted(GOLDEN.rglob("*.ndjson")):
        recorded += [from_public(json.loads(line)) for line in file.read_text(encoding="utf-8").splitlines()]
    for each in recorded:
        for stream in ("m_a", 'm_"å'):
            assert spelled(stream, each) == canonical(to_public(stream, each)), each
    for each in recorded[: len(odd) + len(turns)]:
        chain = Follower("m_a")
        chain.follow([each])
        assert chain.head == hash_of(to_public("m_a", each))
