"""Lists as people paste them: numbers and bullets before names, any separator, names near those of known players."""

import io

import pytest

from tests.pages.entries.test_entries_page import cup, entered, fields, look, organiser, players, states, words, write
from tests.support.signed_in import FORMS, signed_in

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


@pytest.mark.parametrize("name", ["Åsa Öburg", "Öberg Åsa", "Åsa Maria Öberg", "Asa Oberg"])
def test_a_name_near_that_of_a_known_player_is_asked_about_before_a_double_is_made(api, organiser, cup, name):
    api.post("/v1/clubs/vasa/players", ["Åsa Öberg"])
    seen = look(organiser, cup, f"{name}\nDag Hall")
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


MIXED = "1. Åsa Öberg (Vaxholm)\nHanna Öst\tKiel\t1400\n• Dag Hall\nLind, Eva\n"


def test_one_line_with_tabs_spoils_no_other_line(api, organiser, cup):
    seen = look(organiser, cup, MIXED)
    assert states(seen) == ["known", "new", "new", "new"]
    assert write(organiser, cup, fields(seen)).status_code == 303
    found = entered(api, cup)
    assert {name: (each["group"], each["rating"]) for name, each in found.items()} == {
        "Åsa Öberg": ("Vaxholm", 1500),
        "Hanna Öst": ("Kiel", 1400),
        "Dag Hall": (None, None),
        "Eva Lind": (None, None),
    }


@pytest.mark.parametrize(
    ("change", "names"),
    [
        ({"reading.1": "this"}, {"Dag Hall 1987": None, "Bo Ek": 1600}),
        ({"reading.1": "other"}, {"Dag Hall": 1987, "Bo Ek": 1600}),
        ({"name.1": "Dag Hall d.y."}, {"Dag Hall d.y.": None, "Bo Ek": 1600}),
        ({"drop.1": "1"}, {"Bo Ek": 1600}),
    ],
)
def test_a_doubtful_line_is_asked_about_and_read_as_was_said(api, organiser, cup, change, names):
    seen = look(organiser, cup, "Dag Hall 1987\nBo Ek")
    assert (states(seen), "is 1987 a rating, or a part of the name?" in words(seen)) == (["choose", "known"], True)
    form = fields(seen)
    refused = write(organiser, cup, form)
    assert (refused.status_code, states(refused)) == (422, ["choose", "known"])
    assert write(organiser, cup, fields(refused) | change).status_code == 303
    assert {name: each["rating"] for name, each in entered(api, cup).items()} == names


def test_a_title_that_may_be_a_person_is_left_out_where_that_is_said(api, organiser, cup):
    form = fields(look(organiser, cup, "Vasa Open 2026\nDag Hall")) | {"reading.1": "other"}
    assert write(organiser, cup, form).status_code == 303
    assert list(entered(api, cup)) == ["Dag Hall"]


def test_two_of_one_name_in_a_list_are_asked_about(api, organiser, cup):
    seen = look(organiser, cup, "Eva Persson;1510;Vasa\nEva Persson;1190;Kiel\nEva Persson;1510;Vasa")
    assert states(seen) == ["new", "choose", "twice"]
    assert "It may be the player of line 1." in words(seen)
    assert write(organiser, cup, fields(seen)).status_code == 422
    assert write(organiser, cup, fields(seen) | {"choice.2": "new"}).status_code == 303
    assert list(entered(api, cup)) == ["Eva Persson", "Eva Persson (Kiel)"]


def test_a_choice_about_a_name_that_was_corrected_is_asked_again(api, organiser, cup):
    api.post("/v1/clubs/vasa/players", ["Dag Holmberg"])
    form = fields(look(organiser, cup, "Dag Holmbergh")) | {"choice.1": players(api)["Dag Holmberg"]["id"]}
    assert write(organiser, cup, form | {"name.1": "Eva Lind"}).status_code == 303
    assert list(entered(api, cup)) == ["Eva Lind"]


def test_a_doubtful_line_and_two_of_one_name_wait_on_the_clubs_list_too(api):
    browser = signed_in(api, "Bodil", "organiser")
    page = browser.fill("/clubs/vasa/players/list", list="Dag Hall 1987\nEva Persson;1510\nEva Persson;1190")
    assert words(page).count("choose how it is meant") == 1
    assert "line 2 has this name, too: write a name that tells them apart" in words(page)
    form = fields(page)
    assert browser.fill("/clubs/vasa/players/import", **form).status_code == 422
    form |= {"reading.1": "this", "name.3": "Eva Persson (Kiel)"}
    assert browser.fill("/clubs/vasa/players/import", **form).status_code == 303
    assert {"Dag Hall 1987", "Eva Persson", "Eva Persson (Kiel)"} <= players(api).keys()


@pytest.mark.parametrize(("data", "word"), [(b"PK\x03\x04..xl/workbook.xml", "Excel (XLSX)"), (b"%PDF-1.7", "PDF")])
def test_a_file_that_is_no_list_is_named_for_what_it_is(organiser, cup, data, word):
    for path in (f"/tournaments/{cup}/entries/list", "/clubs/vasa/players/list"):
        upload = {"file": (io.BytesIO(data), "people"), "list": ""}
        page = organiser.client.post(path, data=upload, headers=FORMS)
        assert (page.status_code, word in page.text) == (422, True)


def test_players_of_a_report_of_fide_are_lines_of_a_list(organiser, cup):
    for path in (f"/tournaments/{cup}/entries/list", "/clubs/vasa/players/list"):
        upload = {
            "file": (io.BytesIO(b"012 Cup\r\n001    1      Ek, Bo" + b" " * 28 + b"1510\r\n"), "cup.trf"),
            "list": "",
        }
        page = organiser.client.post(path, data=upload, headers=FORMS)
        assert (page.status_code, "Bo Ek" in page.text, "1510" in page.text) == (200, True, True)


def test_a_twin_of_a_name_is_asked_about_when_a_player_is_renamed(api, organiser):
    api.post("/v1/clubs/vasa/players", ["Dag Hall"])
    path = f"/clubs/vasa/players/{players(api)['Dag Hall']['id']}"
    form = {
        "name": "\u0412o Ek",
        "rating": "",
        "group": "",
        "seen_name": "Dag Hall",
        "seen_rating": "",
        "seen_group": "",
    }
    asked = organiser.fill(path, **form)
    assert (asked.status_code, "Press once more if this is another person" in words(asked)) == (409, True)
    assert organiser.fill(path, **form, other="\u0412o Ek").status_code == 303
    assert "\u0412o Ek" in players(api)


def test_a_pasted_team_that_only_looks_like_another_is_chosen_or_left_out(api, organiser):
    words_ = {"name": "Serien", "game": "swedish", "length": {"games": 3}, "format": "team_league"}
    league = api.post("/v1/clubs/vasa/tournaments", {**words_, "settings": {"boards": 2}}).json["id"]
    api.post(f"/v1/tournaments/{league}/teams?register=1", {"name": "Lag Vasa", "members": ["Anna", "Bo"]})
    seen = look(organiser, league, "Lag V\u0430sa: Gun, Hans\nLag Huk: Ivar, Johan\nL\u0430g Huk: Karl, Lars")
    assert states(seen) == ["choose", "new", "choose"]
    assert "It looks like Lag Vasa, of other letters" in words(seen)
    assert "It may be the player of line 2" not in words(seen)
    form = fields(seen)
    assert write(organiser, league, form).status_code == 422
    assert write(organiser, league, form | {"choice.1": "new", "drop.3": "1"}).status_code == 303
    assert list(entered(api, league)) == ["Lag Vasa", "Lag V\u0430sa", "Lag Huk"]


def test_a_group_that_only_looks_like_another_is_asked_about(api, organiser, cup):
    api.post(f"/v1/tournaments/{cup}/entries?register=1", {"players": [{"player": "Åsa Öberg", "group": "Huk"}]})
    seen = look(organiser, cup, "Dag Hall (\u041duk)\nEva Lind (Huk)")
    assert states(seen) in (["choose", "known"], ["choose", "new"])
    assert "looks like Huk, of other letters" in words(seen)
    form = fields(seen)
    assert write(organiser, cup, form).status_code == 422


def test_a_group_that_only_looks_like_another_is_entered_once_it_is_said_to_be_another(api, organiser, cup):
    api.post(f"/v1/tournaments/{cup}/entries?register=1", {"players": [{"player": "Åsa Öberg", "group": "Huk"}]})
    seen = look(organiser, cup, "Dag Hall (\u041duk)\nEva Lind (\u041duk)")
    assert states(seen)[0] == "choose"
    form = fields(seen)
    assert write(organiser, cup, form | {"group_meant.1": "1"}).status_code == 303
    groups = {entry["name"]: entry["group"] for entry in api.get(f"/v1/tournaments/{cup}").json["entries"]}
    assert (groups["Åsa Öberg"], groups["Dag Hall"], groups["Eva Lind"]) == ("Huk", "\u041duk", "\u041duk")
