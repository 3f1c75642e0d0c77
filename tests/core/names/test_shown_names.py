"""Names as readers see them, and texts in which a hidden name stands."""

import pytest

from core.messages import say, to_json
from core.names.shown_names import CHOSEN, FULL, INITIALS, NameSetting, ShownAs, initials, shown_name, shown_names
from core.tournament.model.shown_names import mask_of, masked

SHOWN = {"p_bo": ShownAs(CHOSEN, "Player 7", ("Bo", "Bosse Ek"))}


@pytest.mark.parametrize(
    ("name", "letters"),
    [
        ("Anna Berg", "A. B."),
        ("Karl-Johan von Ek (Kiel)", "K.-J. v. E. K."),
        ("O\u0308rjan Al", "O\u0308. A."),
        ("李 小龙", "李. 小."),
        ("– –", "–"),
    ],
)
def test_initials_are_the_first_letters_with_their_marks(name, letters):
    assert initials(name) == letters


def test_who_is_hidden_from_members_is_hidden_from_everybody_under_every_id():
    settings = {"p_1": NameSetting(INITIALS, FULL), "p_2": NameSetting(CHOSEN, INITIALS, "Kastanjen")}
    merged, names = {"p_old": "p_2"}, {"p_2": ("Bo",)}
    public, members = (shown_names(settings, merged, names, to_members=each) for each in (False, True))
    assert (set(public), set(members)) == ({"p_1", "p_2", "p_old"}, {"p_2", "p_old"})
    assert [shown_name(public, each, "Bo Ek") for each in ("p_1", "p_old", "p_3")] == ["B. E.", "Kastanjen", "Bo Ek"]
    assert shown_name(members, "p_1", "Bo Ek") == "Bo Ek"


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("Bo did not come", "Player 7 did not come"),
        ("Bosse Ek and Bo", "Player 7 and Player 7"),
        ("Bob, Abo and Bosse", "Bob, Abo and Bosse"),
    ],
)
def test_a_hidden_name_is_replaced_where_it_is_a_whole_word(text, seen):
    assert mask_of(None, SHOWN)(text) == seen


def test_a_message_keeps_its_pattern_for_translations():
    seen = masked(say("{name} meets {others}", name="Bo", others=["Bosse Ek", "Ada"]), mask_of(None, SHOWN))
    assert seen == "Player 7 meets Player 7, Ada"
    assert to_json(seen)["pattern"] == "{name} meets {others}"
