"""Names as readers see them, and texts in which a hidden name stands."""

import json
import re
import sys

import pytest

from core.club.club import Club, names_hidden_by
from core.eventlog.codec import from_public
from core.events import PlayerRegistered
from core.messages import say, to_json
from core.names import in_texts
from core.names.in_texts import replacing
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


def test_a_first_name_is_hidden_of_a_player_with_several_ids_too():
    names = {"p_2": (("Anna Berg",), ("Anna", "Berg"))}
    shown = shown_names({"p_2": NameSetting(CHOSEN, FULL, "Player 7")}, {"p_old": "p_2"}, names)
    assert mask_of(None, shown)("Anna was late, and so was Bo") == "Player 7 was late, and so was Bo"


def test_every_letter_that_is_the_same_without_its_case_is_the_same_in_a_name():
    cased = "".join(each for each in map(chr, range(sys.maxunicode + 1)) if {each.lower(), each.upper()} != {each})
    same = [(one, other) for one in cased for other in re.findall(re.escape(one), cased, re.IGNORECASE)]
    assert {("i", "\u0131"), ("\u0130", "i"), ("S", "\u017f")} < set(same)
    seen = {one: replacing({f"{one} Ek": "Player 7"}, {}) for one in cased}
    assert {seen[one](f"{other} Ek") for one, other in same} == {"Player 7"}


def test_the_name_of_another_player_stays_however_its_letters_are_written():
    seen = replacing({"Ask": "Player 7"}, {}, ["Ali Ask", "Bo Ek"])
    assert seen("Al\u0131 Ask met Ask and BO EK") == "Al\u0131 Ask met Player 7 and BO EK"


def test_each_name_of_a_club_is_looked_at_once_however_many_are_hidden(monkeypatch):
    looked_at = []
    monkeypatch.setattr(in_texts, "_words", lambda name: [looked_at.append(name), *name.split()][1:])

    def names_looked_at(players):
        looked_at.clear()
        listed = {f"p_{number}": PlayerRegistered(f"p_{number}", f"Ada Ek{number}") for number in range(players)}
        club = Club("kastanj", "Kastanjen", 0, listed, {})
        hidden = club._replace(name_settings=dict.fromkeys(listed, NameSetting(INITIALS, FULL)))
        mask_of(None, names_hidden_by(hidden))
        return len(looked_at)

    assert names_looked_at(80) <= 2 * names_looked_at(40) < 400


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
    assert all(
        "hash" in visible_event or visible_event.get("withheld") for visible_event in visible_events(tournament, events)
    )
