"""Names of people in a log: a name can be left out, the log proves itself, and the name cannot be found by trying."""

import json

import pytest

from core.errors import UnknownEvent
from core.eventlog.codec import from_public, to_public
from core.eventlog.hash_chain import Follower, canonical, hash_of, spelled, verify
from core.eventlog.personal_values import SALTS, commitment, names_of, without_names
from core.events import EVENTS, NamesPeople
from tests.support.paths import TESTS

NAMED = sorted((TESTS / "golden").rglob("named*.ndjson"))


@pytest.fixture(params=NAMED, ids=lambda path: path.stem)
def lines(request):
    return [json.loads(line) for line in request.param.read_text().splitlines()]


def salted(lines):
    return [line for line in lines if line.get(SALTS)]


def test_every_type_of_event_with_a_name_is_in_a_log_with_salts():
    logs = [json.loads(line) for path in NAMED for line in path.read_text().splitlines()]
    assert {line["type"] for line in salted(logs)} == {
        kind.__name__ for kind in EVENTS if issubclass(kind, NamesPeople)
    }


def test_every_name_has_a_salt_of_its_own(lines):
    names = [(name, line[SALTS][place]) for line in salted(lines) for place, name in names_of(line)]
    assert len({salt for _, salt in names}) == len(names) > 0
    assert all(isinstance(name, str) for name, _ in names)


def test_what_is_hashed_holds_no_name_and_no_salt(lines):
    for line in salted(lines):
        text = canonical(line).decode()
        for place, name in names_of(line):
            assert json.dumps(name, ensure_ascii=False) not in text.partition('"recorded_by"')[0]
            assert line[SALTS][place] not in text
            assert commitment(line[SALTS][place], name) in text


def test_a_log_without_any_of_its_names_proves_itself_as_it_did(lines):
    for kept in (0, 1):  # all names, and all but the first of each event
        shown = [without_names(line, list(line[SALTS])[kept:]) if line.get(SALTS) else line for line in lines]
        assert verify(shown, lines[-1]["hash"]).broken_at is None
        assert [hash_of(line) for line in shown] == [line.get("hash") for line in lines]
        for line in shown:
            read = from_public(line)
            assert hash_of(to_public(line["stream"], read)) == line["hash"]


def test_events_without_names_are_followed_and_spelled_as_they_were(lines):
    shown = [from_public(without_names(line, line.get(SALTS, ()))) for line in lines]
    follower = Follower(lines[0]["stream"])
    follower.follow(shown)
    assert follower.head == lines[-1]["hash"]
    for read in shown:
        public = to_public(lines[0]["stream"], read)
        if "left_out" not in public:
            assert spelled(lines[0]["stream"], read) == canonical(public)


def test_another_name_is_another_hash(lines):
    line = salted(lines)[0]
    place, _ = next(names_of(line))
    field, _, key = place.partition(".")
    other = {**line, field: "Another" if not key else {**line[field], key: "Another"}}
    assert hash_of(other) != line["hash"]
    assert verify([other]).broken_at == line["version"]


@pytest.mark.parametrize(
    "salts", [{"player": "0" * 32}, {"name": "0" * 31}, {"name": 1}, {"members.0": "0" * 32}, [], {"name.x": "0" * 32}]
)
def test_salts_of_anything_but_names_are_refused(salts):
    line = {"type": "PlayerRegistered", "schema": 2, "player": "p_1", "name": "Anna", "salts": salts}
    envelope = {"stream": "c_x", "version": 1, "recorded_at": "2026-01-01T00:00:00.000Z", "recorded_by": "x"}
    with pytest.raises(UnknownEvent, match="salts"):
        from_public({**line, **envelope, "prev_hash": "0" * 64})
    hash_of(line)  # of whatever was sent
