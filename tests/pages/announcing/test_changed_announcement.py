"""An announced tournament: its announcement is changed, it is shown to everybody, and the next step is found."""

import re

from tests.support.pages.announcement_form import NEW, announced, sent, words
from tests.support.pages.form_fields import fields_of
from tests.support.signed_in import signed_in


def test_the_announcement_is_changed_on_its_page_and_nothing_else_of_it(api, organiser, cup):
    path = f"/tournaments/{cup}/announcement"
    before = api.get(f"/v1/tournaments/{cup}").json
    assert sent(organiser, path, step="write").status_code == 303
    same = api.get(f"/v1/tournaments/{cup}").json
    assert {**same, "version": 0} == {**before, "version": 0}
    assert sent(organiser, path, place="Biblioteket", length="games.5", step="write").status_code == 303
    after = api.get(f"/v1/tournaments/{cup}").json
    assert (after["details"]["place"], after["length"]) == ("Biblioteket", {"games": 5})
    unchanged = before.keys() - {"version", "details", "length"}
    assert {name: after[name] for name in unchanged} == {name: before[name] for name in unchanged}


def test_another_number_of_tables_is_announced_and_tables_with_names_of_their_own_are_kept(api, organiser, cup):
    def tables():
        return [table["table"] for table in api.get(f"/v1/tournaments/{cup}/tables").json["tables"]]

    path = f"/tournaments/{cup}/announcement"
    assert sent(organiser, path, tables="3", step="write").status_code == 303
    assert tables() == ["1", "2", "3"]
    assert sent(organiser, path, tables="many", step="write").status_code == 303
    assert tables() == ["1", "2", "3"]
    named = {"tables": [{"table": "Fönsterbordet"}, {"table": "2"}]}
    api.send("PUT", f"/v1/tournaments/{cup}/tables", "organiser", json=named)
    assert sent(organiser, path, tables="8", step="write").status_code == 303
    assert tables() == ["Fönsterbordet", "2"]


def test_after_the_start_the_page_changes_the_details_alone(api, organiser, cup):
    api.post("/v1/clubs/vasa/players", ["Åsa", "Bo"])
    api.post(f"/v1/tournaments/{cup}/entries", {"players": ["Åsa", "Bo"]})
    assert api.post(f"/v1/tournaments/{cup}/start", {"seed": "x"}).status_code == 200
    path = f"/tournaments/{cup}/announcement"
    assert 'name="format"' not in organiser.get(path).get_data(as_text=True)
    assert sent(organiser, path, fee="60 kr", step="write").status_code == 303
    assert api.get(f"/v1/tournaments/{cup}").json["details"]["fee"] == "60 kr"


def test_a_change_on_an_older_version_is_refused_and_kept_on_the_page(api, organiser, cup):
    path = f"/tournaments/{cup}/announcement"
    form = fields_of(organiser.get(path).get_data(as_text=True))
    other = signed_in(api, "Bodil Ås", "organiser")
    assert other.fill(path, **{**form, "name": "Other"}, step="write").status_code == 303
    page = organiser.fill(path, **{**form, "place": "Biblioteket"}, step="write")
    assert (page.status_code, "Bodil Ås" in words(page)) == (409, True)
    assert api.get(f"/v1/tournaments/{cup}").json["name"] == "Other"
    assert fields_of(page.get_data(as_text=True))["place"] == "Biblioteket"


def test_the_organisers_page_shows_the_tournament_to_everybody_or_to_the_club(api, organiser, cup):
    home = f"/tournaments/{cup}/organise"
    assert "Everybody may see" in words(organiser.get(home))
    assert organiser.fill(f"{home}/publication", published="0").status_code == 303
    assert api.get(f"/v1/tournaments/{cup}").json["published"] is False
    assert organiser.fill(f"{home}/publication", published="1").status_code == 303
    assert api.client.get(f"/tournaments/{cup}").status_code == 200
    assert signed_in(api, "Bo Ek", "referee").get(home).status_code == 403


def test_the_largest_button_is_the_next_step(api, organiser):
    def following(cup):
        page = organiser.get(f"/tournaments/{cup}").get_data(as_text=True)
        return re.search(rf'class="button primary step" href="/tournaments/{cup}/([^"]*)"', page)[1]

    assert following(api.tournament(1)) == "entries"
    assert following(api.tournament(4, check_in=True)) == "check-in"
    cup = api.tournament(4)
    assert following(cup) == "seeding"
    api.post(f"/v1/tournaments/{cup}/start", {})
    assert following(cup) == "rounds/1/results"


def test_the_dice_may_come_from_the_service_and_that_stays_when_the_announcement_changes(api, organiser):
    looked = sent(organiser, step="look", service_dice="1")
    done = organiser.fill(NEW, **fields_of(looked.get_data(as_text=True)), step="write")
    [cup] = announced(api)
    assert cup["options"] == {"dice_source": "service"}
    path = f"/tournaments/{cup['id']}/announcement"
    assert "service_dice" not in organiser.client.get(path).get_data(as_text=True)
    changed = sent(organiser, path, name="Another name", step="write")
    assert (done.status_code, changed.status_code) == (303, 303)
    assert [(each["name"], each["options"]) for each in announced(api)] == [("Another name", cup["options"])]
