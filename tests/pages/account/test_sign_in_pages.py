"""The pages at the door without a browser: what they say, where they lead, and what they keep to themselves."""

import pytest

from service.auth.authorization import Principal
from service.handlers.club import clubs, members
from service.handlers.request import Request
from tests.support.pages.stored_tournament import CLOSED

OPERATOR = Principal(None, "operator", "operator")
OWN = {"Sec-Fetch-Site": "same-origin"}
PASSWORD = "en kopp kaffe"


@pytest.fixture
def somebody(client, stored):
    """Sign a person of a role in, in this browser."""

    def come(role="organiser", name="Anna Berg"):
        invited = members.invite(Request(stored.deps, OPERATOR), "vasa", name, role)
        client.post("/sign-in/key", data={"key": invited.invitation}, headers=OWN)
        answer = client.post("/sign-in/password", data={"password": PASSWORD}, headers=OWN)
        assert answer.headers["Location"] == "/clubs/vasa"
        return invited.id

    return come


def test_a_reader_who_must_sign_in_is_led_to_the_sign_in_page_and_back(client, stored, somebody):
    match = stored.match("swedish", 5, CLOSED)
    somebody()
    client.post("/sign-out", headers=OWN)
    closed = client.get(f"/matches/{match}?seat=black")
    assert closed.status_code == 401
    assert f"/sign-in?next=%2Fmatches%2F{match}%3Fseat%3Dblack" in closed.text
    form = {"club": "vasa", "name": "anna berg", "password": PASSWORD, "next": f"/matches/{match}?seat=black"}
    answer = client.post("/sign-in", data=form, headers=OWN)
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/matches/{match}?seat=black")
    assert client.get(answer.headers["Location"]).status_code == 200
    assert 'value="vasa"' in client.get("/sign-in").text  # the club is remembered


@pytest.mark.parametrize(
    "where",
    ["//elsewhere.example", "https://elsewhere.example", "/\\elsewhere.example", "javascript:alert(1)", "x", ""],
)
def test_a_sign_in_leads_to_no_other_site(client, somebody, where):
    somebody()
    form = {"club": "vasa", "name": "Anna Berg", "password": PASSWORD, "next": where}
    assert client.post("/sign-in", data=form, headers=OWN).headers["Location"] == "/clubs/vasa"


def test_a_wrong_password_is_told_on_the_page_which_keeps_what_was_typed_but_that(client, somebody):
    somebody()
    answer = client.post("/sign-in", data={"club": "vasa", "name": "Anna", "password": "not this"}, headers=OWN)
    assert answer.status_code == 401
    assert "Klubben, namnet eller lösenordet stämmer inte." in answer.text
    assert 'value="Anna"' in answer.text
    assert "not this" not in answer.text


def test_a_signed_in_member_sees_their_name_and_role_on_every_page(client, stored, somebody):
    somebody("referee")
    for path in ("/sign-in", f"/matches/{stored.match('swedish', 5)}"):
        page = client.get(path).text
        assert "Anna Berg" in page
        assert "domare" in page


def test_a_page_differs_for_signed_in_members(client, stored, somebody):
    path = f"/matches/{stored.match('swedish', 5)}"
    before = client.get(path).headers["ETag"]
    somebody()
    assert client.get(path, headers={"If-None-Match": before}).status_code == 200


def test_the_account_is_of_people_and_not_of_tokens(client, stored, somebody):
    assert client.get("/account").status_code == 401
    token = clubs.issue_token(Request(stored.deps, OPERATOR), "vasa", "organiser").token
    assert client.get("/account", headers={"Authorization": f"Bearer {token}"}).status_code == 401
    stored.judge()
    somebody()
    page = client.get("/account").text
    assert "/clubs/vasa/people" in page
    assert "/tournaments/t_hallhall22/links" in page


def test_a_referee_runs_tables_and_not_people(client, somebody):
    somebody("referee")
    page = client.get("/account").text
    assert "/clubs/vasa/people" not in page
    assert client.get("/clubs/vasa/people").status_code == 403
    assert client.get("/clubs/vasa/audit").status_code == 403
    assert client.get("/tournaments/t_hallhall22/links").status_code == 200


def test_people_are_invited_given_roles_and_removed(client, stored, somebody):
    own = somebody()
    answer = client.post("/clubs/vasa/people", data={"name": " Bo  Ek ", "role": "scorer"}, headers=OWN)
    assert answer.status_code == 201
    assert "http://127.0.0.1:8000/sign-in#in_vasa.u_" in answer.text
    assert "<svg" in answer.text
    people = stored.deps.repository.club("vasa").people
    bo = people.named("bo ek").id
    assert "http://127.0.0.1:8000/sign-in#in_" not in client.get("/clubs/vasa/people").text  # shown once
    assert client.post(f"/clubs/vasa/people/{bo}", data={"role": "referee"}, headers=OWN).status_code == 303
    assert stored.deps.repository.club("vasa").people.member(bo).role == "referee"
    assert client.post(f"/clubs/vasa/people/{bo}/invitation", headers=OWN).status_code == 201
    assert client.post(f"/clubs/vasa/people/{bo}/removal", headers=OWN).status_code == 303
    assert bo not in stored.deps.repository.club("vasa").people.members
    assert client.post(f"/clubs/vasa/people/{bo}/removal", headers=OWN).status_code == 404
    assert client.post(f"/clubs/vasa/people/{own}/removal", headers=OWN).status_code == 409


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ({"name": "", "role": "viewer"}, "Skriv personens namn."),
        ({"name": "Bo", "role": "king"}, "Välj en roll."),
        ({"name": "ANNA BERG", "role": "viewer"}, "En annan funktionär i klubben har det namnet"),
        ({"name": "x" * 101, "role": "viewer"}, "Skriv personens namn."),
    ],
)
def test_what_was_wrong_with_an_invitation_is_told_beside_the_field(client, somebody, form, said):
    somebody()
    answer = client.post("/clubs/vasa/people", data=form, headers=OWN)
    assert answer.status_code == 422
    assert said in answer.text


def test_names_are_text_and_nothing_else(client, somebody):
    somebody(name="<script>alert(1)</script>")
    for path in ("/account", "/clubs/vasa/people", "/clubs/vasa/audit"):
        assert "<script>alert" not in client.get(path).text


@pytest.mark.parametrize("path", ["/sign-in", "/t/", "/account", "/clubs/vasa/people", "/clubs/vasa/audit"])
@pytest.mark.parametrize("language", ["sv", "en"])
def test_the_account_pages_run_nothing_but_their_own_files(client, somebody, path, language):
    somebody()
    answer = client.get(f"{path}?lang={language}")
    assert answer.status_code == 200
    assert f'<html lang="{language}"' in answer.text
    assert " style=" not in answer.text
    assert answer.headers["Cache-Control"] == "private, no-cache"


def test_a_link_that_opens_nothing_says_so(client):
    answer = client.post("/t/", data={"link": "tl.nothing"}, headers=OWN)
    assert answer.status_code == 401
    assert "Länken gäller inte" in answer.text
    assert client.get("/t/").status_code == 200


def test_a_sheet_without_a_password_leads_back_to_the_sign_in_page(client):
    assert client.get("/sign-in/password").headers["Location"] == "/sign-in"
    assert client.post("/sign-in/password", data={"password": PASSWORD}, headers=OWN).headers["Location"] == "/sign-in"
