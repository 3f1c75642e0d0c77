"""Templates by pages: kept of a tournament or of what was typed, offered on the form, changed, renamed, deleted."""

import pytest

from tests.support.pages.announcement_form import NEW, WRITTEN, announced, sent, words
from tests.support.pages.form_fields import fields_of
from tests.support.signed_in import signed_in

PAGE = "/clubs/vasa/templates"


@pytest.fixture
def organiser(api):
    """A browser of an organiser."""
    return signed_in(api, "Anna Berg", "organiser")


def listed(api):
    return {
        template["name"]: template
        for template in api.get("/v1/clubs/vasa/templates", role="organiser").json["templates"]
    }


def typed_and_kept(organiser, name, **form):
    looked = sent(organiser, **{**WRITTEN, **form}, step="look")
    kept = organiser.fill(NEW, **{**fields_of(looked.text), "template_name": name}, step="keep")
    assert (kept.status_code, kept.location) == (303, PAGE)


def test_what_was_typed_is_kept_and_offered_on_the_form(api, organiser):
    assert "There is none yet." in words(organiser.get(PAGE))
    typed_and_kept(organiser, "Julcupen")
    assert announced(api) == []
    assert listed(api)["Julcupen"]["announced"]["details"]["fee"] == "50 kr"
    page = organiser.get(NEW)
    assert "Julcupen" in words(page)
    link = page.text.partition(f'href="{NEW}?template=')[2].partition('"')[0]
    filled = fields_of(organiser.get(f"{NEW}?template={link}").text)
    assert (filled["template"], filled["place"], filled["fee"]) == (link, "Vasamuseet", "50 kr")
    looked = organiser.fill(NEW, **filled, step="look")
    assert 'value="Julcupen"' in looked.text
    done = organiser.fill(NEW, **fields_of(looked.text), step="write")
    assert done.status_code == 303
    [cup] = announced(api)
    assert (cup["format"], cup["details"]["fee"]) == ("single_elimination", "50 kr")


def test_a_template_is_changed_by_keeping_under_its_name(api, organiser):
    typed_and_kept(organiser, "Julcupen")
    template = listed(api)["Julcupen"]["id"]
    filled = fields_of(organiser.get(f"{NEW}?template={template}").text)
    looked = organiser.fill(NEW, **{**filled, "fee": "70 kr"}, step="look")
    assert organiser.fill(NEW, **fields_of(looked.text), step="keep").status_code == 303
    (only,) = listed(api).values()
    assert (only["id"], only["announced"]["details"]["fee"]) == (template, "70 kr")


def test_a_tournament_is_kept_and_the_template_renamed_and_deleted(api, organiser):
    cup = api.tournament(3)
    kept = organiser.fill(PAGE, name="Månad", tournament=cup)
    assert kept.status_code == 303
    template = listed(api)["Månad"]["id"]
    taken = organiser.fill(PAGE, name="månad", tournament=cup)
    assert (taken.status_code, "has a template of this name already" in words(taken)) == (422, True)
    assert organiser.fill(f"{PAGE}/{template}/name", name="").status_code == 422
    assert organiser.fill(f"{PAGE}/{template}/name", name="Varje månad").status_code == 303
    assert "Varje månad" in words(organiser.get(PAGE))
    assert organiser.fill(f"{PAGE}/{template}/removal").status_code == 303
    assert listed(api) == {}
    assert organiser.get(f"{NEW}?template={template}").status_code == 404


def test_others_have_no_templates(api, organiser):
    assert signed_in(api, "Rut", "referee").get(PAGE).status_code == 403
    assert organiser.get(f"{NEW}?template=x").status_code == 404
    assert organiser.fill(PAGE, name="x").status_code == 422


def test_the_settings_of_a_tournament_lead_to_the_form_with_it_chosen(api, organiser):
    first = api.tournament(3)
    for number in range(8):
        body = {"name": f"Kväll {'abcdefgh'[number]}", "game": "swedish", "length": {"games": 3}, "format": "swiss"}
        assert api.post("/v1/clubs/vasa/tournaments", body).status_code == 201
    settings = organiser.get(f"/tournaments/{first}/organise")
    assert f'href="{PAGE}?of={first}#keeping"' in settings.text
    shown = organiser.get(f"{PAGE}?of={first}").text
    assert f'<option value="{first}" selected>' in shown
    assert organiser.get(f"{PAGE}?of=t_aaaaaaaaaa").status_code == 404
    assert organiser.get(f"{PAGE}?of=x").status_code == 200
