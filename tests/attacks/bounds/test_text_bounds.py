"""Texts that are longer than their fields: refused before they are normalised, hashed or compared."""

import unicodedata

import pytest
from werkzeug.test import EnvironBuilder

from core.club import members
from core.names.names import folded
from service.auth import passwords
from service.web.http import form_fields
from service.web.http.form_fields import FIELDS, FORM_BYTES, LONGEST
from tests.support.signed_in import FORMS, PASSWORD, Browser, employ

MARKS = "\u0301" * 15_000 + "\u0316" * 15_000
"""Two kinds of combining marks, which normalising sorts: the time grows with the square of their number."""
COUNTED = 200


@pytest.fixture
def normalised(monkeypatch):
    """The lengths of the texts that are normalised."""
    lengths, real = [], unicodedata.normalize

    def normalize(form, text):
        lengths.append(len(text))
        return real(form, text)

    monkeypatch.setattr(unicodedata, "normalize", normalize)
    return lengths


@pytest.fixture
def hashed(monkeypatch):
    """The passwords that are verified against a hash, by their lengths."""
    lengths = []
    monkeypatch.setattr(
        passwords._HASHER.__class__, "verify", lambda _self, _kept, text: lengths.append(len(text)) or False
    )
    return lengths


@pytest.mark.parametrize("field", ["name", "password", "club"])
def test_a_form_with_a_long_text_is_not_read(api, normalised, hashed, field):
    form = {"club": "vasa", "name": "Anna", "password": PASSWORD, field: MARKS}
    assert Browser(api).fill("/sign-in", **form).status_code == 413
    assert normalised == hashed == []


@pytest.mark.parametrize("field", ["name", "password", "club", "link"])
def test_json_with_a_long_text_is_not_read(api, normalised, hashed, field):
    body = {"link": MARKS} if field == "link" else {"club": "vasa", "name": "Anna", "password": PASSWORD, field: MARKS}
    answer = Browser(api).post("/v1/session", body)
    assert (answer.status_code, list(answer.json["errors"])) == (422, [field])
    assert normalised == hashed == []


def test_whatever_is_compared_as_a_name_is_cut_first(normalised):
    assert folded("x" + MARKS) == folded(("x" + MARKS)[:COUNTED])
    assert max(normalised) <= COUNTED


def test_no_password_is_hashed_or_compared_beyond_its_length(normalised, hashed):
    assert members.weak(MARKS, ["vasa"]) == "it is longer than 200 characters"
    assert passwords.fits(None, MARKS) is False
    with pytest.raises(ValueError, match="checked before"):
        passwords.hashed(MARKS)
    assert normalised == hashed == []


def test_a_long_password_to_be_chosen_is_told_so_on_the_page(api, normalised):
    invited = api.post("/v1/clubs/vasa/people", {"name": "Anna", "role": "referee"}).json
    browser = Browser(api)
    browser.fill("/sign-in/key", key=invited["invitation"])
    before = list(normalised)
    answer = browser.fill("/sign-in/password", password="å" * 201)
    assert answer.status_code == 422
    assert "Take at most 200 characters." in answer.text
    assert normalised == before
    assert browser.fill("/sign-in/password", password="åäö7ß" * 40).status_code == 303


def test_the_address_is_counted_before_anything_is_done_with_a_name(api, normalised):
    browser = Browser(api)
    answers = [browser.sign_in(f"Anna {turn}", "wrong").status_code for turn in range(7)]
    assert answers == [401] * 5 + [429] * 2
    work = len(normalised)
    assert browser.sign_in("Berta", "wrong").status_code == 429
    assert len(normalised) == work


# ── every form of every page ─────────────────────────────────────────────────────────────────────────────────────────
BY_RIGHTS = {
    "/clubs/vasa/restore": 401,
    "/start/backup": 303,
    "/tournaments/t_aaaaaaaaaa/import": 401,
    "/clubs/vasa/ratings/federation": 401,
    "/clubs/vasa/look": 401,
}
"""Pages that take a large file: their bound depends on the sender's rights, so that these come first."""


def forms(app):
    """The addresses of all pages that take a form."""
    parts = {
        "match": "t_aaaaaaaaaa.1",
        "tournament": "t_aaaaaaaaaa",
        "club": "vasa",
        "member": "u_aaaaaaaaaa",
        "player": "p_aaaaaaaaaa",
        "series": "s_aaaaaaaaaa",
        "entry_request": "q_aaaaaaaaaa",
        "file_id": "f_aaaaaaaaaa",
        "token": "abcdefgh",
        "number": "1",
        "webhook": "w_aaaaaaaaaa",
        "template": "n_aaaaaaaaaa",
        "delivery": "1",
        "game": "swedish",
    }
    with app.test_request_context():
        for rule in app.url_map.iter_rules():
            blueprint = app.blueprints.get(rule.endpoint.partition(".")[0])
            if "POST" in rule.methods and type(blueprint).__name__ == "PageBlueprint":
                yield rule.build({argument: parts[argument] for argument in rule.arguments})[1]


def sent(body, kind):
    """A form as a browser sends it: its bytes and their type. It takes long, and is made once for all pages."""
    environ = EnvironBuilder(method="POST", data=body, content_type=kind).get_environ()
    with environ["wsgi.input"] as form:  # of a large one it is a file
        return {"data": form.read(), "content_type": environ["CONTENT_TYPE"]}


def test_every_page_refuses_a_form_beyond_its_bounds_from_any_sender(api):
    client, paths = api.client, sorted(forms(api.client.application))
    assert len(paths) > 12
    bodies = [
        {"x": "y" * (LONGEST + 1)},
        {"y" * 101: "x"},
        {"x": ["1"] * (FIELDS + 1)},
        {"x": "z" * (FORM_BYTES + 1)},
    ]
    kinds = "application/x-www-form-urlencoded", "multipart/form-data"
    asked = [sent(body, kind) for body in bodies for kind in kinds]
    for path in paths:
        for each in asked:
            answer = client.post(path, headers=FORMS, **each)
            refused = BY_RIGHTS.get(path, 413)
            assert answer.status_code == refused, (path, each["content_type"], answer.status_code)


def test_a_page_of_another_site_is_refused_before_its_form_is_read(api):
    form = {"x": "y" * (FORM_BYTES + 1)}
    assert api.client.post("/sign-in", data=form, headers={"Sec-Fetch-Site": "cross-site"}).status_code == 403


def test_numbers_of_a_form_are_numbers_of_nine_digits():
    assert [form_fields.whole_number(text) for text in ("0", "999999999", "1" * 10, "٣", "-1", "", "1.0")] == [
        0,
        999_999_999,
        None,
        None,
        None,
        None,
        None,
    ]


def test_a_name_as_long_as_names_are_still_signs_in(api):
    name = ("Åsa " * 25).strip().ljust(100, "x")
    employ(api, name, "referee")
    form = {"club": "vasa", "name": name, "password": PASSWORD}
    assert Browser(api).fill("/sign-in", **form).status_code == 303
    assert Browser(api).sign_in(name).status_code == 200
