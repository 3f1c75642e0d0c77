"""Lists as people paste them: numbers and bullets before names, any separator, names near those of known players."""

import pytest

from service.web.pages.entries.list_forms import without_marks
from tests.pages.entries.test_entries_page import cup, entered, fields, look, organiser, players, states, words, write
from tests.support.signed_in import signed_in

__all__ = ["cup", "organiser"]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("1. Åsa Öberg\n2. Dag Hall\n3. Eva Lind", ["Åsa Öberg", "Dag Hall", "Eva Lind"]),
        ("1. Åsa Öberg\n2. Dag Hall\nEva Lind", ["Åsa Öberg", "Dag Hall", "Eva Lind"]),
        ("1) Åsa Öberg;1500\n2) Dag Hall;1400", ["Åsa Öberg", "Dag Hall"]),
        ("1\tÅsa Öberg\t1500\n2\tDag Hall\t1400", ["Åsa Öberg", "Dag Hall"]),
        ("1;Åsa Öberg\n2;Dag Hall", ["Åsa Öberg", "Dag Hall"]),
        ("- Åsa Öberg\n\n- Dag Hall", ["Åsa Öberg", "Dag Hall"]),
        ("• Åsa Öberg\n•Dag Hall", ["Åsa Öberg", "Dag Hall"]),
        ("Namn;Rating\n1. Åsa Öberg;1500\n2. Dag Hall;", ["Åsa Öberg", "Dag Hall"]),
        ("Nr;Namn;Rating\n1;Åsa Öberg;1500\n2;Dag Hall;1400", ["Åsa Öberg", "Dag Hall"]),
    ],
)
def test_numbers_and_bullets_before_names_are_no_part_of_them(api, organiser, cup, text, names):
    seen = look(organiser, cup, text)
    assert write(organiser, cup, fields(seen)).status_code == 303
    assert list(entered(api, cup)) == names


@pytest.mark.parametrize("text", ["7. Åsa\n9. Dag", "Åsa\n2. Dag", "3M\n4H", "Anna-Maria\n-\n"])
def test_what_is_no_numbering_stays(text):
    assert without_marks(text) == text


def test_a_team_whose_name_begins_with_a_number_keeps_it():
    assert without_marks("1. FC Vasa: Åsa, Dag", alone=False) == "1. FC Vasa: Åsa, Dag"


@pytest.mark.parametrize("name", ["Åsa Öburg", "Öberg, Åsa", "Åsa Maria Öberg", "Asa Oberg"])
def test_a_name_near_that_of_a_known_player_is_asked_about_before_a_double_is_made(api, organiser, cup, name):
    api.post("/v1/clubs/vasa/players", ["Åsa Öberg"])
    quoted = f'"{name}"' if "," in name else name
    seen = look(organiser, cup, f"{quoted}\nDag Hall")
    assert states(seen) == ["choose", "new"]
    form = fields(seen)
    assert write(organiser, cup, form).status_code == 422
    assert write(organiser, cup, form | {"choice.1": players(api)["Åsa Öberg"]["id"]}).status_code == 303
    assert list(entered(api, cup)) == ["Åsa Öberg", "Dag Hall"]


def test_the_one_who_is_meant_may_be_new_all_the_same(api, organiser, cup):
    api.post("/v1/clubs/vasa/players", ["Åsa Öberg"])
    form = fields(look(organiser, cup, "Åsa Öburg")) | {"choice.1": "new"}
    assert write(organiser, cup, form).status_code == 303
    assert list(entered(api, cup)) == ["Åsa Öburg"]


def test_the_clubs_own_list_and_the_door_ask_about_near_names_too(api, organiser, cup):
    api.post("/v1/clubs/vasa/players", ["Åsa Öberg"])
    seen = signed_in(api, "Bodil", "organiser").fill("/clubs/vasa/players/list", list="Åsa Öburg\nDag Hall")
    assert words(seen).count("new player?") == 1
    assert "The list has Åsa Öberg. If this is the same person" in words(seen)
    assert "Who is meant" in words(organiser.fill(f"/tournaments/{cup}/check-in/late", name="Åsa Öburg"))


def test_one_name_that_is_near_another_is_put_on_the_clubs_list_by_a_second_press(api, organiser):
    api.post("/v1/clubs/vasa/players", ["Dag Holmberg"])
    asked = organiser.fill("/clubs/vasa/players", key="k", name="Dag Holmbergh")
    assert (asked.status_code, "The list has Dag Holmberg. Press once more" in words(asked)) == (409, True)
    assert "Dag Holmbergh" not in players(api)
    assert 'name="other" value="Dag Holmbergh"' in asked.text
    assert (
        organiser.fill("/clubs/vasa/players", key="k", name="Dag Holmbergh", other="Dag Holmbergh").status_code == 303
    )
    assert {"Dag Holmberg", "Dag Holmbergh"} < players(api).keys()
