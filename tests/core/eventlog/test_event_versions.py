"""The shapes of events: none changes without a number, a function that reads the old one, and a golden log of the new.

tests/golden/shapes.txt lists every shape that was ever recorded. Lines are added to it, and none is changed.
"""

import json
from dataclasses import MISSING, fields

import pytest

from core.errors import UnknownEvent
from core.eventlog import codec
from core.eventlog.codec import event_of, from_public, from_stored, to_public, to_stored, type_name
from core.eventlog.log import NEW, ListLog
from core.events import EVENTS, DiceRolled, NewerEvent, PairsAvoided, Recorded
from core.events.shapes import POSITIONAL
from core.events.upcasting import UPCASTERS
from tests.support.paths import TESTS

GOLDEN = TESTS / "golden"
SHAPES = dict(line.split(": ", 1) for line in (GOLDEN / "shapes.txt").read_text().splitlines())
ROLL = ('["white",[6,4],"felt"]', '{"by":"white","dice":[6,4],"felt":true}')


def shape(kind):
    """A class's fields with their types and defaults, and the columns of those that are rows."""
    said = []
    for field in fields(kind):
        if field.kw_only:
            continue
        name = getattr(field.type, "__name__", "") if isinstance(field.type, type) else ""
        columns = f" of {'/'.join(codec._ROWS[field.name])}" if field.name in codec._ROWS else ""
        default = "" if field.default is MISSING else f" = {field.default!r}"
        said.append(
            f"{field.name} {name or field.type}{columns}{default}".replace("typing.", "")
            .replace("collections.abc.", "")
            .replace("core.events.base.", "")
        )
    return "; ".join(said)


def golden_types():
    lines = [json.loads(line) for path in GOLDEN.rglob("*.ndjson") for line in path.read_text().splitlines()]
    return {f"{line['type']}.{line['schema']}" for line in lines}


def test_the_fields_of_an_event_change_with_its_schema_number_only():
    now = {f"{kind.__name__}.{kind.SCHEMA}": shape(kind) for kind in EVENTS}
    assert {name: SHAPES.get(name) for name in now} == now, "a changed event has a new SCHEMA number"


def test_every_older_shape_has_a_function_that_reads_it_and_no_type_is_forgotten():
    newest = {kind.__name__: kind.SCHEMA for kind in EVENTS}
    older = {name for name in SHAPES if name not in {f"{kind}.{schema}" for kind, schema in newest.items()}}
    assert older == UPCASTERS.keys()
    assert {name.partition(".")[0] for name in SHAPES} == newest.keys()


def test_every_shape_that_was_ever_recorded_is_in_a_golden_log():
    assert SHAPES.keys() - golden_types() == set()


def test_what_lies_in_a_store_as_a_list_is_in_the_order_of_the_fields():
    for kind in EVENTS:
        names = POSITIONAL.get(f"{kind.__name__}.{kind.SCHEMA}")
        assert names in (None, kind.__match_args__)


@pytest.mark.parametrize("stored", ROLL)
def test_an_event_with_an_unknown_field_is_of_a_newer_version_and_keeps_it(stored):
    event = from_stored("DiceRolled.1", json.loads(stored))
    assert isinstance(event, NewerEvent)
    assert (type_name(event), json.loads(json.dumps(to_stored(event)))) == ("DiceRolled.1", json.loads(stored))


@pytest.mark.parametrize("name", ["MatchPaused.1", "DiceRolled.2", "RoundPaired.3"])
def test_an_event_of_a_newer_type_or_number_is_proved_as_it_was_recorded(name):
    event = from_stored(name, {"by": "white", "about": [{"from": 1}], "why": None})
    assert isinstance(event, NewerEvent)
    log = ListLog()
    log.append("m_newer", [DiceRolled("white", (1, 2)), event, DiceRolled("black", (1, 2))], by="x", at=0, expected=NEW)
    lines = [json.loads(json.dumps(to_public("m_newer", each))) for each in log.read("m_newer")]
    assert [to_public("m_newer", from_public(line)) for line in lines] == lines
    assert f"{lines[1]['type']}.{lines[1]['schema']}" == name
    again = ListLog()
    assert again.restore("m_newer", map(from_public, lines)) == log.head("m_newer")


def test_a_row_with_an_unknown_column_is_of_a_newer_version():
    words = {"results": [{"winner": "white", "outcome": "single", "clock": 4}]}
    assert isinstance(event_of("ResultReported.1", words), NewerEvent)


@pytest.mark.parametrize("name", ["", "DiceRolled", "DiceRolled.x", "Dice Rolled.1", "DiceRolled.0", "1.1"])
def test_what_is_no_name_of_an_event_is_not_taken_for_a_newer_one(name):
    with pytest.raises(UnknownEvent):
        event_of(name, {})


def test_an_older_shape_is_read_as_the_newest_and_hashed_as_it_was_recorded(monkeypatch):
    newest = type("DiceRolled", (DiceRolled,), {"SCHEMA": 2, "__slots__": ()})
    monkeypatch.setitem(codec._KINDS, "DiceRolled", newest)
    monkeypatch.setitem(codec._FIELDS, newest, codec._FIELDS[DiceRolled])
    monkeypatch.setitem(codec._NAMES, newest, codec._NAMES[DiceRolled])
    monkeypatch.delitem(codec._AS_LISTS, "DiceRolled.1")
    monkeypatch.setitem(UPCASTERS, "DiceRolled.1", lambda words: {**words, "dice": list(words["dice"])[::-1]})
    old = from_stored("DiceRolled.1", ["white", [6, 4]])
    assert (old.dice, old.schema) == ((4, 6), 1)
    assert to_public("m_x", Recorded(1, old, 0, "x", ""))["dice"] == [6, 4]
    assert from_stored(type_name(old), json.loads(json.dumps(to_stored(old)))) == old
    new = from_stored("DiceRolled.2", {"by": "white", "dice": [6, 4]})
    assert (new.dice, to_stored(new)) == ((6, 4), {"by": "white", "dice": [6, 4]})


def test_an_older_shape_without_a_step_to_the_next_one_is_not_guessed(monkeypatch):
    monkeypatch.delitem(UPCASTERS, "PairsAvoided.1")
    with pytest.raises(UnknownEvent, match=r"PairsAvoided\.1 is older than PairsAvoided\.2"):
        event_of("PairsAvoided.1", {"pairs": [], "hard": True})


def test_an_event_without_a_salt_reads_as_the_newest_shape_and_keeps_its_number():
    old = from_stored("PairsAvoided.1", [[["p_a", "p_b"]], True])
    assert (old, old.schema, old.salt) == (PairsAvoided((("p_a", "p_b"),), True), 1, None)


def voided(reason):
    return "PairingsVoided.2", {"round": 1, "matches": [], "reason": reason, "bye": True, "salt": "5a17"}


def decided(reason, winner="white", kind="walkover"):
    data = {
        "match": "t_x.1",
        "kind": kind,
        "reason": reason,
        "winner": winner,
        "score": {},
        "decided_by": None,
        "games": [],
    }
    return "ResultDecided.1", data


def called(reason):
    return "RefereeCalled.1", {"by": "white", "reason": reason}


OLD_REASONS = [
    (("PlayerWithdrew.1", {"player": "p_a", "reason": "did not check in"}), ("not_checked_in",)),
    (("PlayerWithdrew.1", {"player": "p_a", "reason": "is ill"}), None),
    (("PlayerWithdrew.1", {"player": "p_a"}), None),
    (
        (
            "ByesSet.1",
            {
                "player": "p_a",
                "byes": [],
                "reason": "as the announced rule has it for the rounds that are played",
            },
        ),
        ("byes_by_rule",),
    ),
    (voided("its players changed with a result"), ("players_changed",)),
    (voided("Åsa came late and plays"), ("came_late", "Åsa")),
    (voided("Åsa did not come: an alternate plays"), ("replaced", "Åsa")),
    (voided("Åsa withdrew, and the player with the bye plays"), ("bye_plays", "Åsa")),
    (voided("Huk och hak is lined up anew"), ("lined_up", "Huk och hak")),
    (voided("paired again so that round 4 can be: a bye: too many"), ("paired_again", "4", "a bye: too many")),
    (voided("the hall burns"), None),
    (decided("Åsa withdrew"), ("withdrew", "Åsa")),
    (decided("Åsa and Bo withdrew", winner=None), ("withdrew", "Åsa", "Bo")),
    (decided("Bill and Ben withdrew"), ("withdrew", "Bill and Ben")),
    (decided("gone home"), None),
    (decided("Åsa withdrew", kind="forfeit"), None),
    (decided("came too late", kind="adjudicated"), ("late",)),
    (called("Ett drag är ifrågasatt"), "play"),
    (called("The clock"), "clock"),
    (called("protokollet"), None),
]


@pytest.mark.parametrize(("old", "cause"), OLD_REASONS)
def test_a_reason_that_brade_gave_before_there_were_causes_is_read_with_its_cause(old, cause):
    name, data = old
    event = event_of(name, data)
    assert (event.cause, event.schema) == (cause, int(name.partition(".")[2]))
    assert json.loads(json.dumps(to_stored(event))) == data, "what is hashed stays"
    stored = json.loads(json.dumps(to_stored(event)))
    assert from_stored(type_name(event), stored) == event
