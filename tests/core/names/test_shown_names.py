"""Names as readers see them, and texts in which a hidden name stands."""

import json

import pytest

from core.eventlog.codec import from_public
from core.messages import say, to_json
from core.names.shown_names import CHOSEN, FULL, INITIALS, NameSetting, ShownAs, initials, shown_name, shown_names
from core.tournament import fold
from core.tournament.model.shown_names import mask_of, masked
from core.tournament.model.visibility import visible_events
from tests.support.paths import TESTS

SHOWN = {"p_bo": ShownAs(CHOSEN, "Player 7", ("Bo", "Bosse Ek"), ("Ek",))}


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
    merged, names = {"p_old": "p_2"}, {"p_2": (("Bo",), ())}
    public, members = (shown_names(settings, merged, names, readers=each) for each in ("public", "member"))
    assert (set(public), set(members)) == ({"p_1", "p_2", "p_old"}, {"p_2", "p_old"})
    assert [shown_name(public, each, "Bo Ek") for each in ("p_1", "p_old", "p_3")] == ["B. E.", "Kastanjen", "Bo Ek"]
    assert shown_name(members, "p_1", "Bo Ek") == "Bo Ek"


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("Bo did not come", "Player 7 did not come"),
        ("Bosse Ek and Bo", "Player 7 and Player 7"),
        ("Bob, Abo and Bosse", "Bob, Abo and Bosse"),
        ("BOSSE  EK's dice, Bosse Eks dice and Bos dice", "Player 7's dice, Player 7s dice and Player 7s dice"),
        ("Ek was late, and EK knows, under an ek", "Player 7 was late, and Player 7 knows, under an ek"),
    ],
)
def test_a_hidden_name_is_replaced_where_it_is_a_whole_word(text, seen):
    assert mask_of(None, SHOWN)(text) == seen


def test_a_message_keeps_its_pattern_for_translations():
    seen = masked(say("{name} meets {others}", name="Bo", others=["Bosse Ek", "Ada"]), mask_of(None, SHOWN))
    assert seen == "Player 7 meets Player 7, Ada"
    assert to_json(seen)["pattern"] == "{name} meets {others}"


def test_a_public_log_of_before_withholds_a_hidden_name_and_the_hashes_by_which_it_could_be_guessed():
    lines = [
        json.loads(line) for line in (TESTS / "golden" / "tournaments" / "evening.ndjson").read_text().splitlines()
    ]
    events = [from_public(line) for line in lines]
    tournament = fold(lines[0]["stream"], events)
    hidden = next(line for line in lines if line["type"] == "PlayerEntered")
    assert hidden["schema"] == 1
    shown = {hidden["player"]: ShownAs(CHOSEN, "Player 7", (hidden["name"],))}
    seen = list(visible_events(tournament, events, shown))
    assert [each["version"] for each in seen] == [line["version"] for line in lines]
    assert seen[hidden["version"]] == {"stream": tournament.id, "version": hidden["version"], "withheld": True}
    assert hidden["name"] not in {text for each in seen for text in each.values() if isinstance(text, str)}
    assert all("hash" in each for each in seen[: hidden["version"]])
    assert not any("hash" in each or "prev_hash" in each for each in seen[hidden["version"] :])
    assert all("hash" in each or each.get("withheld") for each in visible_events(tournament, events))
