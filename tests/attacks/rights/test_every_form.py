"""Every form of every page: strangers, other clubs and other sites write nothing, and no value of a field is too much.

The operations of the API are in `tests/attacks/rights/test_every_operation.py`.
"""

import re

import pytest

from tests.support.operations import SeatedTournament
from tests.support.paths import ROOT
from tests.support.proving import prove, some
from tests.support.signed_in import FORMS, Browser, signed_in

OPEN = {
    "/sign-in",
    "/sign-in/key",
    "/sign-in/password",
    "/sign-out",
    "/t/",
    "/start",
    "/start/backup",
    "/start/backup/removal",
    "/start/backup/club",
}
"""Forms that people use before they have signed in."""
HOSTILE = (
    "",
    " ",
    "0",
    "-1",
    "9" * 400,
    "1e309",
    "NaN",
    "x" * 2000,
    "\x00",
    "\u202eabc",
    "💥" * 300,
    "e\u0301" * 900,
    "<script>alert(1)</script>",
    "../../etc/passwd",
    "t_nothing.1",
    "*",
    "{}",
    "[" * 900,
    "' OR 1=1 --",
    "%s{name}",
    "2026-02-31T25:61",
)
_FIELD = re.compile(r"""(?:form_text|getlist|form\.get)\(\s*f?"([a-z_.-]+)""")


@pytest.fixture
def hall(api):
    return SeatedTournament(api)


@pytest.fixture
def forms(app, api, hall):
    """The address of every form of a page, with ids of the tournament that is played."""
    found = [
        rule.rule for rule in app.url_map.iter_rules() if "POST" in rule.methods and not rule.rule.startswith("/v1")
    ]
    ids = {
        "club": "vasa",
        "tournament": hall.tournament,
        "match": hall.at_first,
        "member": hall.member,
        "token": "none",
        "player": "Player 1",
        "number": "1",
        "entry_request": "q_none",
        "webhook": "w_none",
        "template": "n_none",
        "delivery": "1",
        "game": "swedish",
        "series": api.post("/v1/clubs/vasa/series", {"name": "Season"}).json["id"],
    }
    return sorted(re.sub(r"<(?:\w+:)?(\w+)>", lambda name: ids[name[1]], rule) for rule in found)


@pytest.fixture(scope="module")
def names():
    """The names of all fields that a page reads."""
    text = "".join(path.read_text() for path in (ROOT / "service/web/pages").rglob("*.py"))
    return sorted(set(_FIELD.findall(text)))


def send(browser, path, headers=FORMS, **form):
    return browser.client.post(path, data=form, headers=headers)


def test_strangers_other_clubs_and_other_sites_write_nothing_by_any_form(api, hall, forms):
    api.found("nora")
    foreign, own = signed_in(api, "Eve", "organiser", "nora"), signed_in(api, "Anna", "organiser")
    before = api.everything_written()
    for path in forms:
        if path in OPEN:
            continue
        assert send(Browser(api), path).status_code == 401, path
        if not path.startswith("/account"):
            assert send(foreign, path).status_code == 404, path
        for headers in ({"Sec-Fetch-Site": "cross-site"}, {"Origin": "http://evil.example"}):
            assert send(own, path, {**headers, "Accept": "text/html"}).status_code == 403, (path, headers)
    assert api.everything_written() == before


@prove
@pytest.mark.parametrize("value", some(HOSTILE, "\x00"))
def test_no_value_of_any_field_is_too_much_for_any_form(api, hall, forms, names, value):
    organiser = signed_in(api, "Anna", "organiser")
    bodies = [dict.fromkeys(names, value), {"step": "write", "version": value}]
    answers = {path: [send(organiser, path, **body).status_code for body in bodies] for path in forms if safe(path)}
    assert {path: answer for path, answer in answers.items() if max(answer) >= 500} == {}


def safe(path):
    """Forms that neither end the session nor need a queue, which is not here."""
    return not path.startswith(("/sign-", "/account/sign-out")) and path != "/clubs/vasa/backup"
