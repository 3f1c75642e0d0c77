"""Names: how they are written, which are one, and which only look alike."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import Invalid
from core.names.name_index import NameIndex
from core.names.names import appearance, meaningless_sign, name_key, read_name
from tools.unicode_names import FILES

UNSEEN = [
    "\u3164",  # fillers of Hangul
    "\uffa0",
    "\u115f",
    "\u1160",
    "\u2800",  # the blank of Braille
    "\U0001d159",  # the null notehead
    "\u034f",  # the grapheme joiner
    "\u200b",
    "\u200d",
    "\ufe0f",  # selectors of forms
    "\U000e0100",
    "\U000e0041",  # a tag
    "\u0378",  # not assigned
    "\ue000",  # private use
    "\U0010fffd",
    "\ufdd0",  # no character
    "\u0301",  # marks without a letter
    "\u20dd",
    "\u00ad",
    "\u202e",
    "\ud800",
    "\u2028",
    "\x07",
    "\u00a0",
    "\u3000",
]


@pytest.mark.parametrize("sign", UNSEEN, ids=lambda sign: f"U+{ord(sign):04X}")
def test_what_is_not_seen_is_no_name_and_makes_no_other_name_of_one(sign):
    with pytest.raises(Invalid) as wrong:
        read_name(sign)
    assert list(wrong.value.problems) == ["name"]
    if unicodedata.category(sign)[0] == "M" and sign not in "\u034f\ufe0f\U000e0100":
        return  # behind a letter it is seen
    try:
        name = read_name(f"Tor{sign} Twice")
    except Invalid:
        return
    assert name == "Tor Twice"


@pytest.mark.parametrize("category", ["Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"])
@given(st.data())
def test_no_character_of_a_category_without_a_picture_stands_in_a_name(category, data):
    sign = data.draw(st.characters(categories=[category]))
    if sign in "\u200c\u200d":  # the joiners, behind a letter that they change
        return
    with pytest.raises(Invalid):
        read_name(f"Tor{sign}Twice")


@pytest.mark.parametrize(
    "sign", ["\ufffc", "\ufffd", "\ue000", "\uf8ff", "\U0010fffd", "\u0378", "\ufdd0", "\U000e0fff"]
)
def test_a_sign_without_a_meaning_is_named_by_its_number(sign):
    assert meaningless_sign(f"Bo {sign}") == sign
    with pytest.raises(Invalid, match=rf"U\+{ord(sign):04X}"):
        read_name(f"Bo {sign}")


@pytest.mark.parametrize(
    "name",
    [
        "Åsa Öberg",
        "O’Neill",
        "N\u0308uri",
        "\u1ecc\u0301l\u00e1 \u1e62\u00e0ng\u00f3",
        "राहुल शर्मा",
        "क्\u200dष",
        "می\u200cخوش",
        "دָּוִד",
        "مُحَمَّد",
        "李小龍",
        "辻\U000e0100",
        "Bo ❤️",
        "🏳️\u200d🌈 Bo",
        "3M",
    ],
)
def test_names_of_all_languages_are_names(name):
    assert name_key(read_name(name)) == name_key(name)


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("Zoe\u0308 A\u030akerlo\u0308f", "Zoë Åkerlöf"),
        ("Tor  Twice", "Tor Twice"),
        ("Tor\u00a0Twice", "Tor Twice"),
        (" Tor\u3000Twice\u2003", "Tor Twice"),
        ("Tor\u2800Twice", "Tor Twice"),
    ],
)
def test_a_name_is_composed_with_single_blanks(written, name):
    assert read_name(written) == name


@given(st.text(max_size=30))
def test_a_name_that_was_read_is_read_as_itself(text):
    try:
        name = read_name(text)
    except Invalid:
        return
    assert (read_name(name), name_key(name_key(name))) == (name, name_key(name))
    assert unicodedata.is_normalized("NFC", name)
    assert name_key(unicodedata.normalize("NFD", name)) == name_key(name)


@given(st.text(max_size=300))
def test_every_text_of_an_old_log_can_be_compared(text):
    assert NameIndex([("p_1", text)]).meant(text) == ("p_1",)
    assert NameIndex([("p_1", text)]).twins(text) == ()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("ÅSA öberg", "Åsa Öberg"),
        ("\u3164Tor Twice", "Tor Twice"),
        ("Tor\u034f Twice", "Tor Twice"),
        ("Tor\U000e0041 Twice", "Tor Twice"),
        ("Tor\ufe0f Twice", "Tor Twice"),
        ("\uff34\uff4f\uff52 Twice", "Tor Twice"),
        ("ﬁnn", "Finn"),
    ],
)
def test_two_names_are_one_by_one_key(one, other):
    known = NameIndex([("p_1", other)])
    assert (known.same(one), known.meant(one), known.twins(one)) == (("p_1",), ("p_1",), ())


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("\u0410nna", "Anna"),  # Cyrillic
        ("\u0391nna", "Anna"),  # Greek
        ("AIi", "Ali"),
        ("Bo Ek", "B0 Ek"),
        ("Arne", "Ame"),
        ("O'Neill", "O’Neill"),
    ],
)
def test_twins_look_alike_and_are_not_one(one, other):
    known = NameIndex([("p_1", other)])
    assert (known.same(one), known.twins(one)) == ((), ("p_1",))


@pytest.mark.parametrize(
    ("one", "other"),
    [("Åsa", "Asa"), ("Person I", "Person L"), ("Öberg", "Oberg"), ("Bo Ek", "Bo Ok"), ("Anna", "Hanna")],
)
def test_names_of_other_letters_are_no_twins(one, other):
    assert not appearance(one) & appearance(other)


def test_of_two_names_that_an_old_log_has_each_is_found_as_it_is_written():
    known = NameIndex([("p_1", "Bo Ek"), ("p_2", "bo ek"), ("p_3", "Bo\u200b Ek")])
    assert (known.meant("bo ek"), known.meant("BO EK")) == (("p_2",), ("p_1", "p_2", "p_3"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_the_tables_are_those_of_the_pinned_releases(path):
    assert path.read_text("utf-8") == FILES[path](), "write them anew: python -m tools.unicode_names"
