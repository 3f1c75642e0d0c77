"""Facts as they are posted: every one becomes the event that it tells, and nothing else passes for one."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from marshmallow import ValidationError

from core.eventlog.codec import to_json
from core.events import (
    MATCH_FACTS,
    CheckersMoved,
    DiceCommitted,
    DiceRolled,
    DiceSeedRevealed,
    NameErased,
    ResultReported,
    RulingMade,
)
from core.games import GAMES
from core.options import every_choice
from schemas.facts.facts import FACT, AnyFact, AnyRecordedFact, facts
from schemas.facts.parts import Landing, Landings
from schemas.fields import nested
from schemas.problems import paths_of
from tests.support.paths import TESTS

MATCHES = TESTS / "data/matches"


def test_every_fact_of_a_match_can_be_posted_except_those_that_the_service_itself_records():
    by_the_service = {ResultReported, DiceCommitted, DiceSeedRevealed, NameErased}
    assert set(AnyFact.type_schemas) == {kind.__name__ for kind in MATCH_FACTS if kind not in by_the_service}
    assert set(AnyRecordedFact.type_schemas) == {kind.__name__ for kind in MATCH_FACTS}


@pytest.mark.parametrize("path", sorted(MATCHES.glob("*.json")), ids=lambda path: path.stem)
def test_a_fact_says_the_same_after_it_was_read(path):
    words = json.loads(path.read_text())["events"]
    read = facts(words)
    assert [{"type": type(event).__name__, **to_json(event)} for event in read] == words


def test_a_fact_becomes_an_event_of_plain_values():
    moved = FACT.load({"type": "CheckersMoved", "by": "white", "moves": [{"from": "bar", "to": 2.0}]})
    assert moved == CheckersMoved("white", (("bar", 2),))
    assert type(moved.moves[0][1]) is int
    assert FACT.load({"type": "DiceRolled", "by": "black", "dice": [6, 2]}) == DiceRolled("black", (6, 2))
    ruling = FACT.load({"type": "RulingMade", "kind": "void", "reason": " seen ", "from_version": 3, "winner": None})
    assert ruling == RulingMade("void", "seen", 3)


def test_dice_are_as_many_as_some_game_is_played_with():
    counts = {game.dice(options) for game in GAMES for options in every_choice(game.options)}
    assert {2, 3} <= counts
    for count in range(1, 6):
        words = {"type": "DiceRolled", "by": "white", "dice": [1] * count}
        if count in counts:
            FACT.load(words)
        else:
            with pytest.raises(ValidationError):
                FACT.load(words)


# ── the short way to read landings is the long one ───────────────────────────────────────────────────────────────────
class Slow(Landings):
    """Landings read by the schema of a landing alone."""

    def _deserialize(self, value, attr, data, **options):
        rows = super(Landings, self)._deserialize(value, attr, data, **options)
        return tuple((row["from_"], row["to"], *([row["by"]] if "by" in row else [])) for row in rows)


def read(field, value):
    try:
        return field.deserialize(value)
    except ValidationError as wrong:
        return paths_of(wrong)


SPOTS = st.one_of(
    st.integers(-1, 26),
    st.sampled_from(["bar", "off", "down", "pool", True, None, 7.0, 7.5, "7", [7], {}, float("nan")]),
)
ROWS = st.one_of(
    st.fixed_dictionaries({"from": SPOTS, "to": SPOTS}),
    st.dictionaries(st.sampled_from(["from", "to", "die"]), SPOTS),
    st.fixed_dictionaries({"from": SPOTS, "to": SPOTS, "by": st.sampled_from(["opponent", "white", None])}),
    st.sampled_from([None, 7, "1/7", [1, 7], True]),
)


@given(st.one_of(st.lists(ROWS, max_size=18), SPOTS))
def test_landings_are_read_in_two_ways_that_agree(value):
    short, long = Landings(at_least=1), Slow(at_least=1)
    assert repr(read(short, value)) == repr(read(long, value))


def test_a_landing_is_documented_by_its_schema():
    assert isinstance(Landings().inner, type(nested(Landing)))
    assert Landings().inner.nested is Landing
