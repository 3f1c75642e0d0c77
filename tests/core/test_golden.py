"""Old logs read as they always did: the files of tests/golden/ are never rewritten, whatever changes around them.

Each line is an event as exported, with its hash and the verdict that it was given.
"""

import json
from pathlib import Path

import pytest

from core import match as rules
from core.chain import hash_of, verify
from core.codec import from_public, from_stored, to_public, to_stored, type_name

GOLDEN = sorted((Path(__file__).parent.parent / "golden").glob("*.ndjson"))


@pytest.fixture(params=GOLDEN, ids=lambda path: path.stem)
def lines(request):
    return [json.loads(line) for line in request.param.read_text().splitlines()]


def test_an_old_log_still_proves_itself(lines):
    assert verify(lines, lines[-1]["hash"]).broken_at is None


def test_an_old_log_is_still_written_with_the_same_hashes(lines):
    for line in lines:
        assert hash_of(to_public(line["stream"], from_public(line))) == line["hash"]


def test_an_old_event_still_reads_back_from_the_store(lines):
    for line in lines:
        event = from_public(line).event
        assert from_stored(type_name(event), json.loads(json.dumps(to_stored(event)))) == event


def test_an_old_match_is_still_judged_the_same(lines):
    stream = lines[0]["stream"]
    judged = list(rules.fold(stream, [from_public(line) for line in lines]))
    for line, (match, verdict) in zip(lines, judged, strict=True):
        assert json.loads(json.dumps(verdict.to_words(match.game))) == line["verdict"]
