"""Values of requests: what counts as one, and what is said of all others."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from jsonschema_rs import Draft202012Validator
from marshmallow import ValidationError

from schemas.fields import Anything, Choice, Many, Pattern, Spot, Text, WholeNumber, Word, WrittenNumber, YesNo
from schemas.problems import paths
from schemas.requests.details import Details
from schemas.visible_text import quoted_value

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 30)
    | st.floats(allow_nan=False)
    | st.text(max_size=8)
    | st.sampled_from(["white", "bar", "p_1", "true", " ", "\t", "\u202e", "a\u202e", "\u200d", "a\u200d"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
    max_leaves=4,
)
KINDS = [
    WholeNumber(1, 6),
    Choice((3, 5, 7)),
    Word(("white", "black")),
    Text(6),
    Text(6, 0),
    Pattern("p_[0-9]", "an id"),
    YesNo(),
    Spot("bar"),
    Spot("off", "down"),
    Anything(),
]


def accepts(field, value):
    try:
        field.deserialize(value)
    except ValidationError:
        return False
    return True


@pytest.mark.parametrize("field", KINDS, ids=lambda field: field.wanted)
@given(value=JSON)
def test_a_value_is_accepted_exactly_if_the_document_says_so(field, value):
    # To Python's regular expressions, and to them alone, `$` stands before a last line feed as well.
    assume(not (isinstance(value, str) and value.endswith("\n")))
    assert accepts(field, value) == Draft202012Validator(field.json_schema()).is_valid(value)


@pytest.mark.parametrize("value", [9.7, "9", True, None, [9], 10**400, float("inf"), float("nan"), -1, 10])
def test_what_only_looks_like_a_whole_number_is_none(value):
    assert not accepts(WholeNumber(0, 9), value)


def test_a_whole_number_may_be_written_as_a_float_and_becomes_a_whole_number():
    number = WholeNumber(0, 9).deserialize(9.0)
    assert (number, type(number)) == (9, int)


@pytest.mark.parametrize("value", ["", "x", "1.0", "+1", " 1", "1e3", "٣", "9" * 16, 7])
def test_a_number_in_an_address_is_written_in_digits(value):
    assert not accepts(WrittenNumber(0, 10**15), value)
    assert WrittenNumber(-5, 5).deserialize("-3") == -3


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        (WholeNumber(1, 6), 7, "7 is not a whole number from 1 to 6"),
        (WholeNumber(1, 6), "6", '"6" is not a whole number from 1 to 6'),
        (WholeNumber(1, 6), None, "null is not a whole number from 1 to 6"),
        (Choice((3, 5, 7)), 4, "4 is not one of 3, 5, 7"),
        (Word(("white", "black")), "red", '"red" is not one of white, black'),
        (Text(6), "longer than", '"longer than" is not a line of 1 to 6 characters'),
        (Spot("off"), 25, "25 is not a point from 1 to 24 or 'off'"),
        (YesNo(), "yes", '"yes" is not true or false'),
        (Many(YesNo(), 1, 2), [], "a list of 1 to 2 is expected"),
    ],
)
def test_a_message_repeats_the_value_and_says_what_would_be_right(field, value, said):
    with pytest.raises(ValidationError) as wrong:
        field.deserialize(value)
    assert wrong.value.messages == [said]


@pytest.mark.parametrize(
    "hidden", ["\u202e", "\u2066", "\u200b", "\u200f", "\ufeff", "\u2060", "\u00ad", "\u2028", "\x07"]
)
def test_a_text_has_no_character_that_turns_it_around_or_is_not_seen(hidden):
    with pytest.raises(ValidationError) as wrong:
        Text(10).deserialize(f"An{hidden}na")
    (said,) = wrong.value.messages
    assert (
        said
        == f"{quoted_value(f'An{hidden}na')} has a character that cannot be seen (U+{ord(hidden):04X}): leave it out"
    )
    assert hidden not in said
    assert not Draft202012Validator(Text(10).json_schema()).is_valid(f"An{hidden}na")


@pytest.mark.parametrize(
    "name", ["Åsa Öberg", "Đặng", "Ωμέγα", "می\u200cخوش", "क्\u200dष", "שרה", "李小龍", "O’Neill", "Zoë"]
)
def test_a_text_may_be_written_in_any_language(name):
    assert Text(20).deserialize(name) == name
    assert Draft202012Validator(Text(20).json_schema()).is_valid(name)


def test_joiners_alone_are_no_text():
    with pytest.raises(ValidationError, match="nothing in it that can be seen"):
        Text(6).deserialize("\u200d\u200c")
    assert not accepts(Text(6), "\u200d")


def test_a_value_is_shown_cut_short_and_never_unfolded():
    assert quoted_value("x" * 100) == f'"{"x" * 39}…'
    assert quoted_value("Åsa") == '"Åsa"'
    assert quoted_value("a\nb\x85\ud800") == r'"a\nb\u0085\ud800"'
    assert quoted_value({"a": 1}) == "an object"
    assert quoted_value([1, 2]) == "a list of 2"
    assert quoted_value(True) == "true"


def test_nested_messages_become_paths():
    nested = {"events": {3: {"dice": {0: ["no"]}}, "_schema": ["all"]}, "_schema": "body"}
    assert paths(nested) == {"events.3.dice.0": ["no"], "events": ["all"], "": ["body"]}


@pytest.mark.parametrize("sign", ["\ufffc", "\ufffd", "\ue000", "\U0010fffd", "\u0378", "\ufdd0"])
@pytest.mark.parametrize("field", ["place", "description", "contact", "fee"])
def test_a_sign_without_a_meaning_is_refused_in_every_text_of_an_announcement(field, sign):
    with pytest.raises(ValidationError) as wrong:
        Details().load({field: f"Vasa {sign}"})
    assert f"no meaning (U+{ord(sign):04X})" in str(wrong.value.messages[field])
