"""Templates of a club: what a tournament announced, kept under a name, changed, deleted, and announced again."""

import pytest

from core.club import templates
from core.events import TemplateKept
from core.tournament.copying import AS_SENT
from tests.support.series.season import players
from tests.web.tournament.test_copying import ALL_OF_IT, MONEY, SAME, monday  # noqa: F401 - a fixture

ALL = "/v1/clubs/vasa/templates"


def kept(api, cup, name="Monday evening 7"):
    answer = api.post(ALL, {"name": name, "tournament": cup})
    assert answer.status_code == 201, answer.json
    return answer.json


def listed(api):
    return [template["name"] for template in api.get(ALL, role="organiser").json["templates"]]


def test_what_a_tournament_announced_is_kept_and_announced_again_with_its_tables(api, monday):  # noqa: F811
    players(api, 1)
    template = kept(api, monday)
    assert (template["name"], template["tables"]) == ("Monday evening 7", ["Fönster", "Scen"])
    assert template["announced"]["settings"] == api.get(f"/v1/tournaments/{monday}").json["settings"]
    answer = api.post(f"{ALL}/{template['id']}/tournaments", {})
    assert answer.status_code == 201, answer.json
    new, old = answer.json, api.get(f"/v1/tournaments/{monday}").json
    assert {name: new[name] for name in SAME} == {name: old[name] for name in SAME}
    assert (new["name"], new["entries"], new["published"]) == ("Monday evening 8", [], True)
    assert new["details"]["starts"] > old["details"]["starts"]
    assert {**new["details"], "starts": 0, "ends": 0} == {**old["details"], "starts": 0, "ends": 0}
    tables = api.get(f"/v1/tournaments/{new['id']}/tables", role="referee").json["tables"]
    assert [table["table"] for table in tables] == ["Fönster", "Scen"]


def test_a_template_has_the_plan_of_money_and_no_payment(api, monday):  # noqa: F811
    path = f"/v1/tournaments/{monday}"
    assert kept(api, monday, "Without")["money"] is None
    assert api.send("PUT", f"{path}/money", "organiser", json=MONEY).status_code == 200
    assert api.post(f"{path}/payments", {"player": "Anna"}, role="referee").status_code < 300
    template = kept(api, monday)
    new = api.post(f"{ALL}/{template['id']}/tournaments", {}).json["id"]
    of_new, of_old = (api.get(f"/v1/tournaments/{each}/money", role="organiser").json for each in (new, monday))
    assert of_new["plan"] == of_old["plan"]
    assert [{**prize, "amount": ""} for prize in of_new["prizes"]] == [
        {**prize, "amount": ""} for prize in of_old["prizes"]
    ]
    assert [pool["name"] for pool in of_new["pools"]] == ["Sidopott", "Första jan"]
    assert (of_new["payments"], of_new["sums"]["fees"]) == ([], "0")
    for name, value in MONEY.items():
        if name != "pools":
            assert template["money"][name] == (
                [{"amount": None, "class": None, **item} for item in value] if name == "prizes" else value
            )
    other = api.post("/v1/clubs/vasa/tournaments", ALL_OF_IT).json["id"]
    assert api.send("PUT", f"/v1/tournaments/{other}/money", "organiser", json=template["money"]).status_code == 200
    again = api.get(f"/v1/tournaments/{other}/money", role="organiser").json
    assert (again["plan"], again["pools"]) == (of_new["plan"], of_new["pools"])
    one = f"{ALL}/{template['id']}"
    assert api.send("PATCH", one, "organiser", json={"tournament": other}).json["money"] == template["money"]
    api.send("DELETE", f"/v1/tournaments/{other}/money", "organiser")
    assert api.send("PATCH", one, "organiser", json={"tournament": other}).json["money"] is None


def test_what_is_named_stands_in_the_place_of_what_the_template_says(api, monday):  # noqa: F811
    template = kept(api, monday)
    body = {"name": "Julcupen", "published": False, "details": {"starts": "2030-12-12T18:00", "ends": None}}
    new = api.post(f"{ALL}/{template['id']}/tournaments", body).json
    assert (new["name"], new["published"], new["details"]["starts"]) == ("Julcupen", False, "2030-12-12T18:00")
    assert "ends" not in new["details"]
    assert new["details"]["fee"] == "50 kr"


def test_a_template_is_renamed_has_another_tournament_and_is_deleted(api, monday):  # noqa: F811
    template = kept(api, monday)
    one = f"{ALL}/{template['id']}"
    assert api.send("PATCH", one, "organiser", json={"name": "Måndagar"}).json["name"] == "Måndagar"
    other = api.post("/v1/clubs/vasa/tournaments", {**ALL_OF_IT, "length": {"points": 9}}).json["id"]
    changed = api.send("PATCH", one, "organiser", json={"tournament": other}).json
    assert (changed["name"], changed["announced"]["length"], changed["tables"]) == ("Måndagar", {"points": 9}, [])
    assert listed(api) == ["Måndagar"]
    assert api.send("DELETE", one, "organiser").status_code == 204
    assert listed(api) == []
    for answer in (api.post(f"{one}/tournaments", {}), api.send("DELETE", one, "organiser")):
        assert answer.status_code == 404, answer.json
    actions = [each["what"] for each in api.get("/v1/clubs/vasa/audit", role="organiser").json["audit"]]
    assert {"TemplateKept", "TemplateRenamed", "TemplateRemoved"} <= set(actions)


def test_names_are_each_of_one_template_and_a_club_has_so_many(api, monday, monkeypatch):  # noqa: F811
    template = kept(api, monday)
    again = api.post(ALL, {"name": "monday EVENING 7", "tournament": monday})
    assert (again.status_code, "name" in again.json["errors"]) == (422, True)
    other = kept(api, monday, "Other")
    taken = api.send("PATCH", f"{ALL}/{other['id']}", "organiser", json={"name": template["name"]})
    assert (taken.status_code, "name" in taken.json["errors"]) == (422, True)
    monkeypatch.setattr(templates, "MOST", 2)
    full = api.post(ALL, {"name": "Third", "tournament": monday})
    assert (full.status_code, "at most 2 templates" in full.json["detail"]) == (409, True)
    monkeypatch.setattr(templates, "_LARGEST", 10)
    large = api.send("PATCH", f"{ALL}/{other['id']}", "organiser", json={"tournament": monday, "name": "Large"})
    assert (large.status_code, "tournament" in large.json["errors"]) == (422, True)
    assert listed(api) == ["Monday evening 7", "Other"]


def test_a_template_under_one_key_is_kept_once(api, monday):  # noqa: F811
    body, headers = {"name": "Monday", "tournament": monday}, {"Idempotency-Key": "once"}
    first = api.post(ALL, body, headers=headers)
    written = api.everything_written()
    again = api.post(ALL, body, headers=headers)
    assert (again.status_code, again.json) == (201, first.json)
    assert api.everything_written() == written


@pytest.mark.parametrize("role", ["referee", "viewer"])
def test_only_organisers_see_and_keep_templates(api, monday, role):  # noqa: F811
    assert api.get(ALL, role=role).status_code == 403
    assert api.post(ALL, {"name": "Monday", "tournament": monday}, role=role).status_code == 403


def test_wrong_requests_name_their_fields(api, monday):  # noqa: F811
    nothing = api.send("PATCH", f"{ALL}/{kept(api, monday)['id']}", "organiser", json={})
    assert nothing.status_code == 422, nothing.json
    unknown = api.post(ALL, {"name": "x", "tournament": "t_aaaaaaaaaa"})
    assert unknown.status_code == 404
    assert set(api.post(ALL, {}).json["errors"]) == {"name", "tournament"}


def test_every_field_that_a_copy_takes_is_in_a_template(api, monday):  # noqa: F811
    announced = kept(api, monday)["announced"]
    state = api.deps.repository.tournament(monday).created
    assert {name: announced.get(name) for name in AS_SENT if getattr(state, name) not in (None, (), {})}.keys() == {
        name for name in AS_SENT if getattr(state, name) not in (None, (), {})
    }
    recorded = [each.event for each in api.deps.log.read("c_vasa")]
    assert isinstance(recorded[-1], TemplateKept)
